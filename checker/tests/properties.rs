//! Properties of runs: reduced and unreduced searches agree, and what is found can be replayed.

use reductio::check::{
    CheckOptions, CheckReport, Ground, Inconclusive, Parameters, Subject, SystemClaim, check,
};
use reductio::discipline::Discipline;
use reductio::execution::{Ending, Execution, ExecutionError};
use reductio::language::parse_system;
use reductio::search::{FindingKind, Order, Stopped};
use reductio::{Exit, File, Verdict};
use reductio_generate::Sketch;

fn options(order: Order) -> CheckOptions {
    CheckOptions { order, keep_going: true, ..CheckOptions::default() }
}

fn subject(text: &str) -> Subject {
    with(text, &Parameters::default())
}

fn with(text: &str, parameters: &Parameters) -> Subject {
    let file = std::sync::Arc::new(File::new("test.sys", text));
    Subject::load(&file, parameters, None).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The words of the verdicts about the properties of a report.
fn words(report: &CheckReport) -> Vec<&'static str> {
    let of = |number| report.verdict(SystemClaim::Property(number)).unwrap().word();
    (0..report.subject.system().properties().len()).map(of).collect()
}

/// Both searches' verdicts, which agree where both have one.
fn both(subject: &Subject) -> Vec<&'static str> {
    let [all, few] = [Order::Unreduced, Order::Reduced].map(|order| {
        let report = check(subject, &options(order), None, None);
        every_finding_is_replayed(&report);
        words(&report)
    });
    assert_eq!(all, few);
    few
}

/// Each finding's run is executed again and ends as it should; so does its run file, in the system as it is.
fn every_finding_is_replayed(report: &CheckReport) -> usize {
    let mut refuted = 0;
    for (number, finding) in report.exploration.findings.iter().enumerate() {
        let execution = report.execution(number).unwrap();
        let FindingKind::Property { number: property, from } = finding.kind else { continue };
        assert_eq!(execution.ending(), Ending::PropertyFalse { property, from });
        let text = serde_json::to_string(&execution.to_run_file()).unwrap();
        let again = Execution::from_json(&text, execution.rules(), report.subject.origin());
        let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((again.ending(), again.steps()), (execution.ending(), execution.steps()));
        refuted += 1;
    }
    refuted
}

#[test]
fn verdicts_and_what_they_rest_on() {
    let subject = subject(
        "lock m
         protected x : 0 .. 3 by m
         fair thread t { loop { A: acquire m; x := 1; B: x := 2; release m } }
         fair thread u { loop { idle C: acquire m; D: release m } }
         property \"t comes\": always eventually t at B
         property \"u asks\": eventually u at D
         property \"x\": always eventually x == 2
         property \"never\": always not (t at B and u at D)
         property \"nothing\": always true",
    );
    assert_eq!(both(&subject), ["fails", "fails", "fails", "holds", "holds"]);
    let report = check(&subject, &CheckOptions::default(), None, None);
    assert_eq!(report.exit(), Exit::Fails);
    let ground = |number: usize| {
        let at =
            report.claims.iter().position(|(claim, _)| *claim == SystemClaim::Property(number));
        report.basis.grounds[at.unwrap()]
    };
    assert_eq!((ground(0), ground(3)), (Ground::Run, Ground::ReducedRuns));
    let all = check(&subject, &options(Order::Unreduced), None, None);
    assert_eq!(*all.basis.grounds.last().unwrap(), Ground::EveryRun);
    assert!(report.properties.iter().all(|answer| answer.order == Order::Reduced));
    // With a strong assumption the lock comes to everybody.
    let text = subject.file.text().replace("fair thread", "strongly fair thread");
    assert_eq!(both(&self::subject(&text))[..3], ["holds", "fails", "holds"]);
    // But who may rest need not ask, unless it goes on.
    let text = text.replace("idle C", "fair idle C");
    assert_eq!(both(&self::subject(&text))[..3], ["holds"; 3]);
}

