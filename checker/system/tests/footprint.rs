//! A transition is a computation that touches cells, and nothing else than what it touches matters to it: the five
//! properties that the footprint argument of `reductio_discipline::local` uses. Each is tried in all valuations, for
//! every kind of operation and for statements of all kinds.
//!
//! The touched cells are told by a memory of these tests, to which guard and command are given. What the transition
//! does is told by `System::execute`, which works on packed states and evaluates compiled guards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_system::{
    CellId, Memory, OperationKind, PackedState, StepOutcome, System, ThreadId, Transition, Value,
};

/// The value of each cell.
type State = Vec<Value>;

/// A touch of a cell: what was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touch {
    Read(CellId, Value),
    Write(CellId, Value),
}

/// What a transition does in a state.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    /// The cells that are touched, one after the other.
    touches: Vec<Touch>,
    outcome: StepOutcome,
    /// The state after it; the state before where it is disabled.
    after: State,
}

impl Run {
    /// The cells that are touched. That its thread is at its start was looked at before.
    fn touched(&self, counter: CellId) -> BTreeSet<CellId> {
        let cell = |touch: &Touch| match *touch {
            Touch::Read(cell, _) | Touch::Write(cell, _) => cell,
        };
        self.touches.iter().map(cell).chain([counter]).collect()
    }
}

/// A property of transitions that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Broken {
    Determinism,
    Locality,
    Frame,
    Sequence,
    FirstDifference,
}

/// The properties that a computation does not have in these states. `run` is asked twice of each state.
fn broken(states: &[State], counter: CellId, run: impl Fn(&State) -> Run) -> BTreeSet<Broken> {
    let mut out = BTreeSet::new();
    let runs: Vec<Run> = states.iter().map(&run).collect();
    // What it touches with the values there, and a state in which it does.
    let mut footprints: BTreeMap<Vec<(CellId, Value)>, usize> = BTreeMap::new();
    for (number, (state, one)) in states.iter().zip(&runs).enumerate() {
        if run(state) != *one {
            out.insert(Broken::Determinism);
        }
        let touched = one.touched(counter);
        for cell in (0..state.len()).map(CellId::new).filter(|cell| !touched.contains(cell)) {
            if state[cell.index()] != one.after[cell.index()] {
                out.insert(Broken::Frame);
            }
        }
        let footprint = touched.into_iter().map(|cell| (cell, state[cell.index()])).collect();
        footprints.entry(footprint).or_insert(number);
    }
    for (footprint, &known) in &footprints {
        let one = &runs[known];
        for (state, other) in states.iter().zip(&runs) {
            let differing: Vec<CellId> = footprint
                .iter()
                .filter(|(cell, value)| state[cell.index()] != *value)
                .map(|(cell, _)| *cell)
                .collect();
            if differing.is_empty() {
                let does = |run: &Run| -> Vec<Value> {
                    footprint.iter().map(|(cell, _)| run.after[cell.index()]).collect()
                };
                if one.touches != other.touches
                    || one.outcome != other.outcome
                    || does(one) != does(other)
                {
                    out.insert(Broken::Locality);
                }
            } else {
                let touched = other.touched(counter);
                if !differing.iter().any(|cell| touched.contains(cell)) {
                    out.insert(Broken::FirstDifference);
                }
            }
        }
    }
    // Of two different sequences the first difference is another value that was read from the same cell.
    let sequences: BTreeSet<&Vec<Touch>> = runs.iter().map(|run| &run.touches).collect();
    for one in &sequences {
        for other in sequences.iter().filter(|other| *other != one) {
            let common = one.iter().zip(other.iter()).take_while(|(a, b)| a == b).count();
            let is_value_read = matches!(
                (one.get(common), other.get(common)),
                (Some(Touch::Read(a, _)), Some(Touch::Read(b, _))) if a == b
            );
            if !is_value_read {
                out.insert(Broken::Sequence);
            }
        }
    }
    out
}

struct Traced {
    values: State,
    touches: Vec<Touch>,
}

impl Memory for Traced {
    fn read(&mut self, cell: CellId) -> Value {
        let value = self.values[cell.index()];
        self.touches.push(Touch::Read(cell, value));
        value
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touches.push(Touch::Write(cell, value));
        self.values[cell.index()] = value;
    }
}

