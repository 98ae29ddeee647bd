//! The knowledge that a thread of a search has of the others.

use crate::run::context::current;
use crate::run::slot::Seen;

/// The vector clock of the thread that asks: how many of the things that each thread has done happen before what this
/// one does next, by the number of the thread (`usize::from` of its [`ThreadId`](crate::thread::ThreadId)). A thing
/// that is done is an operation, or another thread that is started. It is the same in all schedules of a class. Outside
/// of a search, it is empty.
///
/// ```
/// use reductio_schedules::{explore, sync::{Arc, Mutex}, thread};
///
/// explore(|| {
///     let is_done = Arc::new(Mutex::new(false));
///     let other = Arc::clone(&is_done);
///     thread::spawn(move || *other.lock().unwrap() = true);
///     let is_done = is_done.lock().unwrap();
///     let knows = thread::clock().get(1).is_some_and(|done| *done > 0);
///     assert_eq!(*is_done, knows);
/// });
/// ```
///
/// A search begins again when this is called the first time, since clocks are kept only where they are asked for.
pub fn clock() -> Vec<u32> {
    let Some(context) = current() else { return Vec::new() };
    let clock = context.checked(|state| {
        // What follows may depend on who asks.
        state.talk += 1;
        state.sees(Seen::Clocks);
        state.happens.start();
        state.is_outside("ask for a clock");
        let threads = state.threads.iter().last().map_or(0, |(thread, _)| thread + 1);
        state.happens.told(context.me, threads)
    });
    clock.unwrap_or_default()
}

/// Decides whether clocks are kept since the execution began, since a thread of this one or of one before has asked for
/// [`clock`].
pub fn has_clocks() -> bool {
    let Some(context) = current() else { return false };
    context.quietly(|state| state.keeps_clocks()).unwrap_or(false)
}
