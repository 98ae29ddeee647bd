//! The state of a run that answers a question about models.

use reductio_algebra::Style;
use reductio_relations::Watch;

use super::answer::ModelAnswers;
use super::question::ModelQuestion;
use super::watcher::Watcher;
use crate::library::Library;

/// A run that answers a question: the question, and the answers so far.
pub(super) struct Run<'a> {
    pub(super) library: &'a Library,
    pub(super) question: &'a ModelQuestion,
    pub(super) style: Style,
    pub(super) watcher: &'a dyn Watcher,
    pub(super) out: ModelAnswers,
}

impl Run<'_> {
    /// Does a piece of work under the watcher of the run; `what` is its name for messages about progress.
    pub(super) fn watching<T>(&self, what: &str, work: impl FnOnce(Watch<'_>) -> T) -> T {
        watching(self.watcher, what, work)
    }

    /// Decides whether the run goes on; if not, `what` names a piece of work that is noted as not begun.
    pub(super) fn goes_on(&mut self, what: impl FnOnce() -> String) -> bool {
        let is_stopped = self.watcher.is_stopped();
        if is_stopped {
            self.out.left.push(what());
        }
        !is_stopped
    }

    /// All sizes up to the one asked for, or up to a default, as states and processes.
    pub(super) fn sizes(&self, default: (usize, usize)) -> Vec<(usize, usize)> {
        let most = self.question.processes.unwrap_or(default.1);
        let states = self.question.states.unwrap_or(default.0);
        // A size of 0 is asked for once, to be refused.
        let range = |most: usize| most.min(1)..=most;
        range(states).flat_map(|n| range(most).map(move |k| (n, k))).collect()
    }
}

/// Does a piece of work under a watcher; `what` is its name for messages about progress.
pub(super) fn watching<T>(
    watcher: &dyn Watcher,
    what: &str,
    work: impl FnOnce(Watch<'_>) -> T,
) -> T {
    let report = |progress| watcher.note(what, progress);
    work(Watch { cancel: watcher.flag(), progress: Some(&report) })
}
