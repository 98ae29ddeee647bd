//! One worker: breadth-first or depth-first.

use rustc_hash::FxHashSet;

use super::begin::Begun;
use super::expand::{Expander, Visit};
use super::look::{At, From, Seen, ends_branch};
use super::model::Model;
use super::query::{
    Exploration, Finding, FindingKind, Order, Progress, Query, Step, Stopped, Strategy,
};
use super::store::{Chunks, Store, full};

/// How many states are looked at between two looks at limits.
const PAUSE: usize = 1 << 10;

/// The parent of a state in which the search begins.
const ROOT: u32 = u32::MAX;

pub(super) fn search<M: Model>(model: &M, query: &Query<'_>) -> Exploration<M::Violation> {
    let mut seen = Seen::new(model, query);
    let begun = Begun::new(model, query, &mut seen);
    let mut visited = Visited::new(model, query, seen, &begun);
    let mut expander = Expander::new(model, query);
    match query.strategy {
        _ if begun.stopped.is_some() => visited.stopped = begun.stopped,
        Strategy::BreadthFirst => breadth_first(&mut visited, &mut expander),
        Strategy::DepthFirst => depth_first(&mut visited, &mut expander),
    }
    visited.finish(&mut expander)
}

/// The answer when not even the states in which the search begins are known.
pub(super) fn not_begun<M: Model>(
    model: &M,
    query: &Query<'_>,
    seen: Seen<M::Violation>,
    begun: &Begun<M>,
) -> Exploration<M::Violation> {
    let mut visited = Visited::new(model, query, seen, begun);
    visited.stopped = begun.stopped;
    visited.finish(&mut Expander::new(model, query))
}

/// The stored states, how they were reached, and what was seen.
struct Visited<'a, M: Model> {
    model: &'a M,
    query: &'a Query<'a>,
    store: M::Store,
    parents: Chunks<u32>,
    /// The states in which the search begins.
    begun: &'a Begun<M>,
    /// The numbers of these states, each with its number there; sorted.
    roots: Vec<(u32, u32)>,
    /// Bad states from which no reduced step goes on.
    dead: FxHashSet<u32>,
    seen: Seen<M::Violation>,
    /// The state that is looked at.
    current: u32,
    visible: usize,
    transitions: u64,
    depth: usize,
    stopped: Option<Stopped>,
}

impl<'a, M: Model> Visited<'a, M> {
    fn new(
        model: &'a M,
        query: &'a Query<'a>,
        seen: Seen<M::Violation>,
        begun: &'a Begun<M>,
    ) -> Self {
        Visited {
            model,
            query,
            store: model.store(),
            parents: Chunks::new(),
            begun,
            roots: Vec::new(),
            dead: FxHashSet::default(),
            seen,
            current: ROOT,
            visible: 0,
            transitions: 0,
            depth: 0,
            stopped: None,
        }
    }

    /// Stores a state, and looks at it if it is new; its number then.
    #[inline]
    fn add(&mut self, parent: u32, thread: usize, state: &M::State) -> Option<u32> {
        let hash = self.store.hash(state);
        let Some((number, is_new)) = self.store.insert(hash, state) else {
            self.stopped = Some(full(self.store.len()));
            return None;
        };
        if !is_new {
            return None;
        }
        self.parents.push(parent);
        let (model, query) = (self.model, self.query);
        let is_bad = self.seen.look(model, query, thread, state, || At::Stored(number));
        if ends_branch(query, is_bad) {
            self.dead.insert(number);
        }
        let is_visible = query.order == Order::Reduced || model.is_visible_state(state);
        self.visible += usize::from(is_visible);
        if self.store.len() > query.max_states {
            self.stopped = Some(Stopped::States);
        }
        Some(number)
    }

    fn add_root(&mut self, state: &M::State, root: u32) -> Option<u32> {
        let number = self.add(ROOT, 0, state)?;
        self.roots.push((number, root));
        Some(number)
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.parents.bytes()
    }

    /// Now and then: limits, and how far the search is.
    fn look_up(&mut self, queue: usize, more_bytes: usize) {
        let bytes = self.bytes() + self.begun.bytes() + more_bytes;
        if bytes > self.query.memory {
            self.stopped = Some(Stopped::Memory);
        }
        if self.query.is_cancelled() {
            self.stopped = Some(Stopped::Cancelled);
        }
        if let Some(report) = self.query.progress {
            report(Progress { states: self.store.len(), queue, depth: self.depth, bytes });
        }
    }

    /// Whether something was found and that is enough.
    fn is_satisfied(&mut self) -> bool {
        let is_satisfied = !self.query.keep_going && !self.seen.findings.is_empty();
        if is_satisfied && self.stopped.is_none() {
            self.stopped = Some(Stopped::Found);
        }
        is_satisfied
    }

    /// The steps from the initial state to a stored state, worked out anew from the parents.
    fn run_to(&self, number: u32, expander: &mut Expander<'_, M>) -> Vec<Step> {
        let mut chain = vec![number];
        while let Some(&last) = chain.last()
            && self.parents.get(last as usize) != ROOT
        {
            chain.push(self.parents.get(last as usize));
        }
        chain.reverse();
        let start = self.roots.binary_search_by_key(&chain[0], |(number, _)| *number);
        let root = self.roots[start.expect("the first has no parent")].1;
        let mut run = self.begun.run_to_root(self.model, root);
        let (mut from, mut to) = (self.model.initial(), self.model.initial());
        for pair in chain.windows(2) {
            self.store.load(pair[0], &mut from);
            self.store.load(pair[1], &mut to);
            run.extend(expander.between(&from, &to).expect("a state has a step from its parent"));
        }
        run
    }

