//! `Notify`, as `tokio`'s.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::run::context::here;
use crate::search::event::Site;
use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Somebody who waits for a notification.
#[derive(Debug)]
struct Waiter {
    id: u64,
    waker: Option<Waker>,
}

/// Who a notification is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notification {
    One { is_last: bool },
    All,
}

#[derive(Debug, Default)]
struct State {
    has_permit: bool,
    /// The calls of `notify_waiters`.
    calls: u64,
    waiters: VecDeque<Waiter>,
    /// Those who were notified, and have not looked since.
    notified: BTreeMap<u64, Notification>,
    next: u64,
}

/// Notifies one task, or all that wait, as `tokio::sync::Notify`. A notification of one that nobody waits for is kept:
/// one, not more.
#[derive(Debug)]
pub struct Notify {
    state: Mutex<State>,
}

impl Notify {
    /// Nobody was notified.
    #[track_caller]
    pub fn new() -> Self {
        Notify { state: Mutex::of_kind("Notify", State::default()) }
    }

    fn state(&self, site: Site) -> MutexGuard<'_, State> {
        self.state.lock_at(site).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a notification. One of [`Notify::notify_waiters`] counts from now on, one of [`Notify::notify_one`]
    /// when the future is polled.
    #[track_caller]
    pub fn notified(&self) -> Notified<'_> {
        let site = here();
        let calls = self.state(site).calls;
        Notified { notify: self, progress: Progress::Begun { calls }, site }
    }

    /// Notifies the task that has waited longest, or the next one that will wait.
    #[track_caller]
    pub fn notify_one(&self) {
        notify(self.state(here()), false);
    }

    /// Notifies the task that has waited shortest, or the next one that will wait.
    #[track_caller]
    pub fn notify_last(&self) {
        notify(self.state(here()), true);
    }

    /// Notifies all tasks that wait, and nobody who will.
    #[track_caller]
    pub fn notify_waiters(&self) {
        let mut state = self.state(here());
        state.calls += 1;
        let waiters = std::mem::take(&mut state.waiters);
        state.notified.extend(waiters.iter().map(|waiter| (waiter.id, Notification::All)));
        drop(state);
        waiters.into_iter().filter_map(|waiter| waiter.waker).for_each(Waker::wake);
    }
}

/// Notifies one.
fn notify(mut state: MutexGuard<'_, State>, is_last: bool) {
    let waiter = if is_last { state.waiters.pop_back() } else { state.waiters.pop_front() };
    let Some(waiter) = waiter else {
        state.has_permit = true;
        return;
    };
    state.notified.insert(waiter.id, Notification::One { is_last });
    drop(state);
    if let Some(waker) = waiter.waker {
        waker.wake();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Begun { calls: u64 },
    Waits(u64),
    Done,
}

/// A wait for a notification of a [`Notify`]. Dropped after it got one and before it was polled, it hands it on.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct Notified<'a> {
    notify: &'a Notify,
    progress: Progress,
    site: Site,
}

impl Notified<'_> {
    /// Begins to wait, without being polled; says whether there was a notification.
    pub fn enable(self: Pin<&mut Self>) -> bool {
        self.get_mut().look(None)
    }

    fn look(&mut self, waker: Option<&Waker>) -> bool {
        if self.progress == Progress::Done {
            return true;
        }
        let mut state = self.notify.state(self.site);
        match self.progress {
            Progress::Begun { calls } if state.calls != calls => {}
            Progress::Begun { .. } if state.has_permit => state.has_permit = false,
            Progress::Begun { .. } => {
                let id = state.next;
                state.next += 1;
                state.waiters.push_back(Waiter { id, waker: waker.cloned() });
                drop(state);
                self.progress = Progress::Waits(id);
                return false;
            }
            Progress::Waits(id) => {
                if state.notified.remove(&id).is_none() {
                    if let Some(waiter) = state.waiters.iter_mut().find(|waiter| waiter.id == id)
                        && waker.is_some()
                    {
                        waiter.waker = waker.cloned();
                    }
                    return false;
                }
            }
            Progress::Done => {}
        }
        drop(state);
        self.progress = Progress::Done;
        true
    }
}

impl Future for Notified<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.get_mut().look(Some(context.waker())) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Notified<'_> {
    fn drop(&mut self) {
        let Progress::Waits(id) = self.progress else { return };
        let mut state = self.notify.state(self.site);
        state.waiters.retain(|waiter| waiter.id != id);
        if let Some(Notification::One { is_last }) = state.notified.remove(&id) {
            notify(state, is_last);
        }
    }
}

impl Default for Notify {
    #[track_caller]
    fn default() -> Self {
        Notify::new()
    }
}
