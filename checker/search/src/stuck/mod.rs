//! Threads that are stuck for ever: for each stored state, which threads can still come to move.
//!
//! A search that is asked for it keeps the steps between stored states. When it has ended, the set of threads that can
//! move on some way from a state is the least solution of: it has the thread of each step from the state, and the set
//! of the state after it. States from which not all steps were taken have all threads, for nothing is known of them; so
//! a thread that is missing from a set is stuck whether the search is complete or not.
//!
//! Beside the threads stands a *deadlock* that can come. A thread that is stuck in a deadlock is told with that
//! finding. What is told here is a thread that is stuck in a state from which no deadlock can be reached: somebody else
//! can go on for ever, or everybody else can end.

mod again;
mod sets;
mod settle;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use super::Task;
use super::edges::Edges;
use super::model::Model;
use super::query::{FindingKind, Query, Stopped, StuckAnswer};
use super::reduction::Reduction;
use super::renamings::Renamings;
use super::store::Store;
pub use again::{MovesAgain, moves_again};
pub(super) use sets::Sets;
use sets::{Firsts, Graph, sweep_renamed};
use settle::solve;

/// The states that one worker has stored, with the steps to them.
pub(super) struct Part<'a, S> {
    pub(super) store: &'a S,
    pub(super) edges: &'a Edges,
    /// The numbers of states from which not all steps were taken.
    pub(super) open: [&'a FxHashSet<u32>; 2],
    /// The number of the first state that was not expanded; no later one was.
    pub(super) expanded: usize,
    /// The number of the first state of each level, where levels are known.
    pub(super) levels: &'a [usize],
    /// The lists of what became of the threads in steps that this worker took, where states are stored up to
    /// renamings.
    pub(super) renamed: &'a [Box<[u8]>],
}

/// A thread that is stuck in a stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StuckAt {
    /// The part that has the state, and the number of the state there.
    pub(super) part: usize,
    pub(super) number: u32,
    pub(super) thread: usize,
}

impl StuckAt {
    pub(super) fn kind<V>(self) -> FindingKind<V> {
        FindingKind::Stuck { thread: self.thread }
    }
}

/// The part of a search's answer that is known before its steps are looked at.
pub(super) struct Ended {
    /// Tells whether no steps were left out from any state: no bad state ended one, none goes on for ever.
    pub(super) is_closed: bool,
    pub(super) stopped: Option<Stopped>,
    /// The number of deadlocks.
    pub(super) deadlocks: usize,
    /// The state in which the search began, by its ticket, if it began in one.
    pub(super) root: Option<usize>,
    /// The bytes that the search takes.
    pub(super) bytes: usize,
}

/// Looks for the first state in which each thread is stuck, in the order of the search: of one part by number, of
/// several by level and hash. Returns them in that order, the first only if the query ends with its first finding.
///
/// Cost: the number of steps; where there is little memory, times a number that is small for most systems.
pub(super) fn find<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    parts: &[Part<'_, M::Store>],
    ended: &Ended,
) -> (StuckAnswer, Vec<StuckAt>) {
    let Task { model, query, .. } = task;
    if matches!(ended.stopped, Some(Stopped::Memory | Stopped::Cancelled)) {
        return (StuckAnswer::Unexplored, Vec::new());
    }
    let sets = match can_move(task, parts, ended) {
        Ok(sets) => sets,
        Err(stopped) => return (StuckAnswer::Stopped(stopped), Vec::new()),
    };
    let first = match first_of_each(task, parts, &sets, parts.len() == 1) {
        Ok(first) => first,
        Err(stopped) => return (StuckAnswer::Stopped(stopped), Vec::new()),
    };
    let is_known = ended.is_closed && ended.stopped.is_none();
    let answer = if is_known { StuckAnswer::Known } else { StuckAnswer::Unexplored };
    let mut found: Vec<(Rank, StuckAt)> = first.into_iter().flatten().collect();
    debug_assert!(found.len() <= model.threads());
    found.sort_by_key(|(rank, stuck)| (*rank, stuck.thread));
    if !query.keep_going {
        found.truncate(1);
    }
    (answer, found.into_iter().map(|(_, stuck)| stuck).collect())
}

/// For each state, by its ticket, the threads that can still come to move.
fn can_move<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    parts: &[Part<'_, M::Store>],
    ended: &Ended,
) -> Result<Sets, Stopped> {
    let Task { model, query, .. } = task;
    let most = parts.iter().map(|part| part.store.len()).max().unwrap_or(0);
    let edges: Vec<&Edges> = parts.iter().map(|part| part.edges).collect();
    let graph = Graph::new(&edges);
    let threads = model.threads();
    let mut sets =
        Sets::new(threads, most * parts.len(), query.memory.saturating_sub(ended.bytes))?;
    for (number, part) in parts.iter().enumerate() {
        let ticket = |state: usize| state * parts.len() + number;
        let open = part.open.iter().flat_map(|open| open.iter()).map(|&state| state as usize);
        for state in (part.expanded..part.store.len()).chain(open) {
            sets.fill(ticket(state));
        }
    }
    graph.each(|source, edge, _| sets.add(source, edge.thread), || query.is_cancelled())?;
    if ended.deadlocks > 0 {
        let mut state = model.initial();
        for (number, part) in parts.iter().enumerate() {
            for stored in 0..part.store.len() {
                let ticket = stored * parts.len() + number;
                if sets.is_empty(ticket) {
                    part.store.load(number_of(stored), &mut state);
                    if is_deadlock(model, &state) {
                        sets.add(ticket, threads);
                    }
                }
            }
        }
    }
    if let Some(renamings) = model.renamings() {
        let renamed: Vec<&[Box<[u8]>]> = parts.iter().map(|part| part.renamed).collect();
        sweep_renamed(&graph, &renamed, None, &mut sets, query)?;
        // Of steps that do the same to threads that are alike one is kept. If it lets the first go on, the others are
        // those to which nothing was done, and the same can happen to the first.
        let rest = query.memory.saturating_sub(ended.bytes.saturating_add(sets.size()));
        let mut state = model.initial();
        let alike = |ticket: usize, first: &mut Vec<u8>| {
            let (part, stored) = (&parts[ticket % parts.len()], ticket / parts.len());
            if stored < part.store.len() {
                part.store.load(number_of(stored), &mut state);
                renamings.canonize(&mut state, first);
            }
        };
        let firsts = Firsts::new(&mut sets, rest, alike, || query.is_cancelled())?;
        sweep_renamed(&graph, &renamed, Some(&firsts), &mut sets, query)?;
    } else {
        solve(&graph, &mut sets, ended.root, query, ended.bytes)?;
    }
    Ok(sets)
}

