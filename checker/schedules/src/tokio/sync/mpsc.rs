//! Channels with many senders and one receiver, as `tokio::sync::mpsc`.

use std::collections::VecDeque;
use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::future::block_on;
use crate::run::context::here;
use crate::search::event::Site;
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::tokio::sync::notify::Notify;
use crate::tokio::sync::permits::{Permits, Refusal};

/// Errors of channels.
pub mod error {
    use std::fmt;

    /// The receiver is gone, or has closed the channel; the error has the message.
    #[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
    #[error("channel closed")]
    pub struct SendError<T>(pub T);

    impl<T> fmt::Debug for SendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("SendError").finish_non_exhaustive()
        }
    }

    /// A message cannot be sent now; the error has it.
    #[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
    pub enum TrySendError<T> {
        /// There is no room.
        #[error("no available capacity")]
        Full(T),
        /// The receiver is gone, or has closed the channel.
        #[error("channel closed")]
        Closed(T),
    }

    impl<T> fmt::Debug for TrySendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(match self {
                TrySendError::Full(_) => "Full(..)",
                TrySendError::Closed(_) => "Closed(..)",
            })
        }
    }

    /// There is no message now.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum TryRecvError {
        /// There may be one later.
        #[error("receiving on an empty channel")]
        Empty,
        /// There never will be.
        #[error("receiving on a closed channel")]
        Disconnected,
    }
}

use error::{SendError, TryRecvError, TrySendError};

struct Queue<T> {
    messages: VecDeque<T>,
    senders: usize,
    /// The receiver takes no more than what was on its way when it said so.
    is_closed: bool,
    waker: Option<Waker>,
}

struct Channel<T> {
    queue: Mutex<Queue<T>>,
    /// The room, and its size. One without a bound has none.
    room: Option<(Permits, usize)>,
    closed: Notify,
}

impl<T> Channel<T> {
    #[track_caller]
    fn new(room: Option<usize>) -> Arc<Self> {
        let (messages, waker) = (VecDeque::new(), None);
        let queue = Queue { messages, senders: 1, is_closed: false, waker };
        let room = room.map(|size| (Permits::new("room of tokio channel", size), size));
        let queue = Mutex::of_kind("tokio channel", queue);
        Arc::new(Channel { queue, room, closed: Notify::new() })
    }

    fn queue(&self, site: Site) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock_at(site).unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, for which there is room.
    fn push(&self, message: T, site: Site) {
        let mut queue = self.queue(site);
        queue.messages.push_back(message);
        wake(queue);
    }

    /// A message, if there is one; and whether there never will be.
    fn pop(&self, waker: Option<&Waker>, site: Site) -> Result<T, TryRecvError> {
        let mut queue = self.queue(site);
        if let Some(message) = queue.messages.pop_front() {
            drop(queue);
            self.gives_room(1, site);
            return Ok(message);
        }
        if queue.senders == 0 {
            return Err(TryRecvError::Disconnected);
        }
        if waker.is_some() {
            queue.waker = waker.cloned();
        }
        let is_closed = queue.is_closed;
        drop(queue);
        // Somebody may have room, and no message in it yet.
        let is_idle = |(room, size): &(Permits, usize)| room.available(site) == *size;
        if is_closed && self.room.as_ref().is_none_or(is_idle) {
            return Err(TryRecvError::Disconnected);
        }
        Err(TryRecvError::Empty)
    }

    fn gives_room(&self, count: usize, site: Site) {
        if let Some((room, _)) = &self.room {
            room.release(count, site);
        }
    }

    fn close(&self, site: Site) {
        self.queue(site).is_closed = true;
        if let Some((room, _)) = &self.room {
            room.close(site);
        }
        self.closed.notify_waiters();
    }

    fn is_closed(&self, site: Site) -> bool {
        self.queue(site).is_closed
    }

    /// There is one more sender, unless there is none.
    fn add_sender(&self, site: Site) -> bool {
        let mut queue = self.queue(site);
        let is_open = queue.senders > 0;
        queue.senders += usize::from(is_open);
        is_open
    }

    fn drop_sender(&self, site: Site) {
        let mut queue = self.queue(site);
        queue.senders -= 1;
        if queue.senders == 0 {
            wake(queue);
        }
    }

    async fn closed(&self, site: Site) {
        loop {
            let closed = self.closed.notified();
            if self.is_closed(site) {
                return;
            }
            closed.await;
        }
    }
}

