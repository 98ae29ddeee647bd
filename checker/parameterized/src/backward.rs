//! Backward search: the configurations from which one of some configurations can be reached, whatever the number of
//! threads, by their least elements.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use reductio_system::ThreadId;
use rustc_hash::FxHashMap;

use crate::closed::Closed;
use crate::frame::Mover;
use crate::limits::{Stopped, Watch};
use crate::mutation::Mutation;
use crate::pairs::Pairs;
use crate::rule::{Locals, NOTHING, Rule, allows};
use crate::space::{LocalId, SharedId};

/// A shared part, and the local state of a thread that is marked.
pub(crate) type Key = (SharedId, Option<LocalId>);

/// The result of a search.
pub(crate) struct Reached {
    pub(crate) set: Closed<Key>,
    /// The element that is within an initial configuration, if one is.
    pub(crate) initial: Option<usize>,
}

/// The question of a search.
pub(crate) struct Question<'a> {
    pub(crate) pairs: &'a mut Pairs,
    /// The single thread that must not move.
    pub(crate) still: Option<ThreadId>,
    /// Tells whether the search ends at the first element that is within an initial configuration.
    pub(crate) ends_at_initial: bool,
    pub(crate) mutation: Option<Mutation>,
}

type Preimages = FxHashMap<(SharedId, u32, LocalId), Vec<LocalId>>;

/// Finds all configurations from which one of the seeds can be reached. A marked thread does not move.
pub(crate) fn search(
    question: Question<'_>,
    seeds: impl IntoIterator<Item = (Key, Locals)>,
    watch: &Watch<'_>,
) -> Result<Reached, Stopped> {
    let pairs = question.pairs;
    // Rules are read while local states get numbers.
    let (rules, to) = (std::mem::take(&mut pairs.rules), std::mem::take(&mut pairs.to));
    let question = Question { pairs: &mut *pairs, ..question };
    let found = search_by((&rules, &to), question, seeds, watch);
    (pairs.rules, pairs.to) = (rules, to);
    found
}

fn search_by(
    (rules, to): (&[Rule], &FxHashMap<SharedId, Vec<usize>>),
    question: Question<'_>,
    seeds: impl IntoIterator<Item = (Key, Locals)>,
    watch: &Watch<'_>,
) -> Result<Reached, Stopped> {
    let Question { pairs, still, ends_at_initial, mutation } = question;
    let mut set = Closed::new();
    let mut todo = BinaryHeap::new();
    let mut preimages = Preimages::default();
    let mut initial = None;
    for (key, mut locals) in seeds {
        locals.sort_unstable();
        todo.extend(add(&mut set, pairs, key, locals, None, &mut initial));
        watch.look(set.added(), 96)?;
    }
    let mut found = Vec::new();
    while let Some(Reverse((_, number))) = todo.pop() {
        if ends_at_initial && initial.is_some() {
            break;
        }
        let element = set.get(number);
        if !element.is_least {
            continue;
        }
        let (key, locals) = (element.key, element.locals.clone());
        for rule in to.get(&key.0).into_iter().flatten().map(|number| &rules[*number]) {
            watch.look(set.added(), 96)?;
            if still.is_some_and(|thread| rule.mover == Mover::Single(thread)) {
                continue;
            }
            let before = Before { rule, locals: &locals, mutation, watch };
            before.all(key.1, pairs, &mut preimages, &mut found)?;
            for (mark, locals) in found.drain(..) {
                let key = (rule.from, mark);
                todo.extend(add(&mut set, pairs, key, locals, Some(number), &mut initial));
            }
        }
    }
    Ok(Reached { set, initial })
}

/// Adds an element, and returns its place in the order: the smallest first, then the oldest.
fn add(
    set: &mut Closed<Key>,
    pairs: &Pairs,
    key: Key,
    locals: Locals,
    next: Option<usize>,
    initial: &mut Option<usize>,
) -> Option<Reverse<(usize, usize)>> {
    let size = locals.len();
    let is_initial =
        key == (pairs.start.0, None) && locals.iter().all(|one| pairs.start.1.contains(one));
    let number = set.add(key, locals, next)?;
    if is_initial && initial.is_none_or(|one| set.get(one).locals.len() > size) {
        *initial = Some(number);
    }
    Some(Reverse((size, number)))
}

/// The configurations before a rule after which some threads are in given local states.
struct Before<'a> {
    rule: &'a Rule,
    locals: &'a Locals,
    mutation: Option<Mutation>,
    watch: &'a Watch<'a>,
}

