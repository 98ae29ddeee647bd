//! Loops of invisible steps: `check` makes one step of each visible, so that the theorem applies, and says which.

use std::sync::Arc;

use reductio::check::{CheckOptions, CheckReport, Parameters, Subject, SystemClaim, check};
use reductio::discipline::{Discipline, Packed, Settings};
use reductio::search::{Exploration, FindingKind, Order, Query, search};
use reductio::testing::generate::Sketch;
use reductio::{File, Verdict};

fn checked(subject: &Subject, order: Order) -> CheckReport {
    let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
    check(subject, &options, None, None)
}

/// The threads and texts of the transitions that were made visible.
fn visible(report: &CheckReport) -> Vec<(&str, &str)> {
    let system = report.subject.system();
    let of = |&(thread, number): &(reductio::system::ThreadId, usize)| {
        let owner = system.thread(thread);
        (owner.name(), owner.transitions()[number].text())
    };
    report.subject.settings().visible.iter().map(of).collect()
}

fn has_loop<V>(found: &Exploration<V>) -> bool {
    found.findings.iter().any(|finding| matches!(finding.kind, FindingKind::EndlessLoop { .. }))
}

fn subject(text: &str) -> Subject {
    let file = Arc::new(File::new("loops.sys", text));
    Subject::load(&file, &Parameters::default(), None).unwrap()
}

#[test]
fn threads_that_nobody_watches_do_not_hide_a_deadlock() {
    let text = "
        lock a
        lock b
        var turns : 0 .. 3
        thread one { acquire a; acquire b; release b; release a }
        thread two { acquire b; acquire a; release a; release b }
        thread ticker { loop { turns := (turns + 1) mod 4 } }";
    let subject = subject(text);
    let report = check(&subject, &CheckOptions::default(), None, None);
    assert!(matches!(report.verdict(SystemClaim::NoStuckThread), Some(Verdict::Fails(Some(_)))));
    assert_eq!(report.verdict(SystemClaim::NoEndlessLoop), Some(&Verdict::Holds(())));
    assert_eq!(visible(&report), [("ticker", "turns := (turns + 1) mod 4")]);
}

#[test]
fn the_loops_of_a_family_are_found_together() {
    let text = "
        var seen : 0 .. 1
        thread t[i : 1 .. 4] { local n : 0 .. 1\n loop { n := 1 - n; skip } }
        thread reader { seen := 1 }";
    let report = checked(&subject(text), Order::Reduced);
    assert!(report.claims.iter().all(|(_, verdict)| *verdict == Verdict::Holds(())));
    let names: Vec<&str> = visible(&report).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["t[1]", "t[2]", "t[3]", "t[4]"]);
}

/// Generated systems in which a thread can take invisible steps for ever: what is decided of them by reduced steps is
/// what is decided by all steps.
#[test]
fn with_loops_the_answers_are_those_of_all_steps() {
    let (mut compared, mut decided, mut stuck) = (0, 0, 0);
    for seed in 0.. {
        if compared == 400 {
            break;
        }
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let settings = Settings { exact_reach: true, ..Settings::default() };
        let discipline = Discipline::with(&system, &settings, None).unwrap();
        let query = Query { keep_going: true, ..Query::default() };
        let raw = search(&Packed::new(&discipline), &Order::Reduced, &query);
        if !has_loop(&raw) {
            continue;
        }
        compared += 1;
        let subject = Subject::of_discipline(discipline);
        let few = checked(&subject, Order::Reduced);
        let all = checked(&subject, Order::Unreduced);
        assert!(!has_loop(&few.exploration));
        for (claim, verdict) in &few.claims {
            if *claim == SystemClaim::NoEndlessLoop || matches!(verdict, Verdict::Declined(_)) {
                continue;
            }
            decided += 1;
            let word = |verdict: &Verdict<_, _, _>| verdict.word();
            let wanted = all.verdict(*claim).map(word);
            assert_eq!(Some(word(verdict)), wanted, "seed {seed}: {claim:?}");
            stuck += usize::from(*claim == SystemClaim::NoStuckThread && word(verdict) == "fails");
        }
        for finding in 0..few.exploration.findings.len() {
            few.execution(finding).unwrap();
        }
    }
    println!("{compared} systems, {decided} claims are decided, in {stuck} a thread is stuck");
    assert!(decided > 800 && stuck > 20, "{decided}, {stuck}");
}
