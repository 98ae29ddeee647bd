//! The runs of findings.

use super::Task;
use super::begin::Begun;
use super::look::{At, Found, From};
use super::model::Model;
use super::query::{Finding, FindingKind, ThreadStep};
use super::reduction::Reduction;

/// Makes a finding with its run. `to_stored` gives the run to a stored state.
pub(super) fn with_run<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    begun: &Begun<M>,
    found: Found<M::Violation>,
    mut to_stored: impl FnMut(u32) -> Vec<ThreadStep>,
) -> Finding<M::Violation> {
    let (run, before) = match found.at {
        At::Stored(number) => (to_stored(number), 0),
        At::After(from, rest) => {
            let mut run = match from {
                From::Stored(number) => to_stored(number),
                From::Begun { layer, number } => begun.run_to(task, layer, number),
            };
            let before = run.len();
            run.extend(rest);
            (run, before)
        }
    };
    let kind = match found.kind {
        FindingKind::EndlessLoop { thread, from } => {
            FindingKind::EndlessLoop { thread, from: from + before }
        }
        other => other,
    };
    Finding { kind, run }
}
