//! The steps between abstract states.

use smallvec::SmallVec;

use crate::closed::is_within;
use crate::counts::{Count, Counts, Levels, least, parts};
use crate::frame::{Frame, Mover};
use crate::marked::rests;
use crate::mutation::Mutation;
use crate::rule::{Effects, NOTHING, Rule, is_asked};
use crate::space::{LocalId, SharedId, Space};

/// The steps between abstract states.
pub(crate) struct CountedSteps<'a> {
    frame: &'a Frame,
    levels: &'a Levels,
    mutation: Option<Mutation>,
    space: &'a mut Space,
    effects: &'a mut Effects,
    /// The local states of which the last step lost the count.
    pub(crate) uncounted: Vec<LocalId>,
}

impl<'a> CountedSteps<'a> {
    pub(crate) fn new(
        frame: &'a Frame,
        levels: &'a Levels,
        mutation: Option<Mutation>,
        space: &'a mut Space,
        effects: &'a mut Effects,
    ) -> Self {
        CountedSteps { frame, levels, mutation, space, effects, uncounted: Vec::new() }
    }

    /// The abstract state after a rule; none if it cannot be taken.
    pub(crate) fn after(&mut self, rule: &Rule, counts: &Counts) -> Option<Counts> {
        self.uncounted.clear();
        let mut found = 0;
        let mut out = Counts::new();
        for one in counts {
            let (local, count) = parts(*one);
            let seen = rule.sight.iter().filter(|other| **other == local).count();
            found += seen;
            let seen = u8::try_from(seen).unwrap_or(u8::MAX);
            if seen > count.least && !count.is_open {
                return None;
            }
            let is_open =
                count.is_open && (seen == 0 || self.mutation != Some(Mutation::ExactRest));
            let rest = Count { least: count.least.saturating_sub(seen), is_open };
            if !rule.asks.is_empty() && is_asked(self.space.locals.get(local), &rule.asks) {
                // Nobody out of sight is in such a local state.
                if rest.least > 0 {
                    return None;
                }
            } else if rest != Count::NONE {
                let after = self.effects.of(rule.effect, local, self.space);
                if rule.effect == NOTHING {
                    out.push(rest.at(local));
                } else {
                    self.put(&mut out, after, rest);
                }
            }
        }
        if found < rule.sight.len() {
            return None;
        }
        for local in &rule.after {
            self.put(&mut out, *local, Count::ONE);
        }
        Some(out)
    }

    fn put(&mut self, counts: &mut Counts, local: LocalId, more: Count) {
        let place = counts.binary_search_by_key(&local, |one| parts(*one).0);
        let mut count = more;
        if let Ok(place) = place {
            count = count.and(parts(counts[place]).1);
        }
        let level = self.levels.of(local);
        // Two threads never have one flag: where they are counted, there is one.
        if count.least >= level && self.space.flags(local) == 0 {
            if !count.is_open || count.least > level {
                self.uncounted.push(local);
            }
            let is_open = count.is_open || self.mutation != Some(Mutation::ExactCounts);
            count = Count { least: level, is_open };
        }
        match place {
            Ok(place) => counts[place] = count.at(local),
            Err(place) => counts.insert(place, count.at(local)),
        }
    }

    /// Decides whether an abstract state stands for a deadlock: no rule can be taken, and some thread may not rest.
    pub(crate) fn is_deadlock<'r, I: Iterator<Item = &'r Rule>>(
        &self,
        shared: SharedId,
        rules: impl Fn() -> I,
        counts: &Counts,
    ) -> bool {
        // Where a `notify` finds that somebody waits, it wakes somebody: it never blocks.
        let goes_on = |threads: &[LocalId]| {
            rules().any(|rule| {
                let mut sight = rule.sight.clone();
                sight.sort_unstable();
                is_within(&sight, threads)
            })
        };
        let all = least(counts);
        if goes_on(&all) {
            return false;
        }
        let rests = |local, mover| rests(self.frame, self.space, shared, local, mover);
        let singles = &self.frame.instance.singles;
        if !singles.iter().all(|single| rests(None, Mover::Single(*single))) {
            return true;
        }
        // A thread that may not rest is there, or may be: then there is one more.
        counts.iter().map(|one| parts(*one)).any(|(local, count)| {
            if rests(Some(local), Mover::Member(self.space.family(local))) {
                return false;
            }
            let mut more: SmallVec<[LocalId; 16]> = all.clone();
            more.insert(more.partition_point(|one| *one < local), local);
            count.least > 0 || !goes_on(&more)
        })
    }
}
