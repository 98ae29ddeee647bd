//! Translation of formulas to automata, by way of very weak alternating automata: P. Gastin and D. Oddoux, *Fast LTL to
//! Büchi automata translation*, CAV 2001. The result is their generalized automaton with marks on transitions, one for
//! each `until`; states with the same future are put together, and what no accepted run needs is left out.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::alternating::{Obligation, product, transitions};
use super::automaton::{Automaton, Guard, Transition};
use super::bits::BitSet;
use super::formula::Formula;
use super::limits::{Budget, NotTranslated, TranslationLimits};
use super::normal::{Id, Normal, Normals};
use super::simplify::simplify;

impl<A: Clone + Eq + Hash> Automaton<A> {
    /// Makes an automaton that accepts exactly the runs of which the formula is true. Cost: exponential in the size of
    /// the formula at worst.
    ///
    /// ```
    /// use reductio_temporal::{Automaton, Formula, TranslationLimits};
    ///
    /// let again_and_again = Formula::atom("critical").eventually().always();
    /// let automaton = Automaton::of(&again_and_again, &TranslationLimits::default()).unwrap();
    /// assert_eq!((automaton.states(), automaton.marks()), (1, 1));
    /// ```
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of(formula: &Formula<A>, limits: &TranslationLimits<'_>) -> Result<Self, NotTranslated> {
        let mut budget = Budget::new(limits);
        budget.spend(formula.size())?;
        let (normals, root, atoms) = Normals::of(formula);
        let obligations = transitions(&normals, root, &mut budget)?;
        let sets = Sets::new(&normals, &obligations);
        let marks = sets.untils.len();
        let states = sets.explore(&obligations[root], &mut budget)?;
        simplify(Automaton { atoms, marks, states }, &mut budget)
    }
}

/// Whether a way asks for no more than another one, and has at least its marks.
fn is_better(way: &(&Obligation, BitSet), other: &(&Obligation, BitSet)) -> bool {
    way.0.is_weaker(other.0) && other.1.is_subset(&way.1)
}

/// The sets of formulas that are the states of the automaton.
struct Sets<'n> {
    obligations: &'n [Vec<Obligation>],
    /// The `until` formulas; each has the mark of its place.
    untils: Vec<Id>,
    numbers: FxHashMap<BitSet, usize>,
    /// The sets without the first state, which is the formula itself and no set.
    known: Vec<BitSet>,
}

impl<'n> Sets<'n> {
    fn new(normals: &'n Normals, obligations: &'n [Vec<Obligation>]) -> Self {
        // One that is not needed has no obligations, and one that cannot be met leads nowhere.
        let is_until = |id: &Id| matches!(normals.get(*id), Normal::Until(..));
        let untils = (0..normals.len()).filter(is_until);
        let untils = untils.filter(|&id| !obligations[id].is_empty()).collect();
        Sets { obligations, untils, numbers: FxHashMap::default(), known: Vec::new() }
    }

    /// Makes the transitions of all states that can be reached. The first state has the obligations of the formula.
    fn explore(
        mut self,
        first: &[Obligation],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Transition>>, NotTranslated> {
        let mut states = vec![self.of_state(first, budget)?];
        while let Some(set) = self.known.get(states.len() - 1) {
            let mut ways = vec![Obligation { guard: Guard::default(), then: BitSet::new() }];
            for id in set.clone().iter() {
                ways = product(&ways, &self.obligations[id], budget)?;
            }
            states.push(self.of_state(&ways, budget)?);
        }
        Ok(states)
    }

    fn of_state(
        &mut self,
        ways: &[Obligation],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Transition>, NotTranslated> {
        budget.spend(ways.len() * (1 + self.untils.len()))?;
        // A way is left out if another one asks for no more, and has at least its marks.
        let mut kept: Vec<(&Obligation, BitSet)> = Vec::new();
        for way in ways {
            budget.spend(1 + kept.len() / 8)?;
            let untils = self.untils.iter().enumerate();
            let marks = untils.filter(|(_, until)| self.is_marked(**until, way));
            let new = (way, marks.map(|(mark, _)| mark).collect());
            if !kept.iter().any(|old| is_better(old, &new)) {
                kept.retain(|old| !is_better(&new, old));
                kept.push(new);
            }
        }
        let mut transitions = Vec::new();
        for (way, marks) in kept {
            let to = self.number(&way.then);
            transitions.push(Transition { guard: way.guard.clone(), marks, to });
        }
        if self.known.len() >= budget.states() { Err(budget.too_large()) } else { Ok(transitions) }
    }

    /// Whether a transition has the mark of an `until`: it does not put it off, or could as well not have put it off.
    fn is_marked(&self, until: Id, way: &Obligation) -> bool {
        let could = |other: &Obligation| {
            other.guard.is_weaker(&way.guard)
                && !other.then.contains(until)
                && other.then.is_subset(&way.then)
        };
        !way.then.contains(until) || self.obligations[until].iter().any(could)
    }

    fn number(&mut self, set: &BitSet) -> usize {
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let number = self.known.len() + 1;
        self.known.push(set.clone());
        self.numbers.insert(set.clone(), number);
        number
    }
}
