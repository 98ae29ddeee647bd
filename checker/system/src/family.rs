//! Families of threads: the threads and cells that belong to the values of an index type, as a text declares them.

use std::ops::Range;

use super::ids::{CellId, ThreadId, Value};

/// A family of threads with what belongs to each of its members: the threads and cells that an index type numbers.
///
/// It says how a renaming of the members would act on states. Whether it changes nothing that a system can do is found
/// out by [`Symmetry::of`](super::Symmetry::of); nobody has to believe a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name of the index type, or of the threads where the type has none.
    pub name: String,
    /// For each member its threads, in the same order.
    pub threads: Vec<Vec<ThreadId>>,
    /// For each member its own cells beside program counters, in the same order.
    pub cells: Vec<Vec<CellId>>,
    /// The cells whose values are members or threads, and that belong to no member.
    pub pointers: Vec<Pointer>,
    /// The bytes of its declaration in the text, where there is one.
    pub place: Option<Range<usize>>,
    /// The variable that a renaming cannot act on, if there is one.
    pub obstacle: Option<Obstacle>,
}

/// A cell whose value may be a member of a family, or one of its threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The cell.
    pub cell: CellId,
    /// The things that the values stand for.
    pub named: Named,
    /// The value that stands for the first of them. Values of nothing stand for nobody.
    pub low: Value,
    /// Tells when the value counts.
    pub live: Live,
}

/// The things that the values of a [`Pointer`] stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The members of the family, by number.
    Member,
    /// All threads of the system, by id.
    Thread,
}

/// The states in which the value of a [`Pointer`] counts. In all others it is the least one of its domain, whatever
/// that stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// All states.
    Always,
    /// The states in which a thread, whose local the cell is, has not forgotten it.
    Local(ThreadId),
    /// The states in which a queue has more items than lie before this one.
    Slot {
        /// The cell with the number of items.
        length: CellId,
        /// The number of items before this one.
        before: Value,
    },
}

/// A variable that a renaming of a family's members cannot act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The name of the variable.
    pub variable: String,
    /// The reason.
    pub kind: ObstacleKind,
    /// The bytes of its declaration in the text, where there is one.
    pub place: Option<Range<usize>>,
}

/// The reason why a renaming cannot act on a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// Its elements belong to two members at once.
    TwoIndices,
    /// A cell that belongs to one member names another one.
    PointsToMembers,
}
