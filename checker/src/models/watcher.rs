//! The watcher of a run of [`models`](super::models()), which may end the run.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_relations::UnitProgress;

/// The reason why a run was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The user interrupted the run.
    Interrupted,
    /// The time was up.
    TimeIsUp,
    /// The process took as much memory as it may.
    MemoryIsUp,
}

impl Cause {
    /// The word for reports: `interrupted after 3 of 7 units`.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Interrupted => "interrupted",
            Cause::TimeIsUp => "out of time",
            Cause::MemoryIsUp => "out of memory",
        }
    }
}

/// A watcher of a run: it is told how far the run has come, may end it, and knows why it was ended.
pub trait Watcher: Sync {
    /// The flag that long loops look at; they end soon after it is raised.
    fn flag(&self) -> Option<&AtomicBool>;

    /// The reason why the flag was raised, where that is known.
    fn cause(&self) -> Option<Cause>;

    /// Takes note of how far the run has come. `what` names the work under way, with a colon and a space, such as
    /// `without (13): `; it may be empty. Any thread of the run may call this.
    fn note(&self, what: &str, progress: UnitProgress);

    /// Tells whether the run is to end.
    fn is_stopped(&self) -> bool {
        self.flag().is_some_and(|flag| flag.load(Ordering::Acquire))
    }
}

/// A watcher that never ends a run and takes note of nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Watcher for Nobody {
    fn flag(&self) -> Option<&AtomicBool> {
        None
    }

    fn cause(&self) -> Option<Cause> {
        None
    }

    fn note(&self, _: &str, _: UnitProgress) {}
}
