//! Programs as models whose states are canonical.

use std::sync::atomic::AtomicBool;

use reductio_search::{Accesses, Model, Visibility};

use super::{
    Granularity, Met, PATIENCE, Patience, accesses, id, is_at_local, is_where_it_was, may_rest,
    spare, step_number, told,
};
use crate::event::Event;
use crate::failure::Failure;
use crate::foresight::ProgramForesight;
use crate::machine::Machine;
use crate::names::Fresh;
use crate::program::Program;
use crate::state::{State, Status};
use crate::store::StateStore;
use crate::value::ThreadId;
use crate::wrong::{Bounds, Limit};

/// A program as a model whose states are canonical: states that differ in the names of threads or objects, or in what
/// nobody can reach, are one ([`State::canonical`]).
///
/// For searches that keep states. A thread that has gone wrong is a [violation](Model::violation). The number of a
/// thread is its name in a state, and may be another one after a step. So searches that follow a thread from state to
/// state, such as those for threads that are stuck for ever, with sleep sets, or with steps put together by the search,
/// need [`StableModel`](super::StableModel); here the model puts steps together itself ([`Granularity`]).
///
/// ```
/// use reductio_programs::{Bounds, CanonicalModel, Expression, Granularity, Instruction, Method, ProgramBuilder, Register};
/// use reductio_search::{Query, Unreduced, search};
///
/// // Ten threads do nothing, one step each: which of them have done so does not matter.
/// let mut builder = ProgramBuilder::new("idle");
/// let main = builder.method(Method { name: "main".into(), ..Method::default() });
/// let idle = builder.method(Method { name: "idle".into(), ..Method::default() });
/// builder.push(idle, 5, Instruction::Skip);
/// for _ in 0..10 {
///     builder.push(main, 1, Instruction::Fork { to: None, method: idle, arguments: Box::new([]) });
/// }
/// let program = builder.build(main).unwrap();
/// let model = CanonicalModel::new(&program, Bounds::default(), Granularity::Instruction);
/// let found = search(&model, &Unreduced, &Query::default());
/// // After `k` forks, 0 to `k` threads have not ended yet.
/// assert_eq!(found.states, (0..=10).map(|k| k + 1).sum::<usize>());
/// assert!(found.findings.is_empty() && model.limits().is_empty());
/// ```
#[derive(Debug)]
pub struct CanonicalModel<'p> {
    machine: Machine<'p>,
    granularity: Granularity,
    /// What threads may still do, where steps depend on it.
    foresight: Option<ProgramForesight<'p>>,
    met: Met,
    patience: Patience<'p>,
}

impl<'p> CanonicalModel<'p> {
    /// The model of a program within bounds.
    pub fn new(program: &'p Program, bounds: Bounds, granularity: Granularity) -> Self {
        let is_wanted = granularity == Granularity::AloneAfter;
        CanonicalModel {
            machine: Machine::new(program, bounds),
            granularity,
            foresight: is_wanted.then(|| ProgramForesight::of(program)),
            met: Met::default(),
            patience: Patience::default(),
        }
    }

    /// Gives the model the flag that ends the search, or none: once it is raised, steps of many instructions end early.
    /// Runs are to be run again without it.
    #[must_use]
    pub fn with_cancel(self, cancel: Option<&'p AtomicBool>) -> Self {
        CanonicalModel { patience: self.patience.with_cancel(cancel), ..self }
    }

