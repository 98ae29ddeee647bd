//! The locks that the accesses of a variable have in common.

use std::collections::{BTreeMap, BTreeSet};

use reductio_programs::{
    Action, Event, FieldId, MethodId, Place, Program, State, StaticId, ThreadId, Variable,
};
use reductio_watched::Shared;

/// The condition that a thread has to satisfy where it accesses a variable: an exclusive access predicate (S5 section
/// 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// It owns the lock of the object whose field it accesses.
    OwnLock,
    /// It owns the lock of the object that this instruction makes. There must never be two such objects.
    LockMadeAt(Place),
    /// It runs this method as its outermost one. There must never be two such threads.
    OnlyThreadOf(MethodId),
}

/// The variables of an allocation site and field, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Field(Place, FieldId),
    Elements(Place),
    Static(StaticId),
}

impl Key {
    pub(crate) fn of(state: &State, variable: Variable) -> Option<Key> {
        Some(match variable {
            Variable::Field(object, field) => Key::Field(state.object(object)?.site, field),
            Variable::Element(object, _) => Key::Elements(state.object(object)?.site),
            Variable::Static(found) => Key::Static(found),
        })
    }

    pub(crate) fn told(self, program: &Program) -> Shared {
        let nowhere = reductio_programs::Address(0);
        match self {
            Key::Field(site, field) => {
                Shared::of(program, Variable::Field(nowhere, field), Some(site))
            }
            Key::Elements(site) => Shared::of(program, Variable::Element(nowhere, 0), Some(site)),
            Key::Static(found) => Shared::of(program, Variable::Static(found), None),
        }
    }
}

/// The guards that all accesses so far had in common, by variable. Variables that only a thread that was alone accessed
/// are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Common {
    guards: BTreeMap<Key, Vec<Guard>>,
    /// The guards that cannot be: two locks or threads were seen at a time.
    impossible: BTreeSet<Guard>,
}

impl Common {
    /// Looks at a step. `after` is the state after it, with the names of the event.
    pub(crate) fn look(&mut self, after: &State, event: &Event) {
        match event.action {
            Action::Fork { child } => {
                let frame = after.thread(child).and_then(|child| child.frames.first());
                let method = frame.map(|frame| frame.place.method);
                if let Some(method) = method.filter(|found| threads_of(after, *found).count() > 1) {
                    self.impossible.insert(Guard::OnlyThreadOf(method));
                }
            }
            Action::Allocate { .. } if !is_single(after, event.place) => {
                self.impossible.insert(Guard::LockMadeAt(event.place));
            }
            _ => {}
        }
        let (Action::Read { variable, is_volatile: false }
        | Action::Write { variable, is_volatile: false }
        | Action::Update { variable, is_volatile: false }) = event.action
        else {
            return;
        };
        if is_alone(after, event.thread) {
            return;
        }
        let Some(key) = Key::of(after, variable) else { return };
        // The step may have ended the thread, which then runs no method any more.
        let method = event.place.method;
        let has = |guard: Guard| match guard {
            Guard::OnlyThreadOf(found) if event.has_ended => {
                found == method && threads_of(after, found).count() == 0
            }
            guard => satisfies(after, event.thread, variable, guard),
        };
        if let Some(guards) = self.guards.get_mut(&key) {
            guards.retain(|guard| has(*guard));
            return;
        }
        let owned = after
            .heap
            .iter()
            .filter(|(_, object)| object.owner.is_some_and(|(owner, _)| owner == event.thread));
        let mut guards = vec![Guard::OwnLock];
        guards.extend(owned.map(|(_, object)| Guard::LockMadeAt(object.site)));
        let outermost = after.thread(event.thread).and_then(|found| found.frames.first());
        guards.push(Guard::OnlyThreadOf(outermost.map_or(method, |frame| frame.place.method)));
        guards.dedup();
        guards.retain(|guard| has(*guard));
        self.guards.insert(key, guards);
    }
}

impl Common {
    /// A guard for each variable that has one.
    pub(crate) fn chosen(&self) -> BTreeMap<Key, Guard> {
        let choose = |(key, guards): (&Key, &Vec<Guard>)| {
            let mut guards = guards.iter().filter(|guard| !self.impossible.contains(guard));
            Some((*key, *guards.next()?))
        };
        self.guards.iter().filter_map(choose).collect()
    }
}

/// The threads that have not ended and run a method as their outermost one.
pub(crate) fn threads_of(state: &State, method: MethodId) -> impl Iterator<Item = ThreadId> {
    let runs = move |found: &reductio_programs::Thread| {
        found.frames.first().is_some_and(|frame| frame.place.method == method)
    };
    (0..).zip(&state.threads).filter(move |(_, found)| runs(found)).map(|(k, _)| ThreadId(k))
}

/// Whether no other thread is left.
fn is_alone(state: &State, thread: ThreadId) -> bool {
    (0..).zip(&state.threads).all(|(k, found)| ThreadId(k) == thread || found.is_over())
}

/// Decides whether there is one object only that an instruction has made.
pub(crate) fn is_single(state: &State, site: Place) -> bool {
    state.heap.iter().filter(|(_, object)| object.site == site).nth(1).is_none()
}

/// Decides whether a thread satisfies the guard of a variable.
pub(crate) fn satisfies(state: &State, thread: ThreadId, variable: Variable, guard: Guard) -> bool {
    let is_own = |owner: Option<(ThreadId, u32)>| owner.is_some_and(|(owner, _)| owner == thread);
    match guard {
        Guard::OwnLock => match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                state.object(object).is_some_and(|found| is_own(found.owner))
            }
            Variable::Static(_) => false,
        },
        Guard::LockMadeAt(site) => {
            state.heap.iter().any(|(_, object)| object.site == site && is_own(object.owner))
                && is_single(state, site)
        }
        Guard::OnlyThreadOf(method) => {
            let mut all = threads_of(state, method);
            all.next() == Some(thread) && all.next().is_none()
        }
    }
}
