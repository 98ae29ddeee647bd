//! The parts of objects that only one thread accesses: exposing assignments, changes of ownership, shared scopes (S2
//! 6.1).
//!
//! A part of an object is shared before a statement if another thread may access it. All parts of objects that can be
//! reached from shared ones are. Who starts a thread hands over what it can reach by the arguments: a part changes its
//! owner if the thread that starts the other one neither accesses it afterwards nor exposes the object once more; else
//! it is shared from then on.

mod handover;

use std::sync::Arc;

use reductio_programs::{Expression, Instruction};
use rustc_hash::FxHashMap;

use crate::bits::{Bits, join};
use crate::error::HeapError;
use crate::flow::{Flow, Open, Point};
use crate::inline::BlockId;
use crate::nodes::{AllocatorId, Node, Nodes, Part, Slot};
use crate::options::Slip;

/// The nodes and parts that are shared before a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared {
    /// The nodes all of whose parts are.
    nodes: Arc<Bits>,
    /// The parts that are, by number.
    parts: Arc<Bits>,
}

impl Shared {
    fn add_all(&mut self, other: &Shared) -> bool {
        join(&mut self.nodes, &other.nodes) | join(&mut self.parts, &other.parts)
    }

    /// Adds all parts of a node. Returns whether they are new.
    fn add_node(&mut self, node: Node) -> bool {
        !self.nodes.has(node.0) && Arc::make_mut(&mut self.nodes).add(node.0)
    }

    fn add_part(&mut self, number: u32) -> bool {
        !self.parts.has(number) && Arc::make_mut(&mut self.parts).add(number)
    }
}

/// The numbers of parts of nodes.
#[derive(Clone, Debug, Default)]
struct Parts {
    numbers: FxHashMap<(Node, Part), u32>,
    all: Vec<(Node, Part)>,
}

impl Parts {
    fn number(&mut self, node: Node, part: Part) -> u32 {
        let count = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry((node, part)).or_insert(count);
        if number == count {
            self.all.push((node, part));
        }
        number
    }
}

/// The shared scopes of a program, as far as they are known.
pub(crate) struct Scopes<'f, 'a> {
    pub(crate) flow: &'f Flow<'a>,
    before: Vec<Shared>,
    numbers: Parts,
    /// For each statement that starts a thread: what it hands over and that does not change its owner.
    kept: FxHashMap<Point, Shared>,
    /// What can be reached from the nodes that each statement exposed last.
    reached: FxHashMap<Point, (Nodes, Arc<Bits>)>,
    /// The statement that exposed a node first, as it was found.
    pub(crate) exposed_by: FxHashMap<AllocatorId, Point>,
    /// The parts that each statement accesses.
    pub(crate) accessed: Vec<Vec<(Node, Part)>>,
}

impl<'f, 'a> Scopes<'f, 'a> {
    /// Finds what is shared before each statement.
    pub(crate) fn find(flow: &'f Flow<'a>) -> Result<Self, HeapError> {
        let points = || flow.points.iter();
        let mut scopes = Scopes {
            flow,
            before: vec![Shared::default(); flow.points.len()],
            numbers: Parts::default(),
            kept: FxHashMap::default(),
            reached: FxHashMap::default(),
            exposed_by: FxHashMap::default(),
            accessed: points().map(|point| flow.parts(point)).collect(),
        };
        let mut open: Vec<Point> = points().collect();
        loop {
            scopes.settle(open)?;
            open = scopes.hand_over()?;
            if open.is_empty() {
                return Ok(scopes);
            }
        }
    }

    /// Decides whether another thread may access a part before a statement.
    pub(crate) fn is_shared(&self, point: Point, node: Node, part: Part) -> bool {
        self.has(&self.before[point.index()], node, part)
    }

    fn has(&self, shared: &Shared, node: Node, part: Part) -> bool {
        if shared.nodes.has(node.0) {
            return true;
        }
        let number = || self.numbers.numbers.get(&(node, part));
        !shared.parts.is_empty() && number().is_some_and(|number| shared.parts.has(*number))
    }

