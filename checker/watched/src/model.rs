//! A program under a watch, as a model: a step is something that other threads may see, and then what they may not.

use std::sync::atomic::AtomicBool;

use reductio_programs::{
    Action, Bounds, CanonicalModel, Event, Failure, Fresh, Limit, Machine, Met, Patience, Program,
    Remembered, RememberedStore, Renaming, State, Status, Thread, ThreadId, is_where_it_was,
};
use reductio_search::{Accesses, Model, ThreadStep};

use crate::canonical::chosen;
use crate::run::{Replay, Shown, Taken};
use crate::stuck::Steps;
use crate::watch::{Fault, Watch, may_be_invisible};

/// The number of invisible instructions after which a step ends. What a step ends with has no influence on what is
/// found: more states are stored, that is all.
const PATIENCE: usize = 256;

/// A program under a watch, as a model whose states are canonical: what is remembered of the run has the new names as
/// well.
#[derive(Debug)]
pub struct Watched<'p, W> {
    steps: CanonicalModel<'p>,
    watch: W,
    met: Met,
    patience: Patience<'p>,
}

/// A state of a program under a watch.
type At<W> = Remembered<<W as Watch>::Memory>;

impl<'p, W: Watch> Watched<'p, W> {
    /// A program under a watch, within bounds.
    pub fn new(program: &'p Program, watch: W, bounds: Bounds) -> Self {
        Watched {
            steps: CanonicalModel::new(program, bounds, watch.granularity()),
            watch,
            met: Met::default(),
            patience: Patience::default(),
        }
    }

    /// This model with the flag that ends the search, or none: once it is raised, steps of many instructions end early.
    /// Runs are to be run again without it.
    #[must_use]
    pub fn with_cancel(self, cancel: Option<&'p AtomicBool>) -> Self {
        Watched { patience: self.patience.with_cancel(cancel), ..self }
    }

