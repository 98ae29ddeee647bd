//! The rules by which the threads of an executed system share its variables.

use std::sync::Arc;

use crate::discipline::Discipline;
use crate::locking::LockDiscipline;
use crate::system::{CellId, System};

/// The rules by which executions are judged: exclusive access, and a lock discipline where variables have a class.
///
/// ```
/// use reductio::discipline::Discipline;
/// use reductio::execution::{Ending, Execution, Rules};
/// use reductio::language::parse_system;
/// use reductio::locking::{Classes, LockDiscipline, Rule};
///
/// let system = parse_system("disciplined x : bool\nthread t { x := true }", "bare", &[]).unwrap();
/// let (exclusive, locks) = (Discipline::new(&system), LockDiscipline::new(&Classes::of(&system), Rule::Repaired)?);
/// let execution = Execution::replay(Rules::new(&exclusive, Some(&locks)), &[])?;
/// assert!(matches!(execution.ending(), Ending::DisciplineViolated(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    exclusive: &'a Discipline,
    locks: Option<&'a LockDiscipline>,
}

impl<'a> Rules<'a> {
    /// Makes the rules of a system: the discipline of its protected variables, to which those with a class are open,
    /// and the lock discipline of the latter.
    pub fn new(exclusive: &'a Discipline, locks: Option<&'a LockDiscipline>) -> Self {
        Rules { exclusive, locks }
    }

    /// The system.
    pub fn system(self) -> &'a System {
        self.exclusive.system()
    }

    /// The discipline of exclusive access.
    pub fn exclusive(self) -> &'a Discipline {
        self.exclusive
    }

    /// The cells that were declared with a class and are open here: nothing looks at their class.
    pub fn classless(self) -> Vec<CellId> {
        let classes = self.locks.map_or(&[][..], LockDiscipline::classes);
        let system = self.system();
        let is_known = |cell: &CellId| {
            classes.iter().any(|(known, _)| known == cell) || system.cell(*cell).object().is_some()
        };
        system.under_lock_discipline().filter(|cell| !is_known(cell)).collect()
    }

    /// The lock discipline of the variables that have a class, if there are some.
    pub fn locks(self) -> Option<&'a LockDiscipline> {
        self.locks
    }
}

impl<'a> From<&'a Discipline> for Rules<'a> {
    fn from(exclusive: &'a Discipline) -> Self {
        Rules::new(exclusive, None)
    }
}

impl<'a> From<&'a Arc<Discipline>> for Rules<'a> {
    fn from(exclusive: &'a Arc<Discipline>) -> Self {
        Rules::new(exclusive, None)
    }
}
