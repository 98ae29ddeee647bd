//! Deadlocks, by a search that promises them: S4's search does not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reductio_programs::{CanonicalModel, Fresh, Granularity, Program, State, Status, ThreadId};
use reductio_search::{
    Exploration, FindingKind, Model, Query, Reduction, ThreadStep, Unreduced, search,
};

use crate::options::{Alarm, Options};
use crate::run::{Replay, Run};

/// The answer to the question for deadlocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlocks {
    /// Tells whether a total deadlock can be reached; `None` if the search ended early and had found none.
    pub reached: Option<bool>,
    /// A shortest run to one, as the search counts steps: an instruction and those after it with which no other thread
    /// can interfere.
    pub run: Option<Run>,
    /// The number of states that were searched.
    pub states: usize,
    /// The number of steps that were taken.
    pub transitions: u64,
}

/// Decides whether a total deadlock can be reached: a state in which no thread can go on, some thread has not ended,
/// and none has gone wrong. Canonical states are searched, where an instruction and those after it with which no other
/// thread can interfere are one step ([`Granularity::AloneAfter`]): that is a persistent set (S3), by which every
/// deadlock is met. Cost: linear in the steps of all states that are met.
pub fn deadlocks(program: &Program, options: &Options<'_>) -> Deadlocks {
    deadlocks_until(program, options, Alarm::of(options))
}

pub(crate) fn deadlocks_until(
    program: &Program,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Deadlocks {
    until(alarm, |flag| deadlocks_by(program, options, flag))
}

fn deadlocks_by<'a>(
    program: &'a Program,
    options: &Options<'_>,
    flag: &'a AtomicBool,
) -> Deadlocks {
    let model = CanonicalModel::new(program, options.bounds, Granularity::AloneAfter);
    let model = model.with_cancel(Some(flag));
    let query = Query { deadlocks: true, cancel: Some(flag), ..nothing(options) };
    let found = match options.together {
        Some(all) => all.search(&model, &query),
        None => search(&model, &Unreduced, &query),
    };
    let model = model.with_cancel(None);
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

/// Searches a model until the alarm rings: it ends as if it had been cancelled, a fiftieth of a second later at most.
pub fn search_until<M: Model, R: Reduction<M>>(
    model: &M,
    reduction: &R,
    query: Query<'_>,
    alarm: Alarm<'_>,
) -> Exploration<M::Violation> {
    until(alarm, |flag| search(model, reduction, &Query { cancel: Some(flag), ..query }))
}

/// Does something with a flag that is raised when the alarm rings, a fiftieth of a second later at most.
pub fn until<T>(alarm: Alarm<'_>, work: impl FnOnce(&AtomicBool) -> T) -> T {
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
        let found = work(&rang);
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
    let is_second_half =
        matches!(state.thread(thread)?.status, Status::Notified { .. } | Status::Waiting { .. });
    let choice = if is_second_half { 0 } else { step / program.instructions().max(1) };
    Some((thread, choice))
}

/// The run of a finding, instruction by instruction.
fn canonical_run(model: &CanonicalModel<'_>, steps: &[ThreadStep]) -> Option<Run> {
    let mut replay = begin(model)?;
    for &step in steps {
        let (thread, choice) = choice(model.machine().program(), &replay.state, step)?;
        take(model, &mut replay, thread, choice)?;
    }
    let stays = |thread| model.machine().choices(&replay.state, ThreadId(thread)) == 0;
    let count = u32::try_from(replay.state.threads.len()).ok()?;
    ((0..count).all(stays) && !replay.state.is_over()).then_some(replay.run)
}

/// A run that has come to the initial state of a model.
pub(crate) fn begin<'p>(model: &CanonicalModel<'p>) -> Option<Replay<'p>> {
    let mut instructions = 0;
    model.begin(|_, _| instructions += 1);
    let mut replay = Replay::new(model.machine());
    for _ in 0..instructions {
        replay.step(ThreadId(0), 0, &Fresh)?;
    }
    replay.make_canonical();
    Some(replay)
}

/// Takes a step of a model, instruction by instruction.
pub(crate) fn take(
    model: &CanonicalModel<'_>,
    replay: &mut Replay<'_>,
    thread: ThreadId,
    choice: usize,
) -> Option<()> {
    let mut instructions = 0;
    let mut state = replay.state.clone();
    model.take(&mut state, thread, choice, |_, _| instructions += 1);
    replay.step(thread, choice, &Fresh)?;
    for _ in 1..instructions {
        replay.step(thread, 0, &Fresh)?;
    }
    replay.make_canonical();
    Some(())
}
