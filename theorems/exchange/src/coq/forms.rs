//! Steps by flattening: the prelude's syntax for terms, over a list of atoms.

use std::fmt::Write as _;

use reductio_algebra::{Formula, Relation, Term};

use super::flat::Shape;
use super::rules::trans_rule;
use super::steps::Body;
use super::terms::ALGEBRA;

/// The number of atoms that the prelude has names for.
const NAMED: usize = 8;

impl Body<'_, '_> {
    /// `x == y` or `x <= y`, which Coq computes.
    pub(super) fn flat(&mut self, formula: &Formula) -> String {
        let Formula::Relation(x, relation, y) = formula else { return String::new() };
        let is_folded = self.steps.flat.folded.holds(formula);
        let mut atoms = Vec::new();
        let s = self.syntax(x, is_folded, &mut atoms);
        let t = self.syntax(y, is_folded, &mut atoms);
        let rule = if *relation == Relation::Equal { "flat_eq" } else { "flat_le" };
        let list = self.list(&atoms);
        format!("({rule} {ALGEBRA} {list} {s} {t} computed)")
    }

    /// The text of a step that proves the formula from a step that proves it in another form.
    pub(super) fn form(&mut self, formula: &Formula, at: usize) -> String {
        let plan = self.steps.plan;
        let (Formula::Relation(x, wanted, y), Formula::Relation(x2, held, y2)) =
            (formula, &plan.steps[at].formula)
        else {
            return String::new();
        };
        let (mut text, mut is_equal) = (self.step(at), *held == Relation::Equal);
        let by = *wanted == Relation::Equal;
        if x != x2 {
            let flat = self.flat(&Formula::Relation(x.clone(), *wanted, x2.clone()));
            text = format!("({} {flat} {text})", trans_rule(by, is_equal));
            is_equal &= by;
        }
        if y != y2 {
            let flat = self.flat(&Formula::Relation(y2.clone(), *wanted, y.clone()));
            text = format!("({} {text} {flat})", trans_rule(is_equal, by));
            is_equal &= by;
        }
        if is_equal && !by { format!("(r_eq_le {text})") } else { text }
    }

    fn list(&mut self, atoms: &[Term]) -> String {
        let mut out = String::new();
        for atom in atoms {
            let text = self.term(atom);
            let _ = write!(out, "(f_cons {ALGEBRA} {text} ");
        }
        let _ = write!(out, "(f_nil {ALGEBRA}){}", ")".repeat(atoms.len()));
        out
    }

    fn syntax(&mut self, term: &Term, is_folded: bool, atoms: &mut Vec<Term>) -> String {
        let flat = &mut *self.steps.flat;
        let shape = if is_folded { flat.folded.shape(term) } else { flat.unfolded.shape(term) };
        match shape {
            Shape::Zero => "f_zero".to_owned(),
            Shape::One => "f_one".to_owned(),
            Shape::Plus(a, b) => {
                format!(
                    "(f_plus {} {})",
                    self.syntax(&a, is_folded, atoms),
                    self.syntax(&b, is_folded, atoms)
                )
            }
            Shape::Seq(a, b) => {
                format!(
                    "(f_seq {} {})",
                    self.syntax(&a, is_folded, atoms),
                    self.syntax(&b, is_folded, atoms)
                )
            }
            Shape::Atom(term) => {
                let known = atoms.iter().position(|a| *a == term);
                let at = known.unwrap_or_else(|| {
                    atoms.push(term);
                    atoms.len() - 1
                });
                if at < NAMED { format!("at_{at}") } else { format!("(f_atom {at}%nat)") }
            }
        }
    }
}
