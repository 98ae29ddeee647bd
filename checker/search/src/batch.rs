//! States that were met and are not stored yet.

use super::store::Store;

/// The number of states that are stored together; see [`Store::touch`].
pub(super) const MANY: usize = 64;

/// States that were met and are not stored yet, in order, each with its hash and what else is known of how it was met.
pub(super) struct Batch<S, T> {
    pub(super) hashes: Vec<u64>,
    pub(super) met: Vec<T>,
    /// The states. There may be more of them, to be written again.
    pub(super) states: Vec<S>,
}

impl<S: Clone, T> Batch<S, T> {
    pub(super) fn new() -> Self {
        Batch { hashes: Vec::new(), met: Vec::new(), states: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.met.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, store: &impl Store<S>, hash: u64, met: T, state: &S) {
        match self.states.get_mut(self.hashes.len()) {
            Some(place) => store.copy(state, place),
            None => self.states.push(state.clone()),
        }
        self.hashes.push(hash);
        self.met.push(met);
    }
}
