//! A program whose objects have classes, under the watch of their rules.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use reductio_programs::{
    Action, Address, Bounds, Event, Granularity, Machine, Place, Program, Remembered, Renaming,
    State, StaticId, ThreadId, Variable,
};
use reductio_watched::{
    Breached, Confirmed, Doubts, Replay, Rules, Shown, Unknown, Watch, Watched, may_be_invisible,
};

use crate::breach::{Breach, Found};
use crate::class::Class;
use crate::monitor::{Broken, Called, Kind, Memory, Monitor};
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
pub type Fault = reductio_watched::Fault<Kind>;

/// A program whose objects have classes, as a model whose states are canonical.
pub type ClassifiedModel<'a> = Watched<'a, Classified<'a>>;

/// The rules of the classes of objects, under which a program is searched (S1).
#[derive(Debug)]
pub struct Classified<'a> {
    atomicity: Atomicity,
    monitor: Monitor<'a>,
    rules: Rules,
    /// The allocation sites whose objects were touched once they were published, and variables that belong to no
    /// object.
    touched: Mutex<BTreeSet<Touched>>,
}

impl<'a> Classified<'a> {
    /// The rules for a program within bounds; `is_on` says whether the classes are checked.
    pub fn new(
        program: &'a Program,
        classes: &'a Classes,
        bounds: Bounds,
        atomicity: Atomicity,
        is_on: bool,
    ) -> Self {
        Classified {
            atomicity,
            monitor: Monitor {
                machine: Machine::new(program, bounds),
                classes,
                is_on,
                is_granular: classes.has(Class::Method) || classes.has(Class::Atomic),
                has_atomic: classes.has(Class::Atomic),
                slip: None,
            },
            rules: Rules::of(program),
            touched: Mutex::default(),
        }
    }

    /// Puts a wrong reading into the model, for experiments.
    #[must_use]
    pub fn with_slip(mut self, slip: Option<Slip>) -> Self {
        self.monitor.slip = slip;
        self
    }

    /// The things touched so far, once they were published.
    pub(crate) fn touched(self) -> BTreeSet<Touched> {
        self.touched.into_inner().unwrap_or_else(PoisonError::into_inner)
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

    /// Whether other threads see what an instruction has done. `after` is the state after it, and `memory` what was
    /// remembered before.
    fn is_visible(&self, memory: &Memory, after: &State, event: &Event) -> bool {
        let instruction = self.monitor.machine.program().instruction(event.place);
        !may_be_invisible(instruction) || !self.is_invisible(after, memory, event)
    }
}

/// A thread that is about to take a lock, which lock, and where.
fn come_to(
    replay: &Replay<'_>,
    machine: Machine<'_>,
    thread: ThreadId,
) -> Option<(ThreadId, Address, u32)> {
    let object = machine.takes_lock(&replay.state, thread)?;
    let place = replay.state.thread(thread)?.place()?;
    let line = machine.program().line(place);
    Some((replay.number(thread)?, replay.object_number(object)?, line))
}

impl Breached for Breach {
    const UNKNOWN: Unknown = Unknown::WrongClass;
}

impl Watch for Classified<'_> {
    type Memory = Memory;
    type Breach = Kind;
    type Before = Option<Called>;
    type Told = Broken;
    type Mark = Found;
    type Found = Breach;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn is_reduced(&self) -> bool {
        self.atomicity == Atomicity::Reduced
    }

    fn granularity(&self) -> Granularity {
        match self.atomicity {
            Atomicity::Line => Granularity::Line,
            Atomicity::Bytecode | Atomicity::Reduced => Granularity::Instruction,
        }
    }

    /// What a thread calls with its next instruction, where calls are operations.
    fn before(&self, state: &State, thread: ThreadId) -> Option<Called> {
        let machine = self.monitor.is_granular.then_some(self.monitor.machine)?;
        let object = machine.receiver(state, thread)?;
        let frames = state.thread(thread)?.frames.len();
        Some(Called { object, frames })
    }

    fn follow(
        &self,
        memory: &mut Memory,
        after: &State,
        event: &Event,
        called: Option<Called>,
    ) -> Broken {
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

    fn is_access_hidden(
        &self,
        state: &State,
        memory: &Memory,
        _thread: ThreadId,
        variable: Variable,
        is_volatile: bool,
    ) -> bool {
        !memory.published.has_variable(variable)
            || !is_volatile
                && self.monitor.class_of_variable(state, variable) != Class::Communication
    }

    /// Whether no other thread has to do with the lock of an object, as far as classes are right.
    fn is_lock_hidden(
        &self,
        state: &State,
        memory: &Memory,
        thread: ThreadId,
        object: Address,
    ) -> bool {
        !memory.published.has(object)
            || self.monitor.class_of(state, object) == Class::Unshared
                && memory.is_only(object, thread)
            || self.monitor.may_be_inside(state, object) && memory.is_inside(object, thread)
    }

    fn mistakes(&self, event: &Event) -> bool {
        match (self.monitor.slip, &event.action) {
            (Some(Slip::NotifyInvisible), Action::Notify { .. })
            | (Some(Slip::AcquireInvisible), Action::Acquire { .. })
            | (Some(Slip::ReleaseInvisible), Action::Release { .. }) => true,
            (
                Some(Slip::CommunicationInvisible),
                Action::Read { is_volatile, .. }
                | Action::Write { is_volatile, .. }
                | Action::Update { is_volatile, .. },
            ) => !is_volatile,
            _ => false,
        }
    }

    fn rename(&self, memory: &mut Memory, renaming: &Renaming) {
        if self.monitor.slip != Some(Slip::KeepsNames) {
            let forgets = self.monitor.slip == Some(Slip::ForgetsThreadsThatAreOver);
            memory.rename(renaming, forgets);
        }
    }

    fn breaches(&self, at: &Remembered<Memory>, visit: impl FnMut(Kind)) {
        at.memory.broken().iter().copied().for_each(visit);
    }

    fn number(&self, program: &Program, kind: &Kind) -> usize {
        kind.number(program)
    }

    fn mark(&self, replay: &Replay<'_>, told: Broken, out: &mut Vec<Found>) {
        for (kind, come) in told {
            let come = come.and_then(|thread| come_to(replay, self.monitor.machine, thread));
            out.push(Found { kind, at: replay.run.steps.len() - 1, come });
        }
    }

    fn confirm(
        &self,
        machine: Machine<'_>,
        kind: Kind,
        shown: Shown<'_, Memory, Found>,
    ) -> Option<Confirmed<Breach>> {
        let found = shown.marks.iter().find(|found| found.kind == kind)?;
        let breach = Breach::of(machine.program(), self.monitor.classes, found, shown.replay.run)?;
        Some(Confirmed::Breach(breach))
    }

    fn doubts(&self) -> Doubts {
        let is_reduced = self.is_reduced();
        let unchecked = (!self.monitor.is_on).then_some(Unknown::NoMonitor);
        Doubts {
            all: match self.atomicity {
                Atomicity::Line => Some(Unknown::Lines),
                Atomicity::Reduced => unchecked.clone(),
                // Where every instruction is a step, no class matters.
                Atomicity::Bytecode => None,
            },
            races: Some(Unknown::NoRaces),
            rules: unchecked,
            rests_on_rules: is_reduced,
        }
    }
}
