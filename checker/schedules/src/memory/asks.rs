//! The questions that the operations of threads are to a memory.

use std::sync::atomic::Ordering;

use crate::memory::engine::{Request, Wants};
use crate::memory::graph::{Change, Manner};
use crate::memory::objects::CLOSED;
use crate::memory::weak::{Part, Weak};
use crate::run::world::World;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;

/// An operation that is `SeqCst` and orders nothing.
fn silent(manner: Manner, with: fn(u64, u64) -> u64, operand: u64) -> Change {
    let order = Ordering::SeqCst;
    Change { manner, expected: None, with, operand, success: order, failure: order }
}

/// The bits of a number without the one that comes after so many others.
fn without(bits: u64, number: u64) -> u64 {
    let mut above = bits;
    for _ in 0..number {
        above &= above.wrapping_sub(1);
    }
    bits & !(above & above.wrapping_neg())
}

impl Weak {
    /// The request of a thread that is about to do an operation. `None` if this memory does not have it. `is_cell` says
    /// that the object is filled once.
    pub(crate) fn wants(
        &mut self,
        thread: usize,
        (op, site): (Op, Site),
        world: &World,
        is_cell: bool,
    ) -> Option<Wants> {
        let request = match op {
            Op::Start => Request::Begin(self.parents.get(&thread).copied()),
            Op::Lock(object) => Request::Lock(self.place(object)),
            Op::Share(object) | Op::ShareBehind(object) => Request::Share(self.place(object)),
            Op::TryLock(object) => Request::Try { at: self.place(object), shares: false },
            Op::TryShare(object) => Request::Try { at: self.place(object), shares: true },
            Op::Begin(cell) => Request::Begins(self.place(cell)),
            Op::Complete(cell, true) => Request::Fill(self.place(cell)),
            Op::Complete(cell, false) => Request::Unlock(self.place(cell)),
            Op::Filled { cell, forced: true } => Request::Find(self.place(cell)),
            Op::Look(cell) if is_cell => {
                Request::Load { at: self.place_of(cell, Part::Filled), order: Ordering::Acquire }
            }
            Op::Park | Op::ParkTimed | Op::Unpark(_) => self.token(thread, op)?,
            Op::Wait { condvar, .. } => {
                let at = self.place(condvar);
                let set = |bits: u64, bit: u64| bits | 1 << bit;
                let change = silent(Manner::Silent, set, bit_of(thread)?);
                Request::Update { at, change }
            }
            Op::Wake { condvar, .. } => {
                let at = self.place(condvar);
                let unset = |bits: u64, bit: u64| bits & !(1 << bit);
                match self.late.get(&thread) {
                    Some(true) => {
                        let change = silent(Manner::Silent, unset, bit_of(thread)?);
                        Request::Update { at, change }
                    }
                    timed => Request::Woken { at, timed: timed.is_some() },
                }
            }
            Op::NotifyOne(condvar) => {
                let change = silent(Manner::Picks(0), without, 0);
                Request::Update { at: self.place(condvar), change }
            }
            Op::NotifyAll(condvar) => {
                let change = silent(Manner::Silent, |_, _| 0, 0);
                Request::Update { at: self.place(condvar), change }
            }
            Op::Send(_) | Op::Receive(_) | Op::CloseSender(_) | Op::CloseReceiver(_) => {
                self.channel(op, world)?
            }
            Op::Join(other) => Request::Join(other),
            Op::Load(_) | Op::Store(_) | Op::Update(_) => self.requests.get(thread).copied()??,
            _ => return None,
        };
        Some(Wants { thread, request, site: Some(site) })
    }

    /// The token of a thread: `unpark` sets it and releases, `park` takes it and acquires.
    fn token(&mut self, thread: usize, op: Op) -> Option<Request> {
        let (of, set, waits) = match op {
            Op::Unpark(other) => (other, true, false),
            Op::Park => (thread, false, true),
            Op::ParkTimed => (thread, false, false),
            _ => return None,
        };
        let change = Change {
            manner: if waits { Manner::Waits } else { Manner::Plain },
            expected: (!set).then_some(1),
            with: |_, new| new,
            operand: u64::from(set),
            success: if set { Ordering::Release } else { Ordering::Acquire },
            failure: Ordering::Relaxed,
        };
        Some(Request::Update { at: self.place(ObjectId::of_thread(of)), change })
    }

    fn channel(&mut self, op: Op, world: &World) -> Option<Request> {
        let object = op.object()?;
        let channel = world.channels.get(&object)?;
        let at = self.place(object);
        let more = |count: u64, _| count + u64::from(count & CLOSED == 0);
        let change = match op {
            // Where there is a bound, who sends may have to wait for room.
            Op::Send(_) if channel.bound.is_some() => return None,
            Op::Send(_) => silent(Manner::Sends, more, 0),
            Op::CloseReceiver(_) => silent(Manner::Silent, |count, _| count | CLOSED, 0),
            Op::CloseSender(_) => return Some(Request::Close(at)),
            _ => return Some(Request::Receive { at, number: channel.received.len() }),
        };
        Some(Request::Update { at, change })
    }

    /// The store of who fills a cell, for those who look at it.
    pub(crate) fn fills(&mut self, thread: usize, cell: ObjectId, site: Site) -> Wants {
        let at = self.place_of(cell, Part::Filled);
        let request = Request::Store { at, order: Ordering::Release, value: 1 };
        Wants { thread, request, site: Some(site) }
    }
}

/// The bit of a thread, if there are not too many.
fn bit_of(thread: usize) -> Option<u64> {
    u64::try_from(thread).ok().filter(|thread| *thread < 64)
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_of_the_bits_is_taken() {
        let all = (0..3).map(|number| super::without(0b10_1100, number));
        assert_eq!(all.collect::<Vec<_>>(), [0b10_1000, 0b10_0100, 0b00_1100]);
    }
}
