//! Searches side by side, held against the second interpreter of `discipline/tests/oracle`, which shares only the text of
//! systems with the library; and what `compare` says of systems that are known.

#[path = "../discipline/tests/oracle"]
#[expect(dead_code, reason = "the comparison of states asks for more")]
mod oracle {
    pub(crate) mod interpret;
    pub(crate) mod random;
    pub(crate) mod syntax;
}

use std::collections::BTreeSet;
use std::sync::Arc;

use oracle::interpret::{Answers, Interpreter};
use oracle::random;
use reductio::check::{EXAMPLES, Expected, Parameters, Subject};
use reductio::compare::{
    Agreement, Answer, CompareOptions, Comparison, Condition, Ended, Row, SearchName, Undecided,
    compare,
};
use reductio::discipline::Discipline;
use reductio::language::parse_system;
use reductio::system::System;
use reductio::{File, Verdict};

fn options(searches: Vec<SearchName>) -> CompareOptions {
    CompareOptions { searches, max_executions: 300, ..CompareOptions::default() }
}

fn subject(text: &str) -> Subject {
    let file = Arc::new(File::new("t.sys", text));
    Subject::load(&file, &Parameters::default(), None).unwrap()
}

fn compared(text: &str, searches: &[&str]) -> Comparison {
    let searches = searches.iter().map(|name| name.parse().unwrap()).collect();
    compare(&subject(text), &options(searches), None, None)
}

/// The labels that a search has met, each with its thread.
fn labels(system: &System, row: &Row) -> BTreeSet<(String, String)> {
    let mut out = BTreeSet::new();
    for (thread, reached) in system.threads().iter().zip(&row.walked.reached) {
        let points = thread.points().iter().zip(reached);
        let met = points.filter(|(point, reached)| point.is_label() && **reached);
        out.extend(met.map(|(point, _)| (thread.name().to_owned(), point.name().to_owned())));
    }
    out
}

/// What a row says that is not so.
fn lie(system: &System, row: &Row, wanted: &Answers) -> Option<&'static str> {
    let is_stuck = wanted.deadlock || wanted.failure;
    let met = labels(system, row);
    let is_justified = row.justification.obstacle().is_none();
    let is_whole = is_justified && !(wanted.bad && row.search.walk.is_coarse());
    let lies = [
        (matches!(row.discipline, Verdict::Holds(())) && wanted.bad, "a violation is missed"),
        (matches!(row.discipline, Verdict::Fails(_)) && !wanted.bad, "there is no violation"),
        (matches!(row.progress, Verdict::Holds(())) && is_stuck, "a deadlock or failure is missed"),
        (
            matches!(row.progress, Verdict::Fails(_)) && !is_stuck,
            "there is no deadlock and no failure",
        ),
        (!met.is_subset(&wanted.visited), "a control point is not there"),
        (is_whole && met != wanted.visited, "a control point is missed"),
        (
            is_justified && matches!(row.agreement, Agreement::Differs(_)),
            "it differs from the unreduced search",
        ),
        (
            row.agreement == Agreement::NotCompared && row.walked.ended.is_none(),
            "it is not compared",
        ),
    ];
    lies.into_iter().find_map(|(is_so, what)| is_so.then_some(what))
}

