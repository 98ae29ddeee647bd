//! A semaphore of which several permits are taken at once.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use reductio_schedules::future::block_on;
use reductio_schedules::sync::{Mutex, MutexGuard, PoisonError};

/// The order in which permits that are given back are handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// First come, first served. Nobody overtakes them.
    StrictlyFair,
    /// Anybody: those who wait for no more than there are are woken, and try again.
    Unfair,
}

/// The reason why there are no permits at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryAcquireError {
    /// The semaphore is closed.
    Closed,
    /// There are not enough.
    NoPermits,
}

/// The semaphore is closed.
#[derive(Debug)]
pub struct AcquireError(());

impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("semaphore closed")
    }
}

impl std::error::Error for AcquireError {}

/// How a request is served where others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    /// After those who wait.
    Back,
    /// After those who wait, and others may overtake it as long as there are not enough permits for it.
    Bypassable,
    /// Before those who wait.
    Front,
}

/// A request that waits.
struct Waiter {
    number: u64,
    permits: usize,
    /// With so many permits, it can go on.
    least: usize,
    priority: Priority,
    waker: Waker,
}

#[derive(Default)]
struct State {
    permits: usize,
    is_closed: bool,
    waiters: VecDeque<Waiter>,
    /// The requests that have got their permits, and were not polled since then.
    granted: Vec<u64>,
    /// The request that the permits are kept for.
    reserved: Option<Waiter>,
    requests: u64,
}

impl State {
    fn take(&mut self, permits: usize) -> bool {
        let is_enough = self.permits >= permits;
        if is_enough {
            self.permits -= permits;
        }
        is_enough
    }

    /// Takes permits for a request that does not wait.
    fn take_at_once(
        &mut self,
        permits: usize,
        fairness: Fairness,
        priority: Priority,
    ) -> Result<(), TryAcquireError> {
        let mut waiters = self.waiters.iter();
        let is_first = fairness == Fairness::Unfair
            || priority == Priority::Front
            || waiters.all(|waiter| waiter.priority == Priority::Bypassable);
        if self.is_closed {
            Err(TryAcquireError::Closed)
        } else if self.reserved.is_none() && is_first && self.take(permits) {
            Ok(())
        } else {
            Err(TryAcquireError::NoPermits)
        }
    }

    /// Says who is to be woken, since there may be more permits for those who wait than before.
    fn serve(&mut self, fairness: Fairness) -> Vec<Waker> {
        match (fairness, &self.reserved) {
            (Fairness::StrictlyFair, _) => self.grant(),
            (Fairness::Unfair, Some(holder)) => {
                let is_enough = holder.permits <= self.permits;
                is_enough.then(|| holder.waker.clone()).into_iter().collect()
            }
            (Fairness::Unfair, None) => {
                let can = self.waiters.iter().filter(|waiter| waiter.least <= self.permits);
                can.map(|waiter| waiter.waker.clone()).collect()
            }
        }
    }

    /// Gives permits to those who wait, in the order in which they came.
    fn grant(&mut self) -> Vec<Waker> {
        let mut woken = Vec::new();
        let mut place = 0;
        while let Some((permits, priority)) =
            self.waiters.get(place).map(|waiter| (waiter.permits, waiter.priority))
        {
            if self.take(permits) {
                if let Some(waiter) = self.waiters.remove(place) {
                    self.granted.push(waiter.number);
                    woken.push(waiter.waker);
                }
            } else if priority == Priority::Bypassable {
                place += 1;
            } else {
                break;
            }
        }
        woken
    }
}

/// A semaphore of which several permits are taken at once. Each of its operations is one step of the search.
pub struct BatchSemaphore {
    state: Mutex<State>,
    fairness: Fairness,
}

impl fmt::Debug for BatchSemaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSemaphore").field("fairness", &self.fairness).finish_non_exhaustive()
    }
}

fn wake(woken: Vec<Waker>) {
    for waker in woken {
        waker.wake();
    }
}

impl BatchSemaphore {
    /// A semaphore with so many permits.
    #[track_caller]
    pub fn new(permits: usize, fairness: Fairness) -> Self {
        let state = State { permits, ..State::default() };
        BatchSemaphore { state: Mutex::new(state), fairness }
    }

    #[track_caller]
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of permits that can be taken: none while they are kept for one request.
    #[track_caller]
    pub fn available_permits(&self) -> usize {
        let state = self.lock();
        if state.reserved.is_some() { 0 } else { state.permits }
    }