/// A thread that is marked: its local state before, and its place in sight if it is in sight.
#[derive(Clone, Copy)]
struct Mark {
    before: LocalId,
    place: Option<usize>,
}

impl Before<'_> {
    /// All of them, each with the mark before.
    fn all(
        &self,
        mark: Option<LocalId>,
        pairs: &mut Pairs,
        preimages: &mut Preimages,
        out: &mut Vec<(Option<LocalId>, Locals)>,
    ) -> Result<(), Stopped> {
        let rule = self.rule;
        // A step that changes only threads that nobody looks at.
        let is_looked_at = |after: &LocalId| self.locals.contains(after) || mark == Some(*after);
        if rule.from == rule.to && rule.effect == NOTHING && !rule.after.iter().any(is_looked_at) {
            return Ok(());
        }
        let Some(flags) = pairs.space.joint_flags(rule.sight.iter().copied()) else {
            return Ok(());
        };
        let Some(mark) = mark else {
            return self.with(None, flags, pairs, preimages, out);
        };
        let first = usize::from(matches!(rule.mover, Mover::Member(_)));
        for place in (first..rule.after.len()).filter(|place| rule.after[*place] == mark) {
            let mark = Mark { before: rule.sight[place], place: Some(place) };
            self.with(Some(mark), flags, pairs, preimages, out)?;
        }
        for before in self.images(mark, flags, pairs, preimages) {
            let flags = flags | pairs.space.flags(before);
            self.with(Some(Mark { before, place: None }), flags, pairs, preimages, out)?;
        }
        Ok(())
    }

    /// All of them with this thread marked.
    fn with(
        &self,
        mark: Option<Mark>,
        flags: u64,
        pairs: &mut Pairs,
        preimages: &mut Preimages,
        out: &mut Vec<(Option<LocalId>, Locals)>,
    ) -> Result<(), Stopped> {
        let rule = self.rule;
        let marked = mark.and_then(|mark| mark.place);
        let mut used = vec![false; self.locals.len()];
        for (place, after) in rule.after.iter().enumerate() {
            if marked == Some(place) {
                continue;
            }
            // A thread in sight is one that is looked at, if it may be: as another one it would come in addition, and
            // give a larger configuration.
            match (0..used.len()).find(|at| !used[*at] && self.locals[*at] == *after) {
                Some(at) => used[at] = true,
                None if self.mutation == Some(Mutation::NobodyElse) => return Ok(()),
                None => {}
            }
        }
        let changes_nothing = rule.from == rule.to && rule.effect == NOTHING && marked.is_none();
        if changes_nothing && !used.contains(&true) {
            return Ok(());
        }
        let sight = rule.sight.iter().enumerate().filter(|(place, _)| marked != Some(*place));
        let sight: Locals = sight.map(|(_, local)| *local).collect();
        let mut ways = vec![(sight, flags)];
        for (after, _) in self.locals.iter().zip(&used).filter(|(_, used)| !**used) {
            let images = self.images(*after, 0, pairs, preimages);
            let mut more = Vec::new();
            for (locals, flags) in &ways {
                self.watch.look(more.len(), 96)?;
                for image in &images {
                    let own = pairs.space.flags(*image);
                    if own & flags == 0 {
                        let mut locals = locals.clone();
                        locals.push(*image);
                        more.push((locals, flags | own));
                    }
                }
            }
            ways = more;
        }
        out.extend(ways.into_iter().map(|(mut locals, _)| {
            locals.sort_unstable();
            (mark.map(|mark| mark.before), locals)
        }));
        Ok(())
    }

    /// The local states before of a thread out of sight.
    fn images(
        &self,
        after: LocalId,
        flags: u64,
        pairs: &mut Pairs,
        preimages: &mut Preimages,
    ) -> Vec<LocalId> {
        let Rule { from, effect, asks, .. } = self.rule;
        if *effect == NOTHING || self.mutation == Some(Mutation::NoPreimages) {
            let is_it = pairs.has(*from, after) && allows(&pairs.space, flags, asks, after);
            return is_it.then_some(after).into_iter().collect();
        }
        let known = preimages.contains_key(&(*from, *effect, after));
        if !known {
            let mut images = Vec::new();
            for at in 0..pairs.with(*from).len() {
                let before = pairs.with(*from)[at];
                if pairs.effects.of(*effect, before, &mut pairs.space) == after {
                    images.push(before);
                }
            }
            preimages.insert((*from, *effect, after), images);
        }
        let images = preimages[&(*from, *effect, after)].iter().copied();
        images.filter(|before| allows(&pairs.space, flags, asks, *before)).collect()
    }
}
