//! The monitor of a run: a flag that ends it, and a line that shows how far it has come.

use std::sync::atomic::AtomicBool;

use reductio::models::{Cause, Watcher};
use reductio_relations::UnitProgress;

use crate::progress::Meter;
use crate::stop::Stop;

/// Watches a run, and may end it.
#[derive(Debug)]
pub(crate) struct Monitor {
    /// The flag that ends the run.
    pub(crate) stop: Stop,
    /// The line that shows how far the run has come.
    pub(crate) meter: Meter,
}

impl Monitor {
    /// Makes a monitor that ends a run when the flag is raised, and shows nothing.
    pub(crate) fn silent(stop: Stop) -> Self {
        Monitor { stop, meter: Meter::silent() }
    }
}

impl Watcher for Monitor {
    fn flag(&self) -> Option<&AtomicBool> {
        Some(self.stop.flag())
    }

    fn cause(&self) -> Option<Cause> {
        self.stop.cause()
    }

    fn note(&self, what: &str, progress: UnitProgress) {
        self.meter.report(what, progress);
    }
}
