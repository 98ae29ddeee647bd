//! The next one to go on among the coroutines that this thread of the operating system carries.

use std::cell::Cell;

/// A thread that goes on, and the reply of its operation; none if the execution is over.
pub(crate) type Next = (usize, Option<u64>);

thread_local! {
    static NEXT: Cell<Option<Next>> = const { Cell::new(None) };
}

/// Says who goes on when the coroutine that runs gives way.
pub(crate) fn set_next(next: Option<Next>) {
    NEXT.set(next);
}

/// Takes what [`set_next`] said last.
pub(crate) fn take_next() -> Option<Next> {
    NEXT.take()
}
