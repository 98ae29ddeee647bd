//! Who watches a run of [`models`](super::models()), and may end it.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_relations::UnitProgress;

/// Why a run was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Ctrl-C.
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

/// Somebody who watches a run, may end it, and knows why it was ended.
pub trait Watcher: Sync {
    /// The flag that long loops look at; they end soon after it is raised.
    fn flag(&self) -> Option<&AtomicBool>;

    /// Why the flag was raised, where that is known.
    fn cause(&self) -> Option<Cause>;

    /// Takes note of how far the run has come. `what` is what is under way, with a colon and a space: `without (13): `,
    /// or nothing. Any thread of the run may call this.
    fn note(&self, what: &str, progress: UnitProgress);

    /// Whether the run is to end.
    fn is_stopped(&self) -> bool {
        self.flag().is_some_and(|flag| flag.load(Ordering::Acquire))
    }
}

/// Nobody: a run goes on to its end, and nothing is shown.
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

#[cfg(test)]
mod tests {
    use reductio_algebra::Style;

    use super::*;
    use crate::library::Library;
    use crate::models::{ModelQuestion, models};

    /// A clock that runs out when everything is answered, or before anything is.
    struct Clock(AtomicBool);

    impl Watcher for Clock {
        fn flag(&self) -> Option<&AtomicBool> {
            Some(&self.0)
        }

        fn cause(&self) -> Option<Cause> {
            Some(Cause::TimeIsUp)
        }

        fn note(&self, _: &str, _: UnitProgress) {}
    }

    #[test]
    fn what_is_answered_was_not_ended() {
        let question =
            ModelQuestion { states: Some(1), processes: Some(1), ..ModelQuestion::default() };
        let ask = |is_raised| {
            let clock = Clock(AtomicBool::new(is_raised));
            models(&Library::bundled(), &question, Style::Ascii, &clock).cause
        };
        assert_eq!([ask(false), ask(true)], [None, Some(Cause::TimeIsUp)]);
    }
}
