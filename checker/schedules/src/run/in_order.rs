//! Operations that graphs have no rule for, in executions that are drawn by chance, or repeated: those on one object
//! come one after the other, each after all that came before it, as changes of one location by `AcqRel` do.
//!
//! So an execution that is drawn is one that C11's memory has, but not each of these is drawn: nobody finds such an
//! object as it was before, and everybody learns of all who used it.

use crate::memory::engine::{Request, Wants};
use crate::memory::weak::Part;
use crate::run::effect::reply::DONE;
use crate::run::slot::{Ending, Seen};
use crate::run::state::State;
use crate::search::access::ObjectId;
use crate::search::driver::Driver;
use crate::search::event::Site;
use crate::search::op::Op;

impl State {
    /// Tells whether what graphs have no rule for can be done.
    pub(crate) fn is_in_order(&self) -> bool {
        let is_one = matches!(self.driver, Driver::Sample(_) | Driver::Replay(_));
        self.memory.is_some() && self.given_up.is_none() && is_one
    }

    /// Decides whether it may be seen, under a memory that is not sequentially consistent, what others may see.
    pub(super) fn may_see(&self, seen: Seen) -> bool {
        let is_known =
            matches!(seen, Seen::End | Seen::Crowd(_) | Seen::Drops(_) | Seen::Counts(_));
        self.is_in_order() && is_known
    }

    /// The question that an operation is to the memory, if it comes after all others on its object.
    pub(super) fn wants_in_order(&mut self, thread: usize, op: Op, site: Site) -> Option<Wants> {
        if !self.is_in_order() || !self.has_no_rule(op) {
            return None;
        }
        let State { memory, world, .. } = self;
        let memory = memory.as_mut()?;
        let object = match op {
            Op::Finish => ObjectId::of_thread(thread),
            _ => op.object()?,
        };
        let request = match op {
            Op::TryReceive(o) | Op::Receive(o) => match world.channels.get(&o)? {
                channel if channel.bound.is_some() => None,
                channel if channel.messages() > 0 || channel.senders == 0 => {
                    let number = channel.received.len();
                    Some(Request::Receive { at: memory.place(o), number })
                }
                _ => None,
            },
            Op::Filled { cell, .. } if world.locks.get(&cell).is_some_and(|lock| lock.filled) => {
                Some(Request::Find(memory.place(cell)))
            }
            _ => None,
        };
        let in_order = || Request::InOrder(memory.place_of(object, Part::Order));
        let request = request.unwrap_or_else(in_order);
        Some(Wants { thread, request, site: Some(site) })
    }

    /// Decides whether graphs have no rule for an operation.
    fn has_no_rule(&self, op: Op) -> bool {
        let has_bound = |o| self.world.channels.get(&o).is_some_and(|it| it.bound.is_some());
        match op {
            Op::Send(o) | Op::Receive(o) | Op::CloseSender(o) | Op::CloseReceiver(o) => {
                has_bound(o)
            }
            Op::Look(o) => !self.is_cell(o),
            Op::Up(..)
            | Op::Down(_)
            | Op::TryDown(_)
            | Op::Count(_)
            | Op::TrySend(_)
            | Op::Taken(..)
            | Op::Offer(_)
            | Op::TryReceive(_)
            | Op::Arrive(_)
            | Op::Pass(..)
            | Op::Lead(_)
            | Op::IsFinished(_)
            | Op::Finish
            | Op::Handle(..)
            | Op::Filled { forced: false, .. } => true,
            _ => false,
        }
    }

    /// Decides whether a thread can do now what it is about to do.
    pub(super) fn can_weak(&self, wants: &Wants) -> bool {
        let Some(memory) = &self.memory else { return false };
        let op = self.threads.get(&wants.thread).and_then(|slot| slot.pending);
        let is_enabled = || op.is_some_and(|(op, _)| self.world.is_enabled(wants.thread, op));
        memory.engine.can(wants) && (!matches!(wants.request, Request::InOrder(_)) || is_enabled())
    }

    /// Does what an operation does that comes after all others on its object. The reply for the thread.
    pub(super) fn does_in_order(&mut self, thread: usize, op: Op) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        if let Some(memory) = &mut self.memory {
            memory.in_order = memory.in_order.or(Some(op.words()));
        }
        let reply = self.effect(thread, op, number);
        if let Some(event) = self.trace.last_mut() {
            (event.visible, event.reply) = (event.accesses.len(), reply);
        }
        reply
    }

    /// A writer becomes a reader, and nobody writes in between.
    pub(crate) fn quietly_downgrades(&mut self, thread: usize, lock: ObjectId) -> u64 {
        if !self.is_in_order() {
            self.end(Ending::Declined("downgrade a lock"));
            return DONE;
        }
        let Some(at) = self.memory.as_mut().map(|memory| memory.place(lock)) else { return DONE };
        self.quietly_asks(thread, Request::Unlock(at));
        self.quietly_asks(thread, Request::Share(at)).value
    }
}