/// Holds all searches of generated systems against the second interpreter.
fn agree(first: u64, wanted: usize) {
    let (mut compared, mut seed) = (0, first);
    let (mut bad, mut stuck, mut rows, mut whole, mut holding) = (0, 0, 0, 0, 0);
    while compared < wanted {
        let program = random::program(seed);
        seed += 1;
        if !program.names_threads() {
            continue;
        }
        let Ok(system) = parse_system(&program.text(), "drawn", &[]) else { continue };
        let Some(mut answers) = Interpreter::new(&program, None).explore(400) else { continue };
        let named: BTreeSet<_> = system
            .threads()
            .iter()
            .flat_map(|thread| {
                let labels = thread.points().iter().filter(|point| point.is_label());
                labels.map(|point| (thread.name().to_owned(), point.name().to_owned()))
            })
            .collect();
        answers.visited.retain(|visit| named.contains(visit));
        let subject = Subject::of_discipline(Discipline::new(&system));
        let found = compare(&subject, &options(SearchName::all()), None, None);
        for row in &found.rows {
            if let Some(what) = lie(&system, row, &answers) {
                panic!("seed {}: {}: {what}: {row:?} in\n{}", seed - 1, row.search, program.text());
            }
            rows += 1;
            whole += usize::from(row.justification.obstacle().is_none());
            holding += usize::from(matches!(row.verdict(), Verdict::Holds(())));
        }
        compared += 1;
        bad += usize::from(answers.bad);
        stuck += usize::from(answers.deadlock || answers.failure);
    }
    println!(
        "systems: {compared}, bad: {bad}, stuck: {stuck}, rows: {rows}, justified: {whole}, holding: {holding}"
    );
    assert!(bad * 20 > compared && stuck * 5 > compared, "{bad} bad, {stuck} stuck");
    assert!(whole * 3 > rows, "{whole} of {rows}");
}

#[test]
fn no_search_says_what_is_not_so() {
    agree(0, 150);
}

/// Run it with `cargo test -p reductio --release --test compare -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes"]
fn no_search_says_what_is_not_so_of_many_more() {
    agree(1 << 40, 10_000);
}

#[test]
fn the_example_of_s1_has_the_numbers_of_the_paper() {
    let text = EXAMPLES.iter().find(|example| example.name == "m_ex").unwrap().text;
    let found = compared(text, &["unreduced", "reduced", "composed", "sss+source+sleep"]);
    let states: Vec<_> = found.rows.iter().map(|row| row.walked.states).collect();
    assert_eq!(states, [Some(41), Some(12), Some(12), None]);
    assert!(found.rows.iter().all(|row| row.agreement == Agreement::Agrees));
    assert!(found.rows.iter().all(|row| row.justification.obstacle().is_none()));
}

#[test]
fn all_searches_of_the_bundled_systems_agree() {
    for example in EXAMPLES {
        let found = compare(&example.subject(), &options(SearchName::all()), None, None);
        let all = &found.rows[0];
        assert_eq!(all.search, SearchName::UNREDUCED);
        let expected = match example.expected {
            Expected::Discipline => matches!(all.discipline, Verdict::Fails(_)),
            Expected::Failure | Expected::Deadlock => matches!(all.progress, Verdict::Fails(_)),
            // Invariants are the business of `check`.
            Expected::Holds | Expected::Invariant => all.discipline == Verdict::Holds(()),
        };
        assert!(expected, "{}: {:?}", example.name, all.verdict());
        for row in &found.rows {
            assert!(!row.is_wrong(), "{}: {row:?}", example.name);
            // What is found is there.
            let is_there = |mine: &Answer, whole: &Answer| {
                !matches!(mine, Verdict::Fails(_)) || matches!(whole, Verdict::Fails(_))
            };
            assert!(is_there(&row.discipline, &all.discipline), "{}: {}", example.name, row.search);
            assert!(is_there(&row.progress, &all.progress), "{}: {}", example.name, row.search);
        }
    }
}

#[test]
fn a_cycle_ends_a_search_of_executions_and_is_told() {
    let text = "
        var x : 0 .. 1
        thread t { loop { x := 1 - x } }
        thread u { x := 0 }";
    let found = compared(text, &["unreduced", "sss", "sss-cyc", "unreduced+persistent"]);
    let ended: Vec<_> = found.rows.iter().map(|row| row.walked.ended.clone()).collect();
    assert_eq!((&ended[0], &ended[3]), (&None, &None));
    assert!(matches!(ended[1], Some(Ended::Cycle { .. })), "{ended:?}");
    assert!(matches!(ended[2], Some(Ended::Executions)), "{ended:?}");
    let verdicts: Vec<_> = found.rows.iter().map(Row::verdict).collect();
    assert!(matches!(verdicts[1], Verdict::Declined(Undecided::Ended(Ended::Cycle { .. }))));
    assert_eq!(found.rows[1].agreement, Agreement::NotCompared);
}

