//! The detector.

use smallvec::SmallVec;

use crate::elements::{Element, Elements};
use crate::engine::{Engine, Key, Lazy, Sync};
use crate::event::{AccessKind, Event, Lock, Operation, Thread, Variable};
use crate::fault::OrderFault;
use crate::history::{Cell, NO_SPAN, Record, Spans};
use crate::order::{Effect, Order};
use crate::race::{Access, Race, Tally};

/// The accesses of a variable that conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conflicts {
    /// Two of which at least one writes (S4 section 6).
    #[default]
    ReadWrite,
    /// Any two (S4 section 4).
    All,
}

/// The order that accesses of volatile variables make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatiles {
    /// A write is before the reads that come later, as in Java.
    #[default]
    WriteToRead,
    /// Each access is before all that come later: as if the variable had a lock that is acquired before and released
    /// after each access (S4 section 4). This orders two reads as well.
    AllAccesses,
}

/// The reading of a trace by a [`Detector`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The accesses that conflict.
    pub conflicts: Conflicts,
    /// The order that volatile variables make.
    pub volatiles: Volatiles,
}

/// Finds the races of an execution, of which it is told one event after the other.
///
/// It is precise: an access races if and only if an earlier one of those that [`Race::with`] describes conflicts with
/// it and does not happen before it. After a race it goes on as if there had been none. Memory is bounded by the
/// numbers of threads, locks and variables, and for each variable of threads that read it after its last write; it does
/// not grow with the number of events.
///
/// ```
/// use reductio_races::{Detector, Event, Lock, Operation, Reading, Thread, Variable};
///
/// let mut detector: Detector = Detector::new(Reading::default());
/// let mut line = 0;
/// let mut tell = |thread, operation| {
///     line += 1;
///     detector.observe(&Event { thread: Thread(thread), operation, line, location: None })
/// };
/// let (m, x) = (Lock(0), Variable(0));
/// assert_eq!(tell(0, Operation::Write(x)), Ok(None));
/// assert_eq!(tell(0, Operation::Acquire(m)), Ok(None));
/// // What cannot be is refused, and leaves everything as it was.
/// assert!(tell(1, Operation::Acquire(m)).is_err());
/// assert_eq!(tell(0, Operation::Release(m)), Ok(None));
/// let race = tell(1, Operation::Read(x)).unwrap().unwrap();
/// assert_eq!((race.with[0].line, race.access.line), (1, 5));
/// // Had it acquired the lock before, there would be no race.
/// assert_eq!(race.remedies, [m]);
/// ```
#[derive(Debug)]
pub struct Detector<E: Engine = Lazy> {
    reading: Reading,
    engine: E,
    order: Order,
    elements: Elements,
    threads: Vec<ThreadState>,
    spans: Spans<E::Stamp>,
    cells: Vec<Cell>,
    tallies: Vec<Tally>,
    unknown_joins: u64,
    racing: SmallVec<[Record; 2]>,
}

/// What a thread has at the moment.
#[derive(Debug)]
struct ThreadState {
    key: Option<Key>,
    held: SmallVec<[Lock; 4]>,
    held_keys: SmallVec<[Key; 4]>,
    /// The span that goes on, if accesses were made in it.
    span: u32,
    synchronized: Option<Event>,
}

impl Default for ThreadState {
    fn default() -> Self {
        Self {
            key: None,
            held: SmallVec::new(),
            held_keys: SmallVec::new(),
            span: NO_SPAN,
            synchronized: None,
        }
    }
}

/// The number of locks that are named as remedies at most.
const MOST_REMEDIES: usize = 8;

impl<E: Engine> Detector<E> {
    /// A detector at the begin of an execution.
    pub fn new(reading: Reading) -> Self {
        Self::with_engine(reading, E::default())
    }

    /// A detector with an engine that was made for it.
    pub fn with_engine(reading: Reading, engine: E) -> Self {
        Self {
            reading,
            engine,
            order: Order::default(),
            elements: Elements::default(),
            threads: Vec::new(),
            spans: Spans::default(),
            cells: Vec::new(),
            tallies: Vec::new(),
            unknown_joins: 0,
            racing: SmallVec::new(),
        }
    }

    /// Takes the next event in. Returns the race that an access has with earlier ones.
    ///
    /// # Errors
    /// The event cannot come at this point. Then everything is left as it was, and the next event may be told.
    pub fn observe(&mut self, event: &Event) -> Result<Option<Race>, OrderFault> {
        let effect = self.order.pass(event)?;
        match event.operation {
            Operation::Read(variable) => Ok(self.access(event, variable, AccessKind::Read)),
            Operation::Write(variable) => Ok(self.access(event, variable, AccessKind::Write)),
            _ => {
                if effect == Effect::JoinsUnknown {
                    self.unknown_joins += 1;
                }
                if effect != Effect::Counted {
                    self.synchronize(event);
                }
                Ok(None)
            }
        }
    }

    /// The tallies of all variables so far, by their numbers. Variables at the end that had no race may be missing.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// The number of events that waited for a thread of which nothing else was told.
    pub fn unknown_joins(&self) -> u64 {
        self.unknown_joins
    }

