//! Semaphores that overflow: an `up` is invisible, the state in which a thread is about to fail at one is found, and is
//! told as the failure that it is; and what comes after the failure is known as well.

use reductio::Verdict;
use reductio::check::{
    CheckOptions, CheckReport, Inconclusive, Subject, SystemClaim, check, disagreement,
};
use reductio::discipline::{Discipline, Packed, Settings, Violation};
use reductio::execution::Ending;
use reductio::language::parse_system;
use reductio::monitors::guess;
use reductio::search::{Exploration, FindingKind, Order, Query, Stopped, Strategy, search};
use reductio::system::{Failure, System};
use reductio::testing::generate::{Action, Sketch, smallest};

/// Both threads take the last place, and one of them fails; the other one sets a flag.
const CROWDED: &str = "
    semaphore s = 0 max 1
    var late : bool
    thread t[i : 0 .. 1] { A: up s; B: late := true }
    thread other { C: await late; D: skip }
    invariant \"the first one is not late\": not (late and t[0] at A)
    reach \"the first one fails\": t[0] at failed and late
    reach \"all is seen\": other at end";

fn system(text: &str) -> System {
    parse_system(text, "test", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn checked(system: &System, options: CheckOptions) -> CheckReport {
    check(&Subject::of_discipline(Discipline::new(system)), &options, None, None)
}

fn both(system: &System) -> [CheckReport; 2] {
    [Order::Unreduced, Order::Reduced].map(|order| {
        checked(system, CheckOptions { order, keep_going: true, ..CheckOptions::default() })
    })
}

/// The claims with the words of their verdicts; of the endless loops, of which an unreduced search does not speak,
/// none.
fn words(report: &CheckReport) -> Vec<(SystemClaim, &'static str)> {
    let asked = report.claims.iter().filter(|(claim, _)| *claim != SystemClaim::NoEndlessLoop);
    let word = |verdict: &Verdict<(), Option<usize>, Inconclusive>| match verdict {
        Verdict::Holds(()) => "holds",
        Verdict::Fails(_) => "fails",
        Verdict::Declined(_) => "declined",
    };
    asked.map(|(claim, verdict)| (*claim, word(verdict))).collect()
}

fn explore(discipline: &Discipline, order: Order, query: Query<'_>) -> Exploration<Violation> {
    search(&Packed::new(discipline), &order, &query)
}

fn failures(found: &Exploration<Violation>) -> Vec<(usize, usize)> {
    let of = |kind: &FindingKind<Violation>| match *kind {
        FindingKind::Failure { thread, step: Some(step), .. } => Some((thread, step)),
        _ => None,
    };
    found.findings.iter().filter_map(|finding| of(&finding.kind)).collect()
}

#[test]
fn an_overflow_is_told_as_the_failure_of_a_thread() {
    let system = system(CROWDED);
    let [all, few] = both(&system);
    assert_eq!(words(&all), words(&few));
    let expected = [
        (SystemClaim::Discipline, "holds"),
        (SystemClaim::NoFailure, "fails"),
        (SystemClaim::NoDeadlock, "holds"),
        (SystemClaim::NoStuckThread, "holds"),
        (SystemClaim::Invariant(0), "fails"),
        (SystemClaim::Reach(0), "holds"),
        (SystemClaim::Reach(1), "holds"),
    ];
    assert_eq!(words(&few), expected);
    assert!(few.exploration.states < all.exploration.states);
    // To the first finding: the run ends in the failing step.
    let first = checked(&system, CheckOptions::default());
    let Some(Verdict::Fails(Some(finding))) = first.verdict(SystemClaim::NoFailure) else {
        panic!()
    };
    let run = first.execution(*finding).unwrap();
    let Ending::Failed { failure, .. } = run.ending() else { panic!("{:?}", run.ending()) };
    assert_eq!(failure, Failure::SemaphoreFull);
    assert_eq!(run.steps().last().unwrap().failure, Some(Failure::SemaphoreFull));
    let other = first.verdict(SystemClaim::NoDeadlock);
    assert_eq!(other, Some(&Verdict::Declined(Inconclusive::Stopped(Stopped::Found))));
}

/// A search that is not made again says that it knows nothing of what comes after; with every `up` visible it does.
#[test]
fn a_search_is_cut_short_before_a_thread_fails() {
    let system = system(CROWDED);
    let discipline = Discipline::new(&system);
    let all = Query { keep_going: true, ..Query::default() };
    let few = explore(&discipline, Order::Reduced, all);
    assert!(few.cut_short && few.is_complete());
    // Either may be the one that fails; one is found. The invariant is violated only afterwards.
    assert_eq!(failures(&few).len(), 1);
    assert!(few.findings.iter().all(|found| matches!(found.kind, FindingKind::Failure { .. })));
    for query in [
        Query { workers: 2, ..all },
        Query { strategy: Strategy::DepthFirst, ..all },
        Query { keep_going: false, ..all },
    ] {
        let found = explore(&discipline, Order::Reduced, query);
        assert!(found.cut_short && !failures(&found).is_empty(), "{query:?}");
    }
    // Who does not ask for failures is told all the same.
    let quiet = explore(&discipline, Order::Reduced, Query { failures: false, ..all });
    assert!(quiet.cut_short && quiet.findings.is_empty());
    let many = explore(&discipline, Order::Unreduced, all);
    assert!(!many.cut_short);
    assert_eq!(disagreement(&many, &few, true), None);
    let settings = Settings { visible_ups: true, ..Settings::default() };
    let waiting = Discipline::with(&system, &settings, None).unwrap();
    let more = explore(&waiting, Order::Reduced, all);
    assert!(!more.cut_short && more.states > few.states);
    let mut both = [failures(&more), failures(&many)];
    for found in &mut both {
        found.sort_unstable();
    }
    assert_eq!(both[0], both[1]);
}

/// What was found stays found where the second search comes to a limit.
#[test]
fn a_limit_of_the_second_search_takes_no_finding_away() {
    let system = system(CROWDED);
    let options =
        |max_states| CheckOptions { keep_going: true, max_states, ..CheckOptions::default() };
    let few = explore(
        &Discipline::new(&system),
        Order::Reduced,
        Query { keep_going: true, ..Query::default() },
    );
    let report = checked(&system, options(few.states));
    assert_eq!(report.exploration.stopped, Some(Stopped::States));
    let verdict = |claim| report.verdict(claim).unwrap();
    assert!(matches!(verdict(SystemClaim::NoFailure), Verdict::Fails(Some(_))));
    let why = Inconclusive::Stopped(Stopped::States);
    assert_eq!(verdict(SystemClaim::NoDeadlock), &Verdict::Declined(why));
    assert_eq!(verdict(SystemClaim::Discipline), &Verdict::Declined(why));
    // Here the second search comes to the limit long before the failure, which the first finds before any visible step.
    let text = "
        semaphore s = 0 max 5
        thread t[i : 0 .. 1] { up s; up s; up s }";
    let report = checked(&self::system(text), options(2));
    assert_eq!(report.exploration.stopped, Some(Stopped::States));
    let Some(Verdict::Fails(Some(finding))) = report.verdict(SystemClaim::NoFailure) else {
        panic!()
    };
    assert_eq!(report.execution(*finding).unwrap().steps().len(), 6);
}

/// Threads at an `up` when they begin.
#[test]
fn an_overflow_before_the_first_visible_step_is_found() {
    for text in [
        "semaphore s = 1 max 1\n thread t { up s }",
        "semaphore s = 0 max 1\n thread t { up s; up s }",
        "semaphore s = 0 max 1\n thread t[i : 0 .. 1] { up s }",
        "semaphore s = 1 max 1\n thread t { choose { up s } or { skip } }",
        "semaphore s[i : 0 .. 1] = 0 max 1\n thread t[i : 0 .. 1] { local k : 0 .. 1\n k := any; up s[k] }",
    ] {
        let [all, few] = both(&system(text));
        assert_eq!(words(&all), words(&few), "{text}");
        assert!(words(&few).contains(&(SystemClaim::NoFailure, "fails")), "{text}");
    }
}

/// A guess of locks is refuted by what happens after a failure, too.
#[test]
fn locks_are_not_guessed_from_what_comes_before_a_failure() {
    let text = "
        lock m
        var x : 0 .. 3
        semaphore s = 0 max 1
        thread t[i : 0 .. 1] { up s; acquire m; release m; x := 1 }
        thread other { acquire m; x := 2; release m }";
    let found = guess(&system(text), &Query::default()).unwrap();
    assert!(found.candidates.iter().all(|candidate| candidate.locks.is_empty()));
    assert_eq!((found.candidates.len(), found.stopped), (1, None));
}

/// Systems in which many steps are `up`s.
fn crowded(seed: u64) -> Sketch {
    let mut sketch = Sketch::random(seed);
    sketch.semaphores.push(i32::try_from(seed % 3).unwrap());
    let last = sketch.semaphores.len() - 1;
    let steps = sketch.threads.iter_mut().flat_map(|thread| &mut thread.steps);
    for (number, step) in steps.enumerate() {
        let draw = (seed ^ 0x9E37_79B9).wrapping_mul(2 * number as u64 + 3) >> 7;
        match draw % 10 {
            0..3 => step.action = Action::Up(last),
            3 => step.action = Action::Down(last),
            _ => {}
        }
    }
    sketch
}

/// What both searches say of a system, where they differ.
fn difference(sketch: &Sketch) -> Option<String> {
    let system = sketch.build().unwrap();
    let discipline = Discipline::new(&system);
    let query = Query { keep_going: true, ..Query::default() };
    let [many, few] =
        [Order::Unreduced, Order::Reduced].map(|order| explore(&discipline, order, query));
    if let Some(what) = disagreement(&many, &few, false) {
        return Some(format!("{what:?}"));
    }
    let [all, reduced] = both(&system);
    let is_endless = reduced
        .exploration
        .findings
        .iter()
        .any(|found| matches!(found.kind, FindingKind::EndlessLoop { .. }));
    let (all, reduced) = (words(&all), words(&reduced));
    let is_violated = all[0].1 == "fails" || reduced[0].1 == "fails";
    // After a violation, or with an endless loop, a reduced search says nothing more.
    let says_all = !is_violated && !is_endless;
    (says_all && all != reduced || is_violated && !is_endless && all[0] != reduced[0])
        .then(|| format!("{all:?} and {reduced:?}"))
}

#[test]
fn both_searches_agree_on_generated_systems_with_many_ups() {
    agree_on(0..6_000, 1_500);
}

#[test]
#[ignore = "100,000 systems"]
fn both_searches_agree_on_many_more_systems_with_many_ups() {
    agree_on(1 << 32..(1 << 32) + 100_000, 25_000);
}

fn agree_on(seeds: std::ops::Range<u64>, wanted: usize) {
    let (mut compared, mut failing, mut cut, mut only_after) = (0, 0, 0, 0);
    for seed in seeds {
        let sketch = crowded(seed);
        if !sketch.is_applicable() {
            continue;
        }
        if let Some(what) = difference(&sketch) {
            let differs = |sketch: &Sketch| sketch.is_applicable() && difference(sketch).is_some();
            panic!("seed {seed}: {what} in\n{}", smallest(&sketch, differs));
        }
        compared += 1;
        let discipline = Discipline::new(sketch.build().unwrap());
        let query = Query { keep_going: true, ..Query::default() };
        let found = explore(&discipline, Order::Reduced, query);
        failing += usize::from(!failures(&found).is_empty());
        cut += usize::from(found.cut_short);
        let all = explore(&discipline, Order::Unreduced, query);
        only_after += usize::from(found.cut_short && all.findings.len() > found.findings.len());
    }
    println!(
        "{compared} systems: {failing} fail, {cut} cut short, {only_after} have more after that"
    );
    assert!(cut > wanted && only_after > wanted / 20, "{compared} {cut} {only_after}");
}
