//! What stands for objects and variables: allocators, nodes, slots and edges (S2 5.2).

use reductio_programs::{ClassId, Expression, FieldId, Instruction, Program, Register, StaticId};
use rustc_hash::FxHashMap;

use crate::inline::{BlockId, ContextId, StatementId};

/// A kind of thread: the first one, or those that one statement forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadType(pub u32);

impl ThreadType {
    /// The first thread.
    pub const FIRST: ThreadType = ThreadType(0);

    /// The number as a place in a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an [`Allocator`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocatorId(pub u32);

impl AllocatorId {
    /// The number as a place in a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node of the object that the thread has made in this iteration.
    pub fn current(self) -> Node {
        Node(self.0 * 2)
    }

    /// The node of all other objects.
    pub fn summary(self) -> Node {
        Node(self.0 * 2 + 1)
    }
}

/// A statement that makes objects, in the code of a kind of thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocator {
    /// The kind of thread.
    pub thread: ThreadType,
    /// The statement.
    pub statement: StatementId,
    /// The class of the objects; `None` if it is that of another array.
    pub class: Option<ClassId>,
    /// The innermost loop around the statement.
    pub block: Option<BlockId>,
    /// Whether there is at most one such object: the statement is outside of all loops, and one thread runs it.
    pub is_unique: bool,
    /// Whether the loop has no iterations, so that no object is the current one.
    pub is_summary: bool,
}

/// A heap node of a storage structure graph: an allocator's current object, or all others of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub(crate) u32);

impl Node {
    /// The allocator.
    pub fn allocator(self) -> AllocatorId {
        AllocatorId(self.0 / 2)
    }

    /// Whether the node is that of the current object.
    pub fn is_current(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// A part of an object that can be accessed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A field.
    Field(FieldId),
    /// All elements of an array.
    Elements,
    /// The lock, with its wait set.
    Lock,
}

/// Where a reference may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A register of a frame.
    Register(ContextId, Register),
    /// A variable that belongs to no object.
    Static(StaticId),
    /// A part of an object.
    Part(Node, Part),
}

/// The numbers of slots and edges, as they come up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    slots: FxHashMap<Slot, u32>,
    edges: FxHashMap<(u32, Node), u32>,
    /// The slot and the target of each edge.
    pub(crate) ends: Vec<(Slot, Node)>,
    of_slot: Vec<Vec<u32>>,
    /// The edges at each node, in and out.
    of_node: Vec<Vec<u32>>,
    /// The edges from the registers of each context.
    of_context: FxHashMap<ContextId, Vec<u32>>,
    /// The parts of each allocator's objects that refer to something.
    parts: Vec<Vec<Part>>,
}

impl Tables {
    /// The number of an edge.
    pub(crate) fn edge(&mut self, slot: Slot, node: Node) -> u32 {
        let count = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
        let number = *self.slots.entry(slot).or_insert(count);
        if number == count {
            self.of_slot.push(Vec::new());
        }
        if let Some(edge) = self.edges.get(&(number, node)) {
            return *edge;
        }
        let edge = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.edges.insert((number, node), edge);
        self.ends.push((slot, node));
        self.of_slot[number as usize].push(edge);
        self.at_node(node, edge);
        match slot {
            Slot::Register(context, _) => self.of_context.entry(context).or_default().push(edge),
            Slot::Part(from, part) => {
                self.at_node(from, edge);
                let allocator = from.allocator().index();
                if self.parts.len() <= allocator {
                    self.parts.resize(allocator + 1, Vec::new());
                }
                if !self.parts[allocator].contains(&part) {
                    self.parts[allocator].push(part);
                }
            }
            Slot::Static(_) => {}
        }
        edge
    }

    fn at_node(&mut self, node: Node, edge: u32) {
        let node = node.0 as usize;
        if self.of_node.len() <= node {
            self.of_node.resize(node + 1, Vec::new());
        }
        self.of_node[node].push(edge);
    }

    /// The edges from a slot.
    pub(crate) fn of_slot(&self, slot: Slot) -> &[u32] {
        self.slots.get(&slot).map_or(&[], |slot| &self.of_slot[*slot as usize])
    }

    /// The edges at a node, in and out.
    pub(crate) fn of_node(&self, node: Node) -> &[u32] {
        self.of_node.get(node.0 as usize).map_or(&[], |found| found)
    }

    /// The edges from the registers of a context.
    pub(crate) fn of_context(&self, context: ContextId) -> &[u32] {
        self.of_context.get(&context).map_or(&[], |found| found)
    }

    /// The parts of an allocator's objects that refer to something somewhere.
    pub(crate) fn parts(&self, allocator: AllocatorId) -> &[Part] {
        self.parts.get(allocator.index()).map_or(&[], |found| found)
    }
}

/// What an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accessed<'p> {
    Static(StaticId),
    Part(&'p Expression, Part),
}

/// What an instruction accesses that other threads may access too.
pub(crate) fn accessed(instruction: &Instruction) -> Option<Accessed<'_>> {
    use Instruction as I;
    Some(match instruction {
        I::Read { object, field, .. }
        | I::Write { object, field, .. }
        | I::Update { object, field, .. } => Accessed::Part(object, Part::Field(*field)),
        I::ReadElement { array, .. } | I::WriteElement { array, .. } => {
            Accessed::Part(array, Part::Elements)
        }
        I::ReadStatic { from, .. } => Accessed::Static(*from),
        I::WriteStatic { to, .. } => Accessed::Static(*to),
        I::Acquire { object }
        | I::TryAcquire { object, .. }
        | I::Release { object }
        | I::Wait { object, .. }
        | I::Notify { object }
        | I::NotifyAll { object } => Accessed::Part(object, Part::Lock),
        _ => return None,
    })
}

/// The classes of values that are no objects of the heap: of texts, and of numbers in boxes.
pub(crate) fn value_classes(program: &Program) -> Vec<ClassId> {
    fn boxes(expression: &Expression, found: &mut Vec<ClassId>) {
        match expression {
            Expression::Boxed(class, of) => {
                found.push(*class);
                boxes(of, found);
            }
            Expression::Unary(_, of) => boxes(of, found),
            Expression::Binary(_, left, right) => {
                boxes(left, found);
                boxes(right, found);
            }
            _ => {}
        }
    }
    let mut found: Vec<ClassId> = program.text_class().into_iter().collect();
    for instruction in program.methods().iter().flat_map(|method| &method.code) {
        instruction.expressions(|expression| boxes(expression, &mut found));
    }
    found.sort_unstable();
    found.dedup();
    found
}
