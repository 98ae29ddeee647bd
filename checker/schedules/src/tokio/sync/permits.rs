//! Permits that are given out in the order in which they were asked for: what locks, semaphores and bounded channels
//! are made of.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::search::event::Site;
use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Somebody who waits for permits.
#[derive(Debug)]
struct Waiter {
    id: u64,
    /// How many he still needs, and has got.
    needed: usize,
    got: usize,
    waker: Waker,
}

#[derive(Debug, Default)]
struct State {
    available: usize,
    is_closed: bool,
    waiters: VecDeque<Waiter>,
    /// Those who wait no more, since they have all that they asked for or the permits were closed, and what they have
    /// got. They have not looked since.
    served: BTreeMap<u64, usize>,
    next: u64,
}

/// Permits.
#[derive(Debug)]
pub(super) struct Permits {
    state: Mutex<State>,
}

/// The reason why there is no permit without waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    TooFew,
    Closed,
}

impl Permits {
    #[track_caller]
    pub(super) fn new(kind: &'static str, available: usize) -> Self {
        Permits { state: Mutex::of_kind(kind, State { available, ..State::default() }) }
    }

    fn state(&self, site: Site) -> MutexGuard<'_, State> {
        self.state.lock_at(site).unwrap_or_else(PoisonError::into_inner)
    }

    /// The permits that nobody has, who might wait or not.
    pub(super) fn available(&self, site: Site) -> usize {
        self.state(site).available
    }

    pub(super) fn is_closed(&self, site: Site) -> bool {
        self.state(site).is_closed
    }

    /// Nobody gets a permit any more.
    pub(super) fn close(&self, site: Site) {
        let mut state = self.state(site);
        state.is_closed = true;
        let waiters = std::mem::take(&mut state.waiters);
        state.served.extend(waiters.iter().map(|waiter| (waiter.id, waiter.got)));
        drop(state);
        for waiter in waiters {
            waiter.waker.wake();
        }
    }

    pub(super) fn try_acquire(&self, count: usize, site: Site) -> Result<(), Refusal> {
        let mut state = self.state(site);
        if state.is_closed {
            return Err(Refusal::Closed);
        }
        state.available = state.available.checked_sub(count).ok_or(Refusal::TooFew)?;
        Ok(())
    }

    pub(super) fn acquire(&self, count: usize, site: Site) -> Acquire<'_> {
        Acquire { permits: self, count, id: None, site }
    }

    /// Takes so many permits away of those that nobody has; says how many there were.
    pub(super) fn forget(&self, count: usize, site: Site) -> usize {
        let mut state = self.state(site);
        let taken = count.min(state.available);
        state.available -= taken;
        taken
    }

    /// Gives permits back, or adds new ones: the first who waits gets them.
    pub(super) fn release(&self, count: usize, site: Site) {
        if count > 0 {
            give(self.state(site), count);
        }
    }
}

/// Gives permits to those who wait, and wakes those who have all that they need.
fn give(mut state: MutexGuard<'_, State>, count: usize) {
    let mut left = count;
    let mut woken = Vec::new();
    while let Some(first) = state.waiters.front_mut() {
        let given = left.min(first.needed);
        first.needed -= given;
        first.got += given;
        left -= given;
        if first.needed > 0 {
            break;
        }
        if let Some(first) = state.waiters.pop_front() {
            state.served.insert(first.id, first.got);
            woken.push(first.waker);
        }
    }
    state.available += left;
    drop(state);
    woken.into_iter().for_each(Waker::wake);
}

/// A wait for permits. Dropped before it is over, it gives back what it got.
#[derive(Debug)]
pub(super) struct Acquire<'a> {
    permits: &'a Permits,
    count: usize,
    id: Option<u64>,
    site: Site,
}

impl Future for Acquire<'_> {
    /// `Err` if the permits are closed.
    type Output = Result<(), ()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ()>> {
        let mut state = self.permits.state(self.site);
        let Some(id) = self.id else {
            if state.is_closed {
                return Poll::Ready(Err(()));
            }
            if let Some(left) = state.available.checked_sub(self.count) {
                state.available = left;
                return Poll::Ready(Ok(()));
            }
            // What there is, he gets at once: nobody who comes later is to have it.
            let got = std::mem::take(&mut state.available);
            let (id, needed) = (state.next, self.count - got);
            state.next += 1;
            state.waiters.push_back(Waiter { id, needed, got, waker: context.waker().clone() });
            drop(state);
            self.id = Some(id);
            return Poll::Pending;
        };
        // Also if he was served before they were closed. When this is dropped, it gives back what it has.
        if state.is_closed {
            return Poll::Ready(Err(()));
        }
        if state.served.remove(&id).is_some() {
            drop(state);
            self.id = None;
            return Poll::Ready(Ok(()));
        }
        if let Some(waiter) = state.waiters.iter_mut().find(|waiter| waiter.id == id) {
            waiter.waker.clone_from(context.waker());
        }
        Poll::Pending
    }
}

impl Drop for Acquire<'_> {
    fn drop(&mut self) {
        let Some(id) = self.id else { return };
        let mut state = self.permits.state(self.site);
        let got = state.served.remove(&id).or_else(|| {
            let place = state.waiters.iter().position(|waiter| waiter.id == id)?;
            state.waiters.remove(place).map(|waiter| waiter.got)
        });
        give(state, got.unwrap_or(0));
    }
}
