//! Follows the steps of one thread through the states that a reduction passes. Where these states are those before
//! invisible steps of S5, this is `u_i*` up to where `p_i` holds.

use rustc_hash::FxHashMap;

use super::Task;
use super::model::Model;
use super::query::{Query, Stopped, ThreadStep};
use super::reduction::Reduction;

/// The number of nodes that are expanded between two looks at the limits.
const PAUSE: usize = 1 << 6;

/// The number of nodes up to which a linear search is faster than a table.
const FEW: usize = 12;

/// The states that one thread passes through from a start state, as a graph.
pub(super) struct Closure<S> {
    nodes: Vec<Node<S>>,
    /// The number of `nodes` in use; the rest is kept for its memory.
    used: usize,
    index: FxHashMap<S, usize>,
    edges: Vec<(usize, usize)>,
}

struct Node<S> {
    state: S,
    /// The node before it and the step that led from there, or `None` for the start.
    parent: Option<(usize, usize)>,
}

/// A listener that is told which states a closure meets.
pub(super) trait Passing<S> {
    /// Takes a state that is passed, and says whether the thread goes on from it.
    fn pass(&mut self, state: &S, trail: &Trail<'_, S>) -> bool;
    /// Takes a state in which the reduced step ends.
    fn arrive(&mut self, state: &S, trail: &Trail<'_, S>);
    /// Takes a cycle on which the thread can stay for ever: the steps to the cycle, and the steps around it.
    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>);
}

/// The way to a state of a closure; its steps are worked out only when they are asked for.
pub(super) struct Trail<'a, S> {
    closure: &'a Closure<S>,
    /// The last node and the step from it; `None` for the state where the closure starts.
    last: Option<(usize, usize)>,
}

impl<S> Trail<'_, S> {
    /// The state before the last step, and the number of that step; `None` where the closure starts.
    pub(super) fn last_step(&self) -> Option<(&S, usize)> {
        self.last.map(|(node, step)| (&self.closure.nodes[node].state, step))
    }
}

impl<S: Clone + Eq + std::hash::Hash> Trail<'_, S> {
    /// The numbers of the steps from where the closure starts.
    pub(super) fn steps(&self) -> Vec<usize> {
        self.last.map_or_else(Vec::new, |(node, step)| {
            let mut steps = self.closure.steps_to(node);
            steps.push(step);
            steps
        })
    }
}

impl<S: Clone + Eq + std::hash::Hash> Closure<S> {
    pub(super) fn new() -> Self {
        Closure { nodes: Vec::new(), used: 0, index: FxHashMap::default(), edges: Vec::new() }
    }

    /// Follows the steps of `thread` from `start` through states that the reduction passes, breadth-first, so that
    /// trails are shortest. Steps that differ by a renaming that changes neither the state nor `origin`, from which the
    /// thread came to the start, are taken once; all steps are taken where there is no origin.
    ///
    /// # Errors
    /// The limit of the query that was reached first. States on the way count for the limits as long as they are kept.
    pub(super) fn follow<M: Model<State = S>, R: Reduction<M>>(
        &mut self,
        task: Task<'_, M, R>,
        thread: usize,
        (origin, start): (Option<&S>, &S),
        passing: &mut impl Passing<S>,
    ) -> Result<(), Stopped> {
        let Task { model, reduction, query } = task;
        if !reduction.passes(model, thread, start) {
            passing.arrive(start, &Trail { closure: self, last: None });
            return Ok(());
        }
        if !passing.pass(start, &Trail { closure: self, last: None }) {
            return Ok(());
        }
        self.used = 0;
        self.index.clear();
        self.edges.clear();
        let mut has_room = self.add(start, None);
        let mut joins = false;
        let mut at = 0;
        let mut current = start.clone();
        while at < self.used {
            if at.is_multiple_of(PAUSE) {
                self.look_up(query)?;
            }
            if !has_room {
                return Err(Stopped::Memory);
            }
            current.clone_from(&self.nodes[at].state);
            let take = |step: usize, next: &S| {
                let trail = Trail { closure: self, last: Some((at, step)) };
                if !reduction.passes(model, thread, next) {
                    passing.arrive(next, &trail);
                } else if let Some(node) = self.find(next) {
                    joins = true;
                    has_room &= self.join(at, node);
                } else if passing.pass(next, &trail) {
                    has_room &= self.join(at, self.used) && self.add(next, Some((at, step)));
                }
            };
            match origin {
                Some(origin) => model.steps_from(thread, origin, &current, take),
                None => model.steps(thread, &current, take),
            }
            at += 1;
        }
        if joins && let Some((to, around)) = self.cycle(task, thread) {
            passing.turn(to, around);
        }
        Ok(())
    }

