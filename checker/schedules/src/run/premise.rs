//! The watch over the premise of DRF-SC, in an execution: which operations the theorem speaks about, and the accesses.

use std::sync::atomic::Ordering;

use crate::mutants::{self, Mutant};
use crate::run::drf::{Kind, Use};
use crate::run::slot::{Ending, Seen};
use crate::run::state::State;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::{Handle, Op};

/// An operation that the theorem does not speak about, or whose C11 order is not known.
fn outside(op: Op) -> Option<&'static str> {
    match op {
        Op::TryLock(_) | Op::TryShare(_) if mutants::is(Mutant::TriesInside) => None,
        Op::TryLock(_)
        | Op::TryShare(_)
        | Op::TryShareRight { .. }
        | Op::TryUpgrade { .. }
        | Op::Look(_)
        | Op::Up(..)
        | Op::Down(_)
        | Op::TryDown(_)
        | Op::Count(_)
        | Op::TrySend(_)
        | Op::TryReceive(_)
        | Op::ParkTimed
        | Op::IsFinished(_) => Some(op.words()),
        Op::Handle(_, Handle::Look) => Some("look at the number of handles of an `Arc`"),
        Op::Handle(_, Handle::Unwrap) => {
            Some("take a value out of an `Arc`, if nobody else has it")
        }
        Op::Handle(_, Handle::Upgrade) => Some("upgrade a handle of an `Arc`"),
        Op::Start
        | Op::Lock(_)
        | Op::Share(_)
        | Op::Queue(_)
        | Op::ShareBehind(_)
        | Op::ShareRight { .. }
        | Op::UnshareRight { .. }
        | Op::Upgrade { .. }
        | Op::Unlock(_)
        | Op::Unshare(_)
        | Op::Begin(_)
        | Op::Filled { .. }
        | Op::Downgrade(_)
        | Op::Complete(..)
        | Op::Load(_)
        | Op::Store(_)
        | Op::Update(_)
        | Op::Wait { .. }
        | Op::Wake { .. }
        | Op::NotifyOne(_)
        | Op::NotifyAll(_)
        | Op::Send(_)
        | Op::Taken(..)
        | Op::Offer(_)
        | Op::Receive(_)
        | Op::CloseSender(_)
        | Op::CloseReceiver(_)
        | Op::Arrive(_)
        | Op::Pass(..)
        | Op::Lead(_)
        | Op::Park
        | Op::Unpark(_)
        | Op::Join(_)
        | Op::Handle(_, Handle::Clone | Handle::Drop)
        | Op::Finish
        | Op::Yield => None,
    }
}

impl State {
    /// Says that clocks are needed: the search begins again with them.
    pub(crate) fn needs_orders(&mut self) {
        if self.rules.watches && !self.drf.is_on() && self.given_up.is_none() {
            self.sees(Seen::Orders);
        }
    }

    /// Watches an operation that is about to be done.
    pub(crate) fn watches(&mut self, thread: usize, op: Op, site: Site) {
        if !self.rules.watches {
            return;
        }
        match op {
            // To look whether a cell is filled is to read what who fills it writes.
            Op::Look(cell) if self.is_cell(cell) => {
                self.needs_orders();
                let order = Some(Ordering::Acquire);
                self.orders(cell, Use { thread, kind: Kind::Read, order, site });
            }
            Op::Unpark(_) => self.needs_orders(),
            Op::Complete(cell, true) if self.drf.is_on() && self.given_up.is_none() => {
                let order = Some(Ordering::Release);
                self.drf.uses(cell, Use { thread, kind: Kind::Write, order, site });
            }
            _ if self.drf.outside.is_none() => self.drf.outside = outside(op),
            _ => {}
        }
    }

    /// Decides whether an object is filled once.
    pub(super) fn is_cell(&self, object: ObjectId) -> bool {
        let made = self.objects.get(&object);
        made.is_some_and(|made| matches!(made.kind, "Once" | "OnceLock" | "LazyLock"))
    }

    /// Says that neither the theorem nor a memory has what a thread does.
    pub(crate) fn is_outside(&mut self, what: &'static str) {
        if self.memory.is_some() {
            self.end(Ending::Declined(what));
        } else if self.rules.watches {
            self.drf.outside.get_or_insert(what);
        }
    }

    /// A thread has accessed an atomic.
    pub(crate) fn orders(&mut self, object: ObjectId, used: Use) {
        if let Some(order) = used.order.filter(|_| self.drf.is_on() && self.given_up.is_none()) {
            self.drf.atomic(object, used, order);
        }
    }
}
