//! Threads that spin: they do the same in vain again and again. They are taken to wait until something that they looked at is changed.

use smallvec::{SmallVec, smallvec};

use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::Op;

/// What an operation that was in vain looked at. `None` if it was not in vain.
fn in_vain(op: Op, thread: usize, reply: u64) -> Option<SmallVec<[ObjectId; 2]>> {
    match op {
        Op::Load(o) | Op::Look(o) | Op::Count(o) => Some(smallvec![o]),
        Op::TryLock(o) | Op::TryShare(o) | Op::TryDown(o) | Op::TryReceive(o) | Op::TrySend(o)
            if reply == 0 =>
        {
            Some(smallvec![o])
        }
        Op::IsFinished(other) if reply == 0 => Some(smallvec![ObjectId::of_thread(other)]),
        Op::ParkTimed if reply == 0 => Some(smallvec![ObjectId::of_thread(thread)]),
        Op::Wake { condvar, mutex, timed: true } if reply == 0 => Some(smallvec![condvar, mutex]),
        _ => None,
    }
}

/// Whether an operation leaves everything as it was if the thread comes to it again.
fn is_neutral(op: Op) -> bool {
    matches!(op, Op::Update(_) | Op::Wait { .. } | Op::Start)
}

impl State {
    /// Takes notice of what a thread did, to see whether it spins.
    pub(crate) fn after(&mut self, thread: usize, op: Op, site: Site, reply: u64) {
        match in_vain(op, thread, reply) {
            Some(objects) => self.looked(thread, site, &objects),
            None if is_neutral(op) => {}
            None => self.moved(thread),
        }
    }

    /// A thread has done something that is not in vain.
    pub(crate) fn moved(&mut self, thread: usize) {
        if let Some(slot) = self.threads.get_mut(&thread) {
            slot.spin.seen.clear();
            slot.spin.yielded = false;
            slot.spin.tired = 0;
            slot.spin.waits = None;
        }
    }

    /// A thread has looked at something, in vain.
    pub(crate) fn looked(&mut self, thread: usize, site: Site, objects: &[ObjectId]) {
        let number = self.trace.len();
        let rounds = self.rules.rounds;
        let Some(slot) = self.threads.get(&thread) else { return };
        let since = slot.spin.seen.iter().map(|entry| entry.2).min().unwrap_or(number);
        let watched: SmallVec<[ObjectId; 2]> =
            slot.spin.seen.iter().map(|entry| entry.1).chain(objects.iter().copied()).collect();
        if self.is_changed(thread, &watched, since) {
            self.moved(thread);
        }
        let Some(slot) = self.threads.get_mut(&thread) else { return };
        let spin = &mut slot.spin;
        for object in objects {
            let is_same = |entry: &&mut (Site, ObjectId, usize, usize)| {
                std::ptr::eq(entry.0, site) && entry.1 == *object
            };
            let Some(entry) = spin.seen.iter_mut().find(is_same) else {
                spin.seen.push((site, *object, number, 1));
                continue;
            };
            entry.3 += 1;
            if entry.3 > rounds || (spin.yielded && entry.3 > 1) {
                if spin.tired > 0 {
                    spin.tired += 1;
                    continue;
                }
                let mut objects: SmallVec<[ObjectId; 2]> =
                    spin.seen.iter().map(|entry| entry.1).collect();
                objects.dedup();
                let since = spin.seen.iter().map(|entry| entry.2).min().unwrap_or(number);
                spin.waits = Some((objects, since));
                self.spins.insert(site);
                return;
            }
        }
    }

    /// Lets threads go on for which something has changed.
    pub(crate) fn wake_spinning(&mut self) {
        let spinning = self.threads.iter().filter(|(_, slot)| slot.spin.waits.is_some());
        let spinning: SmallVec<[usize; 2]> = spinning.map(|(thread, _)| *thread).collect();
        for thread in spinning {
            let Some((objects, since)) = self.threads[&thread].spin.waits.clone() else { continue };
            if self.is_changed(thread, &objects, since) {
                self.moved(thread);
                if let Some(slot) = self.threads.get_mut(&thread) {
                    slot.spin.before = Some((objects, since));
                }
            }
        }
    }

    /// Whether another thread has changed one of some objects since a step.
    fn is_changed(&self, thread: usize, objects: &[ObjectId], since: usize) -> bool {
        let changes = |(number, touch): &(usize, Touch)| {
            touch.changes() && self.trace.get(*number).is_some_and(|event| event.thread != thread)
        };
        objects.iter().any(|object| {
            let history = self.history.get(object).map_or(&[][..], |history| history);
            history.iter().rev().take_while(|(number, _)| *number >= since).any(changes)
        })
    }
}
