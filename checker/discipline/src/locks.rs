//! Locks of which nothing is seen or done but by their owners, or by who becomes one.
//!
//! `release`, `notify`, `notifyAll` and the first half of `wait` need the lock. They may be invisible as long as nobody
//! who does not own it can tell whether they were done: then they commute with whatever others do to the lock. A thread
//! that *tries* the lock can tell whether it is free, so where somebody tries a lock, whatever makes it free is
//! visible; `notify` changes the wait set alone, which a try neither reads nor writes. A thread that *signals* without
//! the lock empties the wait set, and wakes those who are in it: so where somebody does, whatever touches the wait set
//! is visible; `release` touches the owner and the depth alone, which a signal neither reads nor writes.
//!
//! All this is asked of whole variables, that is, of all locks of an array.

use reductio_system::{Operation, OperationKind, System, Thread, Transition, VariableId};

/// The operations on locks that need the lock and that another operation may see without it, by variable.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainLocks {
    /// By variable, the kinds of operations on it that see what owners do.
    seen_by: Vec<Vec<OperationKind>>,
}

impl PlainLocks {
    pub(super) fn of(system: &System) -> Self {
        let mut seen_by = vec![Vec::new(); system.variables().len()];
        let all = system.threads().iter().flat_map(Thread::transitions);
        for operation in all.filter_map(Transition::operation) {
            let kinds: &mut Vec<OperationKind> = &mut seen_by[operation.variable().index()];
            let sees = |other: &OperationKind| operation.kind().may_see(*other);
            if OperationKind::ALL.iter().any(sees) && !kinds.contains(&operation.kind()) {
                kinds.push(operation.kind());
            }
        }
        PlainLocks { seen_by }
    }

    /// Decides whether an operation needs the lock, and nobody may see it without the lock: it may be invisible.
    pub(super) fn allow(&self, operation: &Operation) -> bool {
        let kind = operation.kind();
        kind.needs_lock() && !self.seen_by(operation.variable()).iter().any(|one| one.may_see(kind))
    }

    fn seen_by(&self, variable: VariableId) -> &[OperationKind] {
        &self.seen_by[variable.index()]
    }
}
