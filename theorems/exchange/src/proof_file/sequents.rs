//! The steps that a file needs: a sequent that is proved twice is written once, an unused one not at all.

use std::collections::HashMap;

use reductio_algebra::{Formula, Index, Relation, Sort, Term};
use reductio_theorems::{Proof, ProofStep, Theorem};

/// The steps of some theorems, each sequent once, premises first.
pub(super) struct Sequents<'a> {
    proof: Proof<'a>,
    /// For each step of the proof, the first one with the same sequent.
    first: Vec<usize>,
    /// For each step of the proof, its number among the steps that are needed.
    numbers: Vec<Option<usize>>,
}

impl<'a> Sequents<'a> {
    /// The needed steps behind some theorems. Linear in the number of steps and the size of their formulas.
    pub(super) fn of(theorems: &[&'a Theorem]) -> Self {
        let proof = Proof::of(theorems.iter().copied());
        let mut keys = Keys::default();
        let mut seen: HashMap<Sequent, usize> = HashMap::new();
        let steps = proof.steps().iter().enumerate();
        let first: Vec<usize> = steps
            .map(|(at, step)| *seen.entry(keys.sequent(step.theorem())).or_insert(at))
            .collect();
        let mut needed = vec![false; first.len()];
        for theorem in theorems {
            if let Some(number) = proof.number(theorem) {
                needed[first[number]] = true;
            }
        }
        // Premises stand before what is proved from them.
        for at in (0..first.len()).rev().filter(|at| first[*at] == *at) {
            if needed[at] {
                for premise in proof.steps()[at].premises() {
                    needed[first[*premise]] = true;
                }
            }
        }
        let mut count = 0;
        let number = |is_needed: bool| {
            count += usize::from(is_needed);
            is_needed.then(|| count - 1)
        };
        let numbers = needed.into_iter().map(number).collect();
        Sequents { proof, first, numbers }
    }

    /// The steps that are needed, in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = &ProofStep<'a>> {
        let all = self.proof.steps().iter().zip(&self.numbers);
        all.filter(|(_, number)| number.is_some()).map(|(step, _)| step)
    }

    /// The numbers of a step's premises.
    pub(super) fn premises(&self, step: &ProofStep<'_>) -> Vec<usize> {
        step.premises().iter().filter_map(|p| self.numbers[self.first[*p]]).collect()
    }

    /// The number of the step that proves the sequent of a theorem of the proof.
    pub(super) fn number(&self, theorem: &Theorem) -> Option<usize> {
        self.numbers[self.first[self.proof.number(theorem)?]]
    }
}

/// A conclusion and a set of hypotheses, by number.
type Sequent = (usize, Vec<usize>);

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Relation(usize, bool, usize),
    Apart(Index, Index),
    Implies(usize, usize),
    ForAll(usize),
    ForAllSymbols(Sort, usize),
}

/// Numbers for terms and formulas, the same for equal ones.
#[derive(Default)]
struct Keys {
    terms: HashMap<Term, usize>,
    formulas: HashMap<Key, usize>,
}

impl Keys {
    fn term(&mut self, term: &Term) -> usize {
        let next = self.terms.len();
        *self.terms.entry(term.clone()).or_insert(next)
    }

    fn formula(&mut self, formula: &Formula) -> usize {
        let key = match formula {
            Formula::Relation(x, relation, y) => {
                Key::Relation(self.term(x), *relation == Relation::Equal, self.term(y))
            }
            Formula::Apart(i, j) => Key::Apart(i.clone(), j.clone()),
            Formula::Implies(f, g) => Key::Implies(self.formula(f), self.formula(g)),
            Formula::ForAll(binder) => Key::ForAll(self.formula(binder.body())),
            Formula::ForAllSymbols(binder) => {
                Key::ForAllSymbols(binder.sort(), self.formula(binder.body()))
            }
        };
        let next = self.formulas.len();
        *self.formulas.entry(key).or_insert(next)
    }

    fn sequent(&mut self, theorem: &Theorem) -> Sequent {
        let mut hypotheses: Vec<usize> =
            theorem.hypotheses().iter().map(|h| self.formula(h)).collect();
        hypotheses.sort_unstable();
        hypotheses.dedup();
        (self.formula(theorem.conclusion()), hypotheses)
    }
}
