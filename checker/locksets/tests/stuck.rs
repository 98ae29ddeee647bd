//! Threads that are stuck for ever: from each state, for each thread, everything that can come is looked at once more.

use std::collections::{BTreeSet, HashSet};

use crate::random;
use reductio_locksets::{Options, stuck};
use reductio_programs::{
    Bounds, ENTRY, Failure, Fresh, Machine, Place, Program, State, Status, ThreadId, Wrong,
    generate, parse_program,
};

const SEED: u64 = 23_2026;

const BOUNDS: Bounds = Bounds {
    threads: 6,
    objects: 12,
    frames: 256,
    elements: 1 << 16,
    choices: 1 << 16,
    text: 1 << 14,
};

/// The states after a step, with the threads that took them; `None` if a bound is met. Threads keep their numbers.
fn steps(machine: &Machine<'_>, state: &State) -> Option<Vec<(ThreadId, State)>> {
    let mut out = Vec::new();
    for thread in (0..u32::try_from(state.threads.len()).unwrap()).map(ThreadId) {
        for choice in 0..machine.choices(state, thread) {
            let mut next = state.clone();
            let event = machine.step(&mut next, thread, choice, &Fresh).unwrap();
            if event.halted.is_some() {
                return None;
            }
            out.push((thread, next.canonical_heap().0));
        }
    }
    Some(out)
}

/// Whether some thread has gone wrong, but for those that have thrown something: they are over, as if they had ended.
fn is_broken(state: &State) -> bool {
    Failure::of(state).any(|failure| failure.wrong != Wrong::Uncaught)
}

/// Whether a thread comes to move from a state, or somebody goes wrong, or nobody can move any more.
fn comes_to_move(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    let mut seen = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        let next = steps(machine, &state).unwrap();
        let moves = next.iter().any(|(other, _)| *other == thread);
        if moves || next.is_empty() || is_broken(&state) {
            return true;
        }
        open.extend(
            next.into_iter().map(|(_, next)| next).filter(|next| seen.insert(next.clone())),
        );
    }
    false
}

/// The instructions at which some thread can be stuck for ever; `None` if there is too much to look at.
fn places(program: &Program, most: usize) -> Option<BTreeSet<Place>> {
    let machine = Machine::new(program, BOUNDS);
    let first = machine.initial().canonical_heap().0;
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        for (_, next) in steps(&machine, &state)? {
            if seen.insert(next.clone()) {
                if seen.len() > most {
                    return None;
                }
                open.push(next);
            }
        }
    }
    let mut out = BTreeSet::new();
    for state in &seen {
        for (number, thread) in (0..).zip(&state.threads) {
            let waits = matches!(
                thread.status,
                Status::Running | Status::Waiting { .. } | Status::Notified { .. }
            );
            let Some(place) = thread.place().filter(|_| waits) else { continue };
            if !out.contains(&place) && !comes_to_move(&machine, state, ThreadId(number)) {
                out.insert(place);
            }
        }
    }
    Some(out)
}

#[test]
fn random_programs() {
    println!("seed {SEED}");
    let options = Options { bounds: BOUNDS, ..Options::default() };
    let (mut compared, mut with_stuck) = (0, 0);
    for seed in SEED.. {
        if compared == 400 {
            break;
        }
        let program = if seed % 3 == 0 {
            parse_program(&generate::random(seed).to_string(), "random", ENTRY).unwrap()
        } else {
            random::program(seed, seed.is_multiple_of(2))
        };
        let Some(wanted) = places(&program, 400) else { continue };
        compared += 1;
        with_stuck += usize::from(!wanted.is_empty());
        let found = stuck(&program, &options).expect("it is small");
        assert_eq!(found.len(), wanted.len(), "seed {seed}: {wanted:?} instead of {found:?}");
        for one in &found {
            let last = one.run.steps.last();
            assert!(last.is_none_or(|step| step.event.halted.is_none()), "seed {seed}");
        }
    }
    println!("{compared} programs, in {with_stuck} a thread can be stuck");
    assert!(with_stuck >= 20, "{with_stuck}");
}

#[test]
fn a_program_that_makes_objects_for_ever_has_an_answer() {
    let text = "
thread main {
  a := new Lock; b := new Lock
  fork one; fork two
  loop { n := new Node; n.next := a }
}
thread one { acquire a; acquire b; release b; release a }
thread two { acquire b; acquire a; release a; release b }";
    let program = parse_program(text, "makes", ENTRY).unwrap();
    let found = stuck(&program, &Options::default()).unwrap();
    let names: BTreeSet<String> =
        found.iter().map(|one| one.run.thread_name(&program, one.thread)).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["one", "two"]);
}
