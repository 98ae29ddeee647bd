//! The effects of operations on the state of an execution.

use smallvec::{SmallVec, smallvec};

use crate::mutants::{self, Mutant};
use crate::run::slot::Seen;
use crate::run::state::State;
use crate::run::users::Use;
use crate::run::world::{Barrier, Lock};
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Event;
use crate::search::op::Op;

/// Replies of operations that may fail.
pub(crate) mod reply {
    /// It is done.
    pub(crate) const DONE: u64 = 1;
    /// It could not be done now.
    pub(crate) const NOT_NOW: u64 = 0;
    /// It will never be possible.
    pub(crate) const NEVER: u64 = 2;
}

use reply::{DONE, NEVER, NOT_NOW};

impl State {
    /// Does what a thread's next operation does, as a new step.
    pub(crate) fn execute(&mut self, thread: usize) {
        if self.memory.is_some() && self.execute_weak(thread) {
            return;
        }
        let number = self.trace.len();
        let Some(slot) = self.threads.get_mut(&thread) else { return };
        let Some((op, site)) = slot.pending.take() else { return };
        let previous = slot.last.ok_or_else(|| Box::new(slot.past.clone()));
        let mut clock = match slot.last {
            Some(last) => self.trace[last].clock.clone(),
            None => slot.past.clone(),
        };
        slot.last = Some(number);
        let spun = slot.spin.before.take();
        let tired = slot.spin.tired > 0;
        clock.set(thread, number);
        self.trace.push(Event {
            thread,
            op,
            site,
            accesses: SmallVec::new(),
            visible: 0,
            previous,
            clock,
            choices: SmallVec::new(),
            woke: SmallVec::new(),
            spun,
            tired,
            passed: 0,
            stops: false,
            reply: 0,
            old: (0, 0),
            notes: SmallVec::new(),
        });
        if op.may_wait() {
            self.may_wait(thread);
        }
        self.watches(thread, op, site);
        let reply = self.effect(thread, op, number);
        self.happens.stepped(thread, number);
        self.drf.stepped(thread, number);
        if let Some(slot) = self.threads.get_mut(&thread) {
            slot.reply = reply;
        }
        let event = &mut self.trace[number];
        event.visible = event.accesses.len();
        event.reply = reply;
        self.after(thread, op, site, reply);
    }

