//! The rules of the kernel as applications of the prelude's lemmas.

use reductio_algebra::{Formula, Index, Relation, Sort, Term, TermKind};

use super::compress::Sign;
use super::steps::Body;
use super::terms::PROCESSES;
use crate::kernel::{Given, Theorem};

fn relation(theorem: &Theorem) -> Option<(&Term, Relation, &Term)> {
    match theorem.conclusion() {
        Formula::Relation(a, r, b) => Some((a, *r, b)),
        _ => None,
    }
}

fn is_equation(formula: &Formula) -> bool {
    matches!(formula, Formula::Relation(_, Relation::Equal, _))
}

/// The rule that joins two steps, by whether each is an equation.
pub(super) fn trans_rule(first: bool, second: bool) -> &'static str {
    match (first, second) {
        (true, true) => "r_trans",
        (true, false) => "r_trans_eq_le",
        (false, true) => "r_trans_le_eq",
        (false, false) => "r_trans_le",
    }
}

impl Body<'_, '_> {
    fn proves_equation(&self, at: usize) -> bool {
        is_equation(&self.steps.plan.steps[at].formula)
    }

    /// A premise as an inclusion.
    fn inclusion(&mut self, at: usize) -> String {
        let text = self.step(at);
        if self.proves_equation(at) { format!("(r_eq_le {text})") } else { text }
    }

    /// A rule of two premises with a form for `=` and one for `<=`.
    pub(super) fn congruence(&mut self, sign: Sign, a: usize, b: usize) -> String {
        let name = sign.name();
        if self.proves_equation(a) && self.proves_equation(b) {
            format!("(r_{name} {} {})", self.step(a), self.step(b))
        } else {
            format!("(r_{name}_le {} {})", self.inclusion(a), self.inclusion(b))
        }
    }

    /// The rule for a term on one side.
    pub(super) fn in_context(sign: Sign, side: &str, formula: &Formula) -> String {
        let end = if is_equation(formula) { "" } else { "_le" };
        format!("r_{}_{side}{end}", sign.name())
    }

    pub(super) fn trans(&mut self, a: usize, b: usize) -> String {
        let name = trans_rule(self.proves_equation(a), self.proves_equation(b));
        format!("({name} {} {})", self.step(a), self.step(b))
    }

    /// A step by a rule of the kernel.
    pub(super) fn rule(&mut self, theorem: &Theorem, premises: &[usize]) -> String {
        match (theorem.rule(), premises, theorem.given()) {
            ("assume", _, _) => {
                format!("h_{}", self.steps.formulas.number(theorem.conclusion()))
            }
            ("discharge", [t], _) => {
                let Formula::Implies(premise, _) = theorem.conclusion() else {
                    return String::new();
                };
                self.assuming(premise, *t)
            }
            ("modus ponens", [a, b], _) => format!("({} {})", self.step(*a), self.step(*b)),
            ("generalize", [t], Given::Index(i)) => self.under(i, *t),
            ("specialize", [t], Given::Index(j)) => {
                format!("({} {})", self.step(*t), self.index(j))
            }
            ("generalize symbol", [t], Given::Symbol(symbol)) => self.under_symbol(symbol, *t),
            ("specialize symbol", [t], Given::Term(to)) => {
                let sort = match &self.steps.plan.steps[*t].formula {
                    Formula::ForAllSymbols(binder) => binder.sort(),
                    _ => to.sort(),
                };
                let to = match sort {
                    Sort::Action => self.term(to),
                    Sort::Predicate => self.predicate(to),
                };
                format!("({} {to})", self.step(*t))
            }
            ("instantiate", [t], Given::Substitution(substitution)) => {
                self.instance(*t, substitution)
            }
            ("cases", [equal, apart], Given::Indices(i, j)) => {
                self.bound.push(i.clone());
                if let Formula::Relation(a, _, b) = theorem.conclusion() {
                    self.note(a);
                    self.note(b);
                }
                self.bound.pop();
                let family = self.steps.writer.formula(theorem.conclusion());
                let (i_text, j_text) = (self.index(i), self.index(j));
                let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
                let equal = self.step(*equal);
                let apart = self.assuming(&side, *apart);
                format!(
                    "(r_cases (fun {i_text} : {PROCESSES} => {family}) {i_text} {j_text} {equal} {apart})"
                )
            }
            ("apart sym", [t], _) => format!("(r_apart_sym {})", self.step(*t)),
            ("axiom", _, Given::Axiom(axiom)) => self.axiom(*axiom, theorem),
            ("sym", [t], _) => format!("(r_sym {})", self.step(*t)),
            ("trans", [a, b], _) => self.trans(*a, *b),
            ("le intro", [t], _) => format!("(r_le_intro {})", self.step(*t)),
            ("le elim", [t], _) => format!("(r_le_elim {})", self.step(*t)),
            ("plus", [a, b], _) => self.congruence(Sign::Plus, *a, *b),
            ("seq", [a, b], _) => self.congruence(Sign::Seq, *a, *b),
            ("* ind R", [t], _) => format!("(r_star_ind_r {})", self.step(*t)),
            ("* ind L", [t], _) => format!("(r_star_ind_l {})", self.step(*t)),
            ("? ind", [t], _) => format!("(r_loop_ind {})", self.step(*t)),
            (rule, premises, given) => self.family_rule(rule, premises, given, theorem),
        }
    }

    /// The rules about sums and products over the processes, and those that are equal by definition.
    fn family_rule(
        &mut self,
        rule: &str,
        premises: &[usize],
        given: &Given,
        theorem: &Theorem,
    ) -> String {
        let Some((lhs, _, rhs)) = relation(theorem) else { return String::new() };
        match (rule, premises, given) {
            ("sum upper", _, Given::Index(j)) => {
                format!("(r_sum_upper {} {})", self.family(rhs), self.index(j))
            }
            ("sum least", [t], Given::Index(i)) => {
                let family = self.family(lhs);
                format!("(r_sum_least (x := {family}) {})", self.under(i, *t))
            }
            ("sum distrib L", _, _) => match lhs.kind() {
                TermKind::Seq(x, sum) => {
                    format!("(r_sum_distrib_l {} {})", self.term(x), self.family(sum))
                }
                _ => String::new(),
            },
            ("sum distrib R", _, _) => match lhs.kind() {
                TermKind::Seq(sum, y) => {
                    format!("(r_sum_distrib_r {} {})", self.family(sum), self.term(y))
                }
                _ => String::new(),
            },
            ("product lower", _, Given::Index(j)) => {
                format!("(r_product_lower {} {})", self.family(lhs), self.index(j))
            }
            ("product greatest", [t], Given::Index(i)) => {
                let (r, p) = (self.predicate(lhs), self.family(rhs));
                format!("(r_product_greatest (r := {r}) (p := {p}) {})", self.under(i, *t))
            }
            // `x == x`, and a defined name is its definition.
            _ => format!("(r_refl {})", self.term(lhs)),
        }
    }
}
