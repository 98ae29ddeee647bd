//! Emits a thread: numbers and names for its control points, and its transitions.

use rustc_hash::FxHashMap;

use super::graph::{Act, Edge, Graph, Node, NodeData};
use super::looks::looks_of_command;
use crate::declare::{Work, built};
use crate::error::{Limit, SystemErrorKind};
use crate::syntax::Span;
use crate::text::Lines;
use reductio_system::{
    CellId, Expression, Place, Point, Position, ThreadId, VariableClass, VariableId,
};

impl Work<'_, '_> {
    /// Gives the system the control points and transitions of a thread.
    pub(super) fn emit(
        &mut self,
        mut graph: Graph,
        lines: &Lines,
        group: usize,
        thread: ThreadId,
        [first, end]: [Node; 2],
    ) {
        let is_used = graph.settle(first);
        let (first, end) = (graph.find(first), graph.find(end));
        let mut nodes: Vec<Node> = (0..graph.nodes.len()).filter(|node| is_used[*node]).collect();
        // In the order of the text, but the initial one first and `end` last.
        let position =
            |node: &Node| graph.nodes[*node].place.as_ref().map_or(0, |place| place.start);
        nodes.sort_by_key(|node| (*node != first, *node == end, position(node), *node));
        let size = nodes.len() as u64;
        if size > Limit::Points.most() {
            let declaration = &self.file.threads[self.declarations[group]];
            let kind = SystemErrorKind::Limit { limit: Limit::Points, size };
            self.faults.add(kind, declaration.name.span());
            return;
        }
        let names = names(&graph, &nodes, end, lines);
        let mut points: FxHashMap<Node, Point> = FxHashMap::default();
        for (node, name) in nodes.iter().zip(names) {
            let data = &graph.nodes[*node];
            let is_label = !data.labels.is_empty();
            let point = built(self.builder.point(thread, name, is_label));
            points.insert(*node, point);
            if *node == end {
                built(self.builder.end(thread, point));
            }
            if data.may_stop {
                built(self.builder.idle(thread, point));
            } else if data.is_idle {
                built(self.builder.goes_on(thread, point));
            }
            if let Some(place) = &data.place {
                built(self.builder.point_place(thread, point, place.clone()));
            }
            for label in &data.labels {
                self.scope.groups[group].labels.insert(label.clone(), point);
            }
        }
        let known = &mut self.scope.groups[group];
        known.end = points.get(&end).copied();
        known.points = Point::try_from(nodes.len()).expect("at most 4,096 control points");
        if self.faults.is_empty() {
            let dead_ends = graph.dead_ends();
            for edge in graph.edges.iter().filter(|edge| is_used[edge.start]) {
                self.emit_edge(edge, &points, thread, dead_ends[edge.start]);
            }
        }
    }

    /// The semaphore or queue that a statement over variables looks at: then it is an operation on it, and visible.
    fn looked_at(
        &mut self,
        guard: &Expression,
        command: &[(Place, Expression)],
        span: &Span,
    ) -> Option<VariableId> {
        let found = self.looks(|look| {
            guard.for_each_place(look);
            looks_of_command(command, look);
        });
        if found.len() > 1 {
            let what = "a look at a second semaphore or queue".to_owned();
            let wanted = "in a statement of its own";
            self.faults.add(SystemErrorKind::Misplaced { what, wanted }, span.clone());
        }
        found.first().copied()
    }

    /// Reports that an operation looks at a semaphore or queue beside its own object: in an index, or in what it sends.
    fn refuse_looks(&mut self, act: &Act, span: &Span) {
        let own = self.looks(|look| match act {
            Act::Down(_, place) | Act::Up(_, place, _) => look(place),
            Act::Send(queue, _) | Act::Receive(queue, _) => queue.first().iter().for_each(look),
            _ => {}
        });
        let found = self.looks(|look| act.for_each_look(look));
        if found.iter().any(|variable| !own.contains(variable)) {
            let what = "a look at another semaphore or queue".to_owned();
            let wanted = "in a statement of its own";
            self.faults.add(SystemErrorKind::Misplaced { what, wanted }, span.clone());
        }
    }

