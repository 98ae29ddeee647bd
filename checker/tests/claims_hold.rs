//! `testing::claims_hold`: each kind of claim can fail, what is shown can be read, and the answer is that of `check`.

use std::sync::Arc;

use reductio::check::{CheckOptions, EXAMPLES, Parameters, Subject, SystemClaim, check};
use reductio::discipline::Discipline;
use reductio::execution::Ending;
use reductio::language::parse_system;
use reductio::search::Order;
use reductio::testing::{Failing, Sample, access_implies_predicate, claims_hold, claims_hold_with};
use reductio::{Exit, File};

fn failing(text: &str) -> Box<Failing> {
    let system = parse_system(text, "small", &[]).unwrap();
    let failing = claims_hold(&system).unwrap_err();
    assert_eq!(format!("{failing:?}"), failing.to_string(), "`unwrap` shows what a person reads");
    failing
}

/// Two locks, taken in either order, beside a thread that always goes on.
const AB_BA: &str = "
    lock a
    lock b
    lock c
    thread one { acquire a; acquire b; release b; release a }
    thread two { acquire b; acquire a; release a; release b }
    thread ticker { loop { acquire c; release c } }";

#[test]
fn a_thread_that_is_stuck_is_told_in_full() {
    let found = failing(AB_BA);
    assert_eq!(found.claim, Some(SystemClaim::NoStuckThread));
    assert_eq!(
        found.to_string(),
        "\
small: `no thread is stuck for ever` fails
    1  one  line 5  acquire a  a.owner: none -> one
    2  two  line 6  acquire b  b.owner: none -> two
after step 2: one is stuck for ever:
  one waits at line 5.2 for b, owned by two
  two waits at line 6.2 for a, owned by one
  so one and two wait for one another
  ticker can go on, and the one state that can come after does not let one take a step
the run again: `Failing::execution`; as a table, where FILE has the text of small: `reductio replay FILE --steps 0.0,1.0`"
    );
    let ending = found.execution().unwrap().unwrap().ending();
    assert_eq!(ending, Ending::Stuck { thread: found.steps[0].0 });
}

#[test]
fn each_kind_of_claim_can_fail() {
    let cases = [
        ("lock m\nprotected x : bool by m\nthread t { x := true }", SystemClaim::Discipline),
        ("var x : 0 .. 1\nthread t { x := 1; assert x == 0 }", SystemClaim::NoFailure),
        ("var x : bool\nthread t { await x }", SystemClaim::NoDeadlock),
        (AB_BA, SystemClaim::NoStuckThread),
        ("var x : bool\nthread t { x := true }\ninvariant not x", SystemClaim::Invariant(0)),
        ("var x : bool\nthread t { skip }\nreach x", SystemClaim::Reach(0)),
        (
            "var x : bool\nthread t { loop { x := not x } }\nproperty eventually always x",
            SystemClaim::Property(0),
        ),
    ];
    for (text, claim) in cases {
        let found = failing(text);
        assert_eq!(found.claim, Some(claim), "{found}");
        let is_run = !matches!(claim, SystemClaim::Reach(_));
        assert_eq!(found.execution().is_some(), is_run, "{found}");
        if let Some(run) = found.execution() {
            assert!(!matches!(run.unwrap().ending(), Ending::Stopped | Ending::AtRest), "{found}");
            assert!(found.to_string().contains(" --steps "), "{found}");
        }
    }
}

#[test]
fn a_run_that_goes_round_is_marked() {
    let text = "
        var x : 0 .. 2
        thread t { x := 1; loop { x := 2; x := 1 } }
        property \"two at last\" eventually always x == 2";
    let text = text.replace("at last\"", "at last\":");
    let found = failing(&text);
    let shown = found.to_string();
    assert!(
        shown.starts_with(
            "small: `property \"two at last\"` fails\n    1  t  line 3    x := 1  x: 0 -> 1\n"
        ),
        "{shown}"
    );
    assert!(shown.contains("        again and again:\n    2  t  "), "{shown}");
    assert!(shown.ends_with("--steps 0.0,loop,0.1,0.2`"), "{shown}");
}