/// Decides whether a state in which no thread can go on is a deadlock: some thread may not rest, and no failure
/// [blocks](Model::failure_blocks) it.
pub(super) fn is_deadlock<M: Model>(model: &M, state: &M::State) -> bool {
    let mut threads = 0..model.threads();
    let is_fine = threads.all(|thread| model.may_rest(thread, state));
    // Where a thread failed, that is the finding.
    !is_fine && !(0..model.threads()).any(|thread| model.failure_blocks(thread, state))
}

/// Decides which of several states is told: the one of the first level, and there the one with the least hash; with one
/// part the one with the least number.
pub(super) type Rank = (usize, u64);

/// The number of states that are looked at between two looks at the cancel flag.
const PAUSE: usize = 1 << 16;

/// For each thread, the first state in which it is stuck, and from which no deadlock can come. `by_number` says that
/// the states of the one part are in the order of the search.
pub(super) fn first_of_each<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    parts: &[Part<'_, M::Store>],
    sets: &Sets,
    by_number: bool,
) -> Result<Vec<Option<(Rank, StuckAt)>>, Stopped> {
    let Task { model, query, .. } = task;
    let (threads, renamings) = (model.threads(), model.renamings());
    let mut first: Vec<Option<(Rank, StuckAt)>> = vec![None; threads];
    let mut state = model.initial();
    for (part_number, part) in parts.iter().enumerate() {
        let mut level = 0;
        for stored in 0..part.store.len() {
            if stored.is_multiple_of(PAUSE) && query.is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            let ticket = stored * parts.len() + part_number;
            if sets.has_threads(ticket) || sets.has(ticket, threads) {
                continue;
            }
            while part.levels.get(level + 1).is_some_and(|&start| start <= stored) {
                level += 1;
            }
            let number = number_of(stored);
            let mut rank: Option<Rank> = None;
            for thread in 0..threads {
                // Of threads that can become one another the first is told.
                let of = renamings.map_or(thread, |renamings| renamings.first_alike(thread));
                let first = &mut first[of];
                let is_late = first.is_some_and(|((before, _), _)| by_number || before < level);
                if is_late || sets.has(ticket, thread) {
                    continue;
                }
                let rank = *rank.get_or_insert_with(|| {
                    part.store.load(number, &mut state);
                    let hash = part.store.hash(&state);
                    if by_number { (stored, 0) } else { (level, hash) }
                });
                let is_first = first.is_none_or(|(before, _)| rank < before);
                // What is known of threads that are as an earlier one is known of that one.
                let is_known =
                    |renamings: &dyn Renamings<M::State>| renamings.is_as_earlier(thread, &state);
                if is_first
                    && !renamings.is_some_and(is_known)
                    && !model.may_rest(thread, &state)
                    && !model.has_failed(thread, &state)
                {
                    *first = Some((rank, StuckAt { part: part_number, number, thread }));
                }
            }
        }
    }
    Ok(first)
}

fn number_of(stored: usize) -> u32 {
    u32::try_from(stored).expect("numbers of states have 32 bits")
}

/// Keeps the steps of a search as long as there is memory for them.
#[derive(Debug)]
pub(super) enum Kept {
    /// They are not asked for.
    Not,
    Edges(Edges),
    /// This limit was reached.
    Lost(Stopped),
}

impl Kept {
    pub(super) fn new<M: Model, R: Reduction<M>>(task: Task<'_, M, R>, query: &Query<'_>) -> Self {
        if query.stuck && task.reduction.takes_every_step() {
            let has_parts = task.model.renamings().is_some();
            Kept::Edges(Edges::new(task.model.threads(), has_parts))
        } else {
            Kept::Not
        }
    }

    /// Lets go of the steps, for which there is no memory.
    pub(super) fn lose(&mut self) {
        *self = Kept::Lost(Stopped::Memory);
    }

    pub(super) fn bytes(&self) -> usize {
        if let Kept::Edges(edges) = self { edges.bytes() } else { 0 }
    }

    /// The answer where no steps are kept.
    pub(super) fn answer(&self, query: &Query<'_>) -> StuckAnswer {
        match self {
            _ if !query.stuck => StuckAnswer::NotAsked,
            Kept::Not => StuckAnswer::LeavesOutSteps,
            Kept::Lost(stopped) => StuckAnswer::Stopped(*stopped),
            Kept::Edges(_) => StuckAnswer::Unexplored,
        }
    }
}
