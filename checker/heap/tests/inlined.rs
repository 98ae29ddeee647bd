//! Inlined programs against runs: every step of every thread follows an edge.

use crate::support;
use reductio_heap::{HeapError, Inlined, Limits, StatementId};
use reductio_programs::generate::{Draw, random};
use reductio_programs::{Bounds, ENTRY, Fresh, Machine, Program, ThreadId, parse_program};

/// Runs a program at random and follows its threads. Returns the number of steps.
fn follow(program: &Program, inlined: &Inlined, seed: u64, most: usize) -> usize {
    let machine = Machine::new(program, Bounds::default());
    let mut state = machine.initial();
    let mut draw = Draw::new(seed);
    for step in 0..most {
        let threads = (0..u32::try_from(state.threads.len()).unwrap()).map(ThreadId);
        let ready: Vec<ThreadId> =
            threads.filter(|thread| machine.choices(&state, *thread) > 0).collect();
        let Some(thread) = ready.get(draw.below(ready.len())).copied() else { return step };
        let before = inlined.statement_of(state.thread(thread).unwrap()).unwrap();
        assert_eq!(Some(inlined.statement(before).place), state.thread(thread).unwrap().place());
        let choice = draw.below(machine.choices(&state, thread));
        let event = machine.step(&mut state, thread, choice, &Fresh).unwrap();
        let after = state.thread(thread).unwrap();
        if event.has_ended || event.wrong.is_some() || event.halted.is_some() {
            continue;
        }
        let after = inlined.statement_of(after).unwrap();
        assert!(
            after == before || is_after(program, inlined, before, after),
            "{}: from {:?} to {:?}",
            program.name(),
            inlined.statement(before),
            inlined.statement(after)
        );
    }
    most
}

/// Whether there is a way by jumps.
fn is_after(program: &Program, inlined: &Inlined, from: StatementId, to: StatementId) -> bool {
    let mut open: Vec<StatementId> = inlined.successors(from).collect();
    let mut seen = Vec::new();
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if !seen.contains(&at) && program.instruction(inlined.statement(at).place).is_jump() {
            seen.push(at);
            open.extend(inlined.successors(at));
        }
    }
    false
}

#[test]
fn the_threads_of_java_programs_follow_edges() {
    let mut declined = Vec::new();
    let (mut steps, mut followed) = (0, 0);
    for name in support::java_names() {
        let program = support::java(&name, &[]);
        match Inlined::new(&program, &Limits::default()) {
            Ok(inlined) => {
                followed += 1;
                steps += follow(&program, &inlined, 7, 1_500);
            }
            Err(error @ (HeapError::Recursive { .. } | HeapError::TooManyStatements { .. })) => {
                declined.push(format!("{name}: {}", error.told(&program)));
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
    println!("{followed} programs, {steps} steps; declined: {declined:#?}");
    assert!(followed >= 120 && steps > 20_000);
}

#[test]
fn the_threads_of_random_programs_follow_edges() {
    let mut steps = 0;
    for seed in 0..300 {
        let source = random(seed).to_string();
        let program = parse_program(&source, "random", ENTRY).unwrap();
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        steps += follow(&program, &inlined, seed, 60);
    }
    assert!(steps > 3_000, "{steps} steps");
}
