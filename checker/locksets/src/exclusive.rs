//! The bridge to S5: exclusive access predicates, derived from locksets that never change.
//!
//! The lockset search sees each access, with the locks that its thread holds. Where all accesses of the variables of an
//! allocation site and field have something in common ([`Guard`]), this is a guess of an exclusive access predicate (S5
//! section 2). [`reduce`] takes the guesses as a discipline: accesses of guarded variables are invisible, and a state
//! in which a thread is about to make one without its guard is bad. A search of the reduced system that meets no bad
//! state shows that there is none in the whole system (S5, Theorem 1), so that the guesses are right; and that it has
//! met all failures and deadlocks (S1, Theorems 4 and 5).
//!
//! What the theorem asks for is seen to as follows; `reductio-validate` decides the hypotheses for small programs in
//! the tests.
//!
//! - *Invisible steps commute with those of other threads.* Local instructions touch nothing that others touch, and
//!   names do not depend on the order of steps. In a state that is not bad, one thread at most satisfies a guard, so
//!   that of two threads at accesses of one guarded variable one makes the state bad.
//! - *Only a thread's own steps decide whether it is at a visible point.* To what its registers refer, and which
//!   instruction made that, nobody else changes; nor does anybody else change whether it satisfies a guard, but by bad
//!   states.
//! - *A fork does not make an invisible step possible* with which it could not be exchanged: the first step of each
//!   thread is visible.
//! - *Invisible steps never wait, and do not go on for ever.* A loop without a visible step is found by the search, and
//!   the answer is declined.
//!
//! The first thread needs no guard before it forks another one: such accesses are visible, and only its own steps end
//! this. That all others have ended is not enough: whether it is so is up to them.

use std::collections::BTreeMap;

use reductio_programs::{
    Action, Failure, Fresh, Instruction, Limit, Machine, MethodId, Place, Program, StableModel,
    State, Status, ThreadId, Variable,
};
use reductio_search::{
    Accesses, FindingKind, Model, Query, ValueStore, Verdict, Visibility, VisibleStates,
};
use reductio_watched::{Shared, Stopped, search_until, until};

use crate::common::{Common, Guard, Key, is_single, satisfies, threads_of};
use crate::options::Options;
use crate::search::Search;
/// A discipline of a program: the guards of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guards {
    guards: BTreeMap<Key, Guard>,
}

impl Guards {
    /// The guards, with the variables in words, by variable.
    pub fn told(&self, program: &Program) -> Vec<(Shared, Guard)> {
        self.guards.iter().map(|(key, guard)| (key.told(program), *guard)).collect()
    }

    /// Tells whether no variable has a guard.
    pub fn is_empty(&self) -> bool {
        self.guards.is_empty()
    }
}

/// Guesses guards from the accesses that the lockset search sees. Guesses of an incomplete search are as good as any:
/// they are to be checked. Cost: that of the lockset search.
pub fn guess(program: &Program, options: &Options<'_>) -> Guards {
    let mut common = Common::default();
    let alarm = options.alarm();
    until(alarm, |flag| {
        Search::new(program, options, alarm).with_cancel(flag).watched_by(&mut common).run()
    });
    Guards { guards: common.chosen() }
}

/// Guesses guards, and takes back those that the reduced search finds broken, until the discipline holds or nothing is
/// known. Returns the guards that are left, and the last answer. Cost: that of the lockset search, and of at most one
/// reduced search more than there are guards.
pub fn derive(
    program: &Program,
    options: &Options<'_>,
) -> (Guards, Verdict<Reduced, Breach, Declined>) {
    let mut guards = guess(program, options);
    loop {
        let verdict = reduce(program, &guards, options);
        let Verdict::Fails(breach) = &verdict else { return (guards, verdict) };
        let before = guards.guards.len();
        guards.guards.retain(|key, guard| match breach {
            Breach::Access { variable, .. } => key.told(program) != *variable,
            Breach::TwoLocks(site) => *guard != Guard::LockMadeAt(*site),
            Breach::TwoThreads(method) => *guard != Guard::OnlyThreadOf(*method),
        });
        if guards.guards.len() == before {
            return (guards, verdict);
        }
    }
}

