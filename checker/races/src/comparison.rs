//! Older ways to use locksets, for comparison.

use crate::bits::Bits;
use crate::elements::{Element, Elements};
use crate::engine::Key;
use crate::event::{AccessKind, Event, Lock, Operation, Thread, Variable};
use crate::fault::OrderFault;
use crate::order::{Effect, Order};

/// An older way to use locksets (S4 sections 1 and 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Older {
    /// A variable's lockset is what all its accesses had in common: one lock for ever.
    Standard,
    /// A variable's lockset as in [`Older::Standard`], with the state machine of Eraser (Savage and others 1997): a
    /// variable may be initialized by one thread, and alarms begin when a second thread is there and somebody other
    /// than the first one writes, or after that.
    Eraser,
    /// A variable's lockset is what the last access had.
    LastHeld,
}

impl Older {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Eraser, Self::LastHeld];

    /// The name, as the paper has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "std",
            Self::Eraser => "eraser",
            Self::LastHeld => "lsa",
        }
    }
}

/// The alarms of an older way about a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarms {
    /// The number of alarms.
    pub count: u64,
    /// The line of the first one.
    pub first: Option<u64>,
}

/// The state of a variable for Eraser.
#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Virgin,
    Exclusive(Thread),
    /// Several threads have read. The lockset is counted, alarms are not raised.
    Shared(Bits),
    SharedModified(Bits),
}

#[derive(Clone, Debug, Default)]
struct Watched {
    standard: Option<Bits>,
    eraser: State,
    last_held: Option<Bits>,
    alarms: [Alarms; 3],
}

/// Older ways to use locksets, beside each other. Their alarms may be false, and Eraser misses races as well.
///
/// What a thread holds are its locks and itself, as in S4 section 4; for Eraser only its locks. So `std` and `lsa` do
/// not raise an alarm about what one thread alone uses.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    order: Order,
    elements: Elements,
    held: Vec<Vec<Lock>>,
    variables: Vec<Watched>,
}

impl Comparison {
    /// Takes the next event in.
    ///
    /// # Errors
    /// The event cannot come at this point. Then everything is left as it was.
    pub fn observe(&mut self, event: &Event) -> Result<(), OrderFault> {
        let effect = self.order.pass(event)?;
        let thread = event.thread;
        if thread.index() >= self.held.len() {
            self.held.resize_with(thread.index() + 1, Vec::new);
        }
        match event.operation {
            Operation::Acquire(lock) if effect == Effect::Acts => {
                self.held[thread.index()].push(lock);
            }
            Operation::Release(lock) if effect == Effect::Acts => {
                self.held[thread.index()].retain(|other| *other != lock);
            }
            Operation::Read(variable) => self.access(event, variable, AccessKind::Read),
            Operation::Write(variable) => self.access(event, variable, AccessKind::Write),
            _ => {}
        }
        Ok(())
    }

    /// The alarms of one of the older ways about a variable.
    pub fn alarms(&self, older: Older, variable: Variable) -> Alarms {
        let watched = self.variables.get(variable.index());
        watched.map_or_else(Alarms::default, |watched| watched.alarms[older as usize])
    }

    fn access(&mut self, event: &Event, variable: Variable, kind: AccessKind) {
        if variable.index() >= self.variables.len() {
            self.variables.resize_with(variable.index() + 1, Watched::default);
        }
        let key = self.elements.key(Element::Thread(event.thread));
        let held = &self.held[event.thread.index()];
        let keys: Vec<Key> =
            held.iter().map(|&lock| self.elements.key(Element::Lock(lock))).collect();
        let locks = Bits::of(keys);
        let mut holds = locks.clone();
        holds.insert(key);
        let watched = &mut self.variables[variable.index()];
        let is_empty = |lockset: &Bits| !lockset.meets(lockset);
        let standard = match watched.standard.take() {
            None => holds.clone(),
            Some(lockset) => lockset.common(&holds),
        };
        let raised = [
            is_empty(&standard),
            eraser(&mut watched.eraser, event.thread, kind, &locks),
            watched.last_held.as_ref().is_some_and(|lockset| !lockset.meets(&holds)),
        ];
        watched.standard = Some(standard);
        watched.last_held = Some(holds);
        for (alarms, raised) in watched.alarms.iter_mut().zip(raised) {
            if raised {
                alarms.count += 1;
                alarms.first.get_or_insert(event.line);
            }
        }
    }
}

/// Takes a step of Eraser's state machine. Says whether it raises an alarm.
fn eraser(state: &mut State, thread: Thread, kind: AccessKind, locks: &Bits) -> bool {
    let is_write = kind == AccessKind::Write;
    let (next, is_modified) = match std::mem::take(state) {
        State::Virgin => {
            *state = State::Exclusive(thread);
            return false;
        }
        State::Exclusive(first) if first == thread => {
            *state = State::Exclusive(first);
            return false;
        }
        State::Exclusive(_) => (locks.clone(), is_write),
        State::Shared(lockset) => (lockset.common(locks), is_write),
        State::SharedModified(lockset) => (lockset.common(locks), true),
    };
    let is_empty = !next.meets(&next);
    *state = if is_modified { State::SharedModified(next) } else { State::Shared(next) };
    is_modified && is_empty
}
