//! Steps of a proof on the way to the file: first by the rules of the kernel, up to flattening, then by chains.

use reductio_algebra::{Formula, Term};
use reductio_theorems::{Given, Theorem};

use super::chain::{Chains, Sign};

/// A step of the file.
pub(super) struct Planned<'a> {
    /// The formula that the step concludes.
    pub(super) formula: Formula,
    pub(super) how: How<'a>,
    pub(super) premises: Vec<usize>,
    /// The hypotheses that the step rests on, with the numbers of their formulas.
    pub(super) hypotheses: Vec<(usize, Formula)>,
    /// Tells whether the step has a definition of its own.
    pub(super) is_named: bool,
}

/// The proof of a step.
#[derive(Clone)]
pub(super) enum How<'a> {
    /// A rule of the kernel, from premises of just the form that it asks for.
    Rule(&'a Theorem),
    /// Flattening alone.
    Flat,
    /// Flattening before and behind a relation.
    Shape,
    /// Transitivity, from `x R y` and `y' S z`, where `y` and `y'` are equal by flattening.
    Trans,
    /// Symmetry, from `y = x`.
    Sym,
    /// A sum or product of two premises.
    Both(Sign),
    /// The premise with a term before it, or behind it.
    Before(Sign, Term),
    Behind(Sign, Term),
    /// Flattening, with facts in their places: what becomes of the steps by all rules above but the first.
    Chain(Chains),
}

impl Planned<'_> {
    /// Tells whether the step is shorter than a name for it.
    pub(super) fn is_short(&self) -> bool {
        /// The largest terms of an instance that is written again wherever it is used.
        const MAX_TERM: u32 = 8;
        match &self.how {
            How::Rule(theorem) => match theorem.given() {
                Given::Substitution(substitution) => {
                    substitution.symbols().iter().all(|(_, _, to)| to.size() <= MAX_TERM)
                }
                _ => self.premises.is_empty(),
            },
            _ => false,
        }
    }
}
