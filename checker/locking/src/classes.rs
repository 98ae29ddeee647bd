//! Classes of objects (S1 section 3.1): who may touch a variable.

use reductio_system::{CellId, System, ThreadId, VariableClass};
use thiserror::Error;

/// The class of a variable's cell, chosen by the user and checked while searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// One thread touches it in a whole execution.
    Unshared,
    /// Whoever touches it keeps the lock discipline.
    Disciplined {
        /// The thread that may initialize it before the discipline holds (`initThread`).
        initializer: Option<ThreadId>,
    },
}

/// The reason why a cell cannot have a class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClassError {
    /// The system has no such cell.
    #[error("the system has no cell {0}")]
    UnknownCell(usize),
    /// The system has no such thread.
    #[error("the system has no thread {0}")]
    UnknownThread(usize),
    /// The cell is no variable that threads share: it is a control point, a local, or part of a lock, semaphore or
    /// queue.
    #[error("`{0}` is not a shared variable")]
    NotShared(String),
    /// The cell has a class, or an exclusive access predicate.
    #[error("`{0}` is protected in another way already")]
    Twice(String),
}

/// The classes of a system's variables. Variables without a class are shared in the open: each access is visible; those
/// with exclusive access predicates keep them.
#[derive(Clone, Debug)]
pub struct Classes {
    pub(crate) system: System,
    pub(crate) cells: Vec<(CellId, Class)>,
}

impl Classes {
    /// The classes of a system's variables, of which none has one, whatever they were declared as.
    pub fn new(system: &System) -> Self {
        Classes { system: system.clone(), cells: Vec::new() }
    }

    /// The classes that a system's own variables were declared with.
    ///
    /// ```
    /// use reductio_language::parse_system;
    /// use reductio_locking::{Class, Classes};
    ///
    /// let text = "
    ///     unshared x : 0 .. 1
    ///     disciplined y : 0 .. 1 initialized by t
    ///     thread t { x := 1; y := 1 }";
    /// let classes = Classes::of(&parse_system(text, "two", &[]).unwrap());
    /// let initializer = Some(reductio_system::ThreadId::new(0));
    /// let found: Vec<Class> = classes.cells().iter().map(|(_, class)| *class).collect();
    /// assert_eq!(found, [Class::Unshared, Class::Disciplined { initializer }]);
    /// ```
    pub fn of(system: &System) -> Self {
        let of = |cell: CellId| {
            let initializer = system.cell(cell).initializer();
            let variable = &system.variables()[system.cell(cell).variable().index()];
            let is_unshared = variable.class() == VariableClass::Unshared;
            (cell, if is_unshared { Class::Unshared } else { Class::Disciplined { initializer } })
        };
        let cells = system.under_lock_discipline().map(of).collect();
        Classes { system: system.clone(), cells }
    }

    /// Tells whether no variable has a class.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The cells that have a class, in the order in which they were given it.
    pub fn cells(&self) -> &[(CellId, Class)] {
        &self.cells
    }

    /// Makes a cell lock-disciplined. `initializer` is the thread that initializes it, if one does before others
    /// touch it.
    ///
    /// # Errors
    /// [`ClassError`].
    pub fn discipline(
        &mut self,
        cell: CellId,
        initializer: Option<ThreadId>,
    ) -> Result<(), ClassError> {
        if let Some(thread) = initializer
            && thread.index() >= self.system.threads().len()
        {
            return Err(ClassError::UnknownThread(thread.index()));
        }
        self.add(cell, Class::Disciplined { initializer })
    }

    /// Makes a cell unshared.
    ///
    /// # Errors
    /// [`ClassError`].
    pub fn unshared(&mut self, cell: CellId) -> Result<(), ClassError> {
        self.add(cell, Class::Unshared)
    }

    /// Takes the class from cells, which are open then.
    #[must_use]
    pub fn without(mut self, open: &[CellId]) -> Self {
        self.cells.retain(|(cell, _)| !open.contains(cell));
        self
    }

    fn add(&mut self, cell: CellId, class: Class) -> Result<(), ClassError> {
        let cells = self.system.cells();
        let found = cells.get(cell.index()).ok_or(ClassError::UnknownCell(cell.index()))?;
        let variable = &self.system.variables()[found.variable().index()];
        if !variable.class().is_shared() {
            return Err(ClassError::NotShared(found.name().to_owned()));
        }
        if found.object().is_some() || self.cells.iter().any(|(other, _)| *other == cell) {
            return Err(ClassError::Twice(found.name().to_owned()));
        }
        self.cells.push((cell, class));
        Ok(())
    }
}