fn packed(system: &System, state: &State) -> PackedState {
    let mut packed = system.layout().zero();
    for (index, value) in state.iter().enumerate() {
        system.layout().write(&mut packed, CellId::new(index), *value);
    }
    packed
}

fn run(system: &System, thread: ThreadId, transition: &Transition, state: &State) -> Run {
    let mut memory = Traced { values: state.clone(), touches: Vec::new() };
    if transition.guard().evaluate(&mut memory) == Ok(1) {
        let _ = system.perform(thread, transition, &mut memory);
    }
    let before = packed(system, state);
    let mut next = before.clone();
    let outcome = system.execute(thread, transition, &before, &mut next);
    let next = if outcome == StepOutcome::Disabled { &before } else { &next };
    let after = (0..state.len()).map(|cell| system.value(next, CellId::new(cell))).collect();
    Run { touches: memory.touches, outcome, after }
}

/// All valuations in which a thread is at the start of a transition.
fn valuations(system: &System, thread: ThreadId, transition: &Transition) -> Vec<State> {
    let start = Value::from(transition.start());
    system.cells().iter().enumerate().fold(vec![Vec::new()], |all, (index, cell)| {
        let fits = |value: &Value| index != thread.counter().index() || *value == start;
        let values: Vec<Value> =
            (cell.domain().low()..=cell.domain().high()).filter(fits).collect();
        let with = |state: &State, value: &Value| state.iter().chain([value]).copied().collect();
        all.iter().flat_map(|state| values.iter().map(move |value| with(state, value))).collect()
    })
}

/// What was looked at.
#[derive(Debug, Default)]
struct Looked {
    runs: usize,
    transitions: usize,
    kinds: BTreeSet<OperationKind>,
    outcomes: BTreeMap<&'static str, usize>,
}

impl Looked {
    /// Asserts that all transitions of a system have all properties.
    fn at(&mut self, system: &System, what: impl Debug) {
        for thread in system.thread_ids() {
            for transition in system.thread(thread).transitions() {
                let states = valuations(system, thread, transition);
                self.transitions += 1;
                self.runs += states.len();
                self.kinds.extend(transition.operation().map(reductio_system::Operation::kind));
                for state in &states {
                    let outcome = match run(system, thread, transition, state).outcome {
                        StepOutcome::Disabled => "disabled",
                        StepOutcome::Done => "done",
                        StepOutcome::Failed(_) => "failed",
                    };
                    *self.outcomes.entry(outcome).or_default() += 1;
                }
                let counter = thread.counter();
                let found = broken(&states, counter, |s| run(system, thread, transition, s));
                let text = transition.text();
                assert!(found.is_empty(), "{what:?}: {found:?} in {text}, {thread:?}");
            }
        }
    }
}

/// Three threads and one monitor: whoever owns it, whoever waits, wherever the others are.
const MONITOR: &str = "
    monitor m
    thread t[i : 0 .. 2] {
        loop {
            A: choose { acquire m } or { release m } or { wait m } or { notify m } or { notifyAll m }
                or { signal m } or { broadcast m } or { if try m { B: skip } }
        }
    }";

const DEEP_MONITORS: &str = "
    monitor m depth 2
    thread t[i : 0 .. 1] {
        loop {
            A: choose { acquire m } or { release m } or { wait m } or { notify m } or { notifyAll m }
                or { signal m } or { broadcast m } or { if try m { B: skip } }
        }
    }";

const SEMAPHORES: &str = "
    semaphore s[n : 0 .. 1] = 1 max 2
    var k : 0 .. 2
    thread t[i : 0 .. 2] {
        loop { A: choose { up s[0] } or { down s[0] } or { up s[k] } or { down s[k] } }
    }";

const QUEUES: &str = "
    queue q of bool capacity 3
    thread t[i : 0 .. 1] {
        local x : bool
        loop { A: choose { send q x } or { receive q into x } or { send q (not x) } or { x := not x } }
    }";

/// Statements in which what is touched depends on values: indices, conditions that end early, failures half way.
const STATEMENTS: &str = "
    var a[n : 0 .. 2] : 0 .. 2
    var k : 0 .. 3
    lock l[n : 0 .. 1]
    thread t {
        local x : 0 .. 2
        loop {
            A: choose { a[k] := a[x] } or { x := a[a[0]] } or { a[1] := a[2] div x }
                or { x := if k == 0 then a[0] else a[1] } or { await k < 2 and a[k] == 0 or x == 1 }
                or { assert a[k] == 0 } or { a[x] := a[x] + 1 } or { acquire l[k] } or { release l[x] }
                or { while a[k] > x { B: k := k + 1 } }
        }
    }
    thread other { A: k := 0; B: await a[k] == 1; C: skip }";

