//! The control points of a thread and the edges between them, before they have numbers.

use std::rc::Rc;

use super::looks::{looks_of_command, looks_of_indices};
use crate::syntax::Span;
use reductio_system::{Expression, Failure, Lock, Place, Queue, Value, VariableId};

/// The number of a control point.
pub(super) type Node = usize;

/// The facts about a control point.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeData {
    pub(super) labels: Vec<String>,
    pub(super) is_idle: bool,
    /// Tells whether a thread that can go on may stop here in properties.
    pub(super) may_stop: bool,
    /// Tells whether a thread is here to be notified, in the middle of `wait`.
    pub(super) is_waiting: bool,
    /// The label of the `wait`, if it has one.
    pub(super) wait_label: Option<String>,
    pub(super) place: Option<Span>,
}

/// The action of a transition.
#[derive(Clone, Debug)]
pub(super) enum Act {
    Step {
        guard: Expression,
        command: Vec<(Place, Expression)>,
    },
    Fail {
        guard: Expression,
        failure: Failure,
    },
    Acquire(Lock),
    Release(Lock),
    Wait(Lock, Node),
    Notify(Lock),
    NotifyAll(Lock),
    Signal(Lock),
    Broadcast(Lock),
    /// `try` where it takes the lock, with the assignments that follow.
    Try(Lock, Vec<(Place, Expression)>),
    /// `try` where it does not, the second side of the test.
    NotTaken(Lock, Vec<(Place, Expression)>),
    Down(VariableId, Place),
    Up(VariableId, Place, Value),
    /// A `send` with the values of the parts of an item.
    Send(Queue, Vec<Expression>),
    /// A `receive` with the places for the parts of the first item.
    Receive(Queue, Vec<(Place, Expression)>),
}

impl Act {
    /// Calls `look` with the places that an operation reads beside its object: in indices, and in what it sends or
    /// assigns.
    pub(super) fn for_each_look(&self, look: &mut dyn FnMut(&Place)) {
        match self {
            Act::Step { .. } | Act::Fail { .. } => {}
            Act::Acquire(lock)
            | Act::Release(lock)
            | Act::Wait(lock, _)
            | Act::Notify(lock)
            | Act::NotifyAll(lock)
            | Act::Signal(lock)
            | Act::Broadcast(lock) => looks_of_indices(&lock.owner, look),
            Act::Try(lock, command) | Act::NotTaken(lock, command) => {
                looks_of_indices(&lock.owner, look);
                looks_of_command(command, look);
            }
            Act::Down(_, place) | Act::Up(_, place, _) => looks_of_indices(place, look),
            Act::Send(queue, values) => {
                queue.first().iter().for_each(|place| looks_of_indices(place, look));
                for value in values {
                    value.for_each_place(look);
                }
            }
            Act::Receive(queue, taken) => {
                queue.first().iter().for_each(|place| looks_of_indices(place, look));
                looks_of_command(taken, look);
            }
        }
    }

    /// Tells whether the action is enabled in no state, by its constants.
    pub(super) fn is_never_enabled(&self) -> bool {
        matches!(
            self,
            Act::Step { guard: Expression::Constant(0), .. }
                | Act::Fail { guard: Expression::Constant(0), .. }
        )
    }
}

/// Transitions of one kind between two control points.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) start: Node,
    pub(super) end: Node,
    pub(super) act: Act,
    /// Tells whether the edge is the second side of a test: where the condition has no value, the first side fails.
    pub(super) is_otherwise: bool,
    pub(super) text: Rc<str>,
    pub(super) place: Span,
}

/// Control points and transitions. A jump makes two control points one.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<NodeData>,
    pub(super) edges: Vec<Edge>,
    /// The control point that a jump leads to; itself for others.
    jumps: Vec<Node>,
}

impl Graph {
    /// Adds a control point.
    pub(super) fn node(&mut self) -> Node {
        self.nodes.push(NodeData::default());
        self.jumps.push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The control point that a node is, after its jumps.
    pub(super) fn find(&mut self, mut node: Node) -> Node {
        while self.jumps[node] != node {
            self.jumps[node] = self.jumps[self.jumps[node]];
            node = self.jumps[node];
        }
        node
    }

    /// Makes `from` and `to` one control point. Returns false if they are one already: then the jump goes nowhere.
    pub(super) fn jump(&mut self, from: Node, to: Node) -> bool {
        let (from, to) = (self.find(from), self.find(to));
        if from == to {
            return false;
        }
        self.jumps[from] = to;
        let NodeData { labels, is_idle, may_stop, .. } = std::mem::take(&mut self.nodes[from]);
        self.nodes[to].labels.extend(labels);
        self.nodes[to].is_idle |= is_idle;
        self.nodes[to].may_stop |= may_stop;
        true
    }

    /// Decides whether `node` has become one with another.
    pub(super) fn has_jumped(&self, node: Node) -> bool {
        self.jumps[node] != node
    }

    /// For each control point, whether some transitions start there and none is ever enabled.
    pub(super) fn dead_ends(&self) -> Vec<bool> {
        let mut counts = vec![(0_usize, 0_usize); self.nodes.len()];
        for edge in &self.edges {
            let (all, never) = &mut counts[edge.start];
            *all += 1;
            *never += usize::from(edge.act.is_never_enabled());
        }
        counts.into_iter().map(|(all, never)| all > 0 && all == never).collect()
    }

    /// Copies every transition that starts at `from` to `to`.
    pub(super) fn copy_start(&mut self, from: Node, to: Node, since: usize) {
        for k in since..self.edges.len() {
            let start = self.edges[k].start;
            if self.find(start) == from {
                self.edges.push(Edge { start: to, ..self.edges[k].clone() });
            }
        }
    }

    /// The control points that can be reached from the first one, or from a label; jumps are followed in all
    /// transitions.
    pub(super) fn settle(&mut self, first: Node) -> Vec<bool> {
        for k in 0..self.edges.len() {
            let (start, end) = (self.edges[k].start, self.edges[k].end);
            (self.edges[k].start, self.edges[k].end) = (self.find(start), self.find(end));
        }
        let mut next: Vec<Vec<Node>> = vec![Vec::new(); self.nodes.len()];
        for edge in &self.edges {
            // A failing transition leads to `failed`.
            if !matches!(edge.act, Act::Fail { .. }) {
                next[edge.start].push(edge.end);
            }
            if let Act::Wait(_, between) = edge.act {
                next[edge.start].push(between);
            }
        }
        let labelled = (0..self.nodes.len()).filter(|node| !self.nodes[*node].labels.is_empty());
        let mut open: Vec<Node> = labelled.collect();
        open.push(self.find(first));
        let mut is_used = vec![false; self.nodes.len()];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut is_used[node], true) {
                open.extend(&next[node]);
            }
        }
        is_used
    }
}
