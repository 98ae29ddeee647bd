//! Built-in operations on locks, monitors, semaphores and queues: their kinds and objects.

use super::expression::{Failure, Memory, Place};
use super::ids::{CellId, VariableId};

/// A kind of built-in operation (S1 section 3.3). Tables of which operations depend on each other are indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OperationKind {
    /// `acquire` of a lock: blocks while another thread owns it.
    Acquire,
    /// `release` of a lock.
    Release,
    /// The first half of `wait`: the thread joins the wait set and gives the lock up.
    StartWait,
    /// The second half of `wait`: blocks until the thread was notified and the lock is free, and takes the lock.
    EndWait,
    /// `notify` of a monitor: one waiting thread leaves the wait set.
    Notify,
    /// `notifyAll` of a monitor: every thread leaves the wait set.
    NotifyAll,
    /// `try` of a lock: takes it if that would not block, and never blocks. Where it takes the lock and where it does
    /// not are two transitions.
    TryAcquire,
    /// `signal` of a monitor: one waiting thread leaves the wait set, whoever owns the lock.
    Signal,
    /// `broadcast` of a monitor: every thread leaves the wait set, whoever owns the lock.
    Broadcast,
    /// `down` of a semaphore: blocks at zero.
    Down,
    /// `up` of a semaphore.
    Up,
    /// `send` to a queue: blocks while it is full.
    Send,
    /// `receive` from a queue: blocks while it is empty.
    Receive,
    /// A user's own operation on a semaphore or queue; nothing is known of it.
    Custom,
}

impl OperationKind {
    /// All kinds.
    pub const ALL: [OperationKind; 14] = [
        OperationKind::Acquire,
        OperationKind::Release,
        OperationKind::StartWait,
        OperationKind::EndWait,
        OperationKind::Notify,
        OperationKind::NotifyAll,
        OperationKind::TryAcquire,
        OperationKind::Signal,
        OperationKind::Broadcast,
        OperationKind::Down,
        OperationKind::Up,
        OperationKind::Send,
        OperationKind::Receive,
        OperationKind::Custom,
    ];

    /// Tells whether the operation needs the lock and never blocks: `release`, `notify`, `notifyAll`, the first half of
    /// `wait`, and their failures where the thread does not own the lock. By `SyncWithoutLock` (S1 section 3.3) these
    /// commute with what other threads do to the lock, so they may be invisible; but for those that another operation
    /// [may see](Self::may_see) without the lock.
    pub fn needs_lock(self) -> bool {
        matches!(
            self,
            OperationKind::Release
                | OperationKind::StartWait
                | OperationKind::Notify
                | OperationKind::NotifyAll
        )
    }

    /// Decides whether the operation, by a thread that does not own the lock, may see or undo one that needs the lock:
    /// its end, or where it leads, may depend on which of the two is first. `try` sees whether the lock is free;
    /// `signal` and `broadcast` see and empty the wait set. What owners do leaves the rest of the lock alone: `notify`
    /// does not make it free, and `release` wakes nobody.
    pub fn may_see(self, other: OperationKind) -> bool {
        match self {
            OperationKind::TryAcquire => {
                matches!(other, OperationKind::Release | OperationKind::StartWait)
            }
            OperationKind::Signal | OperationKind::Broadcast => matches!(
                other,
                OperationKind::StartWait | OperationKind::Notify | OperationKind::NotifyAll
            ),
            _ => false,
        }
    }
}

/// A built-in operation that a transition performs. Where the operation fails instead, that is a transition of its own,
/// with an operation of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub(super) kind: OperationKind,
    pub(super) variable: VariableId,
    pub(super) object: Option<Place>,
}

impl Operation {
    /// The kind of the operation.
    pub fn kind(&self) -> OperationKind {
        self.kind
    }

    /// The variable that holds the lock, semaphore or queue, and the others of its array.
    pub fn variable(&self) -> VariableId {
        self.variable
    }

    /// The first cell of the lock, semaphore or queue, which stands for it: two operations are on one object when these
    /// cells are equal. None for a [`OperationKind::Custom`] one, which may touch every object of its variable.
    pub fn place(&self) -> Option<&Place> {
        self.object.as_ref()
    }

    /// The first cell of the object in a state; none where every object of the variable may be meant.
    ///
    /// # Errors
    /// [`Failure::NoElement`], or the failure of an index: the transition fails then.
    pub fn object<M: Memory>(&self, memory: &mut M) -> Result<Option<CellId>, Failure> {
        self.object.as_ref().map(|place| place.cell(memory)).transpose()
    }
}
