//! The rules of the kernel as applications of the prelude's lemmas.

use reductio_algebra::{Formula, Index, Name, Relation, Sort, Term};
use reductio_theorems::Theorem;

use super::chain::Sign;
use super::planned::How;
use super::steps::Body;
use super::terms::PROCESSES;
use crate::inference::Inference;

fn sides(formula: &Formula) -> Option<(&Term, &Term)> {
    match formula {
        Formula::Relation(a, _, b) => Some((a, b)),
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
    pub(super) fn proves_equation(&self, at: usize) -> bool {
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
        use Inference as I;
        let conclusion = theorem.conclusion();
        // A step without all arguments of its rule is left out, and Coq refuses the rest.
        let Some(inference) = Inference::of(theorem, premises) else { return String::new() };
        match inference {
            I::Assume(formula) => format!("h_{}", self.steps.formulas.number(formula)),
            I::Discharge(premise, t) => self.assuming(premise, t),
            I::ModusPonens([a, b]) => self.modus_ponens(a, b),
            I::Generalize(i, t) => self.under(i, t),
            I::Specialize(t, j) => format!("({} {})", self.step(t), self.index(j)),
            I::GeneralizeSymbol(symbol, t) => self.under_symbol(symbol, t),
            I::SpecializeSymbol(t, to) => {
                let sort = match &self.steps.plan.steps[t].formula {
                    Formula::ForAllSymbols(binder) => binder.sort(),
                    _ => to.sort(),
                };
                let to = match sort {
                    Sort::Action => self.term(to),
                    Sort::Predicate => self.predicate(to),
                };
                format!("({} {to})", self.step(t))
            }
            I::Instantiate(t, substitution) => self.instance(t, substitution),
            I::Cases(i, j, [equal, apart]) => self.cases(conclusion, i, j, equal, apart),
            I::ApartSym(t) => format!("(r_apart_sym {})", self.step(t)),
            I::Axiom(axiom, terms) => self.axiom(axiom, &terms),
            // `x == x`, and a defined name is its definition.
            I::Refl(x) | I::Unfold(x) => format!("(r_refl {})", self.term(x)),
            I::Sym(t) => format!("(r_sym {})", self.step(t)),
            I::Trans([a, b]) => self.trans(a, b),
            I::LeIntro(t) => format!("(r_le_intro {})", self.step(t)),
            I::LeElim(t) => format!("(r_le_elim {})", self.step(t)),
            I::Plus([a, b]) => self.congruence(Sign::Plus, a, b),
            I::Seq([a, b]) => self.congruence(Sign::Seq, a, b),
            I::StarIndR(t) => format!("(r_star_ind_r {})", self.step(t)),
            I::StarIndL(t) => format!("(r_star_ind_l {})", self.step(t)),
            I::LoopInd(t) => format!("(r_loop_ind {})", self.step(t)),
            I::SumUpper(sum, j) => format!("(r_sum_upper {} {})", self.family(sum), self.index(j)),
            I::SumLeast(i, t) => {
                let Some((sum, _)) = sides(conclusion) else { return String::new() };
                let family = self.family(sum);
                format!("(r_sum_least (x := {family}) {})", self.under(i, t))
            }
            I::SumDistribL(x, sum) => {
                format!("(r_sum_distrib_l {} {})", self.term(x), self.family(sum))
            }
            I::SumDistribR(sum, y) => {
                format!("(r_sum_distrib_r {} {})", self.family(sum), self.term(y))
            }
            I::ProductLower(product, j) => {
                format!("(r_product_lower {} {})", self.family(product), self.index(j))
            }
            I::ProductGreatest(i, t) => {
                let Some((r, product)) = sides(conclusion) else { return String::new() };
                let (r, p) = (self.predicate(r), self.family(product));
                format!("(r_product_greatest (r := {r}) (p := {p}) {})", self.under(i, t))
            }
        }
    }

    /// A premise that was discharged just before is a local definition: Coq takes twice as long for each application of
    /// a function in another one.
    fn modus_ponens(&mut self, implication: usize, premise: usize) -> String {
        let plan = self.steps.plan;
        let step = &plan.steps[implication];
        if let How::Rule(theorem) = &step.how
            && !step.is_named
            && let Some(Inference::Discharge(formula, inner)) =
                Inference::of(theorem, &step.premises)
        {
            let proof = self.step(premise);
            let (hypothesis, claim) = self.hypothesis(formula);
            return format!("(let {hypothesis} : {claim} := {proof} in {})", self.step(inner));
        }
        format!("({} {})", self.step(implication), self.step(premise))
    }

    /// The case distinction on whether `i` is `j`.
    fn cases(
        &mut self,
        conclusion: &Formula,
        i: &Name,
        j: &Name,
        equal: usize,
        apart: usize,
    ) -> String {
        self.bound.push(i.clone());
        if let Some((a, b)) = sides(conclusion) {
            self.note(a);
            self.note(b);
        }
        self.bound.pop();
        let family = self.steps.writer.formula(conclusion);
        let (i_text, j_text) = (self.index(i), self.index(j));
        let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
        let equal = self.step(equal);
        let apart = self.assuming(&side, apart);
        format!(
            "(r_cases (fun {i_text} : {PROCESSES} => {family}) {i_text} {j_text} {equal} {apart})"
        )
    }
}
