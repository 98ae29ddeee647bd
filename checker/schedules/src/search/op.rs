//! Operations that threads stop before: a scheduling point each.

use smallvec::smallvec;

use crate::search::access::{Accesses, ObjectId, Touch};

/// An operation of a thread on one of the handles of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// Adds one.
    Clone,
    /// Drops one, and the value with the last one.
    Drop,
    /// Asks how many there are.
    Look,
    /// Takes the value if there is no other one.
    Unwrap,
    /// Adds one if the value is still there.
    Upgrade,
}

/// An operation that a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "parking_lot"),
    expect(dead_code, reason = "only locks of `parking_lot` are upgraded")
)]
pub(crate) enum Op {
    /// A new thread runs up to its first operation.
    Start,
    Lock(ObjectId),
    Share(ObjectId),
    /// Says that it waits to write, where readers may have to wait behind it.
    Queue(ObjectId),
    /// Takes a lock as a reader, after the writers that waited before.
    ShareBehind(ObjectId),
    TryLock(ObjectId),
    TryShare(ObjectId),
    /// Takes a lock as the one reader who may become a writer, and the right to become one; perhaps after the writers
    /// that waited before.
    ShareRight {
        lock: ObjectId,
        right: ObjectId,
        behind: bool,
    },
    TryShareRight {
        lock: ObjectId,
        right: ObjectId,
    },
    /// Gives both back, where somebody may see it.
    UnshareRight {
        lock: ObjectId,
        right: ObjectId,
    },
    /// The reader who has the right becomes a writer, when there is no other reader.
    Upgrade {
        lock: ObjectId,
        right: ObjectId,
    },
    TryUpgrade {
        lock: ObjectId,
        right: ObjectId,
    },
    /// Looks at a lock or a cell that is filled once, without waiting.
    Look(ObjectId),
    /// Gives a lock back, where somebody may see whether it is free.
    Unlock(ObjectId),
    Unshare(ObjectId),
    /// Begins to fill a cell that is filled once, or finds it filled.
    Begin(ObjectId),
    /// Waits until a cell is filled; unless it is forced to, also until an attempt has failed.
    Filled {
        cell: ObjectId,
        forced: bool,
    },
    /// A writer becomes a reader, where somebody may see whether the lock is free.
    Downgrade(ObjectId),
    /// The cell is filled, or the attempt has failed.
    Complete(ObjectId, bool),
    Load(ObjectId),
    Store(ObjectId),
    /// Reads and perhaps writes an atomic.
    Update(ObjectId),
    /// Gives the mutex back and begins to wait.
    Wait {
        condvar: ObjectId,
        mutex: ObjectId,
    },
    /// Goes on after waiting, with the mutex.
    Wake {
        condvar: ObjectId,
        mutex: ObjectId,
        timed: bool,
    },
    NotifyOne(ObjectId),
    NotifyAll(ObjectId),
    Up(ObjectId, u32),
    Down(ObjectId),
    TryDown(ObjectId),
    Count(ObjectId),
    Send(ObjectId),
    TrySend(ObjectId),
    /// Waits until the message, the one with this number, is taken.
    Taken(ObjectId, u32),
    /// Is ready to take a message from a sender that waits for that.
    Offer(ObjectId),
    Receive(ObjectId),
    TryReceive(ObjectId),
    CloseSender(ObjectId),
    CloseReceiver(ObjectId),
    Arrive(ObjectId),
    /// Waits for the others of the same round.
    Pass(ObjectId, u32),
    /// Asks who leads a round.
    Lead(ObjectId),
    Park,
    ParkTimed,
    Unpark(usize),
    Join(usize),
    IsFinished(usize),
    /// Does something with a handle of a value that is held together.
    Handle(ObjectId, Handle),
    /// The thread ends, where somebody may see whether it has ended.
    Finish,
    /// The thread has nothing to do.
    Yield,
}

