//! A channel for one message, as `tokio::sync::oneshot`.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::future::block_on;
use crate::run::context::here;
use crate::search::event::Site;
use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Errors of channels.
pub mod error {
    /// The sender is gone without a message.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[error("channel closed")]
    pub struct RecvError(pub(super) ());

    /// There is no message now.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum TryRecvError {
        /// There may be one later.
        #[error("channel empty")]
        Empty,
        /// There never will be.
        #[error("channel closed")]
        Closed,
    }
}

use error::{RecvError, TryRecvError};

struct State<T> {
    message: Option<T>,
    /// The sender has sent, or is gone.
    is_complete: bool,
    /// The receiver is gone, or has closed the channel.
    is_closed: bool,
    receiver: Option<Waker>,
    sender: Option<Waker>,
}

type Channel<T> = Arc<Mutex<State<T>>>;

fn state<T>(channel: &Channel<T>, site: Site) -> MutexGuard<'_, State<T>> {
    channel.lock_at(site).unwrap_or_else(PoisonError::into_inner)
}

/// Sends one message.
pub struct Sender<T> {
    channel: Option<Channel<T>>,
    site: Site,
}

/// Receives one message: a future.
pub struct Receiver<T> {
    channel: Option<Channel<T>>,
    site: Site,
}

/// A channel for one message.
#[track_caller]
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let state =
        State { message: None, is_complete: false, is_closed: false, receiver: None, sender: None };
    let (channel, site) = (Arc::new(Mutex::of_kind("oneshot channel", state)), here());
    (
        Sender { channel: Some(Arc::clone(&channel)), site },
        Receiver { channel: Some(channel), site },
    )
}

/// The sender sends, or goes without a message. The message comes back if nobody will receive it.
fn complete<T>(channel: &Channel<T>, message: Option<T>, site: Site) -> Option<T> {
    let mut state = state(channel, site);
    if state.is_closed {
        return message;
    }
    (state.message, state.is_complete) = (message, true);
    let waker = state.receiver.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
    None
}

fn close<T>(channel: &Channel<T>, site: Site) {
    let mut state = state(channel, site);
    state.is_closed = true;
    let waker = state.sender.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl<T> Sender<T> {
    fn channel(&self) -> &Channel<T> {
        self.channel.as_ref().unwrap_or_else(|| unreachable!("a sender that has sent"))
    }

    /// Sends the message.
    ///
    /// # Errors
    /// With the message, if the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn send(mut self, message: T) -> Result<(), T> {
        let channel = self.channel.take();
        let back = channel.and_then(|channel| complete(&channel, Some(message), here()));
        back.map_or(Ok(()), Err)
    }

    /// Tells whether the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        state(self.channel(), here()).is_closed
    }

    /// Waits until the receiver is gone, or has closed the channel.
    #[track_caller]
    pub fn closed(&mut self) -> impl Future<Output = ()> {
        let site = here();
        poll_fn(move |context| self.poll_at(context, site))
    }

    /// Decides whether the receiver is gone, or has closed the channel; who asks is woken when it is.
    #[track_caller]
    pub fn poll_closed(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.poll_at(context, here())
    }

    fn poll_at(&mut self, context: &mut Context<'_>, site: Site) -> Poll<()> {
        let mut state = state(self.channel(), site);
        if state.is_closed {
            return Poll::Ready(());
        }
        state.sender = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if let Some(channel) = self.channel.take() {
            complete(&channel, None, self.site);
        }
    }
}

impl<T> Receiver<T> {
    /// Takes no message that was not sent before.
    #[track_caller]
    pub fn close(&mut self) {
        if let Some(channel) = &self.channel {
            close(channel, here());
        }
    }

    /// The message, if it was sent.
    ///
    /// # Errors
    /// If it was not.
    #[track_caller]
    pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
        let Some(channel) = &self.channel else { return Err(TryRecvError::Closed) };
        let mut state = state(channel, here());
        if !state.is_complete {
            return Err(if state.is_closed { TryRecvError::Closed } else { TryRecvError::Empty });
        }
        let message = state.message.take();
        drop(state);
        self.channel = None;
        message.ok_or(TryRecvError::Closed)
    }

    /// Waits for the message, outside of a task.
    ///
    /// # Errors
    /// If there will be none.
    #[track_caller]
    pub fn blocking_recv(self) -> Result<T, RecvError> {
        block_on(self)
    }
}

impl<T> Future for Receiver<T> {
    type Output = Result<T, RecvError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let channel = self.channel.as_ref().expect("called after complete");
        let mut state = state(channel, self.site);
        if !state.is_complete && !state.is_closed {
            state.receiver = Some(context.waker().clone());
            return Poll::Pending;
        }
        let message = state.message.take();
        drop(state);
        self.channel = None;
        Poll::Ready(message.ok_or(RecvError(())))
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        if let Some(channel) = self.channel.take() {
            close(&channel, self.site);
            // A message that was sent goes with the receiver.
            let message = state(&channel, self.site).message.take();
            drop(message);
        }
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