    /// Decides whether the semaphore is closed.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Closes the semaphore: all who wait get an error.
    #[track_caller]
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let reserved = state.reserved.take();
        let left: Vec<_> = state.waiters.drain(..).chain(reserved).map(|left| left.waker).collect();
        drop(state);
        wake(left);
    }

    /// Takes permits, if there are enough at once.
    ///
    /// # Errors
    /// If there are not, or the semaphore is closed.
    #[track_caller]
    pub fn try_acquire(&self, permits: usize) -> Result<(), TryAcquireError> {
        self.lock().take_at_once(permits, self.fairness, Priority::Back)
    }

    /// Takes permits, when there are enough.
    pub fn acquire(&self, permits: usize) -> Acquire<'_> {
        Acquire::new(self, permits, permits, Priority::Back)
    }

    /// Takes permits, when there are enough. Until then, others may overtake the request.
    pub fn acquire_bypassable(&self, permits: usize) -> Acquire<'_> {
        Acquire::new(self, permits, permits, Priority::Bypassable)
    }

    /// Takes permits, when there are enough, and waits for that.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn acquire_blocking(&self, permits: usize) -> Result<(), AcquireError> {
        block_on(self.acquire(permits))
    }

    /// Takes permits, when there are enough. From the moment on at which there are so many as the least number, they
    /// are kept for this request.
    ///
    /// # Panics
    /// If the semaphore is fair, or the least number is not less than the other one.
    #[track_caller]
    pub fn acquire_reserving(&self, least: usize, permits: usize) -> Acquire<'_> {
        assert_eq!(
            self.fairness,
            Fairness::Unfair,
            "only an unfair semaphore supports reservations"
        );
        assert!(permits > 0 && least <= permits, "{least} permits of {permits} cannot be enough");
        Acquire { reserves: true, ..Acquire::new(self, permits, least, Priority::Back) }
    }

    /// Takes what is missing to so many permits, before those who wait.
    ///
    /// # Panics
    /// If nothing is held, or nothing is missing.
    #[track_caller]
    pub fn upgrade(&self, held: usize, to_be_held: usize) -> Acquire<'_> {
        assert!(held > 0 && to_be_held > held, "from {held} permits to {to_be_held}");
        let missing = to_be_held - held;
        match self.fairness {
            Fairness::StrictlyFair => Acquire::new(self, missing, missing, Priority::Front),
            Fairness::Unfair => self.acquire_reserving(0, missing),
        }
    }

    /// Takes what is missing to so many permits, if that is there at once.
    ///
    /// # Errors
    /// If it is not, or the semaphore is closed.
    ///
    /// # Panics
    /// If nothing is held, or nothing is missing.
    #[track_caller]
    pub fn try_upgrade(&self, held: usize, to_be_held: usize) -> Result<(), TryAcquireError> {
        assert!(held > 0 && to_be_held > held, "from {held} permits to {to_be_held}");
        self.lock().take_at_once(to_be_held - held, self.fairness, Priority::Front)
    }

    /// Gives permits back.
    #[track_caller]
    pub fn release(&self, permits: usize) {
        if permits == 0 {
            return;
        }
        let mut state = self.lock();
        state.permits += permits;
        let woken = state.serve(self.fairness);
        drop(state);
        wake(woken);
    }
}

impl Default for BatchSemaphore {
    #[track_caller]
    fn default() -> Self {
        BatchSemaphore::new(0, Fairness::StrictlyFair)
    }
}

/// A request for permits: a future that is ready when they are taken.
pub struct Acquire<'a> {
    semaphore: &'a BatchSemaphore,
    permits: usize,
    least: usize,
    priority: Priority,
    reserves: bool,
    /// Its number, once it waits.
    waits: Option<u64>,
}

impl fmt::Debug for Acquire<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acquire").field("permits", &self.permits).finish_non_exhaustive()
    }
}

impl<'a> Acquire<'a> {
    fn new(
        semaphore: &'a BatchSemaphore,
        permits: usize,
        least: usize,
        priority: Priority,
    ) -> Self {
        assert!(permits > 0, "a request for no permits");
        Acquire { semaphore, permits, least, priority, reserves: false, waits: None }
    }

    fn waiter(&self, number: u64, context: &Context<'_>) -> Waiter {
        Waiter {
            number,
            permits: self.permits,
            least: self.least,
            priority: self.priority,
            waker: context.waker().clone(),
        }
    }
}

impl Future for Acquire<'_> {
    type Output = Result<(), AcquireError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let semaphore = self.semaphore;
        let mut state = semaphore.lock();
        let waits = self.waits;
        let granted = |number: &u64| waits == Some(*number);
        if let Some(place) = state.granted.iter().position(granted) {
            state.granted.remove(place);
            self.waits = None;
            return Poll::Ready(Ok(()));
        }
        if state.is_closed {
            self.waits = None;
            return Poll::Ready(Err(AcquireError(())));
        }
        let number = self.waits.unwrap_or(state.requests);
        if state.reserved.as_ref().is_some_and(|holder| Some(holder.number) == self.waits) {
            // The permits are kept for it.
            if !state.take(self.permits) {
                state.reserved = Some(self.waiter(number, context));
                return Poll::Pending;
            }
            state.reserved = None;
            self.waits = None;
            let woken = state.serve(semaphore.fairness);
            drop(state);
            wake(woken);
            return Poll::Ready(Ok(()));
        }
        let place = state.waiters.iter().position(|waiter| waiter.number == number);
        let place = place.filter(|_| self.waits.is_some());
        let tries = place.is_none() || semaphore.fairness == Fairness::Unfair;
        if tries && state.take_at_once(self.permits, semaphore.fairness, self.priority).is_ok() {
            if let Some(place) = place {
                state.waiters.remove(place);
            }
            self.waits = None;
            return Poll::Ready(Ok(()));
        }
        let waiter = self.waiter(number, context);
        if self.waits.replace(number).is_none() {
            state.requests += 1;
        }
        if self.reserves && state.reserved.is_none() && state.permits >= self.least {
            if let Some(place) = place {
                state.waiters.remove(place);
            }
            state.reserved = Some(waiter);
        } else if let Some(place) = place {
            state.waiters[place] = waiter;
        } else if self.priority == Priority::Front {
            state.waiters.push_front(waiter);
        } else {
            state.waiters.push_back(waiter);
        }
        Poll::Pending
    }
}

impl Drop for Acquire<'_> {
    fn drop(&mut self) {
        let Some(number) = self.waits else { return };
        let mut state = self.semaphore.lock();
        if let Some(place) = state.granted.iter().position(|granted| *granted == number) {
            // It has got permits that nobody takes.
            state.granted.remove(place);
            state.permits += self.permits;
        } else if state.reserved.as_ref().is_some_and(|holder| holder.number == number) {
            state.reserved = None;
        } else {
            state.waiters.retain(|waiter| waiter.number != number);
            if self.semaphore.fairness == Fairness::Unfair {
                return;
            }
        }
        let woken = state.serve(self.semaphore.fairness);
        drop(state);
        wake(woken);
    }
}
