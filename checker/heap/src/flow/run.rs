//! The work list of the analysis.

use reductio_programs::Instruction;

use super::{Before, Flow, Kind, Point};
use crate::bits::Bits;
use crate::error::HeapError;
use crate::inline::{BlockId, ContextId, Edge, EdgeKind, GraphId, Inlined, StatementId};
use crate::nodes::{Allocator, AllocatorId, Node, Slot, ThreadType};
use crate::options::Slip;
use crate::reading::Repair;

/// The number of statements that are looked at between two looks at the clock.
const BETWEEN: usize = 256;

/// The place of each statement in reverse post-order.
pub(super) fn order(inlined: &Inlined) -> Vec<u32> {
    let mut order = vec![u32::MAX; inlined.statements().len()];
    for graph in inlined.graphs() {
        let mut is_seen = vec![false; order.len()];
        let mut last_first = Vec::new();
        let mut path = vec![(graph.start, 0)];
        is_seen[graph.start.index()] = true;
        while let Some((at, edge)) = path.last_mut() {
            if let Some(found) = inlined.edges(*at).get(*edge) {
                *edge += 1;
                if !std::mem::replace(&mut is_seen[found.to.index()], true) {
                    path.push((found.to, 0));
                }
            } else {
                last_first.push(*at);
                path.pop();
            }
        }
        for (number, statement) in (0..).zip(last_first.iter().rev()) {
            order[statement.index()] = number;
        }
    }
    order
}

/// Whether an instruction reads what other threads may have written.
fn reads(instruction: &Instruction) -> bool {
    use Instruction as I;
    matches!(
        instruction,
        I::Read { .. }
            | I::ReadElement { .. }
            | I::Update { .. }
            | I::ReadStatic { .. }
            | I::ReadConstant { .. }
            | I::Mirror { .. }
    )
}

