//! Readers that meet a writer that waits. `std` leaves open whether they have to wait behind it; on Linux they do. Who
//! waits a little longer changes nothing, unless somebody who has the lock waits for this reader, or somebody looks
//! whether he gets the lock. Only where this is so, the search takes notice of writers that wait, and tries both.

use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::run::slot::Seen;
use crate::run::state::State;
use crate::run::users::Use;
use crate::search::access::{ObjectId, Touch};

impl State {
    /// Takes notice of what a thread does with a readers-writer lock.
    pub(crate) fn uses(&mut self, thread: usize, object: ObjectId, what: Use) {
        let users = self.queueing.entry(object).or_default();
        if users.add(thread, what)
            && users.matters()
            && let Some(site) = self.made(object)
        {
            self.sees(Seen::Queues(site));
        }
    }

    /// Takes notice of a thread that may have to wait for others, while it reads.
    pub(crate) fn may_wait(&mut self, thread: usize) {
        let Some(state) = self.world.threads.get(&thread) else { return };
        if state.reads.is_empty() {
            return;
        }
        for object in state.reads.clone() {
            self.uses(thread, object, Use::WaitsForOthers);
        }
    }

    /// A writer waits from now on, unless the lock is free until it takes it.
    pub(crate) fn queue(&mut self, thread: usize, object: ObjectId, number: usize) {
        self.world.locks.entry(object).or_default().queued.push((thread, number));
        self.keeps_waiting(object);
        self.touch(object, Touch::Queue);
        // Who looks whether the lock is free sees a writer that waits, and none that has only come.
        let seen = self.made(object).map(Seen::Lock);
        if seen.is_some_and(|seen| self.rules.all_visible || self.seen.contains(&seen)) {
            self.touch(object, Touch::Peek);
        }
    }

    /// Writers that have come to a lock wait for it, if somebody has it.
    pub(crate) fn keeps_waiting(&mut self, object: ObjectId) {
        if let Some(lock) = self.world.locks.get_mut(&object)
            && (lock.writer.is_some() || !lock.readers.is_empty())
        {
            lock.kept = lock.queued.iter().map(|(_, step)| *step).collect();
        }
    }

    /// Decides whether a reader waits behind writers, where there are some, or fails if it `tries`: both is tried.
    pub(crate) fn waits_behind(&mut self, thread: usize, object: ObjectId, tries: bool) -> bool {
        let Some(lock) = self.world.locks.get(&object) else { return false };
        let is_before = |(writer, step): &&(usize, usize)| {
            *writer != thread && (!tries || lock.kept.contains(step))
        };
        let writers: SmallVec<[usize; 2]> =
            lock.queued.iter().filter(is_before).map(|(_, step)| *step).collect();
        if writers.is_empty() || mutants::is(Mutant::Queue) || self.choose(2) == 0 {
            return false;
        }
        self.world.threads.of(thread).behind = writers;
        true
    }
}
