//! Stores of visited states. States are numbered in the order of their first visit; membership is exact.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::{Array, SmallVec};

use super::query::Stopped;

/// The number of entries of a chunk: lists grow by whole chunks, which are never moved.
const CHUNK: usize = 1 << 14;

/// A set of states in which each state has a number.
pub trait Store<S>: Send + Sync {
    /// A hash of a state. Equal states have the same hash in all stores of one type.
    fn hash(&self, state: &S) -> u64;

    /// Stores a state with its hash. Returns its number, and whether it is new; `None` when it cannot be stored,
    /// because there are 2^32 - 1 states, or there is no memory for one more.
    fn insert(&mut self, hash: u64, state: &S) -> Option<(u32, bool)>;

    /// Copies a stored state into `state`.
    fn load(&self, number: u32, state: &mut S);

    /// The number of stored states.
    fn len(&self) -> usize;

    /// Whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes that the states and their index take.
    fn bytes(&self) -> usize;
}

/// The reason why a store of so many states takes no more.
pub(super) fn full(states: usize) -> Stopped {
    if states + 1 < u32::MAX as usize { Stopped::Memory } else { Stopped::States }
}

/// A list that grows by chunks, so that what it holds is never moved.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Chunks<T> {
    /// Makes an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(item);
        }
        self.len += 1;
    }

    /// Puts an item in the place of another one.
    #[inline]
    pub fn set(&mut self, index: usize, item: T) {
        self.chunks[index / CHUNK][index % CHUNK] = item;
    }

    /// The item at a place.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of bytes that the items take.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }
}

/// A store of states that are packed into words, each in the same number of words. States lie one after the other in
/// chunks, with a table of their numbers; a slot of the table takes one byte of tag and four of number, and at most
/// seven slots in eight are taken.
#[derive(Clone, Debug)]
pub struct PackedStore {
    words: usize,
    chunks: Vec<Box<[u64]>>,
    table: HashTable<u32>,
}

impl PackedStore {
    /// Makes an empty store for states of `words` words.
    pub fn new(words: usize) -> Self {
        PackedStore { words, chunks: Vec::new(), table: HashTable::new() }
    }
}

/// The words of a stored state.
#[inline]
fn stored(chunks: &[Box<[u64]>], words: usize, number: u32) -> &[u64] {
    let number = number as usize;
    let start = number % CHUNK * words;
    &chunks[number / CHUNK][start..start + words]
}

/// A hash of all words: the product folds every bit of a word into both halves.
#[inline]
fn hash(state: &[u64]) -> u64 {
    let fold = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
        #[expect(clippy::cast_possible_truncation)]
        let folded = product as u64 ^ (product >> 64) as u64;
        folded
    };
    state.iter().fold(0x2545_F491_4F6C_DD1D, |hash, &word| fold(hash.rotate_left(23), word))
}

impl<A: Array<Item = u64>> Store<SmallVec<A>> for PackedStore {
    #[inline]
    fn hash(&self, state: &SmallVec<A>) -> u64 {
        hash(state)
    }

    #[inline]
    fn insert(&mut self, hash_value: u64, state: &SmallVec<A>) -> Option<(u32, bool)> {
        let PackedStore { words, chunks, table } = self;
        let found = table.find(hash_value, |&number| stored(chunks, *words, number) == &state[..]);
        if let Some(&number) = found {
            return Some((number, false));
        }
        let number = u32::try_from(table.len()).ok().filter(|&number| number < u32::MAX)?;
        let place = number as usize % CHUNK;
        table.try_reserve(1, |&number| hash(stored(chunks, *words, number))).ok()?;
        if place == 0 {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK * *words).ok()?;
            chunk.resize(CHUNK * *words, 0);
            chunks.try_reserve(1).ok()?;
            chunks.push(chunk.into());
        }
        chunks[number as usize / CHUNK][place * *words..(place + 1) * *words]
            .copy_from_slice(state);
        table.insert_unique(hash_value, number, |&number| hash(stored(chunks, *words, number)));
        Some((number, true))
    }

    #[inline]
    fn load(&self, number: u32, state: &mut SmallVec<A>) {
        state.clear();
        state.extend_from_slice(stored(&self.chunks, self.words, number));
    }

    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * self.words * 8 + self.table.allocation_size()
    }
}

/// A store of states of any type, which lie one after the other with a table of their numbers.
#[derive(Clone, Debug)]
pub struct ValueStore<S> {
    states: Vec<S>,
    table: HashTable<u32>,
}

impl<S> Default for ValueStore<S> {
    fn default() -> Self {
        ValueStore { states: Vec::new(), table: HashTable::new() }
    }
}

impl<S: Clone + Eq + Hash + Send + Sync> Store<S> for ValueStore<S> {
    fn hash(&self, state: &S) -> u64 {
        FxBuildHasher.hash_one(state)
    }

    fn insert(&mut self, hash: u64, state: &S) -> Option<(u32, bool)> {
        let ValueStore { states, table } = self;
        if let Some(&number) = table.find(hash, |&number| states[number as usize] == *state) {
            return Some((number, false));
        }
        let number = u32::try_from(states.len()).ok().filter(|&number| number < u32::MAX)?;
        table.try_reserve(1, |&number| FxBuildHasher.hash_one(&states[number as usize])).ok()?;
        states.try_reserve(1).ok()?;
        states.push(state.clone());
        table.insert_unique(hash, number, |&number| {
            FxBuildHasher.hash_one(&states[number as usize])
        });
        Some((number, true))
    }

    fn load(&self, number: u32, state: &mut S) {
        state.clone_from(&self.states[number as usize]);
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>() + self.table.allocation_size()
    }
}
