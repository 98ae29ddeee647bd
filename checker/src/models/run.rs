//! A question about models that is being answered.

use reductio_algebra::Style;
use reductio_relations::Watch;

use super::answer::ModelAnswers;
use super::question::ModelQuestion;
use super::watcher::Watcher;
use crate::library::Library;

/// A question under way.
pub(super) struct Run<'a> {
    pub(super) library: &'a Library,
    pub(super) question: &'a ModelQuestion,
    pub(super) style: Style,
    pub(super) watcher: &'a dyn Watcher,
    pub(super) out: ModelAnswers,
}

impl Run<'_> {
    /// Runs something under the watcher; `what` is what is under way.
    pub(super) fn watching<T>(&self, what: &str, work: impl FnOnce(Watch<'_>) -> T) -> T {
        watching(self.watcher, what, work)
    }

    /// Whether the run goes on; if not, `what` is noted as not begun.
    pub(super) fn goes_on(&mut self, what: impl FnOnce() -> String) -> bool {
        let is_stopped = self.watcher.is_stopped();
        if is_stopped {
            self.out.left.push(what());
        }
        !is_stopped
    }

    /// All sizes up to the one asked for, states first.
    pub(super) fn sizes(&self, default: (usize, usize)) -> Vec<(usize, usize)> {
        let most = self.question.processes.unwrap_or(default.1);
        let states = self.question.states.unwrap_or(default.0);
        // A size of 0 is asked for once, to be refused.
        let range = |most: usize| most.min(1)..=most;
        range(states).flat_map(|n| range(most).map(move |k| (n, k))).collect()
    }
}

/// Runs something under a watcher; `what` is what is under way.
pub(super) fn watching<T>(
    watcher: &dyn Watcher,
    what: &str,
    work: impl FnOnce(Watch<'_>) -> T,
) -> T {
    let report = |progress| watcher.note(what, progress);
    work(Watch { cancel: watcher.flag(), progress: Some(&report) })
}
