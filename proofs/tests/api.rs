//! The library as its users meet it: texts in, theorems, hypotheses and faults out.

use std::sync::atomic::AtomicBool;

use reductio_algebra::{Label, ParseErrorKind, Style, Theory};
use reductio_proofs::replay::error::{ReplayErrorKind, WarningKind};
use reductio_proofs::replay::{replay_only, replay_with};
use reductio_proofs::{Replay, ReplayLimits, Script, replay};

const STATEMENTS: &str = "\
theory locks
index i, j
action x, y, a_i, r_i
hypothesis (mutex) ours: i != j => a_i a_j = 0
hypothesis (release) ours: a_i r_i <= 1
lemma (1) ours: a_i r_i a_i r_i <= 1
lemma (2) ours: x y <= y => x* y <= y
lemma (3) ours: (+i : a_i r_i)* <= 1
";

fn theory() -> Theory {
    Theory::parse(STATEMENTS, &[]).unwrap()
}

fn script(theory: &Theory, text: &str) -> Script {
    Script::parse(&format!("proofs of locks\n{text}"), theory).unwrap()
}

const ONE: &str = "\
lemma (1): a_i r_i a_i r_i <= 1
proof
    a_i r_i a_i r_i
  <= {(release)}
    1
qed
";
const TWO: &str = "\
lemma (2): x y <= y => x* y <= y
proof
    x* y
  = {x y <= y (hyp); (* ind L)}
    y
qed
";
const THREE: &str = "\
lemma (3): (+i : a_i r_i)* <= 1
proof
    (+i : a_i r_i)*
  <= {a_i r_i <= 1 (release)}
    1*
  = {(regular algebra)}
    1
qed
";

fn faults(replay: &Replay, label: &str) -> Vec<ReplayErrorKind> {
    let outcome = replay.outcome(&Label::new(label).unwrap()).unwrap();
    outcome.result.as_ref().unwrap_err().iter().map(|e| e.kind.clone()).collect()
}

#[test]
fn theorems_and_their_hypotheses() {
    let theory = theory();
    let scripts = [script(&theory, &format!("{ONE}{TWO}")), script(&theory, THREE)];
    let replay = replay(&theory, &scripts, ReplayLimits::default());
    assert!(replay.all_hold());
    let used = |label: &str| {
        let certificate =
            replay.outcome(&Label::new(label).unwrap()).unwrap().result.clone().unwrap();
        certificate.hypotheses().iter().map(Label::to_string).collect::<Vec<_>>()
    };
    assert_eq!(used("1"), ["(release)"]);
    assert_eq!(used("2"), [""; 0]);
    assert_eq!(used("3"), ["(release)"]);
    // The theorem rests on the hypothesis that was used, and its closed form states it.
    let theorem = replay.theorem(&Label::new("3").unwrap()).unwrap();
    assert_eq!(theorem.conclusion().to_statement(Style::Ascii), "(+i : a_i r_i)* <= 1");
    assert_eq!(theorem.hypotheses().len(), 1);
    let outcome = replay.outcome(&Label::new("3").unwrap()).unwrap();
    let closed = outcome.result.as_ref().unwrap().closed();
    assert!(closed.hypotheses().is_empty());
    assert_eq!(
        closed.conclusion().to_statement(Style::Ascii),
        "(for all i: a_i r_i <= 1) => (+i : a_i r_i)* <= 1"
    );
    assert_eq!((outcome.script, outcome.steps), (Some(1), 2));
    assert!(replay.kernel_steps(&Label::new("3").unwrap()) > 0);
}

