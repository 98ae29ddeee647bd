//! RC11 as the paper has it (Lahav et al., PLDI 2017): relations on the events of a graph, as tables of truth values.
//! Nothing here is shared with the library.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Release, SeqCst};

/// A place of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Where {
    Atomic(usize),
    Lock(usize),
    Data(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    Write,
    Fence,
    /// Not atomic.
    DataRead,
    DataWrite,
}

/// An event: which one of its thread, what it is. `reads` is the thread and number of the write that is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Event {
    pub(super) thread: usize,
    pub(super) number: usize,
    pub(super) kind: Kind,
    pub(super) place: Option<Where>,
    pub(super) order: Option<Ordering>,
    pub(super) value: u64,
    pub(super) reads: Option<(usize, usize)>,
    /// The write belongs to the read before it.
    pub(super) second: bool,
}

/// The thread and number of a write that is read. `None` is the first value.
pub(super) type Source = Option<(usize, usize)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Graph {
    pub(super) threads: Vec<Vec<Event>>,
    pub(super) writes: BTreeMap<Where, Vec<(usize, usize)>>,
}

fn acquires(order: Option<Ordering>) -> bool {
    matches!(order, Some(Acquire | AcqRel | SeqCst))
}

fn releases(order: Option<Ordering>) -> bool {
    matches!(order, Some(Release | AcqRel | SeqCst))
}

/// A relation on at most 64 events: of each, those that it is related to, as bits.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<u64>);

impl Table {
    pub(super) fn has(&self, from: usize, to: usize) -> bool {
        self.0[from] >> to & 1 == 1
    }
}

fn table(size: usize, holds: impl Fn(usize, usize) -> bool) -> Table {
    assert!(size <= 64, "{size} events");
    let row = |a: usize| (0..size).fold(0, |row, b| row | u64::from(holds(a, b)) << b);
    Table((0..size).map(row).collect())
}

fn then(a: &Table, b: &Table) -> Table {
    let row = |row: &u64| {
        let middle = (0..a.0.len()).filter(|middle| row >> middle & 1 == 1);
        middle.fold(0, |all, middle| all | b.0[middle])
    };
    Table(a.0.iter().map(row).collect())
}

fn either(all: &[&Table]) -> Table {
    let row = |x: usize| all.iter().fold(0, |row, table| row | table.0[x]);
    Table((0..all[0].0.len()).map(row).collect())
}

fn plus(a: &Table) -> Table {
    let mut all = a.clone();
    for middle in 0..a.0.len() {
        for x in 0..a.0.len() {
            if all.has(x, middle) {
                all.0[x] |= all.0[middle];
            }
        }
    }
    all
}

fn maybe(a: &Table) -> Table {
    Table(a.0.iter().enumerate().map(|(x, row)| row | 1 << x).collect())
}

fn is_irreflexive(a: &Table) -> bool {
    (0..a.0.len()).all(|x| !a.has(x, x))
}

/// The judgement of a graph.
pub(super) struct Judged {
    pub(super) hb: Table,
    /// It is one of RC11, and one in which all that is done has one order.
    pub(super) consistent: bool,
    pub(super) sequential: bool,
}

impl Graph {
    pub(super) fn all(&self) -> Vec<&Event> {
        self.threads.iter().flatten().collect()
    }

