//! The values that a slot may have, one of each kind.
//!
//! Renaming states maps models to models. So the first slot runs only through relations that no renaming
//! makes smaller, the next through those that none of the renamings that keep the first makes smaller, and
//! so on: each model is met exactly once up to renaming.

use std::collections::HashMap;
use std::rc::Rc;

use reductio_algebra::Sort;

use super::board::{bits, from_pairs, pairs};

/// A value, its number of pairs, and the group of renamings that keep it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: u64,
    pub(super) pairs: u32,
    pub(super) group: usize,
}

/// The number of a group of renamings.
pub(super) type Group = usize;

/// The group of all renamings that are used.
pub(super) const ALL: Group = 0;

/// The most cells of relations that are enumerated.
const MOST_CELLS: usize = 16;

/// The most states for which renamings are used: with more, they are too many to be worth it.
const MOST_RENAMED: usize = 4;

/// The values over `n` states, made when they are first used.
#[derive(Debug)]
pub(super) struct Domains {
    n: usize,
    renamings: Vec<Vec<usize>>,
    groups: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, Group>,
    tables: HashMap<(Group, Sort), Rc<[Entry]>>,
}

impl Domains {
    pub(super) fn new(n: usize) -> Self {
        let mut renamings = vec![(0..n).collect()];
        if n <= MOST_RENAMED {
            renamings = permutations(n);
        }
        let all: Vec<usize> = (0..renamings.len()).collect();
        let numbers = HashMap::from([(all.clone(), ALL)]);
        Domains { n, renamings, groups: vec![all], numbers, tables: HashMap::new() }
    }

    /// The cells of a sort, as bits.
    pub(super) fn cells(n: usize, sort: Sort) -> Vec<u64> {
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| sort == Sort::Action || a == b)
            .map(|pair| from_pairs(std::iter::once(pair)))
            .collect()
    }

    /// Decides whether the values of a sort are few enough to be enumerated.
    pub(super) fn is_small(n: usize, sort: Sort) -> bool {
        Domains::cells(n, sort).len() <= MOST_CELLS
    }

    /// The values of a sort up to a group, fewest pairs first. Panics where they are not few.
    pub(super) fn values(&mut self, group: Group, sort: Sort) -> Rc<[Entry]> {
        if let Some(table) = self.tables.get(&(group, sort)) {
            return table.clone();
        }
        let cells = Domains::cells(self.n, sort);
        assert!(cells.len() <= MOST_CELLS, "too many relations");
        let members = self.groups[group].clone();
        let mut table = Vec::new();
        for code in 0..1u64 << cells.len() {
            let value = bits(code).fold(0, |value, at| value | cells[at]);
            if let Some(kept) = self.stabilizer(&members, value) {
                let group = if kept.len() == members.len() { group } else { self.number(kept) };
                table.push(Entry { value, pairs: value.count_ones(), group });
            }
        }
        table.sort_by_key(|entry| (entry.pairs, entry.value));
        let table: Rc<[Entry]> = table.into();
        self.tables.insert((group, sort), table.clone());
        table
    }

    /// The renamings that keep a value, or `None` when one makes it smaller.
    fn stabilizer(&self, members: &[usize], value: u64) -> Option<Vec<usize>> {
        let mut kept = Vec::new();
        for &member in members {
            let renaming = &self.renamings[member];
            let image = from_pairs(pairs(value).map(|(a, b)| (renaming[a], renaming[b])));
            if image < value {
                return None;
            }
            if image == value {
                kept.push(member);
            }
        }
        Some(kept)
    }

    fn number(&mut self, group: Vec<usize>) -> Group {
        let next = self.groups.len();
        let number = *self.numbers.entry(group.clone()).or_insert(next);
        if number == next {
            self.groups.push(group);
        }
        number
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let longer = shorter.iter().flat_map(|p| {
        (0..n).map(|at| {
            let mut p = p.clone();
            p.insert(at, n - 1);
            p
        })
    });
    longer.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_up_to_renaming_are_as_many_as_digraphs_with_loops() {
        // The numbers of binary relations on n unlabelled points.
        for (n, count) in [(1, 2), (2, 10), (3, 104), (4, 3044)] {
            assert_eq!(Domains::new(n).values(ALL, Sort::Action).len(), count);
            assert_eq!(Domains::new(n).values(ALL, Sort::Predicate).len(), n + 1);
        }
    }

    #[test]
    fn pairs_of_relations_up_to_renaming_are_counted_by_burnside() {
        for n in 1..=3 {
            let mut domains = Domains::new(n);
            let first = domains.values(ALL, Sort::Action);
            let met: usize =
                first.iter().map(|e| domains.values(e.group, Sort::Action).len()).sum();
            let fixed: usize = permutations(n)
                .iter()
                .map(|p| {
                    // A renaming keeps as many pairs of relations as it has choices on its cycles of cells.
                    let mut seen = vec![false; n * n];
                    let mut cycles = 0;
                    for start in 0..n * n {
                        let mut at = start;
                        cycles += usize::from(!seen[at]);
                        while !seen[at] {
                            seen[at] = true;
                            at = p[at / n] * n + p[at % n];
                        }
                    }
                    1usize << (2 * cycles)
                })
                .sum();
            assert_eq!(met, fixed / permutations(n).len());
        }
    }
}
