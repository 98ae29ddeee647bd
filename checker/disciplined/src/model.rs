//! A program whose objects have classes, as a model.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use reductio_locksets::Taken;
use reductio_programs::{
    Action, Address, Bounds, CanonicalModel, Event, Failure, Fresh, Granularity, Instruction,
    Limit, Machine, Patience, Place, Program, Queues, State, StaticId, Status, ThreadId, Variable,
    is_where_it_was,
};
use reductio_search::{Accesses, Model};

use crate::class::Class;
use crate::monitor::{Broken, Called, Kind, Memory, Monitor, Monitored, PairStore};
use crate::resolve::Classes;
use crate::slip::Slip;

/// The size of a step: how often threads come between one another (S1, figure 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atomicity {
    /// A step is an instruction.
    Bytecode,
    /// A step is what a thread does in a line of the source. Not sound: what happens within a line is missed.
    Line,
    /// A step is something that other threads may see, and then what they may not: S1's reduction.
    #[default]
    Reduced,
}

impl Atomicity {
    /// All of them.
    pub const ALL: [Atomicity; 3] = [Atomicity::Bytecode, Atomicity::Line, Atomicity::Reduced];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Atomicity::Bytecode => "bytecode",
            Atomicity::Line => "line",
            Atomicity::Reduced => "reduced",
        }
    }
}

/// The number of invisible instructions after which a step ends. What a step ends with has no influence on what is
/// found: more states are stored, that is all.
const PATIENCE: usize = 256;

/// Something that was touched once it was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Touched {
    /// An object that an instruction has made.
    Site(Place),
    /// A field or element of such an object.
    Fields(Place),
    /// A variable that belongs to no object.
    Static(StaticId),
}

/// Something that is wrong in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A thread has gone wrong.
    Failure(Failure),
    /// A class is wrong.
    Breach(Kind),
}

/// A program whose objects have classes, as a model whose states are canonical: what is remembered of the run has the
/// new names as well.
#[derive(Debug)]
pub struct ClassifiedModel<'a> {
    steps: CanonicalModel<'a>,
    atomicity: Atomicity,
    monitor: Monitor<'a>,
    /// Whether to give a lock back is visible: some thread may try to take one without waiting for it.
    releases_are_visible: bool,
    /// Whether to notify all threads is visible: it puts them into a queue for the lock.
    notifications_are_visible: bool,
    met: Mutex<Vec<Limit>>,
    patience: Patience<'a>,
    /// The allocation sites whose objects were touched once they were published, and variables that belong to no
    /// object.
    touched: Mutex<BTreeSet<Touched>>,
}

impl<'a> ClassifiedModel<'a> {
    /// A program whose objects have classes, within bounds; `is_on` says whether the classes are checked.
    pub fn new(
        program: &'a Program,
        classes: &'a Classes,
        bounds: Bounds,
        atomicity: Atomicity,
        is_on: bool,
    ) -> Self {
        let granularity = match atomicity {
            Atomicity::Line => Granularity::Line,
            Atomicity::Bytecode | Atomicity::Reduced => Granularity::Instruction,
        };
        ClassifiedModel {
            steps: CanonicalModel::new(program, bounds, granularity),
            atomicity,
            monitor: Monitor {
                machine: Machine::new(program, bounds),
                classes,
                is_on,
                is_granular: classes.has(Class::Method) || classes.has(Class::Atomic),
                has_atomic: classes.has(Class::Atomic),
                slip: None,
            },
            releases_are_visible: program.tries_locks(),
            notifications_are_visible: program.queues() == Queues::FirstCome,
            met: Mutex::default(),
            patience: Patience::default(),
            touched: Mutex::default(),
        }
    }

    /// Puts a wrong reading into the model, for experiments.
    #[must_use]
    pub fn with_slip(mut self, slip: Option<Slip>) -> Self {
        self.monitor.slip = slip;
        self
    }

