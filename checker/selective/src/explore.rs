//! The walk through executions.

use reductio_search::{Accesses, Finding, FindingKind, Visibility};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clock::Clock;
use crate::frame::{Frame, run};
use crate::moves::{Moves, NotOne};
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
    selection: &Selection<'_>,
    limits: &Limits<'_>,
) -> Executions<M::State, M::Violation> {
    // What a race calls for is found by dependency in whatever state.
    let sleep = match selection.sleep {
        Sleep::Conditional if selection.choice.is_dynamic() => Sleep::Unconditional,
        sleep => sleep,
    };
    let selection = &Selection { sleep, ..*selection };
    let is_static = matches!(selection.choice, Choice::All);
    let moves = Moves {
        model,
        granularity: selection.granularity,
        accesses: !is_static || selection.sleep != Sleep::Never,
        borrows: !selection.choice.is_dynamic(),
    };
    let mut walk = Walk {
        moves,
        selection,
        limits,
        frames: Vec::new(),
        on_the_way: FxHashMap::default(),
        deadlocks: FxHashSet::default(),
        told: FxHashSet::default(),
        found: Executions {
            executions: 0,
            asleep: 0,
            cut: 0,
            steps: 0,
            transitions: 0,
            longest: 0,
            deadlocks: Vec::new(),
            reached: (0..model.threads()).map(|t| vec![false; model.points(t)]).collect(),
            findings: Vec::new(),
            stopped: None,
        },
    };
    if model.threads() > 64 {
        walk.found.stopped = Some(Stopped::Threads);
        return walk.found;
    }
    if let Err(stopped) = walk.walk() {
        walk.found.stopped = Some(stopped);
    }
    walk.found
}

/// What findings of one kind have in common.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Deadlock,
    Discipline(usize),
    Failure { thread: usize, step: Option<usize>, reason: usize },
}

/// A walk that is under way.
struct Walk<'a, M: Visibility> {
    moves: Moves<'a, M>,
    selection: &'a Selection<'a>,
    limits: &'a Limits<'a>,
    frames: Vec<Frame<M::State>>,
    /// The states of the execution with their places, where nothing bounds its length.
    on_the_way: FxHashMap<M::State, usize>,
    deadlocks: FxHashSet<M::State>,
    told: FxHashSet<Kind>,
    found: Executions<M::State, M::Violation>,
}

