//! The time for a search for a proof by induction: `cargo bench -p reductio-proofs --bench search`.
//!
//! One core; each figure is one formula, from its premises or from the hypotheses of S5 alone. The last group is not
//! found: a false formula, a true one, and what is beyond the limits.

use divan::{Bencher, black_box};
use reductio_algebra::{Formula, Symbol, Theory, Vocabulary};
use reductio_proofs::search::{InductionLimits, InductionOutcome, prove};
use reductio_theorems::kernel::assume;
use reductio_theorems::{Theorem, allowed, bundled};

fn main() {
    divan::main();
}

fn parse(text: &str) -> Formula {
    let mut names = Vocabulary::new();
    for x in ["w", "x", "y", "z"] {
        names.declare(Symbol::action(x.parse().expect("a name"), 0));
    }
    names.parse_formula(text).expect("the formula is read")
}

fn check(bencher: Bencher<'_, '_>, goal: &Formula, facts: &[Theorem], is_found: bool) {
    bencher.bench_local(|| {
        let answer = prove(black_box(goal), facts, &InductionLimits::default());
        assert_eq!(matches!(answer, Ok(InductionOutcome::Proved(_))), is_found, "{goal}");
    });
}

/// Simulation, commutation, Arden's rule, quasi-commutation, termination.
#[divan::bench(args = [
    "x y <= y z => x* y <= y z*",
    "y x <= x y => (x + y)* = x* y*",
    "y x <= (x + 1) (y + 1) => y* x* <= x* y*",
    "x^w = 0 => y = x y + z => y = x* z",
    "z x <= y z => y^w = 0 => z x^w = 0",
    "y x <= x (x + y)* => (x + y)^w = x^w + x* y^w",
    "y x <= x (x + y)* => x^w = 0 => y^w = 0 => (x + y)^w = 0",
    "y x <= x (x + y)* => (x + y) ? z = x ? y ? z",
    "x^w = 0 => y x <= x (x + y)* => (x + y)* = x* y*",
])]
fn found(bencher: Bencher<'_, '_>, text: &str) {
    check(bencher, &parse(text), &[], true);
}

/// Lemmas of S5, the hardest that are found.
#[divan::bench(args = ["24", "25", "35", "36", "38", "14b"], sample_count = 10)]
fn s5(bencher: Bencher<'_, '_>, label: &str) {
    let theory = Theory::parse(bundled::S5.text, &[]).expect("the theory is read");
    let label = reductio_algebra::Label::new(label).expect("a label");
    let statement = theory.statement(&label).expect("the statement is there");
    let hypotheses = allowed(&theory, statement).map(|h| assume(&h.formula));
    let facts: Result<Vec<Theorem>, _> = hypotheses.collect();
    check(bencher, &statement.formula, &facts.expect("closed formulas"), true);
}

#[divan::bench(args = [
    "y x <= x y => x* y* <= y* x*",
    "y x <= x (x + y)* => (x + y)^w = x^w + y^w",
    "x y <= x + z => y z <= z y + x => (x + y + z)* <= x* y* z*",
], sample_count = 10)]
fn not_found(bencher: Bencher<'_, '_>, text: &str) {
    check(bencher, &parse(text), &[], false);
}
