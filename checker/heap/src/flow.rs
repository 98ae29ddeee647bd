//! The reference analysis: the storage structure graph before each statement (S2 5.3).
//!
//! A thread knows its own current objects; to all others they are objects of the summary node, unless there is only
//! one. What a thread writes is published: it is added to what threads of other kinds see, and to what other threads of
//! the same kind see. A current object is exposed from when another thread may have got a reference to it; then what is
//! published of the summary node concerns it too.

mod frames;
mod points;
mod run;
mod step;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

use reductio_programs::{ClassId, Expression, Program, Register, StaticId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{Bits, join};
use crate::facts::Facts;
use crate::inline::{BlockId, Inlined, StatementId};
use crate::nodes::{
    Allocator, AllocatorId, Node, Nodes, Part, Slot, Tables, ThreadType, value_classes,
};
use crate::options::{Options, Slip};
use crate::reading::Reading;
use frames::Frames;
pub(crate) use points::{Open, Order, Point, Points};

/// The facts that are known before a statement. Statements share what they leave as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    pub(crate) frames: Frames,
    /// The edges from variables that no register is.
    pub(crate) edges: Arc<Bits>,
    /// The own current nodes to which another thread may have got a reference.
    exposed: Arc<Bits>,
}

impl Before {
    /// Adds an edge.
    fn add(&mut self, edge: u32) {
        if !self.edges.has(edge) {
            Arc::make_mut(&mut self.edges).add(edge);
        }
    }

    /// Takes an edge away. Returns whether it was there.
    fn remove(&mut self, edge: u32) -> bool {
        self.edges.has(edge) && Arc::make_mut(&mut self.edges).remove(edge)
    }

    /// Adds what is known on another way. Returns whether there was something new.
    fn join(&mut self, other: &Before) -> bool {
        let frames = self.frames.join(&other.frames);
        let edges = join(&mut self.edges, &other.edges);
        let exposed = join(&mut self.exposed, &other.exposed);
        frames || edges || exposed
    }
}

/// A kind of thread.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) graph: crate::inline::GraphId,
    /// The statement that forks such threads; `None` for the first thread.
    pub(crate) fork: Option<StatementId>,
    /// Tells whether there is at most one such thread.
    pub(crate) is_single: bool,
    /// What other threads have written, in the names of this one.
    incoming: Bits,
    published: Bits,
    /// Whether more has come in.
    has_more: bool,
    /// The statements that read what other threads may have written.
    readers: Vec<Point>,
}

