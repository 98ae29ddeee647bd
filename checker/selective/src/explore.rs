//! The walk through executions.

use reductio_search::{Accesses, Visibility};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::clock::Clock;
use crate::frame::{Frame, run};
use crate::moves::{MOST_THREADS, Moves};
use crate::notes::Notes;
use crate::outcome::{Executions, Limits, Progress, Stopped};
use crate::persistent;
use crate::races::{Next, by_persistence, by_source, races};
use crate::selection::{Choice, Selection, Sleep};

/// The number of steps between two looks at the limits.
const PATIENCE: u64 = 256;

/// Walks the executions of a model that a selection asks for. Memory is that of the longest execution, and of the
/// deadlocks. Cost: for each step that of finding the enabled steps after it; with dynamic partial-order reduction, at
/// most the square of the length of the execution more.
pub fn explore<M: Visibility>(
    model: &M,
    selection: &Selection<'_, M::State>,
    limits: &Limits<'_>,
) -> Executions<M::State, M::Violation> {
    // What a race calls for is found by dependency in whatever state.
    let sleep = match selection.sleep {
        Sleep::Conditional if selection.choice.is_dynamic() => Sleep::Unconditional,
        sleep => sleep,
    };
    let selection = &Selection { sleep, ..*selection };
    let mut notes = Notes::new(model);
    let (counts, stopped) = walk(model, selection, limits, &mut notes, Counts::default());
    counts.found(notes, stopped)
}

/// Walks executions, and adds what is met to notes. `earlier` is what was walked before, and counts for the limits.
pub(crate) fn walk<M: Visibility>(
    model: &M,
    selection: &Selection<'_, M::State>,
    limits: &Limits<'_>,
    notes: &mut Notes<M::State, M::Violation>,
    earlier: Counts,
) -> (Counts, Option<Stopped>) {
    // What a race calls for is found by dependency in whatever state.
    let sleep = match selection.sleep {
        Sleep::Conditional if selection.choice.is_dynamic() => Sleep::Unconditional,
        sleep => sleep,
    };
    let selection = &Selection { sleep, ..*selection };
    let counts = Counts::default();
    if model.threads() > MOST_THREADS {
        return (counts, Some(Stopped::Threads));
    }
    let moves = Moves::new(model, selection, limits.cancel);
    let mut walk = Walk {
        moves,
        selection,
        limits,
        frames: Vec::new(),
        steps_of: vec![Vec::new(); model.threads()],
        on_the_way: FxHashMap::default(),
        notes,
        earlier,
        counts,
    };
    let stopped = walk.walk().err();
    (walk.counts, stopped)
}

/// The numbers of executions, steps and transitions that were walked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) executions: u64,
    asleep: u64,
    pub(crate) cut: u64,
    steps: u64,
    pub(crate) transitions: u64,
    longest: usize,
}

impl Counts {
    /// The number of executions, those that were given up or cut among them.
    pub(crate) fn walked(&self) -> u64 {
        self.executions + self.asleep + self.cut
    }

    /// Adds what was walked again, with a greater bound.
    pub(crate) fn add(&mut self, other: &Counts) {
        self.executions += other.executions;
        self.asleep += other.asleep;
        self.cut += other.cut;
        self.steps += other.steps;
        self.transitions += other.transitions;
        self.longest = self.longest.max(other.longest);
    }

    /// The outcome of a search.
    pub(crate) fn found<S, V>(
        self,
        notes: Notes<S, V>,
        stopped: Option<Stopped>,
    ) -> Executions<S, V> {
        Executions {
            executions: self.executions,
            asleep: self.asleep,
            cut: self.cut,
            steps: self.steps,
            transitions: self.transitions,
            longest: self.longest,
            deadlocks: notes.deadlocks,
            reached: notes.reached,
            findings: notes.findings,
            stopped,
        }
    }
}

/// A walk that is under way.
struct Walk<'a, M: Visibility> {
    moves: Moves<'a, M>,
    selection: &'a Selection<'a, M::State>,
    limits: &'a Limits<'a>,
    frames: Vec<Frame<M::State>>,
    /// By thread, the numbers of its steps of the execution.
    steps_of: Vec<Vec<usize>>,
    /// The states of the execution with their places, where nothing bounds its length.
    on_the_way: FxHashMap<M::State, usize>,
    notes: &'a mut Notes<M::State, M::Violation>,
    earlier: Counts,
    counts: Counts,
}

