//! Races: two steps that depend on each other and could come in the other order. Each says of another execution
//! how it begins (Flanagan and Godefroid 2005; Abdulla, Aronis, Jonsson, Sagonas 2014).

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::search::access::{Accesses, ObjectId, Touch, ordered};
use crate::search::clock::Clock;
use crate::search::event::{Event, Spun};
use crate::search::op::Op;
use crate::search::wakeup::{After, Planned};

/// A step that was taken, or would be taken if the thread did not have to wait.
#[derive(Clone, Copy)]
pub(crate) struct Next<'a> {
    pub(crate) thread: usize,
    pub(crate) op: Op,
    /// The touches of the operation.
    pub(crate) accesses: &'a [(ObjectId, Touch)],
    pub(crate) past: &'a Clock,
    pub(crate) choices: &'a [(u32, u32)],
    pub(crate) spun: Option<&'a Spun>,
}

/// The permits that semaphores have at the begin, and the messages that channels have room for.
pub(crate) type Sizes = FxHashMap<ObjectId, u32>;

/// The executions in which a step comes before one that it races with: for each such race the number of the other step,
/// and the steps that come from there. Two steps race if they depend on each other, the later one would not have to
/// wait, and nothing lies between that happens before it and races with it. `threads` are those that took steps.
pub(crate) fn reversals<'a>(
    trace: &'a [Event],
    next: Next<'_>,
    sizes: &Sizes,
    threads: &[usize],
) -> Vec<(usize, Vec<Planned<'a>>)> {
    let mut found: Vec<(usize, Vec<Planned<'a>>)> = Vec::new();
    let mut done: SmallVec<[usize; 8]> = SmallVec::new();
    let others = threads.iter().filter(|thread| **thread != next.thread).count();
    for (number, event) in trace.iter().enumerate().rev() {
        if done.len() >= others {
            break;
        }
        let thread = event.thread;
        if thread == next.thread || done.contains(&thread) {
            continue;
        }
        if next.past.has(thread, number) {
            done.push(thread);
        } else if conflicts(event, next.accesses)
            && !found.iter().any(|(later, _)| trace[*later].clock.has(thread, number))
        {
            // What the next step only waited for hides nothing: before it, there may be one that it races with.
            let sequence = reversal(trace, number, next, sizes);
            if sequence.is_some() || mutants::is(Mutant::Hidden) {
                done.push(thread);
            }
            found.extend(sequence.map(|sequence| (number, sequence)));
        }
    }
    found
}

fn conflicts(event: &Event, accesses: &[(ObjectId, Touch)]) -> bool {
    accesses.iter().any(|(object, touch)| {
        event.accesses.iter().any(|(other, second)| object == other && second.conflicts(*touch))
    })
}

/// The execution that goes as far as before the step `racing`, then leaves out this step and all that depends on it,
/// and ends with the next one: as a sequence of steps after the common begin. `None` if the next one would have to
/// wait.
fn reversal<'a>(
    trace: &'a [Event],
    racing: usize,
    next: Next<'_>,
    sizes: &Sizes,
) -> Option<Vec<Planned<'a>>> {
    // Steps that were possible only since nothing else could go on are left out, and what depends on them.
    let tired: SmallVec<[usize; 4]> =
        (racing + 1..trace.len()).filter(|number| trace[*number].tired).collect();
    let is_tired =
        |clock: &Clock| tired.iter().any(|tired| clock.has(trace[*tired].thread, *tired));
    if is_tired(next.past) {
        return None;
    }
    let mut left_out: SmallVec<[usize; 2]> = SmallVec::from_elem(racing, 1);
    loop {
        let (kept, gone) = kept(trace, racing, &left_out, &tired);
        if gone.iter().any(|number| next.past.has(trace[*number].thread, *number)) {
            return None;
        }
        if could_run(next, steps(trace, racing, &kept), sizes) {
            return Some(planned(trace, &kept, next));
        }
        // A writer waits for all readers: those that stay are left out as well.
        let reader = reader(trace, &kept, next)?;
        if next.past.has(trace[reader].thread, reader) {
            return None;
        }
        left_out.push(reader);
    }
}

/// Steps after a race, by their numbers.
type Later = SmallVec<[usize; 16]>;

/// The steps before a race, and some that come after it.
fn steps<'a>(
    trace: &'a [Event],
    racing: usize,
    later: &[usize],
) -> impl Iterator<Item = (usize, &'a Event)> {
    (0..racing).chain(later.iter().copied()).map(|number| (number, &trace[number]))
}

/// The steps that are after a race and depend on none of those that are left out, and on none that was possible only
/// since nothing else could go on. Then the steps of threads that had spun and for which nothing has
/// changed without those that are left out: they go as well, with what depends on them.
fn kept(
    trace: &[Event],
    racing: usize,
    left_out: &[usize],
    tired: &[usize],
) -> (Later, SmallVec<[usize; 2]>) {
    let is_after = |clock: &Clock, numbers: &[usize]| {
        numbers.iter().any(|number| clock.has(trace[*number].thread, *number))
    };
    let mut kept = Later::new();
    let mut gone: SmallVec<[usize; 2]> = SmallVec::new();
    for (number, event) in trace.iter().enumerate().skip(racing) {
        let clock = &event.clock;
        if is_after(clock, left_out) || is_after(clock, tired) || is_after(clock, &gone) {
            continue;
        }
        let is_woken = event.spun.as_deref().is_none_or(|spun| {
            let steps = steps(trace, racing, &kept);
            is_changed(event.thread, spun, steps) || mutants::is(Mutant::Woken)
        });
        if is_woken {
            kept.push(number);
        } else {
            gone.push(number);
        }
    }
    (kept, gone)
}