impl<M: Visibility> Walk<'_, M> {
    fn walk(&mut self) -> Result<(), Stopped> {
        let model = self.moves.model;
        let initial = model.initial();
        for thread in 0..model.threads() {
            self.look(thread, &initial, None, 0);
        }
        self.enter(initial, Vec::new())?;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(taken) = frame.current.take() {
                // Back from the step: it sleeps from now on.
                let done = &frame.moves[taken];
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
        self.found.steps += 1;
        self.found.longest = self.found.longest.max(depth);
        if self.found.steps.is_multiple_of(PATIENCE) {
            self.pause(depth)?;
        }
        if self.selection.choice.is_dynamic() {
            self.order(number);
        }
        let frame = &mut self.frames[depth - 1];
        frame.current = Some(number);
        let found = &frame.moves[number];
        let (thread, after) = (found.thread, found.after.clone());
        let (length, between) = (found.path.len(), found.between.clone());
        self.found.transitions += length as u64;
        for (at, state) in between.iter().chain([&after]).enumerate() {
            self.look(thread, state, Some(at), length);
        }
        let asleep = self.asleep_after(number);
        self.enter(after, asleep)
    }

    /// Finds what happens before a step of the state on top of the stack, and, by source sets, its races.
    fn order(&mut self, number: usize) {
        let frame = &self.frames[self.frames.len() - 1];
        let (thread, accesses) = (frame.moves[number].thread, frame.moves[number].accesses.clone());
        let past = self.past(thread);
        let mut clock = past.clone();
        for (earlier, frame) in self.frames.iter().enumerate().rev().skip(1) {
            if let Some(step) = frame.step()
                && !clock.has(step.thread, earlier)
                && !step.accesses.commutes_with(&accesses)
            {
                clock.join(&frame.clock);
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
        let is_own = |frame: &&Frame<M::State>| frame.step().is_some_and(|s| s.thread == thread);
        match self.frames.iter().rev().find(is_own) {
            Some(frame) => frame.clock.clone(),
            None => Clock::new(self.moves.model.threads()),
        }
    }

    /// Chooses what the races of a next step call for.
    fn race(&mut self, next: Next<'_>) {
        for number in races(&self.frames, next) {
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
            self.moves.of(thread, &state, &mut moves).map_err(|fault| self.not_one(&fault))?;
        }
        let clock = Clock::default();
        let is_end = moves.is_empty();
        let slept = asleep.len();
        let mut frame = Frame { state, moves, asleep, slept, chosen: 0, current: None, clock };
        if is_end {
            self.end(&frame.state)?;
        } else if self.selection.bound.is_some_and(|bound| depth >= bound) {
            self.found.cut += 1;
            frame.moves.clear();
        } else {
            frame.chosen = self.choose(&frame);
            if frame.chosen == 0 {
                self.found.asleep += 1;
            }
        }
        self.frames.push(frame);
        if self.selection.choice.is_dynamic() {
            self.races_here();
        }
        let walked = self.found.executions + self.found.asleep + self.found.cut;
        if walked > self.limits.executions { Err(Stopped::Executions) } else { Ok(()) }
    }

    /// The threads whose steps are taken from a state at first.
    fn choose(&self, frame: &Frame<M::State>) -> u64 {
        let awake = frame.moves.iter().filter(|found| !frame.is_asleep(found));
        match self.selection.choice {
            Choice::All => awake.fold(0, |all, found| all | 1 << found.thread),
            Choice::Persistent(ahead) => {
                let chosen = persistent::threads(&self.moves, ahead, &frame.state, &frame.moves);
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
        for thread in 0..model.threads() {
            let past = self.past(thread);
            let frame = &self.frames[last];
            let own = frame.moves.iter().filter(|found| found.thread == thread);
            let mut all: Vec<Accesses> = own.map(|found| found.accesses.clone()).collect();
            if all.is_empty() {
                all.push(self.moves.waits(thread, &frame.state));
            } else if matches!(self.selection.choice, Choice::Source) {
                continue;
            }
            for accesses in &all {
                self.race(Next { thread, accesses, past: &past });
            }
        }
    }

    /// Notes the end of an execution.
    fn end(&mut self, state: &M::State) -> Result<(), Stopped> {
        let model = self.moves.model;
        self.found.executions += 1;
        if let Some(ended) = self.limits.ended {
            ended(&run(&self.frames));
        }
        if (0..model.threads()).all(|thread| model.may_rest(thread, state)) {
            return Ok(());
        }
        if self.told.insert(Kind::Deadlock) {
            let run = run(&self.frames);
            self.found.findings.push(Finding { kind: FindingKind::Deadlock, run });
        }
        if self.deadlocks.insert(state.clone()) {
            self.found.deadlocks.push(state.clone());
        }
        if self.deadlocks.len() > self.limits.deadlocks { Err(Stopped::Deadlocks) } else { Ok(()) }
    }

    /// Looks at a state to which a thread has come by a transition of the step that is being taken from the state on
    /// top of the stack: by which of the step's transitions, if it is not the initial state.
    fn look(&mut self, thread: usize, state: &M::State, by: Option<usize>, length: usize) {
        let model = self.moves.model;
        if let Some(reached) = self.found.reached[thread].get_mut(model.point(thread, state)) {
            *reached = true;
        }
        let run_to = |frames: &[Frame<M::State>]| {
            let mut run = run(frames);
            run.truncate(run.len() - by.map_or(0, |by| length - 1 - by));
            run
        };
        if let Some(violation) = model.violation(state)
            && self.told.insert(Kind::Discipline(model.violation_kind(&violation)))
        {
            let (kind, run) = (FindingKind::Discipline(violation), run_to(&self.frames));
            self.found.findings.push(Finding { kind, run });
        }
        if model.has_failed(thread, state) {
            let run = run_to(&self.frames);
            let step = by.and(run.last()).map(|(_, step)| *step);
            let reason = match (by, step, self.frames.last()) {
                (Some(by), Some(step), Some(frame)) => {
                    let before = match (by.checked_sub(1), frame.step()) {
                        (Some(before), Some(taken)) => &taken.between[before],
                        _ => &frame.state,
                    };
                    model.failure_reason(thread, step, before)
                }
                _ => 0,
            };
            if self.told.insert(Kind::Failure { thread, step, reason }) {
                let kind = FindingKind::Failure { thread, step, reason };
                self.found.findings.push(Finding { kind, run });
            }
        }
    }

    fn not_one(&self, fault: &NotOne) -> Stopped {
        let mut run = run(&self.frames);
        run.extend(fault.path.iter().map(|step| (fault.thread, *step)));
        Stopped::Invisible { run, thread: fault.thread, is_endless: fault.is_endless }
    }

    /// Looks at the limits, and tells how far the walk has come.
    fn pause(&self, depth: usize) -> Result<(), Stopped> {
        if self.limits.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        if let Some(progress) = self.limits.progress {
            let (executions, transitions) = (self.found.executions, self.found.transitions);
            progress(Progress { executions, transitions, depth });
        }
        Ok(())
    }
}