#[test]
fn a_statement_without_a_proof_is_neither_proved_nor_faulty() {
    let theory = theory();
    let replay = replay(&theory, &[script(&theory, ONE)], ReplayLimits::default());
    assert!(!replay.all_hold());
    assert!(replay.theorem(&Label::new("1").unwrap()).is_some());
    assert!(replay.theorem(&Label::new("2").unwrap()).is_none());
    assert_eq!(faults(&replay, "2"), []);
    assert_eq!(replay.outcome(&Label::new("2").unwrap()).unwrap().script, None);
    // No statement, no outcome: hypotheses are not to be proved.
    assert!(replay.outcome(&Label::new("mutex").unwrap()).is_none());
    assert!(replay.outcome(&Label::new("4").unwrap()).is_none());
}

#[test]
fn only_what_is_wanted() {
    let theory = theory();
    let scripts = [script(&theory, &[ONE, TWO, THREE].concat())];
    let two = Label::new("2").unwrap();
    let replay = replay_only(&theory, &scripts, ReplayLimits::default(), &|l| *l == two);
    assert_eq!(replay.outcomes().len(), 1);
    assert!(replay.theorem(&two).is_some());
}

#[test]
fn faults_are_data() {
    let theory = theory();
    let wrong = THREE.replace("    1*\n", "    0\n");
    let replay = replay(&theory, &[script(&theory, &wrong)], ReplayLimits::default());
    let kinds = faults(&replay, "3");
    // The next step, 0 = 1, is wrong too.
    let [ReplayErrorKind::Step { lhs, sign, rhs, .. }, _] = &kinds[..] else { panic!("{kinds:?}") };
    assert_eq!(
        (lhs.to_string(), *sign, rhs.to_string()),
        ("(+i : a_i r_i)*".into(), "<=", "0".into())
    );
    let outcome = replay.outcome(&Label::new("3").unwrap()).unwrap();
    let fault = &outcome.result.as_ref().unwrap_err()[0];
    assert!(!fault.kind.is_declined());
    // From the sign to the end of the next term; the hint is the second place.
    let text = format!("proofs of locks\n{wrong}");
    assert_eq!(&text[fault.span.clone()], "<= {a_i r_i <= 1 (release)}\n    0");
    assert_eq!(&text[fault.other.clone().unwrap().0], "{a_i r_i <= 1 (release)}");
    assert_eq!(fault.to_string(), "`(+i : a_i r_i)*` <= `0` does not follow from the hint");
}

#[test]
fn the_nearest_thing_that_works_is_suggested() {
    let theory = theory();
    let help = |wrong: &str, label: &str, suggestions: bool| {
        let limits = ReplayLimits { suggestions, ..ReplayLimits::default() };
        let replay = replay(&theory, &[script(&theory, wrong)], limits);
        let outcome = replay.outcome(&Label::new(label).unwrap()).unwrap();
        outcome.result.as_ref().unwrap_err()[0].help.clone()
    };
    let strict = ONE.replace("<= {", "= {");
    assert_eq!(help(&strict, "1", true).unwrap(), "`<=` follows from the hint");
    assert_eq!(help(&strict, "1", false), None);
    let uncited = ONE.replace("(release)", "(mutex)");
    assert_eq!(help(&uncited, "1", true).unwrap(), "this step follows from (release): cite it");
}

/// A replay that is cancelled begins no step after the flag is raised, and refuses no step that it has not looked at.
#[test]
fn a_replay_that_is_cancelled_gives_up() {
    let theory = theory();
    let stop = AtomicBool::new(true);
    let limits = ReplayLimits { cancel: Some(&stop), ..ReplayLimits::default() };
    let replay = replay(&theory, &[script(&theory, &[ONE, TWO, THREE].concat())], limits);
    for label in ["1", "2", "3"] {
        let kinds = faults(&replay, label);
        assert_eq!(kinds, [ReplayErrorKind::Cancelled]);
        assert!(kinds[0].is_declined());
    }
}

