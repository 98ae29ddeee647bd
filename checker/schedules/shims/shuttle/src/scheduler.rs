//! Schedulers: they say which schedules are run.

use reductio_schedules::{Explorer, Strategy};

pub use reductio_schedules::Schedule;

use crate::{drawn, seed};

/// A scheduler says which schedules are run.
pub trait Scheduler {
    /// The search.
    fn explorer(&self) -> Explorer;
}

/// All schedules, one of each class of equivalent ones.
#[derive(Clone, Debug)]
pub struct DfsScheduler {
    iterations: Option<usize>,
}

impl DfsScheduler {
    /// All, or so many executions. Data at random is not allowed in either case: `choose` is for it.
    pub fn new(iterations: Option<usize>, _allow_random_data: bool) -> Self {
        DfsScheduler { iterations }
    }
}

impl Scheduler for DfsScheduler {
    fn explorer(&self) -> Explorer {
        let explorer = Explorer::new();
        self.iterations.map_or(explorer.clone(), |most| explorer.executions(most))
    }
}

/// Schedules that are drawn at random.
#[derive(Clone, Debug)]
pub struct RandomScheduler {
    seed: u64,
    iterations: usize,
}

impl RandomScheduler {
    /// So many schedules.
    pub fn new(iterations: usize) -> Self {
        RandomScheduler { seed: seed(), iterations }
    }

    /// So many schedules, drawn from a seed.
    pub fn new_from_seed(seed: u64, iterations: usize) -> Self {
        RandomScheduler { seed, iterations }
    }
}

impl Scheduler for RandomScheduler {
    fn explorer(&self) -> Explorer {
        drawn(Strategy::Random(self.seed), self.iterations)
    }
}

/// Schedules by priorities that change in a few places.
#[derive(Clone, Debug)]
pub struct PctScheduler {
    seed: u64,
    depth: usize,
    iterations: usize,
}

impl PctScheduler {
    /// So many schedules for bugs of such a depth.
    pub fn new(depth: usize, iterations: usize) -> Self {
        PctScheduler { seed: seed(), depth, iterations }
    }

    /// So many schedules for bugs of such a depth, drawn from a seed.
    pub fn new_from_seed(seed: u64, depth: usize, iterations: usize) -> Self {
        PctScheduler { seed, depth, iterations }
    }
}

impl Scheduler for PctScheduler {
    fn explorer(&self) -> Explorer {
        let changes = self.depth.saturating_sub(1);
        drawn(Strategy::Pct { seed: self.seed, changes }, self.iterations)
    }
}

/// One schedule.
#[derive(Clone, Debug)]
pub struct ReplayScheduler {
    schedule: Schedule,
}

impl ReplayScheduler {
    /// The schedule that a text tells.
    ///
    /// # Panics
    /// If it tells none.
    #[track_caller]
    pub fn new_from_encoded(text: &str) -> Self {
        match text.parse() {
            Ok(schedule) => ReplayScheduler { schedule },
            Err(error) => panic!("{error}"),
        }
    }

    /// A schedule.
    pub fn new_from_schedule(schedule: Schedule) -> Self {
        ReplayScheduler { schedule }
    }
}

impl Scheduler for ReplayScheduler {
    fn explorer(&self) -> Explorer {
        Explorer::new().replay(self.schedule.clone())
    }
}
