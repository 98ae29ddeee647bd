//! The monitor: what it remembers of a run, and when a class is wrong.
//!
//! Of an unshared object it remembers the thread that has touched it, of a variable of a disciplined object whether one
//! thread alone has touched it, whether it was written, and the locks that were owned at every access. Accesses of what
//! is not [published](crate::published) do not count. A thread that joins another one takes over what that has touched.
//!
//! What is remembered only grows, and does not depend on the order of invisible instructions of different threads; and
//! two threads that are about to touch the same in a way that matters break the rule. So a search that leaves out
//! orders finds the same breaches, and where it finds none, it has left out nothing else (guide,
//! `reference/classification.md`).

mod granular;

use reductio_programs::{
    Action, Address, Event, FieldId, Machine, Place, Program, Remembered, RememberedStore,
    Renaming, State, StaticId, ThreadId, Variable,
};
use smallvec::SmallVec;

use self::granular::Granular;
use crate::class::Class;
use crate::operation::Operations;
use crate::published::Published;
use crate::resolve::Classes;
use crate::slip::Slip;

/// A thread that has touched something, or has taken it over by joining one that has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum By {
    /// This one.
    Thread(ThreadId),
    /// One that has ended, and that nobody can join any more.
    Over,
}

/// The threads that have touched something, ascending. Those that were joined are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Threads(SmallVec<[By; 2]>);

impl Threads {
    fn are_several(&self) -> bool {
        self.0.len() > 1
    }

    fn add(&mut self, thread: ThreadId) {
        if let Err(place) = self.0.binary_search(&By::Thread(thread)) {
            self.0.insert(place, By::Thread(thread));
        }
    }

    /// A thread takes over what another one has touched.
    fn hand_on(&mut self, from: ThreadId, to: ThreadId) {
        if let Ok(place) = self.0.binary_search(&By::Thread(from)) {
            self.0.remove(place);
            self.add(to);
        }
    }

    fn rename(&mut self, renaming: &Renaming, forgets: bool) {
        let new = |by: &By| match by {
            By::Thread(thread) => renaming.thread(*thread).map_or(By::Over, By::Thread),
            By::Over => By::Over,
        };
        self.0 = self.0.iter().map(new).filter(|by| !forgets || *by != By::Over).collect();
        self.0.sort_unstable();
        self.0.dedup();
    }
}

/// What is known of a variable of a disciplined object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Record {
    by: Threads,
    is_modified: bool,
    /// The locks that were owned at every access, ascending.
    locks: SmallVec<[Address; 2]>,
}

/// The objects or variables of which a class is wrong, by the instruction that makes the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Several threads touch an object that should be unshared.
    Objects(Place),
    /// The discipline is broken for a field of an object, by its number, or for an element of an array.
    Field(Place, Option<FieldId>),
    /// A variable that belongs to no object is not what it is said to be.
    Static(StaticId),
    /// The discipline is broken for an object whose operations are calls of its methods.
    Whole(Place),
    /// A call of a method on such an object does something that others see, so that it is not one operation (G1).
    Operation(Place),
    /// A field of such an object, or an element, is touched by what is none of its methods, and written: by code of no
    /// object of the class (G2), or, where that is true, by a method on another one (G3).
    Outside(Place, Option<FieldId>, bool),
    /// An object is touched by calls of methods on an object of an atomic class, and otherwise too.
    Inside(Place),
    /// A method of an object of an atomic class gives back a lock that it has not taken, or ends without giving back
    /// one that it has.
    Locks(Place),
}

