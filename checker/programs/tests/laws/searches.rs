//! All searches agree: those of canonical states and those that keep names, with all steps and with steps left out.
//! They meet the same deadlocks, as canonical states, and the same failures.

use std::collections::BTreeSet;

use reductio_programs::{
    Bounds, CanonicalModel, ENTRY, Failure, Granularity, Program, ProgramForesight, StableModel,
    State, generate, parse_program,
};
use reductio_search::{
    Finding, FindingKind, Model, Order, Query, Unreduced, Visibility, VisibleStates, search,
};
use reductio_selective::{
    Choice, Executions, Granularity as Steps, Limits, Selection, Sleep, StateLimits, States,
    Stopped, explore, explore_states,
};

const BOUNDS: Bounds =
    Bounds { threads: 6, objects: 10, frames: 4, elements: 4, choices: 8, text: 64 };

/// The largest number of states, and of executions, of a program that is compared.
const MOST: usize = 1_500;

/// What searches have to agree on.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    deadlocks: BTreeSet<String>,
    failures: BTreeSet<usize>,
}

/// A deadlock without names.
fn nameless(state: &State) -> String {
    let mut state = state.clone();
    for thread in &mut state.threads {
        let thread = thread.make_mut();
        (thread.forks, thread.allocations) = (0, 0);
    }
    format!("{:?}", state.canonical().0)
}

fn failures<'f>(
    program: &Program,
    findings: impl IntoIterator<Item = &'f Finding<Failure>>,
) -> BTreeSet<usize> {
    let number = |finding: &Finding<Failure>| match finding.kind {
        FindingKind::Discipline(failure) => Some(failure.number(program)),
        FindingKind::Failure { reason, .. } => Some(reason),
        _ => None,
    };
    findings.into_iter().filter_map(number).collect()
}

/// All executions; `None` if one is endless, or there are too many.
fn walked(program: &Program, selection: &Selection<'_, State>) -> Option<(Found, u64)> {
    let model = StableModel::new(program, BOUNDS);
    let limits = Limits { executions: MOST as u64, ..Limits::default() };
    let found: Executions<State, Failure> = explore(&model, selection, &limits);
    if found.stopped.is_some() || !model.limits().is_empty() {
        return None;
    }
    let deadlocks = found.deadlocks.iter().map(nameless).collect();
    Some((Found { deadlocks, failures: failures(program, &found.findings) }, found.executions))
}

fn stored<M: Visibility<State = State, Violation = Failure>>(
    program: &Program,
    model: &M,
    selection: &Selection<'_, State>,
) -> Result<Found, Stopped> {
    let limits = StateLimits { states: 100 * MOST, ..StateLimits::default() };
    let found: States<State, Failure> = explore_states(model, selection, &limits).unwrap();
    if let Some(stopped) = found.stopped {
        return Err(stopped);
    }
    let deadlocks = found.deadlocks.iter().map(nameless).collect();
    Ok(Found { deadlocks, failures: failures(program, &found.findings) })
}

/// The failures that a search of all states meets, and whether it meets a deadlock.
fn searched<M: Model<State = State, Violation = Failure>>(
    program: &Program,
    model: &M,
    reduction: &impl reductio_search::Reduction<M>,
) -> Option<(BTreeSet<usize>, bool, usize)> {
    let query = Query { keep_going: true, max_states: 100 * MOST, ..Query::default() };
    let found = search(model, reduction, &query);
    if found.stopped.is_some() {
        return None;
    }
    Some((failures(program, &found.findings), found.deadlocks > 0, found.states))
}

#[derive(Debug, Default)]
pub(crate) struct Tally {
    programs: u64,
    acyclic: u64,
    deadlocks: u64,
    failures: u64,
    together: usize,
    alone: usize,
    all: u64,
    fewest: u64,
}

/// Compares all searches of a random program.
pub(crate) fn compare(seed: u64, tally: &mut Tally) {
    compare_text(&format!("seed {seed}"), &generate::random(seed).to_string(), tally);
}

