//! The request for an exploration: which schedules, how many, how long.

use std::time::Duration;

use crate::memory::Memory;
use crate::memory::chance::Chance;
use crate::memory::engine::Engine;
use crate::memory::stronger::Stronger;
use crate::memory::weak::Weak;
use crate::run::manner::Carrier;
use crate::run::slot::Rules;
use crate::schedule::Schedule;
use crate::search::driver::Driver;
use crate::search::sampling::Sampler;
use crate::search::stack::{Stack, Taken};
use crate::strategy::Strategy;

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
    pub(crate) strategy: Strategy,
    pub(crate) executions: Option<usize>,
    pub(crate) time: Option<Duration>,
    pub(crate) preemptions: Option<usize>,
    pub(crate) all_findings: bool,
    pub(crate) stall: Duration,
    pub(crate) rules: Rules,
    pub(crate) replay: Option<Schedule>,
    pub(crate) carrier: Carrier,
    pub(crate) workers: usize,
    pub(crate) memory: Memory,
    /// Workers take turns by chance, on one thread.
    #[cfg(test)]
    pub(crate) chance: Option<u64>,
}

/// How many bytes the stack of a thread has, as `std`'s.
const STACK: usize = 2 << 20;

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
                watches: false,
                stronger: Stronger::default(),
                stack: STACK,
                stops_at_finding: true,
                test: None,
            },
            replay: None,
            carrier: Carrier::Coroutines,
            workers: 1,
            memory: Memory::Auto,
            #[cfg(test)]
            chance: None,
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

    /// Takes only schedules in which at most so many times a thread is left that could have gone on, or such that are
    /// equivalent to one of these: one of each class, except with [`Strategy::All`].
    pub fn preemptions(mut self, most: usize) -> Self {
        self.preemptions = Some(most);
        self
    }

    /// Sets how many steps an execution may have (10,000): one with more is a finding, since it may never end.
    pub fn steps(mut self, most: usize) -> Self {
        self.rules.steps = most;
        self
    }

    /// Sets how often a thread may do the same thing in vain at the same place (3) before it is taken to wait until
    /// something that it looked at has changed.
    pub fn spin_rounds(mut self, rounds: usize) -> Self {
        self.rules.rounds = rounds.max(1);
        self
    }

    /// Sets how long a thread may run without coming to an operation (10 s): one that runs longer is a finding.
    pub fn stall(mut self, after: Duration) -> Self {
        self.stall = after;
        self
    }

    /// Sets how many bytes the stack of a thread has (2 MiB), unless the test asks for more when it starts the thread.
    /// One that needs more ends the process, as one of `std` does.
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.rules.stack = bytes;
        self
    }

    /// Runs each thread of the test as one of the operating system, instead of as a coroutine: takes several times as
    /// long. For tests that need variables of `std::thread_local!`, or other things that belong to a thread of the
    /// operating system.
    pub fn os_threads(mut self) -> Self {
        self.carrier = Carrier::Threads;
        self
    }

    /// Sets how many threads of the operating system walk schedules at the same time (1). The report is that of one,
    /// but for the time it took, unless a bound on executions or time is reached: then, other schedules may have been
    /// run by then. The closure runs several times at once: what it shares with the outside has to bear that.
    ///
    /// ```
    /// use reductio_schedules::{Explorer, sync::{Arc, Mutex}, thread};
    ///
    /// let report = Explorer::new().workers(2).run(|| {
    ///     let sum = Arc::new(Mutex::new(0));
    ///     let threads = [1, 2, 3].map(|number| {
    ///         let sum = Arc::clone(&sum);
    ///         thread::spawn(move || *sum.lock().unwrap() += number)
    ///     });
    ///     threads.map(|thread| thread.join().unwrap());
    /// });
    /// assert!(report.holds());
    /// assert_eq!(report.executions, 6);
    /// ```
    ///
    /// # Panics
    /// When it is run: with [`Strategy::Random`] or [`Strategy::Pct`], if it is more than one.
    pub fn workers(mut self, count: usize) -> Self {
        self.workers = count.max(1);
        self
    }

    /// Sets which memory threads share: without this, [`Memory::Auto`].
    ///
    /// ```
    /// use reductio_schedules::sync::atomic::{AtomicBool, Ordering::{Acquire, Relaxed, Release}};
    /// use reductio_schedules::{Explorer, Memory, Shared, sync::Arc, thread};
    ///
    /// let passes = |order| {
    ///     Explorer::new().memory(Memory::Rc11).run(move || {
    ///         let all = Arc::new((Shared::new(0), AtomicBool::new(false)));
    ///         let other = Arc::clone(&all);
    ///         let thread = thread::spawn(move || {
    ///             other.0.set(1);
    ///             other.1.store(true, order);
    ///         });
    ///         if all.1.load(Acquire) {
    ///             assert_eq!(all.0.get(), 1);
    ///         }
    ///         thread.join().unwrap();
    ///     })
    /// };
    /// assert!(passes(Release).holds());
    /// assert!(!passes(Relaxed).findings.is_empty());
    /// ```
    ///
    /// # Panics
    /// When it is run: with [`Memory::Rc11`], if a bound on preemptions is set, or a strategy but [`Strategy::Random`]
    /// and [`Strategy::Pct`].
    pub fn memory(mut self, memory: Memory) -> Self {
        self.memory = memory;
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

    /// Makes the driver that decides about schedules. `by_sources` replaces the optimal search by one that remembers
    /// only first steps.
    pub(crate) fn driver(&self, by_sources: bool) -> Driver {
        if let Some(schedule) = &self.replay {
            return Driver::replay(schedule.clone());
        }
        if self.memory == Memory::Rc11 && !self.strategy.samples() {
            return Driver::Graphs;
        }
        let taken = match self.strategy {
            Strategy::Random(seed) => return Driver::Sample(Sampler::random(seed)),
            Strategy::Pct { seed, changes } => return Driver::Sample(Sampler::pct(seed, changes)),
            // What is cut off by a bound is no whole execution, which wakeup trees are made of.
            Strategy::Optimal if !by_sources && self.preemptions.is_none() => Taken::Optimal,
            Strategy::Optimal | Strategy::Source => Taken::Source,
            Strategy::InvisibleFirst | Strategy::Selective => Taken::Awake,
            Strategy::All => Taken::All,
        };
        Driver::Search(Stack::new(taken, self.preemptions))
    }

    /// Makes the memory of executions, where that is not sequentially consistent.
    pub(crate) fn weak(&self, rules: &Rules) -> Option<Weak> {
        let patience = (rules.steps, rules.rounds);
        let chance = match self.strategy {
            _ if self.memory != Memory::Rc11 => return None,
            Strategy::Random(seed) => Chance::random(seed),
            Strategy::Pct { seed, changes } => Chance::pct(seed, changes),
            _ => return Some(Weak::of(Engine::new(self.replay.is_none(), patience))),
        };
        if self.replay.is_some() {
            return Some(Weak::of(Engine::new(false, patience)));
        }
        Some(Weak::of(Engine::by_chance(chance, patience)))
    }
}
