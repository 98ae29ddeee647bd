//! Every search of a program by name agrees with the search of `check`: it meets the same failures, and a deadlock if
//! there is one.

use std::sync::Arc;

use reductio::File;
use reductio::check::ProgramSubject;
use reductio::compare::{
    CompareOptions, ProgramComparison, ProgramEnded, ProgramRow, SearchName, compare_program,
};
use reductio::locksets::{self, Options};
use reductio::programs::Bounds;
use reductio_programs::generate;

/// The number of random programs: `SEARCHED_PROGRAMS`, or a few.
fn count(everyday: u64) -> u64 {
    std::env::var("SEARCHED_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

fn bounds() -> Bounds {
    Bounds { threads: 6, objects: 12, ..Bounds::default() }
}

fn subject(name: &str, text: &str) -> ProgramSubject {
    ProgramSubject::load(&Arc::new(File::new(name, text)), None).unwrap()
}

fn names() -> Vec<SearchName> {
    SearchName::all().into_iter().filter(|name| name.for_programs().is_ok()).collect()
}

fn compared(subject: &ProgramSubject) -> ProgramComparison {
    let options = CompareOptions {
        searches: names(),
        max_states: 5_000,
        max_executions: 200,
        ..CompareOptions::default()
    };
    compare_program(subject, bounds(), &options, None, None)
}

fn lines(row: &ProgramRow) -> Vec<u32> {
    let mut lines: Vec<u32> = row.wrong.iter().map(|wrong| wrong.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[derive(Debug, Default)]
struct Tally {
    rows: u64,
    complete: u64,
    failures: u64,
    deadlocks: u64,
    holds: u64,
}

/// Compares all searches of a program with one another and with the search by locksets.
fn agree(name: &str, subject: &ProgramSubject, tally: &mut Tally) {
    let options = Options { bounds: bounds(), max_states: 20_000, ..Options::default() };
    let standard = locksets::check(&subject.program, &options);
    let mut all = standard.wrong_lines();
    all.sort_unstable();
    all.dedup();
    let found = compared(subject);
    for row in &found.rows {
        let what = || format!("{name}, {}: {:?}", row.search, row.ended);
        assert_ne!(row.ended, Some(ProgramEnded::NotConfirmed), "{}", what());
        // What is found is so, however the search ended.
        assert!(lines(row).iter().all(|line| all.contains(line)), "{}", what());
        assert!(row.deadlock.is_none() || standard.deadlock == Some(true), "{}", what());
        tally.rows += 1;
        if row.ended.is_some() || !standard.is_complete() {
            continue;
        }
        tally.complete += 1;
        assert_ne!(row.agrees, Some(false), "{}", what());
        assert_eq!(lines(row), all, "{}", what());
        assert_eq!(Some(row.deadlock.is_some()), standard.deadlock, "{}", what());
        tally.failures += u64::from(!row.wrong.is_empty());
        tally.deadlocks += u64::from(row.deadlock.is_some());
        tally.holds += u64::from(row.verdict().word() == "holds");
    }
}

#[test]
#[ignore = "it takes minutes"]
fn searches_of_random_programs_agree() {
    let mut tally = Tally::default();
    for seed in 0..count(8) {
        let text = generate::random(seed).to_string();
        agree(&format!("seed {seed}\n{text}"), &subject("random.prog", &text), &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.complete * 3 > tally.rows, "{tally:?}");
    assert!(tally.failures > 20 && tally.holds > 20, "{tally:?}");
}

#[test]
fn fewer_executions_are_walked_where_steps_are_independent() {
    let text = "thread main { fork worker; fork worker }
thread worker { o := new Item\n o.a := 1\n o.a := o.a + 1 }";
    let found = compared(&subject("own.prog", text));
    let executions = |name: &str| {
        let row = found.rows.iter().find(|row| row.search.to_string() == name).unwrap();
        assert_eq!((row.verdict().word(), row.agrees), ("holds", Some(true)), "{name}");
        row.executions.unwrap()
    };
    assert_eq!(executions("sss"), 126);
    for name in ["sss+persistent", "sss+source+sleep", "composed-sss+persistent+sleep"] {
        assert_eq!(executions(name), 1, "{name}");
    }
}

#[test]
fn executions_that_never_end_leave_a_search_undecided() {
    let text = "thread main { b := new Flag; fork other; while b.up == 0 { yield } }
thread other { b.up := 1 }";
    let found = compared(&subject("spin.prog", text));
    let verdict = |name: &str| {
        found.rows.iter().find(|row| row.search.to_string() == name).unwrap().verdict().word()
    };
    assert_eq!(
        [verdict("unreduced"), verdict("unreduced+persistent"), verdict("sss")],
        ["holds", "holds", "declined"]
    );
}

#[test]
fn a_program_that_counts_for_ever_leaves_a_search_undecided() {
    let subject = subject("counts.prog", "thread main { x := 0\n loop { x := x + 1 } }");
    let searches = vec!["sss".parse().unwrap()];
    let options = CompareOptions { searches, ..CompareOptions::default() };
    let found = compare_program(&subject, bounds(), &options, None, None);
    assert!(found.rows.iter().all(|row| matches!(row.ended, Some(ProgramEnded::Long(_)))));
}

#[test]
fn bounds_leave_a_search_undecided() {
    let text = "thread main { loop { fork other } }\nthread other { loop { yield } }";
    let found = compared(&subject("many.prog", text));
    assert!(found.rows.iter().all(|row| row.verdict().word() == "declined"));
}

#[test]
fn searches_that_rest_on_a_discipline_are_none_of_programs() {
    let refused = |name: &str| name.parse::<SearchName>().unwrap().for_programs().unwrap_err();
    assert_eq!(refused("reduced").to_string(), "`reduced` is a search of systems of threads");
    assert!(refused("reduced").help().contains("--granularity reduced"));
    assert!(refused("sss+2-ld").to_string().contains("`+2-ld`"));
    assert_eq!(names().len(), 54);
}
