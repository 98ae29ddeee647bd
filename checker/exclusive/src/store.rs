//! States of a program, each with who owns what, and a store in which the two are kept apart: many states differ in one of them only.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use reductio_programs::{State, StateStore};
use reductio_search::Store;
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::ghost::Ghost;

/// A state of a program, with what is remembered of the run to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owned {
    /// The state of the program.
    pub state: State,
    pub(crate) ghost: Ghost,
}

/// A store of [states with their owners](Owned), each as two numbers.
#[derive(Clone, Debug, Default)]
pub struct OwnedStore {
    states: StateStore,
    ghosts: Vec<Arc<Ghost>>,
    /// The places of ghosts in their list, by their hashes.
    by_ghost: HashTable<u32>,
    /// The bytes of all ghosts.
    bytes: usize,
    pairs: Vec<(u32, u32)>,
    /// The places of pairs in their list, by their hashes.
    by_pair: HashTable<u32>,
}

fn hash_of(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

impl OwnedStore {
    fn insert_ghost(&mut self, ghost: &Ghost) -> Option<u32> {
        let OwnedStore { ghosts, by_ghost, bytes, .. } = self;
        let hash = hash_of(ghost);
        if let Some(place) = by_ghost.find(hash, |place| *ghosts[*place as usize] == *ghost) {
            return Some(*place);
        }
        let place = u32::try_from(ghosts.len()).ok()?;
        by_ghost.try_reserve(1, |place| hash_of(&*ghosts[*place as usize])).ok()?;
        ghosts.try_reserve(1).ok()?;
        *bytes += ghost.bytes();
        ghosts.push(Arc::new(ghost.clone()));
        by_ghost.insert_unique(hash, place, |place| hash_of(&*ghosts[*place as usize]));
        Some(place)
    }
}

impl Store<Owned> for OwnedStore {
    fn hash(&self, at: &Owned) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.states.hash(&at.state));
        at.ghost.hash(&mut hasher);
        hasher.finish()
    }

    fn insert(&mut self, _hash: u64, at: &Owned) -> Option<(u32, bool)> {
        let (state, _) = self.states.insert(self.states.hash(&at.state), &at.state)?;
        let pair = (state, self.insert_ghost(&at.ghost)?);
        let OwnedStore { pairs, by_pair, .. } = self;
        let hash = hash_of(&pair);
        if let Some(place) = by_pair.find(hash, |place| pairs[*place as usize] == pair) {
            return Some((*place, false));
        }
        let place = u32::try_from(pairs.len()).ok().filter(|place| *place < u32::MAX)?;
        by_pair.try_reserve(1, |place| hash_of(&pairs[*place as usize])).ok()?;
        pairs.try_reserve(1).ok()?;
        pairs.push(pair);
        by_pair.insert_unique(hash, place, |place| hash_of(&pairs[*place as usize]));
        Some((place, true))
    }

    fn load(&self, number: u32, at: &mut Owned) {
        let (state, ghost) = self.pairs[number as usize];
        self.states.load(state, &mut at.state);
        at.ghost = (*self.ghosts[ghost as usize]).clone();
    }

    fn len(&self) -> usize {
        self.pairs.len()
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
            + self.bytes
            + self.ghosts.capacity() * size_of::<Arc<Ghost>>()
            + self.by_ghost.allocation_size()
            + self.pairs.capacity() * size_of::<(u32, u32)>()
            + self.by_pair.allocation_size()
    }
}