impl Kind {
    /// The number of the kind, another one for each.
    pub(crate) fn number(self, program: &Program) -> usize {
        let fields = program.fields().len() + 1;
        let of = |site: Place, kind: usize| program.number(site) * (5 + 3 * fields) + kind;
        let field = |site, kind, field: Option<FieldId>| {
            of(site, 5 + kind * fields + field.map_or(0, |field| field.index() + 1))
        };
        match self {
            Kind::Objects(site) => of(site, 0),
            Kind::Whole(site) => of(site, 1),
            Kind::Operation(site) => of(site, 2),
            Kind::Inside(site) => of(site, 3),
            Kind::Locks(site) => of(site, 4),
            Kind::Field(site, found) => field(site, 0, found),
            Kind::Outside(site, found, false) => field(site, 1, found),
            Kind::Outside(site, found, true) => field(site, 2, found),
            Kind::Static(variable) => program.instructions() * (5 + 3 * fields) + variable.index(),
        }
    }
}

/// The classes that a step breaks, each with the thread that has come to a lock and breaks it by that.
pub(crate) type Broken = SmallVec<[(Kind, Option<ThreadId>); 2]>;

/// A call of a method on an object that a thread is about to make.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    pub(crate) object: Address,
    /// The number of frames of the thread before it.
    pub(crate) frames: usize,
}

/// The memory that the monitor keeps of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    pub(crate) published: Published,
    /// The unshared objects that were touched, ascending.
    objects: Vec<(Address, Threads)>,
    /// The variables that belong to no object and are unshared, or whose objects are disciplined, ascending.
    variables: Vec<(Variable, Record)>,
    /// The classes that were found to be wrong, ascending. These are no matter of objects, which may be dropped. Of
    /// what is here nothing more is asked.
    broken: Vec<Kind>,
    /// The calls that run on objects whose operations are calls.
    operations: Operations,
    granular: Granular,
}

/// The locks that a thread owns, ascending.
fn owned(state: &State, thread: ThreadId) -> SmallVec<[Address; 2]> {
    let all = state.heap.iter();
    let own = all.filter(|(_, found)| found.owner.is_some_and(|(owner, _)| owner == thread));
    own.map(|(lock, _)| *lock).collect()
}

/// A judge of runs: the classes, and whether it judges at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Monitor<'a> {
    pub(crate) machine: Machine<'a>,
    pub(crate) classes: &'a Classes,
    pub(crate) is_on: bool,
    /// Tells whether calls of methods are the operations on some objects.
    pub(crate) is_granular: bool,
    /// Tells whether some objects are of an atomic class.
    pub(crate) has_atomic: bool,
    pub(crate) slip: Option<Slip>,
}

