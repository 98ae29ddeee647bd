//! Reduced models show what the programs do: the same sequences of observations, without stuttering, the same failures
//! and deadlocks, and threads that are stuck for ever where there are some, as an oracle of its own says.

mod graph;
mod oracle;
mod sketch;
mod temporal;

use std::collections::HashMap;
use std::sync::Arc;

use graph::{End, Graph, difference};
use reductio_coarsening::{
    ByLine, Coarse, CoarseModel, Known, Limits, Options, Reductions, Slip, Transitions, check,
};
use reductio_programs::{ENTRY, Failure, Program, Queues, State, parse_program};
use reductio_search::{Model, Reduction};
use sketch::{LOCKS, Lock, Op, Random, Sketch, Var};

/// The greatest number of states of the oracle, in tests of every day.
const FEW: usize = 1_500;

fn program(sketch: &Sketch) -> Program {
    let program = parse_program(&sketch.text, "random", ENTRY);
    program
        .unwrap_or_else(|faults| panic!("{faults:?}\n{}", sketch.text))
        .with_queues(Queues::FirstCome)
}

fn options(program: &Program, reductions: Reductions, slip: Option<Slip>) -> Options {
    let is_observed = |name: &str| name.starts_with("seen");
    let fields = (0..).zip(program.fields()).filter(|(_, name)| is_observed(name));
    let observed_fields = fields.map(|(k, _)| reductio_programs::FieldId(k)).collect();
    Options { reductions, observed_fields, slip, ..Options::default() }
}

/// What is observed in a state.
fn seen(program: &Program, state: &State) -> Vec<i64> {
    let value = |class: &str, field: &str| {
        let field = program.fields().iter().position(|name| name == field);
        let object = state.heap.iter().find(|(_, object)| {
            let found = program.class_at(object.site);
            found.is_some_and(|found| program.classes()[found.index()].name == class)
        });
        match (object, field) {
            (Some((_, object)), Some(field)) => match object.cell(u32::try_from(field).unwrap()) {
                reductio_programs::Value::Int(number) => number,
                other => panic!("{other:?}"),
            },
            _ => 0,
        }
    };
    let of_locks = (0..LOCKS).map(|l| value(&format!("P{l}"), &format!("seen{l}")));
    std::iter::once(value("G", "seen")).chain(of_locks).collect()
}

/// The states of a model and the transitions between them.
fn explore(model: &CoarseModel<'_>) -> Graph {
    let program = model.program();
    let first = model.initial();
    let mut numbers: HashMap<Coarse, usize> = HashMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut graph = Graph::default();
    while graph.nexts.len() < states.len() {
        let at = states[graph.nexts.len()].clone();
        let mut nexts = Vec::new();
        let goes_on = Transitions.successors(model, &at, &(), |thread, _, next, ()| {
            let number = *numbers.entry(next.clone()).or_insert(states.len());
            if number == states.len() {
                states.push(next.clone());
            }
            nexts.push((thread, number));
        });
        let state = model.state(&at);
        let failed = Failure::of(&state).next().map(|failure| failure.line(program));
        let may_rest = (0..model.threads()).all(|thread| model.may_rest(thread, &at));
        graph.ends.push(match failed {
            Some(line) => Some(End::Failed(line)),
            None if goes_on => None,
            None => Some(if may_rest { End::Over } else { End::Deadlock }),
        });
        graph.seen.push(seen(program, &state));
        graph.alive.push((0..8).map(|thread| !model.may_rest(thread, &at)).collect());
        graph.nexts.push(nexts);
    }
    graph
}

/// What a model shows otherwise than the oracle, in words.
fn wrong(
    sketch: &Sketch,
    graph: &Graph,
    reductions: Reductions,
    slip: Option<Slip>,
) -> Option<String> {
    let program = program(sketch);
    let known = Arc::new(ByLine(sketch.known.clone()));
    let model =
        CoarseModel::new(&program, options(&program, reductions, slip), known.clone()).unwrap();
    let reduced = explore(&model);
    if let Some(path) = difference(graph, &reduced) {
        return Some(format!("{path:?}"));
    }
    let has_failed = graph.ends().iter().any(|end| matches!(end, End::Failed(_)));
    if !has_failed && !model.goes_round() && graph.has_stuck() != reduced.has_stuck() {
        return Some("stuck".to_owned());
    }
    let answer =
        check(&program, options(&program, reductions, slip), known, &Limits::default()).unwrap();
    let mut lines: Vec<u32> = answer.wrong.iter().map(|wrong| wrong.line).collect();
    lines.dedup();
    let failed = graph.ends().into_iter().filter_map(|end| match end {
        End::Failed(line) => Some(line),
        _ => None,
    });
    if lines != failed.collect::<Vec<u32>>() {
        return Some(format!("{lines:?}"));
    }
    if answer.deadlock.is_some() != graph.ends().contains(&End::Deadlock) {
        return Some("deadlock".to_owned());
    }
    let says = match answer.stuck().word() {
        "fails" => Some(true),
        "holds" => Some(false),
        _ => None,
    };
    let may_say = !has_failed && !model.goes_round();
    (may_say && says != Some(graph.has_stuck())).then(|| format!("{:?}", answer.stuck()))
}

