//! Threads that spin: they do the same in vain again and again. They are taken to wait until something that they looked
//! at is changed.

use smallvec::{SmallVec, smallvec};

use crate::mutants::{self, Mutant};

use crate::run::slot::{Ending, Probe, Seen};
use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::Site;
use crate::search::op::{Handle, Op};

/// What an operation that was in vain looked at. `None` if it was not in vain.
fn in_vain(op: Op, thread: usize, reply: u64) -> Option<SmallVec<[ObjectId; 2]>> {
    match op {
        // What is done under the lock is not seen: it may be no more than to look.
        Op::Load(o)
        | Op::Look(o)
        | Op::Count(o)
        | Op::Lock(o)
        | Op::Share(o)
        | Op::ShareBehind(o)
        | Op::Handle(o, Handle::Look) => Some(smallvec![o]),
        Op::TryLock(o) | Op::TryShare(o) | Op::TryDown(o) | Op::TryReceive(o) | Op::TrySend(o)
            if reply == 0 =>
        {
            Some(smallvec![o])
        }
        Op::ShareRight { lock, right, .. } => Some(smallvec![lock, right]),
        Op::TryShareRight { lock, right } if reply == 0 => Some(smallvec![lock, right]),
        Op::TryUpgrade { lock, .. } if reply == 0 => Some(smallvec![lock]),
        Op::IsFinished(other) if reply == 0 => Some(smallvec![ObjectId::of_thread(other)]),
        Op::ParkTimed if reply == 0 => Some(smallvec![ObjectId::of_thread(thread)]),
        Op::Wake { condvar, mutex, timed: true } if reply == 0 => Some(smallvec![condvar, mutex]),
        _ => None,
    }
}

/// Whether an operation leaves everything as it was if the thread comes to it again.
fn is_neutral(op: Op) -> bool {
    matches!(
        op,
        Op::Update(_)
            | Op::Wait { .. }
            | Op::Start
            | Op::Yield
            | Op::Queue(_)
            | Op::Handle(_, Handle::Unwrap | Handle::Upgrade)
    )
}

impl State {
    /// Takes notice of what a thread did, to see whether it spins.
    pub(crate) fn after(&mut self, thread: usize, op: Op, site: Site, reply: u64) {
        if self.given_up.is_some() {
            return;
        }
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
        self.gives_up(thread);
    }

    /// A thread that was watched has left its loop: it does not spin there.
    pub(crate) fn gives_up(&mut self, thread: usize) {
        if let Some(probe) = &self.probe
            && probe.thread == thread
        {
            let site = probe.site;
            self.learn(Seen::Tries(site));
        }
    }

    /// A thread that was watched has gone on for so long that it is taken to go on for ever.
    pub(crate) fn spins_on(&mut self) {
        if let Some(site) = self.probe.as_ref().map(|probe| probe.site) {
            self.learn(Seen::Spins(site));
        }
    }

    /// Keeps what was learnt about a loop, and begins the search again.
    fn learn(&mut self, seen: Seen) {
        self.probe = None;
        self.seen.insert(seen);
        self.end(Ending::Again);
    }

    /// A thread has looked at something, in vain.
    pub(crate) fn looked(&mut self, thread: usize, site: Site, objects: &[ObjectId]) {
        if self.given_up.is_some() {
            return;
        }
        if let Some(probe) = &mut self.probe
            && probe.thread == thread
        {
            probe.left = probe.left.saturating_sub(1);
            if probe.left == 0 {
                self.spins_on();
            }
            return;
        }
        let number = self.trace.len();
        let Some(slot) = self.threads.get(&thread) else { return };
        let since = slot.spin.seen.iter().map(|entry| entry.2).min().unwrap_or(number);
        let watched: SmallVec<[ObjectId; 2]> =
            slot.spin.seen.iter().map(|entry| entry.1).chain(objects.iter().copied()).collect();
        if self.is_changed(thread, &watched, since) {
            self.moved(thread);
        }
        let Some(slot) = self.threads.get_mut(&thread) else { return };
        let mut most = 0;
        for object in objects {
            let is_same = |entry: &&mut (Site, ObjectId, usize, usize)| {
                std::ptr::eq(entry.0, site) && entry.1 == *object
            };
            if let Some(entry) = slot.spin.seen.iter_mut().find(is_same) {
                entry.3 += 1;
                most = most.max(entry.3);
            } else {
                slot.spin.seen.push((site, *object, number, 1));
            }
        }
        if most > self.rules.rounds || (slot.spin.yielded && most > 1) {
            self.spins_at(thread, site, most);
        }
    }

    /// A thread has done the same in vain so many times in a line. The first time that this happens there, it goes on
    /// alone for a while, to see whether it gives up. From then on it is taken to wait.
    fn spins_at(&mut self, thread: usize, site: Site, rounds: usize) {
        let repeats = matches!(self.driver, Driver::Replay(_));
        if !repeats && !self.seen.contains(&Seen::Spins(site)) {
            // To do something many times and then to give up is not unusual: it is watched for as long as an execution
            // may be.
            let left = if mutants::is(Mutant::Probe) { 200 } else { self.rules.steps };
            if !self.seen.contains(&Seen::Tries(site)) {
                self.probe = Some(Probe { thread, site, left });
                return;
            }
            if rounds <= left {
                return;
            }
        }
        self.may_wait(thread);
        let number = self.trace.len();
        let Some(slot) = self.threads.get_mut(&thread) else { return };
        let spin = &mut slot.spin;
        if spin.tired > 0 {
            spin.tired += 1;
            return;
        }
        let mut objects: SmallVec<[ObjectId; 2]> = spin.seen.iter().map(|entry| entry.1).collect();
        objects.dedup();
        let since = spin.seen.iter().map(|entry| entry.2).min().unwrap_or(number);
        spin.waits = Some((objects, since));
        self.spinning = true;
        // Who repeats a schedule says when the thread goes on.
        spin.tired = usize::from(repeats);
        self.spins.insert(site);
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
                    slot.spin.before = Some(Box::new((objects, since)));
                }
            }
        }
    }

    /// Whether another thread has changed one of some objects since a step.
    fn is_changed(&self, thread: usize, objects: &[ObjectId], since: usize) -> bool {
        let changes = |(other, touch, number): &(usize, Touch, usize)| {
            *other != thread && *number >= since && touch.changes()
        };
        objects.iter().any(|object| {
            self.history.get(object).is_some_and(|history| history.iter().any(changes))
        })
    }
}