/// A reason why a state breaks a discipline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A thread is about to access a guarded variable, does not satisfy the guard, and others have been forked.
    Access {
        /// The instruction.
        place: Place,
        /// The variable.
        variable: Shared,
        /// The guard.
        guard: Guard,
    },
    /// There are two objects of an instruction that should make one at a time.
    TwoLocks(Place),
    /// There are two threads that run a method that one should run at a time.
    TwoThreads(MethodId),
}

/// A state of a program under a discipline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GuardedState {
    /// The state of the program.
    pub state: State,
    /// The threads that have taken a step, by bit.
    pub begun: u64,
}

/// A program under a discipline, as a model: accesses of guarded variables and local instructions are invisible.
/// Threads and objects keep their names, and nothing is dropped, so that nobody's steps take a lock from its owner.
#[derive(Debug)]
pub struct Guarded<'p> {
    stable: StableModel<'p>,
    guards: Guards,
    met: std::sync::Mutex<Option<Limit>>,
}

impl<'p> Guarded<'p> {
    /// A program under a discipline, within the bounds of the options.
    pub fn new(program: &'p Program, guards: Guards, options: &Options<'_>) -> Self {
        Guarded { stable: StableModel::new(program, options.bounds), guards, met: None.into() }
    }

    fn machine(&self) -> Machine<'p> {
        self.stable.machine()
    }

    /// The limit that was met, if one was: then not all states were seen.
    pub fn limit(&self) -> Option<Limit> {
        *self.met.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn instruction(&self, state: &State, thread: ThreadId) -> Option<(&'p Instruction, Place)> {
        let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
        let place = found.place()?;
        Some((self.machine().program().instruction(place), place))
    }

    /// The guarded variable that a thread is about to access, with its guard.
    fn next_access(&self, state: &State, thread: ThreadId) -> Option<(Variable, Guard, Place)> {
        use Instruction as I;
        let (
            I::Read { .. }
            | I::Write { .. }
            | I::Update { .. }
            | I::ReadElement { .. }
            | I::WriteElement { .. }
            | I::ReadStatic { .. }
            | I::WriteStatic { .. },
            place,
        ) = self.instruction(state, thread)?
        else {
            return None;
        };
        let mut after = state.clone();
        let event = self.machine().step(&mut after, thread, 0, &Fresh)?;
        let (Action::Read { variable, is_volatile: false }
        | Action::Write { variable, is_volatile: false }
        | Action::Update { variable, is_volatile: false }) = event.action
        else {
            return None;
        };
        let guard = self.guards.guards.get(&Key::of(state, variable)?)?;
        Some((variable, *guard, place))
    }
}

fn id(thread: usize) -> ThreadId {
    ThreadId(u32::try_from(thread).unwrap_or(u32::MAX))
}

impl Model for Guarded<'_> {
    type State = GuardedState;
    type Violation = Breach;
    type Store = ValueStore<GuardedState>;

    fn threads(&self) -> usize {
        self.stable.threads()
    }

    fn initial(&self) -> GuardedState {
        GuardedState { state: self.stable.initial(), begun: 0 }
    }

    fn steps(
        &self,
        thread: usize,
        before: &GuardedState,
        mut visit: impl FnMut(usize, &GuardedState),
    ) {
        for choice in 0..self.machine().choices(&before.state, id(thread)) {
            let mut next = before.clone();
            next.begun |= 1 << thread;
            let names = self.stable.names();
            let event = self.machine().step(&mut next.state, id(thread), choice, names);
            if let Some(event) = event {
                if let Some(limit) = event.halted {
                    let mut met =
                        self.met.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    met.get_or_insert(limit);
                }
                let program = self.machine().program();
                visit(program.number(event.place) + choice * program.instructions(), &next);
            }
        }
    }

    fn store(&self) -> ValueStore<GuardedState> {
        ValueStore::default()
    }

    fn violation(&self, GuardedState { state, .. }: &GuardedState) -> Option<Breach> {
        for guard in self.guards.guards.values() {
            match *guard {
                Guard::OwnLock => {}
                Guard::LockMadeAt(site) if is_single(state, site) => {}
                Guard::LockMadeAt(site) => return Some(Breach::TwoLocks(site)),
                Guard::OnlyThreadOf(method) => {
                    if threads_of(state, method).nth(1).is_some() {
                        return Some(Breach::TwoThreads(method));
                    }
                }
            }
        }
        (0..state.threads.len()).map(id).find_map(|thread| {
            let (variable, guard, place) = self.next_access(state, thread)?;
            let is_fine = satisfies(state, thread, variable, guard) || state.threads.len() == 1;
            let variable = Key::of(state, variable)?.told(self.machine().program());
            (!is_fine).then_some(Breach::Access { place, variable, guard })
        })
    }

    fn has_failed(&self, thread: usize, state: &GuardedState) -> bool {
        self.stable.has_failed(thread, &state.state)
    }

    fn failure_blocks(&self, thread: usize, state: &GuardedState) -> bool {
        self.stable.failure_blocks(thread, &state.state)
    }

    fn failure_reason(&self, thread: usize, step: usize, before: &GuardedState) -> usize {
        self.stable.failure_reason(thread, step, &before.state)
    }

    fn may_rest(&self, thread: usize, state: &GuardedState) -> bool {
        self.stable.may_rest(thread, &state.state)
    }

    fn accesses(&self, thread: usize, step: usize, state: &GuardedState) -> Accesses {
        self.stable.accesses(thread, step, &state.state)
    }

    fn thread_name(&self, thread: usize) -> String {
        self.stable.thread_name(thread)
    }

    fn step_text(&self, thread: usize, step: usize) -> String {
        self.stable.step_text(thread, step)
    }

    fn parts(&self, state: &GuardedState) -> Vec<(String, String)> {
        let mut parts = self.stable.parts(&state.state);
        parts.push(("threads that have begun".to_owned(), format!("{:b}", state.begun)));
        parts
    }
}