#[test]
fn giving_up_is_not_refusing() {
    let theory = theory();
    let limits = ReplayLimits { states_per_step: 2, ..ReplayLimits::default() };
    let replay = replay(&theory, &[script(&theory, THREE)], limits);
    let kinds = faults(&replay, "3");
    assert!(kinds.iter().any(ReplayErrorKind::is_declined), "{kinds:?}");
    let Some(ReplayErrorKind::WorkLimit { limit, .. }) = kinds.iter().find(|k| k.is_declined())
    else {
        panic!()
    };
    assert_eq!(*limit, 2);
}

#[test]
fn what_is_not_needed_is_a_warning() {
    let theory = theory();
    let more = ONE.replace("{(release)}", "{(release); (mutex)}");
    let replay = replay(&theory, &[script(&theory, &more)], ReplayLimits::default());
    let outcome = replay.outcome(&Label::new("1").unwrap()).unwrap();
    assert!(outcome.result.is_ok());
    let [warning] = &outcome.warnings[..] else { panic!("{:?}", outcome.warnings) };
    assert_eq!(warning.kind, WarningKind::Unneeded { reference: "(mutex)".into() });
    assert_eq!(&format!("proofs of locks\n{more}")[warning.span.clone()], "(mutex)");
}

#[test]
fn faults_of_the_text_are_data_too() {
    let theory = theory();
    let text = format!("proofs of locks\n{}{TWO}", ONE.replace("a_i r_i a_i", "a_i r a_i"));
    let errors = Script::parse(&text, &theory).unwrap_err();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    let ParseErrorKind::UnknownName { name, nearest } = &error.kind else { panic!("{error}") };
    assert_eq!((name.as_str(), nearest.as_deref()), ("r", Some("r_i")));
    assert_eq!(Script::theory_name(&text).unwrap(), "locks");
    assert_eq!(Script::theory_name("lemma").unwrap_err()[0].kind.code(), "E0104");
}

#[test]
fn one_derivation_after_a_change() {
    let theory = theory();
    let cites = |label: &str| {
        let text = format!(
            "lemma (3): (+i : a_i r_i)* <= 1\nproof\n    (+i : a_i r_i)*\n  <= {{a_i r_i <= 1 {label}}}\n    1\nqed\n"
        );
        [script(&theory, &[ONE, TWO, &text].concat())]
    };
    let earlier = replay(&theory, &cites("(release)"), ReplayLimits::default());
    assert!(earlier.all_hold());
    let three = Label::new("3").unwrap();
    let again = |label: &str| {
        replay_with(&theory, &cites(label), ReplayLimits::default(), &|l| *l == three, &earlier)
    };
    assert_eq!(again("(release)").outcomes().len(), 1);
    assert!(again("(release)").all_hold());
    assert!(matches!(faults(&again("(1)"), "3")[..], [ReplayErrorKind::Fact { .. }]));
}

/// An earlier theorem must not hide that the changed proofs rest on each other.
#[test]
fn an_earlier_replay_does_not_cut_a_cycle() {
    let statements = "theory t action x\nlemma (1) ours: 0 <= x\nlemma (2) ours: 0 <= x\nlemma (3) ours: 0 <= x\n";
    let theory = Theory::parse(statements, &[]).unwrap();
    let read = |cited: [&str; 3]| {
        let lemma = |n: usize| {
            format!("lemma ({n}): 0 <= x\nproof\n    0\n  <= {{{}}}\n    x\nqed\n", cited[n - 1])
        };
        let text: String = [1, 2, 3].map(lemma).concat();
        [Script::parse(&format!("proofs of t\n{text}"), &theory).unwrap()]
    };
    let before =
        replay(&theory, &read(["(regular algebra)", "(1)", "(2)"]), ReplayLimits::default());
    assert!(before.all_hold());
    for wanted in ["1", "2", "3"] {
        let wanted = Label::new(wanted).unwrap();
        let after = read(["(3)", "(1)", "(2)"]);
        let replay =
            replay_with(&theory, &after, ReplayLimits::default(), &|l| *l == wanted, &before);
        assert!(replay.theorem(&wanted).is_none(), "{wanted}");
    }
}