    /// Checks the limits of the query.
    fn look_up(&self, query: &Query<'_>) -> Result<(), Stopped> {
        // A node stands in a row and in a table.
        let bytes = self.used * (size_of::<Node<S>>() + size_of::<(S, usize)>())
            + self.edges.capacity() * size_of::<(usize, usize)>();
        if query.is_cancelled() {
            Err(Stopped::Cancelled)
        } else if bytes > query.memory {
            Err(Stopped::Memory)
        } else if self.used > query.max_states.saturating_add(PAUSE) {
            Err(Stopped::States)
        } else {
            Ok(())
        }
    }

    /// Notes an edge of the graph, and says whether there was memory for it.
    fn join(&mut self, from: usize, to: usize) -> bool {
        let has_room = self.edges.try_reserve(1).is_ok();
        if has_room {
            self.edges.push((from, to));
        }
        has_room
    }

    /// Adds a node to the graph, and says whether there was memory for it.
    fn add(&mut self, state: &S, parent: Option<(usize, usize)>) -> bool {
        if self.nodes.try_reserve(1).is_err() || self.index.try_reserve(1).is_err() {
            return false;
        }
        if self.used == FEW {
            for (number, node) in self.nodes[..self.used].iter().enumerate() {
                self.index.insert(node.state.clone(), number);
            }
        }
        if self.used >= FEW {
            self.index.insert(state.clone(), self.used);
        }
        if let Some(node) = self.nodes.get_mut(self.used) {
            node.state.clone_from(state);
            node.parent = parent;
        } else {
            self.nodes.push(Node { state: state.clone(), parent });
        }
        self.used += 1;
        true
    }

    fn find(&self, state: &S) -> Option<usize> {
        if self.used > FEW {
            return self.index.get(state).copied();
        }
        self.nodes[..self.used].iter().position(|node| node.state == *state)
    }

    fn steps_to(&self, mut node: usize) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Some((parent, step)) = self.nodes[node].parent {
            steps.push(step);
            node = parent;
        }
        steps.reverse();
        steps
    }

    /// Finds a cycle of the graph, and returns the steps to it and the steps around it. Nodes without successors are
    /// taken away again and again; from each node that is left a cycle can be reached.
    fn cycle<M: Model<State = S>, R: Reduction<M>>(
        &self,
        task: Task<'_, M, R>,
        thread: usize,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut ways = vec![0_usize; self.used];
        let mut before = vec![Vec::new(); self.used];
        for &(from, to) in &self.edges {
            ways[from] += 1;
            before[to].push(from);
        }
        let mut ended: Vec<usize> = (0..self.used).filter(|&node| ways[node] == 0).collect();
        while let Some(node) = ended.pop() {
            for &from in &before[node] {
                ways[from] -= 1;
                if ways[from] == 0 {
                    ended.push(from);
                }
            }
        }
        // From any node that is left, nodes that are left can be followed for ever.
        let mut walk = vec![(0..self.used).find(|&node| ways[node] > 0)?];
        let mut steps = Vec::new();
        loop {
            let here = *walk.last()?;
            let (next, step) = self.way_on(task, thread, here, &ways)?;
            steps.push(step);
            if let Some(first) = walk.iter().position(|&node| node == next) {
                let mut to = self.steps_to(walk[0]);
                let around = steps.split_off(first);
                to.extend(steps);
                return Some((to, around));
            }
            walk.push(next);
        }
    }

    /// A step from a node to another node that is left, and that node.
    fn way_on<M: Model<State = S>, R: Reduction<M>>(
        &self,
        task: Task<'_, M, R>,
        thread: usize,
        node: usize,
        ways: &[usize],
    ) -> Option<(usize, usize)> {
        let mut out = None;
        let Task { model, reduction, .. } = task;
        model.steps(thread, &self.nodes[node].state, |step, next| {
            if out.is_none() && reduction.passes(model, thread, next) {
                out = self.find(next).filter(|&next| ways[next] > 0).map(|next| (next, step));
            }
        });
        out
    }
}

/// Makes steps of a run of the numbers of one thread's steps.
pub(super) fn of_thread(thread: usize, steps: Vec<usize>) -> impl Iterator<Item = ThreadStep> {
    steps.into_iter().map(move |step| (thread, step))
}
