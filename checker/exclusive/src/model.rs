//! A program under claims, as a model: a step is something that other threads may see, and then what they may not.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};

use reductio_locksets::Taken;
use reductio_programs::{
    Action, Address, Bounds, CanonicalModel, Event, Failure, Fresh, Granularity, Instruction,
    Limit, Machine, Met, Patience, Place, Program, Queues, Renaming, State, Status, ThreadId,
    Variable, is_where_it_was,
};
use reductio_search::{Accesses, Model, Portable};
use rustc_hash::FxBuildHasher;

use crate::claims::{Claims, Wrong};
use crate::ghost::{By, Ghost, Owned, OwnedStore};
use crate::judge::Judge;
use crate::slip::Slip;

/// The number of invisible instructions after which a step ends. What a step ends with has no influence on what is
/// found: more states are stored, that is all.
const PATIENCE: usize = 256;

/// Something that is wrong in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A thread has gone wrong.
    Failure(Failure),
    /// A claim is wrong.
    Claim(Wrong),
    /// Two threads are about to access one variable, and one of the two to write it: the instructions, the lesser
    /// first.
    Race(Place, Place),
}

/// A program under claims, as a model whose states are canonical: what is remembered of the run has the new names as
/// well.
#[derive(Debug)]
pub struct ClaimedModel<'a> {
    steps: CanonicalModel<'a>,
    judge: Judge<'a>,
    /// Whether to give a lock back is visible: some thread may try to take one without waiting for it.
    releases_are_visible: bool,
    /// Whether to notify all threads is visible: it puts them into a queue for the lock.
    notifications_are_visible: bool,
    met: Met,
    patience: Patience<'a>,
    /// Whether a thread has learned something of others without being ordered after them: that a lock was not free, or
    /// that a thread was over.
    peeked: AtomicBool,
}

impl<'a> ClaimedModel<'a> {
    /// A program under claims, within bounds.
    pub fn new(
        program: &'a Program,
        claims: &'a Claims,
        bounds: Bounds,
        slip: Option<Slip>,
    ) -> Self {
        ClaimedModel {
            steps: CanonicalModel::new(program, bounds, Granularity::Instruction),
            judge: Judge::new(Machine::new(program, bounds), claims, slip),
            releases_are_visible: program.tries_locks() && slip != Some(Slip::ReleaseInvisible),
            notifications_are_visible: program.queues() == Queues::FirstCome,
            met: Met::default(),
            patience: Patience::default(),
            peeked: AtomicBool::new(false),
        }
    }

    /// Gives the model the flag that ends the search, or none: once it is raised, steps of many instructions end early.
    /// Runs are to be run again without it.
    #[must_use]
    pub fn with_cancel(self, cancel: Option<&'a AtomicBool>) -> Self {
        ClaimedModel { patience: self.patience.with_cancel(cancel), ..self }
    }