    /// The semaphores and queues to which some places may belong.
    fn looks(&self, visit: impl FnOnce(&mut dyn FnMut(&Place))) -> Vec<VariableId> {
        let mut found: Vec<VariableId> = Vec::new();
        let variables = (0..).map(VariableId::new);
        let objects: Vec<(VariableId, Vec<CellId>)> = variables
            .map_while(|id| Some((id, self.builder.declared(id)?)))
            .filter(|(_, one)| {
                matches!(one.class(), VariableClass::Semaphore | VariableClass::Queue)
            })
            .map(|(id, one)| (id, one.cells().collect()))
            .collect();
        if objects.is_empty() {
            return found;
        }
        visit(&mut |place: &Place| {
            place.for_each_candidate(&mut |cell| {
                let of = objects.iter().find(|(_, cells)| cells.binary_search(&cell).is_ok());
                if let Some((variable, _)) = of.filter(|(variable, _)| !found.contains(variable)) {
                    found.push(*variable);
                }
            });
        });
        found
    }

    /// Adds the transitions of an edge. A transition that is never enabled in this instance is left out, but where the
    /// thread waits for nothing else: there it says what the thread waits for.
    fn emit_edge(
        &mut self,
        edge: &Edge,
        points: &FxHashMap<Node, Point>,
        thread: ThreadId,
        is_dead_end: bool,
    ) {
        let at = Position {
            thread,
            start: points[&edge.start],
            end: points.get(&edge.end).copied().unwrap_or(0),
            text: edge.text.to_string(),
            place: Some(edge.place.clone()),
        };
        let looked_at = match &edge.act {
            Act::Step { guard, command } => self.looked_at(guard, command, &edge.place),
            Act::Fail { guard, .. } => self.looked_at(guard, &[], &edge.place),
            act => {
                self.refuse_looks(act, &edge.place);
                None
            }
        };
        let builder = &mut self.builder;
        built(match &edge.act {
            act if act.is_never_enabled() && is_dead_end => {
                // Its command is left out: it touches nothing.
                builder.never(&at)
            }
            act if act.is_never_enabled() => Ok(()),
            Act::Step { guard, command } => {
                let mut transition =
                    builder.transition(thread, at.start, at.end).guard(guard.clone());
                if edge.is_otherwise {
                    transition = transition.otherwise();
                }
                if let Some(variable) = looked_at {
                    transition = transition.visible_operation(variable);
                }
                for (target, value) in self.scope.in_all_copies(command) {
                    transition = transition.set(target, value);
                }
                transition.text(at.text).place(at.place).add()
            }
            Act::Fail { guard, failure } => {
                let mut transition =
                    builder.transition(thread, at.start, *failure).guard(guard.clone());
                if let Some(variable) = looked_at {
                    transition = transition.visible_operation(variable);
                }
                let side = if edge.is_otherwise { transition.otherwise() } else { transition };
                side.text(at.text).place(at.place).add()
            }
            Act::Acquire(lock) => builder.acquire(&at, lock),
            Act::Release(lock) => builder.release(&at, lock),
            Act::Wait(lock, between) => builder.wait(&at, points[between], lock),
            Act::Notify(lock) => builder.notify(&at, lock),
            Act::NotifyAll(lock) => builder.notify_all(&at, lock),
            Act::Signal(lock) => builder.signal(&at, lock),
            Act::Broadcast(lock) => builder.broadcast(&at, lock),
            Act::Try(lock, command) => {
                builder.try_acquire(&at, lock, self.scope.in_all_copies(command))
            }
            Act::NotTaken(lock, command) => {
                builder.not_taken(&at, lock, self.scope.in_all_copies(command))
            }
            Act::Down(variable, counter) => builder.down(&at, *variable, counter),
            Act::Up(variable, counter, max) => builder.up(&at, *variable, counter, *max),
            Act::Send(queue, values) => builder.send(&at, queue, values.clone()),
            Act::Receive(queue, taken) => {
                builder.receive(&at, queue, self.scope.in_all_copies(taken))
            }
        });
    }
}

/// The names of the control points: the label, or `line 12`, `line 12.2` and so on for the control points of a line;
/// `end`.
fn names(graph: &Graph, nodes: &[Node], end: Node, lines: &Lines) -> Vec<String> {
    let mut counts: FxHashMap<(usize, bool), usize> = FxHashMap::default();
    let mut by_line = |data: &NodeData| {
        let line = data.place.as_ref().map_or(1, |place| lines.number(place.start));
        let count = counts.entry((line, data.is_waiting)).or_default();
        *count += 1;
        if *count > 1 { format!("line {line}.{count}") } else { format!("line {line}") }
    };
    let name = |node: &Node| {
        let data = &graph.nodes[*node];
        match (data.labels.first(), &data.wait_label) {
            (Some(label), _) => label.clone(),
            (None, Some(label)) => format!("{label} (waiting)"),
            (None, None) if data.is_waiting => format!("{} (waiting)", by_line(data)),
            (None, None) if *node == end => "end".to_owned(),
            (None, None) => by_line(data),
        }
    };
    nodes.iter().map(name).collect()
}