/// Tries that say in a variable what came of them, and which variable and which lock depends on values.
const TRIES: &str = "
    lock l[n : 0 .. 1]
    lock deep depth 2
    var has[n : 0 .. 1] : bool
    var k : 0 .. 2
    thread t[i : 0 .. 1] {
        loop {
            A: choose { has[k] := try l[k] } or { release l[0] } or { has[0] := try deep }
                or { if not try l[k] { B: skip } }
        }
    }";

#[test]
fn every_operation_touches_what_matters_in_all_valuations() {
    let mut looked = Looked::default();
    for text in [MONITOR, DEEP_MONITORS, SEMAPHORES, QUEUES, STATEMENTS, TRIES] {
        let system = parse_system(text, "test", &[]).unwrap();
        looked.at(&system, text);
        // Also where dead locals are not forgotten.
        looked.at(&system.remembering(), text);
    }
    println!("{looked:#?}");
    let all = OperationKind::ALL.into_iter().filter(|kind| *kind != OperationKind::Custom);
    assert_eq!(looked.kinds, all.collect());
    assert!(looked.runs > 50_000 && looked.outcomes.values().all(|count| *count > 1_000));
}

#[test]
fn transitions_of_generated_systems_touch_what_matters() {
    let mut looked = Looked::default();
    for seed in 0..600 {
        let sketch = Sketch::tiny(seed);
        let sketch = if seed % 4 == 0 { sketch.trying(seed) } else { sketch };
        let system = sketch.build().unwrap();
        let valuations: u64 = system.cells().iter().map(|cell| cell.domain().size()).product();
        if valuations <= 3_000 {
            looked.at(&system, seed);
        }
    }
    println!("{looked:#?}");
    assert!(looked.transitions > 1_500 && looked.runs > 50_000);
}

/// A computation over three cells: it reads the first, then the second or the third, and writes what it read to the
/// first.
fn honest(state: &State) -> Run {
    let [a, b, c] = [0, 1, 2].map(CellId::new);
    let chosen = if state[0] == 0 { b } else { c };
    let value = state[chosen.index()];
    let touches =
        vec![Touch::Read(a, state[0]), Touch::Read(chosen, value), Touch::Write(a, value)];
    let mut after = state.clone();
    after[0] = value;
    Run { touches, outcome: StepOutcome::Done, after }
}

/// Each property is one that a computation can fail to have.
#[test]
fn computations_that_hide_something_are_noticed() {
    let states: Vec<State> = (0..8).map(|n| vec![n & 1, n >> 1 & 1, n >> 2, 0]).collect();
    let counter = CellId::new(3);
    let found = |run: &dyn Fn(&State) -> Run| -> Vec<Broken> {
        broken(&states, counter, run).into_iter().collect()
    };
    assert_eq!(found(&honest), []);
    // It reads the second cell and does not tell.
    let hides_a_read = |state: &State| {
        let mut run = honest(state);
        run.touches.remove(1);
        run
    };
    assert!(found(&hides_a_read).contains(&Broken::Locality));
    let hides_a_write = |state: &State| {
        let mut run = honest(state);
        run.after[1] = 1 - state[1];
        run
    };
    assert!(found(&hides_a_write).contains(&Broken::Frame));
    // It looks ahead: which cell it touches first depends on a cell that it touches later.
    let looks_ahead = |state: &State| {
        let mut run = honest(state);
        if state[0] == 1 {
            run.touches.swap(0, 1);
        }
        run
    };
    assert_eq!(found(&looks_ahead), [Broken::Sequence]);
    // It reads the second cell or the third, and nothing that says which.
    let chooses_unseen = |state: &State| {
        let touches = vec![honest(state).touches[1]];
        Run { touches, outcome: StepOutcome::Done, after: state.clone() }
    };
    assert!(found(&chooses_unseen).contains(&Broken::FirstDifference));
    let calls = std::cell::Cell::new(0);
    let changes = |state: &State| {
        let mut run = honest(state);
        calls.set(calls.get() + 1);
        run.after[0] = i32::from(calls.get() > states.len());
        run
    };
    assert!(found(&changes).contains(&Broken::Determinism));
}
