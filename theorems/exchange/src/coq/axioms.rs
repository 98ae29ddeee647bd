//! Axioms as the prelude has them.

use std::fmt::Write as _;

use reductio_algebra::Term;
use reductio_theorems::Axiom;

use super::steps::Body;
use super::terms::ALGEBRA;

/// The form of an axiom in the prelude.
enum Form {
    /// A field of the record of omega algebras.
    Field,
    /// A lemma about the section's algebra.
    Lemma,
    /// A lemma about the section's algebra, over predicates.
    OfPredicate,
}

impl Body<'_, '_> {
    /// The text of an axiom at some terms.
    pub(super) fn axiom(&mut self, axiom: Axiom, terms: &[&Term]) -> String {
        let (name, form) = match axiom {
            Axiom::PlusAssoc => ("plus_assoc", Form::Field),
            Axiom::PlusComm => ("plus_comm", Form::Field),
            Axiom::PlusIdem => ("plus_idem", Form::Field),
            Axiom::PlusZero => ("plus_zero", Form::Field),
            Axiom::SeqAssoc => ("seq_assoc", Form::Field),
            Axiom::ZeroSeq => ("zero_seq", Form::Field),
            Axiom::SeqZero => ("seq_zero", Form::Field),
            Axiom::OneSeq => ("one_seq", Form::Field),
            Axiom::SeqOne => ("seq_one", Form::Field),
            Axiom::DistribL => ("distrib_l", Form::Field),
            Axiom::DistribR => ("distrib_r", Form::Field),
            Axiom::StarUnfold => ("star_unfold", Form::Field),
            Axiom::LoopDef => ("r_loop_def", Form::Lemma),
            Axiom::OmegaUnfold => ("omega_unfold", Form::Field),
            Axiom::NotSeqR => ("r_meets_not", Form::OfPredicate),
            Axiom::NotSeqL => ("r_not_meets", Form::OfPredicate),
            Axiom::NotPlus => ("r_covers", Form::OfPredicate),
        };
        let mut out = format!("({name}");
        if matches!(form, Form::Field) {
            let _ = write!(out, " {ALGEBRA}");
        }
        for term in terms {
            let term = match form {
                Form::Field | Form::Lemma => self.term(term),
                Form::OfPredicate => self.predicate(term),
            };
            let _ = write!(out, " {term}");
        }
        out + ")"
    }
}
