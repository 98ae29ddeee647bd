//! The nodes that stand for objects and variables: allocators, nodes, slots and edges (S2 5.2).

use reductio_programs::{ClassId, Expression, FieldId, Instruction, Program, Register, StaticId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

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
    /// Tells whether there is at most one such object: the statement is outside of all loops, and one thread runs it.
    pub is_unique: bool,
    /// Tells whether the loop has no iterations, so that no object is the current one.
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

    /// Tells whether the node is that of the current object.
    pub fn is_current(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// The nodes to which something may refer: mostly few.
pub(crate) type Nodes = SmallVec<[Node; 4]>;

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

/// A place where a reference may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A register of a frame.
    Register(ContextId, Register),
    /// A variable that belongs to no object.
    Static(StaticId),
    /// A part of an object.
    Part(Node, Part),
}

/// The numbers of variables that no register is, and of edges from them, as they come up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    statics: FxHashMap<StaticId, u32>,
    /// The numbers of the parts of each node.
    parts_of: Vec<Vec<(Part, u32)>>,
    /// The edges from each variable, sorted by target.
    of_slot: Vec<Vec<(Node, u32)>>,
    /// The variable and the target of each edge.
    pub(crate) ends: Vec<(Slot, Node)>,
    /// The edges at each node, in and out.
    of_node: Vec<Vec<u32>>,
    /// The parts of each allocator's objects that refer to something.
    parts: Vec<Vec<Part>>,
}

/// The entry of a node or an allocator, which is made if there is none.
fn entry<T>(lists: &mut Vec<Vec<T>>, at: usize) -> &mut Vec<T> {
    if lists.len() <= at {
        lists.resize_with(at + 1, Vec::new);
    }
    &mut lists[at]
}

impl Tables {
    /// The number of a variable, if there is an edge from it; registers have none.
    fn number(&self, slot: Slot) -> Option<usize> {
        let number = match slot {
            Slot::Register(..) => return None,
            Slot::Static(variable) => *self.statics.get(&variable)?,
            Slot::Part(node, part) => {
                let parts = self.parts_of.get(node.0 as usize)?;
                parts.iter().find(|(found, _)| *found == part)?.1
            }
        };
        Some(number as usize)
    }

    /// The number of an edge from a variable that is no register.
    pub(crate) fn edge(&mut self, slot: Slot, node: Node) -> u32 {
        let edge = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        let number = self.number(slot).unwrap_or_else(|| self.add(slot));
        let edges = &mut self.of_slot[number];
        match edges.binary_search_by_key(&node, |(found, _)| *found) {
            Ok(at) => return edges[at].1,
            Err(at) => edges.insert(at, (node, edge)),
        }
        self.ends.push((slot, node));
        entry(&mut self.of_node, node.0 as usize).push(edge);
        if let Slot::Part(from, part) = slot {
            entry(&mut self.of_node, from.0 as usize).push(edge);
            let parts = entry(&mut self.parts, from.allocator().index());
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        edge
    }

    /// Gives a variable a number.
    fn add(&mut self, slot: Slot) -> usize {
        let number = u32::try_from(self.of_slot.len()).unwrap_or(u32::MAX);
        self.of_slot.push(Vec::new());
        match slot {
            Slot::Register(..) => {}
            Slot::Static(variable) => {
                self.statics.insert(variable, number);
            }
            Slot::Part(node, part) => {
                entry(&mut self.parts_of, node.0 as usize).push((part, number));
            }
        }
        number as usize
    }

    /// The number of bytes that the tables take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.ends.len() * (size_of::<(Slot, Node)>() + size_of::<(Node, u32)>() + 8)
    }

    /// The edges from a variable with their targets, sorted by these.
    pub(crate) fn of_slot(&self, slot: Slot) -> &[(Node, u32)] {
        self.number(slot).map_or(&[], |number| &self.of_slot[number])
    }

    /// The edges at a node, in and out.
    pub(crate) fn of_node(&self, node: Node) -> &[u32] {
        self.of_node.get(node.0 as usize).map_or(&[], |found| found)
    }

    /// The parts of an allocator's objects that refer to something somewhere.
    pub(crate) fn parts(&self, allocator: AllocatorId) -> &[Part] {
        self.parts.get(allocator.index()).map_or(&[], |found| found)
    }
}

/// The variable that an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accessed<'p> {
    Static(StaticId),
    Part(&'p Expression, Part),
}

/// The variable that an instruction accesses and other threads may access too.
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
                found.push(class.class());
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
