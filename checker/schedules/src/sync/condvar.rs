//! `Condvar`, as `std`'s, but whom a notification wakes is free.

use std::sync::{LockResult, PoisonError};
use std::time::Duration;

use crate::run::context::{Context, current, here};
use crate::run::state::State;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;
use crate::sync::mutex::MutexGuard;
use crate::sync::real::map_guard;

/// A condition variable, as [`std::sync::Condvar`]. In a search, `notify_one` wakes any of those who wait: each is
/// tried. A wait with a limit of time may end at any moment. Nobody wakes without reason, unless
/// [`Explorer::spurious_wake_ups`](crate::Explorer::spurious_wake_ups) says so.
#[derive(Debug)]
pub struct Condvar {
    ident: Ident,
    inner: std::sync::Condvar,
}

/// The answer to the question whether a wait ended since its time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// Tells whether the time was over.
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    /// A condition variable that nobody waits for.
    #[track_caller]
    pub fn new() -> Self {
        Condvar { ident: Ident::new("Condvar"), inner: std::sync::Condvar::new() }
    }

    /// Unlocks the mutex, waits for a notification, and locks it again.
    ///
    /// # Errors
    /// If a thread panicked while it held the mutex; the error has the guard.
    #[track_caller]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        let site = here();
        match current() {
            Some(context) => match self.wait_in(&context, guard, false, site) {
                Ok((guard, _)) => Ok(guard),
                Err(error) => Err(PoisonError::new(error.into_inner().0)),
            },
            None => self.wait_outside(guard),
        }
    }

    /// Waits as long as a condition holds.
    ///
    /// # Errors
    /// As [`Condvar::wait`].
    #[track_caller]
    pub fn wait_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<MutexGuard<'a, T>> {
        while condition(&mut *guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }

    /// Waits for a notification, or until the time is over: in a search at any moment.
    ///
    /// # Errors
    /// As [`Condvar::wait`].
    #[track_caller]
    pub fn wait_timeout<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        time: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        let site = here();
        if let Some(context) = current() {
            return self.wait_in(&context, guard, true, site);
        }
        let mutex = guard.mutex;
        let Some(inner) = guard.inner.take() else { return Ok((guard, WaitTimeoutResult(true))) };
        let waited = self.inner.wait_timeout(inner, time);
        map_guard(waited, |(inner, result)| {
            let guard = MutexGuard { mutex, inner: Some(inner), held: None };
            (guard, WaitTimeoutResult(result.timed_out()))
        })
    }

    /// Waits for a notification, or until so many milliseconds are over; says whether there was a notification.
    ///
    /// # Errors
    /// As [`Condvar::wait`].
    #[deprecated(note = "as in `std`: use `wait_timeout`")]
    #[track_caller]
    pub fn wait_timeout_ms<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        time: u32,
    ) -> LockResult<(MutexGuard<'a, T>, bool)> {
        let waited = self.wait_timeout(guard, Duration::from_millis(u64::from(time)));
        map_guard(waited, |(guard, result)| (guard, !result.timed_out()))
    }

    /// Waits as long as a condition holds, or until the time is over.
    ///
    /// # Errors
    /// As [`Condvar::wait`].
    #[track_caller]
    pub fn wait_timeout_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        time: Duration,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        let start = std::time::Instant::now();
        while condition(&mut *guard) {
            let rest =
                if current().is_some() { time } else { time.saturating_sub(start.elapsed()) };
            let (next, result) = self.wait_timeout(guard, rest)?;
            guard = next;
            if result.timed_out() {
                let still = condition(&mut *guard);
                return Ok((guard, WaitTimeoutResult(still)));
            }
        }
        Ok((guard, WaitTimeoutResult(false)))
    }

    /// Wakes one of those who wait, if there is one.
    #[track_caller]
    pub fn notify_one(&self) {
        self.notify(false);
    }

    /// Wakes all who wait.
    #[track_caller]
    pub fn notify_all(&self) {
        self.notify(true);
    }

    /// Wakes one who waits, or all, and says how many were woken, if that is known.
    #[track_caller]
    pub(crate) fn notify(&self, all: bool) -> Option<u64> {
        let site = here();
        let Some(context) = current() else {
            if all {
                self.inner.notify_all();
            } else {
                self.inner.notify_one();
            }
            return None;
        };
        let id = self.ident.id(&context);
        context.step(if all { Op::NotifyAll(id) } else { Op::NotifyOne(id) }, site)
    }

    fn wait_outside<'a, T>(&self, mut guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        let mutex = guard.mutex;
        let Some(inner) = guard.inner.take() else { return Ok(guard) };
        map_guard(self.inner.wait(inner), |inner| MutexGuard {
            mutex,
            inner: Some(inner),
            held: None,
        })
    }

    /// The two halves of a wait in a search.
    fn wait_in<'a, T>(
        &self,
        context: &Context,
        mut guard: MutexGuard<'a, T>,
        timed: bool,
        site: Site,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        let Some((mutex_id, _)) = guard.held else {
            return Ok((guard, WaitTimeoutResult(true)));
        };
        let condvar = self.ident.id(context);
        if context.step(Op::Wait { condvar, mutex: mutex_id }, site).is_none() {
            return Ok((guard, WaitTimeoutResult(true)));
        }
        let mutex = guard.mutex;
        guard.held = None;
        drop(guard);
        let rules = context.quietly(|state| (state.rules.spurious, state.memory.is_some()));
        let (spurious, is_weak) = rules.unwrap_or_default();
        let may_end = timed || spurious;
        let wake = Op::Wake { condvar, mutex: mutex_id, timed: may_end };
        if is_weak {
            let me = context.me;
            let waits = |state: &mut State| may_end.then(|| state.limits(me));
            context.checked(|state| _ = waits(state));
        }
        let reply = context.step(wake, site);
        if is_weak && context.is_weak() {
            // Two steps there.
            context.quietly(|state| state.waits_until(context.me, None));
            context.step(Op::Lock(mutex_id), site);
        }
        let result = WaitTimeoutResult(timed && reply != Some(1));
        map_guard(mutex.guard(reply.map(|_| (mutex_id, site))), |guard| (guard, result))
    }
}

impl Default for Condvar {
    #[track_caller]
    fn default() -> Self {
        Condvar::new()
    }
}