/// Random programs from a seed; returns how many had failures, deadlocks, and fewer states when they were reduced.
fn compare(seed: u64, count: usize, most: usize) -> [usize; 4] {
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut counts = [0; 4];
    let mut done = 0;
    while done < count {
        let sketch = Sketch::random(&mut random);
        let Some(graph) = oracle::explore(&sketch, most) else { continue };
        done += 1;
        for reductions in [Reductions::ALL, Reductions::NONE] {
            if let Some(what) = wrong(&sketch, &graph, reductions, None) {
                panic!("program {done}: {what}\n{reductions:?}\n{}", sketch.text);
            }
        }
        let ends = graph.ends();
        counts[0] += usize::from(ends.iter().any(|end| matches!(end, End::Failed(_))));
        counts[1] += usize::from(ends.contains(&End::Deadlock));
        counts[2] += usize::from(graph.seen.iter().any(|values| values.iter().any(|v| *v != 0)));
        counts[3] += usize::from(graph.nexts.len() > 300);
    }
    println!("{counts:?}");
    counts
}

#[test]
fn random_programs_show_the_same_when_they_are_reduced() {
    let counts = compare(2_101, 150, FEW);
    assert!(counts.into_iter().zip([8, 40, 15, 15]).all(|(is, least)| is >= least), "{counts:?}");
}

#[test]
#[ignore = "a minute"]
fn many_random_programs_show_the_same_when_they_are_reduced() {
    let counts = compare(1_998, 5_000, 6_000);
    assert!(counts.iter().all(|count| *count >= 300), "{counts:?}");
}

#[test]
fn wrong_rules_are_found_out_by_random_programs() {
    let mut random = Random(77);
    let mut left: Vec<Slip> = Slip::ALL.to_vec();
    let of_formulas = Slip::DivergenceIsForgotten;
    left.retain(|slip| !OF_NOTIFICATIONS.contains(slip) && *slip != of_formulas);
    for _ in 0..500 {
        if left.is_empty() {
            return;
        }
        let sketch = Sketch::random(&mut random);
        let Some(graph) = oracle::explore(&sketch, FEW) else { continue };
        left.retain(|slip| wrong(&sketch, &graph, Reductions::ALL, Some(*slip)).is_none());
    }
    assert!(left.is_empty(), "{left:?}");
}

/// The wrong rules that only matter where somebody comes between two notifications.
const OF_NOTIFICATIONS: [Slip; 2] = [Slip::NotificationsMerge, Slip::NotifyIsInvisible];

/// S2 4.5: two notifications may not merge, for a thread that comes between them is served between those that they
/// wake.
#[test]
fn who_comes_between_two_notifications_is_served_between() {
    let lock = Lock::Shared(0);
    let waits = |value| {
        let write = Op::Write(Var::Observed, value);
        vec![Op::Lock(lock), Op::Wait(0), write, Op::Unlock(lock)]
    };
    let comes = vec![Op::Lock(lock), Op::Write(Var::Observed, 3), Op::Unlock(lock)];
    let wakes = vec![Op::Lock(lock), Op::Notify(0), Op::Notify(0), Op::Unlock(lock)];
    let main = (1..=4).map(Op::Fork).collect();
    let sketch = Sketch::of(&[main, waits(1), waits(2), comes, wakes]);
    let graph = oracle::explore(&sketch, 100_000).unwrap();
    assert_eq!(wrong(&sketch, &graph, Reductions::ALL, None), None);
    for slip in OF_NOTIFICATIONS {
        let said = wrong(&sketch, &graph, Reductions::ALL, Some(slip)).unwrap();
        assert!(said.contains("[3, 0, 0]"), "{said}");
    }
}

#[test]
fn a_wrong_classification_is_found_out_by_a_random_program() {
    let mut random = Random(5);
    let mut found = [0; 2];
    for _ in 0..400 {
        let mut sketch = Sketch::random(&mut random);
        let Some(graph) = oracle::explore(&sketch, FEW) else { continue };
        // What nobody protects is said to be protected, and then what is under a lock to be visible, which is not
        // wrong.
        let accesses = |sketch: &Sketch, text: &str| {
            let lines = sketch.text.lines().enumerate();
            lines.filter(|(_, line)| line.contains(text)).map(|(k, _)| k).collect::<Vec<usize>>()
        };
        let right = sketch.known.clone();
        for line in accesses(&sketch, "g.s") {
            sketch.known[line] = Known::Protected;
        }
        found[0] += usize::from(wrong(&sketch, &graph, Reductions::ALL, None).is_some());
        sketch.known = right;
        for line in accesses(&sketch, "p0") {
            sketch.known[line] = Known::Nothing;
        }
        let said = wrong(&sketch, &graph, Reductions::ALL, None);
        found[1] += usize::from(said.is_some());
        if let Some(said) = said {
            println!("{said}\n{}", sketch.text);
        }
    }
    assert!(found[0] > 0 && found[1] == 0, "{found:?}");
}

/// A thread that only counts goes on for ever with other states each time: it is given up, and nothing is said to hold.
#[test]
fn who_goes_on_for_ever_is_given_up() {
    let text = "thread main { n := 0; loop { n := n + 1 } }";
    let program = parse_program(text, "counts", ENTRY).unwrap().with_queues(Queues::FirstCome);
    let known = Arc::new(reductio_coarsening::Unclassified);
    let answer = check(&program, Options::default(), known, &Limits::default()).unwrap();
    assert!(answer.gives_up && !answer.goes_round);
    assert_eq!((answer.failures().word(), answer.deadlocks().word()), ("declined", "declined"));
    let text = "thread main { n := 0; loop { n := 1 - n } }";
    let program = parse_program(text, "turns", ENTRY).unwrap().with_queues(Queues::FirstCome);
    let known = Arc::new(reductio_coarsening::Unclassified);
    let answer = check(&program, Options::default(), known, &Limits::default()).unwrap();
    assert!(answer.goes_round && !answer.gives_up);
    let said = (answer.failures().word(), answer.deadlocks().word(), answer.stuck().word());
    assert_eq!(said, ("holds", "holds", "declined"));
}
