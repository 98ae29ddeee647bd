//! The transition system of a program (S2 sections 3 and 4) as a model that is searched.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reductio_programs::{Bounds, Failure, Limit, Machine, Program, Queues, State, Status};
use reductio_search::{Model, Reduction};

use crate::classify::Classification;
use crate::coarse::Coarse;
use crate::compose::{Met, transitions};
use crate::naming::Naming;
use crate::options::Options;
use crate::parts::Phase;
use crate::round::{Round, round};
use crate::single::{FAILED, HALTED, Singles, Taken};
use crate::slip::Slip;
use crate::store::CoarseStore;
use crate::transition::Transition;

/// A program as the transition system of S2, reduced or not: a transition is a number of invisible operations of one
/// thread and then a visible one, or several that may be put together.
///
/// Who comes first is served first, and a lock that is let go is handed to the first that waits for it.
pub struct CoarseModel<'p> {
    program: &'p Program,
    bounds: Bounds,
    shared: Mutex<Shared<'p>>,
}

struct Shared<'p> {
    singles: Singles<'p>,
    /// What was met so far.
    met: Met,
    buffer: Vec<Transition>,
}

impl fmt::Debug for CoarseModel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoarseModel").field("program", &self.program.name()).finish_non_exhaustive()
    }
}

impl<'p> CoarseModel<'p> {
    /// The model of a program, which must serve first who comes first ([`Queues::FirstCome`]); `None` if it does not.
    pub fn new(
        program: &'p Program,
        options: Options,
        known: Arc<dyn Classification + 'p>,
    ) -> Option<Self> {
        if program.queues() != Queues::FirstCome {
            return None;
        }
        let bounds = options.bounds;
        let singles = Singles::new(Machine::new(program, bounds), options, known);
        let shared = Shared { singles, met: Met::default(), buffer: Vec::new() };
        Some(CoarseModel { program, bounds, shared: Mutex::new(shared) })
    }

    fn shared(&self) -> MutexGuard<'_, Shared<'p>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The limits at which threads were halted. If there are any, not all states were seen.
    pub fn limits(&self) -> Vec<Limit> {
        self.shared().singles.limits.iter().copied().collect()
    }

    /// Tells whether a thread was met that may go on for ever without a visible operation.
    pub fn goes_round(&self) -> bool {
        self.shared().met.goes_round
    }

    /// Tells whether a thread was given up because it takes too many invisible operations in a row. Then not all states
    /// were seen.
    pub fn gives_up(&self) -> bool {
        self.shared().met.is_given_up
    }

    /// The number of visible transformations that were met since the model was made, as S2 counts them: visible
    /// operations of each thread, a lock that is free and one that is taken counting as two, and so an unlock with
    /// nobody waiting and with somebody.
    pub fn transforms(&self) -> usize {
        self.shared().singles.visible.len()
    }

    /// The program's state of a state of the model.
    pub fn state(&self, state: &Coarse) -> State {
        self.shared().singles.parts.state(&state.0)
    }
}

/// The reduction that takes every transition. It works out those of all threads at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transitions;

impl<'p> Reduction<CoarseModel<'p>> for Transitions {
    type Memory = ();

