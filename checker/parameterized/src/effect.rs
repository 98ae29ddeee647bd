//! The change that a step makes to threads that are not in its sight.

use smallvec::SmallVec;

use reductio_system::Value;

use crate::space::Local;

/// A change of all threads that a step does not treat apart: cells that get a value, and pointers that get another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Effect {
    /// The cells of the threads of a family that get a value, each with the family.
    pub(crate) sets: SmallVec<[(usize, usize, Value); 2]>,
    /// The pointers that change, each with the one whose former value it gets, if that is a thread out of sight.
    pub(crate) moves: SmallVec<[(usize, Option<usize>); 2]>,
}

impl Effect {
    pub(crate) fn is_nothing(&self) -> bool {
        self.sets.is_empty() && self.moves.is_empty()
    }

    pub(crate) fn of(&self, local: &Local) -> Local {
        let mut after = local.clone();
        for &(family, place, value) in &self.sets {
            if usize::from(local.family) == family {
                after.cells[place] = value;
            }
        }
        for &(pointer, source) in &self.moves {
            let has = source.is_some_and(|source| local.flags & 1 << source != 0);
            after.flags = after.flags & !(1 << pointer) | u64::from(has) << pointer;
        }
        after
    }
}
