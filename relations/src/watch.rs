//! The watch over long runs: their progress, and the flag that stops them.

use std::sync::atomic::{AtomicBool, Ordering};

/// The progress of a run over the systems, or models, of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitProgress {
    /// The number of states.
    pub states: usize,
    /// The number of processes.
    pub processes: usize,
    /// The number of units that are finished.
    pub done: usize,
    /// The number of all units of the run; it may end without having done them all.
    pub units: usize,
}

/// The watch over a run: a flag that ends it, and a listener. By default there is neither.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reductio_relations::Watch;
/// let stop = AtomicBool::new(true);
/// assert!(Watch { cancel: Some(&stop), ..Watch::default() }.is_cancelled());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    /// The flag that stops the run; it ends soon after it is raised.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener, which any thread of the run calls now and then.
    pub progress: Option<&'a (dyn Fn(UnitProgress) + Sync)>,
}

impl Watch<'_> {
    /// Tells whether the run is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Tells the listener how far the run has come.
    pub fn report(&self, progress: UnitProgress) {
        self.progress.inspect(|report| report(progress));
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}
