//! The lockset table.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{Engine, Key, Sync};
use crate::bits::Bits;

/// The lockset table (S4 section 7): each distinct lockset is there once, and variables have its number.
///
/// A synchronization looks at all distinct sets, but at no variable; a question looks at one set. The rules are those
/// of S4 figure 4.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// The entries that are sets of their own, in no order.
    sets: Vec<u32>,
    /// The same entries by what is in them.
    by_content: HashTable<u32>,
    changed: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    bits: Bits,
    /// How many stamps and entries lead here.
    references: u32,
    /// The entry that has the same set, since this one became equal to it.
    same_as: Option<u32>,
    /// Where the entry stands in `sets`.
    at: u32,
}

fn hash(bits: &Bits) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(bits)
}

impl Table {
    /// The number of distinct sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Tells whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The entry that has the set of a stamp.
    fn find(&self, mut entry: u32) -> u32 {
        while let Some(other) = self.entries[entry as usize].same_as {
            entry = other;
        }
        entry
    }

    fn with_content(&self, bits: &Bits) -> Option<u32> {
        let same = |&other: &u32| self.entries[other as usize].bits == *bits;
        self.by_content.find(hash(bits), same).copied()
    }

    fn list(&mut self, entry: u32) {
        let entries = &self.entries;
        let of = |&entry: &u32| hash(&entries[entry as usize].bits);
        self.by_content.insert_unique(hash(&entries[entry as usize].bits), entry, of);
    }

    fn unlist(&mut self, entry: u32) {
        let code = hash(&self.entries[entry as usize].bits);
        if let Ok(found) = self.by_content.find_entry(code, |&other| other == entry) {
            found.remove();
        }
    }

    /// Takes an entry out of the sets of their own.
    fn withdraw(&mut self, entry: u32) {
        let at = self.entries[entry as usize].at;
        self.sets.swap_remove(at as usize);
        if let Some(&moved) = self.sets.get(at as usize) {
            self.entries[moved as usize].at = at;
        }
    }

    fn release(&mut self, mut entry: u32) {
        loop {
            let this = &mut self.entries[entry as usize];
            this.references -= 1;
            if this.references > 0 {
                return;
            }
            self.free.push(entry);
            let Some(other) = self.entries[entry as usize].same_as.take() else {
                self.unlist(entry);
                self.withdraw(entry);
                return;
            };
            entry = other;
        }
    }

    /// Adds some elements to each set that meets others.
    fn grow(&mut self, meeting: &Bits, added: &Bits) {
        let mut changed = std::mem::take(&mut self.changed);
        let grows = |entry: &&u32| {
            let bits = &self.entries[**entry as usize].bits;
            bits.meets(meeting) && !bits.includes(added)
        };
        changed.extend(self.sets.iter().filter(grows));
        for &entry in &changed {
            self.unlist(entry);
            self.entries[entry as usize].bits.add(added);
            if let Some(same) = self.with_content(&self.entries[entry as usize].bits) {
                self.withdraw(entry);
                self.entries[entry as usize].same_as = Some(same);
                self.entries[same as usize].references += 1;
            } else {
                self.list(entry);
            }
        }
        changed.clear();
        self.changed = changed;
    }
}

/// What a thread holds: the locks that it has, and itself.
fn holds(thread: Key, held: &[Key]) -> Bits {
    Bits::of(held.iter().copied().chain([thread]))
}

impl Engine for Table {
    type Stamp = u32;

    fn begin(&mut self, thread: Key, held: &[Key]) -> u32 {
        let bits = holds(thread, held);
        if let Some(entry) = self.with_content(&bits) {
            self.entries[entry as usize].references += 1;
            return entry;
        }
        let entry = self.free.pop().unwrap_or_else(|| {
            self.entries.push(Entry::default());
            u32::try_from(self.entries.len() - 1).expect("there is no memory for so many sets")
        });
        let at = u32::try_from(self.sets.len()).expect("there are fewer sets than entries");
        self.entries[entry as usize] = Entry { bits, references: 1, same_as: None, at };
        self.sets.push(entry);
        self.list(entry);
        entry
    }

    fn forget(&mut self, stamp: u32) {
        self.release(stamp);
    }

    fn pass(&mut self, sync: Sync<'_>) {
        match sync {
            Sync::Acquire { thread, lock, held } => {
                let mut holds = holds(thread, held);
                holds.insert(lock);
                self.grow(&holds, &holds);
            }
            Sync::Release { .. } => {}
            Sync::Fork { thread, child, held } => {
                self.grow(&holds(thread, held), &Bits::of([child]));
            }
            Sync::Join { thread, child, held, child_held } => {
                self.grow(&holds(child, child_held), &holds(thread, held));
            }
            Sync::Publish { thread, volatile, held } => {
                self.grow(&holds(thread, held), &Bits::of([volatile]));
            }
            Sync::Observe { thread, volatile, held } => {
                self.grow(&Bits::of([volatile]), &holds(thread, held));
            }
        }
    }

    fn is_before(&mut self, stamp: u32, thread: Key, held: &[Key]) -> bool {
        let bits = &self.entries[self.find(stamp) as usize].bits;
        bits.contains(thread) || held.iter().any(|&lock| bits.contains(lock))
    }

    fn contains(&mut self, stamp: u32, element: Key, _owner: Option<Key>) -> bool {
        self.entries[self.find(stamp) as usize].bits.contains(element)
    }
}
