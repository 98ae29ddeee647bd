//! Search by one worker, breadth-first or depth-first.

mod depth_first;
#[cfg(test)]
mod tests;
mod together;

use std::ops::Range;

use rustc_hash::FxHashSet;

use depth_first::depth_first;
use together::{Cut, Met};

use super::Task;
use super::batch::{Batch, RowsOf};
use super::begin::Begun;
use super::edges::Edge;
use super::expand::{Expander, Visit};
use super::look::{At, Found, Seen, leaves_open};
use super::model::Model;
use super::orbits::{By, Canonizer, reached_alike};
use super::query::{Exploration, SearchProgress, Stopped, Strategy, StuckAnswer, ThreadStep};
use super::reduction::Reduction;
use super::run::with_run;
use super::store::{Chunks, Store, full};
use super::stuck::{self, Ended, Kept, Part};

/// The number of states that are expanded between two looks at the limits.
const PAUSE: usize = 1 << 10;

/// The mark, in place of a parent, of a state in which the search begins.
const ROOT: u32 = u32::MAX;

pub(super) fn search<M: Model, R: Reduction<M>>(task: Task<'_, M, R>) -> Exploration<M::Violation> {
    let mut seen = Seen::new(task.model, task.query);
    let begun = Begun::new(task, &mut seen);
    let mut visited = Visited::new(task, seen, &begun);
    let mut expander = Expander::new(task);
    match task.query.strategy {
        _ if begun.stopped.is_some() => visited.stopped = begun.stopped,
        Strategy::BreadthFirst => breadth_first(&mut visited, &mut expander),
        Strategy::DepthFirst => depth_first(&mut visited, &mut expander),
    }
    visited.finish(&mut expander)
}

/// The answer of a search that was stopped while it looked for the states in which it begins.
pub(super) fn not_begun<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    seen: Seen<M::Violation>,
    begun: &Begun<M>,
) -> Exploration<M::Violation> {
    let mut visited = Visited::new(task, seen, begun);
    visited.stopped = begun.stopped;
    visited.finish(&mut Expander::new(task))
}

/// The stored states, how they were reached, and everything that was seen.
struct Visited<'a, M: Model, R: Reduction<M>> {
    task: Task<'a, M, R>,
    store: M::Store,
    /// The reduction's memory beside each state, by the state's number.
    memories: Vec<R::Memory>,
    parents: Chunks<u32>,
    /// The states in which the search begins.
    begun: &'a Begun<M>,
    /// Replaces states by those that stand for them.
    canonizer: Option<Box<Canonizer<M::State>>>,
    /// The numbers of the states in which the search begins, each with its number in `begun`; sorted.
    roots: Vec<(u32, u32)>,
    /// The numbers of bad states from which no steps are taken.
    dead: FxHashSet<u32>,
    /// The numbers of states from which some steps are not followed to their end.
    open: FxHashSet<u32>,
    /// The steps between stored states, if threads that are stuck are looked for.
    kept: Kept,
    /// The number of states that were expanded, breadth-first.
    expanded: usize,
    /// States with this number or a higher one are new on this level.
    fresh: usize,
    /// The numbers of states that were expanded, and must be expanded once more.
    again: Vec<u32>,
    seen: Seen<M::Violation>,
    /// The number of the state that is being expanded.
    current: u32,
    /// The states that were met and are not stored yet.
    batch: Batch<RowsOf<M>, Met<R::Memory>>,
    /// Where the search ends, if it stops for a state that was met.
    cut: Option<Cut>,
    visible: usize,
    transitions: u64,
    depth: usize,
    stopped: Option<Stopped>,
}

impl<'a, M: Model, R: Reduction<M>> Visited<'a, M, R> {
    fn new(task: Task<'a, M, R>, seen: Seen<M::Violation>, begun: &'a Begun<M>) -> Self {
        Visited {
            task,
            store: task.model.store(),
            memories: Vec::new(),
            parents: Chunks::new(),
            begun,
            canonizer: Canonizer::new(task.model),
            roots: Vec::new(),
            dead: FxHashSet::default(),
            open: FxHashSet::default(),
            kept: Kept::new(task, task.query),
            expanded: 0,
            fresh: 0,
            again: Vec::new(),
            seen,
            current: ROOT,
            batch: Batch::new(),
            cut: None,
            visible: 0,
            transitions: 0,
            depth: 0,
            stopped: None,
        }
    }

    /// Stores a state, and looks for findings in it if it is new. Returns its number if it is to be expanded, for the
    /// first time or again.
    #[inline]
    fn add(
        &mut self,
        hash: u64,
        from: (u32, By),
        state: &M::State,
        memory: R::Memory,
    ) -> Option<u32> {
        let inserted = self.store.insert(hash, state);
        self.note(inserted, from, memory, |visited, number| visited.look(number, from.1.at, state))
    }

