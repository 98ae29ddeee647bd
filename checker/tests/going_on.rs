//! Where a protected variable meets no set of side conditions, a check goes on: by invariants that it finds, by
//! watching the variable, by all steps. What it says then is what a search by all steps says.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use reductio::check::{
    CheckOptions, CheckReport, EXAMPLES, Parameters, Resort, Subject, SystemClaim, check,
    disagreement,
};
use reductio::discipline::{Discipline, Settings};
use reductio::search::Order;
use reductio::system::{PackedState, System};
use reductio::testing::generate::Sketch;
use reductio::{File, Verdict};

/// The number of generated systems outside the theorem that are checked both ways.
const WANTED: usize = 150;

fn subject_of(text: &str) -> Subject {
    let file = Arc::new(File::new("system.sys", text));
    Subject::load(&file, &Parameters::default(), None).unwrap()
}

fn checked(subject: &Subject, order: Order) -> CheckReport {
    check(subject, &CheckOptions { order, keep_going: true, ..CheckOptions::default() }, None, None)
}

fn words(report: &CheckReport) -> Vec<(SystemClaim, &'static str)> {
    report.claims.iter().map(|(claim, verdict)| (*claim, verdict.word())).collect()
}

/// A token goes round; who has it works.
fn ring(station: &str) -> String {
    format!(
        "var token : 0 .. 2
         var done : 0 .. 3
         protected work : 0 .. 3 for station[i] when token == i
         thread station[i : 0 .. 2] {{ loop {{ {station} }} }}"
    )
}

#[test]
fn a_token_ring_is_decided_under_invariants() {
    let subject =
        subject_of(&ring("A: await token == i; work := 1; work := 0; P: token := (i + 1) mod 3"));
    let report = checked(&subject, Order::Reduced);
    assert_eq!(report.resort, Some(Resort::Invariants));
    assert!(
        report.claims.iter().all(|(_, verdict)| *verdict == Verdict::Holds(())),
        "{:?}",
        report.claims
    );
    assert_eq!(report.subject.discipline().unwrap().found_invariants().len(), 3);
    let every = checked(&subject, Order::Unreduced);
    assert_eq!(every.resort, None);
    assert!(report.exploration.states < every.exploration.states);
    assert_eq!(disagreement(&every.exploration, &report.exploration, true), None);
}

#[test]
fn who_works_without_the_token_is_found() {
    let subject =
        subject_of(&ring("A: await token == i; work := 1; P: token := (i + 1) mod 3; work := 0"));
    let report = check(&subject, &CheckOptions::default(), None, None);
    assert_eq!(report.verdict(SystemClaim::Discipline).map(Verdict::word), Some("fails"));
    report.execution(0).unwrap();
}

/// Whose turn it is two knows by a semaphore, of which no candidate for an invariant speaks.
const WATCHED: &str = "
    var turn : 0 .. 2
    semaphore s = 0 max 1
    semaphore r = 0 max 1
    protected x : 0 .. 3 for one when turn == 0 for two when turn == 1 for three when turn == 2
    thread one { A: x := 1; B: x := 2; turn := 1; up s }
    thread two { down s; x := 3; turn := 2; up r }
    thread three { down r; x := 0 }";

#[test]
fn a_variable_without_a_set_is_watched() {
    let subject = subject_of(WATCHED);
    assert!(subject.is_outside());
    let report = checked(&subject, Order::Reduced);
    assert_eq!(report.resort, Some(Resort::Watching));
    assert_eq!(report.exit(), reductio::Exit::Holds, "{:?}", report.claims);
    let broken = subject_of(&WATCHED.replace("down s; x := 3", "x := 3"));
    let report = check(&broken, &CheckOptions::default(), None, None);
    assert_eq!(report.verdict(SystemClaim::Discipline).map(Verdict::word), Some("fails"));
    report.execution(0).unwrap();
}

/// All states that can be reached, by the steps of the system alone.
fn reachable(system: &System) -> HashSet<PackedState> {
    let mut seen = HashSet::from([system.initial()]);
    let mut open = vec![system.initial()];
    while let Some(state) = open.pop() {
        for step in system.successors(&state) {
            if seen.insert(step.state.clone()) {
                open.push(step.state);
            }
        }
    }
    seen
}

#[test]
fn generated_systems_outside_the_theorem_are_decided_as_by_all_steps() {
    agree_on(WANTED, 0, Sketch::random);
}

#[test]
#[ignore = "some minutes; REDUCTIO_SYSTEMS says how many systems"]
fn many_generated_systems_outside_the_theorem_are_decided_as_by_all_steps() {
    let wanted = std::env::var("REDUCTIO_SYSTEMS").ok().and_then(|count| count.parse().ok());
    let wanted = wanted.unwrap_or(5_000);
    agree_on(wanted, 1 << 33, Sketch::random);
    agree_on(wanted / 5, 1 << 34, |seed| Sketch::random(seed).trying(seed));
}

fn agree_on(wanted: usize, first_seed: u64, draw: impl Fn(u64) -> Sketch) {
    let settings = Settings { find_invariants: true, ..Settings::default() };
    let mut by: BTreeMap<String, usize> = BTreeMap::new();
    let (mut compared, mut violating, mut holding, mut smaller) = (0, 0, 0, 0);
    for seed in first_seed.. {
        if compared == wanted {
            break;
        }
        let sketch = draw(seed);
        let system = sketch.build().unwrap();
        if Discipline::new(&system).outside().next().is_none() {
            continue;
        }
        compared += 1;
        let subject = Subject::of_discipline(Discipline::with(system, &settings, None).unwrap());
        let (reduced, every) =
            (checked(&subject, Order::Reduced), checked(&subject, Order::Unreduced));
        let name = reduced.resort.map_or("nothing".to_owned(), |resort| format!("{resort:?}"));
        *by.entry(name).or_default() += 1;
        for (claim, verdict) in words(&reduced) {
            if claim == SystemClaim::NoEndlessLoop {
                continue;
            }
            let other = every.verdict(claim).unwrap().word();
            assert_eq!(verdict, other, "seed {seed}, {claim:?}, {:?}\n{sketch}", reduced.resort);
            holding += usize::from(verdict == "holds" && claim == SystemClaim::Discipline);
            violating += usize::from(verdict == "fails" && claim == SystemClaim::Discipline);
        }
        smaller += usize::from(reduced.exploration.states < every.exploration.states);
        if reduced.order == Order::Reduced {
            let discipline = reduced.subject.discipline().unwrap();
            let system = discipline.system();
            for state in reachable(system) {
                assert!(discipline.assumes(&state), "seed {seed}\n{sketch}");
            }
        }
    }
    println!(
        "{compared} outside: {by:?}; {holding} follow their discipline, {violating} do not; {smaller} smaller"
    );
    assert!(holding > wanted / 20 && violating > wanted / 20, "{holding} {violating}");
}

#[test]
fn bundled_examples_that_went_on_agree_with_all_steps() {
    let mut by: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for example in EXAMPLES {
        let subject = example.subject();
        let report = checked(&subject, Order::Reduced);
        if let Some(resort) = report.resort {
            by.entry(format!("{resort:?}")).or_default().push(example.name);
            let every = checked(&subject, Order::Unreduced);
            for (claim, verdict) in words(&report) {
                if claim != SystemClaim::NoEndlessLoop {
                    assert_eq!(
                        Some(verdict),
                        every.verdict(claim).map(Verdict::word),
                        "{}",
                        example.name
                    );
                }
            }
        }
    }
    println!("{by:?}");
}