impl Monitor<'_> {
    fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    /// The class of an object. What is unknown is for communication.
    pub(crate) fn class_of(&self, state: &State, object: Address) -> Class {
        let site = state.object(object).map(|found| found.site);
        site.map_or(Class::Communication, |site| self.classes.of_site(self.machine.program(), site))
    }

    /// The class of a variable.
    pub(crate) fn class_of_variable(&self, state: &State, variable: Variable) -> Class {
        match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                self.class_of(state, object)
            }
            Variable::Static(variable) => self.classes.of_static(variable),
        }
    }

    /// Follows a step of a thread, and says what it has broken. `after` is the state after the step, with the names of
    /// the event; `called` is what it calls, and `is_visible` says whether others see it, where calls are operations.
    pub(crate) fn follow(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        called: Option<Called>,
        is_visible: bool,
    ) -> Broken {
        let mut broken = Broken::new();
        if self.is_on {
            self.touch(memory, after, event, &mut broken);
        }
        if self.is_granular {
            self.operate(memory, after, event, is_visible, &mut broken);
            self.enter(memory, after, event, called);
        }
        if !(self.has(Slip::ForkPublishesNothing) && matches!(event.action, Action::Fork { .. })) {
            memory.published.follow(after, event);
        }
        if let Action::Join { thread } = event.action
            && self.is_on
        {
            memory.hand_on(thread, event.thread);
        }
        // Who has come to a lock touches it, whether it has to wait or not.
        let child = match event.action {
            Action::Fork { child } => Some(child),
            _ => None,
        };
        for thread in std::iter::once(event.thread).chain(child).filter(|_| self.is_on) {
            if let Some(object) = self.machine.takes_lock(after, thread) {
                self.touch_lock(memory, after, (object, thread), true, &mut broken);
            }
        }
        broken
    }

    fn touch(&self, memory: &mut Memory, after: &State, event: &Event, broken: &mut Broken) {
        match event.action {
            Action::Read { variable, is_volatile: false }
            | Action::Write { variable, is_volatile: false }
            | Action::Update { variable, is_volatile: false } => {
                let is_write = !matches!(event.action, Action::Read { .. });
                let is_initializing = !memory.published.has_variable(variable);
                if is_initializing && !self.has(Slip::CountsInitialization) {
                    return;
                }
                let access = (variable, is_write);
                if self.is_granular && self.touch_granular(memory, after, event, access, broken) {
                    return;
                }
                let found = self.touch_variable(memory, after, event.thread, access);
                broken.extend(found.map(|kind| (kind, None)));
            }
            Action::Acquire { object, .. }
            | Action::Refused { object }
            | Action::Release { object, .. }
            | Action::StartWait { object }
            | Action::EndWait { object }
            | Action::Notify { object, .. } => {
                self.touch_lock(memory, after, (object, event.thread), false, broken);
            }
            _ => {}
        }
    }

    /// A thread touches a published variable.
    fn touch_variable(
        &self,
        memory: &mut Memory,
        after: &State,
        thread: ThreadId,
        (variable, is_write): (Variable, bool),
    ) -> Option<Kind> {
        let class = self.class_of_variable(after, variable);
        let site = |object| after.object(object).map(|found| found.site);
        let kind = match (class, variable) {
            (Class::Communication, _) => return None,
            (_, Variable::Static(variable)) => Kind::Static(variable),
            (Class::Unshared, Variable::Field(object, _) | Variable::Element(object, _)) => {
                return memory.touch_object(object, Kind::Objects(site(object)?), thread, self);
            }
            (_, Variable::Field(object, field)) => Kind::Field(site(object)?, Some(field)),
            (_, Variable::Element(object, _)) => Kind::Field(site(object)?, None),
        };
        let is_alone = class == Class::Unshared;
        let locks = if is_alone { SmallVec::new() } else { owned(after, thread) };
        let access = Record { by: Threads::default(), is_modified: is_write || is_alone, locks };
        memory.touch_variable(variable, kind, thread, access, self)
    }

    /// A thread touches the lock of an object, or has come to it (`come`): if this is unshared, the object.
    fn touch_lock(
        &self,
        memory: &mut Memory,
        after: &State,
        (object, thread): (Address, ThreadId),
        come: bool,
        broken: &mut Broken,
    ) {
        if !memory.published.has(object) {
            return;
        }
        if self.has_atomic {
            self.touch_lock_for(memory, after, (object, thread), come, broken);
        }
        if self.class_of(after, object) != Class::Unshared || self.has(Slip::LocksUntouched) {
            return;
        }
        let Some(site) = after.object(object).map(|found| found.site) else { return };
        let found = memory.touch_object(object, Kind::Objects(site), thread, self);
        broken.extend(found.map(|kind| (kind, come.then_some(thread))));
    }
}

impl Memory {
    /// The classes that were found to be wrong.
    pub(crate) fn broken(&self) -> &[Kind] {
        &self.broken
    }

    fn breaks(&mut self, kind: Kind) -> Kind {
        if let Err(place) = self.broken.binary_search(&kind) {
            self.broken.insert(place, kind);
        }
        kind
    }

    /// Notes that a class is wrong, if that is not known yet.
    fn breaks_now(&mut self, kind: Kind, come: Option<ThreadId>, broken: &mut Broken) {
        if let Err(place) = self.broken.binary_search(&kind) {
            self.broken.insert(place, kind);
            broken.push((kind, come));
        }
    }

    /// Decides whether a thread may take the lock of an unshared object without waiting for it, as far as the class is
    /// right.
    pub(crate) fn is_only(&self, object: Address, thread: ThreadId) -> bool {
        match self.objects.binary_search_by_key(&object, |(found, _)| *found) {
            Ok(place) => self.objects[place].1.0[..] == [By::Thread(thread)],
            Err(_) => true,
        }
    }