/// Wakes the receiver.
fn wake<T>(mut queue: MutexGuard<'_, Queue<T>>) {
    let waker = queue.waker.take();
    drop(queue);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// A channel with room for so many messages.
///
/// # Panics
/// If there is room for none.
#[track_caller]
pub fn channel<T>(buffer: usize) -> (Sender<T>, Receiver<T>) {
    assert!(buffer > 0, "mpsc bounded channel requires buffer > 0");
    let (channel, site) = (Channel::new(Some(buffer)), here());
    (Sender { channel: Arc::clone(&channel), site }, Receiver { channel, site })
}

/// A channel without a bound.
#[track_caller]
pub fn unbounded_channel<T>() -> (UnboundedSender<T>, UnboundedReceiver<T>) {
    let (channel, site) = (Channel::new(None), here());
    (UnboundedSender { channel: Arc::clone(&channel), site }, UnboundedReceiver { channel, site })
}

/// Sends to a channel with a bound.
pub struct Sender<T> {
    channel: Arc<Channel<T>>,
    site: Site,
}

/// Sends to a channel without a bound.
pub struct UnboundedSender<T> {
    channel: Arc<Channel<T>>,
    site: Site,
}

/// Receives from a channel with a bound.
pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    site: Site,
}

/// Receives from a channel without a bound.
pub struct UnboundedReceiver<T> {
    channel: Arc<Channel<T>>,
    site: Site,
}

/// Becomes a sender if there is still one.
pub struct WeakSender<T> {
    channel: Arc<Channel<T>>,
}

/// Becomes a sender if there is still one.
pub struct WeakUnboundedSender<T> {
    channel: Arc<Channel<T>>,
}

/// Room for a message.
pub struct Permit<'a, T> {
    channel: Option<&'a Channel<T>>,
    site: Site,
}

/// The common part of both kinds of senders.
macro_rules! sender {
    ($name:ident, $weak:ident) => {
        impl<T> $name<T> {
            /// Waits until the receiver is gone, or has closed the channel.
            #[track_caller]
            pub fn closed(&self) -> impl Future<Output = ()> {
                self.channel.closed(here())
            }

            /// Tells whether the receiver is gone, or has closed the channel.
            #[track_caller]
            pub fn is_closed(&self) -> bool {
                self.channel.is_closed(here())
            }

            /// Decides whether two senders send to the same channel.
            pub fn same_channel(&self, other: &Self) -> bool {
                Arc::ptr_eq(&self.channel, &other.channel)
            }

            /// A handle that does not keep the channel open.
            pub fn downgrade(&self) -> $weak<T> {
                $weak { channel: Arc::clone(&self.channel) }
            }

            /// The number of senders.
            #[track_caller]
            pub fn strong_count(&self) -> usize {
                self.channel.queue(here()).senders
            }
        }

        impl<T> Clone for $name<T> {
            #[track_caller]
            fn clone(&self) -> Self {
                let site = here();
                self.channel.add_sender(site);
                $name { channel: Arc::clone(&self.channel), site }
            }
        }

        impl<T> Drop for $name<T> {
            fn drop(&mut self) {
                self.channel.drop_sender(self.site);
            }
        }

        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }

        impl<T> $weak<T> {
            /// A sender, if there is still one.
            #[track_caller]
            pub fn upgrade(&self) -> Option<$name<T>> {
                let site = here();
                let channel = Arc::clone(&self.channel);
                self.channel.add_sender(site).then(|| $name { channel, site })
            }
        }

        impl<T> Clone for $weak<T> {
            fn clone(&self) -> Self {
                $weak { channel: Arc::clone(&self.channel) }
            }
        }

        impl<T> fmt::Debug for $weak<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($weak)).finish_non_exhaustive()
            }
        }
    };
}

