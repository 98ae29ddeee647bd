//! The states of transition systems.

use std::hash::{Hash, Hasher};

use crate::parts::{MARKS, Numbers};

/// A state of a coarsened program. [`CoarseModel::state`](crate::CoarseModel::state) gives the program's state.
#[derive(Clone, Debug)]
pub struct Coarse(pub(crate) Numbers);

impl Coarse {
    /// The numbers without those at the end that say that nothing is there.
    fn used(&self) -> &[u32] {
        let used = self.0.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
        &self.0[..used]
    }

    pub(crate) fn has(&self, mark: u32) -> bool {
        self.0.get(MARKS).is_some_and(|marks| marks & mark != 0)
    }
}

impl PartialEq for Coarse {
    fn eq(&self, other: &Self) -> bool {
        self.used() == other.used()
    }
}

impl Eq for Coarse {}

impl Hash for Coarse {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.used().hash(state);
    }
}
