//! Stores of visited states. States are numbered in the order of their first visit; membership is exact.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::{Array, SmallVec};

use super::index::Index;
use super::query::Stopped;

/// The number of entries of a chunk: lists grow by whole chunks, which are never moved.
const CHUNK: usize = 1 << 14;

/// The number of words of a line of memory.
const LINE: usize = 8;

/// A set of states in which each state has a number.
pub trait Store<S>: Send + Sync {
    /// Tells whether states are best stored many at a time, after a [`touch`](Self::touch). Each is copied once more
    /// for that.
    const STORES_TOGETHER: bool = false;

    /// The type of copies of states that are not stored yet; [`Copies`] works for any type of states.
    type Rows: Rows<S>;

    /// A hash of a state. Equal states have the same hash in all stores of one type.
    fn hash(&self, state: &S) -> u64;

    /// Stores a state with its hash. Returns its number, and whether it is new; `None` when it cannot be stored,
    /// because there are 2^32 - 1 states, or there is no memory for one more.
    fn insert(&mut self, hash: u64, state: &S) -> Option<(u32, bool)>;

    /// Reads what [`insert`](Self::insert) will look at for these hashes. A search tells a store beforehand which
    /// states it will insert, so that their places in memory are waited for together and not one after the other. It
    /// changes nothing; by default it does nothing.
    fn touch(&self, _hashes: &[u64]) {}

    /// Stores the state in a row with its hash, as [`insert`](Self::insert) does.
    #[inline]
    fn insert_row(&mut self, hash: u64, rows: &Self::Rows, row: usize) -> Option<(u32, bool)> {
        rows.with(row, |state| self.insert(hash, state))
    }

    /// Copies a stored state into `state`.
    fn load(&self, number: u32, state: &mut S);

    /// The number of stored states.
    fn len(&self) -> usize;

    /// Tells whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes that the states and their index take.
    fn bytes(&self) -> usize;
}

/// Copies of states that are not stored yet, one after the other. Another worker may be the one who stores them.
pub trait Rows<S>: Default + Send {
    /// Adds a copy of a state.
    fn push(&mut self, state: &S);

    /// Calls `visit` with a state, by its row.
    fn with<T>(&self, row: usize, visit: impl FnOnce(&S) -> T) -> T;

    /// Removes all states.
    fn clear(&mut self);
}

/// Copies of states of any type. The memory of those that were removed is used again.
#[derive(Clone, Debug)]
pub struct Copies<S> {
    states: Vec<S>,
    len: usize,
}

impl<S> Default for Copies<S> {
    fn default() -> Self {
        Copies { states: Vec::new(), len: 0 }
    }
}

impl<S: Clone + Send> Rows<S> for Copies<S> {
    #[inline]
    fn push(&mut self, state: &S) {
        match self.states.get_mut(self.len) {
            Some(place) => place.clone_from(state),
            None => self.states.push(state.clone()),
        }
        self.len += 1;
    }

    #[inline]
    fn with<T>(&self, row: usize, visit: impl FnOnce(&S) -> T) -> T {
        visit(&self.states[row])
    }

    fn clear(&mut self) {
        self.len = 0;
    }
}

/// Copies of states that are packed into words, each in the same number of words.
#[derive(Clone, Debug, Default)]
pub struct PackedRows {
    words: usize,
    all: Vec<u64>,
}

impl PackedRows {
    #[inline]
    fn row(&self, row: usize) -> &[u64] {
        &self.all[row * self.words..(row + 1) * self.words]
    }
}

impl<A: Array<Item = u64>> Rows<SmallVec<A>> for PackedRows {
    #[inline]
    fn push(&mut self, state: &SmallVec<A>) {
        self.words = state.len();
        self.all.extend_from_slice(state);
    }

    #[inline]
    fn with<T>(&self, row: usize, visit: impl FnOnce(&SmallVec<A>) -> T) -> T {
        visit(&SmallVec::from_slice(self.row(row)))
    }

    fn clear(&mut self) {
        self.all.clear();
    }
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

    /// Tells whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of bytes that the items take.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }
}

/// A store of states that are packed into words, each in the same number of words. States lie one after the other in
/// chunks, with an index of their numbers; a slot of the index takes 5.3 bytes, and at most fifteen slots in sixteen
/// are taken.
#[derive(Clone, Debug)]
pub struct PackedStore {
    words: usize,
    chunks: Vec<Chunk>,
    index: Index,
}