#[test]
fn fairness_of_all_threads_can_be_asked_for() {
    let text = "var x : bool\nvar y : bool\nthread t { x := true }\nthread u { loop { y := not y } }\n\
                thread v { y := x }\nproperty eventually x";
    // Somebody moves as long as anybody can, but not everybody.
    assert_eq!(both(&subject(text)), ["fails"]);
    assert_eq!(
        both(&subject("var x : bool\nthread t { x := true }\nproperty eventually x")),
        ["holds"]
    );
    let fair = Parameters { fair: true, ..Parameters::default() };
    assert_eq!(both(&with(text, &fair)), ["holds"]);
    let one_more =
        Parameters { properties: vec!["x leads_to not x".to_owned()], ..Parameters::default() };
    assert_eq!(both(&with(text, &one_more)), ["fails", "fails"]);
}

/// The two reasons why releases are visible for who waits: without them the reduced search would miss these runs.
#[test]
fn threads_that_starve_are_found_by_reduced_steps() {
    // A thread that is not fair stops while it owns the lock, and others go on.
    let stops = "
        lock m
        var c : bool
        fair thread t { acquire m; T: release m }
        thread u { acquire m; release m }
        thread ticker { loop { c := not c } }
        thread other { c := true }
        property eventually t at T";
    assert_eq!(both(&subject(stops)), ["fails"]);
    let all = Parameters { fair: true, ..Parameters::default() };
    assert_eq!(both(&with(stops, &all)), ["holds"]);
    // Two threads own a lock each, at the same time again and again: then who takes either of them cannot move.
    let two = "
        lock m[i : 0 .. 1]
        fair thread t { choose { acquire m[0]; release m[0] } or { acquire m[1]; release m[1] } T: skip }
        fair thread u { loop { acquire m[0]; release m[0] } }
        fair thread v { loop { acquire m[1]; release m[1] } }
        property eventually t at T";
    assert_eq!(both(&subject(two)), ["fails"]);
    // A lock that is another one each time round.
    let other = "
        lock m[i : 0 .. 1]
        var which : 0 .. 1
        fair thread t { local k : 0 .. 1\n await which == 1 then { k := 0 }; acquire m[which]; T: stop }
        fair thread u { loop { acquire m[0]; which := 1; release m[0]; acquire m[1]; which := 0; release m[1] } }
        property eventually t at end";
    both(&subject(other));
}

#[test]
fn runs_that_end_refute_too() {
    let text = "lock m\nfair thread t { acquire m; A: acquire m }\nproperty eventually t at B\n\
                fair thread u { B: skip }";
    let deadlocked = text.replace("eventually t at B", "eventually t at end");
    let report = check(&subject(&deadlocked), &options(Order::Reduced), None, None);
    assert_eq!(words(&report), ["fails"]);
    let ends = |kind: &FindingKind<_>| matches!(kind, FindingKind::Property { from: None, .. });
    assert!(report.exploration.findings.iter().any(|finding| ends(&finding.kind)));
    every_finding_is_replayed(&report);
}

#[test]
fn what_is_not_decided_has_a_reason() {
    let text = "
        type Index = 0 .. 2
        var x[i : Index] : 0 .. 9
        fair thread t[i : Index] { loop { x[i] := (x[i] + 1) mod 10; skip } }
        property always eventually x[0] == 0";
    let why = |options: &CheckOptions| {
        let report = check(&subject(text), options, None, None);
        match report.verdict(SystemClaim::Property(0)) {
            Some(Verdict::Declined(why)) => Some(*why),
            other => panic!("{other:?}"),
        }
    };
    let all = CheckOptions { order: Order::Unreduced, ..CheckOptions::default() };
    let few = CheckOptions { max_states: 100, ..all };
    assert_eq!(why(&few), Some(Inconclusive::Stopped(Stopped::States)));
    // The main search is small enough, the product is not.
    let report = check(&subject(text), &CheckOptions::default(), None, None);
    assert_eq!(words(&report), ["holds"]);
    let enough = report.exploration.states;
    let tight = CheckOptions { max_states: enough, ..CheckOptions::default() };
    assert_eq!(why(&tight), Some(Inconclusive::Stopped(Stopped::States)));
    // A formula whose automaton is too large.
    let both =
        |n: usize| format!("(always eventually x[0] == {n} => always eventually x[1] == {n})");
    let all: Vec<String> = (0..10).map(both).collect();
    let large = format!("{text}\nproperty (not ({})) until x[0] == 9", all.join(" and "));
    let report = check(&subject(&large), &CheckOptions::default(), None, None);
    let verdict = report.verdict(SystemClaim::Property(1));
    assert_eq!(verdict, Some(&Verdict::Declined(Inconclusive::Formula)));
}

