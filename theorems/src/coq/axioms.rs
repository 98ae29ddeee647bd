//! Axioms as the prelude has them.

use std::fmt::Write as _;

use reductio_algebra::{Formula, TermKind};

use super::steps::Body;
use super::terms::ALGEBRA;
use crate::axiom::Axiom;
use crate::kernel::Theorem;

impl Body<'_, '_> {
    /// An axiom, at the terms that its conclusion tells.
    pub(super) fn axiom(&mut self, axiom: Axiom, theorem: &Theorem) -> String {
        use TermKind as K;
        let Formula::Relation(lhs, _, rhs) = theorem.conclusion() else { return String::new() };
        let (name, terms) = match (axiom, lhs.kind(), rhs.kind()) {
            (Axiom::PlusAssoc, K::Plus(xy, z), _) => match xy.kind() {
                K::Plus(x, y) => ("plus_assoc", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::SeqAssoc, K::Seq(x, yz), _) => match yz.kind() {
                K::Seq(y, z) => ("seq_assoc", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::DistribL, K::Seq(x, yz), _) => match yz.kind() {
                K::Plus(y, z) => ("distrib_l", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::DistribR, K::Seq(xy, z), _) => match xy.kind() {
                K::Plus(x, y) => ("distrib_r", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::PlusComm, K::Plus(x, y), _) => ("plus_comm", vec![x, y]),
            (Axiom::PlusIdem, _, _) => ("plus_idem", vec![rhs]),
            (Axiom::PlusZero, _, _) => ("plus_zero", vec![rhs]),
            (Axiom::ZeroSeq, K::Seq(_, x), _) => ("zero_seq", vec![x]),
            (Axiom::SeqZero, K::Seq(x, _), _) => ("seq_zero", vec![x]),
            (Axiom::OneSeq, _, _) => ("one_seq", vec![rhs]),
            (Axiom::SeqOne, _, _) => ("seq_one", vec![rhs]),
            (Axiom::StarUnfold, K::Star(x), _) => ("star_unfold", vec![x]),
            (Axiom::OmegaUnfold, K::Omega(x), _) => ("omega_unfold", vec![x]),
            (Axiom::LoopDef, K::Loop(x, y), _) => {
                return format!("(r_loop_def {} {})", self.term(x), self.term(y));
            }
            (Axiom::NotSeqR, K::Seq(p, _), _) => {
                return format!("(r_meets_not {})", self.predicate(p));
            }
            (Axiom::NotSeqL, K::Seq(_, p), _) => {
                return format!("(r_not_meets {})", self.predicate(p));
            }
            (Axiom::NotPlus, K::Plus(p, _), _) => {
                return format!("(r_covers {})", self.predicate(p));
            }
            _ => return String::new(),
        };
        let mut out = format!("({name} {ALGEBRA}");
        for term in terms {
            let _ = write!(out, " {}", self.term(term));
        }
        out + ")"
    }
}