/// A chunk of states, the first of which begins with a line of memory.
#[derive(Clone, Debug)]
struct Chunk {
    memory: Box<[u64]>,
    /// The number of words before the first state.
    start: usize,
}

impl Chunk {
    fn new(words: usize) -> Option<Self> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(CHUNK * words + LINE - 1).ok()?;
        memory.resize(CHUNK * words + LINE - 1, 0);
        let memory: Box<[u64]> = memory.into();
        // A state that lies in two lines is waited for twice.
        let start = memory.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE - 1);
        Some(Chunk { memory, start })
    }
}

impl PackedStore {
    /// Makes an empty store for states of `words` words.
    pub fn new(words: usize) -> Self {
        PackedStore { words, chunks: Vec::new(), index: Index::default() }
    }
}

/// The words of a stored state.
#[inline]
fn stored(chunks: &[Chunk], words: usize, number: u32) -> &[u64] {
    let number = number as usize;
    let chunk = &chunks[number / CHUNK];
    let start = chunk.start + number % CHUNK * words;
    &chunk.memory[start..start + words]
}

/// Copies words over a state that mostly has as many.
#[inline]
fn overwrite<A: Array<Item = u64>>(state: &mut SmallVec<A>, words: &[u64]) {
    fn few<const N: usize>(to: &mut [u64], from: &[u64]) -> bool {
        match (<&mut [u64; N]>::try_from(to), <&[u64; N]>::try_from(from)) {
            (Ok(to), Ok(from)) => *to = *from,
            _ => return false,
        }
        true
    }
    // A call costs more than a few words.
    let to = &mut state[..];
    if few::<1>(to, words) || few::<2>(to, words) || few::<3>(to, words) || few::<4>(to, words) {
        return;
    }
    if !(few::<8>(to, words) || few::<5>(to, words) || few::<6>(to, words) || few::<7>(to, words)) {
        state.clear();
        state.extend_from_slice(words);
    }
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
    const STORES_TOGETHER: bool = true;

    type Rows = PackedRows;

    #[inline]
    fn hash(&self, state: &SmallVec<A>) -> u64 {
        hash(state)
    }

    #[inline]
    fn insert(&mut self, hash: u64, state: &SmallVec<A>) -> Option<(u32, bool)> {
        self.insert_words(hash, state)
    }

    #[inline]
    fn insert_row(&mut self, hash: u64, rows: &PackedRows, row: usize) -> Option<(u32, bool)> {
        self.insert_words(hash, rows.row(row))
    }

    #[inline]
    fn touch(&self, hashes: &[u64]) {
        let mut sum = 0;
        self.index.touch(hashes, |number| {
            let state = stored(&self.chunks, self.words, number);
            // It may lie in two lines.
            sum ^= state.first().unwrap_or(&0) ^ state.last().unwrap_or(&0);
        });
        std::hint::black_box(sum);
    }

    #[inline]
    fn load(&self, number: u32, state: &mut SmallVec<A>) {
        overwrite(state, stored(&self.chunks, self.words, number));
    }

    fn len(&self) -> usize {
        self.index.len()
    }

    fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * self.words * 8 + self.index.bytes()
    }
}

impl PackedStore {
    #[inline]
    fn insert_words(&mut self, hash_value: u64, state: &[u64]) -> Option<(u32, bool)> {
        let PackedStore { words, chunks, index } = self;
        // Short slices are compared faster in line than by a call.
        let is_it = |number| stored(chunks, *words, number).iter().zip(state).all(|(a, b)| a == b);
        if let Some(number) = index.find(hash_value, is_it) {
            return Some((number, false));
        }
        let number = u32::try_from(index.len()).ok().filter(|&number| number < u32::MAX)?;
        let place = number as usize % CHUNK;
        if !index.reserve(|number| hash(stored(chunks, *words, number))) {
            return None;
        }
        if place == 0 {
            let chunk = Chunk::new(*words)?;
            chunks.try_reserve(1).ok()?;
            chunks.push(chunk);
        }
        let chunk = &mut chunks[number as usize / CHUNK];
        let start = chunk.start + place * *words;
        chunk.memory[start..start + *words].copy_from_slice(state);
        index.push(hash_value);
        Some((number, true))
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
    type Rows = Copies<S>;

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
