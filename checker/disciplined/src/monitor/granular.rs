//! The memory that the monitor keeps of objects whose operations are calls of methods, and of what belongs to atomic
//! ones.

use reductio_programs::{
    Action, Address, Event, FieldId, Object, Place, Renaming, State, ThreadId, Variable,
};

use super::{Broken, Called, Kind, Memory, Monitor, Record, Threads};
use crate::class::Class;
use crate::slip::Slip;

/// The field that stands for all of an object.
const WHOLE: FieldId = FieldId(u32::MAX);

/// The uses of a field once its object was published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Uses {
    is_written: bool,
    /// It was read, by what is no method of an object of the class.
    by_code: bool,
    /// It was read by a method on another object of the class.
    by_other: bool,
}

/// The object on whose behalf another one was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    /// No call of a method on an object of an atomic class ran.
    Nobody,
    /// The innermost such call was on this object.
    Object(Address),
    /// It was on one that nobody can reach any more.
    Gone,
}

/// The memory that the monitor keeps of objects whose operations are calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Granular {
    /// The fields of published objects with methods as operations that matter, ascending; all elements are one field.
    uses: Vec<((Address, Option<FieldId>), Uses)>,
    /// The published objects that were touched and are of no atomic class, ascending, where there is an atomic class.
    owners: Vec<(Address, Owner)>,
}

impl Granular {
    pub(super) fn rename(&mut self, renaming: &Renaming) {
        self.uses.retain_mut(|((object, _), _)| {
            renaming.address(*object).map(|new| *object = new).is_some()
        });
        self.uses.sort_unstable_by_key(|(key, _)| *key);
        self.owners.retain_mut(|(object, owner)| {
            if let Owner::Object(found) = owner {
                *owner = renaming.address(*found).map_or(Owner::Gone, Owner::Object);
            }
            renaming.address(*object).map(|new| *object = new).is_some()
        });
        self.owners.sort_unstable();
    }

    pub(super) fn bytes(&self) -> usize {
        self.uses.capacity() * size_of::<((Address, Option<FieldId>), Uses)>()
            + self.owners.capacity() * size_of::<(Address, Owner)>()
    }

    fn owner(&self, object: Address) -> Option<Owner> {
        let place = self.owners.binary_search_by_key(&object, |(found, _)| *found).ok()?;
        Some(self.owners[place].1)
    }
}

/// The object of a variable, and its field.
fn parts(variable: Variable) -> Option<(Address, Option<FieldId>)> {
    match variable {
        Variable::Field(object, field) => Some((object, Some(field))),
        Variable::Element(object, _) => Some((object, None)),
        Variable::Static(_) => None,
    }
}

/// Whether calls of methods are the operations on objects of a class.
fn is_granular(class: Class) -> bool {
    matches!(class, Class::Method | Class::Atomic)
}

impl Memory {
    /// The published object of an atomic class for which a thread does what it does.
    fn atomic(&self, thread: ThreadId) -> Option<Address> {
        self.operations.atomic(thread, |object| self.published.has(object))
    }

    /// Decides whether a thread may take the lock of an object without waiting for it, as far as classes are right: it
    /// does so for the only object of an atomic class for which it was touched.
    pub(crate) fn is_inside(&self, object: Address, thread: ThreadId) -> bool {
        self.atomic(thread).is_some_and(|atomic| {
            self.granular.owner(object).is_none_or(|owner| owner == Owner::Object(atomic))
        })
    }
}

impl Memory {
    /// Something is wrong with the class of an object, if that is published.
    fn breaks_object(
        &mut self,
        after: &State,
        object: Address,
        kind: impl Fn(Place) -> Kind,
        broken: &mut Broken,
    ) {
        let site = after.object(object).filter(|_| self.published.has(object));
        if let Some(site) = site.map(|found| found.site) {
            self.breaks_now(kind(site), None, broken);
        }
    }
}