    fn initial(&self, _model: &CoarseModel<'p>) {}

    fn successors(
        &self,
        model: &CoarseModel<'p>,
        state: &Coarse,
        _memory: &(),
        mut take: impl FnMut(usize, usize, &Coarse, ()),
    ) -> bool {
        if state.has(FAILED | HALTED) {
            return false;
        }
        let mut goes_on = false;
        let mut shared = model.shared();
        let shared_now = &mut *shared;
        let mut buffer = std::mem::take(&mut shared_now.buffer);
        let threads = shared_now.singles.parts.threads();
        let mut ends = Vec::with_capacity(threads);
        for thread in 0..threads {
            let met = transitions(&mut shared_now.singles, &state.0, thread, false, &mut buffer);
            goes_on |= met.goes_round || met.is_given_up;
            shared_now.met.goes_round |= met.goes_round;
            shared_now.met.is_given_up |= met.is_given_up;
            ends.push(buffer.len());
        }
        drop(shared);
        goes_on |= !buffer.is_empty();
        let mut thread = 0;
        let mut first = 0;
        for (k, transition) in buffer.drain(..).enumerate() {
            while ends.get(thread).is_some_and(|end| *end <= k) {
                first = ends[thread];
                thread += 1;
            }
            take(thread, k - first, &Coarse(transition.after), ());
        }
        model.shared().buffer = buffer;
        goes_on
    }

    fn takes_every_step(&self) -> bool {
        true
    }
}

impl<'p> CoarseModel<'p> {
    /// The machine of the program.
    pub(crate) fn machine(&self) -> Machine<'p> {
        self.shared().singles.machine
    }

    /// The names that were given so far.
    pub(crate) fn naming(&self) -> Naming {
        self.shared().singles.naming.clone()
    }

    /// The transitions of a thread, and what was met.
    pub(crate) fn of(&self, thread: usize, state: &Coarse) -> (Vec<Transition>, Met) {
        let mut found = Vec::new();
        let mut shared = self.shared();
        let met = transitions(&mut shared.singles, &state.0, thread, false, &mut found);
        shared.met.goes_round |= met.goes_round;
        shared.met.is_given_up |= met.is_given_up;
        (found, met)
    }

    /// Decides whether the model is made by a wrong rule.
    pub(crate) fn has(&self, slip: Slip) -> bool {
        self.shared().singles.options.has(slip)
    }

    /// A way of invisible steps of a thread round and round, as [`round`] finds it.
    pub(crate) fn round(&self, thread: usize, state: &Coarse) -> Option<Round> {
        round(&mut self.shared().singles, &state.0, thread)
    }

    /// The steps of the machine that a transition is made of: the threads, and which choices they take.
    pub(crate) fn taken(&self, thread: usize, state: &Coarse, step: usize) -> Vec<Taken> {
        let mut shared = self.shared();
        let mut found = Vec::new();
        transitions(&mut shared.singles, &state.0, thread, true, &mut found);
        found.into_iter().nth(step).map_or_else(Vec::new, |transition| transition.taken)
    }
}

impl Model for CoarseModel<'_> {
    type State = Coarse;
    type Violation = Failure;
    type Store = CoarseStore;

    fn threads(&self) -> usize {
        self.bounds.threads as usize
    }

    fn initial(&self) -> Coarse {
        Coarse(self.shared().singles.initial())
    }

    fn steps(&self, thread: usize, state: &Coarse, mut visit: impl FnMut(usize, &Coarse)) {
        if state.has(FAILED | HALTED) {
            return;
        }
        let mut found = Vec::new();
        transitions(&mut self.shared().singles, &state.0, thread, false, &mut found);
        for (step, transition) in found.into_iter().enumerate() {
            visit(step, &Coarse(transition.after));
        }
    }

    fn store(&self) -> CoarseStore {
        CoarseStore::default()
    }

    fn violation(&self, state: &Coarse) -> Option<Failure> {
        if !state.has(FAILED) {
            return None;
        }
        Failure::of(&self.state(state)).next()
    }

    fn violation_kind(&self, failure: &Failure) -> usize {
        failure.number(self.program)
    }

    /// Whether the thread has ended or need not. What comes after a failure or a limit is not known.
    fn may_rest(&self, thread: usize, state: &Coarse) -> bool {
        if state.has(FAILED | HALTED) {
            return true;
        }
        let shared = self.shared();
        let part = shared.singles.parts.thread_in(&state.0, thread);
        part.is_none_or(|part| {
            part.phase == Phase::Over
                || part.thread.background
                || part.thread.status == Status::Absent
        })
    }

    fn thread_name(&self, thread: usize) -> String {
        format!("T{thread}")
    }
}
