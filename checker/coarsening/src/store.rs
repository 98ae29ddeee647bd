//! A store of states, each in as few bytes as its numbers need.

use hashbrown::HashTable;
use reductio_search::{Copies, Store};
use smallvec::SmallVec;

use crate::coarse::Coarse;
use crate::parts::Numbers;

/// The number of bytes of a chunk.
const CHUNK: usize = 1 << 20;
/// The number of bytes of a unit: states begin at whole ones.
const UNIT: usize = 4;
/// The number of bytes before those of a state: its number, and how many bytes it has.
const HEAD: usize = 6;

/// A store of the states of a coarsened program: their numbers in groups of seven bits, one state after the other, each
/// behind its own number, so that a state is found with one look at the table and one at the state.
#[derive(Clone, Debug, Default)]
pub struct CoarseStore {
    chunks: Vec<Vec<u8>>,
    /// The place of each state, in units.
    places: Vec<u32>,
    /// The places of the states, by their hashes.
    table: HashTable<u32>,
}

/// The bytes of one state.
type Bytes = SmallVec<[u8; 64]>;

fn encode(numbers: &[u32], bytes: &mut Bytes) {
    for &number in numbers {
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

/// Whether bytes are those of some numbers.
fn is_encoded(bytes: &[u8], numbers: &[u32]) -> bool {
    let mut left = bytes;
    for &number in numbers {
        let mut number = number;
        loop {
            let Some((&byte, rest)) = left.split_first() else { return false };
            left = rest;
            let is_last = number <= 0x7f;
            let expected = number.to_le_bytes()[0];
            if byte != if is_last { expected } else { expected | 0x80 } {
                return false;
            }
            if is_last {
                break;
            }
            number >>= 7;
        }
    }
    left.is_empty()
}

/// The numbers without those at the end that say that nothing is there.
fn used(numbers: &[u32]) -> &[u32] {
    let used = numbers.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
    &numbers[..used]
}

/// A hash of numbers: it is made of whole ones, so that a state need not be encoded to be found.
fn hash(numbers: &[u32]) -> u64 {
    let fold = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
        #[expect(clippy::cast_possible_truncation)]
        let folded = product as u64 ^ (product >> 64) as u64;
        folded
    };
    let (pairs, rest) = numbers.as_chunks::<2>();
    let last = rest.first().copied().unwrap_or(0);
    let words = pairs.iter().map(|[one, two]| u64::from(*one) << 32 | u64::from(*two));
    let words = words.chain(std::iter::once(u64::from(last)));
    words.fold(numbers.len() as u64, |hash, word| fold(hash.rotate_left(23), word))
}

/// The hash of a stored state.
fn hash_of_bytes(bytes: &[u8]) -> u64 {
    let mut numbers = Numbers::new();
    decode(bytes, &mut numbers);
    hash(&numbers)
}

/// The number and the bytes of the state at a place.
fn stored(chunks: &[Vec<u8>], place: u32) -> (u32, &[u8]) {
    let start = place as usize * UNIT;
    let found = &chunks[start / CHUNK][start % CHUNK..];
    let (number, rest) = found.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
    let (length, rest) = rest.split_first_chunk::<2>().unwrap_or((&[0; 2], &[]));
    (u32::from_le_bytes(*number), &rest[..usize::from(u16::from_le_bytes(*length))])
}

impl Store<Coarse> for CoarseStore {
    type Rows = Copies<Coarse>;

    fn hash(&self, state: &Coarse) -> u64 {
        hash(used(&state.0))
    }

    fn insert(&mut self, hash_value: u64, state: &Coarse) -> Option<(u32, bool)> {
        let CoarseStore { chunks, places, table } = self;
        let numbers = used(&state.0);
        let found = table.find(hash_value, |&place| is_encoded(stored(chunks, place).1, numbers));
        if let Some(&place) = found {
            return Some((stored(chunks, place).0, false));
        }
        let mut bytes = Bytes::new();
        encode(numbers, &mut bytes);
        let number = u32::try_from(places.len()).ok().filter(|&number| number < u32::MAX)?;
        let length = u16::try_from(bytes.len()).ok()?;
        let size = (HEAD + bytes.len()).next_multiple_of(UNIT);
        if chunks.last().is_none_or(|chunk| chunk.len() + size > CHUNK) {
            let mut chunk = Vec::new();
            // As much as there is already, so that few states take little.
            chunk.try_reserve(if chunks.is_empty() { size } else { CHUNK }).ok()?;
            chunks.try_reserve(1).ok()?;
            chunks.push(chunk);
        }
        places.try_reserve(1).ok()?;
        table.try_reserve(1, |&place| hash_of_bytes(stored(chunks, place).1)).ok()?;
        let before = (chunks.len() - 1) * CHUNK;
        let chunk = chunks.last_mut()?;
        let place = u32::try_from((before + chunk.len()) / UNIT).ok()?;
        let end = chunk.len() + size;
        chunk.try_reserve(size).ok()?;
        chunk.extend_from_slice(&number.to_le_bytes());
        chunk.extend_from_slice(&length.to_le_bytes());
        chunk.extend_from_slice(&bytes);
        chunk.resize(end, 0);
        places.push(place);
        table.insert_unique(hash_value, place, |&place| hash_of_bytes(stored(chunks, place).1));
        Some((number, true))
    }

    fn load(&self, number: u32, state: &mut Coarse) {
        if let Some(&place) = self.places.get(number as usize) {
            decode(stored(&self.chunks, place).1, &mut state.0);
        }
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
