//! The judge of claims: when one is wrong.

use reductio_programs::{
    Action, Address, Event, FieldId, Machine, Place, State, StaticId, ThreadId, Variable,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::claims::{Claims, Guard, Link, Variables, Wrong};
use crate::ghost::{By, Ghost, Holder, Owner, object};
use crate::observed::Observed;
use crate::slip::Slip;

/// A judge of the steps of a program by the claims about it.
#[derive(Clone, Debug)]
pub(crate) struct Judge<'a> {
    pub(crate) machine: Machine<'a>,
    pub(crate) claims: &'a Claims,
    pub(crate) slip: Option<Slip>,
    /// The observer of what the steps do, if there is one.
    observed: Option<&'a Observed>,
    /// The links by which guards go up.
    links: FxHashSet<Link>,
    /// The fields by which guards go down.
    fields: FxHashSet<FieldId>,
    /// The variables that belong to no object and from which guards start.
    statics: FxHashSet<StaticId>,
    /// The instructions that should make one object in all.
    single: FxHashSet<Place>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(machine: Machine<'a>, claims: &'a Claims, slip: Option<Slip>) -> Self {
        let guards = || claims.guards.values();
        Judge {
            machine,
            claims,
            slip,
            observed: None,
            links: guards().flat_map(|guard| guard.up().iter().copied()).collect(),
            fields: guards().flat_map(|guard| guard.down().iter().copied()).collect(),
            statics: guards().filter_map(from).collect(),
            single: guards().filter_map(made_at).collect(),
        }
    }

    /// This judge, with somebody who observes what the steps do.
    pub(crate) fn observed(self, observed: &'a Observed) -> Self {
        Judge { observed: Some(observed), ..self }
    }

    fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    /// Decides whether an access of a variable cannot be seen by other threads, as far as the claims are right.
    pub(crate) fn is_hidden(
        &self,
        ghost: &Ghost,
        state: &State,
        thread: ThreadId,
        variable: Variable,
    ) -> bool {
        match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                ghost.owns(thread, object)
                    || ghost.is_shared(object) && self.is_guarded(state, variable)
            }
            Variable::Static(_) => !ghost.several || self.is_guarded(state, variable),
        }
    }

    fn is_guarded(&self, state: &State, variable: Variable) -> bool {
        Variables::of(state, variable).is_some_and(|found| self.claims.guards.contains_key(&found))
    }

    /// Decides whether a step at the lock of an object cannot be seen by other threads, as far as the claims are right.
    pub(crate) fn is_lock_hidden(
        &self,
        ghost: &Ghost,
        state: &State,
        thread: ThreadId,
        lock: Address,
    ) -> bool {
        let is_guarded = || {
            let site = state.object(lock).map(|found| found.site);
            site.is_some_and(|site| self.claims.guards.contains_key(&Variables::Lock(site)))
        };
        ghost.owns(thread, lock) || ghost.is_shared(lock) && is_guarded()
    }

    /// Follows a step of a thread. `after` is the state after the step, with the names of the event.
    pub(crate) fn follow(&self, ghost: &mut Ghost, after: &State, event: &Event) {
        let (thread, place) = (event.thread, event.place);
        match event.action {
            Action::Allocate { object } => {
                ghost.make(thread, object);
                // A copy of an array counts as made where the array was.
                let site = after.object(object).map_or(place, |found| found.site);
                if let Some(observed) = self.observed {
                    observed.make(site);
                }
                if self.single.contains(&site) && !self.has(Slip::ManyAreOne) {
                    ghost.count(site);
                }
            }
            Action::Read { variable, .. } => {
                self.access(ghost, after, (thread, place), variable, false);
            }
            Action::Write { variable, .. } | Action::Update { variable, .. } => {
                self.access(ghost, after, (thread, place), variable, true);
                self.store(ghost, after, thread, variable);
            }
            Action::Look {
                variable: Variable::Field(object, _) | Variable::Element(object, _),
            } => {
                Self::given(ghost, after, thread, object);
            }
            Action::Acquire { object, depth } if depth > 1 => {
                Self::given(ghost, after, thread, object);
            }
            Action::Release { object, depth } if depth > 0 => {
                Self::given(ghost, after, thread, object);
            }
            Action::Release { object, .. } | Action::StartWait { object } => {
                self.lock(ghost, after, (thread, place), object);
            }
            Action::Acquire { object, .. }
            | Action::Refused { object }
            | Action::EndWait { object }
            | Action::Notify { object, .. } => self.lock(ghost, after, (thread, place), object),
            Action::Fork { child } => self.fork(ghost, after, (thread, place), child),
            _ => {}
        }
        // Who has come to a lock touches it, whether it has to wait or not.
        let child = match event.action {
            Action::Fork { child } => Some(child),
            _ => None,
        };
        for thread in std::iter::once(thread).chain(child) {
            let place = after.thread(thread).and_then(reductio_programs::Thread::place);
            if let Some((object, place)) = self.machine.takes_lock(after, thread).zip(place) {
                let is_again = after.object(object).and_then(|found| found.owner);
                if is_again.is_none_or(|(owner, _)| owner != thread) {
                    self.lock(ghost, after, (thread, place), object);
                }
            }
        }
    }

    fn fork(
        &self,
        ghost: &mut Ghost,
        after: &State,
        (thread, place): (ThreadId, Place),
        child: ThreadId,
    ) {
        if !ghost.several {
            ghost.several = true;
            ghost.share(thread, after, after.statics.iter().copied());
        }
        let frames = after.thread(child).map(|child| &child.frames[..]).unwrap_or_default();
        let values = frames.iter().flat_map(|frame| frame.registers.iter().copied());
        let may = |site| self.claims.handed.contains(&(place, site));
        ghost.hand_over((thread, child), after, values, may);
    }

    /// A thread touches an object: a mistake if it has handed it over, or if another one owns it.
    fn given(ghost: &mut Ghost, state: &State, thread: ThreadId, object: Address) {
        let Some(record) = ghost.record(object) else { return };
        let me = By::Thread(thread);
        let is_mine = matches!(record.owner, Owner::Shared) || record.owner == Owner::One(me);
        if record.givers.contains(&me) || !is_mine {
            let site = state.object(object).map(|found| found.site);
            if let Some(site) = site {
                ghost.breaks(Wrong::TouchedLater(site));
            }
        }
    }

    fn access(
        &self,
        ghost: &mut Ghost,
        after: &State,
        (thread, place): (ThreadId, Place),
        variable: Variable,
        is_write: bool,
    ) {
        let Some(variables) = Variables::of(after, variable) else { return };
        let object = match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                if !self.has(Slip::GiversForgotten) {
                    Self::given(ghost, after, thread, object);
                }
                if !ghost.is_shared(object) {
                    return;
                }
                Some(object)
            }
            Variable::Static(_) if !ghost.several => return,
            Variable::Static(_) => None,
        };
        self.owned(ghost, place, variables);
        self.protected(ghost, after, (thread, is_write), variables, object);
    }

    /// A thread takes, gives back, waits at or notifies at the lock of an object.
    fn lock(
        &self,
        ghost: &mut Ghost,
        after: &State,
        (thread, place): (ThreadId, Place),
        object: Address,
    ) {
        if !self.has(Slip::GiversForgotten) {
            Self::given(ghost, after, thread, object);
        }
        let Some(site) = after.object(object).map(|found| found.site) else { return };
        if !ghost.is_shared(object) || self.has(Slip::LocksUnguarded) {
            return;
        }
        let variables = Variables::Lock(site);
        self.owned(ghost, place, variables);
        self.protected(ghost, after, (thread, true), variables, Some(object));
    }

    /// A thread accesses a variable of a shared object at an instruction.
    fn owned(&self, ghost: &mut Ghost, place: Place, variables: Variables) {
        let is_by_guard = self.claims.guards.get(&variables) == Some(&Guard::OneThread);
        if !is_by_guard && self.claims.owned.contains(&(place, variables)) {
            ghost.breaks(Wrong::NotOwned(place, variables));
        }
    }

    fn protected(
        &self,
        ghost: &mut Ghost,
        after: &State,
        (thread, is_write): (ThreadId, bool),
        variables: Variables,
        object: Option<Address>,
    ) {
        let Some(guard) = self.claims.guards.get(&variables) else {
            if let Some(observed) = self.observed {
                let is_another = match (variables, object.zip(variables.part())) {
                    (Variables::Static(found), _) => ghost.touch_static(found, thread),
                    (_, Some((object, part))) => ghost.touch_part(object, part, thread),
                    _ => true,
                };
                observed.access(after, (thread, is_write), (variables, object), is_another);
            }
            return;
        };
        if let Some(observed) = self.observed
            && is_write
        {
            observed.write(variables);
        }
        let is_protected = match (guard, variables) {
            (Guard::OneThread, Variables::Static(variable)) => {
                !ghost.touch_static(variable, thread)
            }
            (Guard::OneThread, _) => {
                let found = object.zip(variables.part());
                found.is_some_and(|(object, part)| !ghost.touch_part(object, part, thread))
            }
            (Guard::ReadOnly, _) => !is_write,
            (Guard::OneOf(site), _) => {
                let is_own = |owner: Option<(ThreadId, u32)>| {
                    owner.is_some_and(|(owner, _)| owner == thread)
                };
                let owned = after.heap.iter().filter(|(_, o)| o.site == *site && is_own(o.owner));
                let owned: SmallVec<[Address; 4]> = owned.map(|(lock, _)| *lock).collect();
                let found = object.zip(variables.part());
                found.is_some_and(|(object, part)| ghost.meet_locks(object, part, &owned))
            }
            _ => {
                let lock = Self::lock_of(ghost, after, guard, object);
                let owner = lock.and_then(|lock| after.object(lock)?.owner);
                owner.is_some_and(|(owner, _)| owner == thread)
            }
        };
        if !is_protected && !self.has(Slip::GuardsUnchecked) {
            ghost.breaks(guard.broken(variables));
        }
    }

    /// The object whose lock is the guard of a variable.
    fn lock_of(
        ghost: &Ghost,
        state: &State,
        guard: &Guard,
        object: Option<Address>,
    ) -> Option<Address> {
        match guard {
            Guard::Reached { up, down } => {
                let mut at = object?;
                for link in up {
                    let holders = &ghost.record(at)?.holders;
                    let holder = holders.iter().find(|(found, _)| found == link)?.1;
                    let Holder::Object(found) = holder else { return None };
                    at = found;
                }
                Self::down(state, at, down)
            }
            Guard::From { variable, down } => {
                let at = self::object(state.static_value(*variable))?;
                Self::down(state, at, down)
            }
            Guard::MadeAt(site) => {
                state.heap.iter().find(|(_, found)| found.site == *site).map(|(found, _)| *found)
            }
            Guard::OneOf(_) | Guard::OneThread | Guard::ReadOnly => None,
        }
    }

    fn down(state: &State, from: Address, fields: &[FieldId]) -> Option<Address> {
        fields.iter().try_fold(from, |at, field| object(state.value(Variable::Field(at, *field))))
    }

    /// A thread has stored a value in a variable.
    fn store(&self, ghost: &mut Ghost, after: &State, thread: ThreadId, variable: Variable) {
        let (holder, link, is_open) = match variable {
            Variable::Field(object, field) => {
                (Some(object), Link::Field(field), ghost.is_shared(object))
            }
            Variable::Element(object, _) => (Some(object), Link::Element, ghost.is_shared(object)),
            Variable::Static(found) => {
                if ghost.several && self.statics.contains(&found) {
                    ghost.breaks(Wrong::StaticMoved(found));
                }
                if ghost.several {
                    ghost.share(thread, after, std::iter::once(after.value(variable)));
                }
                return;
            }
        };
        if let Some((holder, Link::Field(field))) = holder.map(|holder| (holder, link))
            && self.machine.program().is_quiet(field)
            && let Some(record) = ghost.record_mut(holder)
        {
            record.teller = Some(By::Thread(thread));
        }
        if let Variable::Field(_, field) = variable
            && is_open
            && self.fields.contains(&field)
            && !self.has(Slip::FieldsMove)
        {
            ghost.breaks(Wrong::FieldMoved(field));
        }
        let value = after.value(variable);
        if let Some((holder, stored)) = holder.zip(object(value))
            && self.links.contains(&link)
        {
            self.hold(ghost, after, (holder, link), stored);
        }
        if is_open {
            ghost.share(thread, after, std::iter::once(value));
        } else if let Some(stored) = object(value) {
            // A reference to what was handed over is not to be kept either.
            Self::given(ghost, after, thread, stored);
        }
    }

    /// An object refers to another one now.
    fn hold(
        &self,
        ghost: &mut Ghost,
        state: &State,
        (holder, link): (Address, Link),
        stored: Address,
    ) {
        let was_shared = ghost.is_shared(stored);
        let Some(record) = ghost.record_mut(stored) else { return };
        let known = record.holders.iter().find(|(found, _)| *found == link).map(|found| found.1);
        if known == Some(Holder::Object(holder)) {
            return;
        }
        if known.is_none() {
            record.holders.push((link, Holder::Object(holder)));
            record.holders.sort_unstable_by_key(|(link, _)| *link);
        }
        let is_odd = (known.is_some() || was_shared) && !self.has(Slip::HoldersChange);
        if let Some(found) = state.object(stored).filter(|_| is_odd) {
            ghost.breaks(Wrong::SeveralHolders(found.site, link));
        }
    }
}

fn from(guard: &Guard) -> Option<StaticId> {
    match guard {
        Guard::From { variable, .. } => Some(*variable),
        _ => None,
    }
}

fn made_at(guard: &Guard) -> Option<Place> {
    match guard {
        Guard::MadeAt(site) => Some(*site),
        _ => None,
    }
}
