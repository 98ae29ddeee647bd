//! The history variable looks at states, with all pending accesses, and not at the steps that are taken. These tests
//! show why.

use reductio_discipline::Discipline;
use reductio_generate::{
    Action, LockKind, PredicateSketch, Read, Sketch, StepSketch, ThreadSketch, ValueSketch,
    VariableRef,
};
use reductio_relations::systems::Hypothesis;
use reductio_system::Fairness;

use super::naive::{self, Reading};

/// A system in which t0 may write x and does, and t1 waits for x to be false, without access.
fn reader_without_access() -> Sketch {
    let x = VariableRef::Data(0);
    let write = vec![(x, ValueSketch::Constant(true))];
    let one = |points, end, action| ThreadSketch {
        points,
        end: (points > 1).then_some(points - 1),
        locals: 0,
        steps: vec![StepSketch { start: 0, end, action }],
        fairness: Fairness::Unfair,
    };
    Sketch {
        threads: vec![
            one(2, 1, Action::Plain { guard: Vec::new(), assignments: write }),
            one(1, 0, Action::Plain { guard: vec![(x, false)], assignments: Vec::new() }),
        ],
        flags: 0,
        locks: 0,
        lock_kind: LockKind::Plain,
        semaphores: Vec::new(),
        classes: Vec::new(),
        objects: vec![vec![PredicateSketch::of(Read::Point(0), [0]), PredicateSketch::default()]],
        invariants: Vec::new(),
        goals: Vec::new(),
        properties: Vec::new(),
    }
}

fn failing(sketch: &Sketch, reading: Reading) -> Vec<Hypothesis> {
    let system = sketch.build().unwrap();
    let discipline = Discipline::new(&system);
    assert_eq!(discipline.outside().count(), 0);
    let initial = naive::initial(&system);
    let q = reading == Reading::States && naive::is_bad(&discipline, &initial);
    let space = naive::space(&discipline, vec![(initial, q)], reading);
    let relations = naive::relations(&space, system.threads().len()).unwrap();
    Hypothesis::ALL.into_iter().filter(|hypothesis| !relations.holds(*hypothesis)).collect()
}

/// t1's guard reads x: a step of t1 violates the discipline, but if t0 writes first, t1 makes no step.
#[test]
fn counting_only_the_steps_that_are_taken_breaks_17() {
    let sketch = reader_without_access();
    assert_eq!(failing(&sketch, Reading::Steps), [Hypothesis::H17]);
    assert_eq!(failing(&sketch, Reading::States), []);
}

/// Such systems are not rare.
#[test]
fn generated_systems_break_16_or_17_when_only_steps_count() {
    let mut counts = [0; 2];
    for seed in 0..4_000 {
        let sketch = Sketch::tiny(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        if discipline.outside().next().is_some() {
            continue;
        }
        let initial = naive::initial(&system);
        let readings = [Reading::States, Reading::Steps];
        for (reading, count) in readings.into_iter().zip(&mut counts) {
            let q = reading == Reading::States && naive::is_bad(&discipline, &initial);
            let space = naive::space(&discipline, vec![(initial.clone(), q)], reading);
            let Some(relations) = naive::relations(&space, system.threads().len()) else {
                continue;
            };
            let fails = [Hypothesis::H16, Hypothesis::H17].iter().any(|h| !relations.holds(*h));
            *count += usize::from(fails);
        }
    }
    println!("with states {}, with steps {}", counts[0], counts[1]);
    assert!(counts[0] == 0 && counts[1] > 20, "{counts:?}");
}
