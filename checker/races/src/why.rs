//! The reason why a variable has no race: how it was handed on.

use rustc_hash::FxHashMap;

use crate::detector::{Conflicts, Reading, Volatiles};
use crate::elements::Element;
use crate::event::{AccessKind, Event, Location, Operation, Thread, Variable};
use crate::fault::OrderFault;
use crate::names::Names;
use crate::order::{Effect, Order};

/// One step by which a variable goes on: an event, and which element of its lockset leads to which new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The element that the lockset had.
    pub from: Element,
    /// The element that it gets.
    pub to: Element,
    /// The event by which it gets it.
    pub event: Event,
}

/// An access, as the end of a hand-over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The thread.
    pub thread: Thread,
    /// Tells whether the access reads or writes.
    pub kind: AccessKind,
    /// The number of the event's line.
    pub line: u64,
    /// The place in the program's text, if it is known.
    pub location: Option<Location>,
}

/// The way in which an access of one thread comes before that of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// The earlier access.
    pub from: End,
    /// The later access.
    pub to: End,
    /// The steps from the one thread to the other. Empty if there are none: then the accesses race.
    pub steps: Vec<Step>,
}

/// An event after which the lockset of a variable is another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocksetChange {
    /// The event.
    pub event: Event,
    /// The lockset after it (LSW in S4 section 6, or LS if all accesses conflict).
    pub lockset: Vec<Element>,
}

/// The number of hand-overs that are remembered.
const MOST: usize = 10_000;
/// The number of changes of the lockset that are remembered.
const MOST_CHANGES: usize = 200;

/// Follows one variable through an execution and remembers by which steps it went from thread to thread.
///
/// ```
/// use reductio_races::{Reading, TraceReader, Why};
///
/// let text = "T1|w(x)|\nT1|acq(m)|\nT1|rel(m)|\nT2|acq(m)|\nT2|r(x)|\n";
/// let mut trace = TraceReader::new(text.as_bytes());
/// let mut why = Why::new(Reading::default(), "x");
/// while let Some(event) = trace.next_event()? {
///     why.observe(&event, trace.names())?;
/// }
/// // T1 -> m -> T2
/// let lines: Vec<u64> = why.hand_overs()[0].steps.iter().map(|step| step.event.line).collect();
/// assert_eq!(lines, [3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Why {
    reading: Reading,
    name: String,
    variable: Option<Variable>,
    order: Order,
    last: Option<Traced>,
    reads: Vec<Traced>,
    /// For each thread the number of its last access of the variable.
    accesses: FxHashMap<Thread, u64>,
    count: u64,
    hand_overs: Vec<HandOver>,
    more: u64,
    changes: Vec<LocksetChange>,
}

/// An access and its lockset, with the step by which each element came into it.
#[derive(Clone, Debug)]
struct Traced {
    end: End,
    number: u64,
    steps: FxHashMap<Element, Option<Step>>,
}

impl Traced {
    fn new(event: &Event, kind: AccessKind, number: u64) -> Self {
        let Event { thread, line, location, .. } = *event;
        let mut steps = FxHashMap::default();
        steps.insert(Element::Thread(thread), None);
        Self { end: End { thread, kind, line, location }, number, steps }
    }

    fn flow(&mut self, from: Element, to: Element, event: &Event) {
        if self.steps.contains_key(&from) {
            self.steps.entry(to).or_insert(Some(Step { from, to, event: *event }));
        }
    }

    /// The steps to a thread, from the first to the last.
    fn path(&self, thread: Thread) -> Option<Vec<Step>> {
        let mut path = Vec::new();
        let mut at = Element::Thread(thread);
        while let Some(step) = self.steps.get(&at)? {
            path.push(*step);
            at = step.from;
        }
        path.reverse();
        Some(path)
    }
}

impl Why {
    /// Follows the variable of that name.
    pub fn new(reading: Reading, name: &str) -> Self {
        Self {
            reading,
            name: name.to_owned(),
            variable: None,
            order: Order::default(),
            last: None,
            reads: Vec::new(),
            accesses: FxHashMap::default(),
            count: 0,
            hand_overs: Vec::new(),
            more: 0,
            changes: Vec::new(),
        }
    }

    /// Takes the next event in.
    ///
    /// # Errors
    /// The event cannot come at this point. Then everything is left as it was.
    pub fn observe(&mut self, event: &Event, names: &Names) -> Result<(), OrderFault> {
        let effect = self.order.pass(event)?;
        match event.operation {
            Operation::Read(variable) => self.access_if(event, variable, AccessKind::Read, names),
            Operation::Write(variable) => self.access_if(event, variable, AccessKind::Write, names),
            _ if effect == Effect::Counted => {}
            _ => self.synchronize(event),
        }
        self.note_lockset(event);
        Ok(())
    }