#[test]
fn what_is_not_decided_fails_with_the_reason() {
    let system = parse_system(AB_BA, "small", &[]).unwrap();
    let subject = Subject::of_discipline(Discipline::new(&system));
    let few = CheckOptions { max_states: 1, ..CheckOptions::default() };
    let found = claims_hold_with(&subject, &few).unwrap_err();
    let shown = found.to_string();
    assert!(shown.contains("is undecided, as are "), "{shown}");
    assert!(
        shown.ends_with(": there are more than 1 states (`CheckOptions::max_states`)"),
        "{shown}"
    );

    // A loop of invisible steps is no fault. Under a lock discipline that is monitored no theorem applies, and all
    // steps are taken; where these are too many, the loop is shown.
    let endless = "
        lock a
        lock b
        semaphore go = 0 max 2
        var which : 0 .. 1
        disciplined x : bool
        thread first { which := any; up go; up go }
        thread t[i : 1 .. 2] {
          local n : bool
          down go
          if which == 0 { acquire a; x := true; release a } else { acquire b; x := true; release b }
          loop { n := not n }
        }";
    let system = parse_system(endless, "endless", &[]).unwrap();
    let subject = Subject::of_discipline(Discipline::new(&system));
    for order in [Order::Reduced, Order::Unreduced] {
        claims_hold_with(&subject, &CheckOptions { order, ..CheckOptions::default() }).unwrap();
    }
    let few = CheckOptions { max_states: 12, ..CheckOptions::default() };
    let shown = claims_hold_with(&subject, &few).unwrap_err().to_string();
    assert!(shown.contains("is undecided"), "{shown}");
    println!("{shown}");
}

#[test]
fn what_a_thread_repeats_for_ever_is_visible_once_a_round() {
    let endless = "
        lock m
        protected x : 0 .. 1 by m
        thread t { acquire m; loop { x := 1 - x } }";
    let system = parse_system(endless, "endless", &[]).unwrap();
    let subject = Subject::of_discipline(Discipline::new(&system));
    claims_hold_with(&subject, &CheckOptions::default()).unwrap();
    // Others wait for ever for the lock, and t goes on.
    let found = failing(&format!("{endless}\nthread u {{ acquire m; release m }}"));
    assert_eq!(found.claim, Some(SystemClaim::NoStuckThread));
}

#[test]
fn runs_under_a_lock_discipline_are_made_again_under_it() {
    let found = failing("disciplined x : bool\nthread s { x := true }\nthread t { x := false }");
    assert_eq!(found.claim, Some(SystemClaim::Discipline));
    let ending = found.execution().unwrap().unwrap().ending();
    assert!(matches!(ending, Ending::DisciplineViolated(_)), "{found}");
}

#[test]
fn other_properties_can_be_read_too() {
    let text = "
        lock m
        protected x : 0 .. 1 by m
        thread one { acquire m; x := 1; release m }
        thread two { A: x := 0 }";
    let system = parse_system(text, "forgotten", &[]).unwrap();
    let found = access_implies_predicate(&system, Sample::default()).unwrap_err();
    let shown = format!("{found:?}");
    assert_eq!(shown, found.to_string());
    assert!(shown.starts_with("two accesses x without exclusive access (seed 1)\n"), "{shown}");
    assert!(shown.lines().count() >= 3 && !shown.contains('\u{1b}'), "{shown}");
    let as_error: Box<dyn std::error::Error> = found.into();
    assert_eq!(format!("{as_error:?}"), shown);
}

/// The answer for each example is that of `check`, with a run as short.
#[test]
fn examples_have_the_answer_of_check() {
    for example in EXAMPLES {
        let file = Arc::new(File::new(example.name, example.text));
        let subject = Subject::load(&file, &Parameters::default(), None).unwrap();
        let options = CheckOptions { max_states: 20_000, ..CheckOptions::default() };
        let report = check(&subject, &options, None, None);
        match claims_hold_with(&subject, &options) {
            Ok(()) => assert_eq!(report.exit(), Exit::Holds, "{}", example.name),
            Err(found) => {
                assert_ne!(report.exit(), Exit::Holds, "{}: {found}", example.name);
                let verdict = report.verdict(found.claim.unwrap()).unwrap();
                assert_eq!(Exit::from(verdict), report.exit(), "{}: {found}", example.name);
                if let reductio::Verdict::Fails(Some(finding)) = verdict {
                    let run = &report.exploration.findings[*finding].run;
                    assert_eq!(run.len(), found.steps.len(), "{}: {found}", example.name);
                    assert!(found.execution().unwrap().is_ok(), "{}", example.name);
                }
            }
        }
    }
}
