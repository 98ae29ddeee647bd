//! Sets of configurations that have with each one all with more threads: by their least elements.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::rule::Locals;
use crate::space::LocalId;

/// A set of configurations, closed under adding threads: those with one of its elements, by a key of the shared part.
#[derive(Clone, Debug)]
pub(crate) struct Closed<K> {
    elements: Vec<Element<K>>,
    /// The least elements by their keys, then by their last local states.
    by_key: FxHashMap<K, FxHashMap<Option<LocalId>, Vec<Listed>>>,
    least: usize,
}

/// An element in a list: the local states in it as a mask, and its number.
#[derive(Clone, Copy, Debug)]
struct Listed {
    mask: u64,
    number: usize,
}

/// An element: a key, and local states of threads, sorted.
#[derive(Clone, Debug)]
pub(crate) struct Element<K> {
    pub(crate) key: K,
    pub(crate) locals: Locals,
    /// Tells whether no smaller element is known.
    pub(crate) is_least: bool,
    /// The element that a step leads to, if this is none from the beginning.
    pub(crate) next: Option<usize>,
}

impl<K: Copy + Eq + Hash> Closed<K> {
    pub(crate) fn new() -> Self {
        Closed { elements: Vec::new(), by_key: FxHashMap::default(), least: 0 }
    }

    /// Decides whether a configuration is in the set; its local states must be sorted.
    pub(crate) fn has(&self, key: K, locals: &[LocalId]) -> bool {
        let Some(lists) = self.by_key.get(&key) else { return false };
        if lists.contains_key(&None) {
            return true;
        }
        let mask = mask(locals);
        // The last local state of an element is one of these.
        let mut before = None;
        locals.iter().enumerate().any(|(place, last)| {
            if before.replace(*last) == Some(*last) && locals.get(place + 1) == Some(last) {
                return false;
            }
            let list = lists.get(&Some(*last)).map_or(&[][..], Vec::as_slice);
            list.iter().any(|one| {
                one.mask & !mask == 0 && is_within(&self.elements[one.number].locals, locals)
            })
        })
    }

    /// Adds a configuration, unless it is in the set. Returns its number.
    pub(crate) fn add(&mut self, key: K, locals: Locals, next: Option<usize>) -> Option<usize> {
        if self.has(key, &locals) {
            return None;
        }
        let (number, own) = (self.elements.len(), mask(&locals));
        let lists = self.by_key.entry(key).or_default();
        for (last, list) in lists.iter_mut() {
            if *last < locals.last().copied() {
                continue;
            }
            list.retain(|one| {
                let other = &mut self.elements[one.number];
                let is_least = own & !one.mask != 0 || !is_within(&locals, &other.locals);
                other.is_least = is_least;
                self.least -= usize::from(!is_least);
                is_least
            });
        }
        lists.retain(|_, list| !list.is_empty());
        let last = locals.last().copied();
        lists.entry(last).or_default().push(Listed { mask: own, number });
        self.least += 1;
        self.elements.push(Element { key, locals, is_least: true, next });
        Some(number)
    }

    pub(crate) fn get(&self, number: usize) -> &Element<K> {
        &self.elements[number]
    }

    /// The number of elements that were ever added.
    pub(crate) fn added(&self) -> usize {
        self.elements.len()
    }

    /// The number of least elements.
    pub(crate) fn len(&self) -> usize {
        self.least
    }
}

/// Local states as a mask: of sets, the smaller has fewer bits.
fn mask(locals: &[LocalId]) -> u64 {
    locals.iter().fold(0, |mask, local| mask | 1 << (local % 64))
}

/// Decides whether each local state is among others as often; both must be sorted.
pub(crate) fn is_within(some: &[LocalId], all: &[LocalId]) -> bool {
    if some.len() > all.len() {
        return false;
    }
    let mut all = all.iter();
    some.iter().all(|one| all.by_ref().find(|other| *other >= one) == Some(one))
}
