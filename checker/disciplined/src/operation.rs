//! Calls of methods on objects whose operations are calls (S1 section 8.1), while they run.
//!
//! Which calls a thread runs, and what it has done in them, is up to that thread alone.

use reductio_programs::{Action, Address, Event, Renaming, State, ThreadId};
use smallvec::SmallVec;

/// A call of a method on an object, while it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Operation {
    thread: ThreadId,
    /// The number of the method's frame among those of the thread, from 1 on.
    depth: u32,
    pub(crate) object: Address,
    /// Tells whether the class of the object is atomic.
    pub(crate) is_atomic: bool,
    /// Whether the thread has touched something since that others can reach.
    has_begun: bool,
    /// The locks that the thread has taken since and not given back, as often as it has, where the class is atomic and
    /// no other call of this kind is nearer.
    locks: SmallVec<[Address; 2]>,
    /// Whether one of these locks is of an object that nobody can reach any more: it will not be given back.
    keeps: bool,
}

/// The calls that run: by thread, and those of a thread from the outermost to the innermost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Operations(Vec<Operation>);

/// The number of the frame that has taken an instruction which neither calls nor leaves a method.
fn depth(after: &State, thread: ThreadId) -> u32 {
    // A thread that has ended with the instruction was in its outermost frame.
    let frames = after.thread(thread).map_or(0, |found| found.frames.len()).max(1);
    u32::try_from(frames).unwrap_or(u32::MAX)
}

impl Operations {
    fn of(&self, thread: ThreadId) -> impl DoubleEndedIterator<Item = &Operation> {
        self.0.iter().filter(move |found| found.thread == thread)
    }

    /// The object whose method a thread was in, and not in what that has called, when it took an instruction. `after`
    /// is the state after it.
    pub(crate) fn own(&self, after: &State, thread: ThreadId) -> Option<Address> {
        let last = self.of(thread).next_back()?;
        (last.depth == depth(after, thread)).then_some(last.object)
    }

    /// The innermost call on an object of an atomic class that others can reach: what the thread does stands for it.
    pub(crate) fn atomic(
        &self,
        thread: ThreadId,
        is_published: impl Fn(Address) -> bool,
    ) -> Option<Address> {
        let atomic = self.of(thread).rev().map(|found| (found.is_atomic, found.object));
        let mut atomic = atomic.filter(|(is_atomic, object)| *is_atomic && is_published(*object));
        atomic.next().map(|(_, object)| object)
    }

    /// The objects of the calls in which an instruction that others see is no part of one operation. One that takes or
    /// gives back the lock of the object whose method it is in is part of it, where nothing that others can reach was
    /// touched before it is taken; `may_be_late` is for experiments.
    pub(crate) fn split_by(
        &self,
        after: &State,
        event: &Event,
        may_be_late: bool,
    ) -> SmallVec<[Address; 2]> {
        let own = self.own(after, event.thread);
        let (lock, takes) = match event.action {
            Action::Acquire { object, .. } => (Some(object), true),
            Action::Release { object, .. } => (Some(object), false),
            _ => (None, false),
        };
        let is_synchronized = lock.is_some() && lock == own;
        let is_split = |found: &&Operation| {
            !(is_synchronized
                && Some(found.object) == own
                && !(takes && found.has_begun && !may_be_late))
        };
        self.of(event.thread).filter(is_split).map(|found| found.object).collect()
    }

    /// Follows what a thread touches: `begins` says whether others can reach it. Returns the object of an atomic class
    /// whose method gives back a lock that it has not taken.
    pub(crate) fn touch(&mut self, event: &Event, begins: bool) -> Option<Address> {
        let mut own = self.0.iter_mut().filter(|found| found.thread == event.thread);
        if begins {
            own.by_ref().for_each(|found| found.has_begun = true);
        }
        let nearest = self.0.iter_mut().filter(|found| found.thread == event.thread);
        let nearest = nearest.rev().find(|found| found.is_atomic)?;
        match event.action {
            Action::Acquire { object, .. } => {
                nearest.locks.push(object);
                nearest.locks.sort_unstable();
                None
            }
            Action::Release { object, .. } => {
                match nearest.locks.iter().position(|lock| *lock == object) {
                    Some(place) => _ = nearest.locks.remove(place),
                    None => return Some(nearest.object),
                }
                None
            }
            _ => None,
        }
    }

    /// Drops the calls that a thread has left. Returns the objects of an atomic class with a method that has kept a
    /// lock.
    pub(crate) fn leave(&mut self, after: &State, thread: ThreadId) -> SmallVec<[Address; 1]> {
        let found = after.thread(thread).filter(|found| !found.is_over());
        let frames = found.map_or(0, |found| found.frames.len());
        let mut kept = SmallVec::new();
        self.0.retain(|found| {
            let is_left = found.thread == thread && found.depth as usize > frames;
            if is_left && (found.keeps || !found.locks.is_empty()) {
                kept.push(found.object);
            }
            !is_left
        });
        kept
    }

    /// A thread has called a method on an object, or was forked to run one.
    pub(crate) fn enter(
        &mut self,
        after: &State,
        thread: ThreadId,
        object: Address,
        is_atomic: bool,
    ) {
        let depth = depth(after, thread);
        let place = self.0.partition_point(|found| (found.thread, found.depth) < (thread, depth));
        let locks = SmallVec::new();
        let new =
            Operation { thread, depth, object, is_atomic, has_begun: false, locks, keeps: false };
        self.0.insert(place, new);
    }

    /// The calls under new names.
    pub(crate) fn rename(&mut self, renaming: &Renaming) {
        self.0.retain_mut(|found| {
            let before = found.locks.len();
            found.locks = found.locks.iter().filter_map(|lock| renaming.address(*lock)).collect();
            found.keeps |= found.locks.len() < before;
            found.locks.sort_unstable();
            let (thread, object) = (renaming.thread(found.thread), renaming.address(found.object));
            let Some((thread, object)) = thread.zip(object) else { return false };
            (found.thread, found.object) = (thread, object);
            true
        });
        self.0.sort_by_key(|found| (found.thread, found.depth));
    }

    /// The number of bytes that the calls take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Operation>()
    }
}
