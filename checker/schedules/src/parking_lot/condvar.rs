//! `Condvar`, as `parking_lot`'s.

use std::time::{Duration, Instant};

use crate::parking_lot::mutex::MutexGuard;
use crate::sync::{self, PoisonError};

/// A condition variable, as `parking_lot::Condvar`. In a search, `notify_one` wakes any of those who wait: each is
/// tried. A wait with a limit of time may end at any moment.
#[derive(Debug)]
pub struct Condvar {
    inner: sync::Condvar,
}

/// The answer to the question whether a wait ended since its time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// Tells whether the time was over.
    pub fn timed_out(self) -> bool {
        self.0
    }
}

impl Condvar {
    /// A condition variable that nobody waits for.
    #[track_caller]
    pub fn new() -> Self {
        Condvar { inner: sync::Condvar::new() }
    }

    /// Unlocks the mutex, waits for a notification, and locks it again.
    #[track_caller]
    pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
        if let Some(inner) = guard.inner.take() {
            let woken = self.inner.wait(inner);
            guard.inner = Some(woken.unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Waits for a notification, or until the time is over: in a search at any moment.
    #[track_caller]
    pub fn wait_for<T>(&self, guard: &mut MutexGuard<'_, T>, time: Duration) -> WaitTimeoutResult {
        let Some(inner) = guard.inner.take() else { return WaitTimeoutResult(true) };
        let woken = self.inner.wait_timeout(inner, time);
        let (inner, result) = woken.unwrap_or_else(PoisonError::into_inner);
        guard.inner = Some(inner);
        WaitTimeoutResult(result.timed_out())
    }

    /// Waits for a notification, or until the time is over: in a search at any moment.
    #[track_caller]
    pub fn wait_until<T>(&self, guard: &mut MutexGuard<'_, T>, end: Instant) -> WaitTimeoutResult {
        self.wait_for(guard, end.saturating_duration_since(Instant::now()))
    }

    /// Waits as long as a condition holds.
    #[track_caller]
    pub fn wait_while<T>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        mut condition: impl FnMut(&mut T) -> bool,
    ) {
        while condition(&mut *guard) {
            self.wait(guard);
        }
    }

    /// Waits as long as a condition holds, or until the time is over.
    #[track_caller]
    pub fn wait_while_for<T>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        mut condition: impl FnMut(&mut T) -> bool,
        time: Duration,
    ) -> WaitTimeoutResult {
        let end = Instant::now().checked_add(time);
        let mut is_over = false;
        while !is_over && condition(&mut *guard) {
            let rest = end.map_or(time, |end| end.saturating_duration_since(Instant::now()));
            is_over = self.wait_for(guard, rest).timed_out();
        }
        // As there: whether the last wait ended by the time, even if the condition holds no more.
        WaitTimeoutResult(is_over)
    }

    /// Wakes one of those who wait, and says whether there was one; outside of a search, it says so in any case.
    #[track_caller]
    pub fn notify_one(&self) -> bool {
        self.inner.notify(false).is_none_or(|count| count > 0)
    }

    /// Wakes all who wait, and says how many these were; outside of a search, it does not know.
    #[track_caller]
    pub fn notify_all(&self) -> usize {
        let count = self.inner.notify(true).unwrap_or(0);
        usize::try_from(count).unwrap_or(usize::MAX)
    }
}

impl Default for Condvar {
    #[track_caller]
    fn default() -> Self {
        Condvar::new()
    }
}