impl<M: Visibility> Walk<'_, M> {
    fn walk(&mut self) -> Result<(), Stopped> {
        let model = self.moves.model;
        let initial = model.initial();
        self.notes.look_at_first(model, &initial);
        self.enter(initial, Vec::new())?;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(taken) = frame.current.take() {
                // Back from the step: it sleeps from now on.
                let done = &frame.moves[taken];
                self.steps_of[done.thread].pop();
                let accesses = match self.selection.sleep {
                    Sleep::Unconditional => done.accesses.clone(),
                    // Looked at where it is enabled.
                    Sleep::Never | Sleep::Conditional => Accesses::none(),
                };
                frame.asleep.push((done.name(), accesses));
            }
            let is_next = |&number: &usize| {
                let found = &frame.moves[number];
                frame.chosen & 1 << found.thread != 0 && !frame.is_asleep(found)
            };
            let next = (0..frame.moves.len()).find(is_next);
            match next {
                Some(number) => self.take(number)?,
                None => self.leave(),
            }
        }
        Ok(())
    }

    /// Leaves the state on top of the stack: everything is done there.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop()
            && self.selection.bound.is_none()
        {
            self.on_the_way.remove(&frame.state);
        }
    }

    /// Takes a step from the state on top of the stack.
    fn take(&mut self, number: usize) -> Result<(), Stopped> {
        let depth = self.frames.len();
        self.counts.steps += 1;
        self.counts.longest = self.counts.longest.max(depth);
        if self.counts.steps.is_multiple_of(PATIENCE) {
            self.pause(depth)?;
        }
        if self.selection.choice.is_dynamic() {
            self.order(number);
        }
        self.frames[depth - 1].current = Some(number);
        self.steps_of[self.frames[depth - 1].moves[number].thread].push(depth - 1);
        let frame = &self.frames[depth - 1];
        let found = &frame.moves[number];
        self.counts.transitions += found.path.len() as u64;
        self.notes.look_at_step(self.moves.model, &frame.state, found, || run(&self.frames));
        let after = found.after.clone();
        let asleep = self.asleep_after(number);
        self.enter(after, asleep)
    }

    /// Finds what happens before a step of the state on top of the stack, and, by source sets, its races.
    fn order(&mut self, number: usize) {
        let frame = &self.frames[self.frames.len() - 1];
        let (thread, accesses) = (frame.moves[number].thread, frame.moves[number].accesses.clone());
        let past = self.past(thread);
        let mut clock = past.clone();
        for (other, steps) in self.steps_of.iter().enumerate() {
            // The last one that the step depends on; those before it happen before that one.
            for &earlier in steps.iter().rev() {
                if clock.has(other, earlier) {
                    break;
                }
                let frame = &self.frames[earlier];
                if frame.step().is_some_and(|step| !step.accesses.commutes_with(&accesses)) {
                    clock.join(&frame.clock);
                    break;
                }
            }
        }
        clock.set(thread, self.frames.len() - 1);
        if matches!(self.selection.choice, Choice::Source) {
            self.race(Next { thread, accesses: &accesses, past: &past });
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.clock = clock;
        }
    }

    /// What happens before the last step of a thread, and the step itself.
    fn past(&self, thread: usize) -> Clock {
        match self.steps_of[thread].last() {
            Some(last) => self.frames[*last].clock.clone(),
            None => Clock::new(self.moves.model.threads()),
        }
    }

    /// Chooses what the races of a next step call for.
    fn race(&mut self, next: Next<'_>) {
        for number in races(&self.frames, &self.steps_of, next) {
            let by_source = match self.selection.choice {
                Choice::Source => by_source(&self.moves, &self.frames, number, next),
                _ => None,
            };
            let wanted = by_source.unwrap_or_else(|| by_persistence(&self.frames, number, next));
            self.frames[number].chosen |= wanted;
        }
    }

    /// The steps that sleep after a step from the state on top of the stack.
    fn asleep_after(&self, number: usize) -> Vec<((usize, usize), Accesses)> {
        let frame = &self.frames[self.frames.len() - 1];
        let taken = &frame.moves[number];
        let others = frame.asleep.iter().filter(|(name, _)| name.0 != taken.thread);
        match self.selection.sleep {
            Sleep::Never => Vec::new(),
            Sleep::Unconditional => others
                .filter(|(_, accesses)| accesses.commutes_with(&taken.accesses))
                .cloned()
                .collect(),
            Sleep::Conditional => others
                .filter(|(name, _)| {
                    let found = frame.moves.iter().find(|found| found.name() == *name);
                    found.is_some_and(|f| f.accesses.commutes_here_with(&taken.accesses))
                })
                .cloned()
                .collect(),
        }
    }

    /// Goes to a state, and finds out what is to be done there.
    fn enter(
        &mut self,
        state: M::State,
        asleep: Vec<((usize, usize), Accesses)>,
    ) -> Result<(), Stopped> {
        let model = self.moves.model;
        let depth = self.frames.len();
        if self.selection.bound.is_none()
            && let Some(from) = self.on_the_way.insert(state.clone(), depth)
        {
            let from = run(&self.frames[..from]).len();
            return Err(Stopped::Cycle { run: run(&self.frames), from });
        }
        let mut moves = Vec::new();
        for thread in 0..model.threads() {
            self.moves
                .of(thread, &state, &mut moves)
                .map_err(|fault| fault.stopped(run(&self.frames)))?;
        }
        let clock = Clock::default();
        let is_end = moves.is_empty();
        let slept = asleep.len();
        let mut frame = Frame { state, moves, asleep, slept, chosen: 0, current: None, clock };
        if is_end {
            self.end(&frame.state)?;
        } else if self.selection.bound.is_some_and(|bound| depth >= bound.get()) {
            self.counts.cut += 1;
            frame.moves.clear();
        } else {
            frame.chosen = self.choose(&frame);
            if frame.chosen == 0 {
                self.counts.asleep += 1;
            }
        }
        self.frames.push(frame);
        if self.selection.choice.is_dynamic() {
            self.races_here();
        }
        let walked = self.earlier.walked() + self.counts.walked();
        if walked > self.limits.executions { Err(Stopped::Executions) } else { Ok(()) }
    }

    /// The threads whose steps are taken from a state at first.
    fn choose(&self, frame: &Frame<M::State>) -> u64 {
        let awake = frame.moves.iter().filter(|found| !frame.is_asleep(found));
        match self.selection.choice {
            Choice::All => awake.fold(0, |all, found| all | 1 << found.thread),
            Choice::Persistent(ahead) => {
                let chosen = persistent::threads(&self.moves, ahead, &frame.state, &frame.moves, 0);
                awake.fold(0, |all, found| all | 1 << found.thread) & chosen
            }
            Choice::Foreseen(foresight) => {
                let interfering = |thread| foresight.interfering(&frame.state, thread);
                let chosen = persistent::smallest(&frame.moves, 0, interfering);
                awake.fold(0, |all, found| all | 1 << found.thread) & chosen
            }
            // What races call for is found after the steps of a thread all of whose steps are taken.
            Choice::Dynamic | Choice::Source => match frame.awake() {
                0 => awake.fold(0, |all, found| all | 1 << found.thread),
                some => some & some.wrapping_neg(),
            },
        }
    }

    /// Looks for races of the steps that threads would like to take from the state on top of the stack. By source sets
    /// only blocked threads matter: the others' steps are looked at when they are taken.
    fn races_here(&mut self) {
        let model = self.moves.model;
        let last = self.frames.len() - 1;
        let is_source = matches!(self.selection.choice, Choice::Source);
        for thread in 0..model.threads() {
            let frame = &self.frames[last];
            let own = frame.moves.iter().filter(|found| found.thread == thread);
            let mut all: SmallVec<[Accesses; 2]> = SmallVec::new();
            if is_source {
                if own.count() > 0 {
                    continue;
                }
            } else {
                all.extend(own.map(|found| found.accesses.clone()));
            }
            if all.is_empty() {
                all.push(self.moves.waits(thread, &frame.state));
            }
            let past = self.past(thread);
            for accesses in &all {
                self.race(Next { thread, accesses, past: &past });
            }
        }
    }

    /// Notes the end of an execution.
    fn end(&mut self, state: &M::State) -> Result<(), Stopped> {
        self.counts.executions += 1;
        if let Some(ended) = self.limits.ended {
            ended(&run(&self.frames));
        }
        let frames = &self.frames;
        self.notes.end(self.moves.model, state, || run(frames));
        if self.notes.deadlocks.len() > self.limits.deadlocks {
            Err(Stopped::Deadlocks)
        } else {
            Ok(())
        }
    }

    /// Looks at the limits, and tells how far the walk has come.
    fn pause(&self, depth: usize) -> Result<(), Stopped> {
        if self.limits.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        if let Some(progress) = self.limits.progress {
            let executions = self.earlier.executions + self.counts.executions;
            let transitions = self.earlier.transitions + self.counts.transitions;
            progress(Progress { executions, transitions, depth });
        }
        Ok(())
    }
}
