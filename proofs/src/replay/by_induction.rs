//! The last resort of `(auto)`: the search for proofs by induction ([`crate::search`]).

use reductio_algebra::{Formula, Relation, Term};
use reductio_theorems::kernel::assume;
use reductio_theorems::{Theorem, allowed};

use super::derive::Context;
use crate::search::{self, InductionOutcome};
use crate::step_error::StepError;

/// The number of states of the tactic that cost about as much as one question of the search.
const STATES_OF_ONE: u32 = 10;
/// The most lemmas that the search is given.
const LEMMAS: usize = 4;

impl Context<'_> {
    /// Proves a step by induction from the premises and the hypotheses, then with the nearest lemmas about the symbols
    /// of the theory too. Returns the lemmas that it made, as text. Without premises and hypotheses the decision knows
    /// everything that this would find.
    pub(super) fn by_induction(
        &self,
        (s, relation, t): (&Term, Relation, &Term),
    ) -> Result<Option<(Theorem, String)>, StepError> {
        let mut facts = self.premises.clone();
        for hypothesis in allowed(self.theory, self.statement) {
            facts.push(assume(&hypothesis.formula)?);
        }
        if !self.limits.induction || facts.is_empty() {
            return Ok(None);
        }
        let near = self.in_scope(s, t);
        let lemmas = near.iter().filter(|c| !c.symbols.is_empty() && !self.has_premises(&c.kind));
        let lemmas: Vec<Theorem> =
            lemmas.filter_map(|c| self.proved.get(c.label()?)).take(LEMMAS).cloned().collect();
        let questions = self.limits.states_per_step / STATES_OF_ONE;
        let limits = search::InductionLimits { questions, cancel: self.limits.cancel };
        let goal = Formula::Relation(s.clone(), relation, t.clone());
        let mut scopes = vec![facts.clone()];
        if !lemmas.is_empty() {
            scopes.push([facts, lemmas].concat());
        }
        for facts in scopes {
            if self.limits.is_cancelled() {
                break;
            }
            if let InductionOutcome::Proved(proof) =
                search::prove_apart(&goal, &facts, &self.apart, &limits)?
            {
                let lines: Vec<String> = proof.lemmas.iter().map(ToString::to_string).collect();
                return Ok(Some((proof.theorem, lines.join(", "))));
            }
        }
        Ok(None)
    }
}
