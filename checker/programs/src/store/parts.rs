//! The different parts of stored states.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashTable;

use super::bytes::ByteList;
use crate::encode::Encoded;
use crate::part::Part;

/// The name of a store, which no other store has, so that parts can say where they are kept. 0 is that of none: so many
/// stores were made that there are no names left.
#[derive(Debug)]
pub(super) struct Name(u32);

impl Name {
    pub(super) fn number(&self) -> u32 {
        self.0
    }
}

impl Default for Name {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Name(u32::try_from(NEXT.fetch_add(1, Ordering::Relaxed)).unwrap_or(0))
    }
}

impl Clone for Name {
    /// A copy of a store is another store: the two give the same numbers to different parts from here on.
    fn clone(&self) -> Self {
        Name::default()
    }
}

/// The different parts of one kind, by number. They are kept as bytes; those that were met last are also kept as they
/// are used.
#[derive(Clone, Debug)]
pub(super) struct Parts<T> {
    kept: ByteList,
    hashes: Vec<u64>,
    /// The numbers, by the hashes.
    table: HashTable<u32>,
    /// Parts as they are used, as far as they are there.
    ready: Vec<Option<Part<T>>>,
    /// The bytes that these take, about.
    ready_bytes: usize,
    /// The bytes of the part that is being looked for.
    wanted: Vec<u8>,
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Parts {
            kept: ByteList::default(),
            hashes: Vec::new(),
            table: HashTable::new(),
            ready: Vec::new(),
            ready_bytes: 0,
            wanted: Vec::new(),
        }
    }
}

impl<T: Encoded + Eq + Hash> Parts<T> {
    /// The number of a part, which is kept if it is new; `None` if it cannot be. Parts that take more than about `room`
    /// bytes together are not kept as they are used.
    #[inline]
    pub(super) fn number(&mut self, name: &Name, part: &Part<T>, room: usize) -> Option<u32> {
        match part.number_in(name.number()) {
            Some(number) => Some(number),
            None => self.find(name, part, room),
        }
    }

    fn find(&mut self, name: &Name, part: &Part<T>, room: usize) -> Option<u32> {
        let hash = part.hash_of_value();
        let Parts { kept, hashes, table, ready, wanted, .. } = self;
        wanted.clear();
        let found = table.find(hash, |&number| {
            if let Some(ready) = &ready[number as usize] {
                return ready == part;
            }
            if wanted.is_empty() {
                part.encode(wanted);
            }
            kept.get(number) == wanted
        });
        if let Some(&number) = found {
            part.set_number(name.number(), number);
            if ready[number as usize].is_none() {
                self.make_ready(number, part, room);
            }
            return Some(number);
        }
        if wanted.is_empty() {
            part.encode(wanted);
        }
        table.try_reserve(1, |&number| hashes[number as usize]).ok()?;
        hashes.try_reserve(1).ok()?;
        ready.try_reserve(1).ok()?;
        let number = kept.push(wanted)?;
        hashes.push(hash);
        ready.push(None);
        table.insert_unique(hash, number, |&number| hashes[number as usize]);
        part.set_number(name.number(), number);
        self.make_ready(number, part, room);
        Some(number)
    }

    /// Keeps a part as it is used. If there is no room for it, those that were kept so make room.
    fn make_ready(&mut self, number: u32, part: &Part<T>, room: usize) {
        self.ready_bytes += part.weight();
        if self.ready_bytes > room {
            self.ready.fill(None);
            self.ready_bytes = part.weight();
        }
        self.ready[number as usize] = Some(part.clone());
    }

    /// The hash of a part.
    pub(super) fn hash(&self, number: u32) -> u64 {
        self.hashes[number as usize]
    }

    /// Copies a part to a place where it may be already.
    #[inline]
    pub(super) fn load(&self, name: &Name, number: u32, to: &mut Part<T>) {
        if to.number_in(name.number()) != Some(number)
            && let Some(part) = self.get(name, number)
        {
            *to = part;
        }
    }

    /// A part.
    pub(super) fn get(&self, name: &Name, number: u32) -> Option<Part<T>> {
        if let Some(part) = self.ready.get(number as usize)? {
            return Some(part.clone());
        }
        let part = Part::new(T::decode(self.kept.get(number))?);
        part.set_number(name.number(), number);
        Some(part)
    }

    /// The number of bytes that the parts take.
    pub(super) fn bytes(&self) -> usize {
        self.kept.bytes()
            + self.hashes.capacity() * size_of::<u64>()
            + self.table.allocation_size()
            + self.ready.capacity() * size_of::<Option<Part<T>>>()
            + self.ready_bytes
    }
}
