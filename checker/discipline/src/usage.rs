//! The roles of cells: constant, unshared, protected, open, or part of a built-in object.

use reductio_system::{
    CellId, Expression, ObjectId, Place, System, ThreadId, Transition, VariableClass,
};

/// The role of a cell (S1 section 3.1's classes of objects, and constants).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The cell is the program counter of a thread.
    Counter,
    /// No transition changes the cell.
    Constant,
    /// Only this thread touches the cell.
    Unshared(ThreadId),
    /// The cell is touched under the exclusive access predicates of its object.
    Protected(ObjectId),
    /// The cell has no other role: touching it is visible.
    Open,
    /// The cell is a field of a lock, semaphore or queue.
    Synchronization,
}

/// The roles of all cells of a system.
#[derive(Clone, Debug)]
pub struct Usage {
    roles: Vec<Role>,
    /// By cell, the object of an open cell that is watched.
    watched: Vec<Option<ObjectId>>,
}

impl Usage {
    /// Finds the roles of a system's cells, with no object demoted.
    pub fn of(system: &System) -> Self {
        Self::new(system, &[], &[])
    }

    /// Finds the roles of cells. Those of objects that are demoted or watched are not protected.
    pub(super) fn new(system: &System, demoted: &[ObjectId], watched: &[ObjectId]) -> Self {
        let mut users: Vec<Option<Users>> = vec![None; system.cells().len()];
        for thread in system.thread_ids() {
            for transition in system.thread(thread).transitions() {
                for_each_place(transition, &mut |place, is_written| {
                    place.for_each_candidate(&mut |cell| {
                        let users = users[cell.index()].get_or_insert(Users {
                            first: thread,
                            shared: false,
                            written: false,
                        });
                        users.shared |= users.first != thread;
                        users.written |= is_written;
                    });
                });
            }
        }
        let roles = system
            .cells()
            .iter()
            .zip(&users)
            .map(|(cell, users)| {
                let open = || match users {
                    Some(Users { written: true, shared: true, .. }) => Role::Open,
                    Some(Users { written: true, first, .. }) => Role::Unshared(*first),
                    _ => Role::Constant,
                };
                match (system.variables()[cell.variable().index()].class(), cell.object()) {
                    (VariableClass::Counter(_), _) => Role::Counter,
                    (VariableClass::Local(thread), _) => Role::Unshared(thread),
                    // Who touches it is told by where it is, which no invisible step may change.
                    (class, Some(object)) if class.is_shared() && watched.contains(&object) => {
                        Role::Open
                    }
                    (class, Some(object)) if class.is_shared() && !demoted.contains(&object) => {
                        Role::Protected(object)
                    }
                    // That variables keep a lock discipline is not known here.
                    (class, _) if class.is_shared() => open(),
                    _ => Role::Synchronization,
                }
            })
            .collect();
        let object_of =
            |cell: &reductio_system::Cell| cell.object().filter(|object| watched.contains(object));
        let watched = system.cells().iter().map(object_of).collect();
        Usage { roles, watched }
    }

    /// The role of a cell.
    pub fn role(&self, cell: CellId) -> Role {
        self.roles[cell.index()]
    }

    /// The object that a cell belongs to, if its accesses may violate the discipline: the cell is protected, or open
    /// and watched.
    #[inline]
    pub(super) fn judged(&self, cell: CellId) -> Option<ObjectId> {
        self.object(cell).or(self.watched[cell.index()])
    }

    /// Decides whether an object is treated as open, and watched all the same.
    pub(super) fn is_watched(&self, object: ObjectId) -> bool {
        self.watched.contains(&Some(object))
    }

    /// The object that a cell belongs to, if the cell is protected.
    #[inline]
    pub fn object(&self, cell: CellId) -> Option<ObjectId> {
        match self.roles[cell.index()] {
            Role::Protected(object) => Some(object),
            _ => None,
        }
    }
}

/// The threads that touch a cell.
#[derive(Clone, Copy, Debug)]
struct Users {
    first: ThreadId,
    shared: bool,
    written: bool,
}

/// Calls `visit` with every place that a transition touches, and whether it is written there.
pub(super) fn for_each_place<'a>(
    transition: &'a Transition,
    visit: &mut dyn FnMut(&'a Place, bool),
) {
    read_places(transition.guard(), visit);
    for assignment in transition.command() {
        read_places(&assignment.value, visit);
        visit(&assignment.target, true);
        if let Place::Element { indices, .. } = &assignment.target {
            indices.iter().for_each(|index| read_places(&index.value, visit));
        }
    }
}

fn read_places<'a>(expression: &'a Expression, visit: &mut dyn FnMut(&'a Place, bool)) {
    expression.for_each_place(&mut |place| visit(place, false));
}

/// The cells that an expression may read, sorted.
pub(super) fn support(expression: &Expression) -> Vec<CellId> {
    let mut out = Vec::new();
    expression.for_each_place(&mut |place| place.for_each_candidate(&mut |cell| out.push(cell)));
    out.sort_unstable();
    out.dedup();
    out
}
