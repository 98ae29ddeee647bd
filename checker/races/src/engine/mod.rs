//! Engines: three ways to know what comes after an access.

mod clocks;
mod lazy;
mod table;

pub use clocks::Clocks;
pub use lazy::Lazy;
pub use table::Table;

use std::fmt::Debug;

/// An element of a lockset, by its number: a thread, a lock or a volatile variable. A detector numbers them without
/// gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u32);

impl Key {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A synchronization of a thread, as engines see it. Those that change nothing, such as a second acquire of a lock by
/// the thread that has it, are left out.
#[derive(Clone, Copy, Debug)]
pub enum Sync<'k> {
    /// A thread acquires a free lock.
    Acquire {
        /// The thread.
        thread: Key,
        /// The lock.
        lock: Key,
        /// The locks that the thread has afterwards.
        held: &'k [Key],
    },
    /// A thread releases a lock, so that it is free.
    Release {
        /// The thread.
        thread: Key,
        /// The lock.
        lock: Key,
    },
    /// A thread starts another one.
    Fork {
        /// The thread.
        thread: Key,
        /// The other one.
        child: Key,
        /// The locks that the thread has.
        held: &'k [Key],
    },
    /// A thread has waited for the end of another one.
    Join {
        /// The thread.
        thread: Key,
        /// The other one.
        child: Key,
        /// The locks that the thread has.
        held: &'k [Key],
        /// The locks that the other one had at its end.
        child_held: &'k [Key],
    },
    /// A thread writes a volatile variable: whoever reads it later comes afterwards.
    Publish {
        /// The thread.
        thread: Key,
        /// The variable.
        volatile: Key,
        /// The locks that the thread has.
        held: &'k [Key],
    },
    /// A thread reads a volatile variable.
    Observe {
        /// The thread.
        thread: Key,
        /// The variable.
        volatile: Key,
        /// The locks that the thread has.
        held: &'k [Key],
    },
}

/// Knows what happens before what.
///
/// Between two synchronizations of its thread, all accesses happen before the same events of other threads. A detector
/// therefore asks for one stamp for all accesses of such a span, and later whether they happen before an access of
/// another thread. All engines give the same answers; they differ in what a synchronization costs.
///
/// A lockset is a way to say what happened after an access so far (S4 Lemma 1): it has the threads that did something
/// afterwards, and the locks that were released.
pub trait Engine: Default {
    /// The memory that an engine keeps of a span.
    type Stamp: Copy + Debug;

    /// Makes a stamp for the accesses that a thread begins to make, with the locks that it has.
    fn begin(&mut self, thread: Key, held: &[Key]) -> Self::Stamp;

    /// Forgets a stamp that will not be asked for again.
    fn forget(&mut self, stamp: Self::Stamp);

    /// Takes a synchronization in.
    fn pass(&mut self, sync: Sync<'_>);

    /// Says whether the accesses of a stamp happen before what another thread does now, with the locks that it has.
    fn is_before(&mut self, stamp: Self::Stamp, thread: Key, held: &[Key]) -> bool;

    /// Says whether the lockset of an access has an element now; `owner` is the thread that has it, if it is a lock
    /// that a thread has.
    fn contains(&mut self, stamp: Self::Stamp, element: Key, owner: Option<Key>) -> bool;
}
