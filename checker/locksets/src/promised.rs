//! Deadlocks and threads that are stuck for ever, by searches that promise them: S4's search does not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reductio_programs::{
    CanonicalModel, Granularity, Names, Program, StableModel, State, Status, ThreadId,
};
use reductio_search::{
    Exploration, FindingKind, Model, Query, Reduction, StuckAnswer, ThreadStep, Unreduced, search,
};

use crate::options::{Alarm, Options};
use crate::report::Stuck;
use crate::run::{Replay, Run};

/// The answer to the question for deadlocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlocks {
    /// Whether a total deadlock can be reached; `None` if the search ended early and had found none.
    pub reached: Option<bool>,
    /// A shortest run to one, as the search counts steps: an instruction and the local ones after it.
    pub run: Option<Run>,
    /// The number of states that were searched.
    pub states: usize,
    /// The number of steps that were taken.
    pub transitions: u64,
}

/// Decides whether a total deadlock can be reached: a state in which no thread can go on, some thread has not ended, and
/// none has gone wrong. All canonical states are searched, where an instruction and the local ones after it are one
/// step: local instructions never wait, and commute with everything. Cost: linear in the steps of all states.
pub fn deadlocks(program: &Program, options: &Options<'_>) -> Deadlocks {
    deadlocks_until(program, options, Alarm::of(options))
}

pub(crate) fn deadlocks_until(
    program: &Program,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Deadlocks {
    let model = CanonicalModel::new(program, options.bounds, Granularity::LocalsAfter);
    let query = Query { deadlocks: true, ..nothing(options) };
    let found = search_until(&model, &Unreduced, query, alarm);
    let run = found.findings.iter().find(|found| found.kind == FindingKind::Deadlock);
    let run = run.and_then(|found| canonical_run(&model, &found.run));
    let reached = match &run {
        Some(_) => Some(true),
        // A run that cannot be run again shows nothing.
        None if found.deadlocks > 0 || !found.is_complete() || !model.limits().is_empty() => None,
        None => Some(false),
    };
    Deadlocks { reached, run, states: found.states, transitions: found.transitions }
}

/// Finds the threads that can be stuck for ever, although no run on is a total deadlock; `None` if it is not known. All
/// states are searched, under names that stay. Cost: linear in the steps of all states, for each thread.
pub fn stuck(program: &Program, options: &Options<'_>) -> Option<Vec<Stuck>> {
    stuck_until(program, options, Alarm::of(options))
}

pub(crate) fn stuck_until(
    program: &Program,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Option<Vec<Stuck>> {
    let model = StableModel::new(program, options.bounds);
    let query = Query { stuck: true, deadlocks: true, keep_going: true, ..nothing(options) };
    let found = search_until(&model, &Unreduced, query, alarm);
    if found.stuck != StuckAnswer::Known || !model.limits().is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for finding in &found.findings {
        if let FindingKind::Stuck { thread } = finding.kind {
            let mut replay = Replay::new(model.machine());
            for &step in &finding.run {
                take(&mut replay, program, step, model.names())?;
                replay.state.collect_garbage();
            }
            let thread = replay.number(ThreadId(u32::try_from(thread).ok()?))?;
            all.push(Stuck { thread, run: replay.run });
        }
    }
    Some(all)
}

/// A query that looks for nothing, with the limits of the options.
fn nothing<'a>(options: &Options<'a>) -> Query<'a> {
    Query {
        discipline: false,
        deadlocks: false,
        failures: false,
        max_states: options.max_states,
        memory: options.memory,
        progress: options.progress,
        ..Query::default()
    }
}

/// The longest time for which a search goes on after it was cancelled, or its time was over.
const TICK: Duration = Duration::from_millis(20);

/// Searches until the alarm rings.
pub(crate) fn search_until<M: Model, R: Reduction<M>>(
    model: &M,
    reduction: &R,
    query: Query<'_>,
    alarm: Alarm<'_>,
) -> Exploration<M::Violation> {
    let (rang, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if alarm.rings().is_some() {
                    rang.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(TICK);
            }
        });
        let found = search(model, reduction, &Query { cancel: Some(&rang), ..query });
        done.store(true, Ordering::Release);
        watch.thread().unpark();
        found
    })
}

/// Which choice a step of a model is, from a state.
fn choice(
    program: &Program,
    state: &State,
    (thread, step): ThreadStep,
) -> Option<(ThreadId, usize)> {
    let thread = ThreadId(u32::try_from(thread).ok()?);
    let is_second_half = matches!(state.thread(thread)?.status, Status::Notified { .. });
    let choice = if is_second_half { 0 } else { step / program.instructions().max(1) };
    Some((thread, choice))
}

fn take(
    replay: &mut Replay<'_>,
    program: &Program,
    step: ThreadStep,
    names: &impl Names,
) -> Option<()> {
    let (thread, choice) = choice(program, &replay.state, step)?;
    replay.step(thread, choice, names)
}

/// The run of a finding, instruction by instruction.
fn canonical_run(model: &CanonicalModel<'_>, steps: &[ThreadStep]) -> Option<Run> {
    let program = model.machine().program();
    let mut replay = Replay::new(model.machine());
    let before = model.initial();
    while replay.state != before {
        replay.step(ThreadId(0), 0, &reductio_programs::Fresh)?;
        if replay.state.canonical().0 == before {
            replay.make_canonical();
        }
        if replay.run.steps.len() > 10_000 {
            return None;
        }
    }
    for &step in steps {
        let (thread, choice) = choice(program, &replay.state, step)?;
        let mut instructions = 0;
        let mut state = replay.state.clone();
        model.take(&mut state, thread, choice, |_, _| instructions += 1);
        replay.step(thread, choice, &reductio_programs::Fresh)?;
        for _ in 1..instructions {
            replay.step(thread, 0, &reductio_programs::Fresh)?;
        }
        replay.make_canonical();
    }
    let stays = |thread| model.machine().choices(&replay.state, ThreadId(thread)) == 0;
    let count = u32::try_from(replay.state.threads.len()).ok()?;
    ((0..count).all(stays) && !replay.state.is_over()).then_some(replay.run)
}
