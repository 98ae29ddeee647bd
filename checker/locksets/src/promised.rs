//! Deadlocks, by a search that promises them: S4's search does not.

use std::sync::atomic::AtomicBool;

use crate::options::Options;
use reductio_programs::{CanonicalModel, Granularity, Program};
use reductio_search::{FindingKind, Query, ThreadStep, Unreduced, search};
use reductio_watched::{Alarm, Run, chosen, replay_begin, replay_step, until};

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
    deadlocks_until(program, options, options.alarm())
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
        workers: options.workers,
        progress: options.progress,
        ..Query::default()
    }
}

/// The run of a finding, instruction by instruction.
fn canonical_run(model: &CanonicalModel<'_>, steps: &[ThreadStep]) -> Option<Run> {
    let mut replay = replay_begin(model)?;
    for &step in steps {
        let (thread, choice) = chosen(model.machine().program(), &replay.state, step)?;
        replay_step(model, &mut replay, thread, choice)?;
    }
    model.machine().is_deadlock(&replay.state).then_some(replay.run)
}
