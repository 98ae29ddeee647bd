//! Every selective search of a system whose executions all end meets the ends, the control points and the failures that
//! a walk through all executions meets. The walk here is the test's own: it asks the system for its successors.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::random;
use reductio_discipline::{Discipline, Packed};
use reductio_generate::Sketch;
use reductio_search::{Accesses, Model, ValueStore, Visibility};
use reductio_selective::{Ahead, Choice, Executions, Limits, Selection, Sleep, Stopped, explore};
use reductio_system::{PackedState, System};

/// A model none of whose threads may rest, so that each end of an execution counts as a deadlock. Every control point
/// is visible.
struct Ends<'s> {
    model: Packed<'s>,
    /// Whether the model says that no step touches anything.
    is_wrong: bool,
}

impl Model for Ends<'_> {
    type State = PackedState;
    type Violation = ();
    type Store = ValueStore<PackedState>;

    fn threads(&self) -> usize {
        self.model.threads()
    }
    fn initial(&self) -> PackedState {
        self.model.initial()
    }
    fn steps(&self, thread: usize, state: &PackedState, visit: impl FnMut(usize, &PackedState)) {
        self.model.steps(thread, state, visit);
    }
    fn store(&self) -> Self::Store {
        ValueStore::default()
    }
    fn points(&self, thread: usize) -> usize {
        self.model.points(thread)
    }
    fn point(&self, thread: usize, state: &PackedState) -> usize {
        self.model.point(thread, state)
    }
    fn accesses(&self, thread: usize, step: usize, state: &PackedState) -> Accesses {
        if self.is_wrong {
            return Accesses::none();
        }
        self.model.accesses(thread, step, state)
    }
    fn waits_for(&self, thread: usize, state: &PackedState) -> Accesses {
        if self.is_wrong {
            return Accesses::none();
        }
        self.model.waits_for(thread, state)
    }
}

impl Visibility for Ends<'_> {
    fn is_visible(&self, _thread: usize, _state: &PackedState) -> bool {
        true
    }
}

/// What is met in all executions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Met {
    ends: BTreeSet<Vec<i32>>,
    points: BTreeSet<(usize, usize)>,
}

/// The values of all cells in a state.
fn values(system: &System, state: &PackedState) -> Vec<i32> {
    let cells = (0..system.cells().len()).map(reductio_system::CellId::new);
    cells.map(|cell| system.value(state, cell)).collect()
}

/// Walks through all states; `None` if there are too many, or if an execution does not end.
fn walk(system: &System) -> Option<Met> {
    #[derive(PartialEq)]
    enum Colour {
        Open,
        Done,
    }
    let mut met = Met::default();
    let mut colours: BTreeMap<Vec<i32>, Colour> = BTreeMap::new();
    // A state that is entered, or left.
    let mut open = vec![(system.initial(), false)];
    while let Some((state, is_left)) = open.pop() {
        let here = values(system, &state);
        if is_left {
            colours.insert(here, Colour::Done);
            continue;
        }
        match colours.get(&here) {
            Some(Colour::Open) => return None,
            Some(Colour::Done) => continue,
            None => {}
        }
        if colours.len() > 3_000 {
            return None;
        }
        for thread in system.thread_ids() {
            met.points.insert((thread.index(), usize::from(system.at(&state, thread))));
        }
        let next = system.successors(&state);
        if next.is_empty() {
            met.ends.insert(here.clone());
        }
        colours.insert(here, Colour::Open);
        open.push((state, true));
        open.extend(next.into_iter().map(|successor| (successor.state, false)));
    }
    Some(met)
}

fn met<V>(system: &System, found: &Executions<PackedState, V>) -> Met {
    let ends = found.deadlocks.iter().map(|state| values(system, state)).collect();
    let mut points = BTreeSet::new();
    for (thread, reached) in found.reached.iter().enumerate() {
        points.extend((0..reached.len()).filter(|k| reached[*k]).map(|point| (thread, point)));
    }
    Met { ends, points }
}

