//! Names of threads and objects that are the same in all executions, and what is known about them for reports.

use rustc_hash::FxHashMap;

use crate::search::access::ObjectId;
use crate::search::event::Site;

/// Numbers for threads: a thread is named by the one that started it, and how many this one had started before.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadNames {
    numbers: FxHashMap<(usize, u32), usize>,
    /// There are others who number threads, and who come first.
    is_closed: bool,
}

impl ThreadNames {
    /// These numbers, to which none is added.
    pub(crate) fn closed(&self) -> Self {
        ThreadNames { numbers: self.numbers.clone(), is_closed: true }
    }

    /// These numbers, to which others may be added that nobody else gets to know.
    pub(crate) fn open(&self) -> Self {
        ThreadNames { numbers: self.numbers.clone(), is_closed: false }
    }

    /// The number of a thread, and whether it is one that others may give as well. The first thread has the number 0.
    pub(crate) fn number(&mut self, parent: usize, child: u32) -> (usize, bool) {
        let next = self.numbers.len() + 1;
        if self.is_closed {
            let known = self.numbers.get(&(parent, child)).copied();
            return (known.unwrap_or(next), known.is_none());
        }
        (*self.numbers.entry((parent, child)).or_insert(next), false)
    }
}

/// The facts about an object of an execution, for reports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    /// The kind: `Mutex`.
    pub(crate) kind: &'static str,
    pub(crate) site: Site,
}

/// The objects of an execution, by name.
pub(crate) type Objects = FxHashMap<ObjectId, Made>;