    /// Gives the model the flag that ends the search, or none: once it is raised, steps of many instructions end early.
    /// Runs are to be run again without it.
    #[must_use]
    pub fn with_cancel(self, cancel: Option<&'a AtomicBool>) -> Self {
        ClassifiedModel { patience: self.patience.with_cancel(cancel), ..self }
    }

    /// The machine.
    pub fn machine(&self) -> Machine<'a> {
        self.steps.machine()
    }

    /// The limits that were met since the model was made. If there are any, a search has not seen all states.
    pub fn limits(&self) -> Vec<Limit> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The initial state, before it is made canonical, and its instructions.
    pub(crate) fn begin(&self, mut visit: impl FnMut(Taken, Broken)) -> Monitored {
        let mut at = Monitored { state: self.machine().initial(), memory: Memory::default() };
        if self.atomicity == Atomicity::Reduced {
            self.go_on(&mut at, ThreadId(0), &mut visit);
        }
        at
    }

    /// Takes a step of a thread, without making the state canonical, and tells `visit` its instructions and what they
    /// break. `false` if there is no such step.
    pub(crate) fn take(
        &self,
        at: &mut Monitored,
        thread: ThreadId,
        choice: usize,
        mut visit: impl FnMut(Taken, Broken),
    ) -> bool {
        let mut child = None;
        let mut is_first = true;
        let Monitored { state, memory } = at;
        let mut called = self.called(state, thread);
        let is_taken = self.steps.take(state, thread, choice, |after, event| {
            if let Action::Fork { child: forked } = event.action {
                child = Some(forked);
            }
            let choice = if std::mem::take(&mut is_first) { choice } else { 0 };
            visit((event.thread, choice), self.note(memory, after, event, called));
            called = self.called(after, event.thread);
        });
        if is_taken && self.atomicity == Atomicity::Reduced {
            self.go_on(at, thread, &mut visit);
            // What a new thread does first cannot be seen by others either.
            if let Some(child) = child {
                self.go_on(at, child, &mut visit);
            }
        }
        is_taken
    }

    /// What a thread calls with its next instruction, where calls are operations.
    fn called(&self, state: &State, thread: ThreadId) -> Option<Called> {
        let machine = self.monitor.is_granular.then(|| self.machine())?;
        let object = machine.receiver(state, thread)?;
        let frames = state.thread(thread)?.frames.len();
        Some(Called { object, frames })
    }

    fn note(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        called: Option<Called>,
    ) -> Broken {
        if let Some(limit) = event.halted {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            if !met.contains(&limit) {
                met.push(limit);
            }
        }
        if self.monitor.is_on
            && let Some(touched) = Self::touched_by(memory, after, event)
        {
            let mut all = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(touched);
            if let (Touched::Site(site), Action::Read { .. } | Action::Write { .. }) =
                (touched, &event.action)
            {
                all.insert(Touched::Fields(site));
            }
        }
        let is_visible = self.monitor.is_granular && self.is_visible(memory, after, event);
        self.monitor.follow(memory, after, event, called, is_visible)
    }

    /// Whether other threads see what an instruction has done. `after` is the state after it, and `memory` what was
    /// remembered before.
    fn is_visible(&self, memory: &Memory, after: &State, event: &Event) -> bool {
        let instruction = self.machine().program().instruction(event.place);
        !may_be_invisible(instruction) || !self.is_invisible(after, memory, event)
    }

    /// The objects and variables that were touched so far, once they were published.
    pub(crate) fn touched(&self) -> BTreeSet<Touched> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What a step touches, if it is published.
    fn touched_by(memory: &Memory, after: &State, event: &Event) -> Option<Touched> {
        let object = match event.action {
            Action::Read { variable, .. }
            | Action::Write { variable, .. }
            | Action::Update { variable, .. } => match variable {
                Variable::Field(object, _) | Variable::Element(object, _) => object,
                Variable::Static(found) => {
                    let is_published = memory.published.has_variable(variable);
                    return is_published.then_some(Touched::Static(found));
                }
            },
            Action::Acquire { object, .. } | Action::Refused { object } => object,
            _ => return None,
        };
        let is_published = memory.published.has(object);
        is_published.then(|| after.object(object).map(|found| Touched::Site(found.site)))?
    }

    /// Takes the invisible instructions at which a thread is.
    fn go_on(&self, at: &mut Monitored, thread: ThreadId, visit: &mut impl FnMut(Taken, Broken)) {
        for _ in 0..PATIENCE {
            let Some(broken) = self.go_one_on(at, thread) else { return };
            visit((thread, 0), broken);
        }
        // If it comes to what others can see, then it goes on to there.
        let step = |at: &mut Monitored| self.go_one_on(at, thread).is_some();
        let is_same = |now: &Monitored, before: &Monitored| {
            is_where_it_was(&now.state, &before.state, thread)
        };
        // What each instruction breaks is not kept: it is seen when they are taken again.
        let further = self.patience.run(&mut at.clone(), step, is_same);
        for count in 0..further.unwrap_or(0) {
            if self.patience.is_over(count) {
                return;
            }
            let Some(broken) = self.go_one_on(at, thread) else { return };
            visit((thread, 0), broken);
        }
    }

    /// Takes the next instruction of a thread if it is invisible, and tells what it breaks.
    fn go_one_on(&self, at: &mut Monitored, thread: ThreadId) -> Option<Broken> {
        // What nobody can reach any more is dropped between steps only.
        if at.state.heap.len() >= self.machine().bounds().objects as usize {
            return None;
        }
        let called = self.called(&at.state, thread);
        let (after, event) = self.invisible(at, thread)?;
        at.state = after;
        Some(self.note(&mut at.memory, &at.state, &event, called))
    }

    /// The state after the next instruction of a thread, and what it does, if it is invisible.
    fn invisible(&self, at: &Monitored, thread: ThreadId) -> Option<(State, Event)> {
        let found = at.state.thread(thread).filter(|found| found.status == Status::Running)?;
        let may = may_be_invisible(self.machine().program().instruction(found.place()?));
        if !may || self.machine().choices(&at.state, thread) != 1 {
            return None;
        }
        let mut after = at.state.clone();
        let event = self.machine().step(&mut after, thread, 0, &Fresh)?;
        self.is_invisible(&at.state, &at.memory, &event).then_some((after, event))
    }

    /// Whether other threads cannot see what a step does.
    fn is_invisible(&self, state: &State, memory: &Memory, event: &Event) -> bool {
        let slip = self.monitor.slip;
        match event.action {
            Action::Local | Action::Allocate { .. } | Action::Print { .. } => true,
            Action::Notify { .. } => {
                !self.notifications_are_visible || slip == Some(Slip::NotifyInvisible)
            }
            Action::Read { variable, is_volatile }
            | Action::Write { variable, is_volatile }
            | Action::Update { variable, is_volatile } => {
                !memory.published.has_variable(variable)
                    || !is_volatile
                        && (self.monitor.class_of_variable(state, variable) != Class::Communication
                            || slip == Some(Slip::CommunicationInvisible))
            }
            Action::Acquire { object, depth } => {
                depth > 1
                    || self.is_own(state, memory, object, event.thread)
                    || slip == Some(Slip::AcquireInvisible)
            }
            Action::Release { object, depth } => {
                depth > 0
                    || !self.releases_are_visible
                    || self.is_own(state, memory, object, event.thread)
                    || slip == Some(Slip::ReleaseInvisible)
            }
            _ => false,
        }
    }

    /// Whether no other thread has to do with the lock of an object, as far as classes are right.
    fn is_own(&self, state: &State, memory: &Memory, object: Address, thread: ThreadId) -> bool {
        !memory.published.has(object)
            || self.monitor.class_of(state, object) == Class::Unshared
                && memory.is_only(object, thread)
            || self.monitor.may_be_inside(state, object) && memory.is_inside(object, thread)
    }

    /// The canonical form of a state, with what is remembered under the new names.
    pub(crate) fn canonical(&self, at: Monitored) -> Monitored {
        let Monitored { mut state, mut memory } = at;
        let renaming = state.make_canonical();
        if self.monitor.slip == Some(Slip::KeepsNames) {
            return Monitored { state, memory };
        }
        let forgets = self.monitor.slip == Some(Slip::ForgetsThreadsThatAreOver);
        memory.rename(&renaming, forgets);
        Monitored { state, memory }
    }

    /// The choice that a step is, by its number in a state.
    pub(crate) fn choice(&self, state: &State, thread: ThreadId, step: usize) -> Option<usize> {
        let is_second_half = is_second_half(state.thread(thread)?.status);
        let all = self.machine().program().instructions().max(1);
        Some(if is_second_half { 0 } else { step / all })
    }
}