    fn finish(mut self, expander: &mut Expander<'_, M>) -> Exploration<M::Violation> {
        let findings = std::mem::take(&mut self.seen.findings);
        let with_run = |(kind, at)| {
            let (run, before) = match at {
                At::Stored(number) => (self.run_to(number, expander), 0),
                At::After(from, rest) => {
                    let mut run = match from {
                        From::Stored(number) => self.run_to(number, expander),
                        From::Begun { layer, number } => {
                            self.begun.run_to(self.model, layer, number)
                        }
                    };
                    let before = run.len();
                    run.extend(rest);
                    (run, before)
                }
            };
            let kind = match kind {
                FindingKind::EndlessLoop { thread, from } => {
                    FindingKind::EndlessLoop { thread, from: from + before }
                }
                other => other,
            };
            Finding { kind, run }
        };
        // Those that were met when the search was stopped before it began.
        let unexplored = if self.begun.stopped.is_some() { self.begun.most() } else { 0 };
        Exploration {
            findings: findings.into_iter().map(with_run).collect(),
            states: self.store.len().max(unexplored),
            transitions: self.transitions,
            visible_states: self.visible,
            depth: self.depth,
            bytes: self.bytes(),
            reached: self.seen.reached,
            goals: self.seen.goals,
            stopped: self.stopped,
        }
    }
}

impl<M: Model> Visit<M> for Visited<'_, M> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.seen
    }

    #[inline]
    fn arrive(&mut self, thread: usize, state: &M::State) {
        self.transitions += 1;
        self.add(self.current, thread, state);
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped = Some(why);
    }
}

/// Level by level; the level of the first finding is finished.
fn breadth_first<M: Model>(visited: &mut Visited<'_, M>, expander: &mut Expander<'_, M>) {
    let mut state = visited.model.initial();
    for root in visited.begun.roots() {
        visited.begun.load(root, &mut state);
        visited.add_root(&state, root);
        if visited.stopped.is_some() {
            return;
        }
    }
    let mut level = 0..visited.store.len();
    while !level.is_empty() && !visited.is_satisfied() {
        let end = level.end;
        for number in level {
            if number.is_multiple_of(PAUSE) {
                visited.look_up(visited.store.len() - number, 0);
            }
            // One state may lead to very many.
            if visited.query.is_cancelled() {
                visited.stopped = Some(Stopped::Cancelled);
            }
            if visited.stopped.is_some() {
                return;
            }
            let number = u32::try_from(number).expect("numbers of states have 32 bits");
            if visited.dead.contains(&number) {
                continue;
            }
            visited.store.load(number, &mut state);
            visited.current = number;
            if !expander.expand(number, &state, visited) && visited.query.deadlocks {
                visited.seen.look_at_end(visited.model, number, &state);
            }
        }
        level = end..visited.store.len();
        visited.depth += usize::from(!level.is_empty());
    }
}

/// A state that was met and is not looked at yet.
struct Pending<S> {
    parent: u32,
    thread: usize,
    depth: usize,
    state: S,
}

/// Follows the last step first: a state counts as visited when it is looked at.
fn depth_first<M: Model>(visited: &mut Visited<'_, M>, expander: &mut Expander<'_, M>) {
    let mut pending: Vec<Pending<M::State>> = Vec::new();
    let mut looked_at = 0_usize;
    for root in visited.begun.roots().rev() {
        let mut state = visited.model.initial();
        visited.begun.load(root, &mut state);
        pending.push(Pending { parent: ROOT, thread: 0, depth: 0, state });
        let mut root = Some(root);
        while let Some(Pending { parent, thread, depth, state }) = pending.pop() {
            if visited.query.is_cancelled() {
                visited.stopped = Some(Stopped::Cancelled);
            }
            if visited.is_satisfied() || visited.stopped.is_some() {
                return;
            }
            let added = match root.take() {
                Some(root) => visited.add_root(&state, root),
                None => visited.add(parent, thread, &state),
            };
            let Some(number) = added else { continue };
            looked_at += 1;
            if looked_at.is_multiple_of(PAUSE) {
                visited.look_up(pending.len(), pending.capacity() * size_of::<Pending<M::State>>());
            }
            visited.depth = visited.depth.max(depth);
            if visited.dead.contains(&number) {
                continue;
            }
            visited.current = number;
            let first = pending.len();
            let mut follow = Follow { visited, pending: &mut pending, depth: depth + 1 };
            if !expander.expand(number, &state, &mut follow) && visited.query.deadlocks {
                visited.seen.look_at_end(visited.model, number, &state);
            }
            // The first step is followed first.
            pending[first..].reverse();
        }
    }
    visited.is_satisfied();
}

/// Keeps what a state leads to for later.
struct Follow<'f, 'a, M: Model> {
    visited: &'f mut Visited<'a, M>,
    pending: &'f mut Vec<Pending<M::State>>,
    depth: usize,
}

impl<M: Model> Visit<M> for Follow<'_, '_, M> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.visited.seen
    }

    fn stop(&mut self, why: Stopped) {
        self.visited.stopped = Some(why);
    }

    fn arrive(&mut self, thread: usize, state: &M::State) {
        self.visited.transitions += 1;
        if self.pending.try_reserve(1).is_err() {
            return self.stop(Stopped::Memory);
        }
        let parent = self.visited.current;
        self.pending.push(Pending { parent, thread, depth: self.depth, state: state.clone() });
    }
}