const SLEEPS: [Sleep; 3] = [Sleep::Never, Sleep::Unconditional, Sleep::Conditional];

fn selections(ahead: &Ahead) -> Vec<Selection<'_>> {
    let mut all = Vec::new();
    for sleep in SLEEPS {
        for choice in [Choice::All, Choice::Persistent(ahead), Choice::Dynamic, Choice::Source] {
            all.push(Selection { choice, sleep, ..Selection::default() });
        }
    }
    all
}

/// What a search walked in all.
#[derive(Debug, Default)]
struct Walked {
    executions: u64,
    asleep: u64,
}

/// Compares all searches with the walk on systems from some seeds. Returns how many were compared, and what each search
/// walked where none was given up.
fn compare(seeds: std::ops::Range<u64>, most: u64) -> (usize, Vec<Walked>) {
    let mut compared = 0;
    let mut all_walked: Vec<Walked> = Vec::new();
    for seed in seeds {
        let sketch = Sketch::random(seed);
        let sketch = if seed % 6 == 5 { sketch.trying(seed) } else { sketch };
        let system = sketch.build().unwrap();
        let Some(expected) = walk(&system) else { continue };
        let discipline = Discipline::new(&system);
        let model = Ends { model: Packed::new(&discipline), is_wrong: false };
        let ahead = Ahead::of(&system);
        let limits = Limits { executions: most, ..Limits::default() };
        let mut walked = Vec::new();
        for selection in &selections(&ahead) {
            let found = explore(&model, selection, &limits);
            match found.stopped {
                None => {}
                Some(Stopped::Executions) => continue,
                stopped => panic!("seed {seed}: {stopped:?}"),
            }
            assert_eq!(met(&system, &found), expected, "seed {seed}, {selection:?}\n{sketch}");
            walked.push(Walked { executions: found.executions, asleep: found.asleep });
        }
        if walked.len() == selections(&ahead).len() {
            all_walked.resize_with(walked.len(), Walked::default);
            for (all, one) in all_walked.iter_mut().zip(walked) {
                all.executions += one.executions;
                all.asleep += one.asleep;
            }
        }
        compared += 1;
    }
    (compared, all_walked)
}

fn print(walked: &[Walked]) {
    let names = ["all", "persistent", "dynamic", "source"];
    for (number, walked) in walked.iter().enumerate() {
        let sleep = SLEEPS[number / names.len()];
        let choice = names[number % names.len()];
        println!("{choice:12} {sleep:14?} {:9} {:9}", walked.executions, walked.asleep);
    }
}

#[test]
fn selective_searches_meet_what_all_executions_meet() {
    let (compared, walked) = compare(0..400, 3_000);
    print(&walked);
    assert!(compared > 100, "{compared}");
    // With sleep sets each search walks as many executions as there are traces; without, more.
    let [all, persistent, dynamic, source] = &walked[4..8] else { panic!("{walked:?}") };
    assert!(all.executions == persistent.executions && all.executions == source.executions);
    assert!(all.executions == dynamic.executions && all.executions < walked[3].executions);
    // The fewer of them are given up asleep, the better.
    assert!(source.asleep <= dynamic.asleep && dynamic.asleep < all.asleep / 5, "{walked:?}");
}

/// The same, at length:
/// `cargo test --release -p reductio-selective --test selective agreement:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn selective_searches_agree_at_length() {
    let (compared, walked) = compare(10_000..40_000, 20_000);
    println!("{compared} systems");
    print(&walked);
}

/// If steps were said to touch nothing, ends would be missed: the tests here can fail.
#[test]
fn searches_that_are_told_of_no_accesses_miss_ends() {
    let mut missed = [0; 3];
    for seed in 0..400 {
        let system = Sketch::random(seed).build().unwrap();
        let Some(expected) = walk(&system) else { continue };
        let discipline = Discipline::new(&system);
        let model = Ends { model: Packed::new(&discipline), is_wrong: true };
        for (number, (choice, sleep)) in [
            (Choice::All, Sleep::Unconditional),
            (Choice::Dynamic, Sleep::Never),
            (Choice::Source, Sleep::Never),
        ]
        .into_iter()
        .enumerate()
        {
            let selection = Selection { choice, sleep, ..Selection::default() };
            let found = explore(&model, &selection, &Limits::default());
            missed[number] += usize::from(met(&system, &found) != expected);
        }
    }
    assert!(missed.iter().all(|missed| *missed > 30), "{missed:?}");
}