fn id(thread: usize) -> ThreadId {
    ThreadId(u32::try_from(thread).unwrap_or(u32::MAX))
}

/// Whether others may not see what an instruction does: it can be taken at once, in one way.
fn may_be_invisible(instruction: &Instruction) -> bool {
    use Instruction as I;
    instruction.is_local()
        || matches!(
            instruction,
            I::Read { .. }
                | I::Write { .. }
                | I::ReadElement { .. }
                | I::WriteElement { .. }
                | I::ReadStatic { .. }
                | I::WriteStatic { .. }
                | I::Update { .. }
                | I::Acquire { .. }
                | I::Release { .. }
                | I::NotifyAll { .. }
        )
}

/// Whether a thread's next step is the second half of a wait.
fn is_second_half(status: Status) -> bool {
    matches!(status, Status::Notified { .. } | Status::Waiting { .. })
}

impl Model for ClassifiedModel<'_> {
    type State = Monitored;
    type Violation = Fault;
    type Store = PairStore;

    fn threads(&self) -> usize {
        self.machine().bounds().threads as usize
    }

    fn initial(&self) -> Monitored {
        let begun = self.begin(|_, _| {});
        self.canonical(begun)
    }

    fn steps(&self, thread: usize, at: &Monitored, mut visit: impl FnMut(usize, &Monitored)) {
        let program = self.machine().program();
        let Some(found) = at.state.thread(id(thread)) else { return };
        let Some(place) = found.place() else { return };
        let is_second_half = is_second_half(found.status);
        for choice in 0..self.machine().choices(&at.state, id(thread)) {
            let mut next = at.clone();
            if self.take(&mut next, id(thread), choice, |_, _| {}) {
                let choice = if is_second_half { 1 } else { choice };
                let number = program.number(place) + choice * program.instructions();
                visit(number, &self.canonical(next));
            }
        }
    }

    fn store(&self) -> PairStore {
        PairStore::default()
    }

    fn violation(&self, at: &Monitored) -> Option<Fault> {
        let failure = Failure::of(&at.state).next().map(Fault::Failure);
        failure.or_else(|| at.memory.broken().first().copied().map(Fault::Breach))
    }

    fn violations(&self, at: &Monitored, mut visit: impl FnMut(Fault)) {
        Failure::of(&at.state).map(Fault::Failure).for_each(&mut visit);
        at.memory.broken().iter().copied().map(Fault::Breach).for_each(&mut visit);
    }

    fn violation_kind(&self, fault: &Fault) -> usize {
        match *fault {
            Fault::Failure(failure) => 2 * failure.number(self.machine().program()),
            Fault::Breach(kind) => 2 * kind.number(self.machine().program()) + 1,
        }
    }

    fn may_rest(&self, thread: usize, at: &Monitored) -> bool {
        self.steps.may_rest(thread, &at.state)
    }

    fn accesses(&self, _thread: usize, _step: usize, _state: &Monitored) -> Accesses {
        Accesses::unknown()
    }

    fn thread_name(&self, thread: usize) -> String {
        self.steps.thread_name(thread)
    }

    fn step_text(&self, thread: usize, step: usize) -> String {
        self.steps.step_text(thread, step)
    }

    fn parts(&self, at: &Monitored) -> Vec<(String, String)> {
        let mut parts = self.steps.parts(&at.state);
        parts.push(("remembered".to_owned(), format!("{:?}", at.memory)));
        parts
    }
}
