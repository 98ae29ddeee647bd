//! The rules of the paper as they are printed.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::detector::{Conflicts, Reading, Volatiles};
use crate::elements::{Element, Elements};
use crate::engine::Key;
use crate::event::{Event, Lock, Operation, Thread, Variable};
use crate::fault::OrderFault;
use crate::order::{Effect, Order};

/// Locksets as the paper prints their rules (S4 figures 4 and 8): one for each variable, and for each thread that read
/// it; each synchronization looks at all of them.
///
/// It is slow and obvious: [`Detector`](crate::Detector) is compared with it.
#[derive(Clone, Debug)]
pub struct Printed {
    reading: Reading,
    order: Order,
    elements: Elements,
    held: FxHashMap<Thread, Vec<Lock>>,
    variables: Vec<Locksets>,
}

/// The locksets of a variable: of its last write, and of the last reads since then. Before the first access they are
/// sets of everything, which is `None` here. A thread without an entry in `reads` has the lockset of the write.
#[derive(Clone, Debug, Default)]
struct Locksets {
    write: Option<Bits>,
    reads: Vec<(Thread, Bits)>,
}

impl Printed {
    /// At the begin of an execution.
    pub fn new(reading: Reading) -> Self {
        Self {
            reading,
            order: Order::default(),
            elements: Elements::default(),
            held: FxHashMap::default(),
            variables: Vec::new(),
        }
    }

    /// Takes the next event in. Says whether it is an access that races with earlier ones.
    ///
    /// # Errors
    /// The event cannot come at this point. Then everything is left as it was.
    pub fn observe(&mut self, event: &Event) -> Result<bool, OrderFault> {
        let effect = self.order.pass(event)?;
        if effect == Effect::Counted {
            return Ok(false);
        }
        let thread = event.thread;
        match event.operation {
            Operation::Read(variable) => return Ok(self.access(thread, variable, false)),
            Operation::Write(variable) => return Ok(self.access(thread, variable, true)),
            Operation::Acquire(lock) => {
                self.held.entry(thread).or_default().push(lock);
                let holds = self.holds(thread);
                self.grow(&holds, &holds);
            }
            Operation::Release(lock) => {
                self.held.entry(thread).or_default().retain(|other| *other != lock);
            }
            Operation::Fork(child) => {
                let child = self.key(Element::Thread(child));
                let holds = self.holds(thread);
                self.grow(&holds, &Bits::of([child]));
            }
            Operation::Join(child) => {
                let (meeting, added) = (self.holds(child), self.holds(thread));
                self.grow(&meeting, &added);
            }
            Operation::VolatileRead(volatile) | Operation::VolatileWrite(volatile) => {
                let volatile = Bits::of([self.key(Element::Volatile(volatile))]);
                let mut holds = self.holds(thread);
                match (self.reading.volatiles, event.operation) {
                    (Volatiles::AllAccesses, _) => {
                        holds.add(&volatile);
                        self.grow(&holds, &holds);
                    }
                    (Volatiles::WriteToRead, Operation::VolatileWrite(_)) => {
                        self.grow(&holds, &volatile);
                    }
                    (Volatiles::WriteToRead, _) => self.grow(&volatile, &holds),
                }
            }
        }
        Ok(false)
    }

    fn key(&mut self, element: Element) -> Key {
        self.elements.key(element)
    }

    /// The locks that a thread has, and the thread (LH in S4 section 4).
    fn holds(&mut self, thread: Thread) -> Bits {
        let mut bits = Bits::of([self.key(Element::Thread(thread))]);
        for lock in self.held.get(&thread).into_iter().flatten() {
            bits.insert(self.elements.key(Element::Lock(*lock)));
        }
        bits
    }

    /// Adds elements to each lockset that meets others.
    fn grow(&mut self, meeting: &Bits, added: &Bits) {
        for variable in &mut self.variables {
            let reads = variable.reads.iter_mut().map(|(_, lockset)| lockset);
            for lockset in variable.write.iter_mut().chain(reads) {
                if lockset.meets(meeting) {
                    lockset.add(added);
                }
            }
        }
    }

    fn access(&mut self, thread: Thread, variable: Variable, is_write: bool) -> bool {
        let holds = self.holds(thread);
        if variable.index() >= self.variables.len() {
            self.variables.resize_with(variable.index() + 1, Locksets::default);
        }
        let this = &mut self.variables[variable.index()];
        let misses = |lockset: &Bits| !lockset.meets(&holds);
        let mut races = this.write.as_ref().is_some_and(misses);
        if is_write || self.reading.conflicts == Conflicts::All {
            races |= this.reads.iter().any(|(_, lockset)| misses(lockset));
            *this = Locksets { write: Some(holds), reads: Vec::new() };
        } else {
            match this.reads.iter_mut().find(|(reader, _)| *reader == thread) {
                Some((_, lockset)) => *lockset = holds,
                None => this.reads.push((thread, holds)),
            }
        }
        races
    }

    /// The lockset of the last write of a variable, or of the last access if all conflict. `None` is the set of
    /// everything.
    pub fn write_lockset(&self, variable: Variable) -> Option<Vec<Element>> {
        let lockset = self.variables.get(variable.index())?.write.as_ref()?;
        Some(self.listed(lockset))
    }

    /// The lockset of a thread's last read of a variable; that of the last write, if it has not read since. `None` is
    /// the set of everything.
    pub fn read_lockset(&self, variable: Variable, thread: Thread) -> Option<Vec<Element>> {
        let this = self.variables.get(variable.index())?;
        let read = this.reads.iter().find(|(reader, _)| *reader == thread);
        let lockset = read.map(|(_, lockset)| lockset).or(this.write.as_ref())?;
        Some(self.listed(lockset))
    }

    fn listed(&self, lockset: &Bits) -> Vec<Element> {
        let all = self.elements.all();
        let mut found: Vec<Element> =
            all.filter_map(|(key, element)| lockset.contains(key).then_some(element)).collect();
        found.sort_unstable();
        found
    }
}