    pub(super) fn effect(&mut self, thread: usize, op: Op, number: usize) -> u64 {
        match op {
            // What these do is known when the thread has done it.
            Op::Start | Op::Update(_) | Op::Handle(..) => DONE,
            Op::Yield => {
                if let Some(slot) = self.threads.get_mut(&thread) {
                    slot.spin.yielded = true;
                }
                DONE
            }
            Op::Finish => self.touched(ObjectId::of_thread(thread), Touch::Finish),
            Op::Lock(o)
            | Op::Share(o)
            | Op::ShareBehind(o)
            | Op::TryLock(o)
            | Op::TryShare(o)
            | Op::Begin(o) => self.take_lock(thread, op, o),
            Op::ShareRight { lock, right, behind } => self.share_right(thread, lock, right, behind),
            Op::TryShareRight { lock, right } => self.try_share_right(thread, lock, right),
            Op::UnshareRight { lock, right } => self.unshare_right(thread, lock, right),
            Op::Upgrade { lock, right } => self.upgrade(thread, lock, right),
            Op::TryUpgrade { lock, right } => self.try_upgrade(thread, lock, right),
            Op::Queue(o) => {
                self.queue(thread, o, number);
                DONE
            }
            Op::Look(o) => self.touched(o, Touch::Peek),
            Op::Filled { cell, .. } => {
                self.touch(cell, Touch::Share);
                self.touch(cell, Touch::Unshare);
                u64::from(self.lock(cell).filled)
            }
            Op::Downgrade(o) => self.downgrade(thread, o),
            Op::Unlock(o) => self.unlock(thread, o),
            Op::Unshare(o) => self.unshare(thread, o),
            Op::Complete(o, filled) => {
                let lock = self.lock(o);
                (lock.filled, lock.failed) = (filled, !filled);
                self.unlock(thread, o)
            }
            Op::Load(o) => self.touched(o, Touch::Read),
            Op::Store(o) | Op::Lead(o) => self.touched(o, Touch::Write),
            Op::Wait { condvar, mutex } => {
                let waiting = self.world.waiting.entry(condvar).or_default();
                waiting.push(thread);
                waiting.sort_unstable();
                self.touch(condvar, Touch::Await);
                self.of(thread).woken = None;
                self.unlock(thread, mutex)
            }
            Op::Wake { condvar, mutex, timed } => self.wake(thread, condvar, mutex, timed),
            Op::NotifyOne(o) | Op::NotifyAll(o) => self.notify(op, o, number),
            Op::Up(..) | Op::Down(_) | Op::TryDown(_) | Op::Count(_) => self.semaphore(op),
            Op::Arrive(o) => self.arrive(thread, o, number),
            Op::Pass(o, round) => {
                let over = self.world.barriers.get(&o).and_then(|b| b.over.get(round as usize));
                for earlier in over.cloned().unwrap_or_default() {
                    self.synchronizes(earlier);
                }
                DONE
            }
            Op::Park | Op::ParkTimed => {
                let own = ObjectId::of_thread(thread);
                let state = self.of(thread);
                if std::mem::take(&mut state.token) {
                    self.touched(own, Touch::Park)
                } else {
                    self.touch(own, Touch::NoToken);
                    NOT_NOW
                }
            }
            Op::Unpark(other) => {
                self.of(other).token = true;
                self.touched(ObjectId::of_thread(other), Touch::Unpark)
            }
            Op::Join(other) => {
                if let Some(ended) = self.of(other).ended {
                    self.edge(ended);
                    self.happens.join(thread, other);
                    self.drf.join(thread, other);
                    self.of(other).joined.push((thread, number));
                }
                DONE
            }
            Op::IsFinished(other) => {
                self.is_seen(Seen::End);
                self.touch(ObjectId::of_thread(other), Touch::LookAtEnd);
                u64::from(self.of(other).ended.is_some())
            }
            Op::Send(_)
            | Op::TrySend(_)
            | Op::Taken(..)
            | Op::Offer(_)
            | Op::Receive(_)
            | Op::TryReceive(_)
            | Op::CloseSender(_)
            | Op::CloseReceiver(_) => self.channel(op, number),
        }
    }

    fn touched(&mut self, object: ObjectId, touch: Touch) -> u64 {
        self.touch(object, touch);
        DONE
    }

    pub(super) fn lock(&mut self, object: ObjectId) -> &mut Lock {
        self.world.locks.entry(object).or_default()
    }

    pub(super) fn of(&mut self, thread: usize) -> &mut crate::run::world::ThreadState {
        self.world.threads.of(thread)
    }

    fn take_lock(&mut self, thread: usize, op: Op, object: ObjectId) -> u64 {
        let lock = self.lock(object);
        let has_no_writer = lock.writer.is_none();
        let is_free = has_no_writer && lock.readers.is_empty();
        let is_queued = !(lock.queued.is_empty() && lock.kept.is_empty());
        let (can, shares, looks) = match op {
            Op::TryLock(_) => (is_free, false, true),
            Op::TryShare(_) => {
                self.uses(thread, object, Use::ReadsAgain);
                (has_no_writer && !self.waits_behind(thread, object, true), true, true)
            }
            Op::Share(_) => {
                if self.of(thread).reads.contains(&object) {
                    self.uses(thread, object, Use::ReadsAgain);
                }
                if self.waits_behind(thread, object, false) {
                    self.touch(object, Touch::Peek);
                    return NOT_NOW;
                }
                (true, true, false)
            }
            Op::ShareBehind(_) => (true, true, false),
            Op::Begin(_) if lock.filled => {
                self.touch(object, Touch::Share);
                self.touch(object, Touch::Unshare);
                return NOT_NOW;
            }
            _ => (true, false, false),
        };
        let number = self.trace.len().saturating_sub(1);
        if can && shares {
            let lock = self.lock(object);
            lock.readers.push(thread);
            lock.read_since.push(number);
            self.of(thread).reads.push(object);
            self.uses(thread, object, Use::Reads);
            self.touch(object, Touch::Share);
        } else if can {
            let lock = self.lock(object);
            (lock.writer, lock.since) = (Some(thread), number);
            lock.queued.retain(|(writer, _)| *writer != thread);
            self.touch(object, Touch::Acquire);
        }
        if can && is_queued {
            self.keeps_waiting(object);
        }
        if looks {
            self.touch(object, Touch::Peek);
        }
        u64::from(can)
    }

