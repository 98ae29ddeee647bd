//! A store of states, each in as few bytes as its numbers need.

use hashbrown::HashTable;
use reductio_search::Store;

use crate::model::Coarse;
use crate::parts::Numbers;

/// The number of bytes of a chunk.
const CHUNK: usize = 1 << 20;

/// A store of the states of a coarsened program: their numbers in groups of seven bits, one state after the other.
#[derive(Clone, Debug, Default)]
pub struct CoarseStore {
    chunks: Vec<Vec<u8>>,
    /// The place of each state: the number of its first byte.
    places: Vec<u32>,
    /// For each chunk the number of its first state.
    firsts: Vec<u32>,
    table: HashTable<u32>,
}

fn encode(numbers: &[u32], bytes: &mut Vec<u8>) {
    let used = numbers.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
    for &number in &numbers[..used] {
        let mut left = number;
        while left > 0x7f {
            bytes.push(left.to_le_bytes()[0] | 0x80);
            left >>= 7;
        }
        bytes.push(left.to_le_bytes()[0]);
    }
}

fn decode(bytes: &[u8], numbers: &mut Numbers) {
    numbers.clear();
    let (mut number, mut shift) = (0_u32, 0);
    for &byte in bytes {
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
        #[expect(clippy::cast_possible_truncation)]
        let folded = product as u64 ^ (product >> 64) as u64;
        folded
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last));
    words.fold(bytes.len() as u64, |hash, word| {
        fold(hash.rotate_left(23), u64::from_le_bytes(*word))
    })
}

impl CoarseStore {
    fn stored(&self, number: u32) -> &[u8] {
        let chunk = self.firsts.partition_point(|first| *first <= number) - 1;
        let start = self.places[number as usize] as usize;
        let next = number as usize + 1;
        let is_last = self.firsts.get(chunk + 1).is_some_and(|first| *first as usize == next);
        let end = self.places.get(next).filter(|_| !is_last).map(|end| *end as usize);
        let bytes = &self.chunks[chunk];
        &bytes[start..end.unwrap_or(bytes.len())]
    }
}

impl Store<Coarse> for CoarseStore {
    fn hash(&self, state: &Coarse) -> u64 {
        let mut bytes = Vec::with_capacity(64);
        encode(&state.0, &mut bytes);
        hash(&bytes)
    }

    fn insert(&mut self, hash_value: u64, state: &Coarse) -> Option<(u32, bool)> {
        let mut bytes = Vec::with_capacity(64);
        encode(&state.0, &mut bytes);
        let found = self.table.find(hash_value, |&number| self.stored(number) == bytes);
        if let Some(&number) = found {
            return Some((number, false));
        }
        let number = u32::try_from(self.places.len()).ok().filter(|&number| number < u32::MAX)?;
        let is_full = |chunk: &Vec<u8>| chunk.len() + bytes.len() > chunk.capacity();
        if self.chunks.last().is_none_or(is_full) {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK.max(bytes.len())).ok()?;
            self.chunks.push(chunk);
            self.firsts.push(number);
        }
        self.places.try_reserve(1).ok()?;
        let mut table = std::mem::take(&mut self.table);
        let reserved = table.try_reserve(1, |&number| hash(self.stored(number)));
        self.table = table;
        reserved.ok()?;
        let chunk = self.chunks.last_mut()?;
        self.places.push(u32::try_from(chunk.len()).ok()?);
        chunk.extend_from_slice(&bytes);
        let mut table = std::mem::take(&mut self.table);
        table.insert_unique(hash_value, number, |&number| hash(self.stored(number)));
        self.table = table;
        Some((number, true))
    }

    fn load(&self, number: u32, state: &mut Coarse) {
        decode(self.stored(number), &mut state.0);
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum::<usize>()
            + self.places.capacity() * size_of::<u32>()
            + self.table.allocation_size()
    }
}
