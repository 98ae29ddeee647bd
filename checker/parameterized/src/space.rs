//! Local states and shared parts, each kept once and known by a number.
//!
//! A configuration is a shared part with a multiset of local states, each of which says of which family its thread is.
//! All searches write it as the number of its shared part and the sorted numbers of its local states.

use std::hash::Hash;

use reductio_system::Value;
use rustc_hash::FxHashMap;

/// The most families.
pub(crate) const MOST_FAMILIES: usize = 16;

/// The value of a shared pointer that is a thread of a family; which one is a flag of a local state.
pub(crate) fn somebody(family: usize) -> Value {
    Value::MAX - Value::try_from(family).expect("there are few families")
}

/// The family of the thread that a shared pointer is, by its value.
pub(crate) fn family_of(value: Value) -> Option<usize> {
    usize::try_from(Value::MAX - value).ok().filter(|family| *family < MOST_FAMILIES)
}

/// The number of a local state.
pub(crate) type LocalId = u32;

/// The number of a shared part.
pub(crate) type SharedId = u32;

/// A local state of a thread: its family, its cells, and for each shared pointer whether it is this thread. No two
/// threads have one flag at once, of whatever families they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Local {
    pub(crate) family: u8,
    pub(crate) cells: Box<[Value]>,
    pub(crate) flags: u64,
}

/// Things that are kept once.
#[derive(Clone, Debug)]
pub(crate) struct Interned<T> {
    numbers: FxHashMap<T, u32>,
    all: Vec<T>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { numbers: FxHashMap::default(), all: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    pub(crate) fn number(&mut self, one: T) -> u32 {
        if let Some(number) = self.numbers.get(&one) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).expect("the limits are below");
        self.all.push(one.clone());
        self.numbers.insert(one, number);
        number
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.all[number as usize]
    }
}

/// The local states and shared parts that were met. A shared part has the cells that are of no thread of a
/// family.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    pub(crate) locals: Interned<Local>,
    pub(crate) shared: Interned<Box<[Value]>>,
}

impl Space {
    pub(crate) fn family(&self, local: LocalId) -> usize {
        usize::from(self.locals.get(local).family)
    }

    pub(crate) fn flags(&self, local: LocalId) -> u64 {
        self.locals.get(local).flags
    }

    /// The flags of several threads; none if two have the same.
    pub(crate) fn joint_flags(&self, locals: impl IntoIterator<Item = LocalId>) -> Option<u64> {
        locals.into_iter().try_fold(0, |flags, local| {
            let own = self.flags(local);
            (flags & own == 0).then_some(flags | own)
        })
    }
}
