//! The work list of the analysis.

use std::sync::Arc;

use reductio_programs::Instruction;

use super::{Before, Flow, Kind, Point};
use crate::bits::Bits;
use crate::error::HeapError;
use crate::inline::{BlockId, Edge, GraphId, StatementId};
use crate::nodes::{Allocator, AllocatorId, Node, Slot, ThreadType};
use crate::options::Slip;
use crate::reading::Repair;

/// The number of statements between two looks at the clock. One may take milliseconds, where a million references are.
const BETWEEN: usize = 16;

/// The number of statements between two looks at the memory, as long as few are new.
const COUNTED: usize = 1 << 16;

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
        loop {
            while let Some(point) = self.points.next(&mut self.open) {
                self.pause()?;
                self.statement(point);
            }
            let mut has_more = false;
            for kind in 0..self.kinds.len() {
                if std::mem::take(&mut self.kinds[kind].has_more) {
                    has_more = true;
                    for point in &self.kinds[kind].readers {
                        self.points.open(&mut self.open, *point);
                    }
                }
            }
            if !has_more {
                return Ok(());
            }
        }
    }

    /// Looks at the limits from time to time. To be called before each statement is looked at.
    pub(crate) fn pause(&self) -> Result<(), HeapError> {
        let looks = self.looks.get();
        self.looks.set(looks.wrapping_add(1));
        if !looks.is_multiple_of(BETWEEN) {
            return Ok(());
        }
        let shared = |bits: &Arc<Bits>| bits.bytes() / Arc::strong_count(bits);
        let of = |found: &Before| {
            let sets = shared(&found.edges) + shared(&found.exposed);
            sets + found.frames.bytes() + size_of::<Before>()
        };
        // To count bytes takes as long as some thousand statements.
        let reached = self.before.len();
        let is_counted = looks.is_multiple_of(COUNTED) || reached > self.counted.get() * 9 / 8 + 64;
        let bytes = || {
            if !is_counted {
                return 0;
            }
            self.counted.set(reached);
            self.tables.bytes() + self.before.iter().map(of).sum::<usize>()
        };
        self.options.pause(self.begin, reached, bytes)
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
        self.points.add_kind(graph);
        let readers = Vec::new();
        self.kinds.push(Kind { graph, fork, is_single, incoming, published, has_more, readers });
        if let Some(fork) = fork {
            self.kind_of.insert(fork, kind);
        }
        kind
    }

    /// The allocator of a statement.
    pub(super) fn made_at(&mut self, point: Point) -> AllocatorId {
        let (thread, statement) = self.points.at(point);
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
        if let Some(block) = block {
            self.in_block.entry((thread, block)).or_default().push(id);
        }
        self.allocator_of.insert((thread, statement), id);
        id
    }

    /// Lets a thread come to a statement.
    pub(super) fn come(&mut self, thread: ThreadType, to: StatementId, with: &Before) -> Point {
        let (point, place) = self.points.enter(thread, to);
        let is_new = point.index() == self.before.len();
        if is_new {
            self.before.push(with.clone());
            self.control.push(Vec::new());
            if reads(self.instruction(point)) {
                self.kinds[thread.index()].readers.push(point);
            }
        }
        if is_new || self.before[point.index()].join(with) {
            self.open.insert(thread.index(), place);
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
    pub(super) fn take(&mut self, point: Point, edge: Edge, with: &Before) {
        let (thread, statement) = self.points.at(point);
        let inlined = self.inlined;
        let mut ended = inlined.ended(statement, edge.to).peekable();
        let to = if ended.peek().is_none() || self.slips(Slip::OldCurrent) {
            self.come(thread, edge.to, with)
        } else {
            let mut with = with.clone();
            for block in ended {
                self.summarize(thread, block, &mut with);
            }
            self.come(thread, edge.to, &with)
        };
        if !self.control[point.index()].contains(&(to, edge.kind)) {
            self.control[point.index()].push((to, edge.kind));
        }
    }

    /// Lets the current objects of the allocators in a loop be some of the others.
    fn summarize(&mut self, thread: ThreadType, block: BlockId, with: &mut Before) {
        let Some(allocators) = self.in_block.get(&(thread, block)) else { return };
        let is_over = |node: Node| {
            let allocator = &self.allocators[node.allocator().index()];
            node.is_current() && allocator.thread == thread && allocator.block == Some(block)
        };
        let rename = |node: Node| if is_over(node) { node.allocator().summary() } else { node };
        with.frames.rename(rename);
        for id in allocators {
            let current = id.current();
            for at in 0..self.tables.of_node(current).len() {
                let edge = self.tables.of_node(current)[at];
                if with.remove(edge) {
                    let (slot, node) = self.tables.ends[edge as usize];
                    let slot = match slot {
                        Slot::Part(from, part) => Slot::Part(rename(from), part),
                        other => other,
                    };
                    let edge = self.tables.edge(slot, rename(node));
                    with.add(edge);
                }
            }
            if with.exposed.has(current.0) {
                Arc::make_mut(&mut with.exposed).remove(current.0);
            }
        }
    }

    /// The instruction of a point.
    pub(crate) fn instruction(&self, point: Point) -> &Instruction {
        let (_, statement) = self.points.at(point);
        self.program.instruction(self.inlined.statement(statement).place)
    }
}
