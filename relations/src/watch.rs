//! Long runs: how far they have come, and what stops them.

use std::sync::atomic::{AtomicBool, Ordering};

/// How far a run over the systems, or models, of one size has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of states.
    pub states: usize,
    /// The number of processes.
    pub processes: usize,
    /// Units that are finished.
    pub done: usize,
    /// All units of the run; it may end without having done them all.
    pub units: usize,
}

/// Who watches a run: by default nobody, and nothing stops it.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reductio_relations::Watch;
/// let stop = AtomicBool::new(true);
/// assert!(Watch { cancel: Some(&stop), ..Watch::default() }.is_cancelled());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    /// Set to stop the run; it ends soon after.
    pub cancel: Option<&'a AtomicBool>,
    /// Called now and then, by any thread of the run.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl Watch<'_> {
    /// Whether the run is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Tells how far the run has come.
    pub fn report(&self, progress: Progress) {
        self.progress.inspect(|report| report(progress));
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}
