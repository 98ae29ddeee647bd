//! The facts in scope that have to do with a step: those that speak of its symbols come first.

use std::mem::discriminant;

use reductio_algebra::{Formula, Label, StatementKind, Symbol, Term, TermKind};
use reductio_theorems::allowed;

use super::derive::Context;
use super::order::is_allowed;
use crate::laws;
use crate::script::hint::ReferenceKind;
use crate::tactic::rule::names_a_family;

/// A fact in scope that a hint could cite.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) kind: ReferenceKind,
    /// The symbols with a meaning of their own, those that stand for any term left out.
    pub(super) symbols: Vec<Symbol>,
    /// Whether its conclusion is the step but for the names.
    is_alike: bool,
    /// Whether the fact is a bundled law: those come last, or they would crowd out the facts of the theory.
    is_law: bool,
}

impl Candidate {
    /// The label, if it has one.
    pub(super) fn label(&self) -> Option<&Label> {
        match &self.kind {
            ReferenceKind::Label(label) => Some(label),
            _ => None,
        }
    }

    /// Decides whether two candidates speak of a common symbol.
    pub(super) fn shares_with(&self, other: &Candidate) -> bool {
        self.symbols.iter().any(|s| other.symbols.contains(s))
    }
}

/// The most candidates of a step.
const MAX_CANDIDATES: usize = 40;

impl Context<'_> {
    /// The facts that `(auto)` may use for a step, nearest first.
    pub(super) fn in_scope(&self, s: &Term, t: &Term) -> Vec<Candidate> {
        self.near(s, t, &|label| self.order.scope.contains(label), false)
    }

    /// The facts that `(auto)` may use for a step and that are no lemmas: premises, hypotheses, definitions.
    pub(super) fn assumed(&self, s: &Term, t: &Term) -> Vec<Candidate> {
        self.near(s, t, &|_| false, false)
    }

    /// The facts that `(auto)` may use for a step, and the bundled laws, where the theory does not state them itself.
    pub(super) fn with_laws(&self, s: &Term, t: &Term) -> Vec<Candidate> {
        self.near(s, t, &|label| self.order.scope.contains(label), true)
    }

    /// The facts that a hint may cite, as far as they are proved by now, nearest first.
    pub(super) fn settled(&self, s: &Term, t: &Term) -> Vec<Candidate> {
        self.near(s, t, &|_| true, false)
    }

    /// Premises, hypotheses, lemmas that `wanted` admits, and definitions that share symbols with the step, or with one
    /// that does; those that conclude the like first, then by the number of foreign symbols. Quadratic in the number of
    /// facts.
    fn near(
        &self,
        s: &Term,
        t: &Term,
        wanted: &dyn Fn(&Label) -> bool,
        with_laws: bool,
    ) -> Vec<Candidate> {
        let mut rest = Vec::new();
        if !self.premises.is_empty() {
            let of = self.premises.iter().flat_map(|p| p.conclusion().symbols());
            let symbols = of.collect();
            rest.push(Candidate {
                kind: ReferenceKind::Hypothesis,
                symbols,
                is_alike: false,
                is_law: false,
            });
        }
        let mut add = |label: &Label, formula: &Formula, is_variable: &dyn Fn(&Symbol) -> bool| {
            let symbols = formula.symbols().into_iter().filter(|s| !is_variable(s)).collect();
            let kind = ReferenceKind::Label(label.clone());
            let is_law = self.law(label).is_some();
            rest.push(Candidate { kind, symbols, is_alike: is_alike(formula, s, t), is_law });
        };
        for statement in allowed(self.theory, self.statement) {
            add(&statement.label, &statement.formula, &|_| false);
        }
        for statement in
            self.theory.statements().iter().filter(|s| s.kind != StatementKind::Hypothesis)
        {
            let label = &statement.label;
            if self.is_settled(label) && wanted(label) {
                add(label, &statement.formula, &|s| !self.constants.contains(s));
            }
        }
        for law in laws::statements().filter(|law| with_laws && self.law(&law.label).is_some()) {
            add(&law.label, &law.formula, &|_| true);
        }
        for item in self.theory.definitions() {
            // Names of families need not be cited.
            if !names_a_family(&item.definition) {
                let parameters = item.definition.term_parameters();
                add(&item.label, &item.equation, &|s| parameters.contains(s));
            }
        }
        let mut reached = Formula::below(s, t).symbols();
        let mut near: Vec<Candidate> = Vec::new();
        for _ in 0..2 {
            let (mut next, far): (Vec<_>, Vec<_>) = rest.into_iter().partition(|c| {
                c.is_alike || c.symbols.is_empty() || c.symbols.iter().any(|s| reached.contains(s))
            });
            let foreign = |c: &Candidate| c.symbols.iter().filter(|s| !reached.contains(s)).count();
            next.sort_by_key(|c| (!c.is_alike, c.is_law, foreign(c)));
            reached.extend(next.iter().flat_map(|c| c.symbols.clone()));
            near.extend(next);
            rest = far;
        }
        near.truncate(MAX_CANDIDATES);
        near
    }

    /// Whether a lemma is proved, may be cited here, and rests on nothing that the statement may not assume.
    fn is_settled(&self, label: &Label) -> bool {
        self.proved.contains_key(label)
            && is_allowed(&self.statement.label, label, self.order.top_down)
            && !self.lacks(label)
    }
}

/// Whether the conclusion of a formula relates terms that differ from `s` and `t` in the names of symbols only.
fn is_alike(formula: &Formula, s: &Term, t: &Term) -> bool {
    let (_, body) = formula.stripped(&[]);
    match body.horn().1 {
        Formula::Relation(l, _, r) => same_shape(l, s) && same_shape(r, t),
        _ => false,
    }
}

fn same_shape(a: &Term, b: &Term) -> bool {
    if let (TermKind::Symbol(x, _), TermKind::Symbol(y, _)) = (a.kind(), b.kind()) {
        return x.sort == y.sort;
    }
    let (xs, ys) = (a.operands(), b.operands());
    discriminant(a.kind()) == discriminant(b.kind())
        && xs.len() == ys.len()
        && xs.into_iter().zip(ys).all(|(x, y)| same_shape(x, y))
}
