//! Which states are bad.

use smallvec::SmallVec;

use super::omission::Omission;
use super::partial::Choices;
use super::usage::{Usage, for_each_place};
use crate::system::{
    CellId, Expression, Layout, Memory, ObjectId, PackedState, Place, System, ThreadId, Value,
};

/// Valuations that are tried to show that two predicates never overlap.
const LIMIT: usize = 20_000;

/// Why a state is bad: the rule of the discipline that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// Rule 1: a thread accesses an object without its exclusive access predicate.
    Access {
        /// The thread.
        thread: ThreadId,
        /// The number of the transition that accesses it.
        transition: usize,
        /// The object.
        object: ObjectId,
    },
    /// Rule 2: two threads' exclusive access predicates for one object hold at once.
    NotExclusive {
        /// The object.
        object: ObjectId,
        /// One thread.
        first: ThreadId,
        /// The other.
        second: ThreadId,
    },
}

impl Violation {
    /// The object.
    pub fn object(self) -> ObjectId {
        match self {
            Violation::Access { object, .. } | Violation::NotExclusive { object, .. } => object,
        }
    }
}

/// What must be looked at to know whether a state is bad.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    usage: Usage,
    /// By thread and control point: the transitions that may touch a protected object, and whether their guards may.
    accesses: Vec<Vec<Vec<(usize, bool)>>>,
    /// The objects of which two threads' predicates may hold at once.
    overlapping: Vec<ObjectId>,
}

impl Watch {
    pub(super) fn new(system: &System, usage: &Usage, omitted: Option<Omission>) -> Self {
        let accesses = system
            .threads()
            .iter()
            .map(|thread| {
                let mut by_point = vec![Vec::new(); thread.points().len()];
                for (number, transition) in thread.transitions().iter().enumerate() {
                    let mut touches = false;
                    for_each_place(transition, &mut |place, _| {
                        touches |= touches_object(usage, place);
                    });
                    let mut guard_touches = false;
                    transition
                        .guard()
                        .for_each_place(&mut |place| guard_touches |= touches_object(usage, place));
                    if touches && omitted != Some(Omission::Rule1) {
                        by_point[usize::from(transition.start())].push((number, guard_touches));
                    }
                }
                by_point
            })
            .collect();
        let kept = |object: &ObjectId| {
            let cells = system.objects()[object.index()].cells();
            cells.iter().any(|&cell| usage.object(cell).is_some())
        };
        let overlapping = (0..system.objects().len())
            .map(ObjectId::new)
            .filter(kept)
            .filter(|&x| omitted != Some(Omission::Rule2) && may_overlap(system, x))
            .collect();
        Watch { usage: usage.clone(), accesses, overlapping }
    }

    #[inline]
    pub(super) fn violation(&self, system: &System, state: &PackedState) -> Option<Violation> {
        for (index, by_point) in self.accesses.iter().enumerate() {
            let thread = ThreadId::new(index);
            let pending = &by_point[usize::from(system.at(state, thread))];
            if !pending.is_empty()
                && let Some(violation) = self.access(system, state, thread, pending)
            {
                return Some(violation);
            }
        }
        self.overlapping.iter().find_map(|&object| overlap(system, state, object))
    }

    /// A forbidden access of a thread by these transitions.
    fn access(
        &self,
        system: &System,
        state: &PackedState,
        thread: ThreadId,
        pending: &[(usize, bool)],
    ) -> Option<Violation> {
        let transitions = system.thread(thread).transitions();
        for &(number, guard_touches) in pending {
            let transition = &transitions[number];
            let mut scratch = state.clone();
            let mut memory = Tracing {
                layout: system.layout(),
                usage: &self.usage,
                state: &mut scratch,
                touched: SmallVec::new(),
            };
            let guard = if guard_touches {
                transition.guard().evaluate(&mut memory)
            } else {
                transition.guard().evaluate(&mut system.layout().memory(state))
            };
            if guard.is_ok_and(|value| value == 1) {
                // Where the command fails, what it touched before counts.
                let _ = system.perform(thread, transition, &mut memory);
            }
            let touched = memory.touched;
            for object in touched {
                if !system.holds(system.objects()[object.index()].predicate(thread), state) {
                    return Some(Violation::Access { thread, transition: number, object });
                }
            }
        }
        None
    }
}

fn touches_object(usage: &Usage, place: &Place) -> bool {
    let mut touches = false;
    place.for_each_candidate(&mut |cell| touches |= usage.object(cell).is_some());
    touches
}

/// Two threads whose predicates for the object hold.
fn overlap(system: &System, state: &PackedState, object: ObjectId) -> Option<Violation> {
    let predicates = &system.objects()[object.index()];
    let mut holders =
        system.thread_ids().filter(|&thread| system.holds(predicates.predicate(thread), state));
    let (first, second) = (holders.next()?, holders.next()?);
    Some(Violation::NotExclusive { object, first, second })
}

/// Whether two threads' predicates may hold at once in some valuation; `true` also if that cannot be decided soon.
fn may_overlap(system: &System, object: ObjectId) -> bool {
    let predicates = &system.objects()[object.index()];
    let holds =
        |choices: &mut Choices<'_>, predicate: &Expression| predicate.evaluate(choices) == Ok(1);
    let mut found = false;
    let complete = Choices::new(system).for_all(LIMIT, |choices| {
        let mut holders = 0;
        for thread in system.thread_ids() {
            holders += usize::from(holds(choices, predicates.predicate(thread)));
            if holders == 2 {
                found = true;
                return;
            }
        }
    });
    found || complete.is_err()
}

/// A memory that notes the protected objects that are read or written.
struct Tracing<'a> {
    layout: &'a Layout,
    usage: &'a Usage,
    state: &'a mut PackedState,
    touched: SmallVec<[ObjectId; 4]>,
}

impl Tracing<'_> {
    fn note(&mut self, cell: CellId) {
        if let Some(object) = self.usage.object(cell)
            && !self.touched.contains(&object)
        {
            self.touched.push(object);
        }
    }
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.note(cell);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.note(cell);
        self.layout.write(self.state, cell, value);
    }
}
