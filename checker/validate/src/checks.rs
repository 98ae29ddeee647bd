//! The check of one statement in one space of states: whether it holds, how much it speaks of, and why it fails.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_algebra::{Evaluator, OmegaAlgebra, Sort, Style, name};
use reductio_relations::{Assignment, BitRelation, Bits, Satisfaction, satisfies};

use super::Check;
use super::fault::FaultExplainer;
use super::statements::Checked;

/// The algebra of relations with a look at a cancel flag before each operation. Once the flag is raised its answers are
/// of no use: whoever evaluates must look at the flag at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watched<'a> {
    pub(super) bits: Bits,
    pub(super) cancel: Option<&'a AtomicBool>,
}

impl Watched<'_> {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    fn unless_cancelled(
        &self,
        x: &BitRelation,
        operation: impl FnOnce() -> BitRelation,
    ) -> BitRelation {
        if self.is_cancelled() { x.clone() } else { operation() }
    }
}

impl OmegaAlgebra for Watched<'_> {
    type Element = BitRelation;

    fn zero(&self) -> BitRelation {
        self.bits.zero()
    }

    fn one(&self) -> BitRelation {
        self.bits.one()
    }

    fn plus(&self, x: &BitRelation, y: &BitRelation) -> BitRelation {
        self.unless_cancelled(x, || self.bits.plus(x, y))
    }

    fn seq(&self, x: &BitRelation, y: &BitRelation) -> BitRelation {
        self.unless_cancelled(x, || self.bits.seq(x, y))
    }

    fn star(&self, x: &BitRelation) -> BitRelation {
        self.unless_cancelled(x, || self.bits.star(x))
    }

    fn omega(&self, x: &BitRelation) -> BitRelation {
        self.unless_cancelled(x, || self.bits.omega(x))
    }

    fn complement(&self, p: &BitRelation) -> BitRelation {
        self.unless_cancelled(p, || self.bits.complement(p))
    }

    fn is_predicate(&self, x: &BitRelation) -> bool {
        self.is_cancelled() || self.bits.is_predicate(x)
    }

    fn elements(&self, sort: Sort, most: u64) -> Option<Vec<BitRelation>> {
        self.bits.elements(sort, most)
    }

    fn is_below(&self, x: &BitRelation, y: &BitRelation) -> bool {
        self.is_cancelled() || self.bits.is_below(x, y)
    }
}

/// A checker of statements in one space of states.
pub(super) struct Checker<'a> {
    pub(super) algebra: Watched<'a>,
    pub(super) explainer: FaultExplainer<'a>,
}

impl Checker<'_> {
    /// Checks all statements of a list; `None` when the flag is raised before they are done.
    pub(super) fn all(
        &self,
        list: &[Checked],
        claim: Option<&str>,
        meaning: &Assignment<BitRelation>,
    ) -> Option<Vec<Check>> {
        list.iter().map(|checked| self.one(checked, claim, meaning)).collect()
    }

    /// Checks one statement; `None` when the flag is raised before that is done.
    pub(super) fn one(
        &self,
        checked: &Checked,
        claim: Option<&str>,
        meaning: &Assignment<BitRelation>,
    ) -> Option<Check> {
        if self.explainer.0.threads() == 0 {
            // The statements are about a nonempty set of threads.
            return Some(Check {
                label: checked.label.to_owned(),
                formula: checked.formula.to_statement(Style::Ascii),
                claim: claim.map(str::to_owned),
                holds: true,
                instances: 0,
                vacuous_for: vec!["there is no thread".to_owned()],
                fault: None,
            });
        }
        let complete = "every symbol of the statements has a value";
        let Watched { bits, .. } = self.algebra;
        let evaluator = Evaluator::new(&self.algebra, meaning);
        let holds = evaluator.formula(&checked.formula.closed());
        let (mut instances, mut vacuous_for) = (0, Vec::new());
        for pair @ (i, j) in self.threads(checked) {
            if self.algebra.is_cancelled() {
                return None;
            }
            let evaluator = Evaluator::new(&self.algebra, meaning)
                .with_index(&name!("i"), i)
                .with_index(&name!("j"), j);
            let count = evaluator.term(&checked.instances).expect(complete).len();
            if count == 0 {
                vacuous_for.push(self.missing(checked, pair));
            }
            instances += count;
        }
        if self.algebra.is_cancelled() {
            return None;
        }
        let holds = holds.expect(complete);
        let fault = if holds {
            None
        } else {
            match satisfies(&checked.formula, &bits, meaning).expect(complete) {
                Satisfaction::Holds => None,
                Satisfaction::Fails(witness) => self.explainer.fault(&witness),
            }
        };
        Some(Check {
            label: checked.label.to_owned(),
            formula: checked.formula.to_statement(Style::Ascii),
            claim: claim.map(str::to_owned),
            holds,
            instances,
            vacuous_for,
            fault,
        })
    }

    /// The pairs of values of `i` and `j` that a statement speaks of. For a statement with one index both values are
    /// equal; for one without there is a single pair.
    fn threads(&self, checked: &Checked) -> Vec<(usize, usize)> {
        let count = self.explainer.0.threads();
        let unary = if checked.missing.contains("{i}") { count } else { 1 };
        let others = move |i| (0..count).filter(move |j| *j != i).map(move |j| (i, j));
        if checked.is_binary {
            (0..count).flat_map(others).collect()
        } else {
            (0..unary).map(|i| (i, i)).collect()
        }
    }

    fn missing(&self, checked: &Checked, (i, j): (usize, usize)) -> String {
        let name = |number| self.explainer.0.thread(number).name;
        checked.missing.replace("{i}", &name(i)).replace("{j}", &name(j))
    }
}
