//! Limits, and why a decision ends before it is complete.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The greatest number of configurations, pairs and rules that are kept by one search.
    pub configurations: usize,
    /// The greatest number of bytes that these take, about.
    pub memory: usize,
    /// The greatest number of states, all that differ by a renaming counted as one, of a system with a fixed number of
    /// threads.
    pub states: usize,
    /// The greatest number of threads of a system that is explored by itself.
    pub threads: usize,
    /// The greatest number from which on threads in equal local states are not counted.
    pub level: usize,
    /// The time after which the decision ends.
    pub timeout: Option<Duration>,
    /// The flag that ends the decision early.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    /// Up to 2,000,000 configurations in 2 GiB, systems of up to 8 threads, counts up to 5.
    fn default() -> Self {
        Limits {
            configurations: 2_000_000,
            memory: 2 << 30,
            states: 200_000,
            threads: 8,
            level: 5,
            timeout: None,
            cancel: None,
        }
    }
}

/// The reason why a search ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The limit on the number of configurations was reached.
    Configurations,
    /// The limit on memory was reached.
    Memory,
    /// The time was over.
    Time,
    /// The cancel flag was raised.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Configurations => "the limit on the number of configurations",
            Stopped::Memory => "the limit on memory",
            Stopped::Time => "the limit on time",
            Stopped::Cancelled => "it was ended early",
        })
    }
}

/// The clock and the numbers that loops look at.
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    end: Option<Instant>,
    turns: std::cell::Cell<u32>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        let end = limits.timeout.and_then(|time| Instant::now().checked_add(time));
        Watch { limits, end, turns: std::cell::Cell::new(0) }
    }

    /// Limits the number of things that are kept; the clock is this one.
    pub(crate) fn up_to(&self, configurations: usize) -> Watch<'a> {
        let configurations = configurations.min(self.limits.configurations);
        let limits = Limits { configurations, ..self.limits };
        Watch { limits, end: self.end, turns: std::cell::Cell::new(0) }
    }

    pub(crate) fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// Looks whether a loop has to end that keeps so many things of so many bytes each. The clock is asked every 64th
    /// time.
    pub(crate) fn look(&self, kept: usize, bytes: usize) -> Result<(), Stopped> {
        if kept > self.limits.configurations {
            return Err(Stopped::Configurations);
        }
        if kept.saturating_mul(bytes) > self.limits.memory {
            return Err(Stopped::Memory);
        }
        if self.limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Stopped::Cancelled);
        }
        let turns = self.turns.get().wrapping_add(1);
        self.turns.set(turns);
        if turns % 64 == 1 && self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Stopped::Time);
        }
        Ok(())
    }
}