impl Op {
    /// All that the operation may do, whatever state it is executed in.
    pub(crate) fn may(self, thread: usize) -> Accesses {
        let own = ObjectId::of_thread;
        match self {
            Op::Lock(o) | Op::Begin(o) => smallvec![(o, Touch::Acquire)],
            Op::Downgrade(o) => smallvec![(o, Touch::Release), (o, Touch::Share)],
            Op::Filled { cell: o, .. } | Op::Share(o) | Op::ShareBehind(o) => {
                smallvec![(o, Touch::Share)]
            }
            Op::Queue(o) => smallvec![(o, Touch::Queue), (o, Touch::Peek)],
            Op::TryLock(o) | Op::TryShare(o) => {
                smallvec![(o, Touch::Acquire), (o, Touch::Peek)]
            }
            Op::ShareRight { lock, right, .. } => {
                smallvec![(lock, Touch::Share), (right, Touch::Acquire)]
            }
            Op::TryShareRight { lock, right } => smallvec![
                (lock, Touch::Share),
                (lock, Touch::Peek),
                (right, Touch::Acquire),
                (right, Touch::Peek)
            ],
            Op::UnshareRight { lock, right } => {
                smallvec![(lock, Touch::Unshare), (right, Touch::Release)]
            }
            Op::Upgrade { lock, right } => {
                smallvec![(lock, Touch::Unshare), (lock, Touch::Acquire), (right, Touch::Release)]
            }
            Op::TryUpgrade { lock, right } => smallvec![
                (lock, Touch::Unshare),
                (lock, Touch::Acquire),
                (lock, Touch::Peek),
                (right, Touch::Release)
            ],
            Op::Look(o) => smallvec![(o, Touch::Peek)],
            Op::Unlock(o) | Op::Complete(o, _) => smallvec![(o, Touch::Release)],
            Op::Unshare(o) => smallvec![(o, Touch::Unshare)],
            Op::Load(o) => smallvec![(o, Touch::Read)],
            Op::Store(o) | Op::Update(o) | Op::Lead(o) => smallvec![(o, Touch::Write)],
            Op::Wait { condvar, mutex } => {
                smallvec![(condvar, Touch::Await), (mutex, Touch::Release)]
            }
            Op::Wake { mutex, timed: false, .. } => smallvec![(mutex, Touch::Acquire)],
            Op::Wake { condvar, mutex, timed: true } => {
                smallvec![(mutex, Touch::Acquire), (condvar, Touch::Withdraw)]
            }
            Op::NotifyOne(o) | Op::NotifyAll(o) => smallvec![(o, Touch::Notify)],
            Op::Up(o, _) => smallvec![(o, Touch::Up)],
            Op::Down(o) => smallvec![(o, Touch::Down)],
            Op::TryDown(o) => smallvec![(o, Touch::Down), (o, Touch::Count)],
            Op::Count(o) => smallvec![(o, Touch::Count)],
            Op::Send(o) => smallvec![(o, Touch::Send)],
            Op::TrySend(o) => smallvec![(o, Touch::Send), (o, Touch::Room)],
            Op::Offer(o) => smallvec![(o, Touch::Offer)],
            Op::Receive(o) => smallvec![(o, Touch::Receive)],
            Op::TryReceive(o) => smallvec![(o, Touch::Receive), (o, Touch::Poll)],
            Op::CloseSender(o) => smallvec![(o, Touch::CloseSender)],
            Op::CloseReceiver(o) => smallvec![(o, Touch::CloseReceiver)],
            Op::Arrive(o) => smallvec![(o, Touch::Crowd)],
            Op::Park => smallvec![(own(thread), Touch::Park)],
            Op::ParkTimed => smallvec![(own(thread), Touch::Park), (own(thread), Touch::NoToken)],
            Op::Unpark(other) => smallvec![(own(other), Touch::Unpark)],
            Op::IsFinished(other) => smallvec![(own(other), Touch::LookAtEnd)],
            Op::Finish => smallvec![(own(thread), Touch::Finish)],
            Op::Handle(o, Handle::Clone) => smallvec![(o, Touch::Grow)],
            Op::Handle(o, Handle::Drop) => smallvec![(o, Touch::Shrink), (o, Touch::Last)],
            Op::Handle(o, Handle::Look) => smallvec![(o, Touch::Holders)],
            Op::Handle(o, Handle::Unwrap) => smallvec![(o, Touch::Holders), (o, Touch::Last)],
            Op::Handle(o, Handle::Upgrade) => smallvec![(o, Touch::Revive)],
            Op::Start | Op::Taken(..) | Op::Pass(..) | Op::Join(_) | Op::Yield => smallvec![],
        }
    }