    /// Notes the step to a state that was stored, or was there already; `look` is called with its number if it is new.
    /// Returns its number if it is to be expanded, for the first time or again.
    #[inline]
    fn note(
        &mut self,
        inserted: Option<(u32, bool)>,
        (parent, by): (u32, By),
        memory: R::Memory,
        look: impl FnOnce(&mut Self, u32),
    ) -> Option<u32> {
        let Some((number, is_new)) = inserted else {
            self.stopped = Some(full(self.store.len()));
            if parent != ROOT {
                self.open.insert(parent);
            }
            return None;
        };
        if let Kept::Edges(edges) = &mut self.kept
            && parent != ROOT
        {
            let By { thread, parts, .. } = by;
            let edge = Edge { source: parent.into(), thread, parts, target: number };
            edges.push(edge, is_new, self.store.len());
        }
        if !is_new {
            let is_open =
                self.task.reduction.meets_again(&mut self.memories[number as usize], &memory);
            return (is_open && !self.dead.contains(&number)).then_some(number);
        }
        self.parents.push(parent);
        self.memories.push(memory);
        look(self, number);
        if self.store.len() > self.task.query.max_states {
            self.stopped = Some(Stopped::States);
        }
        Some(number)
    }

    /// Looks at a new state, after a step of a thread.
    #[inline]
    fn look(&mut self, number: u32, thread: usize, state: &M::State) {
        let Task { model, reduction, .. } = self.task;
        if self.seen.look(self.task, thread, state, || At::Stored(number)) {
            self.dead.insert(number);
        }
        self.visible += usize::from(reduction.counts(model, state));
    }

    fn add_root(&mut self, state: &M::State, root: u32) -> Option<u32> {
        let memory = self.task.reduction.initial(self.task.model);
        let mut canonizer = self.canonizer.take();
        let (state, by) = match &mut canonizer {
            Some(canonizer) => canonizer.canonize(self.task.model, 0, state),
            None => (state, By::plain(0)),
        };
        let known = self.store.len();
        let added = self.add(self.store.hash(state), (ROOT, by), state, memory);
        self.canonizer = canonizer;
        let number = added?;
        // Several states to begin with may have one standing for them.
        if number as usize >= known {
            self.roots.push((number, root));
        }
        Some(number)
    }

    fn bytes(&self) -> usize {
        let memories = self.memories.capacity() * size_of::<R::Memory>();
        let renamed = Canonizer::bytes(self.canonizer.as_deref());
        self.store.bytes() + self.parents.bytes() + memories + self.kept.bytes() + renamed
    }

    /// Checks the limits and reports progress.
    fn look_up(&mut self, frontier: usize, more_bytes: usize) {
        let query = self.task.query;
        let mut bytes = self.bytes() + self.begun.bytes() + more_bytes;
        if bytes > query.memory && self.kept.bytes() > 0 {
            // The search goes on; it says nothing about threads that are stuck.
            self.kept.lose();
            bytes = self.bytes() + self.begun.bytes() + more_bytes;
        }
        if bytes > query.memory {
            self.stopped = Some(Stopped::Memory);
        }
        if query.is_cancelled() {
            self.stopped = Some(Stopped::Cancelled);
        }
        if let Some(report) = query.progress {
            report(SearchProgress { states: self.store.len(), frontier, depth: self.depth, bytes });
        }
    }

    /// Whether something was found, and the query asks for no more.
    fn is_satisfied(&mut self) -> bool {
        let is_satisfied = !self.task.query.keep_going && !self.seen.findings.is_empty();
        if is_satisfied && self.stopped.is_none() {
            self.stopped = Some(Stopped::Found);
        }
        is_satisfied
    }

    /// The steps from the initial state to a stored state, found again from its chain of parents.
    fn run_to(&self, number: u32, expander: &mut Expander<'_, M, R>) -> Vec<ThreadStep> {
        let mut chain = vec![number];
        while let Some(&last) = chain.last()
            && self.parents.get(last as usize) != ROOT
        {
            chain.push(self.parents.get(last as usize));
        }
        chain.reverse();
        let start = self.roots.binary_search_by_key(&chain[0], |(number, _)| *number);
        let root = self.roots[start.expect("the first has no parent")].1;
        let mut run = self.begun.run_to_root(self.task, root);
        let model = self.task.model;
        let (mut from, mut to) = (model.initial(), model.initial());
        self.begun.load(root, &mut from);
        for next in &chain[1..] {
            self.store.load(*next, &mut to);
            run.extend(expander.follow(&mut from, &to));
        }
        run
    }

    /// Looks for threads that are stuck for ever.
    fn find_stuck(&mut self) -> (StuckAnswer, Vec<Found<M::Violation>>) {
        let bytes = self.bytes() + self.begun.bytes();
        let Kept::Edges(edges) = &mut self.kept else {
            return (self.kept.answer(self.task.query), Vec::new());
        };
        edges.finish();
        if edges.is_lost() {
            return (StuckAnswer::Stopped(Stopped::Memory), Vec::new());
        }
        let kinds = self.seen.findings.iter().map(|found| &found.kind);
        let ended = Ended {
            is_closed: !self.seen.cut_short && !leaves_open(self.task.reduction, kinds),
            stopped: self.stopped,
            deadlocks: self.seen.deadlocks,
            root: if let [(root, _)] = self.roots[..] { Some(root as usize) } else { None },
            bytes,
        };
        let expanded = match self.task.query.strategy {
            Strategy::BreadthFirst => self.expanded,
            // Those that were met last are open one by one.
            Strategy::DepthFirst => self.store.len(),
        };
        let open = [&self.dead, &self.open];
        let renamed = Canonizer::all(self.canonizer.as_deref());
        let part = Part { store: &self.store, edges, open, expanded, levels: &[], renamed };
        let (answer, all) = stuck::find(self.task, &[part], &ended);
        let found = |stuck: stuck::StuckAt| Found {
            kind: stuck.kind(),
            at: At::Stored(stuck.number),
            rank: (0, 0),
        };
        (answer, all.into_iter().map(found).collect())
    }