/// Whether some steps changed for a thread what it had looked at.
fn is_changed<'a>(
    thread: usize,
    (objects, since): &Spun,
    mut steps: impl Iterator<Item = (usize, &'a Event)>,
) -> bool {
    steps.any(|(number, event)| {
        let changes =
            |(object, touch): &(ObjectId, Touch)| objects.contains(object) && touch.changes();
        number >= *since && event.thread != thread && event.accesses.iter().any(changes)
    })
}

/// The last one of some steps in which a thread takes a lock as a reader, and does not give it back, if an operation
/// wants to write there. Who becomes a writer is no reader that it waits for.
fn reader(trace: &[Event], kept: &[usize], next: Next<'_>) -> Option<usize> {
    let (Op::Lock(lock) | Op::Upgrade { lock, .. }) = next.op else { return None };
    let mut gone: SmallVec<[usize; 4]> = SmallVec::new();
    for number in kept.iter().rev().copied() {
        let event = &trace[number];
        if event.thread == next.thread {
            continue;
        }
        for (_, touch) in event.accesses.iter().rev().filter(|(object, _)| *object == lock) {
            match touch {
                Touch::Unshare => gone.push(event.thread),
                Touch::Share => match gone.iter().position(|thread| *thread == event.thread) {
                    Some(place) => _ = gone.swap_remove(place),
                    None => return Some(number),
                },
                _ => {}
            }
        }
    }
    None
}

/// The sequence of the steps that are kept after a race, and the next one.
fn planned<'a>(trace: &'a [Event], kept: &[usize], next: Next<'_>) -> Vec<Planned<'a>> {
    let plan = |number: &usize| {
        let event = &trace[*number];
        Planned {
            number: *number,
            thread: event.thread,
            accesses: Cow::Borrowed(&event.accesses),
            choices: event.choices.iter().map(|(picked, _)| *picked).collect(),
            after: After::Clock(Cow::Borrowed(&event.clock)),
        }
    };
    let mut sequence = Vec::with_capacity(kept.len() + 1);
    sequence.extend(kept.iter().map(plan));
    // What the next step does there is not known: all that it may do.
    let accesses: Accesses = next.op.may(next.thread);
    let is_before = |number: &usize| {
        let event = &trace[*number];
        next.past.has(event.thread, *number) || ordered(&event.accesses, &accesses)
    };
    let after = After::Numbers(kept.iter().copied().filter(is_before).collect());
    let choices = next.choices.iter().map(|(picked, _)| *picked).collect();
    let number = trace.len();
    let accesses = Cow::Owned(accesses);
    sequence.push(Planned { number, thread: next.thread, accesses, choices, after });
    sequence
}

/// Decides whether an operation would not have to wait after some of the steps of an execution.
pub(crate) fn could_run<'a>(
    next: Next<'_>,
    kept: impl Iterator<Item = (usize, &'a Event)>,
    sizes: &Sizes,
) -> bool {
    if next.spun.is_none() && !next.op.may_wait() {
        return true;
    }
    let own = ObjectId::of_thread(next.thread);
    let lock = match next.op {
        Op::Lock(o) | Op::Share(o) | Op::ShareBehind(o) | Op::Begin(o) => Some(o),
        Op::ShareRight { lock, .. } | Op::Upgrade { lock, .. } => Some(lock),
        Op::Filled { cell, .. } => Some(cell),
        Op::Wake { mutex, .. } => Some(mutex),
        _ => None,
    };
    let right = if let Op::ShareRight { right, .. } = next.op { Some(right) } else { None };
    let mut rights = 0_i64;
    let watched = lock.or(next.op.object());
    let (mut writers, mut readers, mut count, mut token) = (0_i64, 0_i64, 0_i64, false);
    let (mut woken, mut closed, mut changed) = (false, false, false);
    for (number, event) in kept {
        if event.thread == next.thread {
            woken = false;
        }
        woken |= event.woke.contains(&next.thread);
        for (object, touch) in &event.accesses {
            if let Some((objects, since)) = next.spun {
                let is_other = number >= *since && event.thread != next.thread;
                changed |= is_other && objects.contains(object) && touch.changes();
            }
            if Some(*object) == watched {
                match touch {
                    Touch::Acquire => writers += 1,
                    Touch::Release => writers -= 1,
                    Touch::Share => readers += 1,
                    Touch::Unshare => readers -= 1,
                    Touch::Up | Touch::Send => count += 1,
                    Touch::Down | Touch::Receive => count -= 1,
                    Touch::CloseReceiver => closed = true,
                    _ => {}
                }
            }
            if Some(*object) == right {
                match touch {
                    Touch::Acquire => rights += 1,
                    Touch::Release => rights -= 1,
                    _ => {}
                }
            }
            if *object == own {
                match touch {
                    Touch::Unpark => token = true,
                    Touch::Park => token = false,
                    _ => {}
                }
            }
        }
    }
    let is_free = writers == 0 && readers == 0;
    let has_changed = next.spun.is_none() || changed;
    let size = |o| i64::from(sizes.get(&o).copied().unwrap_or(0));
    has_changed
        && match next.op {
            Op::Lock(_) => is_free,
            Op::Share(_) | Op::ShareBehind(_) | Op::Begin(_) | Op::Filled { .. } => writers == 0,
            Op::ShareRight { .. } => writers == 0 && rights == 0,
            // The reader who has the right is one of them.
            Op::Upgrade { .. } => writers == 0 && readers == 1,
            Op::Wake { timed, .. } => is_free && (woken || timed),
            Op::Down(o) => count + size(o) > 0,
            Op::Receive(_) => count > 0,
            Op::Send(o) => closed || !sizes.contains_key(&o) || count < size(o).max(1),
            Op::Park => token,
            _ => true,
        }
}