/// A thread that may rest may stop where it is idle, whatever is assumed of it; unless the text says that it goes on.
#[test]
fn who_may_rest_may_stop() {
    let text = "thread t { loop { idle A: skip; B: skip } }\nproperty eventually t at B";
    assert_eq!(both(&subject(text)), ["fails"]);
    assert_eq!(both(&subject(&text.replace("thread t", "fair thread t"))), ["fails"]);
    assert_eq!(both(&subject(&text.replace("thread t", "strongly fair thread t"))), ["fails"]);
    assert_eq!(both(&subject(&text.replace("idle A", "fair idle A"))), ["holds"]);
    assert_eq!(both(&subject(&text.replace("idle A", "A"))), ["holds"]);
    // The run ends at once, and is told so.
    let report = check(&subject(text), &options(Order::Reduced), None, None);
    let found = report
        .exploration
        .findings
        .iter()
        .position(|finding| matches!(finding.kind, FindingKind::Property { from: None, .. }));
    let execution = report.execution(found.unwrap()).unwrap();
    assert_eq!(execution.steps().len(), 0);
    // Who is not idle goes on all the same, and who holds a lock and rests keeps it.
    let two = "lock m\nfair thread t { loop { idle A: acquire m; idle H: skip; release m } }\n\
               fair thread u { U: acquire m; C: release m }\nproperty eventually u at C";
    assert_eq!(both(&subject(two)), ["fails"]);
    assert_eq!(both(&subject(&two.replace("idle H", "H"))), ["fails"]);
    let strong = two.replace("idle H", "H").replace("fair thread u", "strongly fair thread u");
    assert_eq!(both(&subject(&strong)), ["holds"]);
    let kept = two.replace("fair thread u", "strongly fair thread u");
    assert_eq!(both(&subject(&kept)), ["fails"]);
}

/// A claim about some value: its negation is a conjunction, whose automaton may be too large.
#[test]
fn some_of_many_values_is_decided() {
    for count in [3, 7] {
        let text = format!(
            "var x : 0 .. {count}
             fair thread t {{ loop {{ x := (x + 1) mod {} }} }}
             property \"none\": exists i : 1 .. {count} . (always eventually x == i) and eventually always x < i
             property \"some\": exists i : 0 .. {count} . always (x == i => eventually x != i)
             property \"all\": forall i : 0 .. {count} . always eventually x == i",
            count + 1
        );
        assert_eq!(both(&subject(&text)), ["fails", "holds", "holds"], "{count}");
    }
}

/// Where the theorem does not apply, all steps are taken.
#[test]
fn outside_of_the_theorem_all_steps_are_taken() {
    let violated = "
        lock m
        protected x : bool by m
        fair thread t { x := true }
        fair thread u { acquire m; x := false; release m }
        property eventually t at end";
    let report = check(&subject(violated), &options(Order::Reduced), None, None);
    assert_eq!(words(&report), ["holds"]);
    assert_eq!(report.properties[0].order, Order::Unreduced);
    // Nothing is said of a system in which the search has ended with a violation.
    let first = check(&subject(violated), &CheckOptions::default(), None, None);
    assert_eq!(words(&first), ["declined"]);
    // A loop of invisible steps is not in the theorem's way: one of them is visible.
    let endless = "
        fair thread t { local x : bool\n loop { x := not x } }
        var y : bool
        fair thread u { y := true }
        property eventually y";
    let report = check(&subject(endless), &CheckOptions::default(), None, None);
    assert_eq!((words(&report), report.properties[0].order), (vec!["holds"], Order::Reduced));
    let guessed = "lock m\nvar x : bool\nfair thread t { acquire m; x := true; release m }\n\
                   fair thread u { acquire m; x := not x; release m }\nproperty eventually always x";
    let report =
        reductio::check::check_guessing(&subject(guessed), &options(Order::Reduced), None, None);
    assert_eq!((words(&report), report.properties[0].order), (vec!["fails"], Order::Reduced));
}