    /// The machine.
    pub fn machine(&self) -> Machine<'p> {
        self.steps.machine()
    }

    /// The watch.
    pub fn watch(&self) -> &W {
        &self.watch
    }

    /// The watch, without the model.
    pub fn into_watch(self) -> W {
        self.watch
    }

    /// The limits that were met since the model was made. If there are any, a search has not seen all states.
    pub fn limits(&self) -> Vec<Limit> {
        self.met.limits()
    }

    /// The initial state, before it is made canonical, and its instructions.
    fn begin(&self, mut visit: impl FnMut(Taken, W::Told)) -> At<W> {
        let mut at = Remembered { state: self.machine().initial(), memory: W::Memory::default() };
        if self.watch.is_reduced() {
            self.go_on(&mut at, ThreadId(0), &mut visit);
        }
        at
    }

    /// Takes a step of a thread, without making the state canonical, and tells `visit` its instructions and what is
    /// said of them. `false` if there is no such step.
    fn take(
        &self,
        at: &mut At<W>,
        thread: ThreadId,
        choice: usize,
        mut visit: impl FnMut(Taken, W::Told),
    ) -> bool {
        let mut child = None;
        let mut is_first = true;
        let Remembered { state, memory } = at;
        let mut before = self.watch.before(state, thread);
        let is_taken = self.steps.take(state, thread, choice, |after, event| {
            if let Action::Fork { child: forked } = event.action {
                child = Some(forked);
            }
            // Only the first instruction of a step can have been chosen.
            let choice = if std::mem::take(&mut is_first) { choice } else { 0 };
            self.met.note(event);
            visit((event.thread, choice), self.watch.follow(memory, after, event, before));
            before = self.watch.before(after, event.thread);
        });
        if is_taken && self.watch.is_reduced() {
            self.go_on(at, thread, &mut visit);
            // What a new thread does first cannot be seen by others either.
            if let Some(child) = child {
                self.go_on(at, child, &mut visit);
            }
        }
        is_taken
    }

    /// Takes the invisible instructions at which a thread is.
    fn go_on(&self, at: &mut At<W>, thread: ThreadId, visit: &mut impl FnMut(Taken, W::Told)) {
        for _ in 0..PATIENCE {
            let Some(told) = self.go_one_on(at, thread) else { return };
            visit((thread, 0), told);
        }
        // If it comes to what others can see, then it goes on to there.
        let mut said: Vec<(usize, W::Told)> = Vec::new();
        let mut count = 0;
        let step = |at: &mut At<W>| {
            let Some(told) = self.go_one_on(at, thread) else { return false };
            if told != W::Told::default() {
                said.push((count, told));
            }
            count += 1;
            true
        };
        let is_same =
            |now: &At<W>, before: &At<W>| is_where_it_was(&now.state, &before.state, thread);
        let further = self.patience.run(at, step, is_same).unwrap_or(0);
        let mut said = said.into_iter().peekable();
        for number in 0..further {
            let told = said.next_if(|(at, _)| *at == number).map(|(_, told)| told);
            visit((thread, 0), told.unwrap_or_default());
        }
    }

    /// Takes the next instruction of a thread if it is invisible, and tells what is said of it.
    fn go_one_on(&self, at: &mut At<W>, thread: ThreadId) -> Option<W::Told> {
        // What nobody can reach any more is dropped between steps only.
        if at.state.heap.len() >= self.machine().bounds().objects as usize {
            return None;
        }
        let before = self.watch.before(&at.state, thread);
        let machine = self.machine();
        let running = at.state.thread(thread).filter(|found| found.status == Status::Running);
        let place = running.and_then(Thread::place);
        let is_local = place.is_some_and(|place| machine.program().instruction(place).is_local());
        // Nobody sees what is local: there is no need to keep the state before it.
        let event = if is_local && machine.choices(&at.state, thread) == 1 {
            machine.step(&mut at.state, thread, 0, &Fresh)?
        } else {
            let (after, event) = self.invisible(at, thread)?;
            at.state = after;
            event
        };
        self.met.note(&event);
        Some(self.watch.follow(&mut at.memory, &at.state, &event, before))
    }

    /// The state after the next instruction of a thread, and what it does, if it is invisible.
    fn invisible(&self, at: &At<W>, thread: ThreadId) -> Option<(State, Event)> {
        let found = at.state.thread(thread).filter(|found| found.status == Status::Running)?;
        let may = may_be_invisible(self.machine().program().instruction(found.place()?));
        if !may || self.machine().choices(&at.state, thread) != 1 {
            return None;
        }
        let mut after = at.state.clone();
        let event = self.machine().step(&mut after, thread, 0, &Fresh)?;
        self.watch.is_invisible(&at.state, &at.memory, &event).then_some((after, event))
    }

    /// The canonical form of a state, with what is remembered under the new names.
    fn canonical(&self, at: At<W>) -> (At<W>, Renaming) {
        let Remembered { mut state, mut memory } = at;
        let renaming = state.make_canonical();
        self.watch.rename(&mut memory, &renaming);
        (Remembered { state, memory }, renaming)
    }

    /// Takes the steps of a finding again, instruction by instruction. `None` if some step cannot be taken, or leads
    /// elsewhere.
    pub fn show(&self, steps: &[ThreadStep]) -> Option<Shown<'p, W::Memory, W::Mark>> {
        let mut steps = steps.iter();
        self.show_by(|at| {
            let step = *steps.next()?;
            Some(chosen(self.machine().program(), &at.state, step))
        })
    }

    /// Takes steps again, instruction by instruction. `None` if some step cannot be taken, or leads elsewhere.
    pub fn show_taken(&self, steps: &[Taken]) -> Option<Shown<'p, W::Memory, W::Mark>> {
        let mut steps = steps.iter();
        self.show_by(|_| steps.next().map(|step| Some(*step)))
    }

    /// Takes steps again, as `next` says which comes in a state; `None` in it stands for a step that there is not.
    fn show_by(
        &self,
        mut next: impl FnMut(&At<W>) -> Option<Option<Taken>>,
    ) -> Option<Shown<'p, W::Memory, W::Mark>> {
        let mut replay = Replay::new(self.machine());
        let mut marks = Vec::new();
        let mut taken: Vec<(Taken, W::Told)> = Vec::new();
        let mut at = self.begin(|step, told| taken.push((step, told)));
        loop {
            for ((thread, choice), told) in taken.drain(..) {
                replay.step(thread, choice, &Fresh)?;
                self.watch.mark(&replay, told, &mut marks);
            }
            if replay.state != at.state {
                return None;
            }
            at = self.canonical(at).0;
            replay.make_canonical();
            let Some(step) = next(&at) else { break };
            let (thread, choice) = step?;
            if !self.take(&mut at, thread, choice, |step, told| taken.push((step, told))) {
                return None;
            }
        }
        Some(Shown { replay, end: at, marks })
    }
}

