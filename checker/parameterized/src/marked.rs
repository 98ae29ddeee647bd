//! Threads that can still come to take a step, or may rest: the configurations with one thread that is marked.

use smallvec::SmallVec;

use crate::backward::{Key, Question, search};
use crate::closed::Closed;
use crate::frame::{Frame, Mover};
use crate::limits::{Stopped, Watch};
use crate::mutation::Mutation;
use crate::pairs::Pairs;
use crate::rule::Locals;
use crate::sight::Sight;
use crate::space::{LocalId, SharedId, Space};

/// For each thread that may be marked, the configurations from which it can come to take a step, or may rest.
pub(crate) struct Marked {
    /// A thread of a family is marked, by its local state.
    pub(crate) members: Closed<Key>,
    /// Another thread is marked.
    pub(crate) singles: Vec<Closed<Key>>,
}

impl Marked {
    pub(crate) fn new(
        frame: &Frame,
        pairs: &mut Pairs,
        watch: &Watch<'_>,
        mutation: Option<Mutation>,
    ) -> Result<Marked, Stopped> {
        let mut seeds = Vec::new();
        for (shared, locals) in &pairs.around {
            let at = |local: &&LocalId| {
                let mover = Mover::Member(pairs.space.family(**local));
                rests(frame, &pairs.space, *shared, Some(**local), mover)
            };
            let resting = locals.iter().filter(at);
            seeds.extend(resting.map(|local| ((*shared, Some(*local)), Locals::new())));
        }
        let of_members = pairs.rules.iter().filter(|rule| matches!(rule.mover, Mover::Member(_)));
        seeds.extend(of_members.map(|rule| {
            ((rule.from, Some(rule.sight[0])), rule.sight[1..].iter().copied().collect())
        }));
        let question = Question { pairs, still: None, ends_at_initial: false, mutation };
        let members = search(question, seeds, watch)?.set;
        let mut singles = Vec::new();
        for &single in &frame.instance.singles {
            let mover = Mover::Single(single);
            let resting = pairs
                .around
                .keys()
                .filter(|shared| rests(frame, &pairs.space, **shared, None, mover));
            let mut seeds: Vec<(Key, Locals)> =
                resting.map(|shared| ((*shared, None), Locals::new())).collect();
            let own = pairs.rules.iter().filter(|rule| rule.mover == mover);
            seeds.extend(own.map(|rule| ((rule.from, None), rule.sight.clone())));
            let still = Some(single);
            let question = Question { pairs, still, ends_at_initial: false, mutation };
            singles.push(search(question, seeds, watch)?.set);
        }
        Ok(Marked { members, singles })
    }

    /// Finds a thread of a configuration that can never come to take a step, nor rest: the local state of one of
    /// a family, or the number of another one. The local states must be sorted.
    pub(crate) fn stuck(&self, shared: SharedId, locals: &[LocalId]) -> Option<Stuck> {
        for (place, local) in locals.iter().enumerate() {
            if place > 0 && locals[place - 1] == *local {
                continue;
            }
            let mut others: SmallVec<[LocalId; 8]> = locals.into();
            others.remove(place);
            if !self.members.has((shared, Some(*local)), &others) {
                return Some(Stuck::Member(*local));
            }
        }
        let is_stuck = |set: &Closed<Key>| !set.has((shared, None), locals);
        self.singles.iter().position(is_stuck).map(Stuck::Single)
    }
}

/// A thread that is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    /// One of a family, by its local state.
    Member(LocalId),
    /// Another one, by its number among those that are of no family.
    Single(usize),
}

/// Decides whether a thread may stay where it is.
pub(crate) fn rests(
    frame: &Frame,
    space: &Space,
    shared: SharedId,
    local: Option<LocalId>,
    mover: Mover,
) -> bool {
    let locals: SmallVec<[_; 1]> = local.iter().map(|one| space.locals.get(*one)).collect();
    Sight::new(frame, space.shared.get(shared), &locals).rests(mover)
}
