//! The next one to go on among the coroutines that this thread of the operating system carries.

use std::cell::Cell;

thread_local! {
    static NEXT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Says who goes on when the coroutine that runs gives way.
pub(crate) fn set_next(thread: Option<usize>) {
    NEXT.set(thread);
}

/// Takes what [`set_next`] said last.
pub(crate) fn take_next() -> Option<usize> {
    NEXT.take()
}