fn id(thread: usize) -> ThreadId {
    ThreadId(u32::try_from(thread).unwrap_or(u32::MAX))
}

/// Whether a thread's next step is the second half of a wait.
fn is_second_half(status: Status) -> bool {
    matches!(status, Status::Notified { .. } | Status::Waiting { .. })
}

impl<W: Watch> Model for Watched<'_, W> {
    type State = Remembered<W::Memory>;
    type Violation = Fault<W::Breach>;
    type Store = RememberedStore<W::Memory>;

    fn threads(&self) -> usize {
        self.machine().bounds().threads as usize
    }

    fn initial(&self) -> At<W> {
        self.canonical(self.begin(|_, _| {})).0
    }

    fn steps(&self, thread: usize, at: &At<W>, mut visit: impl FnMut(usize, &At<W>)) {
        let program = self.machine().program();
        let Some(found) = at.state.thread(id(thread)) else { return };
        let Some(place) = found.place() else { return };
        let is_second_half = is_second_half(found.status);
        for choice in 0..self.machine().choices(&at.state, id(thread)) {
            let mut next = at.clone();
            if self.take(&mut next, id(thread), choice, |_, _| {}) {
                let choice = if is_second_half { 1 } else { choice };
                let number = program.number(place) + choice * program.instructions();
                visit(number, &self.canonical(next).0);
            }
        }
    }

    fn store(&self) -> RememberedStore<W::Memory> {
        RememberedStore::default()
    }

    fn violation(&self, at: &At<W>) -> Option<Fault<W::Breach>> {
        let mut first = None;
        self.violations(at, |fault| {
            first.get_or_insert(fault);
        });
        first
    }

    fn violations(&self, at: &At<W>, mut visit: impl FnMut(Fault<W::Breach>)) {
        Failure::of(&at.state).map(Fault::Failure).for_each(&mut visit);
        self.watch.breaches(at, |breach| visit(Fault::Breach(breach)));
    }

    fn violation_kind(&self, fault: &Fault<W::Breach>) -> usize {
        let program = self.machine().program();
        match fault {
            Fault::Failure(failure) => 2 * failure.number(program),
            Fault::Breach(breach) => {
                self.watch.number(program, breach).wrapping_mul(2).wrapping_add(1)
            }
        }
    }

    fn may_rest(&self, thread: usize, at: &At<W>) -> bool {
        self.steps.may_rest(thread, &at.state)
    }

    fn accesses(&self, _thread: usize, _step: usize, _state: &At<W>) -> Accesses {
        Accesses::unknown()
    }

    fn noted(&self) -> Vec<u8> {
        let mut out = self.watch.noted();
        out.extend(self.met.noted(&self.machine()));
        out
    }

    fn note(&self, mut elsewhere: &[u8]) -> bool {
        self.watch.note(&mut elsewhere) && self.met.take(&self.machine(), elsewhere)
    }

    fn thread_name(&self, thread: usize) -> String {
        self.steps.thread_name(thread)
    }

    fn step_text(&self, thread: usize, step: usize) -> String {
        self.steps.step_text(thread, step)
    }

    fn parts(&self, at: &At<W>) -> Vec<(String, String)> {
        let mut parts = self.steps.parts(&at.state);
        parts.push(("remembered".to_owned(), format!("{:?}", at.memory)));
        parts
    }
}

impl<W: Watch> Steps for Watched<'_, W> {
    type State = Remembered<W::Memory>;
    type Store = RememberedStore<W::Memory>;

    fn initial(&self) -> At<W> {
        Model::initial(self)
    }

    fn program_state<'s>(&self, at: &'s At<W>) -> &'s State {
        &at.state
    }

    fn choices(&self, state: &State, thread: ThreadId) -> usize {
        self.machine().choices(state, thread)
    }

    fn step(&self, at: &At<W>, thread: ThreadId, choice: usize) -> Option<(At<W>, Renaming)> {
        let mut next = at.clone();
        self.take(&mut next, thread, choice, |_, _| {}).then(|| self.canonical(next))
    }

    fn is_complete(&self) -> bool {
        self.limits().is_empty()
    }

    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>> {
        self.show_taken(steps).map(|shown| shown.replay)
    }
}