/// Variables with a lock discipline: where locks are found the search takes reduced steps, with a monitor all.
#[test]
fn classes_of_variables() {
    let text = "lock m\ndisciplined x : bool\nfair thread t { acquire m; x := true; release m }\n\
                fair thread u { acquire m; x := true; release m }\nproperty eventually x";
    let report = check(&subject(text), &CheckOptions::default(), None, None);
    assert_eq!((words(&report), report.properties[0].order), (vec!["holds"], Order::Reduced));
    let bare = text.replace("acquire m; x := true; release m }\nproperty", "x := true }\nproperty");
    let report = check(&subject(&bare), &options(Order::Reduced), None, None);
    assert_eq!((words(&report), report.properties[0].order), (vec!["holds"], Order::Unreduced));
}

#[test]
fn replays_are_refused_where_something_is_not_so() {
    let text = "var x : bool\nfair thread t { loop { A: x := not x } }\nfair thread u { skip }\n\
                property \"stays\": eventually always x\nproperty \"set\": eventually x";
    let system = parse_system(text, "test", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let [t, u] = [0, 1].map(reductio::system::ThreadId::new);
    let refuted = |steps: &[_], from| -> Result<Ending, ExecutionError> {
        Ok(Execution::replay(&discipline, steps)?.refuting(from)?.ending())
    };
    let said = |steps: &[_], from| refuted(steps, from).unwrap_err().to_string();
    let around = [(t, 0), (t, 0)];
    let after = [(u, 0), (t, 0), (t, 0)];
    assert_eq!(refuted(&after, Some(1)), Ok(Ending::PropertyFalse { property: 0, from: Some(1) }));
    assert!(
        said(&around, Some(0)).ends_with(
            "not fair to u: it can move in every state and does not move on the way round"
        ),
        "{}",
        said(&around, Some(0))
    );
    assert!(said(&after, Some(2)).ends_with("the last state is not the one after step 2"));
    assert!(said(&after, Some(3)).ends_with("no step comes after step 3"));
    assert!(said(&after, None).contains("t can go on"));
    let execution = Execution::replay(&discipline, &after).unwrap();
    let claimed = Ending::PropertyFalse { property: 1, from: Some(1) };
    let error = execution.clone().ending_in(claimed).unwrap_err().to_string();
    assert!(error.ends_with("\"set\" is true of the run"), "{error}");
    let claimed = Ending::PropertyFalse { property: 2, from: Some(1) };
    assert!(
        execution
            .ending_in(claimed)
            .unwrap_err()
            .to_string()
            .ends_with("the system has 2 properties")
    );
}

/// Reduced and unreduced answers about properties of random systems.
fn searches_agree(seeds: std::ops::Range<u64>) {
    let (mut reduced, mut holding, mut failing, mut fewer, mut cycles) = (0, 0, 0, 0, 0);
    for seed in seeds {
        let sketch = Sketch::with_properties(seed);
        let subject = Subject::of_discipline(Discipline::new(sketch.build().unwrap()));
        let all = check(&subject, &options(Order::Unreduced), None, None);
        let few = check(&subject, &options(Order::Reduced), None, None);
        cycles += every_finding_is_replayed(&all) + every_finding_is_replayed(&few);
        assert_eq!(words(&all), words(&few), "seed {seed}:\n{sketch}");
        for (one, other) in few.properties.iter().zip(&all.properties) {
            reduced += usize::from(one.order == Order::Reduced);
            fewer += usize::from(one.order == Order::Reduced && one.states < other.states);
        }
        holding += words(&few).iter().filter(|word| **word == "holds").count();
        failing += words(&few).iter().filter(|word| **word == "fails").count();
    }
    println!(
        "{reduced} by reduced steps, {fewer} with fewer states, {holding} hold, {failing} fail, {cycles} replayed"
    );
    assert!(reduced > 30 && fewer > 5 && holding > 30 && failing > 30);
}

#[test]
fn reduced_and_unreduced_answers_agree() {
    searches_agree(0..400);
}

#[test]
#[ignore = "20,000 systems"]
fn reduced_and_unreduced_answers_agree_at_length() {
    searches_agree(1_000..21_000);
}