impl Visibility for Guarded<'_> {
    /// Whether the thread has not begun, or its next instruction is neither local nor an access under its guard.
    fn is_visible(&self, thread: usize, GuardedState { state, begun }: &GuardedState) -> bool {
        if begun & 1 << thread == 0 {
            return true;
        }
        let thread = id(thread);
        match self.instruction(state, thread) {
            Some((found, _)) if found.is_local() => false,
            Some(_) => self
                .next_access(state, thread)
                .is_none_or(|(variable, guard, _)| !satisfies(state, thread, variable, guard)),
            None => true,
        }
    }
}

/// The result of a reduced search of a program under a discipline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The failures that can be reached.
    pub wrong: Vec<Failure>,
    /// Tells whether a total deadlock can be reached.
    pub deadlock: bool,
    /// The number of states that were stored.
    pub states: usize,
    /// The number of reduced steps.
    pub transitions: u64,
}

/// The reason why a reduced search shows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declined {
    /// No variable has a guard that all accesses have in common.
    NoGuards,
    /// A thread can go round for ever without a visible step.
    EndlessLoop,
    /// A limit was reached.
    Stopped(Stopped),
}

/// Searches the reduced system of a program under a discipline. The verdict is about the discipline: it holds, and then
/// the failures and deadlocks are those of the whole system; or it is broken; or nothing is known. Cost: the number of
/// reduced states times the steps from each.
pub fn reduce(
    program: &Program,
    guards: &Guards,
    options: &Options<'_>,
) -> Verdict<Reduced, Breach, Declined> {
    if guards.is_empty() {
        return Verdict::Declined(Declined::NoGuards);
    }
    let model = Guarded::new(program, guards.clone(), options);
    let query = Query {
        keep_going: true,
        max_states: options.max_states,
        memory: options.memory,
        progress: options.progress,
        ..Query::default()
    };
    let alarm = options.alarm();
    let found = search_until(&model, &VisibleStates, query, alarm);
    let mut wrong = Vec::new();
    let mut deadlock = false;
    let mut is_endless = false;
    for finding in found.findings {
        match finding.kind {
            FindingKind::Discipline(breach) => return Verdict::Fails(breach),
            FindingKind::Failure { reason, .. } => {
                wrong.extend(Failure::with_number(program, reason));
            }
            FindingKind::Deadlock => deadlock = true,
            FindingKind::EndlessLoop { .. } => is_endless = true,
            _ => {}
        }
    }
    if is_endless {
        return Verdict::Declined(Declined::EndlessLoop);
    }
    let stopped = Stopped::of(found.stopped, alarm);
    if let Some(stopped) = stopped.or(model.limit().map(Stopped::Bound)) {
        return Verdict::Declined(Declined::Stopped(stopped));
    }
    wrong.sort_unstable();
    wrong.dedup();
    let (states, transitions) = (found.states, found.transitions);
    Verdict::Holds(Reduced { wrong, deadlock, states, transitions })
}
