//! The locks of `std` inside ours: whoever has a lock in the search finds it free.

use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use crate::run::context::current;

/// How often a thread that unwinds at the end of an execution tries to get a lock that another one holds, before it is
/// left behind.
const PATIENCE: usize = 500;

/// Takes a lock of `std`: outside of a search by waiting. A thread that unwinds at the end of an execution does not
/// wait for ever for one that is stopped.
pub(crate) fn locked<G>(
    mut tries: impl FnMut() -> TryLockResult<G>,
    waits: impl FnOnce() -> LockResult<G>,
) -> LockResult<G> {
    match tries() {
        Ok(guard) => return Ok(guard),
        Err(TryLockError::Poisoned(error)) => return Err(error),
        Err(TryLockError::WouldBlock) => {}
    }
    let Some(context) = current() else { return waits() };
    for _ in 0..PATIENCE {
        context.execution.pause(context.me);
        match tries() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {}
        }
    }
    context.execution.stay()
}

/// Makes our guard of one of `std`, poisoned or not.
pub(crate) fn map_guard<G, H>(guard: LockResult<G>, make: impl FnOnce(G) -> H) -> LockResult<H> {
    match guard {
        Ok(guard) => Ok(make(guard)),
        Err(error) => Err(PoisonError::new(make(error.into_inner()))),
    }
}

/// Gives a lock of `std` back. A thread that only unwinds since the execution `is_over` poisons nothing: destructors of
/// others may lock and unwrap.
pub(crate) fn unpoisoned<G>(
    is_over: bool,
    is_poisoned: impl Fn() -> bool,
    clear: impl FnOnce(),
    guard: G,
) {
    let was = is_poisoned();
    drop(guard);
    if is_over && !was && is_poisoned() {
        clear();
    }
}