    /// Tells whether the operation may have to wait for another thread.
    pub(crate) fn may_wait(self) -> bool {
        matches!(
            self,
            Op::Lock(_)
                | Op::Share(_)
                | Op::ShareBehind(_)
                | Op::ShareRight { .. }
                | Op::Upgrade { .. }
                | Op::Begin(_)
                | Op::Filled { .. }
                | Op::Wake { .. }
                | Op::Down(_)
                | Op::Send(_)
                | Op::Taken(..)
                | Op::Receive(_)
                | Op::Pass(..)
                | Op::Park
                | Op::Join(_)
        )
    }

    /// The operation in words that name no object.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Op::Start => "start",
            Op::Lock(_) => "lock",
            Op::Share(_) | Op::ShareBehind(_) => "lock for reading",
            Op::ShareRight { .. } | Op::TryShareRight { .. } => "lock for reading, and to upgrade",
            Op::Upgrade { .. } | Op::TryUpgrade { .. } => "upgrade a lock",
            Op::TryLock(_) | Op::TryShare(_) => "try to lock",
            Op::Look(_) => "look at a lock or a cell",
            Op::Unlock(_) | Op::Unshare(_) | Op::UnshareRight { .. } => "unlock",
            Op::Begin(_) => "begin to fill a cell",
            Op::Complete(..) => "have filled a cell",
            Op::Load(_) => "read an atomic",
            Op::Store(_) => "write an atomic",
            Op::Update(_) => "change an atomic",
            Op::Wait { .. } => "wait at a condition variable",
            Op::Wake { .. } => "go on after it waited at a condition variable",
            Op::NotifyOne(_) | Op::NotifyAll(_) => "notify",
            Op::Up(..) => "add to a semaphore",
            Op::Down(_) | Op::TryDown(_) => "take from a semaphore",
            Op::Count(_) => "count a semaphore",
            Op::Send(_) | Op::TrySend(_) => "send",
            Op::Taken(..) => "have its message taken",
            Op::Offer(_) | Op::Receive(_) | Op::TryReceive(_) => "receive",
            Op::CloseSender(_) => "drop a sender",
            Op::CloseReceiver(_) => "drop a receiver",
            Op::Arrive(_) | Op::Pass(..) | Op::Lead(_) => "come to a barrier",
            Op::Park | Op::ParkTimed => "park",
            Op::Unpark(_) => "unpark a thread",
            Op::Join(_) => "join a thread",
            Op::IsFinished(_) => "ask whether a thread has ended",
            Op::Finish => "end",
            Op::Yield => "give way",
            Op::Queue(_) => "come to a lock",
            Op::Downgrade(_) => "downgrade a lock",
            Op::Filled { .. } => "wait until a cell is filled",
            Op::Handle(..) => "do something with a handle",
        }
    }

    /// The object that the operation is about.
    pub(crate) fn object(self) -> Option<ObjectId> {
        match self {
            Op::Lock(o)
            | Op::Share(o)
            | Op::Queue(o)
            | Op::Downgrade(o)
            | Op::Filled { cell: o, .. }
            | Op::ShareBehind(o)
            | Op::TryLock(o)
            | Op::TryShare(o)
            | Op::ShareRight { lock: o, .. }
            | Op::TryShareRight { lock: o, .. }
            | Op::UnshareRight { lock: o, .. }
            | Op::Upgrade { lock: o, .. }
            | Op::TryUpgrade { lock: o, .. }
            | Op::Look(o)
            | Op::Unlock(o)
            | Op::Unshare(o)
            | Op::Begin(o)
            | Op::Complete(o, _)
            | Op::Load(o)
            | Op::Store(o)
            | Op::Update(o)
            | Op::Wait { condvar: o, .. }
            | Op::Wake { condvar: o, .. }
            | Op::NotifyOne(o)
            | Op::NotifyAll(o)
            | Op::Up(o, _)
            | Op::Down(o)
            | Op::TryDown(o)
            | Op::Count(o)
            | Op::Send(o)
            | Op::TrySend(o)
            | Op::Taken(o, _)
            | Op::Offer(o)
            | Op::Receive(o)
            | Op::TryReceive(o)
            | Op::CloseSender(o)
            | Op::CloseReceiver(o)
            | Op::Arrive(o)
            | Op::Pass(o, _)
            | Op::Lead(o)
            | Op::Handle(o, _) => Some(o),
            Op::Unpark(thread) | Op::Join(thread) | Op::IsFinished(thread) => {
                Some(ObjectId::of_thread(thread))
            }
            Op::Start | Op::Park | Op::ParkTimed | Op::Finish | Op::Yield => None,
        }
    }
}