#[test]
fn what_no_search_has_shown_is_not_used() {
    let text = "
        lock m
        protected x : 0 .. 2 by m
        thread t[i : 0 .. 1] { acquire m; x := x + 1; release m }";
    // That the discipline is kept is known from another search only.
    let alone = compared(text, &["composed+persistent"]);
    assert!(matches!(
        alone.rows[0].progress,
        Verdict::Declined(Undecided::Condition(Condition::Kept, _))
    ));
    let together = compared(text, &["composed+persistent", "reduced"]);
    assert_eq!(together.rows[0].progress, Verdict::Holds(()));
    let broken = text.replace("acquire m; ", "").replace("; release m", "");
    let broken = compared(&broken, &["composed+sleep", "reduced", "unreduced"]);
    assert!(
        broken.rows.iter().all(|row| !matches!(row.progress, Verdict::Holds(()))
            || row.search == SearchName::UNREDUCED)
    );
}

/// Both threads have access at once only where neither has gone on: a persistent set has the steps of one of them.
const AT_ONCE: &str = "
    var f : bool
    var g : bool
    protected d : 0 .. 1 for a when f for b when g
    thread a { f := true; f := false }
    thread b { g := true; g := false }";

#[test]
fn persistent_sets_say_nothing_of_violations() {
    let parts = ["unreduced+persistent", "sss+source+sleep", "composed+persistent"];
    let found = compared(AT_ONCE, &[&["unreduced"], &parts[..]].concat());
    assert!(matches!(found.rows[0].discipline, Verdict::Fails(_)));
    let mut missed = 0;
    for row in &found.rows[1..] {
        assert!(!matches!(row.discipline, Verdict::Holds(())), "{row:?}");
        if matches!(row.discipline, Verdict::Declined(_)) {
            missed += 1;
            let is_coarse = row.search.walk.is_coarse();
            assert_eq!(matches!(row.progress, Verdict::Declined(_)), is_coarse, "{row:?}");
        }
    }
    assert!(missed >= 2, "{missed}: the example is too easy");
}

#[test]
fn an_object_outside_of_the_theorem_leaves_reduced_searches_undecided() {
    // Who has access is not a matter of any set of side conditions.
    let text = EXAMPLES
        .iter()
        .find(|example| example.name == "device_driver_impatient_broken")
        .unwrap()
        .text;
    let found = compared(text, &["unreduced", "reduced", "composed"]);
    let is_outside = subject(text).is_outside();
    let obstacle = found.rows[2].justification.obstacle();
    assert_eq!(is_outside, obstacle.is_some(), "{obstacle:?}");
}

#[test]
fn every_name_is_read_as_it_is_written() {
    let all = SearchName::all();
    assert!(all.len() > 40, "{}", all.len());
    for name in all {
        assert_eq!(name.to_string().parse(), Ok(name));
    }
    for (text, said) in [
        ("reduce", "there is no search `reduce`; did you mean `reduced`?"),
        ("", "there is no search ``; they begin with"),
        ("reduced+sleep", "`reduced` has no `+sleep`"),
        ("unreduced+dynamic", "`unreduced` has no `+dynamic`"),
        ("sss+dynamic+conditional", "`sss` has no `+conditional`"),
        ("sss+sleep+sleep", "`sleep` comes after another part"),
        ("sss+slep", "`slep` is no part of a search; did you mean `sleep`?"),
        ("sss-cyc+source", "`sss-cyc` has no `+source`"),
    ] {
        let error = text.parse::<SearchName>().unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn usual_searches_are_searches() {
    let all = SearchName::all();
    assert!(SearchName::usual().iter().all(|name| all.contains(name)));
}
