//! Limits of searches, and why a search ends before it is complete.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reductio_programs::Limit;
use reductio_search::{
    Exploration, Model, Query, Reduction, SearchProgress, Stopped as SearchStopped, search,
};

/// The limits of a search of a program, and who is told of its progress.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest number of states that are kept.
    pub max_states: usize,
    /// The greatest number of bytes that are kept, about.
    pub memory: usize,
    /// The time after which the search ends.
    pub timeout: Option<Duration>,
    /// The flag that ends the search early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
    /// The number of threads that search. Threads that are stuck for ever are looked for by one.
    pub workers: usize,
    /// Says that threads which are stuck for ever are looked for as well.
    pub stuck: bool,
}

impl Default for Limits<'_> {
    /// Up to 4 GiB of states, one worker.
    fn default() -> Self {
        Limits {
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            workers: 1,
            stuck: false,
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("max_states", &self.max_states).finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// A query for everything, within the limits; `cancel` is the flag that ends it.
    pub fn query<'q>(&self, cancel: &'q AtomicBool) -> Query<'q>
    where
        'a: 'q,
    {
        Query {
            keep_going: true,
            max_states: self.max_states,
            memory: self.memory,
            workers: self.workers,
            progress: self.progress,
            cancel: Some(cancel),
            ..Query::default()
        }
    }

    /// An alarm that rings when the time is over, or the flag is raised.
    pub fn alarm(&self) -> Alarm<'a> {
        Alarm::new(self.timeout, self.cancel)
    }
}

/// The reason why a search ended before it was complete: what it has not found may exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The limit on the number of states was reached.
    States,
    /// The limit on the number of bytes was reached.
    Memory,
    /// The time was over.
    Time,
    /// The cancel flag was raised.
    Cancelled,
    /// A thread was halted at a bound of the program's states.
    Bound(Limit),
    /// A run of a finding does not show it when it is run again: a fault of the search. The finding is not told.
    NotConfirmed,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::States => f.write_str("the limit on the number of states"),
            Stopped::Memory => f.write_str("the limit on memory"),
            Stopped::Time => f.write_str("the limit on time"),
            Stopped::Cancelled => f.write_str("the run was ended early"),
            Stopped::Bound(limit) => limit.fmt(f),
            Stopped::NotConfirmed => {
                f.write_str("a run does not show what was found: a fault of the search")
            }
        }
    }
}

impl Stopped {
    /// The reason why a search ended early, if it did.
    pub fn of(stopped: Option<SearchStopped>, alarm: Alarm<'_>) -> Option<Stopped> {
        stopped.map(|stopped| match stopped {
            SearchStopped::States => Stopped::States,
            SearchStopped::Memory => Stopped::Memory,
            SearchStopped::Cancelled | SearchStopped::Found => {
                alarm.rings().unwrap_or(Stopped::Cancelled)
            }
        })
    }

    /// The reason why a finding is not told whose run does not show it: steps may have ended early when the alarm rang;
    /// else the search is at fault.
    pub fn not_confirmed(alarm: Alarm<'_>) -> Stopped {
        alarm.rings().unwrap_or(Stopped::NotConfirmed)
    }
}

/// The clock and flag of a check.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'a> {
    end: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Alarm<'a> {
    /// An alarm that rings after some time, or when a flag is raised.
    pub fn new(timeout: Option<Duration>, cancel: Option<&'a AtomicBool>) -> Self {
        Alarm { end: timeout.and_then(|time| Instant::now().checked_add(time)), cancel }
    }

    /// The reason why the search has to end now, if it has to.
    pub fn rings(&self) -> Option<Stopped> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Stopped::Cancelled);
        }
        self.end.filter(|end| Instant::now() >= *end).map(|_| Stopped::Time)
    }
}

/// The longest time for which a search goes on after it was cancelled, or its time was over.
const TICK: Duration = Duration::from_millis(20);

/// Searches a model until the alarm rings: it ends as if it had been cancelled, a fiftieth of a second later at most.
pub fn search_until<M: Model, R: Reduction<M>>(
    model: &M,
    reduction: &R,
    query: Query<'_>,
    alarm: Alarm<'_>,
) -> Exploration<M::Violation> {
    until(alarm, |flag| search(model, reduction, &Query { cancel: Some(flag), ..query }))
}

/// Does something with a flag that is raised when the alarm rings, a fiftieth of a second later at most.
pub fn until<T>(alarm: Alarm<'_>, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (rang, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if alarm.rings().is_some() {
                    rang.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(TICK);
            }
        });
        let found = work(&rang);
        done.store(true, Ordering::Release);
        watch.thread().unpark();
        found
    })
}
