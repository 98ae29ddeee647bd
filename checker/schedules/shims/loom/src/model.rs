//! The search.

use std::time::Duration;

use reductio_schedules::{Explorer, explore};

/// Runs a closure once for each schedule, one of each class of equivalent ones.
///
/// # Panics
/// With what is wrong, or if the search takes more than a minute.
#[track_caller]
pub fn model<F>(closure: F)
where
    F: Fn() + Send + Sync + 'static,
{
    explore(closure);
}

/// A search that is about to be run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Builder {
    /// The number of threads that there may be. Here there is no such bound.
    pub max_threads: usize,
    /// The number of steps that an execution may have.
    pub max_branches: usize,
    /// The number of executions that there may be.
    pub max_permutations: Option<usize>,
    /// The time that the search may take.
    pub max_duration: Option<Duration>,
    /// The number of times that a thread may be left that could have gone on.
    pub preemption_bound: Option<usize>,
    /// Tells whether lines are told. They always are.
    pub location: bool,
    /// Tells whether the search tells what it does. It does not.
    pub log: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Builder {
            max_threads: usize::MAX,
            max_branches: 10_000,
            max_permutations: None,
            max_duration: None,
            preemption_bound: None,
            location: true,
            log: false,
        }
    }
}

impl Builder {
    /// A search of all schedules; `LOOM_MAX_PREEMPTIONS` may bound it.
    pub fn new() -> Self {
        let bound = std::env::var("LOOM_MAX_PREEMPTIONS").ok().and_then(|text| text.parse().ok());
        Builder { preemption_bound: bound, ..Self::default() }
    }

    /// Runs a closure once for each schedule.
    ///
    /// # Panics
    /// With what is wrong. Bounds that are met do not make it panic, as in `loom`.
    #[track_caller]
    pub fn check<F>(&self, closure: F)
    where
        F: Fn() + Send + Sync + 'static,
    {
        let mut explorer = Explorer::new().steps(self.max_branches);
        if let Some(most) = self.max_permutations {
            explorer = explorer.executions(most);
        }
        if let Some(most) = self.max_duration {
            explorer = explorer.time(most);
        }
        if let Some(most) = self.preemption_bound {
            explorer = explorer.preemptions(most);
        }
        explorer.check(closure);
    }
}
