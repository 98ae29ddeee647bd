//! The compiled steps of generated systems against an evaluation that shares no code with them but expressions: a state
//! is a list of values there, and nothing is packed. All states that can be reached are compared, and what a search
//! looks for in them.

use std::collections::{HashSet, VecDeque};

use reductio_discipline::{Discipline, Packed};
use reductio_generate::Sketch;
use reductio_search::{FindingKind, Model, Query, Unreduced, search};
use reductio_system::{
    CellId, Failure, Memory, PackedState, Point, StepOutcome, System, Target, ThreadId, Transition,
    Value,
};

/// The values of all cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Values(Vec<Value>);

impl Memory for Values {
    fn read(&mut self, cell: CellId) -> Value {
        self.0[cell.index()]
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.0[cell.index()] = value;
    }
}

/// The values after a transition, and why its thread fails in it, if it does; none where it is disabled.
fn step(
    system: &System,
    (thread, transition): (ThreadId, &Transition),
    before: &Values,
) -> Option<(Values, Option<Failure>)> {
    let mut values = before.clone();
    let ended = match transition.guard().evaluate(&mut values) {
        Ok(0) => return None,
        Ok(_) => command(system, transition, &mut values),
        Err(_) if transition.is_otherwise() => return None,
        Err(failure) => Err(failure),
    };
    let owner = system.thread(thread);
    let arrive = |values: &mut Values, point: Point| values.0[thread.index()] = Value::from(point);
    match ended {
        Ok(point) => {
            arrive(&mut values, point);
            for &cell in owner.dead(point) {
                values.0[cell.index()] = system.cell(cell).domain().low();
            }
            Some((values, None))
        }
        Err(failure) => {
            let mut values = before.clone();
            arrive(&mut values, owner.failed_at(transition.start()).unwrap());
            Some((values, Some(failure)))
        }
    }
}

fn command(
    system: &System,
    transition: &Transition,
    values: &mut Values,
) -> Result<Point, Failure> {
    for assignment in transition.command() {
        let value = assignment.value.evaluate(values)?;
        let cell = assignment.target.cell(values)?;
        if !system.cell(cell).domain().has(value) {
            return Err(Failure::OutOfRange(value));
        }
        values.write(cell, value);
    }
    match transition.target() {
        Target::Point(point) => Ok(point),
        Target::Failed(failure) => Err(failure),
    }
}

fn packed(system: &System, values: &Values) -> PackedState {
    let mut state = system.layout().zero();
    for (index, value) in values.0.iter().enumerate() {
        system.layout().write(&mut state, CellId::new(index), *value);
    }
    state
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    states: usize,
    steps: usize,
    failures: usize,
    violations: usize,
    deadlocks: usize,
    goals: usize,
    interpreted: usize,
}

