//! A value that one side sets and the other side watches, as `tokio::sync::watch`.

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;

use crate::run::context::here;
use crate::search::event::Site;
use crate::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use crate::tokio::sync::notify::Notify;

/// Errors of channels.
pub mod error {
    use std::fmt;

    /// There is no receiver; the error has the value.
    #[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
    #[error("channel closed")]
    pub struct SendError<T>(pub T);

    impl<T> fmt::Debug for SendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("SendError").finish_non_exhaustive()
        }
    }

    /// There is no sender any more.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[error("channel closed")]
    pub struct RecvError(pub(super) ());
}

use error::{RecvError, SendError};

/// What is known without the value.
#[derive(Clone, Copy, Debug)]
struct State {
    version: u64,
    senders: usize,
    receivers: usize,
}

struct Channel<T> {
    value: RwLock<T>,
    state: Mutex<State>,
    changed: Notify,
    /// There is no receiver any more.
    left: Notify,
}

impl<T> Channel<T> {
    fn state(&self, site: Site) -> MutexGuard<'_, State> {
        self.state.lock_at(site).unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn read(&self) -> RwLockReadGuard<'_, T> {
        self.value.read().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.value.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A channel with a first value, which nobody is told of.
#[track_caller]
pub fn channel<T>(value: T) -> (Sender<T>, Receiver<T>) {
    let channel = Arc::new(Channel {
        value: RwLock::new(value),
        state: Mutex::of_kind("watch channel", State { version: 0, senders: 1, receivers: 1 }),
        changed: Notify::new(),
        left: Notify::new(),
    });
    let site = here();
    (Sender { channel: Arc::clone(&channel), site }, Receiver { channel, seen: 0, site })
}

/// Sets the value.
pub struct Sender<T> {
    channel: Arc<Channel<T>>,
    site: Site,
}

/// Watches the value.
pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    seen: u64,
    site: Site,
}

/// The value, which nobody sets as long as this is there.
pub struct Ref<'a, T> {
    value: RwLockReadGuard<'a, T>,
    has_changed: bool,
}

impl<T> Ref<'_, T> {
    /// Tells whether the receiver had not seen the value before.
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }
}

impl<T> Deref for Ref<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Sender<T> {
    /// A channel that has no receiver yet.
    #[track_caller]
    pub fn new(value: T) -> Self {
        channel(value).0
    }

    /// Sets the value.
    ///
    /// # Errors
    /// With the value, if there is no receiver.
    #[track_caller]
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        if self.channel.state(here()).receivers == 0 {
            return Err(SendError(value));
        }
        self.send_replace(value);
        Ok(())
    }

    /// Sets the value, and returns the one before.
    #[track_caller]
    pub fn send_replace(&self, mut value: T) -> T {
        self.send_modify(|old| std::mem::swap(old, &mut value));
        value
    }

    /// Changes the value.
    #[track_caller]
    pub fn send_modify(&self, modify: impl FnOnce(&mut T)) {
        self.send_if_modified(|value| {
            modify(value);
            true
        });
    }

    /// Changes the value; receivers are told of it if the closure says so.
    #[track_caller]
    pub fn send_if_modified(&self, modify: impl FnOnce(&mut T) -> bool) -> bool {
        let mut value = self.channel.write();
        if !modify(&mut value) {
            return false;
        }
        self.channel.state(here()).version += 1;
        drop(value);
        self.channel.changed.notify_waiters();
        true
    }

    /// The value.
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        Ref { value: self.channel.read(), has_changed: false }
    }

    /// One more receiver, which has seen the value.
    #[track_caller]
    pub fn subscribe(&self) -> Receiver<T> {
        let site = here();
        let mut state = self.channel.state(site);
        state.receivers += 1;
        Receiver { channel: Arc::clone(&self.channel), seen: state.version, site }
    }

    /// Tells whether there is no receiver.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.receiver_count() == 0
    }

    /// Waits until there is no receiver.
    #[track_caller]
    pub fn closed(&self) -> impl Future<Output = ()> {
        let site = here();
        async move {
            loop {
                let left = self.channel.left.notified();
                if self.channel.state(site).receivers == 0 {
                    return;
                }
                left.await;
            }
        }
    }

    /// The number of receivers.
    #[track_caller]
    pub fn receiver_count(&self) -> usize {
        self.channel.state(here()).receivers
    }

    /// The number of senders.
    #[track_caller]
    pub fn sender_count(&self) -> usize {
        self.channel.state(here()).senders
    }

    /// Decides whether two senders set the same value.
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}

