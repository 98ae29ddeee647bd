//! The time for a step with the hint `(auto)`: `cargo bench -p reductio-proofs --bench auto`.
//!
//! One core; each figure is one statement, from its script as read. The last two of the list are refused: a false step,
//! and a true one beyond the limits.

use divan::{Bencher, black_box};
use reductio_algebra::{Label, Theory};
use reductio_proofs::replay::replay_only;
use reductio_proofs::{ReplayLimits, Script};

fn main() {
    divan::main();
}

const WORDS: &str = include_str!("../tests/words.oa");

/// The statement, and whether it is proved.
const STEPS: [(&str, bool); 8] = [
    // No fact, one, three.
    ("6", true),
    ("1", true),
    ("7", true),
    // Chains: equations with one fact, with four facts, about families; inclusions.
    ("2", true),
    ("4", true),
    ("5", true),
    ("3", true),
    // False.
    ("12", false),
];

fn check(bencher: Bencher<'_, '_>, number: &str, holds: bool) {
    let theory = Theory::parse(WORDS, &[]).expect("the theory is read");
    let label = Label::new(number).unwrap();
    let start = format!("lemma ({number}) ours: ");
    let line = WORDS.lines().find_map(|l| l.strip_prefix(&start)).expect("the statement is there");
    let claim = line.rsplit("=> ").next().unwrap_or(line);
    let sign = ["<=", "="].into_iter().find(|s| claim.contains(&format!(" {s} ")));
    let sign = sign.expect("a relation");
    let (left, right) = claim.split_once(&format!(" {sign} ")).expect("two sides");
    let text = format!(
        "proofs of words\nlemma ({number}): {line}\nproof\n    {left}\n  {sign} {{(auto)}}\n    {right}\nqed\n"
    );
    let script = [Script::parse(&text, &theory).expect("the script is read")];
    bencher.bench_local(|| {
        let replay =
            replay_only(&theory, black_box(&script), ReplayLimits::default(), &|l| *l == label);
        assert_eq!(replay.outcome(&label).is_some_and(|o| o.result.is_ok()), holds);
    });
}

#[divan::bench(args = STEPS.map(|(label, _)| label))]
fn step(bencher: Bencher<'_, '_>, label: &str) {
    let holds = STEPS.iter().any(|(l, holds)| *l == label && *holds);
    check(bencher, label, holds);
}

#[divan::bench]
fn beyond_the_limits(bencher: Bencher<'_, '_>) {
    check(bencher, "14", false);
}