    /// The nodes all of whose parts are shared before each statement, and those of which some part is.
    pub(crate) fn nodes(self) -> Vec<(Arc<Bits>, Arc<Bits>)> {
        let mut known: FxHashMap<*const Bits, Arc<Bits>> = FxHashMap::default();
        let all = &self.numbers.all;
        let mut of_parts = |parts: &Arc<Bits>| {
            // Statements have their sets in common.
            let found = known.entry(Arc::as_ptr(parts)).or_insert_with(|| {
                let mut nodes = Bits::default();
                for number in parts.iter() {
                    nodes.add(all[number as usize].0.0);
                }
                Arc::new(nodes)
            });
            found.clone()
        };
        self.before.iter().map(|found| (found.nodes.clone(), of_parts(&found.parts))).collect()
    }

    /// Decides whether another thread may access some part of an object before a statement.
    pub(crate) fn is_any_shared(&self, point: Point, node: Node) -> bool {
        let before = &self.before[point.index()];
        let is_of = |number: u32| self.numbers.all[number as usize].0 == node;
        before.nodes.has(node.0) || before.parts.iter().any(is_of)
    }

    /// Lets what is shared go on to later statements, until nothing changes.
    fn settle(&mut self, first: Vec<Point>) -> Result<(), HeapError> {
        let mut open = Open::default();
        for point in first {
            open.insert(0, point.index());
        }
        while let Some((_, point)) = open.pop_first() {
            let point = Point(u32::try_from(point).unwrap_or(u32::MAX));
            self.flow.pause()?;
            let mut shared = self.before[point.index()].clone();
            self.perform(point, &mut shared);
            if let Instruction::Fork { arguments, .. } = self.flow.instruction(point) {
                self.start(point, arguments, &mut shared, &mut open);
            }
            let flow = self.flow;
            for (to, _) in &flow.control[point.index()] {
                let (from, target) = (flow.points.at(point).1, flow.points.at(*to).1);
                let mut ended = flow.inlined.ended(from, target).peekable();
                let is_more = if ended.peek().is_none() {
                    self.before[to.index()].add_all(&shared)
                } else {
                    let ended: Vec<BlockId> = ended.collect();
                    let after = self.summarized(point, &shared, &ended);
                    self.before[to.index()].add_all(&after)
                };
                if is_more {
                    open.insert(0, to.index());
                }
            }
        }
        Ok(())
    }

    /// Adds what a statement lets other threads get to, or gets from them.
    fn perform(&mut self, point: Point, shared: &mut Shared) {
        use Instruction as I;
        let flow = self.flow;
        let (thread, _) = flow.points.at(point);
        let before = &flow.before[point.index()];
        let mut nodes = Nodes::new();
        for (node, part) in &self.accessed[point.index()] {
            if self.has(shared, *node, *part) {
                nodes.extend(flow.targets(thread, before, Slot::Part(*node, *part)));
            }
        }
        match flow.instruction(point) {
            I::ReadStatic { from, .. } | I::ReadConstant { from, .. }
                if !flow.is_private(*from) && !flow.slips(Slip::StaticsHide) =>
            {
                nodes.extend(flow.targets(thread, before, Slot::Static(*from)));
            }
            I::Mirror { .. } => nodes.extend(flow.results(point)),
            I::WriteStatic { to, value }
                if !flow.is_private(*to) && !flow.slips(Slip::StaticsHide) =>
            {
                nodes.extend(flow.value(point, before, value));
            }
            I::Write { value, .. } | I::WriteElement { value, .. } | I::Update { value, .. } => {
                let is_any = self.accessed[point.index()]
                    .iter()
                    .any(|(node, part)| self.has(shared, *node, *part));
                if is_any {
                    nodes.extend(flow.value(point, before, value));
                }
            }
            _ => {}
        }
        if !nodes.is_empty() {
            self.expose(point, nodes, shared);
        }
    }