    /// Gives a lock back.
    pub(crate) fn unlock(&mut self, thread: usize, object: ObjectId) -> u64 {
        let lock = self.lock(object);
        if lock.writer == Some(thread) {
            lock.writer = None;
            self.touch(object, Touch::Release);
        }
        DONE
    }

    /// A writer becomes a reader.
    pub(crate) fn downgrade(&mut self, thread: usize, object: ObjectId) -> u64 {
        self.unlock(thread, object);
        let lock = self.lock(object);
        lock.readers.push(thread);
        lock.read_since.push(lock.since);
        self.of(thread).reads.push(object);
        self.touched(object, Touch::Share)
    }

    /// Gives a reader's lock back.
    pub(crate) fn unshare(&mut self, thread: usize, object: ObjectId) -> u64 {
        let lock = self.lock(object);
        if let Some(place) = lock.readers.iter().position(|reader| *reader == thread) {
            lock.readers.remove(place);
            lock.read_since.remove(place);
            let reads = &mut self.of(thread).reads;
            if let Some(place) = reads.iter().position(|read| *read == object) {
                reads.remove(place);
            }
            self.touch(object, Touch::Unshare);
        }
        DONE
    }

    fn wake(&mut self, thread: usize, condvar: ObjectId, mutex: ObjectId, timed: bool) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        let lock = self.lock(mutex);
        (lock.writer, lock.since) = (Some(thread), number);
        self.touch(mutex, Touch::Acquire);
        let woken = self.of(thread).woken.take();
        if timed {
            self.touch(condvar, Touch::Withdraw);
        }
        if let Some(woken) = woken {
            self.edge(woken);
            if mutants::is(Mutant::Notified) {
                self.synchronizes(woken);
            }
            self.comes_after_the_end(thread);
            return DONE;
        }
        if let Some(waiting) = self.world.waiting.get_mut(&condvar) {
            waiting.retain(|found| *found != thread);
        }
        NOT_NOW
    }

    fn notify(&mut self, op: Op, object: ObjectId, number: usize) -> u64 {
        let waiting = self.world.waiting.entry(object).or_default();
        let count = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        let woken: SmallVec<[usize; 1]> = match op {
            _ if count == 0 => smallvec![],
            Op::NotifyOne(_) => {
                let picked = self.choose(count) as usize;
                let waiting = self.world.waiting.entry(object).or_default();
                smallvec![waiting.remove(picked.min(waiting.len() - 1))]
            }
            _ => waiting.drain(..).collect(),
        };
        for thread in &woken {
            self.of(*thread).woken = Some(number);
        }
        self.touch(object, if count == 0 { Touch::NotifyNobody } else { Touch::Notify });
        let woke = u64::try_from(woken.len()).unwrap_or(0);
        if let Some(event) = self.trace.last_mut() {
            event.woke = woken;
        }
        woke
    }

    fn semaphore(&mut self, op: Op) -> u64 {
        let Some(object) = op.object() else { return DONE };
        let value = self.world.semaphores.entry(object).or_default();
        let before = *value;
        match op {
            Op::Up(_, count) => {
                *value = value.saturating_add(count);
                for _ in 0..count {
                    self.touch(object, Touch::Up);
                }
                DONE
            }
            Op::Count(_) => {
                self.touch(object, Touch::Count);
                u64::from(before)
            }
            _ => {
                *value = before.saturating_sub(1);
                if before > 0 {
                    self.touch(object, Touch::Down);
                }
                if matches!(op, Op::TryDown(_)) {
                    self.touch(object, Touch::Count);
                }
                u64::from(before > 0)
            }
        }
    }

    fn arrive(&mut self, thread: usize, object: ObjectId, number: usize) -> u64 {
        let Some(barrier) = self.world.barriers.get_mut(&object) else { return 0 };
        let round = barrier.over.len();
        barrier.arrived.push(number);
        if !barrier.who.contains(&thread) {
            barrier.who.push(thread);
        }
        let is_crowd = barrier.who.len() > barrier.size;
        if barrier.arrived.len() >= barrier.size {
            let arrived = std::mem::take(&mut barrier.arrived);
            barrier.over.push(arrived);
        }
        let site = self.made(object);
        if is_crowd && let Some(site) = site {
            self.is_seen(Seen::Crowd(site));
        }
        let dependent = self.rules.all_visible
            || site.is_some_and(|site| self.seen.contains(&Seen::Crowd(site)));
        self.touch(object, if dependent { Touch::Crowd } else { Touch::Arrive });
        u64::try_from(round).unwrap_or(u64::MAX)
    }

    fn channel(&mut self, op: Op, number: usize) -> u64 {
        let Some(object) = op.object() else { return DONE };
        let is_awaited = || {
            let receives = |slot: &crate::run::slot::Slot| {
                slot.pending.is_some_and(|(op, _)| op == Op::Receive(object))
            };
            self.threads.values().any(receives)
        };
        let Some(channel) = self.world.channels.get(&object) else { return DONE };
        let (messages, closed) = (channel.messages(), channel.closed);
        let meets = channel.bound == Some(0);
        match op {
            Op::Send(_) | Op::TrySend(_) => {
                let tries = matches!(op, Op::TrySend(_));
                let is_full = if meets && tries {
                    messages > 0 || !is_awaited()
                } else {
                    !channel.has_room()
                };
                if tries || closed {
                    self.touch(object, Touch::Room);
                }
                if closed || is_full {
                    return if closed { NEVER } else { NOT_NOW };
                }
                self.send(object, number)
            }
            Op::Taken(_, index) => {
                let taken = channel.received.get(index as usize).copied();
                if let Some(earlier) = taken.or(channel.closed_at) {
                    self.synchronizes(earlier);
                }
                if taken.is_some() { DONE } else { NEVER }
            }
            Op::Offer(_) => self.touched(object, Touch::Offer),
            Op::Receive(_) | Op::TryReceive(_) => {
                let (senders, gone) = (channel.senders, channel.gone.clone());
                let tries = matches!(op, Op::TryReceive(_));
                if tries {
                    self.touch(object, Touch::Poll);
                }
                if messages > 0 {
                    return self.receive(object, number);
                }
                if senders > 0 {
                    return NOT_NOW;
                }
                for earlier in gone {
                    self.synchronizes(earlier);
                }
                NEVER
            }
            Op::CloseSender(_) => {
                self.close_sender(object);
                DONE
            }
            _ => {
                if let Some(channel) = self.world.channels.get_mut(&object) {
                    channel.closed = true;
                    channel.closed_at = Some(number);
                }
                self.touched(object, Touch::CloseReceiver)
            }
        }
    }

    fn send(&mut self, object: ObjectId, number: usize) -> u64 {
        let mut room = None;
        if let Some(channel) = self.world.channels.get_mut(&object) {
            let bound = channel.bound.map(|bound| bound.max(1) as usize);
            let index = bound.and_then(|bound| channel.sent.len().checked_sub(bound));
            room = index.and_then(|index| channel.received.get(index)).copied();
            channel.sent.push(number);
        }
        if let Some(earlier) = room {
            self.synchronizes(earlier);
        }
        self.touched(object, Touch::Send)
    }

    fn receive(&mut self, object: ObjectId, number: usize) -> u64 {
        let mut sent = None;
        if let Some(channel) = self.world.channels.get_mut(&object) {
            sent = channel.sent.get(channel.received.len()).copied();
            channel.received.push(number);
        }
        if let Some(earlier) = sent {
            self.synchronizes(earlier);
        }
        self.touched(object, Touch::Receive)
    }

    /// A sender of a channel is gone.
    pub(crate) fn close_sender(&mut self, object: ObjectId) {
        let number = self.trace.len().saturating_sub(1);
        if let Some(channel) = self.world.channels.get_mut(&object) {
            channel.senders = channel.senders.saturating_sub(1);
            channel.gone.push(number);
        }
        self.touch(object, Touch::CloseSender);
    }

    /// Adds a barrier.
    pub(crate) fn add_barrier(&mut self, object: ObjectId, size: usize) {
        let barrier =
            Barrier { size: size.max(1), arrived: Vec::new(), over: Vec::new(), who: Vec::new() };
        self.world.barriers.entry(object).or_insert(barrier);
    }
}
