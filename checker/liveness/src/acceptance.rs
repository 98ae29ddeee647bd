//! The sets of marks that a cycle must have to be accepted and fair.
//!
//! The marks of the automaton come first; then one for each weakly fair thread: it moves, or cannot move; then two for
//! each strongly fair thread: it moves, and it can move. A cycle is accepted if it has all of the first two sorts, and
//! for each strongly fair thread the first mark or not the second (a Streett pair).

use reductio_temporal::{BitSet, Fairness};
use rustc_hash::FxHashMap;

/// The number of a set of marks in [`MarkSets`].
pub(super) type SetId = u32;

/// The set without marks.
pub(super) const NONE: SetId = 0;

/// The meaning of marks.
#[derive(Clone, Debug)]
pub(super) struct Acceptance {
    /// The number of marks that must all be there.
    needed: usize,
    /// The weakly fair threads; the mark of each is its place after the automaton's.
    pub(super) weak: Vec<usize>,
    /// The strongly fair threads.
    pub(super) strong: Vec<usize>,
}

impl Acceptance {
    pub(super) fn new(automaton_marks: usize, fairness: &[Fairness]) -> Self {
        let threads = |wanted: Fairness| {
            let all = fairness.iter().enumerate();
            all.filter(|(_, fairness)| **fairness == wanted).map(|(thread, _)| thread).collect()
        };
        let (weak, strong): (Vec<usize>, _) = (threads(Fairness::Weak), threads(Fairness::Strong));
        Acceptance { needed: automaton_marks + weak.len(), weak, strong }
    }

    /// The mark of the weakly fair thread at this place: it moves, or cannot move.
    pub(super) fn weak_mark(&self, place: usize) -> usize {
        self.needed - self.weak.len() + place
    }

    /// The mark of the strongly fair thread at this place: it moves.
    pub(super) fn moves(&self, place: usize) -> usize {
        self.needed + 2 * place
    }

    /// The mark of the strongly fair thread at this place: it can move.
    pub(super) fn can_move(&self, place: usize) -> usize {
        self.moves(place) + 1
    }

    /// The marks of what is wrong with a cycle with these marks: strongly fair threads can move on it, and do not.
    /// Without transitions that have one of them it may be fair.
    pub(super) fn starved(&self, marks: &BitSet) -> BitSet {
        let starves = |place: &usize| {
            marks.contains(self.can_move(*place)) && !marks.contains(self.moves(*place))
        };
        (0..self.strong.len()).filter(starves).map(|place| self.can_move(place)).collect()
    }

    /// The marks of which a cycle needs a transition, if all transitions that it may have together have these marks.
    pub(super) fn needed(&self, marks: &BitSet) -> BitSet {
        let moving = |place: &usize| marks.contains(self.can_move(*place));
        let strong = (0..self.strong.len()).filter(moving).map(|place| self.moves(place));
        (0..self.needed).chain(strong).collect()
    }

    /// The marks that transitions of a cycle may not have if it is fair with these marks: nothing may let a strongly
    /// fair thread move that does not move.
    pub(super) fn forbidden(&self, marks: &BitSet) -> BitSet {
        let rests = |place: &usize| !marks.contains(self.moves(*place));
        (0..self.strong.len()).filter(rests).map(|place| self.can_move(place)).collect()
    }

    fn judge(&self, marks: &BitSet) -> Judgement {
        if !BitSet::below(self.needed).is_subset(marks) {
            Judgement::Rejected
        } else if self.starved(marks).is_empty() {
            Judgement::Accepted
        } else {
            Judgement::Starves
        }
    }
}

/// The knowledge about cycles that have exactly some marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// They are not accepted, nor is any cycle with fewer marks.
    Rejected,
    /// They are accepted and fair.
    Accepted,
    /// They are not fair to a strongly fair thread; with fewer marks they may be.
    Starves,
}

/// Sets of marks, each with a number, and their unions.
#[derive(Clone, Debug)]
pub(super) struct MarkSets {
    acceptance: Acceptance,
    sets: Vec<BitSet>,
    judgements: Vec<Judgement>,
    numbers: FxHashMap<BitSet, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
}

impl MarkSets {
    pub(super) fn new(acceptance: Acceptance) -> Self {
        let (sets, judgements) = (Vec::new(), Vec::new());
        let (numbers, unions) = (FxHashMap::default(), FxHashMap::default());
        let mut all = MarkSets { acceptance, sets, judgements, numbers, unions };
        all.number(&BitSet::new());
        all
    }

    pub(super) fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    pub(super) fn number(&mut self, set: &BitSet) -> SetId {
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let number = SetId::try_from(self.sets.len()).expect("sets of marks are few");
        self.judgements.push(self.acceptance.judge(set));
        self.sets.push(set.clone());
        self.numbers.insert(set.clone(), number);
        number
    }

    pub(super) fn get(&self, number: SetId) -> &BitSet {
        &self.sets[number as usize]
    }

    #[inline]
    pub(super) fn judgement(&self, number: SetId) -> Judgement {
        self.judgements[number as usize]
    }

    #[inline]
    pub(super) fn union(&mut self, one: SetId, other: SetId) -> SetId {
        if one == other || other == NONE {
            return one;
        }
        if one == NONE {
            return other;
        }
        let pair = (one.min(other), one.max(other));
        if let Some(&union) = self.unions.get(&pair) {
            return union;
        }
        let mut set = self.sets[one as usize].clone();
        set.extend(&self.sets[other as usize]);
        let union = self.number(&set);
        self.unions.insert(pair, union);
        union
    }

    /// The bytes that the sets take.
    pub(super) fn bytes(&self) -> usize {
        self.sets.capacity() * (2 * size_of::<BitSet>() + 16)
            + self.unions.capacity() * size_of::<((SetId, SetId), SetId)>()
    }
}
