//! Abstract states: the number of threads in each local state is exactly 0, 1, ..., `level - 1`; or so many or more, up
//! to `level` or more. The levels of local states may differ.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::counted_steps::CountedSteps;
use crate::counts::{Count, Counts, Levels, MOST_LEVEL, MOST_LOCALS, least, parts};
use crate::covering::Covering;
use crate::forward::Sought;
use crate::frame::Frame;
use crate::limits::{Stopped, Watch};
use crate::marked::Marked;
use crate::mutation::Mutation;
use crate::pairs::Pairs;
use crate::rule::{Locals, Rule};
use crate::space::{LocalId, SharedId};

/// Something that is asked of all states that can be reached.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) sought: Sought,
    pub(crate) about: About<'a>,
}

/// The thing that must not be.
#[derive(Clone, Copy)]
pub(crate) enum About<'a> {
    /// A thread is stuck.
    Stuck(&'a Marked),
    /// No thread can go on, and not all may rest.
    Deadlock,
    /// Some threads are in these local states, with a shared part.
    Threads(&'a FxHashMap<SharedId, Vec<Locals>>),
}

/// All that is asked.
#[derive(Clone)]
pub(crate) struct Asked<'a> {
    pub(crate) questions: Vec<Question<'a>>,
    /// The least number of threads of each family.
    pub(crate) least: &'a [usize],
}

/// The answer of a search through abstract states to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is in no state, however many threads they stand for.
    Never,
    /// It is in some state. On the way there, threads in these local states were no longer counted; if there are
    /// none, some number of threads does come there.
    Perhaps(Vec<LocalId>),
}

impl Said {
    /// Decides whether counting further changes nothing: it is so with some number of threads.
    pub(crate) fn is_real(&self) -> bool {
        matches!(self, Said::Perhaps(locals) if locals.is_empty())
    }
}

/// The answers of a search through abstract states.
pub(crate) struct Abstract {
    /// The states: all that can be reached, if something is never.
    pub(crate) known: Covering,
    /// The answers, in the order of the questions.
    pub(crate) said: Vec<Said>,
}

/// States in which nobody is stuck, by their shared parts and the local states of their threads. Where there are more
/// threads in these, nobody is stuck either.
#[derive(Default)]
struct Good {
    known: FxHashMap<(SharedId, SmallVec<[LocalId; 8]>), Vec<Counts>>,
}

impl Good {
    /// Decides whether a state has only more threads than one that is good; if not, it becomes one.
    fn has_or_adds(&mut self, shared: SharedId, counts: &Counts) -> bool {
        let locals = counts.iter().map(|one| parts(*one).0).collect();
        let known = self.known.entry((shared, locals)).or_default();
        let is_more = |less: &Counts| {
            let mut both = less.iter().zip(counts);
            both.all(|(less, more)| parts(*less).1.least <= parts(*more).1.least)
        };
        if known.iter().any(is_more) {
            return true;
        }
        known.push(counts.clone());
        false
    }
}

/// The abstract state in which all threads begin, at least so many of each family.
pub(crate) fn initial(locals: &[LocalId], least: &[usize]) -> Counts {
    let first = locals.iter().zip(least).map(|(local, least)| {
        // So many are counted, whatever the level.
        let least = u8::try_from((*least).min(MOST_LEVEL)).expect("a level is small");
        Count { least, is_open: true }.at(*local)
    });
    let mut first: Counts = first.collect();
    first.sort_unstable();
    first
}

