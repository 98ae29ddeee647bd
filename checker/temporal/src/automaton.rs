//! Generalized Büchi automata with marks on their transitions.

use super::bits::BitSet;

/// An automaton that reads runs: sequences of states of which each makes some atoms true. It accepts a run if it can go
/// along it in such a way that transitions with each mark come infinitely often. It begins in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton<A> {
    pub(super) atoms: Vec<A>,
    pub(super) marks: usize,
    pub(super) states: Vec<Vec<Transition>>,
}

/// A transition of an [`Automaton`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The condition on the state that is read.
    pub guard: Guard,
    /// The marks.
    pub marks: BitSet,
    /// The number of the state that it leads to.
    pub to: usize,
}

/// A conjunction of literals over the atoms of an [`Automaton`], by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard {
    /// The atoms that must be true.
    pub positive: BitSet,
    /// The atoms that must be false.
    pub negative: BitSet,
}

impl Guard {
    /// Decides whether the guard is true where exactly these atoms are.
    #[inline]
    pub fn admits(&self, truths: &BitSet) -> bool {
        self.positive.is_subset(truths) && !self.negative.meets(truths)
    }

    /// Tells whether the guard is true whatever is.
    pub fn admits_all(&self) -> bool {
        self.positive.is_empty() && self.negative.is_empty()
    }

    /// Decides whether the guard is true wherever another one is: its literals are among those of the other one.
    pub(super) fn is_weaker(&self, other: &Guard) -> bool {
        self.positive.is_subset(&other.positive) && self.negative.is_subset(&other.negative)
    }

    /// The conjunction of two guards, or `None` if it is never true.
    pub(super) fn and(&self, other: &Guard) -> Option<Guard> {
        let mut both = self.clone();
        both.positive.extend(&other.positive);
        both.negative.extend(&other.negative);
        (!both.positive.meets(&both.negative)).then_some(both)
    }
}

impl<A> Automaton<A> {
    /// The atoms that the guards speak of; an atom's place is its number.
    pub fn atoms(&self) -> &[A] {
        &self.atoms
    }

    /// The number of marks. The marks are the numbers below it.
    pub fn marks(&self) -> usize {
        self.marks
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The transitions from a state.
    #[inline]
    pub fn transitions(&self, state: usize) -> &[Transition] {
        &self.states[state]
    }
}