impl<T> Clone for Sender<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        let site = here();
        self.channel.state(site).senders += 1;
        Sender { channel: Arc::clone(&self.channel), site }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut state = self.channel.state(self.site);
        state.senders -= 1;
        let is_last = state.senders == 0;
        drop(state);
        if is_last {
            self.channel.changed.notify_waiters();
        }
    }
}

/// Waits for a version that was not seen.
async fn changed<T>(channel: &Channel<T>, seen: &mut u64, site: Site) -> Result<(), RecvError> {
    loop {
        let changed = channel.changed.notified();
        let state = *channel.state(site);
        if state.version != *seen {
            *seen = state.version;
            return Ok(());
        }
        if state.senders == 0 {
            return Err(RecvError(()));
        }
        changed.await;
    }
}

impl<T> Receiver<T> {
    /// The value, which counts as not seen.
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        let value = self.channel.read();
        let has_changed = self.channel.state(here()).version != self.seen;
        Ref { value, has_changed }
    }

    /// The value, which counts as seen.
    #[track_caller]
    pub fn borrow_and_update(&mut self) -> Ref<'_, T> {
        let value = self.channel.read();
        let version = self.channel.state(here()).version;
        let has_changed = std::mem::replace(&mut self.seen, version) != version;
        Ref { value, has_changed }
    }

    /// Tells whether there is a value that was not seen.
    ///
    /// # Errors
    /// If there is no sender any more.
    #[track_caller]
    pub fn has_changed(&self) -> Result<bool, RecvError> {
        let state = *self.channel.state(here());
        if state.senders == 0 { Err(RecvError(())) } else { Ok(state.version != self.seen) }
    }

    /// Waits for a value that was not seen; it counts as seen.
    ///
    /// # Errors
    /// If there is none, and no sender any more.
    #[track_caller]
    pub fn changed(&mut self) -> impl Future<Output = Result<(), RecvError>> {
        let Receiver { channel, seen, .. } = self;
        changed(channel, seen, here())
    }

    /// Waits for a value for which a condition holds.
    ///
    /// # Errors
    /// If there is no sender any more, and none.
    #[track_caller]
    pub fn wait_for(
        &mut self,
        mut is_it: impl FnMut(&T) -> bool,
    ) -> impl Future<Output = Result<Ref<'_, T>, RecvError>> {
        let site = here();
        let Receiver { channel, seen, .. } = self;
        let channel: &Channel<T> = channel;
        async move {
            let mut is_over = false;
            loop {
                let value = channel.read();
                let version = channel.state(site).version;
                let has_changed = std::mem::replace(seen, version) != version;
                if (!is_over || has_changed) && is_it(&value) {
                    return Ok(Ref { value, has_changed });
                }
                drop(value);
                if is_over {
                    return Err(RecvError(()));
                }
                is_over = changed(channel, seen, site).await.is_err();
            }
        }
    }

    /// The value counts as not seen.
    pub fn mark_changed(&mut self) {
        self.seen = self.seen.wrapping_sub(1);
    }

    /// The value counts as seen.
    #[track_caller]
    pub fn mark_unchanged(&mut self) {
        self.seen = self.channel.state(here()).version;
    }

    /// Decides whether two receivers watch the same value.
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}

impl<T> Clone for Receiver<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        let site = here();
        self.channel.state(site).receivers += 1;
        Receiver { channel: Arc::clone(&self.channel), seen: self.seen, site }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.channel.state(self.site);
        state.receivers -= 1;
        let is_last = state.receivers == 0;
        drop(state);
        if is_last {
            self.channel.left.notify_waiters();
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}