    /// Remembers the lockset of the last write, if it is another one now. A lock that a thread has is in it if the
    /// thread is (S4 Lemma 1).
    fn note_lockset(&mut self, event: &Event) {
        let Some(last) = self.last.as_ref().filter(|_| self.changes.len() < MOST_CHANGES) else {
            return;
        };
        let is_access = last.end.line == event.line;
        if !is_access && matches!(event.operation, Operation::Read(_) | Operation::Write(_)) {
            return;
        }
        let has = |thread: Thread| last.steps.contains_key(&Element::Thread(thread));
        let held = self.order.held_by(has).map(Element::Lock);
        let mut lockset: Vec<Element> = last.steps.keys().copied().chain(held).collect();
        lockset.sort_unstable();
        lockset.dedup();
        if is_access || self.changes.last().is_none_or(|change| change.lockset != lockset) {
            self.changes.push(LocksetChange { event: *event, lockset });
        }
    }

    /// The name of the variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of accesses of the variable.
    pub fn accesses(&self) -> u64 {
        self.count
    }

    /// The number of threads that accessed the variable.
    pub fn threads(&self) -> usize {
        self.accesses.len()
    }

    /// The hand-overs, in the order of their later accesses. At most ten thousand are remembered.
    pub fn hand_overs(&self) -> &[HandOver] {
        &self.hand_overs
    }

    /// The events after which the lockset of the variable's last write was another one, at most two hundred.
    pub fn changes(&self) -> &[LocksetChange] {
        &self.changes
    }

    /// The number of hand-overs that are not remembered.
    pub fn more(&self) -> u64 {
        self.more
    }

    fn synchronize(&mut self, event: &Event) {
        let thread = Element::Thread(event.thread);
        let all = self.reading.volatiles == Volatiles::AllAccesses;
        let (first, second) = match event.operation {
            Operation::Acquire(lock) => (Some((Element::Lock(lock), thread)), None),
            Operation::Release(lock) => (Some((thread, Element::Lock(lock))), None),
            Operation::Fork(child) => (Some((thread, Element::Thread(child))), None),
            Operation::Join(child) => (Some((Element::Thread(child), thread)), None),
            Operation::VolatileRead(volatile) => {
                let volatile = Element::Volatile(volatile);
                (Some((volatile, thread)), all.then_some((thread, volatile)))
            }
            Operation::VolatileWrite(volatile) => {
                let volatile = Element::Volatile(volatile);
                (all.then_some((volatile, thread)), Some((thread, volatile)))
            }
            Operation::Read(_) | Operation::Write(_) => (None, None),
        };
        for traced in self.last.iter_mut().chain(&mut self.reads) {
            for (from, to) in first.into_iter().chain(second) {
                traced.flow(from, to, event);
            }
        }
    }

    fn access_if(&mut self, event: &Event, variable: Variable, kind: AccessKind, names: &Names) {
        if self.variable.is_none() && names.of_variable(variable) == self.name {
            self.variable = Some(variable);
        }
        if self.variable == Some(variable) {
            self.access(event, kind);
        }
    }

    fn access(&mut self, event: &Event, kind: AccessKind) {
        let thread = event.thread;
        self.count += 1;
        let traced = Traced::new(event, kind, self.count);
        let known = self.accesses.insert(thread, self.count).unwrap_or(0);
        let conflicts_with_reads = kind == AccessKind::Write;
        let mut found: Vec<HandOver> = Vec::new();
        let reads = self.reads.iter().filter(|_| conflicts_with_reads);
        for earlier in reads.chain(&self.last) {
            // A write before a read that was handed on was handed on to that read.
            let is_new = earlier.end.thread != thread && earlier.number > known;
            let is_said = earlier.end.kind == AccessKind::Write && !found.is_empty();
            let path = earlier.path(thread);
            if path.is_none() || is_new && !is_said {
                let steps = path.unwrap_or_default();
                found.push(HandOver { from: earlier.end, to: traced.end, steps });
            }
        }
        for hand_over in found {
            if self.hand_overs.len() < MOST {
                self.hand_overs.push(hand_over);
            } else {
                self.more += 1;
            }
        }
        if kind == AccessKind::Read && self.reading.conflicts == Conflicts::ReadWrite {
            self.reads.retain(|read| read.end.thread != thread);
            self.reads.push(traced);
        } else {
            self.reads.clear();
            self.last = Some(traced);
        }
    }
}
