//! Scripts: `{(hyp)}` and labels of hypotheses need no values where the values are terms of the step.

use reductio_algebra::Theory;
use reductio_proofs::replay::replay_only;
use reductio_proofs::{ReplayLimits, Script};

const THEORY: &str = "theory at
action a, b, x, y, z
predicate p, q
hypothesis (h) ours: for all actions z: (z <= a z => z = 0)
lemma (1) ours: (for all actions z: z <= x) => y <= x
lemma (2) ours: (for all actions z: z = 1) => x = 1
lemma (3) ours: (for all actions y: y <= x y) => y <= x y
lemma (4) ours: (for all predicates p: p = 1) => q = 1
lemma (5) ours: 1 <= x => (for all actions y: (y <= x y => y = 0)) => 0 = 1
lemma (6) ours: a^w = 0
lemma (7) ours: (for all actions y, z: (y <= x y + z => y <= x* z)) => x^w <= x* z
lemma (8) ours: x <= y => (for all actions z: z x <= z y)
lemma (9) ours: x <= 0 => y x = 0
lemma (10) ours: (for all actions z: z <= x) => x = y
lemma (11) ours: (for all predicates p: p x <= x p) => y x <= x y
";

fn replayed(proofs: &str) -> Vec<(String, bool)> {
    let theory = Theory::parse(THEORY, &[]).unwrap_or_else(|e| panic!("{e:?}"));
    let text = format!("proofs of at\n{proofs}");
    let script = Script::parse(&text, &theory).unwrap_or_else(|e| panic!("{e:?}"));
    let wanted: Vec<_> = script.derivations.iter().map(|d| d.label.clone()).collect();
    let replay = replay_only(&theory, &[script], ReplayLimits::default(), &|l| wanted.contains(l));
    let of = |o: &reductio_proofs::ReplayOutcome| (o.label.to_string(), o.result.is_ok());
    replay.outcomes().iter().filter(|o| wanted.contains(&o.label)).map(of).collect()
}

fn lemma(label: &str, statement: &str, from: &str, sign: &str, hint: &str, to: &str) -> String {
    format!("lemma ({label}): {statement}\nproof\n    {from}\n  {sign} {{{hint}}}\n    {to}\nqed\n")
}

#[test]
fn premises_are_used_without_values() {
    let all = [
        lemma("1", "(for all actions z: z <= x) => y <= x", "y", "<=", "(hyp)", "x"),
        lemma("2", "(for all actions z: z = 1) => x = 1", "x", "=", "(hyp)", "1"),
        lemma("3", "(for all actions y: y <= x y) => y <= x y", "y", "<=", "(hyp)", "x y"),
        lemma("4", "(for all predicates p: p = 1) => q = 1", "q", "=", "(hyp)", "1"),
        lemma(
            "5",
            "1 <= x => (for all actions y: (y <= x y => y = 0)) => 0 = 1",
            "0",
            "=",
            "(hyp)",
            "1",
        ),
        lemma("6", "a^w = 0", "a^w", "=", "(h)", "0"),
        lemma(
            "7",
            "(for all actions y, z: (y <= x y + z => y <= x* z)) => x^w <= x* z",
            "x^w",
            "<=",
            "(hyp)",
            "x* z",
        ),
        lemma("8", "x <= y => (for all actions z: z x <= z y)", "z x", "<=", "(hyp)", "z y"),
        lemma("9", "x <= 0 => y x = 0", "y x", "<=", "(hyp)", "0"),
    ];
    let found = replayed(&all.concat());
    assert_eq!(found.len(), 9);
    let refused: Vec<_> = found.iter().filter(|(_, is_proved)| !is_proved).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn steps_that_do_not_follow_are_refused() {
    let all = [
        lemma("10", "(for all actions z: z <= x) => x = y", "x", "=", "(hyp)", "y"),
        lemma(
            "11",
            "(for all predicates p: p x <= x p) => y x <= x y",
            "y x",
            "<=",
            "(hyp)",
            "x y",
        ),
        lemma("9", "x <= 0 => y x = 0", "0", "<=", "(hyp)", "y x"),
    ];
    let found = replayed(&all.concat());
    assert!(found.len() == 3 && found.iter().all(|(_, is_proved)| !is_proved), "{found:?}");
}
