//! Definition 1 of S4 by transitive closure: the obvious way, which keeps everything.

use reductio_races::{
    Conflicts, Element, Event, Lock, Operation, Reading, Thread, Variable, Volatile, Volatiles,
};

use crate::oracle::random::Size;

/// Happens before, for all pairs of events of a trace.
pub(crate) struct Closure<'e> {
    events: &'e [Event],
    reading: Reading,
    /// For each event those that are before it or are it, one bit each.
    before: Vec<u64>,
}

fn variable_of(event: &Event) -> Option<(Variable, bool)> {
    match event.operation {
        Operation::Read(variable) => Some((variable, false)),
        Operation::Write(variable) => Some((variable, true)),
        _ => None,
    }
}

fn volatile_of(event: &Event) -> Option<Volatile> {
    match event.operation {
        Operation::VolatileRead(volatile) | Operation::VolatileWrite(volatile) => Some(volatile),
        _ => None,
    }
}

impl<'e> Closure<'e> {
    pub(crate) fn new(events: &'e [Event], reading: Reading) -> Self {
        assert!(events.len() <= 64);
        let mut before: Vec<u64> = Vec::new();
        for (l, later) in events.iter().enumerate() {
            let mut set = 1 << l;
            for (k, earlier) in events[..l].iter().enumerate() {
                if is_arrow(earlier, later, reading) {
                    set |= before[k];
                }
            }
            before.push(set);
        }
        Self { events, reading, before }
    }

    pub(crate) fn is_before(&self, k: usize, l: usize) -> bool {
        self.before[l] >> k & 1 == 1
    }

    fn conflict(&self, k: usize, l: usize) -> bool {
        match (variable_of(&self.events[k]), variable_of(&self.events[l])) {
            (Some((one, one_writes)), Some((other, other_writes))) => {
                one == other
                    && (self.reading.conflicts == Conflicts::All || one_writes || other_writes)
            }
            _ => false,
        }
    }

    /// The pairs of an access and an earlier one that race.
    pub(crate) fn races_at(&self, l: usize) -> Vec<usize> {
        (0..l).filter(|&k| self.conflict(k, l) && !self.is_before(k, l)).collect()
    }

    /// The last event before number `end` for which something holds.
    fn last(&self, end: usize, holds: impl Fn(&Event) -> bool) -> Option<usize> {
        (0..end).rev().find(|&k| holds(&self.events[k]))
    }

    /// The accesses before number `end` that count: the last write, and for each thread its last read after that; or
    /// the last access. With each the reader.
    pub(crate) fn counting(&self, end: usize, variable: Variable) -> Vec<(Option<Thread>, usize)> {
        let all = self.reading.conflicts == Conflicts::All;
        let counts = |event: &Event| {
            variable_of(event).is_some_and(|(other, writes)| other == variable && (all || writes))
        };
        let write = self.last(end, counts);
        let mut found: Vec<(Option<Thread>, usize)> =
            write.map(|k| (None, k)).into_iter().collect();
        for k in write.map_or(0, |k| k + 1)..end {
            let thread = self.events[k].thread;
            if variable_of(&self.events[k]) == Some((variable, false)) {
                found.retain(|(reader, _)| *reader != Some(thread));
                found.push((Some(thread), k));
            }
        }
        found
    }

    /// The lines of the counting accesses with which an access races.
    pub(crate) fn with(&self, l: usize) -> Vec<u64> {
        let Some((variable, _)) = variable_of(&self.events[l]) else { return Vec::new() };
        let counting = self.counting(l, variable);
        let races = |k: &usize| self.conflict(*k, l) && !self.is_before(*k, l);
        let mut lines: Vec<u64> = counting
            .into_iter()
            .map(|(_, k)| k)
            .filter(races)
            .map(|k| self.events[k].line)
            .collect();
        lines.sort_unstable();
        lines
    }

    /// The lockset that Lemma 1 gives to access `i` after the events before number `end`.
    pub(crate) fn lemma_1(&self, i: usize, end: usize, size: &Size) -> Vec<Element> {
        let after = |what: &dyn Fn(&Event) -> bool| {
            (i..end).any(|j| self.is_before(i, j) && what(&self.events[j]))
        };
        let acts = |thread: Thread| after(&|event: &Event| event.thread == thread);
        let mut set = Vec::new();
        for thread in (0..size.threads).map(Thread) {
            if acts(thread) || after(&|event: &Event| event.operation == Operation::Fork(thread)) {
                set.push(Element::Thread(thread));
            }
        }
        for lock in (0..size.locks).map(Lock) {
            let is_in = match self.owner(lock, end) {
                Some(owner) => acts(owner),
                None => after(&|event: &Event| event.operation == Operation::Release(lock)),
            };
            if is_in {
                set.push(Element::Lock(lock));
            }
        }
        for volatile in (0..size.volatiles).map(Volatile) {
            let leaves = |event: &Event| {
                volatile_of(event) == Some(volatile)
                    && (self.reading.volatiles == Volatiles::AllAccesses
                        || matches!(event.operation, Operation::VolatileWrite(_)))
            };
            if after(&leaves) {
                set.push(Element::Volatile(volatile));
            }
        }
        set
    }

    /// The thread that has a lock: it has acquired it more often than released.
    fn owner(&self, lock: Lock, end: usize) -> Option<Thread> {
        let k = self.last(end, |event| event.operation == Operation::Acquire(lock))?;
        let thread = self.events[k].thread;
        let count = |operation: Operation| {
            let is = |event: &&Event| event.thread == thread && event.operation == operation;
            self.events[..end].iter().filter(is).count()
        };
        (count(Operation::Acquire(lock)) > count(Operation::Release(lock))).then_some(thread)
    }
}

/// Whether one of the four cases of Definition 1 holds, or that of a thread without events, or one of volatile
/// variables.
fn is_arrow(earlier: &Event, later: &Event, reading: Reading) -> bool {
    use Operation::{Acquire, Fork, Join, Release, VolatileRead, VolatileWrite};
    let same_volatile =
        volatile_of(earlier).is_some() && volatile_of(earlier) == volatile_of(later);
    earlier.thread == later.thread
        || matches!((earlier.operation, later.operation), (Release(m), Acquire(n)) if m == n)
        || earlier.operation == Fork(later.thread)
        || later.operation == Join(earlier.thread)
        || matches!((earlier.operation, later.operation), (Fork(u), Join(v)) if u == v)
        || match reading.volatiles {
            Volatiles::AllAccesses => same_volatile,
            Volatiles::WriteToRead => {
                let pair = (earlier.operation, later.operation);
                same_volatile && matches!(pair, (VolatileWrite(_), VolatileRead(_)))
            }
        }
}
