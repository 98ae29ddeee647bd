//! The exploration: runs a closure once for each schedule.

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use crate::auto;
use crate::explorer::Explorer;
use crate::memory::Memory;
use crate::record::record;
use crate::report::{Bound, Report};
use crate::run::context::current;
use crate::run::slot::Rules;
use crate::search::event::Site;
use crate::strategy::Strategy;
use crate::suggest::suggest;
use crate::walk::Walk;
use crate::worker;

impl Explorer {
    /// Runs the closure once for each schedule, and reports.
    #[track_caller]
    pub fn run(&self, closure: impl Fn() + Send + Sync + 'static) -> Report {
        let root: Arc<dyn Fn() + Send + Sync> = Arc::new(closure);
        self.run_at(&root, Location::caller())
    }

    /// Runs the closure once for each schedule, and panics if something is wrong. If the environment variable
    /// `REDUCTIO_REPLAY` has a schedule, only this one is run. Schedules that were left out because of a bound do not
    /// make it panic: the report says [`Report::is_complete`].
    ///
    /// # Panics
    /// With the first finding; if a thread does something that the memory does not have; or if `REDUCTIO_REPLAY` has a
    /// text that is no schedule.
    #[track_caller]
    pub fn check(&self, closure: impl Fn() + Send + Sync + 'static) -> Report {
        let mut explorer = self.clone();
        if let Ok(text) = std::env::var("REDUCTIO_REPLAY") {
            match text.parse() {
                Ok(schedule) => explorer.replay = Some(schedule),
                Err(error) => panic!("REDUCTIO_REPLAY: {error}"),
            }
        }
        let root: Arc<dyn Fn() + Send + Sync> = Arc::new(closure);
        let report = explorer.run_at(&root, Location::caller());
        report.assert_nothing_found();
        let is_undecided = report.bounds.iter().any(|bound| matches!(bound, Bound::Memory(_)));
        assert!(!is_undecided, "undecided: {report}");
        report
    }

    #[track_caller]
    fn run_at(&self, root: &Arc<dyn Fn() + Send + Sync>, site: Site) -> Report {
        assert!(
            self.workers < 2 || !self.strategy.samples(),
            "{} workers cannot share a search by `Strategy::{:?}`, in which each schedule depends on those that were drawn before: \
             leave out `workers`, or run several explorers with seeds of their own",
            self.workers,
            self.strategy,
        );
        let is_own = self.strategy == Strategy::Optimal || self.strategy.samples();
        let is_plain = is_own && self.preemptions.is_none();
        assert!(
            self.memory != Memory::Rc11 || is_plain,
            "`Memory::{:?}` has a search of its own: leave out `preemptions`, and strategies but `Random` and `Pct`",
            self.memory,
        );
        let test = std::thread::current().name().filter(|name| *name != "main").map(str::to_owned);
        let rules = Rules {
            all_visible: matches!(self.strategy, Strategy::All | Strategy::Selective),
            stops_at_finding: !self.all_findings || self.replay.is_some(),
            test: test.clone(),
            watches: self.memory == Memory::Auto,
            ..self.rules.clone()
        };
        let mut report = if self.memory == Memory::Auto {
            auto::search(self, rules.clone(), root, site)
        } else {
            worker::search(Walk::new(self.clone(), rules.clone()), root, site)
        };
        if self.replay.is_none() {
            suggest(&mut report, self, &rules, root, site);
        }
        record(&report, test.as_deref(), site);
        report
    }
}

/// How long [`explore`] takes at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a closure once for each schedule, one of each class of equivalent ones, and panics if something is wrong, or if
/// that takes more than a minute: a test that passes has seen all schedules. [`Explorer`] has other bounds.
///
/// If the environment variable `REDUCTIO_REPLAY` has a schedule, only this one is run.
///
/// # Panics
/// With what is wrong: the message has the schedule, a chart, and the lines of the program. Or with the bound that was
/// reached.
#[track_caller]
pub fn explore(closure: impl Fn() + Send + Sync + 'static) -> Report {
    let report = Explorer::new().time(PATIENCE).check(closure);
    let is_late = report.bounds.contains(&Bound::Time(PATIENCE));
    assert!(
        !is_late,
        "undecided: {report}To wait longer, or to be content with less, use `Explorer` with `time`, `executions` or `preemptions`."
    );
    report
}

/// Tells whether the execution that asks was given up, and goes on outside of the search so that its destructors run
/// where they may. What comes of it is real, but not what the search is about: it may be beyond a bound. One who writes
/// down what becomes of each execution leaves it out.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use reductio_schedules::{Explorer, Strategy, is_given_up, sync, thread};
///
/// let ends = Arc::new(Mutex::new(0));
/// let count = Arc::clone(&ends);
/// let report = Explorer::new().strategy(Strategy::InvisibleFirst).run(move || {
///     let sum = sync::Arc::new(sync::Mutex::new(0));
///     let other = sync::Arc::clone(&sum);
///     let thread = thread::spawn(move || *other.lock().unwrap() += 1);
///     *sum.lock().unwrap() += 1;
///     thread.join().unwrap();
///     if !is_given_up() {
///         *count.lock().unwrap() += 1;
///     }
/// });
/// assert_eq!(*ends.lock().unwrap(), report.executions);
/// ```
pub fn is_given_up() -> bool {
    current().is_some_and(|context| {
        let state = context.execution.lock();
        state.given_up.is_some() || state.ending.is_some()
    })
}
