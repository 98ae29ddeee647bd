//! Each search of a program says nothing that a search of everything does not say, within any limits; and a claim has
//! the first verdict that is not `declined`.

#[path = "../exclusive/tests/oracle/mod.rs"]
mod claimed;
#[path = "../locksets/tests/oracle/mod.rs"]
mod everything;
#[path = "../locksets/tests/random/mod.rs"]
mod random;

use std::sync::Arc;

use reductio::File;
use reductio::check::{
    Besides, PROGRAMS, ProgramClaim, ProgramMethod, ProgramReport, ProgramSearch, ProgramSubject,
    Said, check_program,
};
use reductio::disciplined::Classification;
use reductio::exclusive::Claims;
use reductio::heap::Reading;
use reductio::java::Kinds;
use reductio::locksets::{Conflict, Options};
use reductio::programs::{Bounds, ENTRY, Granularity, Program, Queues, parse_program};
use reductio::{Exit, Verdict};
use reductio_programs::generate;

/// The number of random programs: `FIRST_VERDICTS`, or a few.
fn count(everyday: u64) -> u64 {
    std::env::var("FIRST_VERDICTS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

fn bounds() -> Bounds {
    Bounds { threads: 6, objects: 12, ..Bounds::default() }
}

fn subject(program: Program) -> ProgramSubject {
    let (path, granularity) = ("random.prog".to_owned(), Granularity::Instruction);
    let (waits, kinds) = (Vec::new(), Kinds::default());
    ProgramSubject { path, program, granularity, is_java: false, waits, kinds }
}

/// A random program: of the crate of programs, or of the tests of locksets; in some, who comes first is served first.
fn program(seed: u64) -> Program {
    let program = if seed.is_multiple_of(2) {
        let text = generate::random(seed).to_string();
        parse_program(&text, "random", ENTRY).unwrap()
    } else {
        random::program(seed, seed % 4 == 1)
    };
    if seed % 5 == 4 { program.with_queues(Queues::FirstCome) } else { program }
}

/// Whether each claim fails, by searches of everything; `None` where these are too large.
fn truth(program: &Program, conflict: Conflict, most: usize) -> Option<[(ProgramClaim, bool); 4]> {
    let all = everything::truth(program, conflict == Conflict::All, most)?;
    let (claims, bounds) = (Claims::default(), bounds());
    let stuck = claimed::truth(program, &claims, bounds, 4 * most)?;
    Some([
        (ProgramClaim::NoFailure, !all.wrong.is_empty()),
        (ProgramClaim::NoRace, !all.races.is_empty()),
        (ProgramClaim::NoDeadlock, all.deadlock),
        (ProgramClaim::NoStuckThread, all.deadlock || !stuck.stuck.is_empty()),
    ])
}

/// The searches that can be asked for: none, each alone, and all.
fn besides(program: &Program) -> Vec<Besides> {
    let reading = Some(Reading::repaired());
    let classes = Classification::default().of(program).ok();
    let of = |ownership: bool, by_classes: bool, coarsening: bool| Besides {
        ownership: reading.filter(|_| ownership),
        classes: classes.clone().filter(|_| by_classes),
        coarsening: reading.filter(|_| coarsening),
        ..Besides::default()
    };
    let (no, yes) = (false, true);
    vec![of(no, no, no), of(yes, no, no), of(no, yes, no), of(no, no, yes), of(yes, yes, yes)]
}

#[derive(Debug, Default)]
struct Tally {
    programs: u64,
    decided: [u64; 4],
    by: [u64; 6],
    limited: u64,
}

fn is_right(said: &Said, fails: bool) -> bool {
    match said {
        Verdict::Holds(()) => !fails,
        Verdict::Fails(()) => fails,
        Verdict::Declined(()) => true,
    }
}

/// Compares a report with what is so.
fn agree(what: &str, report: &ProgramReport, truth: [(ProgramClaim, bool); 4], tally: &mut Tally) {
    assert_eq!(report.contradictions().next(), None, "{what}");
    assert_ne!(report.exit(), Exit::Bug, "{what}");
    for (number, ((claim, verdict), (_, fails))) in report.claims().iter().zip(&truth).enumerate() {
        for search in &report.searches {
            let said = search.verdict(*claim);
            let by = search.method();
            assert!(is_right(&said, *fails), "{what}\n{claim:?} by {by:?}: {said:?}");
        }
        let by = report.by(*claim);
        assert_eq!(by.is_none(), matches!(verdict, Verdict::Declined(_)), "{what}");
        if let Some(by) = by {
            tally.decided[number] += 1;
            tally.by[by as usize] += 1;
        }
    }
}

fn compare(name: &str, program: &Program, most: usize, tally: &mut Tally) {
    for conflict in [Conflict::ReadWrite, Conflict::All] {
        let Some(truth) = truth(program, conflict, most) else { return };
        tally.programs += 1;
        let subject = subject(program.clone());
        for (number, besides) in besides(program).iter().enumerate() {
            let limits: &[usize] =
                if conflict == Conflict::All { &[50_000] } else { &[3, 17, 60, 50_000] };
            for &max_states in limits {
                let options = Options {
                    conflict,
                    stuck: true,
                    bounds: bounds(),
                    max_states,
                    ..Options::default()
                };
                let report = check_program(&subject, &options, besides);
                let what = format!("{name}, {conflict:?}, {number}, {max_states} states");
                agree(&what, &report, truth, tally);
                let is_open = |(_, verdict)| matches!(verdict, Verdict::Declined(_));
                tally.limited += u64::from(report.claims().into_iter().any(is_open));
            }
        }
    }
}

#[test]
fn no_search_of_a_random_program_says_what_is_not_so() {
    let mut tally = Tally::default();
    for seed in 0..count(20) {
        compare(&format!("seed {seed}"), &program(seed), 4_000, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.programs > 20 && tally.limited > 60, "{tally:?}");
    assert!(tally.decided.iter().chain(&tally.by).all(|count| *count > 20), "{tally:?}");
}

#[test]
fn no_search_of_a_bundled_program_says_what_is_not_so() {
    let mut tally = Tally::default();
    for example in PROGRAMS {
        let bundled = example.subject().program;
        compare(example.name, &bundled, 6_000, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.programs > 20, "{tally:?}");
}

/// The report on a text, within a limit on states.
fn searched(text: &str, besides: &Besides, max_states: usize) -> ProgramReport {
    let file = Arc::new(File::new("lost.prog", text));
    let subject = ProgramSubject::load(&file, None).unwrap();
    let options = Options { stuck: true, max_states, ..Options::default() };
    check_program(&subject, &options, besides)
}

#[test]
fn a_search_that_knows_everything_comes_alone() {
    let text = "thread main { b := new Box\n fork other\n synchronized b { b.n := 1 } }
thread other { synchronized b { b.n := 2 } }";
    let ownership = Some(Reading::repaired());
    let report = searched(text, &Besides { ownership, ..Besides::default() }, usize::MAX);
    let methods: Vec<ProgramMethod> = report.searches.iter().map(ProgramSearch::method).collect();
    assert_eq!(methods, [ProgramMethod::ExclusiveAccess]);
    assert!(report.claims().iter().all(|(_, verdict)| matches!(verdict, Verdict::Holds(()))));
    // Without it nothing is known of races but by locksets, which say nothing of what is stuck.
    let report = searched(text, &Besides::default(), usize::MAX);
    let methods: Vec<ProgramMethod> = report.searches.iter().map(ProgramSearch::method).collect();
    let expected = [ProgramMethod::Locksets, ProgramMethod::Deadlocks, ProgramMethod::EveryState];
    assert_eq!(methods, expected);
}

#[test]
fn where_accesses_race_only_races_are_looked_for_further() {
    let text = "thread main { b := new Box\n fork other\n b.n := 1 }
thread other { b.n := 2 }";
    let ownership = Some(Reading::repaired());
    let report = searched(text, &Besides { ownership, ..Besides::default() }, usize::MAX);
    let methods: Vec<ProgramMethod> = report.searches.iter().map(ProgramSearch::method).collect();
    assert_eq!(methods, [ProgramMethod::ExclusiveAccess, ProgramMethod::Locksets]);
    assert_eq!(report.report.racy(), [(1, "n")]);
    // Under a limit that locksets need more than, the races are those of exclusive access, each with a run.
    let report = searched(text, &Besides { ownership, ..Besides::default() }, 4);
    assert!(!report.report.is_complete());
    let race = &report.report.races[0];
    let (earlier, later) = race.accesses().unwrap();
    let mut lines = [earlier.line, later.line];
    lines.sort_unstable();
    assert_eq!((race.confirmed, lines), (true, [3, 4]));
}