impl Flow<'_> {
    /// Finds the graphs before all statements.
    pub(crate) fn run(&mut self) -> Result<(), HeapError> {
        let first = self.kind(GraphId(0), None);
        self.come(first, self.inlined.graphs()[0].start, &Before::default());
        let mut count = 0;
        loop {
            while let Some((_, _, point)) = self.open.pop_first() {
                count += 1;
                if count % BETWEEN == 0 {
                    self.pause()?;
                }
                self.statement(point);
            }
            for kind in 0..self.kinds.len() {
                if std::mem::take(&mut self.kinds[kind].has_more) {
                    let points = (0..).map(Point).zip(&self.points);
                    let mine = points.filter(|(point, (thread, _))| {
                        thread.index() == kind && reads(self.instruction(*point))
                    });
                    let order = &self.order;
                    let next: Vec<_> = mine
                        .map(|(point, (thread, at))| (*thread, order[at.index()], point))
                        .collect();
                    self.open.extend(next);
                }
            }
            if self.open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn pause(&self) -> Result<(), HeapError> {
        let bytes = || self.before.iter().map(|found| found.edges.bytes() + found.exposed.bytes());
        self.options.pause(self.begin, self.points.len(), || bytes().sum())
    }

    /// The kind of the threads that a statement forks.
    pub(super) fn kind(&mut self, graph: GraphId, fork: Option<StatementId>) -> ThreadType {
        if let Some(found) = fork.and_then(|fork| self.kind_of.get(&fork)) {
            return *found;
        }
        let kind = ThreadType(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        let mut incoming = Bits::default();
        for other in &self.kinds {
            incoming.add_all(&other.published);
        }
        let is_single = self.facts.is_single(fork);
        let published = Bits::default();
        let has_more = false;
        self.kinds.push(Kind { graph, fork, is_single, incoming, published, has_more });
        if let Some(fork) = fork {
            self.kind_of.insert(fork, kind);
        }
        kind
    }

    /// The allocator of a statement.
    pub(super) fn made_at(&mut self, point: Point) -> AllocatorId {
        let (thread, statement) = self.points[point.index()];
        if let Some(found) = self.allocator_of.get(&(thread, statement)) {
            return *found;
        }
        let found = self.inlined.statement(statement);
        let block = found.block;
        let allocator = Allocator {
            thread,
            statement,
            class: self.program.class_at(found.place),
            block,
            is_unique: (block.is_none() || self.slips(Slip::UniqueInLoops))
                && self.kinds[thread.index()].is_single,
            is_summary: block
                .is_some_and(|block| self.inlined.blocks()[block.index()].header.is_none()),
        };
        let id = AllocatorId(u32::try_from(self.allocators.len()).unwrap_or(u32::MAX / 2));
        self.allocators.push(allocator);
        self.allocator_of.insert((thread, statement), id);
        id
    }

    /// Lets a thread come to a statement.
    pub(super) fn come(&mut self, thread: ThreadType, to: StatementId, with: &Before) -> Point {
        let count = u32::try_from(self.points.len()).unwrap_or(u32::MAX);
        let point = *self.point_of.entry((thread, to)).or_insert(Point(count));
        let is_new = point.0 == count;
        if is_new {
            self.points.push((thread, to));
            self.before.push(Before::default());
            self.control.push(Vec::new());
        }
        let before = &mut self.before[point.index()];
        let has_more = before.edges.add_all(&with.edges) | before.exposed.add_all(&with.exposed);
        if is_new || has_more {
            self.open.insert((thread, self.order[to.index()], point));
        }
        point
    }

    /// Tells other threads of an edge that a thread has written.
    pub(super) fn publish(&mut self, thread: ThreadType, slot: Slot, node: Node) {
        let slot = match slot {
            Slot::Part(from, part) => Slot::Part(self.public(from), part),
            other => other,
        };
        let edge = self.tables.edge(slot, self.public(node));
        if !self.kinds[thread.index()].published.add(edge) {
            return;
        }
        let is_told = self.reading.repairs(Repair::SameGraph);
        for (number, kind) in self.kinds.iter_mut().enumerate() {
            let is_other = number != thread.index() || !kind.is_single && is_told;
            if is_other && kind.incoming.add(edge) {
                kind.has_more = true;
            }
        }
    }

    /// Takes the step of control to another statement: ends the iterations that end.
    pub(super) fn take(&mut self, point: Point, edge: Edge, mut with: Before) {
        let (thread, statement) = self.points[point.index()];
        let ended: Vec<BlockId> = self.inlined.ended(statement, edge.to).collect();
        if !ended.is_empty() && !self.slips(Slip::OldCurrent) {
            for id in (0..u32::try_from(self.allocators.len()).unwrap_or(0)).map(AllocatorId) {
                let allocator = self.allocator(id);
                let is_over = allocator.block.is_some_and(|block| ended.contains(&block));
                if allocator.thread == thread && is_over {
                    self.summarize(id, &mut with);
                }
            }
        }
        let to = self.come(thread, edge.to, &with);
        if !self.control[point.index()].contains(&(to, edge.kind)) {
            self.control[point.index()].push((to, edge.kind));
        }
    }

    /// Lets the current object of an allocator be one of the others.
    fn summarize(&mut self, id: AllocatorId, with: &mut Before) {
        let (current, summary) = (id.current(), id.summary());
        let rename = |node| if node == current { summary } else { node };
        let edges: Vec<u32> = self.tables.of_node(current).to_vec();
        for edge in edges {
            if with.edges.remove(edge) {
                let (slot, node) = self.tables.ends[edge as usize];
                let slot = match slot {
                    Slot::Part(from, part) => Slot::Part(rename(from), part),
                    other => other,
                };
                let edge = self.tables.edge(slot, rename(node));
                with.edges.add(edge);
            }
        }
        with.exposed.remove(current.0);
    }

    /// Forgets the registers of a context.
    pub(super) fn forget(&self, context: ContextId, with: &mut Before) {
        for edge in self.tables.of_context(context) {
            with.edges.remove(*edge);
        }
    }

    /// The instruction of a point.
    pub(crate) fn instruction(&self, point: Point) -> &Instruction {
        let (_, statement) = self.points[point.index()];
        self.program.instruction(self.inlined.statement(statement).place)
    }

    /// The edges of control from a point that are of a kind.
    pub(super) fn edges(&self, point: Point, is: impl Fn(EdgeKind) -> bool) -> Vec<Edge> {
        let (_, statement) = self.points[point.index()];
        self.inlined.edges(statement).iter().copied().filter(|edge| is(edge.kind)).collect()
    }
}
