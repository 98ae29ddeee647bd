//! Lockset maps of one state: which of them find more races than others, and antichains of those that find most.

use reductio_programs::{ThreadId, Variable};
use smallvec::SmallVec;

use crate::locksets::{Last, LastAccesses, LastRead, Locksets};
use crate::table::{LocksetId, LocksetTable};

/// The locksets of a state without the steps of the accesses, and without what makes no difference to the races after
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    /// By ascending variable.
    cells: Box<[Cell]>,
}

/// The locksets of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    variable: Variable,
    write: Option<LocksetId>,
    /// By thread; those of threads without a name first.
    reads: SmallVec<[(Option<ThreadId>, LocksetId); 2]>,
}

impl Map {
    pub(crate) fn of(table: &LocksetTable, locksets: &Locksets) -> Map {
        let cells = locksets.variables().iter().map(|last| Cell::of(table, last));
        Map { cells: cells.collect() }
    }

    /// Decides whether every race after the state that is one with the locksets of `other` is one with these as well:
    /// they are pointwise less or equal. A lockset that is not there is everything.
    pub(crate) fn is_at_most(&self, table: &LocksetTable, other: &Map) -> bool {
        let mut cells = self.cells.iter();
        other.cells.iter().all(|cell| {
            cells
                .by_ref()
                .find(|own| own.variable >= cell.variable)
                .is_some_and(|own| own.variable == cell.variable && own.is_at_most(table, cell))
        })
    }

    /// The number of bytes of the map.
    pub(crate) fn bytes(&self) -> usize {
        let spilled = |cell: &Cell| if cell.reads.spilled() { cell.reads.len() * 12 } else { 0 };
        size_of::<Map>()
            + self.cells.iter().map(|cell| size_of::<Cell>() + spilled(cell)).sum::<usize>()
    }
}

impl Cell {
    fn of(table: &LocksetTable, last: &LastAccesses) -> Cell {
        let write = last.write.map(|write| write.set);
        let mut reads: SmallVec<[(Option<ThreadId>, LocksetId); 2]> = SmallVec::new();
        for read in &last.reads {
            let set = read.last.set;
            // A step that misses it misses the lockset of the write as well, or that of another read that stays.
            let is_in = |less: LocksetId| table.is_subset(less, set);
            if write.is_some_and(is_in)
                || reads
                    .iter()
                    .any(|(thread, less)| thread.is_none() && read.thread.is_none() && is_in(*less))
            {
                continue;
            }
            if read.thread.is_none() {
                reads.retain(|(thread, more)| thread.is_some() || !table.is_subset(set, *more));
            }
            reads.push((read.thread, set));
        }
        reads.sort_unstable();
        Cell { variable: last.variable, write, reads }
    }

    fn is_at_most(&self, table: &LocksetTable, other: &Cell) -> bool {
        let by_write = |more| self.write.is_some_and(|less| table.is_subset(less, more));
        other.write.is_none_or(by_write)
            && other.reads.iter().all(|(reader, more)| {
                // The next read of a thread replaces its last one, but not those of threads without a name.
                let stays = |thread: &Option<ThreadId>| thread.is_none() || thread == reader;
                by_write(*more)
                    || self
                        .reads
                        .iter()
                        .any(|(thread, less)| stays(thread) && table.is_subset(*less, *more))
            })
    }
}

/// The lockset maps with which a state was expanded, less those than which another is less. S4 keeps the intersection
/// of all of them (figure 6, line 50), which may be the map of no execution; these are maps of executions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Antichain {
    maps: SmallVec<[Map; 1]>,
}

impl Antichain {
    /// Decides whether some map finds all races that another finds.
    pub(crate) fn covers(&self, table: &LocksetTable, map: &Map) -> bool {
        self.maps.iter().any(|known| known.is_at_most(table, map))
    }

    /// Decides whether some map is less than another (not equal): figure 6, line 43, as it is printed.
    pub(crate) fn covers_properly(&self, table: &LocksetTable, map: &Map) -> bool {
        let is_less = |known: &Map| known.is_at_most(table, map) && !map.is_at_most(table, known);
        self.maps.iter().any(is_less)
    }

    /// Decides whether another map is less than some map.
    pub(crate) fn is_covered_by(&self, table: &LocksetTable, map: &Map) -> bool {
        self.maps.iter().any(|known| map.is_at_most(table, known))
    }

    /// Adds a map, and takes away those that are not needed beside it. Returns how many bytes more there are.
    pub(crate) fn insert(&mut self, table: &LocksetTable, map: Map) -> isize {
        let bytes = |maps: &[Map]| maps.iter().map(Map::bytes).sum::<usize>().cast_signed();
        let before = bytes(&self.maps);
        self.maps.retain(|known| !map.is_at_most(table, known));
        self.maps.push(map);
        bytes(&self.maps) - before
    }

    /// Keeps one map alone. Returns how many bytes more there are.
    pub(crate) fn replace(&mut self, map: Map) -> isize {
        let before = self.maps.iter().map(Map::bytes).sum::<usize>().cast_signed();
        let bytes = map.bytes().cast_signed();
        self.maps.clear();
        self.maps.push(map);
        bytes - before
    }

    /// The number of maps.
    pub(crate) fn len(&self) -> usize {
        self.maps.len()
    }

    /// Makes locksets the intersection of themselves and of the map that is kept (figure 6, line 50, as it is printed).
    /// The steps of the accesses are those of the locksets, where they are known.
    pub(crate) fn intersect(&self, table: &mut LocksetTable, locksets: &mut Locksets) {
        let Some(map) = self.maps.first() else { return };
        let forgotten = |set| Last { set, at: Last::FORGOTTEN };
        for cell in &map.cells {
            locksets.add(LastAccesses {
                variable: cell.variable,
                write: None,
                reads: SmallVec::new(),
            });
        }
        let of = |variable| map.cells.iter().find(|cell| cell.variable == variable);
        locksets.change(|last| {
            let Some(cell) = of(last.variable) else { return };
            let before = last.write;
            last.write = match (last.write, cell.write) {
                (Some(own), Some(set)) => {
                    Some(Last { set: table.intersection(own.set, set), ..own })
                }
                (own, set) => own.or(set.map(forgotten)),
            };
            for read in &mut last.reads {
                let kept = cell.reads.iter().find(|(thread, _)| *thread == read.thread);
                if let Some(set) = kept.map(|(_, set)| *set).or(cell.write) {
                    read.last.set = table.intersection(read.last.set, set);
                }
            }
            for (thread, set) in &cell.reads {
                if !last.reads.iter().any(|read| read.thread == *thread) {
                    let set = before.map_or(*set, |own| table.intersection(own.set, *set));
                    last.reads.push(LastRead { thread: *thread, last: forgotten(set) });
                }
            }
        });
    }
}
