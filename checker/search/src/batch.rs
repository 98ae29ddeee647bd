//! States that were met and are not stored yet.

use super::store::{Rows, Store};

/// The number of states that are stored together; see [`Store::touch`].
pub(super) const MANY: usize = 64;

/// States that were met and are not stored yet, in order, each with its hash and what else is known of how it was met.
pub(super) struct Batch<Rows, Met> {
    pub(super) hashes: Vec<u64>,
    pub(super) met: Vec<Met>,
    /// The states.
    pub(super) rows: Rows,
}

impl<R: Default, Met> Batch<R, Met> {
    pub(super) fn new() -> Self {
        Batch { hashes: Vec::new(), met: Vec::new(), rows: R::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    pub(super) fn clear<S>(&mut self)
    where
        R: Rows<S>,
    {
        self.hashes.clear();
        self.met.clear();
        self.rows.clear();
    }

    #[inline]
    pub(super) fn push<S>(&mut self, hash: u64, met: Met, state: &S)
    where
        R: Rows<S>,
    {
        self.rows.push(state);
        self.hashes.push(hash);
        self.met.push(met);
    }
}

/// The copies of states that a type of stores takes.
pub(super) type RowsOf<M> =
    <<M as super::model::Model>::Store as Store<<M as super::model::Model>::State>>::Rows;