    /// The machine.
    pub fn machine(&self) -> Machine<'p> {
        self.machine
    }

    /// The limits that were met since the model was made. If there are any, a search has not seen all states, and what
    /// it has not found may exist.
    pub fn limits(&self) -> Vec<Limit> {
        self.met.limits()
    }

    /// The initial state, without making it canonical; tells `visit` the instructions of the first thread that belong
    /// to no step.
    pub fn begin(&self, visit: impl FnMut(&State, &Event)) -> State {
        let mut state = self.machine.initial();
        if matches!(self.granularity, Granularity::LocalsAfter | Granularity::AloneAfter) {
            self.more(&mut state, ThreadId(0), visit);
        }
        state
    }

    /// Takes a step of a thread, without making the state canonical, and tells `visit` its instructions; see
    /// [`Machine::step`]. `false` if there is no such step.
    pub fn take(
        &self,
        state: &mut State,
        thread: ThreadId,
        choice: usize,
        mut visit: impl FnMut(&State, &Event),
    ) -> bool {
        let line = line(self.machine.program(), state, thread);
        let Some(event) = self.machine.step(state, thread, choice, &Fresh) else { return false };
        self.met.note(&event);
        visit(state, &event);
        match self.granularity {
            Granularity::Instruction => {}
            Granularity::Line => {
                if let Some(line) = line {
                    self.same_line(state, thread, line, visit);
                }
            }
            Granularity::LocalsAfter | Granularity::AloneAfter => {
                self.more(state, thread, visit);
            }
        }
        true
    }

    /// Takes the instructions of a thread in a line and frame.
    fn same_line(
        &self,
        state: &mut State,
        thread: ThreadId,
        from: (usize, u32),
        mut visit: impl FnMut(&State, &Event),
    ) {
        let most = self.machine.bounds().objects as usize;
        for _ in 0..PATIENCE {
            if line(self.machine.program(), state, thread) != Some(from)
                || self.machine.choices(state, thread) != 1
                || state.heap.len() >= most
            {
                return;
            }
            let Some(event) = self.machine.step(state, thread, 0, &Fresh) else { return };
            self.met.note(&event);
            visit(state, &event);
        }
    }

    /// Takes the instructions at which a thread is that belong to the step before.
    fn more(&self, state: &mut State, thread: ThreadId, mut visit: impl FnMut(&State, &Event)) {
        let mut left = PATIENCE;
        loop {
            while left > 0 {
                if left > PATIENCE && self.patience.is_over(left) || !self.goes_on(state, thread) {
                    return;
                }
                let Some(event) = self.machine.step(state, thread, 0, &Fresh) else { return };
                self.met.note(&event);
                visit(state, &event);
                left -= 1;
            }
            // If it comes to an end, then it goes on to there.
            let step = |at: &mut State| {
                self.goes_on(at, thread) && self.machine.step(at, thread, 0, &Fresh).is_some()
            };
            let is_same = |now: &State, before: &State| is_where_it_was(now, before, thread);
            match self.patience.run(&mut state.clone(), step, is_same) {
                Some(further @ 1..) => left = further,
                _ => return,
            }
        }
    }

    /// Whether the next instruction of a thread belongs to the step before.
    fn goes_on(&self, state: &State, thread: ThreadId) -> bool {
        let is_alone = |foresight: &ProgramForesight<'_>| {
            self.machine.choices(state, thread) == 1 && foresight.is_alone(state, thread)
        };
        // What nobody can reach any more is dropped between steps only.
        state.heap.len() < self.machine.bounds().objects as usize
            && (is_at_local(self.machine.program(), state, thread)
                || self.foresight.as_ref().is_some_and(is_alone))
    }
}

/// The number of frames of a thread that goes on, and the line of its next instruction.
fn line(program: &Program, state: &State, thread: ThreadId) -> Option<(usize, u32)> {
    let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
    found.place().map(|place| (found.frames.len(), program.line(place)))
}

impl Model for CanonicalModel<'_> {
    type State = State;
    type Violation = Failure;
    type Store = StateStore;

    fn threads(&self) -> usize {
        self.machine.bounds().threads as usize
    }

    fn initial(&self) -> State {
        let mut state = self.begin(|_, _| {});
        state.become_canonical(|_| ());
        state
    }

    fn steps(&self, thread: usize, state: &State, mut visit: impl FnMut(usize, &State)) {
        let choices = self.machine.choices(state, id(thread));
        if choices == 0 {
            return;
        }
        let program = self.machine.program();
        let mut next = spare::take();
        for choice in 0..choices {
            next.clone_from(state);
            if self.take(&mut next, id(thread), choice, |_, _| {}) {
                next.become_canonical(|_| ());
                visit(step_number(program, state, id(thread), choice), &next);
            }
        }
        spare::keep(next);
    }

    fn store(&self) -> StateStore {
        StateStore::default()
    }

    /// A failure of a thread: after a step a thread may have another number, so that nobody could ask of it whether it
    /// has [failed](Model::has_failed).
    fn violation(&self, state: &State) -> Option<Failure> {
        Failure::of(state).next()
    }

    fn violations(&self, state: &State, visit: impl FnMut(Failure)) {
        Failure::of(state).for_each(visit);
    }

    fn violation_kind(&self, failure: &Failure) -> usize {
        failure.number(self.machine.program())
    }

    fn may_rest(&self, thread: usize, state: &State) -> bool {
        may_rest(state, thread) || Failure::blocks(state)
    }

    fn accesses(&self, thread: usize, _step: usize, state: &State) -> Accesses {
        match self.granularity {
            Granularity::Instruction => {
                accesses::of_step(self.machine.program(), state, id(thread), None)
            }
            Granularity::Line | Granularity::LocalsAfter | Granularity::AloneAfter => {
                Accesses::unknown()
            }
        }
    }

    fn noted(&self) -> Vec<u8> {
        self.met.noted(&self.machine)
    }

    fn note(&self, elsewhere: &[u8]) -> bool {
        self.met.take(&self.machine, elsewhere)
    }

    fn thread_name(&self, thread: usize) -> String {
        format!("T{thread}")
    }

    fn step_text(&self, _thread: usize, step: usize) -> String {
        told::step(self.machine.program(), step)
    }

    fn parts(&self, state: &State) -> Vec<(String, String)> {
        told::parts(self.machine.program(), state)
    }
}

impl Visibility for CanonicalModel<'_> {
    /// Always: the model puts steps together itself.
    fn is_visible(&self, _thread: usize, _state: &State) -> bool {
        true
    }
}