    /// The machine.
    pub fn machine(&self) -> Machine<'a> {
        self.steps.machine()
    }

    /// The limits that were met since the model was made. If there are any, a search has not seen all states.
    pub fn limits(&self) -> Vec<Limit> {
        self.met.limits()
    }

    /// Tells whether a thread has learned something of others without being ordered after them.
    pub(crate) fn has_peeked(&self) -> bool {
        self.peeked.load(Ordering::Relaxed)
    }

    fn slip(&self) -> Option<Slip> {
        self.judge.slip
    }

    /// The initial state, before it is made canonical, and its instructions.
    pub(crate) fn begin(&self, mut visit: impl FnMut(Taken)) -> Owned {
        let mut at = Owned { state: self.machine().initial(), memory: Ghost::default() };
        self.go_on(&mut at, ThreadId(0), &mut visit);
        at
    }

    /// Takes a step of a thread, without making the state canonical, and tells `visit` its instructions. `false` if
    /// there is no such step.
    pub(crate) fn take(
        &self,
        at: &mut Owned,
        thread: ThreadId,
        choice: usize,
        mut visit: impl FnMut(Taken),
    ) -> bool {
        let mut child = None;
        let Owned { state, memory: ghost } = at;
        let is_taken = self.steps.take(state, thread, choice, |after, event| {
            if let Action::Fork { child: forked } = event.action {
                child = Some(forked);
            }
            visit((event.thread, choice));
            self.note(ghost, after, event);
        });
        if is_taken {
            self.go_on(at, thread, &mut visit);
            // What a new thread does first cannot be seen by others either.
            if let Some(child) = child {
                self.go_on(at, child, &mut visit);
            }
        }
        is_taken
    }

    fn note(&self, ghost: &mut Ghost, after: &State, event: &Event) {
        self.met.note(event);
        let peeks = match event.action {
            Action::Refused { .. } => true,
            Action::Look { variable: Variable::Field(object, _) } => {
                let teller = ghost.record(object).and_then(|found| found.teller);
                teller.is_some_and(|by| by != By::Thread(event.thread))
            }
            _ => false,
        };
        if peeks {
            self.peeked.store(true, Ordering::Relaxed);
        }
        self.judge.follow(ghost, after, event);
    }

    /// Takes the invisible instructions at which a thread is.
    fn go_on(&self, at: &mut Owned, thread: ThreadId, visit: &mut impl FnMut(Taken)) {
        for _ in 0..PATIENCE {
            if !self.go_one_on(at, thread) {
                return;
            }
            visit((thread, 0));
        }
        // If it comes to what others can see, then it goes on to there.
        let step = |at: &mut Owned| self.go_one_on(at, thread);
        let is_same =
            |now: &Owned, before: &Owned| is_where_it_was(&now.state, &before.state, thread);
        for _ in 0..self.patience.run(at, step, is_same).unwrap_or(0) {
            visit((thread, 0));
        }
    }

    /// Takes the next instruction of a thread if it is invisible.
    fn go_one_on(&self, at: &mut Owned, thread: ThreadId) -> bool {
        // What nobody can reach any more is dropped between steps only.
        if at.state.heap.len() >= self.machine().bounds().objects as usize {
            return false;
        }
        let machine = self.machine();
        let running = at.state.thread(thread).filter(|found| found.status == Status::Running);
        let place = running.and_then(reductio_programs::Thread::place);
        let is_local = place.is_some_and(|place| machine.program().instruction(place).is_local());
        // Nobody sees what is local: there is no need to keep the state before it.
        let event = if is_local && machine.choices(&at.state, thread) == 1 {
            let Some(event) = machine.step(&mut at.state, thread, 0, &Fresh) else { return false };
            event
        } else {
            let Some((after, event)) = self.invisible(at, thread) else { return false };
            at.state = after;
            event
        };
        self.note(&mut at.memory, &at.state, &event);
        true
    }

    /// The state after the next instruction of a thread, and what it does, if it is invisible.
    fn invisible(&self, at: &Owned, thread: ThreadId) -> Option<(State, Event)> {
        use Instruction as I;
        let found = at.state.thread(thread).filter(|found| found.status == Status::Running)?;
        let instruction = self.machine().program().instruction(found.place()?);
        let may = instruction.is_local()
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
            );
        if !may || self.machine().choices(&at.state, thread) != 1 {
            return None;
        }
        let mut after = at.state.clone();
        let event = self.machine().step(&mut after, thread, 0, &Fresh)?;
        self.is_invisible(at, &event).then_some((after, event))
    }

    /// Whether other threads cannot see what a step does, as far as the claims are right.
    fn is_invisible(&self, at: &Owned, event: &Event) -> bool {
        let Owned { state, memory: ghost } = at;
        let is_lock_hidden =
            |object: Address| self.judge.is_lock_hidden(ghost, state, event.thread, object);
        match event.action {
            Action::Local | Action::Allocate { .. } | Action::Print { .. } => true,
            Action::Notify { .. } => !self.notifications_are_visible,
            Action::Read { variable, is_volatile }
            | Action::Write { variable, is_volatile }
            | Action::Update { variable, is_volatile } => {
                self.judge.is_hidden(ghost, state, event.thread, variable, is_volatile)
                    || self.slip() == Some(Slip::AllInvisible) && !is_volatile
            }
            Action::Acquire { object, depth } => {
                depth > 1 || is_lock_hidden(object) || self.slip() == Some(Slip::AcquireInvisible)
            }
            Action::Release { object, depth } => {
                depth > 0 || !self.releases_are_visible || is_lock_hidden(object)
            }
            _ => false,
        }
    }

    /// The canonical form of a state, with what is remembered under the new names.
    pub(crate) fn canonical(at: Owned) -> (Owned, Renaming) {
        let Owned { state, memory: mut ghost } = at;
        let (state, renaming) = state.canonical();
        ghost.rename(&renaming);
        (Owned { state, memory: ghost }, renaming)
    }

    /// The choice that a step is, by its number in a state.
    pub(crate) fn choice(&self, state: &State, thread: ThreadId, step: usize) -> Option<usize> {
        let is_second_half = is_second_half(state.thread(thread)?.status);
        let all = self.machine().program().instructions().max(1);
        Some(if is_second_half { 0 } else { step / all })
    }

    /// The races of a state: two threads are about to access one variable without synchronization, and one of the two
    /// to write it.
    fn races(&self, state: &State, mut visit: impl FnMut(Fault)) {
        let threads = (0..state.threads.len()).map(id);
        let may = |thread| Some((thread, self.machine().next_access(state, thread)?));
        let all: Vec<(ThreadId, (Variable, bool))> = threads.filter_map(may).collect();
        for (number, (first, one)) in all.iter().enumerate() {
            for (second, two) in &all[number + 1..] {
                if one.0 == two.0
                    && (one.1 || two.1)
                    && let (Some(one), Some(two)) =
                        (self.access(state, *first), self.access(state, *second))
                    && (one.1 || two.1)
                {
                    visit(Fault::Race(one.2.min(two.2), one.2.max(two.2)));
                }
            }
        }
    }

    /// The variable that a thread accesses next without synchronization, whether it writes it, and the instruction.
    /// What goes wrong accesses nothing, and an update that does not find what it expects writes nothing.
    pub(crate) fn access(
        &self,
        state: &State,
        thread: ThreadId,
    ) -> Option<(Variable, bool, Place)> {
        let event = self.machine().step(&mut state.clone(), thread, 0, &Fresh)?;
        match event.action {
            Action::Read { variable, is_volatile: false } => Some((variable, false, event.place)),
            Action::Write { variable, is_volatile: false }
            | Action::Update { variable, is_volatile: false } => {
                Some((variable, true, event.place))
            }
            _ => None,
        }
    }
}

