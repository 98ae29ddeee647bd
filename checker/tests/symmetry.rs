//! Checks up to renamings of threads: the verdicts of the bundled examples, their runs, and what is said.

use reductio::File;
use reductio::check::{
    CheckOptions, CheckReport, EXAMPLES, Parameters, Subject, SymmetryOff, check, disagreement,
};
use reductio::search::Order;

fn checked(subject: &Subject, order: Order, symmetry: bool) -> CheckReport {
    let options = CheckOptions { order, symmetry, keep_going: true, ..CheckOptions::default() };
    check(subject, &options, None, None)
}

fn words(report: &CheckReport) -> Vec<String> {
    report.claims.iter().map(|(claim, verdict)| format!("{claim:?} {}", verdict.word())).collect()
}

#[test]
fn verdicts_of_all_examples_are_the_same_and_runs_are_runs() {
    let (mut renamed, mut plain, mut orbits) = (Vec::new(), 0, 0);
    for example in EXAMPLES {
        let subject = example.subject();
        for order in [Order::Unreduced, Order::Reduced] {
            let [all, few] = [false, true].map(|symmetry| checked(&subject, order, symmetry));
            assert_eq!(all.symmetry.off, Some(SymmetryOff::NotAsked));
            assert_eq!(words(&all), words(&few), "{} {order:?}", example.name);
            let goals = order == Order::Unreduced || few.subject.settings().exact_reach;
            let differ = disagreement(&all.exploration, &few.exploration, goals);
            assert_eq!(differ, None, "{} {order:?}", example.name);
            for finding in 0..few.exploration.findings.len() {
                few.execution(finding).unwrap();
            }
            if few.symmetry.is_used() {
                renamed.push(example.name);
                plain += all.exploration.states;
                orbits += few.exploration.states;
            }
        }
        let first = check(&subject, &CheckOptions::default(), None, None);
        if !first.exploration.findings.is_empty() {
            first.execution(0).unwrap();
        }
    }
    renamed.dedup();
    println!("{plain} states, {orbits} up to renaming: {renamed:?}");
    assert!(renamed.contains(&"double_checked") && renamed.contains(&"pool"));
    assert!(renamed.len() > 5 && 2 * orbits < plain);
}

#[test]
fn certificates_list_all_states() {
    use reductio::certify::{CertifyLimits, certify};
    let example = EXAMPLES.iter().find(|example| example.name == "double_checked").unwrap();
    let [all, few] =
        [false, true].map(|symmetry| checked(&example.subject(), Order::Reduced, symmetry));
    assert_eq!((all.exploration.states, few.exploration.states), (136, 36));
    let certificate = certify(&few, &CertifyLimits::default()).unwrap();
    assert_eq!(certificate.states, Some(136));
}

fn subject(text: &str) -> Subject {
    Subject::load(&File::new("some.sys", text).into(), &Parameters::default(), None).unwrap()
}

#[test]
fn what_is_not_renamed_is_said() {
    let text = "type U = 0 .. 2\nunshared x : 0 .. 1\nthread u[i : U] { if i == 0 { x := 1 } }";
    let report = checked(&subject(text), Order::Reduced, true);
    // Where locks are found that protect all variables, or none is needed, nothing is monitored.
    assert!(!report.symmetry.is_used());
    let text = "type U = 0 .. 2\nvar x : 0 .. 2\nthread u[i : U] { A: x := i }";
    let report = checked(&subject(text), Order::Reduced, true);
    let (family, why) = report.symmetry.refused().next().unwrap();
    assert_eq!((family.name.as_str(), family.threads.len()), ("U", 3));
    let place = why.place(report.subject.system()).unwrap();
    assert_eq!(&text[place.clone()], "x := i");
}

/// The step at `A` of one thread would be invisible but for the invariant, which speaks of that thread alone.
#[test]
fn what_is_visible_for_one_is_visible_for_all() {
    let text = "type U = 0 .. 2\nvar a[i : U] : 0 .. 1 = 0\nvar x : 0 .. 1 = 0\n\
                thread u[i : U] { A: a[i] := 1\n B: a[i] := 0\n C: x := 1 }\n\
                invariant \"never\": a[1] == 0\nreach \"up\": u[2] at end and a[0] == 1";
    for order in [Order::Unreduced, Order::Reduced] {
        let [all, few] = [false, true].map(|symmetry| checked(&subject(text), order, symmetry));
        assert!(few.symmetry.is_used());
        assert_eq!(words(&all), words(&few), "{order:?}");
        assert!(few.exploration.states < all.exploration.states);
        let finding = few.execution(0).unwrap();
        let system = few.subject.system();
        assert!(!system.holds(&system.invariants()[0].predicate, finding.last()));
    }
}
