//! Observations of runs: who accesses a shared variable, whether it is written, which locks are owned each time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use reductio_programs::{Address, FieldId, Place, State, ThreadId, Value};
use rustc_hash::FxHashSet;

use crate::claims::{Guard, Part, Variables};

/// The accesses of shared variables that runs have had so far.
#[derive(Debug, Default)]
pub(crate) struct Observed(Mutex<Notes>);

#[derive(Debug, Default)]
struct Notes {
    seen: BTreeMap<Variables, Seen>,
    /// The fields that are written although their object is shared.
    moved: FxHashSet<FieldId>,
    /// The instructions that have made an object in this run.
    made: FxHashSet<Place>,
    /// Those that have made several in one.
    several: FxHashSet<Place>,
}

/// What all accesses of some variables had in common.
#[derive(Debug)]
struct Seen {
    is_written: bool,
    /// Two threads have accessed one variable.
    has_several: bool,
    guards: BTreeSet<Guard>,
}

impl Observed {
    /// Another run begins.
    pub(crate) fn begins(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).made.clear();
    }

    /// An instruction makes an object.
    pub(crate) fn make(&self, site: Place) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.made.insert(site) {
            notes.several.insert(site);
        }
    }

    /// A thread accesses variables of an object that is shared, or of none; `is_another` says that another one has
    /// accessed the same variable before.
    pub(crate) fn access(
        &self,
        after: &State,
        (thread, is_write): (ThreadId, bool),
        (variables, object): (Variables, Option<Address>),
        is_another: bool,
    ) {
        if is_write {
            self.write(variables);
        }
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(seen) = notes.seen.get_mut(&variables) else {
            let guards = guards(after, thread, variables, object);
            let seen = Seen { is_written: is_write, has_several: is_another, guards };
            notes.seen.insert(variables, seen);
            return;
        };
        seen.is_written |= is_write;
        seen.has_several |= is_another;
        if !seen.guards.is_empty() {
            let now = guards(after, thread, variables, object);
            seen.guards.retain(|guard| now.contains(guard));
        }
    }

    /// Variables of a shared object are written.
    pub(crate) fn write(&self, variables: Variables) {
        if let Variables::Field(_, field) = variables {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).moved.insert(field);
        }
    }

    /// A guard of each of the variables that have one.
    pub(crate) fn guards(&self) -> BTreeMap<Variables, Guard> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fixed = |field: &FieldId| !notes.moved.contains(field);
        let may = |guard: &&Guard| match guard {
            Guard::MadeAt(site) => !notes.several.contains(site),
            guard => guard.down().iter().all(is_fixed),
        };
        let chosen = |(variables, seen): (&Variables, &Seen)| {
            let is_lock = matches!(variables, Variables::Lock(_));
            // Who reads under a lock may write under it as well, later on.
            let guard = match seen.guards.iter().find(may) {
                Some(lock) => lock.clone(),
                None if is_lock => return None,
                None if !seen.is_written => Guard::ReadOnly,
                None if !seen.has_several => Guard::OneThread,
                None => return None,
            };
            Some((*variables, guard))
        };
        notes.seen.iter().filter_map(chosen).collect()
    }
}

/// The guards that an access of variables keeps. The least is the one that is known best.
fn guards(
    state: &State,
    thread: ThreadId,
    variables: Variables,
    object: Option<Address>,
) -> BTreeSet<Guard> {
    let is_own = |owner: Option<(ThreadId, u32)>| owner.is_some_and(|(owner, _)| owner == thread);
    let owned = |address: Address| state.object(address).is_some_and(|found| is_own(found.owner));
    let mut out = BTreeSet::new();
    if let Some(found) = object.and_then(|object| state.object(object)) {
        if is_own(found.owner) && variables.part() != Some(Part::Lock) {
            out.insert(Guard::own_lock());
        }
        // The numbers of an array's cells are no fields.
        let cells = found.cells.iter().filter(|_| found.length.is_none());
        for (field, value) in cells {
            if let Value::Object(lock) = *value
                && owned(lock)
            {
                out.insert(Guard::Reached { up: Vec::new(), down: vec![FieldId(*field)] });
            }
        }
    }
    let locks = state.heap.iter().filter(|(_, found)| is_own(found.owner));
    for (_, lock) in locks {
        if variables != Variables::Lock(lock.site) {
            out.insert(Guard::MadeAt(lock.site));
        }
    }
    out
}