/// The analysis, as far as it has come.
pub(crate) struct Flow<'a> {
    pub(crate) program: &'a Program,
    pub(crate) inlined: &'a Inlined,
    pub(crate) reading: Reading,
    facts: &'a Facts,
    pub(crate) options: &'a Options<'a>,
    begin: Instant,
    /// The number of statements that were looked at.
    looks: Cell<usize>,
    /// The number of statements that were reached when bytes were counted.
    counted: Cell<usize>,
    pub(crate) kinds: Vec<Kind>,
    kind_of: FxHashMap<StatementId, ThreadType>,
    pub(crate) points: Points,
    pub(crate) before: Vec<Before>,
    pub(crate) allocators: Vec<Allocator>,
    allocator_of: FxHashMap<(ThreadType, StatementId), AllocatorId>,
    /// The allocators in each loop, for each kind of thread.
    in_block: FxHashMap<(ThreadType, BlockId), Vec<AllocatorId>>,
    pub(crate) tables: Tables,
    /// The steps of control between points that were taken.
    pub(crate) control: Vec<Vec<(Point, crate::inline::EdgeKind)>>,
    /// The kinds of thread that access each static variable, and those that read it as a constant.
    pub(crate) statics: FxHashMap<StaticId, FxHashSet<(ThreadType, bool)>>,
    value_classes: Vec<ClassId>,
    open: Open,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(
        program: &'a Program,
        inlined: &'a Inlined,
        reading: Reading,
        facts: &'a Facts,
        options: &'a Options<'a>,
        begin: Instant,
        order: Arc<Order>,
    ) -> Self {
        let points = Points::new(order);
        Flow {
            program,
            inlined,
            reading,
            facts,
            options,
            begin,
            looks: Cell::new(0),
            counted: Cell::new(0),
            kinds: Vec::new(),
            kind_of: FxHashMap::default(),
            open: Open::default(),
            points,
            before: Vec::new(),
            allocators: Vec::new(),
            allocator_of: FxHashMap::default(),
            in_block: FxHashMap::default(),
            tables: Tables::default(),
            control: Vec::new(),
            statics: FxHashMap::default(),
            value_classes: value_classes(program),
        }
    }

    /// Decides whether a rule is to be broken.
    pub(crate) fn slips(&self, slip: Slip) -> bool {
        self.options.slip == Some(slip)
    }

    /// The point of a statement, if a thread of the kind reaches it.
    pub(crate) fn point(&self, thread: ThreadType, statement: StatementId) -> Option<Point> {
        self.points.find(thread, statement)
    }

    /// The allocators of a kind of thread in a loop, but for those in loops inside.
    pub(crate) fn allocators_in(&self, thread: ThreadType, block: BlockId) -> &[AllocatorId] {
        self.in_block.get(&(thread, block)).map_or(&[], |found| found)
    }

    /// The kind of thread that a statement forks, if the statement is reached.
    pub(crate) fn forked(&self, fork: StatementId) -> Option<ThreadType> {
        self.kind_of.get(&fork).copied()
    }

    pub(crate) fn allocator(&self, allocator: AllocatorId) -> &Allocator {
        &self.allocators[allocator.index()]
    }

    /// Decides whether a static variable is one that a single thread uses, so that it is as good as a register of it.
    pub(crate) fn is_private(&self, variable: StaticId) -> bool {
        self.facts.is_private(variable)
    }

    /// Whether a node is that of a current object that only its own thread calls so.
    fn is_own(&self, thread: ThreadType, node: Node) -> bool {
        let allocator = self.allocator(node.allocator());
        node.is_current() && !allocator.is_unique && allocator.thread == thread
    }

    /// The node under the name that other threads have for it.
    pub(crate) fn public(&self, node: Node) -> Node {
        if node.is_current() && !self.allocator(node.allocator()).is_unique {
            node.allocator().summary()
        } else {
            node
        }
    }

    /// The nodes to which a slot may refer before a statement, sorted.
    pub(crate) fn targets(&self, thread: ThreadType, before: &Before, slot: Slot) -> Nodes {
        let mut found = Nodes::new();
        self.add_targets(thread, before, slot, &mut found);
        found
    }

    /// Adds the nodes to which a slot may refer before a statement, sorted.
    fn add_targets(&self, thread: ThreadType, before: &Before, slot: Slot, found: &mut Nodes) {
        let public = match slot {
            Slot::Register(context, register) => {
                found.extend(before.frames.targets(context, register));
                return;
            }
            Slot::Static(variable) => (!self.is_private(variable)).then_some(slot),
            Slot::Part(node, part) => {
                let is_own = self.is_own(thread, node);
                let is_exposed = before.exposed.has(node.0) && !self.slips(Slip::HiddenCurrent);
                let is_hidden = is_own && !is_exposed;
                (!is_hidden).then(|| Slot::Part(self.public(node), part))
            }
        };
        let first = found.len();
        let edges = self.tables.of_slot(slot);
        let Some(public) = public else {
            let mine = edges.iter().filter(|(_, edge)| before.edges.has(*edge));
            found.extend(mine.map(|(node, _)| *node));
            return;
        };
        let incoming = &self.kinds[thread.index()].incoming;
        let mut is_sorted = true;
        if public != slot {
            let mine = edges.iter().filter(|(_, edge)| before.edges.has(*edge));
            found.extend(mine.map(|(node, _)| *node));
            is_sorted = false;
        }
        for (target, edge) in self.tables.of_slot(public) {
            let is_incoming = incoming.has(*edge);
            if is_incoming || public == slot && before.edges.has(*edge) {
                found.push(*target);
            }
            // It may be the own current object.
            let current = target.allocator().current();
            let is_other = !target.is_current() && !self.slips(Slip::HiddenCurrent);
            if is_incoming
                && is_other
                && before.exposed.has(current.0)
                && self.is_own(thread, current)
            {
                found.push(current);
                is_sorted = false;
            }
        }
        if !is_sorted {
            found[first..].sort_unstable();
            let mut last = None;
            let mut kept = first;
            for at in first..found.len() {
                if last.replace(found[at]) != Some(found[at]) {
                    found[kept] = found[at];
                    kept += 1;
                }
            }
            found.truncate(kept);
        }
    }

    /// The nodes to which the value of an expression may refer.
    pub(crate) fn value(&self, point: Point, before: &Before, value: &Expression) -> Nodes {
        let Expression::Register(register) = value else { return Nodes::new() };
        self.register(point, before, *register)
    }

    fn register(&self, point: Point, before: &Before, register: Register) -> Nodes {
        let (thread, statement) = self.points.at(point);
        let context = self.inlined.statement(statement).context;
        self.targets(thread, before, Slot::Register(context, register))
    }

    /// All nodes that can be reached from some.
    pub(crate) fn reachable(
        &self,
        thread: ThreadType,
        before: &Before,
        from: impl IntoIterator<Item = Node>,
    ) -> Bits {
        let mut found = Bits::with_room(2 * self.allocators.len());
        let mut open: Nodes = from.into_iter().collect();
        while let Some(node) = open.pop() {
            if found.add(node.0) {
                for part in self.tables.parts(node.allocator()) {
                    self.add_targets(thread, before, Slot::Part(node, *part), &mut open);
                }
            }
        }
        found
    }

    /// Notes that other threads may get to some nodes, and to what can be reached from them. Only own current nodes
    /// need be noted: all others count as exposed.
    fn expose(&self, thread: ThreadType, before: &mut Before, nodes: &[Node]) {
        let all = self.reachable(thread, before, nodes.iter().copied());
        for node in all.iter().filter(|node| self.is_own(thread, Node(*node))) {
            if !before.exposed.has(node) {
                Arc::make_mut(&mut before.exposed).add(node);
            }
        }
    }

    /// Whether other threads may get to some of a number of nodes.
    fn is_any_exposed(&self, thread: ThreadType, before: &Before, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| !self.is_own(thread, *node) || before.exposed.has(node.0))
    }

    /// The parts that a statement accesses.
    pub(crate) fn parts(&self, point: Point) -> Vec<(Node, Part)> {
        let (_, statement) = self.points.at(point);
        let instruction = self.program.instruction(self.inlined.statement(statement).place);
        match crate::nodes::accessed(instruction) {
            Some(crate::nodes::Accessed::Part(object, part)) => {
                let nodes = self.value(point, &self.before[point.index()], object);
                nodes.into_iter().map(|node| (node, part)).collect()
            }
            _ => Vec::new(),
        }
    }
}
