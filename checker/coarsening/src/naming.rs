//! Names of new threads and objects, which do not depend on the order in which independent steps are taken.

use std::cell::RefCell;

use reductio_programs::{Address, Names, Place, State, ThreadId};
use rustc_hash::FxHashMap;

/// The names that were given so far: a thread is the `n`-th of its parent, an object the `n`-th of its thread. The
/// numbers are given out as a search first meets them; an object that is made elsewhere has another name, so that its
/// name tells its class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    threads: RefCell<FxHashMap<(ThreadId, u32), ThreadId>>,
    objects: RefCell<FxHashMap<(ThreadId, u32, Place), Address>>,
}

impl Naming {
    /// The names for what is made at a place.
    pub(crate) fn at(&self, place: Place) -> NamesAt<'_> {
        NamesAt { naming: self, place }
    }
}

/// The names for what is made at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamesAt<'n> {
    naming: &'n Naming,
    place: Place,
}

impl Names for NamesAt<'_> {
    fn thread(&self, _state: &State, parent: ThreadId, count: u32) -> Option<ThreadId> {
        let mut threads = self.naming.threads.borrow_mut();
        // The first thread has no parent.
        let next = u32::try_from(threads.len()).ok()?.checked_add(1)?;
        Some(*threads.entry((parent, count)).or_insert(ThreadId(next)))
    }

    fn object(&self, _state: &State, by: ThreadId, count: u32) -> Option<Address> {
        let mut objects = self.naming.objects.borrow_mut();
        let next = u32::try_from(objects.len()).ok()?;
        Some(*objects.entry((by, count, self.place)).or_insert(Address(next)))
    }

    fn counts(&self) -> bool {
        true
    }
}
