//! The names that new threads and objects get.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::state::State;
use crate::value::{Address, ThreadId};

/// A source of names for new threads and objects.
pub trait Names {
    /// A name for a thread that `parent` forks, which has not forked `count` before; `None` if there is none left.
    fn thread(&self, state: &State, parent: ThreadId, count: u32) -> Option<ThreadId>;

    /// A name for an object that `by` makes, which has made `count` before; `None` if there is none left.
    fn object(&self, state: &State, by: ThreadId, count: u32) -> Option<Address>;

    /// Tells whether threads count what they fork and make.
    fn counts(&self) -> bool;
}

/// The next free numbers. Which name a thread or object gets depends on what was done before; states are to be made
/// [canonical](State::canonical).
#[derive(Clone, Copy, Debug, Default)]
pub struct Fresh;

impl Names for Fresh {
    fn thread(&self, state: &State, _parent: ThreadId, _count: u32) -> Option<ThreadId> {
        u32::try_from(state.threads.len()).ok().map(ThreadId)
    }

    fn object(&self, state: &State, _by: ThreadId, _count: u32) -> Option<Address> {
        let next = state.heap.last().map_or(Some(0), |(last, _)| last.0.checked_add(1));
        next.map(Address)
    }

    fn counts(&self) -> bool {
        false
    }
}

/// The number of bits of an address for the number of the object among those that its thread makes.
const COUNT_BITS: u32 = 25;

/// The greatest number of threads that [`StableNames`] can name.
const MOST_THREADS: u32 = 1 << (32 - COUNT_BITS);

/// Names that do not depend on the schedule: a thread is the `n`-th of its parent, an object the `n`-th of its thread.
/// So independent steps lead to the same state in either order.
///
/// The numbers of threads are given out in the order in which a search first meets them; the first thread is 0.
#[derive(Debug, Default)]
pub struct StableNames {
    known: Mutex<FxHashMap<(ThreadId, u32), ThreadId>>,
}

impl StableNames {
    /// The parent of a thread, and how many threads it had forked before; `None` for the first thread.
    pub fn origin(&self, thread: ThreadId) -> Option<(ThreadId, u32)> {
        let known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.iter().find(|(_, found)| **found == thread).map(|(origin, _)| *origin)
    }

    /// The name of a thread as the path of forks that leads to it: `main.2.1` is the first thread of the second one
    /// of the first.
    pub fn path(&self, thread: ThreadId) -> String {
        let mut path = Vec::new();
        let mut at = thread;
        while let Some((parent, count)) = self.origin(at) {
            path.push((count + 1).to_string());
            at = parent;
        }
        path.push("main".to_owned());
        path.reverse();
        path.join(".")
    }
}

impl Names for StableNames {
    fn thread(&self, _state: &State, parent: ThreadId, count: u32) -> Option<ThreadId> {
        let mut known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let next = u32::try_from(known.len()).ok()?.checked_add(1)?;
        if let Some(found) = known.get(&(parent, count)) {
            return Some(*found);
        }
        (next < MOST_THREADS).then(|| {
            known.insert((parent, count), ThreadId(next));
            ThreadId(next)
        })
    }

    fn object(&self, _state: &State, by: ThreadId, count: u32) -> Option<Address> {
        (by.0 < MOST_THREADS && count < 1 << COUNT_BITS)
            .then_some(Address(by.0 << COUNT_BITS | count))
    }

    fn counts(&self) -> bool {
        true
    }
}
