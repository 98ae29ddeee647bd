//! Persistent sets from what the threads may still do (Godefroid 1996; Algorithm 2 of S1 section 6.1, without a
//! discipline).

use std::cell::Cell;

use reductio_search::{Accesses, Visibility};

use crate::ahead::Ahead;
use crate::foresight::closure;
use crate::moves::{MOST_THREADS, Move, Moves};
use crate::selection::Granularity;

/// The threads whose enabled transitions are a *persistent set* in a state: whatever the other threads do from there,
/// nothing of it depends on these transitions. A search that takes only them meets the same deadlocks. The model has at
/// most 64 threads.
///
/// From each thread with an enabled transition the set is closed under "may be the first to interfere"; of the closures
/// the first with the fewest enabled transitions is taken. Cost: at most the cube of the number of threads, for each
/// comparison of accesses.
pub fn persistent_threads<M: Visibility>(model: &M, ahead: &Ahead, state: &M::State) -> Vec<usize> {
    let granularity = Granularity::Transition;
    let moves = Moves { model, granularity, accesses: true, borrows: false, cancel: None };
    let mut enabled = Vec::new();
    for thread in 0..model.threads() {
        // Single transitions need not be put together, which is what could fail.
        let _ = moves.of(thread, state, &mut enabled);
    }
    let chosen = threads(&moves, ahead, state, &enabled, 0);
    (0..model.threads()).filter(|thread| chosen & 1 << thread != 0).collect()
}

/// The threads, by bit, whose enabled steps are a persistent set in a state. `enabled` are all enabled steps.
pub(crate) fn threads<M: Visibility>(
    moves: &Moves<'_, M>,
    ahead: &Ahead,
    state: &M::State,
    enabled: &[Move<M::State>],
    awake: u64,
) -> u64 {
    let model = moves.model;
    let count = model.threads();
    // What each thread is about to do, enabled or not, and what it may do from here on.
    let about: Vec<Accesses> = (0..count)
        .map(|thread| {
            let mut about = moves.waits(thread, state);
            for found in enabled.iter().filter(|found| found.thread == thread) {
                about.extend(&found.accesses);
            }
            about
        })
        .collect();
    let may = |thread| ahead.from(thread, model.point(thread, state));
    let interfering = |thread: usize| {
        let is_one = |other: &usize| *other != thread && !about[thread].commutes_with(may(*other));
        (0..count).filter(is_one).fold(0, |all, other| all | 1 << other)
    };
    smallest(enabled, awake, interfering)
}

/// The threads, by bit, of the first closure under interference with the fewest enabled steps, from any thread with an
/// enabled step. If there is one with one of the threads `awake`, it has one.
pub(crate) fn smallest<S>(
    enabled: &[Move<S>],
    awake: u64,
    interfering: impl Fn(usize) -> u64,
) -> u64 {
    // What interferes with a thread is asked for once.
    let known: [Cell<Option<u64>>; MOST_THREADS] = [const { Cell::new(None) }; MOST_THREADS];
    let interfering = |thread: usize| {
        let found = known[thread].get().unwrap_or_else(|| interfering(thread));
        known[thread].set(Some(found));
        found
    };
    let all = enabled.iter().fold(0_u64, |all, found| all | 1 << found.thread);
    let starts = (0..MOST_THREADS).filter(|thread| all & 1 << thread != 0);
    let steps = |set: &u64| enabled.iter().filter(|found| set & 1 << found.thread != 0).count();
    let is_asleep = |set: &u64| set & awake == 0;
    let closures = starts.map(|first| closure(first, interfering));
    closures.min_by_key(|set| (is_asleep(set), steps(set))).unwrap_or(0)
}
