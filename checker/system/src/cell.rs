//! Variables and their cells.

use std::ops::Range;
use std::sync::Arc;

use super::defect::Defect;
use super::ids::{CellId, ObjectId, ThreadId, Value, VariableId};

/// The values of a cell: the integers `low..=high`, with names for some kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    low: Value,
    high: Value,
    names: Option<Arc<[String]>>,
}

impl Domain {
    /// The domain of the integers `low..=high`.
    ///
    /// # Errors
    /// [`Defect::EmptyDomain`] unless `low <= high`, [`Defect::LargeDomain`] past 2^31 values.
    pub fn integers(low: Value, high: Value) -> Result<Self, Defect> {
        if low > high {
            return Err(Defect::EmptyDomain { low, high });
        }
        if i64::from(high) - i64::from(low) >= 1 << 31 {
            return Err(Defect::LargeDomain { low, high });
        }
        Ok(Domain { low, high, names: None })
    }

    /// The domain of the truth values, `false` and `true`.
    pub fn truth() -> Self {
        Self { low: 0, high: 1, names: Some(["false".to_owned(), "true".to_owned()].into()) }
    }

    /// The domain of named values `low`, `low + 1`, ...: enumerations, `T or none`, threads.
    ///
    /// # Errors
    /// [`Defect::EmptyDomain`] without a name.
    pub fn named(low: Value, names: impl IntoIterator<Item = String>) -> Result<Self, Defect> {
        let names: Arc<[String]> = names.into_iter().collect();
        let count =
            Value::try_from(names.len()).map_err(|_| Defect::EmptyDomain { low, high: low })?;
        if count == 0 {
            return Err(Defect::EmptyDomain { low, high: low });
        }
        Ok(Self { low, high: low + count - 1, names: Some(names) })
    }

    /// The domain of `none`, kept as `low - 1`, and the integers `low..=high`.
    ///
    /// # Errors
    /// As [`Domain::integers`], for the range with `none`.
    pub fn integers_or_none(low: Value, high: Value) -> Result<Self, Defect> {
        let none = low.checked_sub(1).ok_or(Defect::LargeDomain { low, high })?;
        Domain::integers(low, high)?;
        Ok(Self { names: Some(["none".to_owned()].into()), ..Domain::integers(none, high)? })
    }

    /// The least value.
    pub fn low(&self) -> Value {
        self.low
    }

    /// The greatest value.
    pub fn high(&self) -> Value {
        self.high
    }

    /// The number of values, at most 2^31.
    pub fn size(&self) -> u64 {
        (i64::from(self.high) - i64::from(self.low)).unsigned_abs() + 1
    }

    /// Decides whether `value` is in the domain.
    pub fn has(&self, value: Value) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Decides whether the domain has all values of another.
    pub fn includes(&self, other: &Domain) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// A value as reports show it.
    ///
    /// ```
    /// use reductio_system::Domain;
    /// assert_eq!(Domain::truth().show(1), "true");
    /// ```
    pub fn show(&self, value: Value) -> String {
        let named = self
            .names
            .as_ref()
            .and_then(|names| names.get(usize::try_from(value.checked_sub(self.low)?).ok()?));
        named.cloned().unwrap_or_else(|| value.to_string())
    }
}

/// The class of a variable: what it was declared as. The classification finds what the declaration of an open variable
/// leaves out: a shared variable that only one thread uses is unshared, one that nobody changes is constant.
///
/// That a variable of the classes [`Unshared`](Self::Unshared) and [`Disciplined`](Self::Disciplined) is used as they
/// say is found out by searches under a lock discipline. To exclusive access such a variable is an open one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableClass {
    /// The program counter of a thread.
    Counter(ThreadId),
    /// A local variable of a thread: unshared.
    Local(ThreadId),
    /// A shared variable without a discipline: open.
    Shared,
    /// A shared variable with exclusive access predicates.
    Protected,
    /// A variable that one thread only touches in a whole execution, whichever it is (S1 section 3.1).
    Unshared,
    /// A shared variable whose accesses keep a lock discipline (S1 section 3.4): it is only read, or some lock is owned
    /// at every access. A thread may initialize it before ([`Cell::initializer`]).
    Disciplined,
    /// The fields of a lock or monitor: owner, depth, waiters. Only operations read and change them.
    Lock,
    /// The counter of a semaphore.
    Semaphore,
    /// The length and the items of a queue.
    Queue,
}

impl VariableClass {
    /// Tells whether threads share a variable of this class, or may: it is no part of one thread, and no built-in
    /// object.
    pub fn is_shared(self) -> bool {
        match self {
            Self::Shared | Self::Protected | Self::Unshared | Self::Disciplined => true,
            Self::Counter(_) | Self::Local(_) | Self::Lock | Self::Semaphore | Self::Queue => false,
        }
    }

    /// Tells whether a lock discipline says who may touch a variable of this class.
    pub fn has_lock_discipline(self) -> bool {
        matches!(self, Self::Unshared | Self::Disciplined)
    }
}

/// A variable: a range of cells under one name.
#[derive(Clone, Debug)]
pub struct Variable {
    pub(super) name: String,
    pub(super) class: VariableClass,
    pub(super) cells: Range<u32>,
    pub(super) place: Option<Range<usize>>,
}

impl Variable {
    /// The declared name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The class of the variable.
    pub fn class(&self) -> VariableClass {
        self.class
    }

    /// The cells of the variable.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        self.cells.clone().map(CellId)
    }

    /// The bytes of the declaration in the text, where there is one.
    pub fn place(&self) -> Option<&Range<usize>> {
        self.place.as_ref()
    }
}

/// The smallest part of a state that has a value: a simple variable, an element, a field.
#[derive(Clone, Debug)]
pub struct Cell {
    pub(super) name: String,
    pub(super) variable: VariableId,
    pub(super) domain: Domain,
    pub(super) initial: Value,
    pub(super) object: Option<ObjectId>,
    pub(super) initializer: Option<ThreadId>,
    pub(super) is_copy: bool,
}

impl Cell {
    /// The full name, such as `data[1].op`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The variable that the cell is part of.
    pub fn variable(&self) -> VariableId {
        self.variable
    }

    /// The domain of the cell.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The value of the cell in the initial state.
    pub fn initial(&self) -> Value {
        self.initial
    }

    /// The protected object that the cell is part of.
    pub fn object(&self) -> Option<ObjectId> {
        self.object
    }

    /// Tells whether the cell is one of several copies of a variable that several threads may read at the same time,
    /// and not the first: it has the value of the first in every state.
    pub fn is_copy(&self) -> bool {
        self.is_copy
    }

    /// The thread that may touch the cell before its lock discipline holds; none unless the cell is of a disciplined
    /// variable.
    pub fn initializer(&self) -> Option<ThreadId> {
        self.initializer
    }
}
