//! Several schedulers, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use reductio_schedules::Explorer;

use crate::scheduler::Scheduler;
use crate::world::Data;
use crate::{Config, bounded, world};

/// Runs a closure by several schedulers. Here they run one after the other.
#[derive(Debug)]
pub struct PortfolioRunner {
    searches: Vec<(Explorer, Data)>,
    stops: bool,
    config: Config,
}

impl PortfolioRunner {
    /// A runner without schedulers, which stops at the first one that finds something, or runs all.
    pub fn new(stop_on_first_failure: bool, config: Config) -> Self {
        PortfolioRunner { searches: Vec::new(), stops: stop_on_first_failure, config }
    }

    /// Adds a scheduler.
    #[expect(clippy::needless_pass_by_value, reason = "the signature is that of `shuttle`")]
    pub fn add(&mut self, scheduler: impl Scheduler + Send + 'static) {
        self.searches.push((bounded(scheduler.explorer(), &self.config), scheduler.data()));
    }

    /// Runs a closure by each of the schedulers.
    ///
    /// # Panics
    /// With what the first one found that found something.
    #[track_caller]
    pub fn run<F: Fn() + Send + Sync + 'static>(self, closure: F) {
        let closure = Arc::new(closure);
        let mut found = None;
        for (search, data) in self.searches {
            let closure = Arc::clone(&closure);
            let run = || {
                search.check(move || {
                    world::begin(data);
                    closure();
                });
            };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                found.get_or_insert(panic);
                if self.stops {
                    break;
                }
            }
        }
        if let Some(panic) = found {
            resume_unwind(panic);
        }
    }
}
