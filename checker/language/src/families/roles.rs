//! The cells of a system with fixed numbers of threads of families, sorted by what they are about.

use reductio_system::{CellId, System, ThreadId, Value, VariableClass};

use super::{Families, Family, Pointers};

/// The part that a cell plays in a system with families of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellRole {
    /// The cell is shared, or part of a thread that is of no family; its value says nothing of which thread is
    /// meant.
    Shared,
    /// The cell is part of a thread of a family.
    Own {
        /// The number of the family.
        family: usize,
        /// The number of the thread in its family.
        member: usize,
    },
    /// The value of the cell is `none` or a thread of a family.
    Pointer {
        /// The number of the family.
        family: usize,
        /// The value that stands for the first thread.
        first: Value,
    },
    /// The cell is the owner of a lock: 0, or one more than the number of any thread.
    Owner,
}

/// The threads of families in a system with fixed numbers of them, and the roles of all cells.
#[derive(Clone, Debug)]
pub struct FamilyCells {
    /// The threads of each family, by number.
    pub members: Vec<Vec<ThreadId>>,
    /// The roles of the cells, by [`CellId`].
    pub roles: Vec<CellRole>,
}

impl Families {
    /// Sorts the cells of a system that was read from the text of the families. None if the system has cells that are
    /// no part of what the text says: copies of variables that are read together.
    pub fn cells(&self, system: &System) -> Option<FamilyCells> {
        let of = |family: &Family| -> Vec<ThreadId> {
            let first = format!("{}[", family.thread);
            let is_member = |thread: &ThreadId| system.thread(*thread).name().starts_with(&first);
            system.thread_ids().filter(is_member).collect()
        };
        let members: Vec<Vec<ThreadId>> = self.families.iter().map(of).collect();
        let threads = || {
            let numbered = members.iter().enumerate();
            numbered.flat_map(|(family, all)| {
                let all = all.iter().enumerate();
                all.map(move |(member, thread)| (*thread, CellRole::Own { family, member }))
            })
        };
        let mut roles = vec![CellRole::Shared; system.cells().len()];
        for variable in system.variables() {
            let cells: Vec<CellId> = variable.cells().collect();
            let own = |thread: ThreadId| threads().find(|(member, _)| *member == thread);
            match variable.class() {
                VariableClass::Counter(thread) | VariableClass::Local(thread) => {
                    if let Some((_, role)) = own(thread) {
                        for cell in &cells {
                            roles[cell.index()] = role;
                        }
                    } else {
                        let name = system.thread(thread).name();
                        let is_it = |one: &&Pointers| {
                            one.thread.as_deref().is_some_and(|thread| {
                                name.split('[').next() == Some(thread)
                                    && variable.name() == format!("{name}.{}", one.variable)
                            })
                        };
                        mark(self.pointers.iter().find(is_it), &cells, system, 0, &mut roles)?;
                    }
                }
                VariableClass::Lock => {
                    for cell in &cells {
                        let name = system.cell(*cell).name();
                        let waits = |(member, _): &(ThreadId, CellRole)| {
                            name.ends_with(&format!(".waiters[{}]", system.thread(*member).name()))
                        };
                        if let Some((_, role)) = threads().find(waits) {
                            roles[cell.index()] = role;
                        }
                    }
                }
                class => {
                    let has_it = |family: &Family| {
                        family.arrays.iter().any(|array| array == variable.name())
                    };
                    if let Some(family) = self.families.iter().position(has_it) {
                        let size = cells.len().checked_div(members[family].len())?;
                        if size * members[family].len() != cells.len() {
                            return None;
                        }
                        for (place, cell) in cells.iter().enumerate() {
                            roles[cell.index()] = CellRole::Own { family, member: place / size };
                        }
                        continue;
                    }
                    let is_it =
                        |one: &&Pointers| one.thread.is_none() && one.variable == variable.name();
                    let found = self.pointers.iter().find(is_it);
                    // A queue has its length before each row of items.
                    if class == VariableClass::Queue {
                        let is_length = |cell: &CellId| {
                            let name = system.cell(*cell).name();
                            name.ends_with(".length") && !name.contains(".item[")
                        };
                        for items in cells.chunk_by(|_, next| !is_length(next)) {
                            mark(found, items, system, 1, &mut roles)?;
                        }
                    } else {
                        mark(found, &cells, system, 0, &mut roles)?;
                    }
                }
            }
        }
        for owner in system.owners() {
            roles[owner.index()] = CellRole::Owner;
        }
        let has_copies = system.cells().iter().any(reductio_system::Cell::is_copy);
        (!has_copies).then_some(FamilyCells { members, roles })
    }
}

/// Marks the pointers among the cells of values, which come behind `skip` other cells.
fn mark(
    pointers: Option<&Pointers>,
    cells: &[CellId],
    system: &System,
    skip: usize,
    roles: &mut [CellRole],
) -> Option<()> {
    let Some(pointers) = pointers else { return Some(()) };
    let cells = cells.get(skip..)?;
    if cells.len() % pointers.leaves.len() != 0 {
        return None;
    }
    for (cell, family) in cells.iter().zip(pointers.leaves.iter().cycle()) {
        if let Some(family) = *family {
            // `none` is one less than the first thread.
            let first = system.cell(*cell).domain().low() + 1;
            roles[cell.index()] = CellRole::Pointer { family, first };
        }
    }
    Some(())
}
