#![doc = include_str!("../README.md")]

pub mod current;
pub mod future;
pub mod rand;
pub mod scheduler;

mod portfolio;
mod world;

pub use portfolio::PortfolioRunner;
pub use reductio_schedules::{hint, lazy_static, sync, thread, thread_local};

use std::sync::Arc;

use reductio_schedules::{Explorer, Memory, Strategy};
use scheduler::{
    DfsScheduler, PctScheduler, RandomScheduler, ReplayScheduler, RoundRobinScheduler, Scheduler,
    UncontrolledNondeterminismCheckScheduler, UrwRandomScheduler,
};

/// Runs a closure by one schedule.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check<F: Fn() + Send + Sync + 'static>(closure: F) {
    Runner::new(RoundRobinScheduler::new(1), Config::new()).run(closure);
}

/// Runs a closure by schedules that are drawn at random.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_urw<F: Fn() + Send + Sync + 'static>(closure: F, iterations: usize) {
    Runner::new(UrwRandomScheduler::new(iterations), Config::new()).run(closure);
}

/// Runs a closure by schedules that are drawn at random.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_random<F: Fn() + Send + Sync + 'static>(closure: F, iterations: usize) {
    Runner::new(RandomScheduler::new(iterations), Config::new()).run(closure);
}

/// Runs a closure by schedules that are drawn at random, from a seed.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_random_with_seed<F>(closure: F, seed: u64, iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    Runner::new(RandomScheduler::new_from_seed(seed, iterations), Config::new()).run(closure);
}

/// Runs a closure by schedules that are drawn by priorities with so many changes of priorities.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_pct<F: Fn() + Send + Sync + 'static>(closure: F, iterations: usize, depth: usize) {
    Runner::new(PctScheduler::new(depth, iterations), Config::new()).run(closure);
}

/// Runs a closure once for each schedule, one of each class of equivalent ones, or so many of them.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_dfs<F: Fn() + Send + Sync + 'static>(closure: F, iterations: Option<usize>) {
    Runner::new(DfsScheduler::new(iterations, false), Config::new()).run(closure);
}

/// Runs a closure by so many schedules, twice, and checks that it does the same.
///
/// # Panics
/// With what is wrong.
#[track_caller]
pub fn check_uncontrolled_nondeterminism<F>(closure: F, iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    let scheduler = DfsScheduler::new(Some(iterations), true);
    Runner::new(UncontrolledNondeterminismCheckScheduler::new(scheduler), Config::new())
        .run(closure);
}

/// Runs a closure by one schedule, as a finding tells it.
///
/// # Panics
/// With what is wrong, or if the text is no schedule.
#[track_caller]
pub fn replay<F: Fn() + Send + Sync + 'static>(closure: F, schedule: &str) {
    Runner::new(ReplayScheduler::new_from_encoded(schedule), Config::new()).run(closure);
}

/// Runs a closure by the schedule in a file.
///
/// # Panics
/// With what is wrong, or if there is no schedule in the file.
#[track_caller]
pub fn replay_from_file<F, P>(closure: F, file: P)
where
    F: Fn() + Send + Sync + 'static,
    P: AsRef<std::path::Path>,
{
    Runner::new(ReplayScheduler::new_from_file(file), Config::new()).run(closure);
}

/// Settings of a runner.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// The size of the stacks of threads, in bytes. Here threads have those that they ask for.
    pub stack_size: usize,
    /// The number of steps that an execution may have.
    pub max_steps: MaxSteps,
    /// The time that all executions may take.
    pub max_time: Option<std::time::Duration>,
    /// The place where schedules that go wrong are kept. Here they are in the message, in any case.
    pub failure_persistence: FailurePersistence,
    /// Tells whether less is told. What is told here is a report, not a warning.
    pub silence_warnings: bool,
}

/// The place where schedules that go wrong are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailurePersistence {
    /// Nowhere.
    None,
    /// They are printed.
    #[default]
    Print,
    /// They are files in a folder.
    File(Option<std::path::PathBuf>),
}

/// The end of an execution that has many steps.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum MaxSteps {
    /// Steps are bounded by what is usual here, 10,000. One with more is a finding.
    #[default]
    None,
    /// It is a finding.
    FailAfter(usize),
    /// It is a finding here as well.
    ContinueAfter(usize),
}

impl Config {
    /// Settings as they are usual.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Runs closures by a scheduler.
#[derive(Clone, Debug)]
pub struct Runner<S> {
    scheduler: S,
    config: Config,
}

impl<S: Scheduler> Runner<S> {
    /// A runner.
    pub fn new(scheduler: S, config: Config) -> Self {
        Runner { scheduler, config }
    }

    /// Runs a closure, and says by how many schedules.
    ///
    /// # Panics
    /// With what is wrong.
    #[track_caller]
    pub fn run<F: Fn() + Send + Sync + 'static>(self, closure: F) -> usize {
        let data = self.scheduler.data();
        let closure = Arc::new(move || {
            world::begin(data);
            closure();
        });
        let search = bounded(self.scheduler.explorer(), &self.config);
        let run = || {
            let closure = Arc::clone(&closure);
            search.check(move || closure())
        };
        let report = run();
        if self.scheduler.repeats() {
            let again = run();
            let first = (report.executions, report.steps, report.invisible);
            let second = (again.executions, again.steps, again.invisible);
            assert!(
                first == second,
                "possible nondeterminism: the search took {} executions and {} steps, and then {} and {}",
                first.0,
                first.1 + first.2,
                second.0,
                second.1 + second.2
            );
        }
        report.executions
    }
}

/// A search within the bounds of a configuration.
fn bounded(mut explorer: Explorer, config: &Config) -> Explorer {
    if let MaxSteps::FailAfter(most) | MaxSteps::ContinueAfter(most) = config.max_steps {
        explorer = explorer.steps(most);
    }
    if let Some(most) = config.max_time {
        explorer = explorer.time(most);
    }
    explorer
}

/// The seed of what is drawn.
fn seed() -> u64 {
    std::env::var("SHUTTLE_RANDOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// A search by schedules that are drawn.
fn drawn(strategy: Strategy, iterations: usize) -> Explorer {
    Explorer::new().memory(Memory::SequentiallyConsistent).strategy(strategy).executions(iterations)
}
