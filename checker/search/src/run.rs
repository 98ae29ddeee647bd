//! The runs of findings.

use super::Task;
use super::begin::Begun;
use super::look::{At, Found, From};
use super::model::Model;
use super::orbits::Telling;
use super::query::{Finding, FindingKind, ThreadStep};
use super::reduction::Reduction;

/// Makes a finding with its run: several, where threads that can become one another are each told of. `to_stored` gives
/// the run to a stored state, or to one that it stands for.
pub(super) fn with_run<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    begun: &Begun<M>,
    found: Found<M::Violation>,
    mut to_stored: impl FnMut(u32) -> Vec<ThreadStep>,
) -> Vec<Finding<M::Violation>> {
    let later = |kind, before: usize| match kind {
        FindingKind::EndlessLoop { thread, from } => {
            FindingKind::EndlessLoop { thread, from: from + before }
        }
        other => other,
    };
    let telling = Telling::new(task.model, task.query);
    match found.at {
        At::Stored(number) => telling.tell(found.kind, to_stored(number), None),
        At::After(From::Stored(number), rest) => {
            let run = to_stored(number);
            telling.tell(later(found.kind, run.len()), run, Some(rest))
        }
        // Nothing is renamed before the search begins.
        At::After(From::Begun { layer, number }, rest) => {
            let mut run = begun.run_to(task, layer, number);
            let kind = later(found.kind, run.len());
            run.extend(rest);
            telling.tell_as_it_is(kind, run)
        }
    }
}