    /// Happens-before, and whether the graph is consistent.
    pub(super) fn judge(&self) -> Judged {
        let all = self.all();
        let size = all.len();
        let name = |event: usize| (all[event].thread, all[event].number);
        let (reads, writes) = (
            |event: usize| all[event].kind == Kind::Read,
            |event: usize| all[event].kind == Kind::Write,
        );
        let fence = |event: usize| all[event].kind == Kind::Fence;
        let sb =
            table(size, |a, b| all[a].thread == all[b].thread && all[a].number < all[b].number);
        let rf = table(size, |a, b| writes(a) && all[b].reads == Some(name(a)));
        let rank = |event: usize| {
            let list = self.writes.get(&all[event].place?)?;
            list.iter().position(|found| *found == name(event))
        };
        let same = |a: usize, b: usize| all[a].place.is_some() && all[a].place == all[b].place;
        let mo = table(size, |a, b| writes(a) && writes(b) && same(a, b) && rank(a) < rank(b));
        // A read of the first value comes before all writes.
        let source = |read: usize| {
            all[read].reads.map(|from| (0..size).find(|event| name(*event) == from).unwrap())
        };
        let rb = table(size, |a, b| {
            reads(a)
                && writes(b)
                && same(a, b)
                && match source(a) {
                    None => true,
                    Some(from) => mo.has(from, b),
                }
        });
        let pair = table(size, |a, b| {
            all[b].second && all[a].thread == all[b].thread && all[a].number + 1 == all[b].number
        });
        let eco = plus(&either(&[&rf, &mo, &rb]));
        let rs = maybe(&plus(&then(&rf, &pair)));
        let from_release = table(size, |a, b| {
            releases(all[a].order)
                && ((writes(a) && a == b) || fence(a) && sb.has(a, b) && writes(b))
        });
        let to_acquire = table(size, |a, b| {
            acquires(all[b].order) && ((reads(b) && a == b) || fence(b) && sb.has(a, b) && reads(a))
        });
        let sw = then(&then(&then(&from_release, &rs), &rf), &to_acquire);
        let hb = plus(&either(&[&sb, &sw]));
        let coherent = is_irreflexive(&then(&hb, &maybe(&eco)));
        let between = |x: usize, y: usize| (0..size).any(|z| rb.has(x, z) && mo.has(z, y));
        let atomic = !(0..size).any(|x| (0..size).any(|y| pair.has(x, y) && between(x, y)));
        let in_order = is_irreflexive(&plus(&either(&[&sb, &rf])));
        let apart = table(size, |a, b| sb.has(a, b) && !same(a, b));
        let on_one = table(size, |a, b| hb.has(a, b) && same(a, b));
        let scb = either(&[&sb, &then(&then(&apart, &hb), &apart), &on_one, &mo, &rb]);
        let strongest = |event: usize| all[event].order == Some(SeqCst);
        let left = table(size, |a, b| strongest(a) && (a == b || fence(a) && hb.has(a, b)));
        let right = table(size, |a, b| strongest(b) && (a == b || fence(b) && hb.has(a, b)));
        let base = then(&then(&left, &scb), &right);
        let wide = either(&[&hb, &then(&then(&hb, &eco), &hb)]);
        let both = |event: usize| fence(event) && strongest(event);
        let fences = table(size, |a, b| both(a) && both(b) && wide.has(a, b));
        let psc = is_irreflexive(&plus(&either(&[&base, &fences])));
        let sequential = is_irreflexive(&plus(&either(&[&sb, &rf, &mo, &rb])));
        Judged { hb, consistent: coherent && atomic && in_order && psc, sequential }
    }

    /// Decides whether two accesses to one place that is no lock conflict, neither happens before the other, and not
    /// both are `SeqCst`.
    pub(super) fn conflicts(&self, hb: &Table) -> bool {
        let all = self.all();
        let writes = |e: &Event| matches!(e.kind, Kind::Write | Kind::DataWrite);
        let pair = |a: usize, b: usize| {
            let (x, y) = (all[a], all[b]);
            x.thread != y.thread
                && x.place.is_some()
                && x.place == y.place
                && !matches!(x.place, Some(Where::Lock(_)))
                && (writes(x) || writes(y))
                && (x.order, y.order) != (Some(SeqCst), Some(SeqCst))
                && !hb.has(a, b)
                && !hb.has(b, a)
        };
        (0..all.len()).any(|a| (0..all.len()).any(|b| pair(a, b)))
    }

    pub(super) fn races(&self, hb: &Table) -> bool {
        let all = self.all();
        let data = |e: &Event| matches!(e.kind, Kind::DataRead | Kind::DataWrite);
        (0..all.len()).any(|a| {
            (0..all.len()).any(|b| {
                let (x, y) = (all[a], all[b]);
                data(x)
                    && data(y)
                    && x.place == y.place
                    && x.thread != y.thread
                    && (x.kind == Kind::DataWrite || y.kind == Kind::DataWrite)
                    && !hb.has(a, b)
                    && !hb.has(b, a)
            })
        })
    }

    pub(super) fn value(&self, write: Source) -> u64 {
        write.map_or(0, |(thread, number)| self.threads[thread][number].value)
    }
}