impl Monitor<'_> {
    /// Decides whether an object's lock may be one of those that belong to an object of an atomic class.
    pub(crate) fn may_be_inside(&self, state: &State, object: Address) -> bool {
        self.has_atomic
            && matches!(self.class_of(state, object), Class::Disciplined | Class::Method)
    }

    /// Looks at an access of a published variable, if its object has calls for operations, or is touched for one that
    /// has. Returns whether nothing else need be remembered of it.
    pub(super) fn touch_granular(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        (variable, is_write): (Variable, bool),
        broken: &mut Broken,
    ) -> bool {
        let Some((object, field)) = parts(variable) else { return false };
        let Some(site) = after.object(object).map(|found| found.site) else { return false };
        let class = self.class_of(after, object);
        let atomic = self.touch_for(memory, after, object, event.thread, broken);
        if !is_granular(class) {
            let is_covered = class == Class::Disciplined && atomic.is_some();
            if let Some(atomic) = atomic.filter(|_| is_covered) {
                self.touch_whole(memory, after, (atomic, event.thread), is_write, None, broken);
            }
            return is_covered;
        }
        let own = memory.operations.own(after, event.thread);
        let is_other = own.is_some_and(|own| {
            let class = |object| {
                let site = after.object(object).map(|found: &Object| found.site);
                site.and_then(|site| self.machine.program().class_at(site))
            };
            class(own) == class(object)
        });
        let is_own = own == Some(object);
        let key = (object, field);
        let uses = &mut memory.granular.uses;
        let place = uses.binary_search_by_key(&key, |(found, _)| *found).unwrap_or_else(|place| {
            uses.insert(place, (key, Uses::default()));
            place
        });
        let found = &mut uses[place].1;
        found.is_written |= is_write;
        found.by_code |= !is_own && !is_other;
        found.by_other |= !is_own && is_other;
        let found = *found;
        // A field that is never written once its object is published is as good as final.
        if found.is_written {
            for (is_used, by_other) in [(found.by_code, false), (found.by_other, true)] {
                let slip = if by_other { Slip::OtherObjectsUnchecked } else { Slip::CodeUnchecked };
                if is_used && !self.has(slip) {
                    memory.breaks_now(Kind::Outside(site, field, by_other), None, broken);
                }
            }
        }
        if is_own {
            let whole = atomic.unwrap_or(object);
            self.touch_whole(memory, after, (whole, event.thread), is_write, None, broken);
        }
        true
    }

    /// A thread touches a published object. If it is of a class that can be inside of one of an atomic class, all who
    /// touch it must do so for the same one. Returns that.
    fn touch_for(
        &self,
        memory: &mut Memory,
        after: &State,
        object: Address,
        thread: ThreadId,
        broken: &mut Broken,
    ) -> Option<Address> {
        let class = self.class_of(after, object);
        if !self.has_atomic || matches!(class, Class::Atomic | Class::Communication) {
            return None;
        }
        let kind = Kind::Inside(after.object(object)?.site);
        let atomic = memory.atomic(thread);
        let owner = atomic.map_or(Owner::Nobody, Owner::Object);
        let owners = &mut memory.granular.owners;
        let is_same = match owners.binary_search_by_key(&object, |(found, _)| *found) {
            Ok(place) => owners[place].1 == owner,
            Err(place) => {
                owners.insert(place, (object, owner));
                true
            }
        };
        if !is_same && !self.has(Slip::InsidesUnchecked) {
            memory.breaks_now(kind, None, broken);
        }
        atomic
    }

    /// A thread touches the lock of a published object, or has come to it (`come`).
    pub(super) fn touch_lock_for(
        &self,
        memory: &mut Memory,
        after: &State,
        (object, thread): (Address, ThreadId),
        come: bool,
        broken: &mut Broken,
    ) {
        let from = broken.len();
        let atomic = self.touch_for(memory, after, object, thread, broken);
        if let Some(atomic) = atomic
            && self.may_be_inside(after, object)
            && !self.has(Slip::InnerLocksUncounted)
        {
            self.touch_whole(memory, after, (atomic, thread), true, Some(object), broken);
        }
        if come {
            broken[from..].iter_mut().for_each(|found| found.1 = Some(thread));
        }
    }

    /// A thread touches something of an object as a whole, under its locks but for one.
    fn touch_whole(
        &self,
        memory: &mut Memory,
        after: &State,
        (object, thread): (Address, ThreadId),
        is_modified: bool,
        but: Option<Address>,
        broken: &mut Broken,
    ) {
        let Some(site) = after.object(object).map(|found| found.site) else { return };
        let mut locks = super::owned(after, thread);
        locks.retain(|lock| Some(*lock) != but);
        let access = Record { by: Threads::default(), is_modified, locks };
        let variable = Variable::Field(object, WHOLE);
        let found = memory.touch_variable(variable, Kind::Whole(site), thread, access, self);
        broken.extend(found.map(|kind| (kind, None)));
    }

    /// Follows the calls that a thread runs, through an instruction that others see or not.
    pub(super) fn operate(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        is_visible: bool,
        broken: &mut Broken,
    ) {
        if is_visible && self.is_on && !self.has(Slip::OperationsUnchecked) {
            for object in memory.operations.split_by(after, event, self.has(Slip::LocksTakenLate)) {
                memory.breaks_object(after, object, Kind::Operation, broken);
            }
        }
        let begins = match event.action {
            Action::Read { variable, .. }
            | Action::Write { variable, .. }
            | Action::Update { variable, .. } => memory.published.has_variable(variable),
            Action::Acquire { object, .. } | Action::Release { object, .. } => {
                memory.published.has(object)
            }
            _ => is_visible,
        };
        let unmatched = memory.operations.touch(event, begins);
        let kept = memory.operations.leave(after, event.thread);
        if self.is_on && !self.has(Slip::LocksUnmatched) {
            for object in unmatched.into_iter().chain(kept) {
                memory.breaks_object(after, object, Kind::Locks, broken);
            }
        }
    }

    /// Notes that a method was called on an object, by the thread of an event or by one that it has forked.
    pub(super) fn enter(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        called: Option<Called>,
    ) {
        let Some(Called { object, frames }) = called else { return };
        let (thread, expected) = match event.action {
            Action::Fork { child } => (child, 1),
            _ => (event.thread, frames + 1),
        };
        let is_there = after.thread(thread).is_some_and(|found| found.frames.len() == expected);
        let class = self.class_of(after, object);
        if is_there && is_granular(class) {
            let is_atomic = class == Class::Atomic;
            memory.operations.enter(after, thread, object, is_atomic);
        }
    }
}
