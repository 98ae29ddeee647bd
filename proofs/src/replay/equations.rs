//! The facts in scope at the indices of a step, as equations for the search.

use reductio_algebra::{Formula, Index, Label, Name, Relation, Substitution, Symbol, Term};

use super::derive::Context;
use crate::auto::Equation;
use crate::script::hint::ReferenceKind;

/// The most indices of a fact, and of a step, that are tried in all combinations.
const MAX_INDICES: usize = 3;

impl Context<'_> {
    /// The facts at the indices of the step, as equations.
    pub(super) fn equations(
        &self,
        (s, _, t): (&Term, Relation, &Term),
        kinds: &[ReferenceKind],
    ) -> Vec<Equation> {
        let mut indices = Formula::below(s, t).free_indices();
        indices.truncate(MAX_INDICES);
        let mut found = Vec::new();
        for (fact, kind) in kinds.iter().enumerate() {
            let formulas: Vec<(Formula, Vec<Symbol>)> = match kind {
                ReferenceKind::Label(label) => self.formula_of(label).into_iter().collect(),
                _ => self.premises.iter().map(|p| (p.conclusion().clone(), Vec::new())).collect(),
            };
            for (formula, variables) in formulas {
                for (lhs, relation, rhs) in self.instances(&formula, &indices) {
                    found.push(Equation { lhs, relation, rhs, variables: variables.clone(), fact });
                }
            }
        }
        found
    }

    /// The formula behind a label, with the symbols that stand for any term.
    fn formula_of(&self, label: &Label) -> Option<(Formula, Vec<Symbol>)> {
        if let Some(item) = self.theory.definition(label) {
            return Some((item.equation.clone(), item.definition.term_parameters().to_vec()));
        }
        let law = self.law(label);
        let formula = law.or_else(|| self.theory.statement(label))?.formula.clone();
        let is_lemma = law.is_some() || self.proved.contains_key(label);
        let symbols = if is_lemma { formula.symbols() } else { Vec::new() };
        Some((formula, symbols.into_iter().filter(|s| self.is_variable(label, s)).collect()))
    }

    /// The relation of a formula for all indices of the step that its side conditions allow.
    fn instances(&self, formula: &Formula, indices: &[Name]) -> Vec<(Term, Relation, Term)> {
        let (names, body) = formula.stripped(indices);
        if names.len() > MAX_INDICES {
            return Vec::new();
        }
        let mut values: Vec<Substitution> = vec![Substitution::new()];
        for name in &names {
            let at = |s: &Substitution, i: &Name| {
                let mut s = s.clone();
                s.index(name, &Index::Free(i.clone())).ok()?;
                Some(s)
            };
            values =
                values.iter().flat_map(|s| indices.iter().filter_map(move |i| at(s, i))).collect();
        }
        let known = |premise: &Formula| {
            matches!(premise, Formula::Apart(Index::Free(i), Index::Free(j))
                if self.apart.iter().any(|(a, b)| (a, b) == (i, j) || (a, b) == (j, i)))
        };
        let instance = |s: &Substitution| {
            let body = body.substituted(s);
            let (premises, conclusion) = body.horn();
            match conclusion {
                Formula::Relation(l, relation, r) if premises.into_iter().all(known) => {
                    Some((l.clone(), *relation, r.clone()))
                }
                _ => None,
            }
        };
        values.iter().filter_map(instance).collect()
    }
}
