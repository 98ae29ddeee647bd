//! The meaning of the names of a system.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::help::{DISCIPLINED, UNSHARED};
use super::syntax::Span;
use super::types::{Type, Types};
use reductio_system::{
    CellId, Expression, Locks, Place, Point, ThreadId, Value, VariableClass, VariableId,
};

/// A dimension of an array: the least value of its index and the number of values.
#[derive(Clone, Debug)]
pub(super) struct Dimension {
    pub(super) ty: Type,
    pub(super) low: Value,
    pub(super) length: u32,
}

/// A variable, or an array of them, with its cells.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) dimensions: Vec<Dimension>,
    pub(super) ty: Type,
    pub(super) first: CellId,
}

/// A variable that several threads may read at the same time. There are as many copies of its cells as threads, and one
/// more: thread i reads copy 1 + i, predicates and claims read copy 0, and whoever writes writes all. All copies are
/// equal in every state. To read is then to touch a copy that the others do not read, and to write is to touch all:
/// exclusive access to a copy is what shared access to the variable is.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub(super) first: CellId,
    /// The cells of one copy.
    pub(super) stride: usize,
    pub(super) copies: usize,
}

/// The threads of one declaration: one, or one for each value of the parameters.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) parameters: Vec<Dimension>,
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) locals: FxHashMap<String, Local>,
    /// Names of local variables that stand for something else as well: nothing is said about their uses in the code.
    pub(super) ambiguous: FxHashSet<String>,
    pub(super) labels: BTreeMap<String, Point>,
    /// The control point `end`, if it can be reached.
    pub(super) end: Option<Point>,
    /// The number of control points of a thread, those of one that failed left out.
    pub(super) points: Point,
    /// Tells whether statements could not be read: then unknown labels are not reported.
    pub(super) is_broken: bool,
}

/// A local variable of all threads of a group.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// The variable of the first thread.
    pub(super) array: Array,
    /// The number of cells between the variables of two neighbours.
    pub(super) stride: u32,
    pub(super) span: Span,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// The declaration of the name has a fault.
    Broken,
    /// The name is declared, as this kind of thing; it is not worked out yet, or never because of a fault.
    Declared(&'static str),
    Constant(Value),
    Named {
        enumeration: usize,
        value: Value,
    },
    Type(Type),
    Variable {
        array: Array,
        class: VariableClass,
    },
    Locks {
        dimensions: Vec<Dimension>,
        locks: Locks,
        is_monitor: bool,
    },
    Semaphore {
        array: Array,
        variable: VariableId,
        max: Value,
    },
    Queue {
        array: Array,
        variable: VariableId,
        item: Type,
        capacity: Value,
    },
    Group(usize),
}

impl Meaning {
    /// The kind of thing that the name stands for, for messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Meaning::Broken => "broken",
            Meaning::Declared(is) => is,
            Meaning::Constant(_) => "a constant",
            Meaning::Named { .. } => "a value of an enumeration",
            Meaning::Type(_) => "a type",
            Meaning::Variable { class: VariableClass::Protected, .. } => "a protected variable",
            Meaning::Variable { class: VariableClass::Unshared, .. } => UNSHARED,
            Meaning::Variable { class: VariableClass::Disciplined, .. } => DISCIPLINED,
            Meaning::Variable { .. } => "a variable",
            Meaning::Locks { is_monitor: true, .. } => "a monitor",
            Meaning::Locks { .. } => "a lock",
            Meaning::Semaphore { .. } => "a semaphore",
            Meaning::Queue { .. } => "a queue",
            Meaning::Group(_) => "a thread",
        }
    }
}

/// All global names of a system. It outlives the text: claims of the command line are read in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) types: Types,
    pub(super) names: FxHashMap<String, (Meaning, Span)>,
    pub(super) groups: Vec<Group>,
    /// The variables that several threads may read at the same time, by name.
    pub(super) copied: FxHashMap<String, Copied>,
    /// Names whose declarations could not be read.
    pub(super) broken: FxHashSet<String>,
    /// Tells whether unknown names are left unreported.
    pub(super) is_lenient: bool,
}

impl Scope {
    /// The meaning of a global name.
    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        match self.names.get(name) {
            _ if self.broken.contains(name) => Some(&Meaning::Broken),
            Some((meaning, _)) => Some(meaning),
            None if self.is_lenient => Some(&Meaning::Broken),
            None => None,
        }
    }

    /// Gives a name its meaning, unless another declaration of the name came first.
    pub(super) fn define(&mut self, name: &str, span: &Span, meaning: Meaning) {
        if let Some((known, place)) = self.names.get_mut(name)
            && place == span
        {
            *known = meaning;
        }
    }

    /// The group of a thread.
    pub(super) fn group_of(&self, thread: ThreadId) -> &Group {
        let index = thread.index();
        let is_of = |group: &&Group| (group.first..group.first + group.count).contains(&index);
        self.groups.iter().find(is_of).expect("every thread is declared")
    }
}

impl Group {
    /// The ids of the threads of the group.
    pub(super) fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (self.first..self.first + self.count).map(ThreadId::new)
    }

    /// The ids of the threads of the group, as values.
    pub(super) fn ids(&self) -> std::ops::Range<Value> {
        let id = |index| Value::try_from(index).expect("at most 64 threads");
        id(self.first)..id(self.first + self.count)
    }

    /// The values of the parameters of the thread with this number.
    pub(super) fn arguments(&self, number: usize) -> Vec<Value> {
        elements(&self.parameters).nth(number).unwrap_or_default()
    }
}

impl Scope {
    /// The assignments of a command, to each copy where several threads may read the variable. The thread's own copy
    /// comes last: values and indices read that one.
    pub(super) fn in_all_copies(
        &self,
        command: &[(Place, Expression)],
    ) -> Vec<(Place, Expression)> {
        let mut out = Vec::new();
        for (target, value) in command {
            if let Some((copied, own)) =
                self.copied.values().find_map(|c| Some((c, c.copy(target)?)))
            {
                let others = (0..copied.copies).filter(|copy| *copy != own);
                out.extend(others.map(|copy| (copied.moved(target, own, copy), value.clone())));
            }
            out.push((target.clone(), value.clone()));
        }
        out
    }
}

impl Copied {
    /// The copy that a place is in, if it is one of this variable.
    fn copy(&self, place: &Place) -> Option<usize> {
        let (Place::Cell(first) | Place::Element { first, .. }) = place;
        let after = first.index().checked_sub(self.first.index())?;
        (after < self.stride * self.copies).then(|| after / self.stride)
    }

    /// The same place in another copy.
    fn moved(&self, place: &Place, from: usize, to: usize) -> Place {
        let moved =
            |cell: &CellId| CellId::new(cell.index() - from * self.stride + to * self.stride);
        match place {
            Place::Cell(cell) => Place::Cell(moved(cell)),
            Place::Element { first, indices } => {
                Place::Element { first: moved(first), indices: indices.clone() }
            }
        }
    }
}

/// All combinations of index values, the last index running fastest.
pub(super) fn elements(dimensions: &[Dimension]) -> impl Iterator<Item = Vec<Value>> + use<> {
    let dimensions: Vec<(Value, usize)> =
        dimensions.iter().map(|d| (d.low, d.length as usize)).collect();
    let count: usize = dimensions.iter().map(|(_, length)| length).product();
    (0..count).map(move |mut number| {
        let mut values = vec![0; dimensions.len()];
        for (value, (low, length)) in values.iter_mut().zip(&dimensions).rev() {
            let offset = Value::try_from(number % length).expect("fewer elements than cells");
            *value = low + offset;
            number /= length;
        }
        values
    })
}
