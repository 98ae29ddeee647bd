//! Programs as models whose threads and objects keep their names.

use reductio_search::{Accesses, Model, Visibility};

use super::{Met, accesses, id, instruction, is_at_local, may_rest, spare, step_number, told};
use crate::failure::Failure;
use crate::instruction::Instruction;
use crate::machine::Machine;
use crate::names::{Names, StableNames};
use crate::program::Program;
use crate::state::{State, Status, Thread};
use crate::store::StateStore;
use crate::wrong::{Bounds, Limit};

/// A program as a model whose threads and objects keep their names from state to state, and have the same names in
/// whatever order independent steps are taken ([`StableNames`]). What nobody can reach is dropped.
///
/// For searches that walk executions, and others that follow a thread: state-less ones, with sleep sets, dynamic
/// partial-order reduction, with steps put together, for threads that are stuck for ever. States that differ in names
/// alone are different ones, so that a search that keeps states has more of them than with
/// [`CanonicalModel`](super::CanonicalModel), and never ends if a thread makes objects or threads for ever: the number
/// of states, or the bounds, end it.
///
/// At most 64 threads are told apart, over all executions together; more are a [limit](Limit::Threads).
///
/// ```
/// use reductio_programs::{Bounds, Instruction, Method, ProgramBuilder, StableModel};
/// use reductio_search::{Query, Unreduced, search};
///
/// let mut builder = ProgramBuilder::new("idle");
/// let main = builder.method(Method { name: "main".into(), ..Method::default() });
/// let idle = builder.method(Method { name: "idle".into(), ..Method::default() });
/// builder.push(idle, 5, Instruction::Skip);
/// for _ in 0..2 {
///     builder.push(main, 1, Instruction::Fork { to: None, method: idle, arguments: Box::new([]) });
/// }
/// let program = builder.build(main).unwrap();
/// let model = StableModel::new(&program, Bounds::default());
/// // No fork; one, with two states of the thread; two, with four.
/// assert_eq!(search(&model, &Unreduced, &Query::default()).states, 7);
/// ```
#[derive(Debug)]
pub struct StableModel<'p> {
    machine: Machine<'p>,
    names: StableNames,
    met: Met,
}

impl<'p> StableModel<'p> {
    /// The model of a program within bounds.
    pub fn new(program: &'p Program, bounds: Bounds) -> Self {
        let bounds = Bounds { threads: bounds.threads.min(64), ..bounds };
        let (names, met) = (StableNames::default(), Met::default());
        StableModel { machine: Machine::new(program, bounds), names, met }
    }

    /// The machine.
    pub fn machine(&self) -> Machine<'p> {
        self.machine
    }

    /// The names that were given so far.
    pub fn names(&self) -> &StableNames {
        &self.names
    }

    /// The limits that were met since the model was made. If there are any, a search has not seen all states, and what
    /// it has not found may exist.
    pub fn limits(&self) -> Vec<Limit> {
        self.met.limits()
    }

    /// Makes `next` the state after a step. `false` if there is no such step.
    fn go(&self, thread: usize, state: &State, choice: usize, next: &mut State) -> bool {
        next.clone_from(state);
        let event = self.machine.step(next, id(thread), choice, &self.names);
        let Some(event) = event else { return false };
        self.met.note(&event);
        next.collect_garbage();
        true
    }
}

impl Model for StableModel<'_> {
    type State = State;
    type Violation = Failure;
    type Store = StateStore;

    fn threads(&self) -> usize {
        self.machine.bounds().threads as usize
    }

    fn initial(&self) -> State {
        self.machine.initial()
    }

    fn steps(&self, thread: usize, state: &State, mut visit: impl FnMut(usize, &State)) {
        let choices = self.machine.choices(state, id(thread));
        if choices == 0 {
            return;
        }
        let program = self.machine.program();
        let mut next = spare::take();
        for choice in 0..choices {
            if self.go(thread, state, choice, &mut next) {
                visit(step_number(program, state, id(thread), choice), &next);
            }
        }
        spare::keep(next);
    }

    fn store(&self) -> StateStore {
        StateStore::default()
    }

    fn has_failed(&self, thread: usize, state: &State) -> bool {
        let found = state.thread(id(thread));
        found.is_some_and(|found| matches!(found.status, Status::Wrong(_)))
    }

    /// Not where an exception has ended the thread: it is as over as one that has returned.
    fn failure_blocks(&self, thread: usize, state: &State) -> bool {
        let found = state.thread(id(thread));
        found.is_some_and(
            |found| matches!(found.status, Status::Wrong(wrong) if !wrong.ends_thread()),
        )
    }

    /// The [number](Failure::number) of the failure.
    fn failure_reason(&self, thread: usize, _step: usize, before: &State) -> usize {
        // What chooses does not go wrong in some of its choices only.
        let mut after = State::default();
        let found = self.go(thread, before, 0, &mut after).then(|| after.thread(id(thread)));
        match found.flatten().map(|found| (found.status, found.place())) {
            Some((Status::Wrong(wrong), Some(place))) => {
                Failure { place, wrong }.number(self.machine.program())
            }
            _ => 0,
        }
    }

    fn may_rest(&self, thread: usize, state: &State) -> bool {
        may_rest(state, thread)
    }

    fn accesses(&self, thread: usize, _step: usize, state: &State) -> Accesses {
        let program = self.machine.program();
        let child = match instruction(program, state, id(thread)) {
            Some(Instruction::Fork { .. }) => state
                .thread(id(thread))
                .and_then(|parent| self.names.thread(state, id(thread), parent.forks)),
            _ => None,
        };
        accesses::of_step(program, state, id(thread), child)
    }

    fn waits_for(&self, thread: usize, state: &State) -> Accesses {
        accesses::waits_for(self.machine.program(), state, id(thread))
    }

    fn thread_name(&self, thread: usize) -> String {
        self.names.path(id(thread))
    }

    fn step_text(&self, _thread: usize, step: usize) -> String {
        told::step(self.machine.program(), step)
    }

    fn parts(&self, state: &State) -> Vec<(String, String)> {
        told::parts(self.machine.program(), state)
    }
}

impl Visibility for StableModel<'_> {
    /// Whether the thread is at an instruction that is not [local](Instruction::is_local), or to which it may come back
    /// by local ones alone: invisible steps end.
    fn is_visible(&self, thread: usize, state: &State) -> bool {
        let program = self.machine.program();
        !is_at_local(program, state, id(thread))
            || state
                .thread(id(thread))
                .and_then(Thread::place)
                .is_some_and(|place| program.may_go_round(place))
    }
}
