//! Searches side by side, held against the second interpreter of `discipline/tests/oracle`, which shares only the text
//! of systems with the library; and what `compare` says of systems that are known.

#[path = "../discipline/tests/oracle"]
#[expect(dead_code, reason = "the comparison of states asks for more")]
mod oracle {
    pub(crate) mod interpret;
    pub(crate) mod random;
    pub(crate) mod syntax;
}

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use oracle::interpret::{Answers, Interpreter};
use oracle::random;
use reductio::check::{EXAMPLES, Expected, Parameters, Subject};
use reductio::compare::{
    Agreement, Answer, Asleep, CompareOptions, Comparison, Condition, Ended, Row, SearchName,
    Steps, Undecided, compare,
};
use reductio::discipline::{Discipline, Outcome};
use reductio::language::parse_system;
use reductio::locking::Rule;
use reductio::selective::Stopped;
use reductio::system::System;
use reductio::testing::generate::Sketch;
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

/// Run it with `cargo test -p reductio --release --test reductio compare:: -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes"]
fn no_search_says_what_is_not_so_of_many_more() {
    agree(1 << 40, 10_000);
}

/// Holds all searches of generated systems, whose variables have a lock discipline, against the search of all states.
/// No theorem that is proved speaks of them; the repaired forms of the discipline miss nothing where all steps are
/// taken.
fn agree_on_lock_disciplines(first: u64, wanted: usize) {
    let (mut compared, mut violated, mut rows, mut differ) = (0, 0, 0, BTreeMap::new());
    for seed in first.. {
        if compared == wanted {
            break;
        }
        let Ok(system) = Sketch::with_classes(seed).build() else { continue };
        let subject = Subject::of_discipline(Discipline::new(&system));
        if subject.locks().is_none() {
            continue;
        }
        let rule = [Rule::Repaired, Rule::Mover, Rule::Printed, Rule::Eraser][compared % 4];
        let found = compare(&subject.under(rule), &options(SearchName::all()), None, None);
        let whole = &found.rows[0];
        assert_eq!(whole.search, SearchName::UNREDUCED);
        for row in &found.rows {
            let name = row.search;
            for (mine, all) in
                [(&row.discipline, &whole.discipline), (&row.progress, &whole.progress)]
            {
                match mine {
                    Verdict::Holds(()) => assert_eq!(all, mine, "seed {seed}, {rule:?}: {name}"),
                    Verdict::Fails(_) => {
                        assert!(matches!(all, Verdict::Fails(_)), "seed {seed}, {rule:?}: {name}");
                    }
                    Verdict::Declined(_) => {}
                }
            }
            assert!(!row.is_wrong(), "seed {seed}, {rule:?}: {row:?}");
            if matches!(row.agreement, Agreement::Differs(_)) {
                *differ.entry((rule.name(), name.to_string())).or_insert(0) += 1;
                let is_repaired = matches!(rule, Rule::Repaired | Rule::Mover);
                let takes_all = name.steps == Steps::All && name.sleep == Asleep::Never;
                let mut conditions = row.justification.conditions.iter();
                let may_be = conditions.all(|(_, outcome)| *outcome != Outcome::NotMet);
                assert!(!(is_repaired && takes_all && may_be), "seed {seed}, {rule:?}: {row:?}");
            }
            rows += 1;
        }
        compared += 1;
        violated += usize::from(matches!(whole.discipline, Verdict::Fails(_)));
    }
    println!(
        "systems: {compared}, violated: {violated}, rows: {rows}, not as the unreduced search: {differ:?}"
    );
    assert!(violated * 5 > compared && violated < compared, "{violated} of {compared}");
}

#[test]
fn searches_under_lock_disciplines_say_nothing_that_is_not_so() {
    agree_on_lock_disciplines(0, 60);
}

/// Run it with `cargo test -p reductio --release --test reductio compare:: -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes"]
fn searches_under_lock_disciplines_say_nothing_that_is_not_so_of_many_more() {
    agree_on_lock_disciplines(1 << 40, 2_000);
}

/// S1, section 7: invisible steps that initialize a variable hide a violation from the search of visible states.
const SECTION_7: &str = "
    semaphore sem = 0 max 1
    lock o
    disciplined v : 0 .. 2 initialized by one
    thread one { up sem; v := 1 }
    thread two { down sem; acquire o; v := 2; release o }";

#[test]
fn the_printed_discipline_is_missed_and_the_repaired_one_is_not() {
    let searches: Vec<SearchName> =
        ["unreduced", "reduced", "composed", "if-sss", "sss+source+sleep", "unreduced+2-ld"]
            .map(|name| name.parse().unwrap())
            .to_vec();
    let violated = |rule| {
        let subject = subject(SECTION_7).under(rule);
        let found = compare(&subject, &options(searches.clone()), None, None);
        let is_violated = |row: &Row| matches!(row.discipline, Verdict::Fails(_));
        let all: Vec<bool> = found.rows.iter().map(is_violated).collect();
        let held = found.rows.iter().any(|row| matches!(row.discipline, Verdict::Holds(())));
        assert!(!held, "{rule:?}: what is missed is not said to hold");
        all
    };
    assert_eq!(violated(Rule::Printed), [true, false, false, false, true, true]);
    for rule in [Rule::Repaired, Rule::Mover] {
        assert_eq!(violated(rule), [true; 6], "{rule:?}");
    }
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
            // Invariants, properties and threads that are stuck are the business of `check`.
            Expected::Holds | Expected::Invariant | Expected::Property | Expected::Stuck => {
                all.discipline == Verdict::Holds(())
            }
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
    assert!(matches!(ended[1], Some(Ended::Stopped(Stopped::Cycle { .. }))), "{ended:?}");
    assert!(matches!(ended[2], Some(Ended::Stopped(Stopped::Executions))), "{ended:?}");
    let verdicts: Vec<_> = found.rows.iter().map(Row::verdict).collect();
    assert!(matches!(
        verdicts[1],
        Verdict::Declined(Undecided::Ended(Ended::Stopped(Stopped::Cycle { .. })))
    ));
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
