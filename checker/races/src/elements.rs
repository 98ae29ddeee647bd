//! Elements of locksets, and their numbers.

use crate::engine::Key;
use crate::event::{Lock, Thread, Volatile};

/// An element of a lockset: a lock, a thread (S4 section 2), or a volatile variable that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A thread.
    Thread(Thread),
    /// A lock.
    Lock(Lock),
    /// A volatile variable.
    Volatile(Volatile),
}

/// Numbers elements in the order in which they are first met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    all: Vec<Element>,
    /// For the numbers of threads, locks and volatile variables the key, from one.
    threads: Vec<u32>,
    locks: Vec<u32>,
    volatiles: Vec<u32>,
}

impl Elements {
    /// The key of an element, a new one if it was not met before.
    pub(crate) fn key(&mut self, element: Element) -> Key {
        let (keys, index) = match element {
            Element::Thread(thread) => (&mut self.threads, thread.index()),
            Element::Lock(lock) => (&mut self.locks, lock.index()),
            Element::Volatile(volatile) => (&mut self.volatiles, volatile.index()),
        };
        if index >= keys.len() {
            keys.resize(index + 1, 0);
        }
        if keys[index] == 0 {
            self.all.push(element);
            keys[index] = u32::try_from(self.all.len()).expect("there is no memory for more");
        }
        Key(keys[index] - 1)
    }

    pub(crate) fn find(&self, element: Element) -> Option<Key> {
        let (keys, index) = match element {
            Element::Thread(thread) => (&self.threads, thread.index()),
            Element::Lock(lock) => (&self.locks, lock.index()),
            Element::Volatile(volatile) => (&self.volatiles, volatile.index()),
        };
        keys.get(index).filter(|&&key| key > 0).map(|key| Key(key - 1))
    }

    /// All elements that were met.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Key, Element)> {
        (0..).map(Key).zip(self.all.iter().copied())
    }
}