/// The common part of both kinds of receivers.
macro_rules! receiver {
    ($name:ident) => {
        impl<T> $name<T> {
            /// Waits for a message. `None` if there will be none.
            #[track_caller]
            pub fn recv(&mut self) -> impl Future<Output = Option<T>> {
                let site = here();
                poll_fn(move |context| self.poll_at(context, site))
            }

            fn poll_at(&mut self, context: &mut Context<'_>, site: Site) -> Poll<Option<T>> {
                match self.channel.pop(Some(context.waker()), site) {
                    Ok(message) => Poll::Ready(Some(message)),
                    Err(TryRecvError::Disconnected) => Poll::Ready(None),
                    Err(TryRecvError::Empty) => Poll::Pending,
                }
            }

            /// A message, if there is one; who asks is woken when there is.
            #[track_caller]
            pub fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
                self.poll_at(context, here())
            }

            /// A message, if there is one.
            ///
            /// # Errors
            /// If there is none.
            #[track_caller]
            pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
                self.channel.pop(None, here())
            }

            /// Waits for a message, outside of a task.
            #[track_caller]
            pub fn blocking_recv(&mut self) -> Option<T> {
                block_on(self.recv())
            }

            /// Takes no more than what is on its way.
            #[track_caller]
            pub fn close(&mut self) {
                self.channel.close(here());
            }

            /// Tells whether there will be no further message on its way.
            #[track_caller]
            pub fn is_closed(&self) -> bool {
                let queue = self.channel.queue(here());
                queue.is_closed || queue.senders == 0
            }

            /// Tells whether there is no message.
            #[track_caller]
            pub fn is_empty(&self) -> bool {
                self.channel.queue(here()).messages.is_empty()
            }

            /// The number of messages.
            #[track_caller]
            pub fn len(&self) -> usize {
                self.channel.queue(here()).messages.len()
            }
        }

        impl<T> Drop for $name<T> {
            fn drop(&mut self) {
                self.channel.close(self.site);
                let messages = std::mem::take(&mut self.channel.queue(self.site).messages);
                let count = messages.len();
                drop(messages);
                self.channel.gives_room(count, self.site);
            }
        }

        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}

sender!(Sender, WeakSender);
sender!(UnboundedSender, WeakUnboundedSender);
receiver!(Receiver);
receiver!(UnboundedReceiver);

impl<T> Sender<T> {
    fn room(&self) -> &(Permits, usize) {
        self.channel.room.as_ref().unwrap_or_else(|| unreachable!("a channel without a bound"))
    }

    async fn reserve_at(&self, site: Site) -> Result<Permit<'_, T>, SendError<()>> {
        self.room().0.acquire(1, site).await.map_err(SendError)?;
        Ok(Permit { channel: Some(&self.channel), site })
    }

    /// Waits for room, and sends.
    ///
    /// # Errors
    /// If the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn send(&self, message: T) -> impl Future<Output = Result<(), SendError<T>>> {
        let site = here();
        async move {
            match self.reserve_at(site).await {
                Ok(permit) => {
                    permit.send(message);
                    Ok(())
                }
                Err(_) => Err(SendError(message)),
            }
        }
    }

    /// Waits for room.
    ///
    /// # Errors
    /// If the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn reserve(&self) -> impl Future<Output = Result<Permit<'_, T>, SendError<()>>> {
        self.reserve_at(here())
    }

    /// Takes room, if there is some.
    ///
    /// # Errors
    /// If there is none, or the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn try_reserve(&self) -> Result<Permit<'_, T>, TrySendError<()>> {
        let site = here();
        match self.room().0.try_acquire(1, site) {
            Ok(()) => Ok(Permit { channel: Some(&self.channel), site }),
            Err(Refusal::TooFew) => Err(TrySendError::Full(())),
            Err(Refusal::Closed) => Err(TrySendError::Closed(())),
        }
    }

    /// Sends, if there is room.
    ///
    /// # Errors
    /// If there is none, or the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        match self.try_reserve() {
            Ok(permit) => {
                permit.send(message);
                Ok(())
            }
            Err(TrySendError::Full(())) => Err(TrySendError::Full(message)),
            Err(TrySendError::Closed(())) => Err(TrySendError::Closed(message)),
        }
    }

    /// Waits for room, and sends, outside of a task.
    ///
    /// # Errors
    /// If the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn blocking_send(&self, message: T) -> Result<(), SendError<T>> {
        block_on(self.send(message))
    }

    /// The number of messages for which there is room now.
    #[track_caller]
    pub fn capacity(&self) -> usize {
        self.room().0.available(here())
    }

    /// The number of messages for which there is room when there are none.
    pub fn max_capacity(&self) -> usize {
        self.room().1
    }
}

impl<T> UnboundedSender<T> {
    /// Sends.
    ///
    /// # Errors
    /// If the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        let mut queue = self.channel.queue(here());
        if queue.is_closed {
            return Err(SendError(message));
        }
        queue.messages.push_back(message);
        wake(queue);
        Ok(())
    }
}

impl<T> Permit<'_, T> {
    /// Sends.
    pub fn send(mut self, message: T) {
        if let Some(channel) = self.channel.take() {
            channel.push(message, self.site);
        }
    }
}

impl<T> Drop for Permit<'_, T> {
    fn drop(&mut self) {
        let Some(channel) = self.channel else { return };
        channel.gives_room(1, self.site);
        // The receiver of a closed channel waits for messages that are on their way.
        let queue = channel.queue(self.site);
        if queue.is_closed {
            wake(queue);
        }
    }
}

impl<T> fmt::Debug for Permit<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").finish_non_exhaustive()
    }
}
