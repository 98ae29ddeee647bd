//! The axioms of the kernel, as formulas.

use reductio_algebra::{Formula, Term};

use crate::rule::Rule;
use crate::rule_error::RuleError;

/// The axioms of S5 section 3 that have no premise, each over the symbols `x`, `y`, `z`, or `p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axiom {
    /// `(x + y) + z = x + (y + z)`.
    PlusAssoc,
    /// `x + y = y + x`.
    PlusComm,
    /// `x + x = x`.
    PlusIdem,
    /// `0 + x = x`.
    PlusZero,
    /// `x (y z) = (x y) z`.
    SeqAssoc,
    /// `0 x = 0`.
    ZeroSeq,
    /// `x 0 = 0`.
    SeqZero,
    /// `1 x = x`.
    OneSeq,
    /// `x 1 = x`.
    SeqOne,
    /// `x (y + z) = x y + x z`.
    DistribL,
    /// `(x + y) z = x z + y z`.
    DistribR,
    /// `x* = 1 + x + x* x*`.
    StarUnfold,
    /// `x ? y = x^w + x* y`.
    LoopDef,
    /// `x^w = x x^w`.
    OmegaUnfold,
    /// `p !p = 0`, for a predicate `p`.
    NotSeqR,
    /// `!p p = 0`, for a predicate `p`.
    NotSeqL,
    /// `p + !p = 1`, for a predicate `p`.
    NotPlus,
}

impl Axiom {
    /// All axioms, in the order of S5 section 3.
    pub const ALL: [Axiom; 17] = [
        Axiom::PlusAssoc,
        Axiom::PlusComm,
        Axiom::PlusIdem,
        Axiom::PlusZero,
        Axiom::SeqAssoc,
        Axiom::ZeroSeq,
        Axiom::SeqZero,
        Axiom::OneSeq,
        Axiom::SeqOne,
        Axiom::DistribL,
        Axiom::DistribR,
        Axiom::StarUnfold,
        Axiom::LoopDef,
        Axiom::OmegaUnfold,
        Axiom::NotSeqR,
        Axiom::NotSeqL,
        Axiom::NotPlus,
    ];

    /// The axiom at the terms `x`, `y`, `z`; axioms over fewer terms ignore the rest.
    pub(crate) fn at(self, x: &Term, y: &Term, z: &Term) -> Result<Formula, RuleError> {
        let not = |p: &Term| {
            p.complement().map_err(|e| RuleError::Shape {
                rule: Rule::Axiom,
                needed: "a predicate",
                got: e.term,
            })
        };
        let (lhs, rhs) = match self {
            Axiom::PlusAssoc => (x.plus(y).plus(z), x.plus(&y.plus(z))),
            Axiom::PlusComm => (x.plus(y), y.plus(x)),
            Axiom::PlusIdem => (x.plus(x), x.clone()),
            Axiom::PlusZero => (Term::zero().plus(x), x.clone()),
            Axiom::SeqAssoc => (x.seq(&y.seq(z)), x.seq(y).seq(z)),
            Axiom::ZeroSeq => (Term::zero().seq(x), Term::zero()),
            Axiom::SeqZero => (x.seq(&Term::zero()), Term::zero()),
            Axiom::OneSeq => (Term::one().seq(x), x.clone()),
            Axiom::SeqOne => (x.seq(&Term::one()), x.clone()),
            Axiom::DistribL => (x.seq(&y.plus(z)), x.seq(y).plus(&x.seq(z))),
            Axiom::DistribR => (x.plus(y).seq(z), x.seq(z).plus(&y.seq(z))),
            Axiom::StarUnfold => (x.star(), Term::one().plus(&x.plus(&x.star().seq(&x.star())))),
            Axiom::LoopDef => (x.looping(y), x.omega().plus(&x.star().seq(y))),
            Axiom::OmegaUnfold => (x.omega(), x.seq(&x.omega())),
            Axiom::NotSeqR => (x.seq(&not(x)?), Term::zero()),
            Axiom::NotSeqL => (not(x)?.seq(x), Term::zero()),
            Axiom::NotPlus => (x.plus(&not(x)?), Term::one()),
        };
        Ok(Formula::equal(&lhs, &rhs))
    }
}
