//! Threads that wait for themselves: tokens, time, and giving way.

use std::time::Duration;

use crate::run::context::{current, here};
use crate::search::event::Site;
use crate::search::op::Op;

/// Waits for this thread's token, and takes it. In a search it does not return without one.
#[track_caller]
pub fn park() {
    let site = here();
    match current() {
        Some(context) => _ = context.step(Op::Park, site),
        None => std::thread::park(),
    }
}

/// Waits for this thread's token, or until the time is over: in a search it is over as soon as the thread looks and
/// finds none.
#[track_caller]
pub fn park_timeout(time: Duration) {
    let site = here();
    match current() {
        Some(context) => _ = context.step(Op::ParkTimed, site),
        None => std::thread::park_timeout(time),
    }
}

/// Waits for this thread's token, or until so many milliseconds are over.
#[deprecated(note = "as in `std`: use `park_timeout`")]
#[track_caller]
pub fn park_timeout_ms(time: u32) {
    park_timeout(Duration::from_millis(u64::from(time)));
}

/// Waits for so many milliseconds: in a search they are over at once.
#[deprecated(note = "as in `std`: use `sleep`")]
#[track_caller]
pub fn sleep_ms(time: u32) {
    sleep(Duration::from_millis(u64::from(time)));
}

/// Says that the thread has nothing to do. In a search it is a step after which others go on first, if they can; a
/// thread that says so in a loop in which it only looks at things is taken to wait until one of them changes.
#[track_caller]
pub fn yield_now() {
    if !gives_way(here()) {
        std::thread::yield_now();
    }
}

/// Waits for some time: in a search it is over at once.
#[track_caller]
pub fn sleep(time: Duration) {
    if !gives_way(here()) {
        std::thread::sleep(time);
    }
}

fn gives_way(site: Site) -> bool {
    let Some(context) = current() else { return false };
    if context.is_weak() {
        // It says nothing about what is read.
        return true;
    }
    context.step(Op::Yield, site);
    true
}
