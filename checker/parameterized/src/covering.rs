//! Abstract states, of which those that stand for no more configurations than another one are left out.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::counts::{Counts, parts};
use crate::mutation::Mutation;
use crate::space::SharedId;

/// A set of abstract states, none of which stands for no more than another one.
#[derive(Default)]
pub(crate) struct Covering {
    /// All that were added.
    all: Vec<(SharedId, Counts)>,
    is_left_out: Vec<bool>,
    by_shared: FxHashMap<SharedId, Vec<Listed>>,
    /// All that were looked at: most are met more than once.
    seen: FxHashSet<(SharedId, Counts)>,
    left_out: usize,
    mutation: Option<Mutation>,
}

/// A state in a list: the local states in which there may be threads and those in which there are, as masks.
#[derive(Clone, Copy)]
struct Listed {
    may_be: u64,
    are: u64,
    number: usize,
}

impl Listed {
    fn new(counts: &Counts, number: usize) -> Self {
        let mut listed = Listed { may_be: 0, are: 0, number };
        for (local, count) in counts.iter().map(|one| parts(*one)) {
            listed.may_be |= 1 << (local % 64);
            listed.are |= u64::from(count.least > 0) << (local % 64);
        }
        listed
    }

    /// Whether a state may have all that another one stands for.
    fn may_have(self, less: Listed) -> bool {
        less.may_be & !self.may_be == 0 && self.are & !less.are == 0
    }
}

impl Covering {
    pub(crate) fn new(mutation: Option<Mutation>) -> Self {
        Covering { mutation, ..Covering::default() }
    }

    /// Adds a state, unless one that is there has all that it stands for. Returns its number.
    pub(crate) fn add(&mut self, shared: SharedId, counts: Counts) -> Option<usize> {
        if !self.seen.insert((shared, counts.clone())) {
            return None;
        }
        let own = Listed::new(&counts, self.all.len());
        let Covering { all, is_left_out, by_shared, left_out, mutation, .. } = self;
        let has = |more: &Counts, less: &Counts| has(more, less, *mutation);
        let list = by_shared.entry(shared).or_default();
        let has_it = |one: &Listed| one.may_have(own) && has(&all[one.number].1, &counts);
        if list.iter().any(has_it) {
            return None;
        }
        list.retain(|one| {
            let is_less = own.may_have(*one) && has(&counts, &all[one.number].1);
            is_left_out[one.number] = is_less;
            *left_out += usize::from(is_less);
            !is_less
        });
        list.push(own);
        all.push((shared, counts));
        is_left_out.push(false);
        Some(own.number)
    }

    /// A state that has all that this one stands for.
    pub(crate) fn find(&self, shared: SharedId, counts: &Counts) -> Option<usize> {
        let own = Listed::new(counts, 0);
        let mut list = self.by_shared.get(&shared)?.iter();
        list.find(|one| one.may_have(own) && has(&self.all[one.number].1, counts, self.mutation))
            .map(|one| one.number)
    }

    pub(crate) fn get(&self, number: usize) -> &(SharedId, Counts) {
        &self.all[number]
    }

    /// Tells whether a state was left out after it was added, for one that has all that it stands for.
    pub(crate) fn is_left_out(&self, number: usize) -> bool {
        self.is_left_out[number]
    }

    /// The number of states that were ever added.
    pub(crate) fn added(&self) -> usize {
        self.all.len()
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.all.len() - self.left_out
    }

    /// The states with their numbers, the oldest first.
    pub(crate) fn states(&self) -> impl Iterator<Item = (usize, &(SharedId, Counts))> {
        self.all.iter().enumerate().filter(|(number, _)| !self.is_left_out[*number])
    }
}

/// Decides whether an abstract state stands for all configurations that another one with the same shared part stands
/// for.
fn has(more: &Counts, less: &Counts, mutation: Option<Mutation>) -> bool {
    let covers_more = mutation == Some(Mutation::CoversMore);
    let mut less = less.iter().map(|one| parts(*one)).peekable();
    let has_each = more.iter().map(|one| parts(*one)).all(|(local, count)| {
        match less.next_if(|(other, _)| *other == local) {
            Some((_, other)) => {
                count.least <= other.least
                    && (count.is_open
                        || covers_more
                        || !other.is_open && count.least == other.least)
            }
            None => count.least == 0,
        }
    });
    has_each && less.peek().is_none()
}
