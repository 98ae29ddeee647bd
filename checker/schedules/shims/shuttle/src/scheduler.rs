//! Schedulers: they say which schedules are run.

use reductio_schedules::{Explorer, Memory, Strategy};

pub use reductio_schedules::Schedule;

pub use crate::current::TaskId;
pub use crate::world::Data;

use crate::{drawn, seed};

/// A choice of schedules that are run. A scheduler of one's own cannot be written: a search asks which steps depend on
/// each other, not for the next task.
pub trait Scheduler {
    /// The search.
    fn explorer(&self) -> Explorer;

    /// The numbers that `rand` gives.
    fn data(&self) -> Data {
        Data::Drawn
    }

    /// Says that the whole search is repeated, to see whether the closure does the same.
    fn repeats(&self) -> bool {
        false
    }
}

/// All schedules, one of each class of equivalent ones.
#[derive(Clone, Debug)]
pub struct DfsScheduler {
    iterations: Option<usize>,
    data: Data,
}

impl DfsScheduler {
    /// All, or so many executions. If random data is allowed, it is the same in each execution: `choose` tries all.
    pub fn new(iterations: Option<usize>, allow_random_data: bool) -> Self {
        let data = if allow_random_data { Data::Fixed } else { Data::Forbidden };
        DfsScheduler { iterations, data }
    }
}

impl Scheduler for DfsScheduler {
    fn explorer(&self) -> Explorer {
        let explorer = Explorer::new().memory(Memory::SequentiallyConsistent);
        self.iterations.map_or(explorer.clone(), |most| explorer.executions(most))
    }

    fn data(&self) -> Data {
        self.data
    }
}

/// A few schedules.
#[derive(Clone, Debug)]
pub struct RoundRobinScheduler {
    iterations: usize,
}

impl RoundRobinScheduler {
    /// So many schedules.
    pub fn new(iterations: usize) -> Self {
        RoundRobinScheduler { iterations }
    }
}

impl Scheduler for RoundRobinScheduler {
    fn explorer(&self) -> Explorer {
        Explorer::new().memory(Memory::SequentiallyConsistent).executions(self.iterations)
    }

    fn data(&self) -> Data {
        Data::Fixed
    }
}

/// Schedules that are drawn at random. How long tasks take is not asked before, as it is for uniform random walks.
#[derive(Clone, Debug)]
pub struct UrwRandomScheduler(RandomScheduler);

impl UrwRandomScheduler {
    /// So many schedules.
    pub fn new(iterations: usize) -> Self {
        UrwRandomScheduler(RandomScheduler::new(iterations))
    }

    /// So many schedules, drawn from a seed.
    pub fn new_from_seed(seed: u64, iterations: usize) -> Self {
        UrwRandomScheduler(RandomScheduler::new_from_seed(seed, iterations))
    }
}

impl Scheduler for UrwRandomScheduler {
    fn explorer(&self) -> Explorer {
        self.0.explorer()
    }
}

/// The schedules of another scheduler, twice. Any search checks that a closure does the same when it comes to a
/// beginning of a schedule again; this one also that the second search takes as many executions and steps as the first
/// one.
#[derive(Clone, Debug)]
pub struct UncontrolledNondeterminismCheckScheduler<S>(S);

impl<S: Scheduler> UncontrolledNondeterminismCheckScheduler<S> {
    /// The schedules of another scheduler.
    pub fn new(scheduler: S) -> Self {
        UncontrolledNondeterminismCheckScheduler(scheduler)
    }
}

impl<S: Scheduler> Scheduler for UncontrolledNondeterminismCheckScheduler<S> {
    fn explorer(&self) -> Explorer {
        self.0.explorer()
    }

    fn data(&self) -> Data {
        self.0.data()
    }

    fn repeats(&self) -> bool {
        true
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

    /// The schedule in a file.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn new_from_file<P: AsRef<std::path::Path>>(file: P) -> Self {
        match std::fs::read_to_string(file) {
            Ok(text) => ReplayScheduler::new_from_encoded(text.trim()),
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
        Explorer::new().memory(Memory::SequentiallyConsistent).replay(self.schedule.clone())
    }
}
