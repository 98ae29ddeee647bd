//! The effects of operations under a memory that is not sequentially consistent, on what says who waits where no memory
//! is asked: the drained rest of an execution, and reports.

use crate::memory::engine::{Answer, Wants};
use crate::memory::objects::CLOSED;
use crate::run::effect::reply::{DONE, NEVER, NOT_NOW};
use crate::run::state::State;
use crate::run::users::Use;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;

impl State {
    /// Does what an operation does after the memory has answered, and returns the reply for the thread.
    pub(super) fn follows(&mut self, thread: usize, op: Op, site: Site, answer: Answer) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        let done = u64::from(answer.value != 0);
        match op {
            Op::Lock(object) => self.has_taken(thread, object, number),
            Op::TryLock(object) | Op::Begin(object) if done == DONE => {
                self.has_taken(thread, object, number);
            }
            Op::Share(object) | Op::ShareBehind(object) => self.has_shared(thread, object, number),
            Op::TryShare(object) if done == DONE => self.has_shared(thread, object, number),
            Op::TryLock(_) | Op::TryShare(_) | Op::Begin(_) | Op::Look(_) => return done,
            Op::Complete(cell, filled) => {
                let lock = self.lock(cell);
                (lock.filled, lock.failed, lock.writer) = (filled, !filled, None);
                if filled && let Some(memory) = &mut self.memory {
                    let wants = memory.fills(thread, cell, site);
                    self.performs(wants, number);
                }
            }
            Op::Join(other) => self.of(other).joined.push((thread, number)),
            Op::Unpark(other) => self.of(other).token = true,
            Op::Park => self.of(thread).token = false,
            Op::ParkTimed => {
                if answer.wrote {
                    self.of(thread).token = false;
                }
                return u64::from(answer.wrote);
            }
            Op::Wait { condvar, mutex } => {
                let waiting = self.world.waiting.entry(condvar).or_default();
                waiting.push(thread);
                waiting.sort_unstable();
                self.of(thread).woken = None;
                self.lock(mutex).writer = None;
                self.quietly_unlocks(thread, mutex, Op::Unlock(mutex));
            }
            Op::Wake { condvar, .. } => {
                let notified = self.of(thread).woken.take().is_some();
                if let Some(waiting) = self.world.waiting.get_mut(&condvar) {
                    waiting.retain(|found| *found != thread);
                }
                return if notified { DONE } else { NOT_NOW };
            }
            Op::NotifyOne(condvar) => {
                let waiting = self.world.waiting.entry(condvar).or_default();
                let picked = answer.picked.map_or(0, |(picked, _)| picked);
                if picked < waiting.len() {
                    let woken = waiting.remove(picked);
                    self.of(woken).woken = Some(number);
                }
            }
            Op::NotifyAll(condvar) => {
                let waiting = std::mem::take(self.world.waiting.entry(condvar).or_default());
                for woken in waiting {
                    self.of(woken).woken = Some(number);
                }
            }
            Op::Send(_)
            | Op::Receive(_)
            | Op::TryReceive(_)
            | Op::CloseSender(_)
            | Op::CloseReceiver(_) => {
                return self.channel_follows(op, answer, number);
            }
            _ => {}
        }
        DONE
    }

    fn has_taken(&mut self, thread: usize, object: ObjectId, number: usize) {
        let lock = self.lock(object);
        (lock.writer, lock.since) = (Some(thread), number);
    }

    /// Takes notice of readers that may have to wait behind writers, which this memory does not have.
    pub(super) fn may_queue(&mut self, thread: usize, op: Op) {
        if op.may_wait() {
            self.may_wait(thread);
        }
        match op {
            Op::TryShare(object) => self.uses(thread, object, Use::ReadsAgain),
            Op::Share(object) | Op::ShareBehind(object) => {
                if self.of(thread).reads.contains(&object) {
                    self.uses(thread, object, Use::ReadsAgain);
                }
                self.uses(thread, object, Use::Reads);
            }
            _ => {}
        }
    }

    fn has_shared(&mut self, thread: usize, object: ObjectId, number: usize) {
        let lock = self.lock(object);
        lock.readers.push(thread);
        lock.read_since.push(number);
        self.of(thread).reads.push(object);
    }

    fn performs(&mut self, wants: Wants, step: usize) {
        let Some(memory) = &mut self.memory else { return };
        let done = memory.engine.perform(wants);
        memory.note(wants.thread, step);
        if let Err(refusal) = done {
            self.refused(refusal);
        }
    }

    fn channel_follows(&mut self, op: Op, answer: Answer, number: usize) -> u64 {
        let Some(object) = op.object() else { return DONE };
        let Some(channel) = self.world.channels.get_mut(&object) else { return DONE };
        match op {
            Op::Send(_) if answer.value & CLOSED != 0 => return NEVER,
            Op::Send(_) => channel.sent.push(number),
            Op::Receive(_) | Op::TryReceive(_) if answer.value == 0 => return NEVER,
            Op::Receive(_) | Op::TryReceive(_) => channel.received.push(number),
            Op::CloseSender(_) => {
                channel.senders = channel.senders.saturating_sub(1);
                channel.gone.push(number);
                if channel.senders == 0
                    && let Some(memory) = &mut self.memory
                {
                    let at = memory.place(object);
                    memory.engine.closed.insert(at);
                }
            }
            _ => channel.closed = true,
        }
        DONE
    }

    /// Says that a thread waits with a limit of time, where the memory is not sequentially consistent: it is over at
    /// any moment, or never.
    pub(crate) fn limits(&mut self, thread: usize) -> bool {
        if self.memory.is_none() {
            return false;
        }
        let late = self.choose(2) == 1;
        self.waits_until(thread, Some(late));
        late
    }
}