fn id(thread: usize) -> ThreadId {
    ThreadId(u32::try_from(thread).unwrap_or(u32::MAX))
}

/// Whether a thread's next step is the second half of a wait.
fn is_second_half(status: Status) -> bool {
    matches!(status, Status::Notified { .. } | Status::Waiting { .. })
}

impl Model for ClaimedModel<'_> {
    type State = Owned;
    type Violation = Fault;
    type Store = OwnedStore;

    fn threads(&self) -> usize {
        self.machine().bounds().threads as usize
    }

    fn initial(&self) -> Owned {
        let begun = self.begin(|_| {});
        Self::canonical(begun).0
    }

    fn steps(&self, thread: usize, at: &Owned, mut visit: impl FnMut(usize, &Owned)) {
        let program = self.machine().program();
        let Some(found) = at.state.thread(id(thread)) else { return };
        let Some(place) = found.place() else { return };
        let is_second_half = is_second_half(found.status);
        for choice in 0..self.machine().choices(&at.state, id(thread)) {
            let mut next = at.clone();
            if self.take(&mut next, id(thread), choice, |_| {}) {
                let choice = if is_second_half { 1 } else { choice };
                let number = program.number(place) + choice * program.instructions();
                visit(number, &Self::canonical(next).0);
            }
        }
    }

    fn store(&self) -> OwnedStore {
        OwnedStore::default()
    }

    fn violation(&self, at: &Owned) -> Option<Fault> {
        let mut first = None;
        self.violations(at, |fault| {
            first.get_or_insert(fault);
        });
        first
    }

    fn violations(&self, at: &Owned, mut visit: impl FnMut(Fault)) {
        Failure::of(&at.state).map(Fault::Failure).for_each(&mut visit);
        at.memory.broken().iter().copied().map(Fault::Claim).for_each(&mut visit);
        self.races(&at.state, visit);
    }

    fn violation_kind(&self, fault: &Fault) -> usize {
        let program = self.machine().program();
        match *fault {
            Fault::Failure(failure) => 3 * failure.number(program),
            Fault::Claim(wrong) => wrong.number(program).wrapping_mul(3).wrapping_add(1),
            Fault::Race(one, two) => {
                3 * (program.number(one) * program.instructions() + program.number(two)) + 2
            }
        }
    }

    fn may_rest(&self, thread: usize, at: &Owned) -> bool {
        self.steps.may_rest(thread, &at.state)
    }

    fn accesses(&self, _thread: usize, _step: usize, _state: &Owned) -> Accesses {
        Accesses::unknown()
    }

    /// States mean the same under the same claims only. So a hash of these comes first, then what was met.
    fn noted(&self) -> Vec<u8> {
        let claims = FxBuildHasher.hash_one((self.judge.claims, self.releases_are_visible));
        let mut out = Vec::new();
        claims.encode(&mut out);
        self.has_peeked().encode(&mut out);
        out.extend(self.met.noted(&self.machine()));
        out
    }

    fn note(&self, mut elsewhere: &[u8]) -> bool {
        let own = self.noted();
        let is_same = u64::decode(&mut elsewhere) == u64::decode(&mut &own[..]);
        let Some(peeked) = bool::decode(&mut elsewhere).filter(|_| is_same) else { return false };
        self.peeked.fetch_or(peeked, Ordering::Relaxed);
        self.met.take(&self.machine(), elsewhere)
    }

    fn thread_name(&self, thread: usize) -> String {
        self.steps.thread_name(thread)
    }

    fn step_text(&self, thread: usize, step: usize) -> String {
        self.steps.step_text(thread, step)
    }

    fn parts(&self, at: &Owned) -> Vec<(String, String)> {
        let mut parts = self.steps.parts(&at.state);
        parts.push(("remembered".to_owned(), format!("{:?}", at.memory)));
        parts
    }
}