/// Compares all searches of one program.
fn compare_text(name: &str, text: &str, tally: &mut Tally) {
    let program = parse_program(text, "random", ENTRY).unwrap();
    let what = |of: &str| format!("{name}: {of}\n{text}");
    let single = CanonicalModel::new(&program, BOUNDS, Granularity::Instruction);
    let Some((wrong, is_dead, states)) = searched(&program, &single, &Unreduced) else { return };
    let stable = StableModel::new(&program, BOUNDS);
    let Some((stable_wrong, stable_dead, names)) = searched(&program, &stable, &Unreduced) else {
        return;
    };
    if states > MOST || !single.limits().is_empty() || !stable.limits().is_empty() {
        return;
    }
    tally.programs += 1;
    assert!(names >= states, "{}", what("states with names"));
    assert_eq!((&wrong, is_dead), (&stable_wrong, stable_dead), "{}", what("names"));
    let all = Selection::default();
    let full = stored(&program, &single, &all).unwrap();
    assert_eq!(full.failures, wrong, "{}", what("stored, canonical"));
    assert_eq!(!full.deadlocks.is_empty(), is_dead, "{}", what("deadlocks"));
    tally.deadlocks += u64::from(is_dead);
    tally.failures += u64::from(!wrong.is_empty());

    // Local instructions put together by the model, dead registers forgotten, or by the searches.
    let together = CanonicalModel::new(&program, BOUNDS, Granularity::LocalsAfter);
    let found = searched(&program, &together, &Unreduced).unwrap();
    assert_eq!((&found.0, found.1), (&wrong, is_dead), "{}", what("locals after"));
    assert!(found.2 <= states, "{}", what("locals after"));
    let alone = CanonicalModel::new(&program, BOUNDS, Granularity::AloneAfter);
    let fewer = searched(&program, &alone, &Unreduced).unwrap();
    assert_eq!((&fewer.0, fewer.1), (&wrong, is_dead), "{}", what("alone after"));
    assert!(fewer.2 <= found.2, "{}", what("alone after"));
    tally.together += found.2;
    tally.alone += fewer.2;
    let deadlocks = stored(&program, &alone, &all).unwrap().deadlocks;
    assert_eq!(deadlocks, full.deadlocks, "{}", what("alone after"));
    let forgetting = program.clone().forgetting();
    let model = CanonicalModel::new(&forgetting, BOUNDS, Granularity::LocalsAfter);
    let less = searched(&forgetting, &model, &Unreduced).unwrap();
    assert_eq!((&less.0, less.1), (&wrong, is_dead), "{}", what("forgetting"));
    assert!(less.2 <= found.2, "{}", what("forgetting"));
    let found = searched(&program, &stable, &VisibleStates).unwrap();
    assert_eq!((&found.0, found.1), (&wrong, is_dead), "{}", what("visible states"));
    assert_eq!(Order::Reduced, Order::default());

    let foresight = ProgramForesight::of(&program);
    let choices = [Choice::All, Choice::Foreseen(&foresight)];
    for choice in choices {
        for sleep in [Sleep::Never, Sleep::Unconditional, Sleep::Conditional] {
            let selection = Selection { choice, sleep, ..all };
            let found = stored(&program, &stable, &selection).unwrap();
            assert_eq!(found, full, "{}", what(&format!("stored, {choice:?}, {sleep:?}")));
        }
    }
    // Without sleep sets threads need no names.
    let selection = Selection { choice: Choice::Foreseen(&foresight), ..all };
    let found = stored(&program, &single, &selection).unwrap();
    assert_eq!(found.deadlocks, full.deadlocks, "{}", what("stored, canonical, foreseen"));

    let Some((found, executions)) = walked(&program, &all) else { return };
    tally.acyclic += 1;
    tally.all += executions;
    assert_eq!(found, full, "{}", what("all executions"));
    let dynamic = [Choice::Dynamic, Choice::Source];
    for choice in choices.into_iter().chain(dynamic) {
        for sleep in [Sleep::Never, Sleep::Unconditional, Sleep::Conditional] {
            for granularity in [Steps::Transition, Steps::InvisibleFirst] {
                let selection = Selection { granularity, choice, sleep, bound: None };
                let Some((found, fewer)) = walked(&program, &selection) else {
                    panic!("{}", what(&format!("{selection:?}")))
                };
                assert_eq!(found, full, "{}", what(&format!("{selection:?}")));
                assert!(fewer <= executions, "{}", what(&format!("{selection:?}")));
                if matches!(choice, Choice::Source)
                    && sleep == Sleep::Unconditional
                    && granularity == Steps::Transition
                {
                    tally.fewest += fewer;
                }
            }
        }
    }
}

fn agree(count: u64, first: u64) {
    let count =
        std::env::var("SEARCHED_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(count);
    println!("seeds {first} to {}", first + count - 1);
    let mut tally = Tally::default();
    for seed in first..first + count {
        compare(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.programs * 10 > count * 7 && tally.acyclic * 10 > count * 3, "{tally:?}");
}

/// Compares the searches of programs written by hand.
pub(crate) fn compare_odd() {
    for text in [
        // The object that `main` writes can be reached from the other thread by way of another one.
        "thread main { o := new A; p := new A; o.next := p; fork w; p.f := 1 }
         thread w { x := o.next; y := x.f; assert y == 1 }",
        // It is handed on in an object that only the forked thread's thread looks at.
        "thread main { o := new A; p := new A; fork v; o.next := p; p.f := 1 }
         thread v { skip; fork w }
         thread w { x := o.next; if x { y := x.f; assert y == 1 } }",
        // Two threads wait for one end, and for locks and notifications.
        "thread main { o := new A; t := fork a; fork b; join t; x := o.f; assert x == 1 }
         thread a { o.f := 1; fork b }
         thread b { o.f := 2 }",
        "thread main { l := new L; t := fork w; fork w; synchronized l { notify l }; join t }
         thread w { synchronized l { wait l }; synchronized l { notify l } }",
        "thread main { a := new L; b := new L; fork v; fork w }
         thread v { synchronized a { synchronized b { skip } } }
         thread w { synchronized b { synchronized a { skip } } }",
    ] {
        let text = text.replace("\n         thread", "\nthread").replace("; ", "\n");
        compare_text("odd", &text, &mut Tally::default());
    }
}

#[test]
fn searches_of_odd_programs_agree() {
    compare_odd();
}

#[test]
fn searches_agree() {
    agree(50, 0);
}

#[test]
#[ignore = "the full size: some minutes"]
fn searches_agree_on_ten_thousand_programs() {
    agree(10_000, 2_000_000);
}