/// An execution as a trace: its steps in the least of all orders that keep the order of dependent steps.
fn trace(model: &Ends<'_>, run: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut state = model.initial();
    let mut left: Vec<((usize, usize), Accesses)> = Vec::new();
    for &(thread, step) in run {
        left.push(((thread, step), model.accesses(thread, step, &state)));
        let mut after = None;
        model.steps(thread, &state, |number, next| {
            if number == step {
                after = Some(next.clone());
            }
        });
        state = after.expect("it was taken");
    }
    let mut trace = Vec::new();
    while !left.is_empty() {
        let is_free = |number: &usize| {
            let (step, accesses) = &left[*number];
            left[..*number]
                .iter()
                .all(|(earlier, theirs)| earlier.0 != step.0 && theirs.commutes_with(accesses))
        };
        let first = (0..left.len()).filter(is_free).min_by_key(|number| left[*number].0);
        trace.push(left.remove(first.expect("the first one is free")).0);
    }
    trace
}

/// Each trace is walked by every search, and by those with sleep sets no more than once.
#[test]
fn every_trace_is_walked() {
    let (compared, traces) = compare_traces((0..2_000).map(sketch));
    assert!(compared > 500 && traces > 3_000, "{compared} {traces}");
    let (compared, traces) = compare_traces((0..1_000).map(parsed));
    assert!(compared > 300 && traces > 3_000, "{compared} {traces}");
}

/// The same, at length.
#[test]
#[ignore = "takes minutes"]
fn every_trace_is_walked_at_length() {
    println!("{:?}", compare_traces((10_000..30_000).map(sketch)));
    println!("{:?}", compare_traces((10_000..40_000).map(parsed)));
}

fn sketch(seed: u64) -> (System, String) {
    let sketch = Sketch::random(seed);
    (sketch.build().unwrap(), format!("seed {seed}\n{sketch}"))
}

fn parsed(seed: u64) -> (System, String) {
    let text = random::text(seed, false);
    let system = reductio_language::parse_system(&text, "random", &[]);
    (system.unwrap_or_else(|errors| panic!("{text} {errors:?}")), text)
}

/// Compares the traces that searches walk. Returns the number of systems, and that of traces.
fn compare_traces(systems: impl Iterator<Item = (System, String)>) -> (usize, usize) {
    let (mut traces, mut compared) = (0, 0);
    for (system, told) in systems {
        if walk(&system).is_none() {
            continue;
        }
        let discipline = Discipline::new(&system);
        let model = Ends { model: Packed::new(&discipline), is_wrong: false };
        let ahead = Ahead::of(&system);
        let walked = |selection: &Selection<'_>| {
            let met: RefCell<BTreeMap<Vec<(usize, usize)>, usize>> = RefCell::default();
            let ended = |run: &[(usize, usize)]| {
                *met.borrow_mut().entry(trace(&model, run)).or_default() += 1;
            };
            let limits = Limits { executions: 1_000, ended: Some(&ended), ..Limits::default() };
            let found = explore(&model, selection, &limits);
            found.stopped.is_none().then(|| met.into_inner())
        };
        let Some(all) = walked(&Selection::default()) else { continue };
        compared += 1;
        traces += all.len();
        for selection in selections(&ahead) {
            if selection.sleep == Sleep::Conditional {
                continue;
            }
            let met = walked(&selection).expect("it walks fewer executions than all");
            let is_same = met.keys().eq(all.keys());
            assert!(is_same, "{selection:?}\n{told}");
            if selection.sleep != Sleep::Never {
                assert!(met.values().all(|times| *times == 1), "{selection:?}\n{told}");
            }
        }
    }
    (compared, traces)
}
