//! States of a program, each with what is remembered of the run to it, and a store in which the two are kept apart:
//! many states differ in one of them only.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use reductio_search::{Copies, Portable, Store};
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::state::State;
use crate::store::StateStore;

/// The memory that a monitor keeps of a run: a part of the states of searches with that monitor.
pub trait Memory: Clone + Debug + Eq + Hash + Send + Sync {
    /// The number of bytes that it takes, about.
    fn bytes(&self) -> usize;
}

/// A state of a program, with what is remembered of the run to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Remembered<M> {
    /// The state of the program.
    pub state: State,
    /// The memory of the monitor.
    pub memory: M,
}

impl<M: Memory + Portable> Portable for Remembered<M> {
    fn encode(&self, out: &mut Vec<u8>) {
        self.state.encode(out);
        self.memory.encode(out);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some(Remembered { state: State::decode(bytes)?, memory: M::decode(bytes)? })
    }
}

/// A store of [states with memories](Remembered), each as two numbers.
#[derive(Clone, Debug)]
pub struct RememberedStore<M> {
    states: StateStore,
    memories: Vec<Arc<M>>,
    /// The places of memories in their list, by their hashes.
    by_memory: HashTable<u32>,
    /// The bytes of all memories.
    bytes: usize,
    pairs: Vec<(u32, u32)>,
    /// The places of pairs in their list, by their hashes.
    by_pair: HashTable<u32>,
}

impl<M> Default for RememberedStore<M> {
    fn default() -> Self {
        RememberedStore {
            states: StateStore::default(),
            memories: Vec::new(),
            by_memory: HashTable::new(),
            bytes: 0,
            pairs: Vec::new(),
            by_pair: HashTable::new(),
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

impl<M: Memory> RememberedStore<M> {
    fn insert_memory(&mut self, memory: &M) -> Option<u32> {
        let RememberedStore { memories, by_memory, bytes, .. } = self;
        let hash = hash_of(memory);
        let is_it = |place: &u32| *memories[*place as usize] == *memory;
        if let Some(place) = by_memory.find(hash, is_it) {
            return Some(*place);
        }
        let place = u32::try_from(memories.len()).ok()?;
        by_memory.try_reserve(1, |place| hash_of(&*memories[*place as usize])).ok()?;
        memories.try_reserve(1).ok()?;
        *bytes += memory.bytes();
        memories.push(Arc::new(memory.clone()));
        by_memory.insert_unique(hash, place, |place| hash_of(&*memories[*place as usize]));
        Some(place)
    }
}

impl<M: Memory> Store<Remembered<M>> for RememberedStore<M> {
    type Rows = Copies<Remembered<M>>;

    fn hash(&self, at: &Remembered<M>) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.states.hash(&at.state));
        at.memory.hash(&mut hasher);
        hasher.finish()
    }

    fn insert(&mut self, _hash: u64, at: &Remembered<M>) -> Option<(u32, bool)> {
        let (state, _) = self.states.insert(self.states.hash(&at.state), &at.state)?;
        let pair = (state, self.insert_memory(&at.memory)?);
        let RememberedStore { pairs, by_pair, .. } = self;
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

    fn load(&self, number: u32, at: &mut Remembered<M>) {
        let (state, memory) = self.pairs[number as usize];
        self.states.load(state, &mut at.state);
        at.memory = (*self.memories[memory as usize]).clone();
    }

    fn len(&self) -> usize {
        self.pairs.len()
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
            + self.bytes
            + self.memories.capacity() * size_of::<Arc<M>>()
            + self.by_memory.allocation_size()
            + self.pairs.capacity() * size_of::<(u32, u32)>()
            + self.by_pair.allocation_size()
    }
}
