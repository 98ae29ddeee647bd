//! The relation *might be the first to interfere* of operations: tables for each kind of object (S1 figure 3, restored
//! and extended).

use reductio_search::Access;

/// The state of an object that two threads are about to touch, as the tables ask for it. Of a lock or monitor it is
/// told for the pair: of the thread that stays, and of the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// A variable.
    Variable,
    /// A lock, or a monitor.
    Lock {
        /// The owner of the lock.
        owner: Owner,
        /// Tells whether the thread that stays is in the wait set: it is at the second half of its `wait`.
        waits: bool,
        /// Tells whether the other thread is in the wait set.
        other_waits: bool,
        /// Tells whether all threads of the system are in the wait set.
        all_wait: bool,
    },
    /// A semaphore or a queue.
    Filled {
        /// The value, or the length.
        value: i32,
        /// The greatest one.
        most: i32,
    },
}

/// The owner of a lock, as two threads see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Nobody.
    Free,
    /// The thread that stays.
    One,
    /// The other thread.
    Other,
    /// A third thread.
    Third,
}

/// Decides whether an operation of another thread might be the first to interfere with the operation `stays` of a
/// thread that takes no steps: from the object's state there are operations of threads other than that one, of which
/// none but the last depends on `stays` in the state in which it is performed, and the last is `comes`, by the other
/// thread (`stays` ▷ `comes`; S1 section 6). Whether the threads come to perform such operations is not asked.
/// Operations that fail since their thread does not own the lock never interfere; they are left to the caller. Where a
/// kind of operation does not belong to the kind of object, the answer is yes, if one of the two can change it.
///
/// ```
/// use reductio_search::Access;
/// use reductio_selective::{Object, Owner, might_interfere};
///
/// let lock = |owner| Object::Lock { owner, waits: false, other_waits: false, all_wait: false };
/// let is_first = |owner| might_interfere(&lock(owner), Access::Acquire, Access::Acquire);
/// // While a third thread owns the lock, its release comes before the other's acquire.
/// assert!(is_first(Owner::Free) && !is_first(Owner::Third) && !is_first(Owner::Other));
/// ```
pub fn might_interfere(object: &Object, stays: Access, comes: Access) -> bool {
    match *object {
        Object::Lock { owner, waits, other_waits, all_wait } => {
            match (kind(stays), kind(comes)) {
                (Kind::Elsewhere, _) | (_, Kind::Elsewhere) => stays.depends_on(comes),
                // Nobody else can do anything about an operation that does not wait.
                (Kind::Free | Kind::Still, _) | (_, Kind::Still) => false,
                (Kind::Take, Kind::Take) => owner == Owner::Free && !waits && !other_waits,
                // Others may take the lock, and notify the thread, before it matters to the thread that the lock is
                // free; but somebody must be left who takes it.
                (Kind::Take, Kind::Free) if waits => !(owner == Owner::Free && all_wait),
                (Kind::Take, Kind::Free) => owner == Owner::Other,
            }
        }
        Object::Filled { value, most } => match (stays, comes) {
            (Access::Down, Access::Down) | (Access::Receive, Access::Receive) => value > 0,
            (Access::Up, Access::Up) | (Access::Send, Access::Send) => value < most,
            (Access::Up, Access::Down) | (Access::Send, Access::Receive) => value == most,
            (Access::Receive, Access::Send) => value == 0,
            // Others may fill the semaphore up first, and `up` fails where it is full.
            (Access::Down, Access::Up) => true,
            _ => stays.depends_on(comes),
        },
        Object::Variable => stays.depends_on(comes),
    }
}

/// The kinds of operations on a lock, as far as the table tells them apart.
enum Kind {
    /// `acquire`, and the second half of `wait`.
    Take,
    /// `release`, and the first half of `wait`.
    Free,
    /// The owner stays as it is.
    Still,
    /// An operation on another kind of object.
    Elsewhere,
}

fn kind(access: Access) -> Kind {
    match access {
        Access::Acquire | Access::Borrow | Access::EndWait => Kind::Take,
        Access::Release | Access::StartWait => Kind::Free,
        Access::Notify | Access::Watch => Kind::Still,
        Access::Read
        | Access::Write
        | Access::Down
        | Access::Up
        | Access::Send
        | Access::Receive => Kind::Elsewhere,
    }
}