    /// Adds all parts of some objects, and of what can be reached from them.
    fn expose(&mut self, point: Point, nodes: Nodes, shared: &mut Shared) {
        let (thread, _) = self.flow.points.at(point);
        let known = self.reached.get(&point).filter(|(from, _)| *from == nodes);
        let all = if let Some((_, all)) = known {
            all.clone()
        } else {
            let before = &self.flow.before[point.index()];
            let all = Arc::new(self.flow.reachable(thread, before, nodes.iter().copied()));
            self.reached.insert(point, (nodes, all.clone()));
            all
        };
        if !all.differ(&shared.nodes).0 {
            return;
        }
        for node in all.iter() {
            if shared.add_node(Node(node)) {
                self.exposed_by.entry(Node(node).allocator()).or_insert(point);
            }
        }
    }

    /// What is shared at the end of an iteration: current objects are some of the others then.
    fn summarized(&mut self, point: Point, shared: &Shared, ended: &[BlockId]) -> Shared {
        let flow = self.flow;
        let (thread, _) = flow.points.at(point);
        let rename = |node: Node| {
            let allocator = flow.allocator(node.allocator());
            let is_over = allocator.block.is_some_and(|block| ended.contains(&block));
            if allocator.thread == thread && is_over { node.allocator().summary() } else { node }
        };
        let mut after = shared.clone();
        for id in ended.iter().flat_map(|block| flow.allocators_in(thread, *block)) {
            if after.nodes.has(id.current().0) {
                let nodes = Arc::make_mut(&mut after.nodes);
                nodes.remove(id.current().0);
                nodes.add(id.summary().0);
            }
        }
        for number in shared.parts.iter() {
            let (node, part) = self.numbers.all[number as usize];
            if rename(node) != node {
                Arc::make_mut(&mut after.parts).remove(number);
                let renamed = self.numbers.number(rename(node), part);
                after.add_part(renamed);
            }
        }
        after
    }

    /// Starts a thread: what it gets by the arguments changes its owner, or is shared from now on.
    fn start(
        &mut self,
        point: Point,
        arguments: &[Expression],
        shared: &mut Shared,
        open: &mut Open,
    ) {
        let flow = self.flow;
        let (thread, statement) = flow.points.at(point);
        let before = &flow.before[point.index()];
        let first: Nodes =
            arguments.iter().flat_map(|argument| flow.value(point, before, argument)).collect();
        let kept = self.kept.get(&point).cloned().unwrap_or_default();
        let mut given = Bits::default();
        let mut next = first.clone();
        while let Some(node) = next.pop() {
            if !given.add(node.0) {
                continue;
            }
            if shared.nodes.has(node.0) {
                self.expose(point, Nodes::from_slice(&[node]), shared);
                continue;
            }
            if kept.nodes.has(node.0) {
                self.expose(point, Nodes::from_slice(&[node]), shared);
                continue;
            }
            for number in kept.parts.iter() {
                if self.numbers.all[number as usize].0 == node {
                    self.exposed_by.entry(node.allocator()).or_insert(point);
                    shared.add_part(number);
                }
            }
            for part in flow.tables.parts(node.allocator()) {
                let number = self.numbers.number(node, *part);
                let targets = flow.targets(thread, before, Slot::Part(node, *part));
                if !shared.parts.has(number) {
                    next.extend(targets);
                } else if !flow.slips(Slip::PartsHide) {
                    self.expose(point, targets, shared);
                }
            }
        }
        let Some(kind) = flow.forked(statement).filter(|_| !flow.slips(Slip::StartOwns)) else {
            return;
        };
        let graph = flow.kinds[kind.index()].graph;
        let Some(start) = flow.point(kind, flow.inlined.graphs()[graph.index()].start) else {
            return;
        };
        let all = flow.reachable(thread, before, first);
        let mut child = Shared::default();
        for node in all.iter().filter(|node| shared.nodes.has(*node)) {
            child.add_node(flow.public(Node(node)));
        }
        for number in shared.parts.iter() {
            let (node, part) = self.numbers.all[number as usize];
            if all.has(node.0) {
                child.add_part(self.numbers.number(flow.public(node), part));
            }
        }
        if self.before[start.index()].add_all(&child) {
            open.insert(0, start.index());
        }
    }
}
