//! The lockset table (S4 section 7): distinct locksets have numbers, and each is kept once.

use std::sync::Arc;

use reductio_programs::Renaming;
use reductio_watched::Member;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A few members, sorted.
pub type Members = SmallVec<[Member; 4]>;

/// The number of a lockset in a [`LocksetTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocksetId(u32);

/// A table of locksets, in which each distinct one has a number (S4 section 7).
///
/// ```
/// use reductio_locksets::{LocksetTable, Member};
/// use reductio_programs::{Address, ThreadId};
///
/// let (thread, lock) = (Member::Thread(ThreadId(0)), Member::Lock(Address(7)));
/// let mut table = LocksetTable::default();
/// let one = table.number(&[thread]);
/// let both = table.with(one, &[lock]);
/// assert_eq!(table.members(both), [thread, lock]);
/// assert!(table.is_subset(one, both) && !table.is_subset(both, one));
/// assert_eq!(table.with(both, &[thread]), both);
/// assert!(!table.meets(one, &[lock]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LocksetTable {
    sets: Vec<Arc<[Member]>>,
    numbers: FxHashMap<Arc<[Member]>, LocksetId>,
    /// The number of members of all sets together.
    members: usize,
}

impl LocksetTable {
    /// The number of a lockset. Its members have to be sorted, each once.
    pub fn number(&mut self, members: &[Member]) -> LocksetId {
        if let Some(known) = self.numbers.get(members) {
            return *known;
        }
        let number = LocksetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        let set: Arc<[Member]> = members.into();
        self.members += set.len();
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// The members of a lockset, sorted.
    pub fn members(&self, set: LocksetId) -> &[Member] {
        &self.sets[set.0 as usize]
    }

    /// Decides whether a lockset has one of some members, which are sorted.
    pub fn meets(&self, set: LocksetId, members: &[Member]) -> bool {
        let set = self.members(set);
        members.iter().any(|member| set.binary_search(member).is_ok())
    }

    /// Decides whether all members of a lockset are members of another.
    pub fn is_subset(&self, one: LocksetId, other: LocksetId) -> bool {
        let of = self.members(other);
        one == other
            || self.members(one).len() <= of.len()
                && self.members(one).iter().all(|member| of.binary_search(member).is_ok())
    }

    /// A lockset with some members more.
    pub fn with(&mut self, set: LocksetId, members: &[Member]) -> LocksetId {
        let old = self.members(set);
        let missing = |member: &&Member| old.binary_search(member).is_err();
        let mut all: Members = members.iter().filter(missing).copied().collect();
        if all.is_empty() {
            return set;
        }
        all.extend_from_slice(old);
        all.sort_unstable();
        all.dedup();
        self.number(&all)
    }

    /// The members that two locksets have in common.
    pub fn intersection(&mut self, one: LocksetId, other: LocksetId) -> LocksetId {
        let of = self.members(other);
        let is_common = |member: &&Member| of.binary_search(member).is_ok();
        let common: Members = self.members(one).iter().filter(is_common).copied().collect();
        self.number(&common)
    }

    /// The lockset under new names, without the members that were dropped: nobody can refer to them any more, so that
    /// they hand on nothing.
    pub fn renamed(&mut self, set: LocksetId, renaming: &Renaming) -> LocksetId {
        let old = self.members(set);
        let mut new: Members = old.iter().filter_map(|member| member.renamed(renaming)).collect();
        if new[..] == *old {
            return set;
        }
        new.sort_unstable();
        self.number(&new)
    }

    /// The number of distinct locksets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Tells whether no lockset has a number yet.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The number of bytes that the table takes, about.
    pub fn bytes(&self) -> usize {
        self.members * size_of::<Member>()
            + self.sets.len() * (2 * size_of::<Arc<[Member]>>() + size_of::<LocksetId>() + 32)
    }
}