    fn touch_object(
        &mut self,
        object: Address,
        kind: Kind,
        thread: ThreadId,
        monitor: &Monitor<'_>,
    ) -> Option<Kind> {
        if monitor.has(Slip::UnsharedUnchecked) || self.broken.contains(&kind) {
            return None;
        }
        let place = self.objects.binary_search_by_key(&object, |(found, _)| *found);
        let place = place.unwrap_or_else(|place| {
            self.objects.insert(place, (object, Threads::default()));
            place
        });
        self.objects[place].1.add(thread);
        self.objects[place].1.are_several().then(|| self.breaks(kind))
    }

    fn touch_variable(
        &mut self,
        variable: Variable,
        kind: Kind,
        thread: ThreadId,
        access: Record,
        monitor: &Monitor<'_>,
    ) -> Option<Kind> {
        let is_uncounted = monitor.has(Slip::ReadsUncounted) && !access.is_modified;
        if is_uncounted || self.broken.contains(&kind) {
            return None;
        }
        let place = self.variables.binary_search_by_key(&variable, |(found, _)| *found);
        let place = place.unwrap_or_else(|place| {
            self.variables.insert(place, (variable, access.clone()));
            place
        });
        let record = &mut self.variables[place].1;
        let was_alone = !record.by.are_several();
        record.by.add(thread);
        // Eraser begins to count here: it forgets under which locks the first thread was.
        if monitor.has(Slip::CountsFromTheSecondThread) && was_alone {
            (record.is_modified, record.locks) = (access.is_modified, access.locks);
        } else {
            record.is_modified |= access.is_modified;
            record.locks.retain(|lock| access.locks.contains(lock));
        }
        (record.by.are_several() && record.is_modified && record.locks.is_empty())
            .then(|| self.breaks(kind))
    }

    /// A thread has joined another one: it takes over what that has touched.
    fn hand_on(&mut self, from: ThreadId, to: ThreadId) {
        let all = self.variables.iter_mut().map(|(_, record)| &mut record.by);
        let all = all.chain(self.objects.iter_mut().map(|(_, by)| by));
        all.for_each(|by| by.hand_on(from, to));
    }

    /// The memory under new names, without what was dropped: nobody can reach it any more. What a thread has touched
    /// that was dropped still counts; `forgets` is for experiments.
    pub(crate) fn rename(&mut self, renaming: &Renaming, forgets: bool) {
        self.published.rename(renaming);
        self.operations.rename(renaming);
        self.granular.rename(renaming);
        self.objects.retain_mut(|(object, by)| {
            by.rename(renaming, forgets);
            renaming.address(*object).map(|new| *object = new).is_some()
        });
        self.objects.sort_unstable();
        self.variables.retain_mut(|(variable, record)| {
            record.by.rename(renaming, forgets);
            let locks = record.locks.iter().filter_map(|lock| renaming.address(*lock));
            record.locks = locks.collect();
            record.locks.sort_unstable();
            renaming.variable(*variable).map(|new| *variable = new).is_some()
        });
        self.variables.sort_unstable_by_key(|(variable, _)| *variable);
    }
}

impl reductio_programs::Memory for Memory {
    fn bytes(&self) -> usize {
        let spilled = self.variables.iter().filter(|(_, record)| record.locks.spilled());
        let locks = spilled.map(|(_, record)| record.locks.capacity());
        size_of::<Memory>()
            + (self.published.len() + locks.sum::<usize>()) * size_of::<Address>()
            + self.objects.len() * size_of::<(Address, Threads)>()
            + self.variables.len() * size_of::<(Variable, Record)>()
            + self.broken.len() * size_of::<Kind>()
            + self.operations.bytes()
            + self.granular.bytes()
    }
}

/// A state of a program, with what the monitor remembers of the run to it.
pub type Monitored = Remembered<Memory>;

/// A store of [monitored states](Monitored).
pub type PairStore = RememberedStore<Memory>;