    /// The number of variables that were accessed, or could have been: one more than the largest number of one.
    pub fn variables(&self) -> usize {
        self.cells.len()
    }

    /// The number of spans that are remembered: what each thread did between two of its synchronizations, as long as an
    /// access in it counts.
    pub fn spans(&self) -> usize {
        self.spans.len()
    }

    /// The lockset of the last write of a variable (LSW in S4 section 6), or of the last access if all conflict. `None`
    /// if there was none: then it is the set of everything. Cost: a question for each thread, lock and volatile
    /// variable.
    pub fn write_lockset(&mut self, variable: Variable) -> Option<Vec<Element>> {
        let record = self.cells.get(variable.index())?.last;
        self.lockset(record)
    }

    /// The lockset of a thread's last read of a variable (LSR in S4 section 6); that of the last write, if the thread
    /// has not read since. `None` if there was none. Cost: a question for each thread, lock and volatile variable.
    pub fn read_lockset(&mut self, variable: Variable, thread: Thread) -> Option<Vec<Element>> {
        let cell = self.cells.get(variable.index())?;
        let read = cell.reads.iter().find(|(reader, _)| *reader == thread);
        let record = read.map_or(cell.last, |&(_, record)| record);
        self.lockset(record)
    }

    fn lockset(&mut self, record: Record) -> Option<Vec<Element>> {
        if record.is_none() {
            return None;
        }
        let stamp = self.spans.get(record.span).stamp;
        let mut found = Vec::new();
        for (key, element) in self.elements.all() {
            let owner = owner(&self.order, &self.elements, element);
            if self.engine.contains(stamp, key, owner) {
                found.push(element);
            }
        }
        found.sort_unstable();
        Some(found)
    }

    fn thread(&mut self, thread: Thread) -> &mut ThreadState {
        if thread.index() >= self.threads.len() {
            self.threads.resize_with(thread.index() + 1, ThreadState::default);
        }
        &mut self.threads[thread.index()]
    }

    fn key(&mut self, thread: Thread) -> Key {
        if let Some(key) = self.thread(thread).key {
            return key;
        }
        let key = self.elements.key(Element::Thread(thread));
        self.thread(thread).key = Some(key);
        key
    }

    /// Ends the span of a thread, because it synchronizes.
    fn end_span(&mut self, thread: Thread, event: &Event) {
        let state = self.thread(thread);
        state.synchronized = Some(*event);
        let span = std::mem::replace(&mut state.span, NO_SPAN);
        if span != NO_SPAN {
            self.give_back(span);
        }
    }

    fn give_back(&mut self, span: u32) {
        if let Some(stamp) = self.spans.give_back(span) {
            self.engine.forget(stamp);
        }
    }

    fn synchronize(&mut self, event: &Event) {
        let thread = event.thread;
        let key = self.key(thread);
        self.end_span(thread, event);
        match event.operation {
            Operation::Acquire(lock) => {
                let lock_key = self.elements.key(Element::Lock(lock));
                let state = &mut self.threads[thread.index()];
                state.held.push(lock);
                state.held_keys.push(lock_key);
                let held = &state.held_keys;
                self.engine.pass(Sync::Acquire { thread: key, lock: lock_key, held });
            }
            Operation::Release(lock) => {
                let lock_key = self.elements.key(Element::Lock(lock));
                let state = &mut self.threads[thread.index()];
                state.held.retain(|other| *other != lock);
                state.held_keys.retain(|other| *other != lock_key);
                self.engine.pass(Sync::Release { thread: key, lock: lock_key });
            }
            Operation::Fork(child) => {
                let child_key = self.key(child);
                self.thread(child).synchronized = Some(*event);
                let held = &self.threads[thread.index()].held_keys;
                self.engine.pass(Sync::Fork { thread: key, child: child_key, held });
            }
            Operation::Join(child) => {
                let child_key = self.key(child);
                let held = &self.threads[thread.index()].held_keys;
                let child_held = &self.threads[child.index()].held_keys;
                let join = Sync::Join { thread: key, child: child_key, held, child_held };
                self.engine.pass(join);
            }
            Operation::VolatileRead(volatile) | Operation::VolatileWrite(volatile) => {
                let is_write = matches!(event.operation, Operation::VolatileWrite(_));
                let volatile = self.elements.key(Element::Volatile(volatile));
                self.volatile(thread, key, volatile, is_write);
            }
            Operation::Read(_) | Operation::Write(_) => {}
        }
    }

    fn volatile(&mut self, thread: Thread, key: Key, volatile: Key, is_write: bool) {
        let held = &mut self.threads[thread.index()].held_keys;
        match (self.reading.volatiles, is_write) {
            (Volatiles::WriteToRead, true) => {
                self.engine.pass(Sync::Publish { thread: key, volatile, held });
            }
            (Volatiles::WriteToRead, false) => {
                self.engine.pass(Sync::Observe { thread: key, volatile, held });
            }
            (Volatiles::AllAccesses, _) => {
                held.push(volatile);
                self.engine.pass(Sync::Acquire { thread: key, lock: volatile, held });
                held.pop();
                self.engine.pass(Sync::Release { thread: key, lock: volatile });
            }
        }
    }