/// Compares all steps from all states that can be reached, then what a search counts and finds.
fn compare(system: &System, seed: u64, compared: &mut Compared) {
    let discipline = Discipline::new(system);
    let model = Packed::new(&discipline);
    let programs = system.programs();
    let cells = (0..system.cells().len()).map(CellId::new);
    let first = Values(cells.map(|cell| system.value(&system.initial(), cell)).collect());
    let mut seen = HashSet::from([first.clone()]);
    let mut pending = VecDeque::from([first]);
    let (mut steps, mut failures, mut broken, mut dead) = (0, HashSet::new(), HashSet::new(), 0);
    while let Some(values) = pending.pop_front() {
        let state = packed(system, &values);
        broken.extend((0..system.invariants().len()).filter(|number| {
            let claim = &system.invariants()[*number].predicate;
            claim.evaluate(&mut values.clone()) != Ok(1)
        }));
        let before = steps;
        for thread in system.thread_ids() {
            let point = Point::try_from(values.0[thread.index()]).unwrap();
            let owner = system.thread(thread);
            let mut found = Vec::new();
            model.steps(thread.index(), &state, |number, next| found.push((number, next.clone())));
            let mut found = found.into_iter();
            for number in owner.pending_numbers(point) {
                let mut next = PackedState::new();
                let outcome = programs.execute(system, thread, number, &state, &mut next);
                let transition = &owner.transitions()[number];
                let wanted = step(system, (thread, transition), &values);
                let Some((after, failure)) = wanted else {
                    assert_eq!(outcome, StepOutcome::Disabled, "seed {seed}: {transition:?}");
                    continue;
                };
                let wanted = failure.map_or(StepOutcome::Done, StepOutcome::Failed);
                assert_eq!(outcome, wanted, "seed {seed}: {transition:?} in {values:?}");
                let state_after = packed(system, &after);
                assert_eq!(next, state_after, "seed {seed}: {transition:?} in {values:?}");
                assert_eq!(found.next(), Some((number, next)), "seed {seed}");
                assert_eq!(model.has_failed(thread.index(), &state_after), failure.is_some());
                steps += 1;
                if let Some(failure) = failure {
                    failures.insert((thread.index(), Some(number), failure.kind()));
                }
                if seen.insert(after.clone()) {
                    pending.push_back(after);
                }
            }
            assert_eq!(found.next(), None, "seed {seed}");
        }
        let at = |thread: ThreadId| Point::try_from(values.0[thread.index()]).unwrap();
        let rests = |thread| system.thread(thread).may_rest(at(thread));
        // Where a thread has failed, that is what is told.
        let fails = |thread| system.thread(thread).is_failed(at(thread));
        let mut threads = system.thread_ids();
        let is_fine = system.thread_ids().all(rests) || threads.any(fails);
        dead += usize::from(before == steps && !is_fine);
    }
    let query = Query { keep_going: true, discipline: false, ..Query::default() };
    let found = search(&model, &Unreduced, &query);
    assert_eq!((found.states, found.transitions), (seen.len(), steps as u64), "seed {seed}");
    let (mut failed, mut violated) = (HashSet::new(), HashSet::new());
    for finding in &found.findings {
        match finding.kind {
            FindingKind::Failure { thread, step, reason } => {
                failed.insert((thread, step, reason));
            }
            FindingKind::Invariant(number) => {
                violated.insert(number);
            }
            _ => {}
        }
    }
    assert_eq!((failed, violated), (failures.clone(), broken.clone()), "seed {seed}");
    let has_deadlock = found.findings.iter().any(|it| it.kind == FindingKind::Deadlock);
    assert_eq!(has_deadlock, dead > 0, "seed {seed}");
    for (number, goal) in system.reachable().iter().enumerate() {
        let is_met = seen.iter().any(|it| goal.predicate.evaluate(&mut it.clone()) == Ok(1));
        assert_eq!(found.goals[number], is_met, "seed {seed}");
        compared.goals += 1;
    }
    compared.states += seen.len();
    compared.steps += steps;
    compared.failures += failures.len();
    compared.violations += broken.len();
    compared.deadlocks += usize::from(dead > 0);
    compared.interpreted += programs.interpreted();
}

fn compare_all(first: u64, many: u64) {
    let mut compared = Compared::default();
    for seed in first..first + many {
        let sketch = match seed % 3 {
            0 => Sketch::random(seed),
            1 => Sketch::with_classes(seed),
            _ => Sketch::with_properties(seed),
        };
        let system = sketch.build().unwrap();
        let system = if seed % 2 == 0 { system.forgetting() } else { system };
        compare(&system, seed, &mut compared);
    }
    println!("{many} systems from seed {first}: {compared:?}");
    let many = usize::try_from(many).unwrap();
    assert!(compared.states > many * 20 && compared.steps > many * 40, "{compared:?}");
    assert!(compared.failures > many / 10 && compared.deadlocks > many / 10, "{compared:?}");
    assert_eq!(compared.interpreted, 0, "{compared:?}");
}

#[test]
fn compiled_steps_are_those_of_the_interpreter() {
    compare_all(1, 300);
}

#[test]
#[ignore = "some minutes"]
fn compiled_steps_are_those_of_the_interpreter_in_20_000_systems() {
    compare_all(1_000_000, 20_000);
}
