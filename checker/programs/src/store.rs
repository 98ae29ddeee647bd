//! A store of states as bytes.

use std::hash::Hasher;

use hashbrown::HashTable;
use reductio_search::Store;
use rustc_hash::FxHasher;

use crate::encode::{decode, encode, encoded};
use crate::state::State;

/// The greatest number of bytes of a chunk, but for states that are greater.
const CHUNK: usize = 1 << 20;

/// The number of bytes of the first chunk.
const FIRST_CHUNK: usize = 1 << 12;

/// A store of states, each as the bytes that it takes and no more. What [`Store::bytes`] says is what the states take.
#[derive(Clone, Debug, Default)]
pub struct StateStore {
    chunks: Vec<Vec<u8>>,
    /// Where each state lies: the chunk, the first byte, and the number of bytes.
    places: Vec<(u32, u32, u32)>,
    table: HashTable<u32>,
    bytes: usize,
}

impl StateStore {
    fn stored(&self, number: u32) -> &[u8] {
        stored(&self.chunks, &self.places, number)
    }
}

fn stored<'s>(chunks: &'s [Vec<u8>], places: &[(u32, u32, u32)], number: u32) -> &'s [u8] {
    let (chunk, start, length) = places[number as usize];
    &chunks[chunk as usize][start as usize..][..length as usize]
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

impl Store<State> for StateStore {
    fn hash(&self, state: &State) -> u64 {
        hash(&encoded(state))
    }

    fn insert(&mut self, hash_value: u64, state: &State) -> Option<(u32, bool)> {
        let mut bytes = Vec::new();
        encode(state, &mut bytes);
        let found = self.table.find(hash_value, |&number| self.stored(number) == bytes);
        if let Some(&number) = found {
            return Some((number, false));
        }
        let StateStore { chunks, places, table, .. } = self;
        let number = u32::try_from(places.len()).ok().filter(|&number| number < u32::MAX)?;
        let length = u32::try_from(bytes.len()).ok()?;
        table.try_reserve(1, |&number| hash(stored(chunks, places, number))).ok()?;
        places.try_reserve(1).ok()?;
        if chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < bytes.len()) {
            let mut chunk = Vec::new();
            // As much as there is already, so that few states take little.
            let size = self.bytes.clamp(FIRST_CHUNK, CHUNK);
            chunk.try_reserve_exact(size.max(bytes.len())).ok()?;
            chunks.try_reserve(1).ok()?;
            self.bytes += chunk.capacity();
            chunks.push(chunk);
        }
        let last = u32::try_from(chunks.len() - 1).ok()?;
        let chunk = chunks.last_mut()?;
        let start = u32::try_from(chunk.len()).ok()?;
        chunk.extend_from_slice(&bytes);
        places.push((last, start, length));
        table.insert_unique(hash_value, number, |&number| hash(stored(chunks, places, number)));
        Some((number, true))
    }

    fn load(&self, number: u32, state: &mut State) {
        if let Some(found) = decode(self.stored(number)) {
            *state = found;
        }
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn bytes(&self) -> usize {
        self.bytes
            + self.places.capacity() * size_of::<(u32, u32, u32)>()
            + self.table.allocation_size()
    }
}
