//! Invariants that are inductive say in which states the effects of a transition matter.

use reductio_discipline::{Discipline, Settings};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_system::{Expression, System, ThreadId};
use reductio_validate::{Space, render, validate};

use super::exact::{Compared, compare, compare_with};
use super::naive;
use super::sufficient::needs_13;

/// Where `worker` is at `C`, `k` is 1 or 2: so `C` takes nothing from `master`. Only an invariant says so.
const WORKER: &str = "
    semaphore s = 0 max 1
    semaphore back = 0 max 1
    protected x : 0 .. 1
      for worker when worker.k > 0
      for master when worker.k == 0 and master at M, N
    thread master { loop { M: x := 0; N: up s; O: down back } }
    thread worker {
      local k : 0 .. 2 = 0
      loop { A: down s; B: k := 1; C: k := k mod 2 + 1; D: x := 1; E: k := 0; F: up back }
    }";

fn parsed(text: &str) -> System {
    parse_system(text, "system", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Whether the transitions from a labelled control point of a thread are visible, and the assumed invariants by name.
fn at(text: &str, thread: usize, label: &str) -> (bool, Vec<String>) {
    let system = parsed(text);
    let discipline = Discipline::new(&system);
    let thread = ThreadId::new(thread);
    let points = system.thread(thread).points();
    let point = points.iter().position(|point| point.name() == label).unwrap();
    let is_visible = discipline.is_visible_point(thread, u16::try_from(point).unwrap());
    let name = |number: &usize| system.invariants()[*number].name.clone();
    (is_visible, discipline.assumed_invariants().iter().map(name).collect())
}

#[test]
fn an_inductive_invariant_excludes_effects() {
    assert_eq!(at(WORKER, 1, "C"), (true, vec![]));
    let with = format!("{WORKER}\ninvariant \"k is set\": not worker at C or worker.k > 0");
    assert_eq!(at(&with, 1, "C"), (false, vec!["k is set".to_owned()]));
}

#[test]
fn what_no_transition_falsifies_only_because_of_another_invariant_needs_that_one() {
    // The first follows from the second and the steps before `C`; on its own it is not inductive.
    let moved = WORKER.replace("B: k := 1;", "B: k := 1; P: skip;");
    let first = format!("{moved}\ninvariant \"k is set at C\": not worker at C or worker.k > 0");
    assert_eq!(at(&first, 1, "C"), (true, vec![]));
    let both = format!("{first}\ninvariant \"and at P\": not worker at P or worker.k > 0");
    let names = ["k is set at C", "and at P"].map(str::to_owned).to_vec();
    assert_eq!(at(&both, 1, "C"), (false, names));
}

#[test]
fn an_invariant_that_is_false_or_that_some_step_falsifies_is_not_assumed() {
    // False at first.
    let at_first = format!("{WORKER}\ninvariant \"always\": worker.k > 0");
    assert_eq!(at(&at_first, 1, "C"), (true, vec![]));
    // True at first, falsified by a run.
    let later = format!("{WORKER}\ninvariant \"never\": not worker at C");
    assert_eq!(at(&later, 1, "C"), (true, vec![]));
    // True of all runs, but a step from a state that no run meets falsifies it.
    let mut not_inductive = WORKER.replace("B: k := 1;", "B: k := 1; P: skip;");
    not_inductive.push_str("\ninvariant \"at C\": not worker at C or worker.k > 0");
    assert_eq!(at(&not_inductive, 1, "C"), (true, vec![]));
}

/// An invariant that a step falsifies after a violation is none: runs go on.
#[test]
fn steps_whose_accesses_are_forbidden_count() {
    let text = "
        protected x : 0 .. 1 for t when false
        protected y : 0 .. 1 for u when x == 0 and t.k == 0
        thread t { local k : 0 .. 1 = 0; A: x := 1; B: k := x - k; C: skip }
        thread u { U: y := 1 }
        invariant \"x is 0\": x == 0";
    let system = parsed(text);
    let discipline = Discipline::new(&system);
    assert!(discipline.assumed_invariants().is_empty());
}

/// The systems with, as invariants, the strongest statements about one control point and one cell each, and some that
/// are no invariants.
#[test]
fn generated_systems_keep_what_is_assumed_of_them() {
    let mut compared = Compared::default();
    let mut validated = 0;
    for seed in 0..3_000 {
        let mut sketch = Sketch::tiny(seed);
        sketch.invariants.clear();
        let system = sketch.build().unwrap();
        if naive::count_valuations(&system) > 600 {
            continue;
        }
        let system = with_invariants(system, seed);
        compare(&system, &format!("seed {seed}\n{sketch}"), &mut compared);
        let discipline = Discipline::new(&system);
        if discipline.assumed_invariants().is_empty() || discipline.outside().next().is_some() {
            continue;
        }
        let validation = validate(&discipline, Space::All, 1_200, None).unwrap();
        let failing = validation.failing().map(|check| check.label.as_str());
        let endless = !validation.check("13").unwrap().holds;
        let is_expected = |label: &str| label == "13" || endless && needs_13(label);
        let wrong: Vec<&str> = failing.filter(|label| !is_expected(label)).collect();
        assert!(wrong.is_empty(), "{wrong:?} seed {seed}\n{sketch}{}", render(&validation));
        validated += 1;
    }
    println!("{compared:?}, {validated} validated");
    assert!(compared.assuming > 100 && compared.excluded > 200 && validated > 80);
}

/// A station that passes the token on has it: so what it takes is its own. Nobody declares it.
const RING: &str = "
    const N = 3
    var token : 0 .. N - 1
    protected work : 0 .. 3 for station[i] when token == i
    thread station[i : 0 .. N - 1] {
      loop { A: await token == i; work := 1; work := 0; P: token := (i + 1) mod N }
    }";

#[test]
fn invariants_are_found_where_they_bring_an_object_into_the_theorem() {
    let system = parsed(RING);
    assert_eq!(Discipline::new(&system).outside().count(), 1);
    let settings = Settings { find_invariants: true, ..Settings::default() };
    let discipline = Discipline::with(&system, &settings, None).unwrap();
    assert_eq!(discipline.outside().count(), 0);
    let words: Vec<String> = discipline.found_invariants().map(|one| one.words(&system)).collect();
    let of = |i: usize| format!("station[{i}] at line 6, line 6.2, P => token == {i}");
    assert_eq!(words, (0..3).map(of).collect::<Vec<_>>());
    // Who does not wait for the token may pass on that of another: no invariant says otherwise.
    let system = parsed(&RING.replace("A: await token == i; ", ""));
    let discipline = Discipline::with(system, &settings, None).unwrap();
    assert_eq!((discipline.found_invariants().len(), discipline.outside().count()), (0, 1));
}

/// Each set that is found is inductive in all valuations, effects in its states are what they are by hand, and the
/// theorem's hypotheses hold in these states.
#[test]
fn what_is_found_in_generated_systems_is_inductive() {
    let settings = Settings { find_invariants: true, ..Settings::default() };
    let mut compared = Compared::default();
    let (mut outside, mut inside, mut validated) = (0, 0, 0);
    for seed in 0..6_000 {
        let sketch = Sketch::tiny(seed);
        let system = sketch.build().unwrap();
        if naive::count_valuations(&system) > 600 {
            continue;
        }
        let before = Discipline::new(&system).outside().count();
        if before == 0 {
            continue;
        }
        outside += 1;
        let discipline = Discipline::with(&system, &settings, None).unwrap();
        if discipline.found_invariants().len() == 0 {
            continue;
        }
        assert!(discipline.outside().count() < before, "seed {seed}\n{sketch}");
        compare_with(&system, &settings, &format!("seed {seed}\n{sketch}"), &mut compared);
        if discipline.outside().next().is_some() {
            continue;
        }
        inside += 1;
        let validation = validate(&discipline, Space::All, 1_200, None).unwrap();
        let failing = validation.failing().map(|check| check.label.as_str());
        let endless = !validation.check("13").unwrap().holds;
        let is_expected = |label: &str| label == "13" || endless && needs_13(label);
        let wrong: Vec<&str> = failing.filter(|label| !is_expected(label)).collect();
        assert!(wrong.is_empty(), "{wrong:?} seed {seed}\n{sketch}{}", render(&validation));
        validated += 1;
    }
    println!("{outside} outside, {inside} brought in, {validated} validated, {compared:?}");
    assert!(outside > 100 && inside > 10 && validated > 10, "{outside} {inside} {validated}");
}

/// Adds what holds of the reachable states: for each control point, the values that each small cell has there. Every
/// third system has one of them wrong.
fn with_invariants(mut system: System, seed: u64) -> System {
    let mut states = vec![naive::initial(&system)];
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        for thread in system.thread_ids() {
            for number in naive::pending(&system, thread, &state) {
                let transition = &system.thread(thread).transitions()[number];
                if let (_, Some(after)) = naive::execute(&system, thread, transition, &state)
                    && !states.contains(&after)
                {
                    states.push(after);
                }
            }
        }
        next += 1;
    }
    let threads = system.threads().len();
    let mut wrong = seed.is_multiple_of(3).then_some(usize::try_from(seed % 7).unwrap());
    for thread in system.thread_ids().collect::<Vec<_>>() {
        for point in 0..system.thread(thread).ordinary_points() {
            let value = i32::try_from(point).unwrap();
            for cell in (0..system.cells().len()).map(reductio_system::CellId::new) {
                if cell == thread.counter() {
                    continue;
                }
                let there = states.iter().filter(|s| s[thread.counter().index()] == value);
                let mut values: Vec<_> = there.map(|s| s[cell.index()]).collect();
                values.sort_unstable();
                values.dedup();
                if wrong.take_if(|k| *k == cell.index() % threads).is_some() {
                    values.pop();
                }
                let point = u16::try_from(point).unwrap();
                let not_there = Expression::at(thread, [point]).negated();
                let claim = not_there.or(Expression::cell(cell).among(values));
                system.add_invariant(format!("{thread:?} {point} {cell:?}"), claim).unwrap();
            }
        }
    }
    system
}

/// The options make no difference to what is assumed.
#[test]
fn a_claim_to_reach_is_not_assumed() {
    let text = format!("{WORKER}\nreach \"k is set\": not worker at C or worker.k > 0");
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(parsed(&text), &settings, None).unwrap();
    assert!(discipline.assumed_invariants().is_empty());
}
