//! The exploration: runs a closure once for each schedule.

use std::panic::Location;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use crate::report::{Bound, Report};
use crate::run::carrier;
use crate::run::naming::ThreadNames;
use crate::run::slot::{Ending, Rules, Seen};
use crate::run::state::State;
use crate::schedule::Schedule;
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::Site;
use crate::search::sampling::Sampler;
use crate::search::stack::{Left, Stack, Taken};
use crate::strategy::Strategy;
use crate::tell;

/// An exploration that is about to be run: which schedules, how many, how long.
///
/// ```
/// use reductio_schedules::{Explorer, Strategy, thread};
///
/// let report = Explorer::new().strategy(Strategy::Random(7)).executions(10).run(|| {
///     thread::spawn(|| ()).join().unwrap();
/// });
/// assert_eq!(report.executions, 10);
/// assert!(!report.is_complete());
/// ```
#[derive(Clone, Debug)]
#[must_use = "an explorer does nothing until it is run"]
pub struct Explorer {
    strategy: Strategy,
    executions: Option<usize>,
    time: Option<Duration>,
    preemptions: Option<usize>,
    all_findings: bool,
    stall: Duration,
    rules: Rules,
    replay: Option<Schedule>,
}

impl Default for Explorer {
    fn default() -> Self {
        Explorer {
            strategy: Strategy::Optimal,
            executions: None,
            time: None,
            preemptions: None,
            all_findings: false,
            stall: Duration::from_secs(10),
            rules: Rules {
                all_visible: false,
                steps: 10_000,
                spurious: false,
                panics: false,
                rounds: 3,
            },
            replay: None,
        }
    }
}

impl Explorer {
    /// An explorer for all schedules, one of each class, without bounds on executions and time.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which schedules are run.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Stops after so many executions. Without this, a sampling strategy stops after 1,000.
    pub fn executions(mut self, most: usize) -> Self {
        self.executions = Some(most);
        self
    }

    /// Stops after some time.
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// Takes only schedules in which at most so many times a thread is left that could have gone on: all of them, without sleep sets,
    /// which would leave out some that are within the bound only in another order.
    pub fn preemptions(mut self, most: usize) -> Self {
        self.preemptions = Some(most);
        self
    }

    /// Sets how many steps an execution may have (10,000): one with more is a finding, since it may never end.
    pub fn steps(mut self, most: usize) -> Self {
        self.rules.steps = most;
        self
    }

    /// Sets how often a thread may do the same thing in vain at the same place (3) before it is taken to wait until something that it
    /// looked at has changed.
    pub fn spin_rounds(mut self, rounds: usize) -> Self {
        self.rules.rounds = rounds.max(1);
        self
    }

    /// Sets how long a thread may run without coming to an operation (10 s): one that runs longer is a finding.
    pub fn stall(mut self, after: Duration) -> Self {
        self.stall = after;
        self
    }

    /// Lets condition variables wake threads without a notification, as `std`'s may do.
    pub fn spurious_wake_ups(mut self) -> Self {
        self.rules.spurious = true;
        self
    }

    /// Takes panics of threads for results that others get from `join`, not for findings.
    pub fn expect_panics(mut self) -> Self {
        self.rules.panics = true;
        self
    }

    /// Goes on after a finding, and keeps one finding of each kind and message.
    pub fn all_findings(mut self) -> Self {
        self.all_findings = true;
        self
    }

    /// Runs just one schedule, as a finding gives it.
    pub fn replay(mut self, schedule: Schedule) -> Self {
        self.replay = Some(schedule);
        self
    }

    /// Runs the closure once for each schedule, and reports.
    #[track_caller]
    pub fn run(&self, closure: impl Fn() + Send + Sync + 'static) -> Report {
        let root: Arc<dyn Fn() + Send + Sync> = Arc::new(closure);
        self.run_at(&root, Location::caller())
    }