/// Explores all abstract states, with counts up to levels, as long as nothing that is asked was found. At most so many
/// are looked at.
pub(crate) fn explore(
    frame: &Frame,
    pairs: &mut Pairs,
    asked: &Asked<'_>,
    (levels, order): (&Levels, Order),
    (watch, most): (&Watch<'_>, usize),
    mutation: Option<Mutation>,
) -> Result<Abstract, Stopped> {
    if pairs.space.locals.len() >= MOST_LOCALS {
        return Err(Stopped::Configurations);
    }
    let mut all = Covering::new(mutation);
    all.add(pairs.start.0, initial(&pairs.start.1, asked.least));
    // From where and by which rule each was found.
    let mut from: Vec<Option<(usize, usize)>> = vec![None];
    let mut todo = BinaryHeap::from([((0, Reverse(0)), Reverse(0))]);
    let Pairs { space, effects, rules, from: rules_from, .. } = pairs;
    let mut steps = CountedSteps::new(frame, levels, mutation, space, effects);
    let mut said = vec![Said::Never; asked.questions.len()];
    let mut good = Good::default();
    while let Some((_, Reverse(next))) = todo.pop() {
        if all.is_left_out(next) {
            continue;
        }
        let (shared, counts) = all.get(next).clone();
        let numbers = rules_from.get(&shared).map_or(&[][..], Vec::as_slice);
        let is_good = good.has_or_adds(shared, &counts);
        for (question, said) in asked.questions.iter().zip(&mut said) {
            let is_there = *said == Said::Never
                && match question.about {
                    About::Stuck(marked) => !is_good && is_stuck(marked, shared, &counts),
                    About::Deadlock => {
                        let here = || numbers.iter().map(|number| &rules[*number]);
                        !is_good && steps.is_deadlock(shared, here, &counts)
                    }
                    About::Threads(seeds) => seeds
                        .get(&shared)
                        .into_iter()
                        .flatten()
                        .any(|seed| may_have(&counts, seed, mutation)),
                };
            if is_there {
                *said = Said::Perhaps(uncounted(&mut steps, &all, &from, rules, next));
            }
        }
        if !said.is_empty() && !said.contains(&Said::Never) {
            break;
        }
        for number in numbers {
            watch.look(all.added(), 180)?;
            if all.added() > most {
                return Err(Stopped::Configurations);
            }
            let rule = &rules[*number];
            let Some(counts) = steps.after(rule, &counts) else { continue };
            let rank = order.rank(&counts);
            if let Some(fresh) = all.add(rule.to, counts) {
                from.push(Some((next, *number)));
                todo.push((rank, Reverse(fresh)));
            }
        }
    }
    Ok(Abstract { known: all, said })
}

/// The order in which states are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The oldest first: what is found is near to where runs begin.
    Oldest,
    /// The ones that stand for most first: fewer are looked at in vain.
    Largest,
}

impl Order {
    fn rank(self, counts: &Counts) -> (usize, Reverse<usize>) {
        if self == Order::Oldest {
            return (0, Reverse(0));
        }
        let counts = counts.iter().map(|one| parts(*one).1);
        let any = counts.clone().filter(|count| count.is_open && count.least == 0).count();
        (any, Reverse(counts.map(|count| usize::from(count.least)).sum()))
    }
}

/// Decides whether an abstract state stands for a configuration with these threads, sorted by their local states.
fn may_have(counts: &Counts, threads: &[LocalId], mutation: Option<Mutation>) -> bool {
    let may_be_more = mutation != Some(Mutation::LeastConfiguration);
    threads.chunk_by(|one, other| one == other).all(|equal| {
        let place = counts.binary_search_by_key(&equal[0], |one| parts(*one).0);
        let count = place.map_or(Count::NONE, |place| parts(counts[place]).1);
        count.is_open && may_be_more || usize::from(count.least) >= equal.len()
    })
}

/// Decides whether, with the least number of threads that an abstract state stands for, some thread is stuck: one of
/// these, or one more where there may be one.
fn is_stuck(marked: &Marked, shared: SharedId, counts: &Counts) -> bool {
    let all = least(counts);
    let is_one_stuck = |local: LocalId, count: Count| {
        let mut others = all.clone();
        if count.least > 0 {
            let place = others.binary_search(&local).expect("it is one of these");
            others.remove(place);
        }
        !marked.members.has((shared, Some(local)), &others)
    };
    counts.iter().map(|one| parts(*one)).any(|(local, count)| is_one_stuck(local, count))
        || marked.singles.iter().any(|single| !single.has((shared, None), &all))
}

/// The local states in which threads were no longer counted on the way to a state.
fn uncounted(
    steps: &mut CountedSteps<'_>,
    all: &Covering,
    from: &[Option<(usize, usize)>],
    rules: &[Rule],
    last: usize,
) -> Vec<LocalId> {
    let mut found = Vec::new();
    let mut at = last;
    while let Some((before, rule)) = from[at] {
        steps.after(&rules[rule], &all.get(before).1);
        found.append(&mut steps.uncounted);
        at = before;
    }
    found
}

/// Explores abstract states with levels that are raised where threads were no longer counted, from 1 up to a greatest
/// one, until something that is asked is never, or is so with some number of threads.
pub(crate) fn refined(
    frame: &Frame,
    pairs: &mut Pairs,
    asked: &Asked<'_>,
    greatest: u8,
    limits: (&Watch<'_>, usize),
    mutation: Option<Mutation>,
) -> Result<(Abstract, Levels), Stopped> {
    let mut levels = Levels::uniform(1);
    loop {
        let found = explore(frame, pairs, asked, (&levels, Order::Oldest), limits, mutation)?;
        let mut uncounted = Vec::new();
        for said in &found.said {
            match said {
                Said::Perhaps(locals) if !locals.is_empty() => uncounted.extend(locals),
                _ => return Ok((found, levels)),
            }
        }
        if !levels.raise(&uncounted, greatest, &pairs.space) {
            return Ok((found, levels));
        }
    }
}
