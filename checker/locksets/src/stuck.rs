//! Threads that are stuck for ever, in all canonical states of a program.

use crate::options::Options;
use reductio_programs::{CanonicalModel, Granularity, Program};
use reductio_watched::{Alarm, Stuck, stuck_by, until};

/// Finds the threads that can be stuck for ever, although no run on is a total deadlock or goes wrong; for each
/// instruction at which some can, the first that a search of all canonical states meets. `None` if it is not known.
/// Cost: linear in the steps of all states, times the threads.
pub fn stuck(program: &Program, options: &Options<'_>) -> Option<Vec<Stuck>> {
    stuck_until(program, options, options.alarm())
}

pub(crate) fn stuck_until(
    program: &Program,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Option<Vec<Stuck>> {
    until(alarm, |flag| {
        let model = CanonicalModel::new(program, options.bounds, Granularity::LocalsAfter);
        let model = model.with_cancel(Some(flag));
        stuck_by(&model, (options.max_states, options.memory), alarm)
    })
}