    /// Runs the closure once for each schedule, and panics if something is wrong. If the environment variable `REDUCTIO_REPLAY` has a
    /// schedule, only this one is run. Schedules that were left out because of a bound do not make it panic: the report says
    /// [`Report::is_complete`].
    ///
    /// # Panics
    /// With the first finding; or if `REDUCTIO_REPLAY` has a text that is no schedule.
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
        report
    }

    /// What decides about schedules. `by_sources` replaces the optimal search by one that remembers only first steps.
    fn driver(&self, by_sources: bool) -> Driver {
        if let Some(schedule) = &self.replay {
            return Driver::replay(schedule.clone());
        }
        let taken = match self.strategy {
            Strategy::Random(seed) => return Driver::Sample(Sampler::random(seed)),
            Strategy::Pct { seed, changes } => return Driver::Sample(Sampler::pct(seed, changes)),
            _ if self.preemptions.is_some() => Taken::All,
            Strategy::Optimal if !by_sources => Taken::Optimal,
            Strategy::Optimal | Strategy::Source => Taken::Source,
            Strategy::InvisibleFirst | Strategy::Selective => Taken::Awake,
            Strategy::All => Taken::All,
        };
        Driver::Search(Stack::new(taken, self.preemptions))
    }

    fn run_at(&self, root: &Arc<dyn Fn() + Send + Sync>, site: Site) -> Report {
        let start = Instant::now();
        let mut rules = self.rules.clone();
        rules.all_visible = matches!(self.strategy, Strategy::All | Strategy::Selective);
        let samples = matches!(self.strategy, Strategy::Random(_) | Strategy::Pct { .. });
        let most = self.executions.unwrap_or(if samples { 1000 } else { usize::MAX });
        let mut report = Report {
            strategy: self.strategy,
            reduced: self.replay.is_none()
                && self.preemptions.is_none()
                && !samples
                && self.strategy != Strategy::All,
            ..Report::default()
        };
        let mut by_sources = !matches!(self.strategy, Strategy::Optimal);
        let (mut driver, mut seen) = (self.driver(by_sources), FxHashSet::<Seen>::default());
        let mut names = ThreadNames::default();
        loop {
            driver.restart();
            let state = State::new(driver, names, seen, rules.clone());
            let mut state = carrier::run(state, Arc::clone(root), self.stall, site);
            add(&mut report, &state);
            let ending = state.ending.take();
            let found = matches!(ending, Some(Ending::Found(_)));
            let differs = report.findings.last().is_some_and(|finding| {
                finding.kind() == crate::finding::FindingKind::NotRepeatable
            });
            if found && (!self.all_findings || differs) {
                report.bounds.push(Bound::Finding);
                break;
            }
            if self.replay.is_some() {
                report.bounds.push(Bound::Replayed);
                break;
            }
            let more = match ending {
                Some(Ending::Again) => {
                    forget(&mut report);
                    state.driver = self.driver(by_sources);
                    true
                }
                // Wakeup trees are for executions that come to their own end.
                Some(Ending::Found(found)) if !found.is_end() && !by_sources => {
                    by_sources = true;
                    forget(&mut report);
                    state.driver = self.driver(by_sources);
                    true
                }
                Some(Ending::Found(found)) => proceed(&mut state, !found.is_end()),
                _ => proceed(&mut state, false),
            };
            let bounded = matches!(&state.driver, Driver::Search(stack) if stack.bounded);
            if !more || samples && report.executions >= most {
                if samples {
                    report.bounds.push(Bound::Sampled);
                }
                if bounded && let Some(bound) = self.preemptions {
                    report.bounds.push(Bound::Preemptions(bound));
                }
                break;
            }
            if report.executions + report.blocked >= most {
                report.bounds.push(Bound::Executions(most));
                break;
            }
            if let Some(time) = self.time
                && start.elapsed() >= time
            {
                report.bounds.push(Bound::Time(time));
                break;
            }
            (driver, names, seen) = (state.driver, state.names, state.seen);
        }
        report.time = start.elapsed();
        report
    }
}

/// The search begins again: what it did so far does not count.
fn forget(report: &mut Report) {
    report.restarted += report.executions + report.blocked;
    (report.executions, report.blocked) = (0, 0);
}

/// Adds an execution to the report.
fn add(report: &mut Report, state: &State) {
    report.steps += state.trace.len();
    report.longest = report.longest.max(state.trace.len());
    report.threads = report.threads.max(state.order.len());
    report.left_behind += state.alive;
    let unlocks = |event: &crate::search::event::Event| event.notes.len();
    report.invisible += state.trace.iter().map(unlocks).sum::<usize>();
    report.failed_once |= state.failed;
    for site in &state.spins {
        let line = format!("{}:{}", site.file(), site.line());
        if !report.spins.contains(&line) {
            report.spins.push(line);
        }
    }
    match &state.ending {
        Some(Ending::Asleep | Ending::Bounded) => report.blocked += 1,
        Some(Ending::Again) => report.restarted += 1,
        Some(Ending::Found(found)) => {
            report.executions += 1;
            let finding = tell::finding(state, found);
            let is_known = |other: &crate::finding::Finding| {
                other.kind() == finding.kind() && other.message() == finding.message()
            };
            if !report.findings.iter().any(is_known) {
                report.findings.push(finding);
            }
        }
        _ => report.executions += 1,
    }
}

/// Prepares the next execution. `broken` says that the execution did not come to its own end.
fn proceed(state: &mut State, broken: bool) -> bool {
    let Driver::Search(stack) = &mut state.driver else { return true };
    if broken && let Some(event) = state.trace.last_mut() {
        event.accesses.push((ObjectId::EVERYTHING, Touch::Write));
    }
    let pending = {
        let left = state.threads.iter().filter_map(|(thread, slot)| {
            let (op, _) = slot.pending?;
            let enabled = state.world.is_enabled(*thread, op);
            let past = match slot.last {
                Some(last) => &state.trace[last].clock,
                None => &slot.past,
            };
            let pending = crate::search::frame::Pending { thread: *thread, op, enabled };
            (!enabled).then_some(Left { pending, past })
        });
        left.collect::<Vec<_>>()
    };
    stack.end(&state.trace, &pending, &state.sizes, broken)
}

/// How long [`explore`] takes at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a closure once for each schedule, one of each class of equivalent ones, and panics if something is wrong, or if that takes more
/// than a minute: a test that passes has seen all schedules. [`Explorer`] has other bounds.
///
/// If the environment variable `REDUCTIO_REPLAY` has a schedule, only this one is run.
///
/// # Panics
/// With what is wrong: the message has the schedule, a chart, and the lines of the program. Or with the bound that was reached.
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
