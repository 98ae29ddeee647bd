//! Races: two steps of an execution that depend on each other and could be taken in the other order. They say which
//! other steps have to be taken (Flanagan and Godefroid 2005; Abdulla, Aronis, Jonsson, Sagonas 2014).

use reductio_search::{Accesses, Visibility};
use smallvec::SmallVec;

use crate::clock::Clock;
use crate::frame::Frame;
use crate::moves::{Move, Moves};

/// A step that a thread takes, or would like to take, at the end of an execution.
#[derive(Clone, Copy)]
pub(crate) struct Next<'a> {
    pub(crate) thread: usize,
    pub(crate) accesses: &'a Accesses,
    /// The clock of the steps that happen before the thread's last step.
    pub(crate) past: &'a Clock,
}

/// The numbers of the steps of the execution that race with a next one, the last first: they depend on it, may have
/// been enabled together with it, and nothing that happens before the next one lies between. `steps_of` are the numbers
/// of the steps of each thread.
pub(crate) fn races<S>(
    frames: &[Frame<S>],
    steps_of: &[Vec<usize>],
    next: Next<'_>,
) -> SmallVec<[usize; 8]> {
    // Of each thread only the last one that depends on the next step: the others happen before that one.
    let mut last: SmallVec<[(usize, usize); 8]> = SmallVec::new();
    for (thread, steps) in steps_of.iter().enumerate() {
        if thread == next.thread {
            continue;
        }
        for &number in steps.iter().rev() {
            if next.past.has(thread, number) {
                break;
            }
            let step = frames[number].step();
            if step.is_some_and(|step| step.accesses.may_race_with(next.accesses)) {
                last.push((number, thread));
                break;
            }
        }
    }
    last.sort_unstable_by(|one, two| two.cmp(one));
    let is_between = |&(number, thread): &(usize, usize)| {
        let later = last.iter().take_while(|(later, _)| *later > number);
        !later.into_iter().any(|(later, _)| frames[*later].clock.has(thread, number))
    };
    last.iter().filter(|found| is_between(found)).map(|(number, _)| *number).collect()
}

/// The threads that the rule of Flanagan and Godefroid would like to see taken before a step of the execution, which
/// races with a next one: the next one's thread, or one that does something in between that happens before it; all, if
/// none of these has an enabled step that did not sleep. Nothing is to be done if one of them is chosen already.
pub(crate) fn by_persistence<S>(frames: &[Frame<S>], number: usize, next: Next<'_>) -> u64 {
    let frame = &frames[number];
    let mut wanted: u64 = 1 << next.thread;
    for (later, between) in frames.iter().enumerate().skip(number + 1) {
        if let Some(step) = between.step()
            && next.past.has(step.thread, later)
        {
            wanted |= 1 << step.thread;
        }
    }
    // Where a thread's steps sleep, what races call for after them is found elsewhere, and not noted here.
    wanted &= frame.awake();
    match (wanted & frame.chosen, wanted) {
        (0, 0) => frame.enabled(),
        (0, _) if wanted & 1 << next.thread != 0 => 1 << next.thread,
        (0, _) => 1 << wanted.trailing_zeros(),
        _ => 0,
    }
}

/// The threads to be taken before a step of the execution that races with a next one, by source sets: none if a thread
/// is chosen already that can begin the execution in which the step is left out and the next one taken; otherwise one
/// that can. `None` where the next step's thread would have to wait in that execution.
pub(crate) fn by_source<M: Visibility>(
    moves: &Moves<'_, M>,
    frames: &[Frame<M::State>],
    number: usize,
    next: Next<'_>,
) -> Option<u64> {
    let frame = &frames[number];
    let racing = frame.step()?;
    // The steps after the one that is left out that do not depend on it, in the end.
    let mut state = frame.state.clone();
    let mut kept: Vec<(usize, usize)> = Vec::new();
    for (later, between) in frames.iter().enumerate().skip(number + 1) {
        if let Some(step) = between.step()
            && !between.clock.has(racing.thread, number)
        {
            state = replayed(moves, step, &state)?;
            kept.push((later, step.thread));
        }
    }
    let mut last = Vec::new();
    moves.of(next.thread, &state, &mut last).ok()?;
    let mut accesses = moves.waits(next.thread, &state);
    if last.is_empty() {
        return None;
    }
    for found in &last {
        accesses.extend(&found.accesses);
    }
    // A thread can begin if its first step does not depend on an earlier kept one.
    let (mut first, mut seen) = (0_u64, 0_u64);
    for &(later, thread) in &kept {
        if seen & 1 << thread != 0 {
            continue;
        }
        seen |= 1 << thread;
        let clock = &frames[later].clock;
        let is_before = |(earlier, other): &(usize, usize)| {
            *earlier < later && *other != thread && clock.has(*other, *earlier)
        };
        if !kept.iter().any(is_before) {
            first |= 1 << thread;
        }
    }
    if seen & 1 << next.thread == 0 {
        let depends = |(earlier, _): &(usize, usize)| {
            frames[*earlier].step().is_none_or(|step| !step.accesses.commutes_with(&accesses))
        };
        if !kept.iter().any(depends) {
            first |= 1 << next.thread;
        }
    }
    if first & frame.chosen != 0 {
        Some(0)
    } else if first & 1 << next.thread != 0 {
        Some(1 << next.thread)
    } else {
        Some(first & first.wrapping_neg())
    }
}

/// The state after a step is taken once more, from another state.
fn replayed<M: Visibility>(
    moves: &Moves<'_, M>,
    step: &Move<M::State>,
    state: &M::State,
) -> Option<M::State> {
    let mut state = state.clone();
    for number in &step.path {
        let mut after = None;
        moves.model.steps(step.thread, &state, |found, next| {
            if found == *number {
                after = Some(next.clone());
            }
        });
        state = after?;
    }
    Some(state)
}