    fn finish(mut self, expander: &mut Expander<'_, M, R>) -> Exploration<M::Violation> {
        let (stuck, found) = self.find_stuck();
        let mut findings = std::mem::take(&mut self.seen.findings);
        if let Some(cut) = self.cut {
            findings.retain(|found| found.rank.1 <= cut.rank);
        }
        // Those in states are made when the states are stored, a little later than those in steps.
        findings.sort_by_key(|found| found.rank);
        findings.extend(found);
        let to_finding =
            |found| with_run(self.task, self.begun, found, |number| self.run_to(number, expander));
        let findings = findings.into_iter().flat_map(to_finding).collect();
        reached_alike(self.task.model, &mut self.seen.reached);
        // Those that were met when the search was stopped before it began.
        let unexplored = if self.begun.stopped.is_some() { self.begun.most() } else { 0 };
        Exploration {
            findings,
            states: self.store.len().max(unexplored),
            transitions: self.transitions,
            visible_states: self.visible,
            depth: self.depth,
            bytes: self.bytes(),
            reached: self.seen.reached,
            goals: self.seen.goals,
            cut_short: self.seen.cut_short,
            deadlocks: self.seen.deadlocks,
            stuck,
            stopped: self.stopped,
        }
    }
}

impl<M: Model, R: Reduction<M>> Visit<M, R> for Visited<'_, M, R> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.seen
    }

    #[inline]
    fn arrive(&mut self, thread: usize, state: &M::State, memory: R::Memory) {
        let Some(mut canonizer) = self.canonizer.take() else {
            return self.meet(By::plain(thread), state, memory);
        };
        let (state, by) = canonizer.canonize(self.task.model, thread, state);
        self.meet(by, state, memory);
        self.canonizer = Some(canonizer);
    }

    fn leave_open(&mut self) {
        self.open.insert(self.current);
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped = Some(why);
    }
}

/// Expands states level by level; the level of the first finding is finished.
fn breadth_first<M: Model, R: Reduction<M>>(
    visited: &mut Visited<'_, M, R>,
    expander: &mut Expander<'_, M, R>,
) {
    let model = visited.task.model;
    let mut state = model.initial();
    for root in visited.begun.roots() {
        visited.begun.load(root, &mut state);
        visited.add_root(&state, root);
        if visited.stopped.is_some() {
            return;
        }
    }
    let mut level = 0..visited.store.len();
    let mut again = Vec::new();
    loop {
        if (level.is_empty() && again.is_empty()) || visited.is_satisfied() {
            return;
        }
        let end = level.end;
        visited.fresh = end;
        let is_done = expand_level(visited, expander, level, again);
        visited.flush();
        if !is_done || visited.stopped.is_some() {
            return;
        }
        level = end..visited.store.len();
        again = std::mem::take(&mut visited.again);
        again.sort_unstable();
        again.dedup();
        visited.depth += usize::from(!level.is_empty());
    }
}

/// Expands the states of a level, and some once more. Returns whether it came to the end.
fn expand_level<M: Model, R: Reduction<M>>(
    visited: &mut Visited<'_, M, R>,
    expander: &mut Expander<'_, M, R>,
    level: Range<usize>,
    again: Vec<u32>,
) -> bool {
    let Task { model, query, .. } = visited.task;
    let mut state = model.initial();
    let start = level.start;
    let met_again = again.into_iter().map(|number: u32| number as usize);
    for number in level.chain(met_again) {
        if number.is_multiple_of(PAUSE) {
            visited.flush();
            visited.look_up(visited.store.len() - number, 0);
        }
        // One state may lead to very many.
        if query.is_cancelled() {
            visited.stopped = Some(Stopped::Cancelled);
        }
        if visited.stopped.is_some() {
            return false;
        }
        let number = u32::try_from(number).expect("numbers of states have 32 bits");
        if visited.dead.contains(&number) {
            visited.expanded = visited.expanded.max(number as usize + 1);
            continue;
        }
        visited.store.load(number, &mut state);
        visited.current = number;
        visited.seen.rank.1 += 1;
        let memory = visited.memories[number as usize].clone();
        if !expander.expand(number, &state, &memory, visited) && query.deadlocks {
            visited.flush();
            if visited.cut.is_some() {
                return false;
            }
            let is_new = number as usize >= start;
            visited.seen.look_at_end(model, (number, is_new), &state);
        }
        if visited.stopped.is_none() {
            visited.expanded = visited.expanded.max(number as usize + 1);
        }
    }
    true
}