    /// The span in which a thread makes accesses now.
    fn span(&mut self, thread: Thread) -> u32 {
        let span = self.thread(thread).span;
        if span != NO_SPAN {
            return span;
        }
        let key = self.key(thread);
        let state = &mut self.threads[thread.index()];
        let stamp = self.engine.begin(key, &state.held_keys);
        let span = self.spans.add(thread, &state.held, state.synchronized, stamp);
        state.span = span;
        span
    }

    /// Says whether an earlier access happens before what a thread does now.
    fn is_before(&mut self, record: Record, thread: Thread, span: u32) -> bool {
        if record.span == span {
            return true;
        }
        let earlier = self.spans.get(record.span);
        if earlier.thread == thread {
            return true;
        }
        let state = &self.threads[thread.index()];
        let Some(key) = state.key else { return false };
        self.engine.is_before(earlier.stamp, key, &state.held_keys)
    }

    fn access(&mut self, event: &Event, variable: Variable, kind: AccessKind) -> Option<Race> {
        let thread = event.thread;
        let span = self.span(thread);
        if variable.index() >= self.cells.len() {
            self.cells.resize_with(variable.index() + 1, Cell::default);
        }
        self.racing.clear();
        let last = self.cells[variable.index()].last;
        if !last.is_none() && !self.is_before(last, thread, span) {
            self.racing.push(last);
        }
        let is_write = kind == AccessKind::Write;
        if is_write {
            for at in 0..self.cells[variable.index()].reads.len() {
                let (reader, record) = self.cells[variable.index()].reads[at];
                if reader != thread && !self.is_before(record, thread, span) {
                    self.racing.push(record);
                }
            }
        }
        let race = (!self.racing.is_empty()).then(|| self.race(event, variable, kind));
        self.remember(Record::new(span, kind, event), thread, variable);
        race
    }

    /// Puts an access in the place of the earlier ones that need not be compared with later ones.
    fn remember(&mut self, record: Record, thread: Thread, variable: Variable) {
        let cell = &mut self.cells[variable.index()];
        if record.kind == AccessKind::Read && self.reading.conflicts == Conflicts::ReadWrite {
            match cell.reads.binary_search_by_key(&thread, |(reader, _)| *reader) {
                Ok(at) => {
                    let old = std::mem::replace(&mut cell.reads[at].1, record);
                    self.replace(record.span, old.span);
                }
                Err(at) => {
                    cell.reads.insert(at, (thread, record));
                    self.spans.keep(record.span);
                }
            }
            return;
        }
        let old = std::mem::replace(&mut cell.last, record);
        let reads = std::mem::take(&mut cell.reads);
        self.replace(record.span, old.span);
        for (_, read) in reads {
            self.give_back(read.span);
        }
    }

    fn replace(&mut self, new: u32, old: u32) {
        if new != old {
            self.spans.keep(new);
            if old != NO_SPAN {
                self.give_back(old);
            }
        }
    }

    fn described(&self, record: Record) -> Access {
        let span = self.spans.get(record.span);
        Access {
            thread: span.thread,
            kind: record.kind,
            line: record.line(),
            location: record.location(),
            held: span.held.to_vec(),
            synchronized: span.synchronized,
        }
    }

    /// Describes the race of an access with those in `racing`, and counts it.
    fn race(&mut self, event: &Event, variable: Variable, kind: AccessKind) -> Race {
        let span = self.threads[event.thread.index()].span;
        let racing = std::mem::take(&mut self.racing);
        let mut with: Vec<Access> = racing.iter().map(|&record| self.described(record)).collect();
        with.sort_by_key(|access| access.line);
        if variable.index() >= self.tallies.len() {
            self.tallies.resize_with(variable.index() + 1, Tally::default);
        }
        let is_first = self.tallies[variable.index()].races == 0;
        let remedies = if is_first { self.remedies(&racing) } else { Vec::new() };
        let access = self.described(Record::new(span, kind, event));
        let race = Race { variable, access, with, remedies };
        let tally = &mut self.tallies[variable.index()];
        tally.races += 1;
        if is_first {
            tally.first = Some(Box::new(race.clone()));
        }
        race
    }

    /// The locks that are in the locksets of all these accesses.
    fn remedies(&mut self, racing: &[Record]) -> Vec<Lock> {
        let mut found = Vec::new();
        for (key, element) in self.elements.all() {
            let Element::Lock(lock) = element else { continue };
            let owner = owner(&self.order, &self.elements, element);
            let is_in = |record: &Record| {
                let stamp = self.spans.get(record.span).stamp;
                self.engine.contains(stamp, key, owner)
            };
            if racing.iter().all(is_in) {
                found.push(lock);
                if found.len() == MOST_REMEDIES {
                    break;
                }
            }
        }
        found
    }
}

/// The thread that has a lock.
fn owner(order: &Order, elements: &Elements, element: Element) -> Option<Key> {
    let Element::Lock(lock) = element else { return None };
    order.owner(lock).and_then(|thread| elements.find(Element::Thread(thread)))
}
