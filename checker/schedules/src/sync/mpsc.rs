//! Channels, as `std`'s: [`channel`] and [`sync_channel`].

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};

use crate::mutants::{self, Mutant};
use crate::run::context::{Context, current, here};
use crate::run::world::Channel;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// A channel of a search: the messages, and its name.
#[derive(Debug)]
struct Queue<T> {
    ident: Ident,
    bound: Option<u32>,
    messages: Mutex<VecDeque<T>>,
}

impl<T> Queue<T> {
    /// The name in an execution: `None` outside of the one in which the channel was made.
    fn at(&self) -> Option<(Rc<Context>, ObjectId)> {
        let context = current()?;
        let id = self.ident.id(&context);
        Some((context, id))
    }

    fn push(&self, message: T) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push_back(message);
    }

    fn pop(&self) -> Option<T> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn take_all(&self) -> VecDeque<T> {
        std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The end of a channel that sends without waiting, as [`std::sync::mpsc::Sender`].
#[derive(Debug)]
pub struct Sender<T>(SenderEnd<T, std::sync::mpsc::Sender<T>>);

/// The end of a channel that waits for room, as [`std::sync::mpsc::SyncSender`].
#[derive(Debug)]
pub struct SyncSender<T>(SenderEnd<T, std::sync::mpsc::SyncSender<T>>);

#[derive(Debug)]
enum SenderEnd<T, S> {
    Inside(Arc<Queue<T>>),
    Outside(S),
}

/// The end of a channel that receives, as [`std::sync::mpsc::Receiver`]. In a search, a wait with a limit of time is
/// over at once if there is no message.
#[derive(Debug)]
pub struct Receiver<T>(ReceiverEnd<T>);

#[derive(Debug)]
enum ReceiverEnd<T> {
    Inside(Arc<Queue<T>>),
    Outside(std::sync::mpsc::Receiver<T>),
}

/// A channel of a search, if this thread is in one.
fn queue<T>(bound: Option<usize>, ident: Ident) -> Option<Arc<Queue<T>>> {
    let context = current()?;
    let bound = bound.map(|bound| u32::try_from(bound).unwrap_or(u32::MAX));
    let id = ident.id(&context);
    context.quietly(|state| {
        let channel = Channel {
            bound,
            senders: 1,
            closed: false,
            closed_at: None,
            sent: Vec::new(),
            received: Vec::new(),
            gone: Vec::new(),
        };
        state.world.channels.insert(id, channel);
        if let Some(bound) = bound {
            state.sizes.insert(id, bound);
        }
    })?;
    Some(Arc::new(Queue { ident, bound, messages: Mutex::new(VecDeque::new()) }))
}

/// A channel without a bound.
#[track_caller]
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let ident = Ident::new("channel");
    if let Some(queue) = queue(None, ident) {
        let receiver = Receiver(ReceiverEnd::Inside(Arc::clone(&queue)));
        return (Sender(SenderEnd::Inside(queue)), receiver);
    }
    let (sender, receiver) = std::sync::mpsc::channel();
    (Sender(SenderEnd::Outside(sender)), Receiver(ReceiverEnd::Outside(receiver)))
}

/// A channel with room for so many messages; with none, a sender waits until its message is taken.
#[track_caller]
pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let ident = Ident::new("sync_channel");
    if let Some(queue) = queue(Some(bound), ident) {
        let receiver = Receiver(ReceiverEnd::Inside(Arc::clone(&queue)));
        return (SyncSender(SenderEnd::Inside(queue)), receiver);
    }
    let (sender, receiver) = std::sync::mpsc::sync_channel(bound);
    (SyncSender(SenderEnd::Outside(sender)), Receiver(ReceiverEnd::Outside(receiver)))
}

/// Sends a message in a search: `Some` if the receiver is gone.
fn send<T>(queue: &Queue<T>, message: T, site: Site) -> Result<(), SendError<T>> {
    let Some((context, id)) = queue.at() else { return Err(SendError(message)) };
    let number = {
        if context.step(Op::Send(id), site) != Some(1) {
            return Err(SendError(message));
        }
        context.quietly(|state| state.world.channels.get(&id).map(|found| found.sent.len() - 1))
    };
    queue.push(message);
    if queue.bound == Some(0)
        && let Some(Some(number)) = number
    {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if context.step(Op::Taken(id, number), site) == Some(2)
            && let Some(message) = queue.pop()
        {
            return Err(SendError(message));
        }
    }
    Ok(())
}

/// There is one more sender.
fn add_sender<T>(queue: &Arc<Queue<T>>) -> Arc<Queue<T>> {
    if let Some((context, id)) = queue.at() {
        context.quietly(|state| {
            if let Some(channel) = state.world.channels.get_mut(&id) {
                channel.senders += 1;
            }
        });
    }
    Arc::clone(queue)
}

impl<T, S> SenderEnd<T, S> {
    fn send(
        &self,
        message: T,
        site: Site,
        outside: impl FnOnce(&S, T) -> Result<(), SendError<T>>,
    ) -> Result<(), SendError<T>> {
        match self {
            SenderEnd::Inside(queue) => send(queue, message, site),
            SenderEnd::Outside(sender) => outside(sender, message),
        }
    }
}

impl<T, S: Clone> Clone for SenderEnd<T, S> {
    fn clone(&self) -> Self {
        match self {
            SenderEnd::Inside(queue) => SenderEnd::Inside(add_sender(queue)),
            SenderEnd::Outside(sender) => SenderEnd::Outside(sender.clone()),
        }
    }
}

impl<T, S> Drop for SenderEnd<T, S> {
    fn drop(&mut self) {
        if let SenderEnd::Inside(queue) = self
            && let Some((context, id)) = queue.at()
        {
            // A destructor has no line of its own.
            context.step(Op::CloseSender(id), queue.ident.made_at());
        }
    }
}

impl<T> Sender<T> {
    /// Sends a message.
    ///
    /// # Errors
    /// With the message, if the receiver is gone.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        self.0.send(message, here(), std::sync::mpsc::Sender::send)
    }
}

impl<T> SyncSender<T> {
    /// Waits for room, and sends a message.
    ///
    /// # Errors
    /// With the message, if the receiver is gone.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        self.0.send(message, here(), std::sync::mpsc::SyncSender::send)
    }

    /// Sends a message if there is room.
    ///
    /// # Errors
    /// With the message, if there is no room, or the receiver is gone.
    #[track_caller]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let site = here();
        match &self.0 {
            SenderEnd::Inside(queue) => {
                let Some((context, id)) = queue.at() else {
                    return Err(TrySendError::Disconnected(message));
                };
                match context.step(Op::TrySend(id), site) {
                    Some(1) => {
                        queue.push(message);
                        Ok(())
                    }
                    Some(0) => Err(TrySendError::Full(message)),
                    _ => Err(TrySendError::Disconnected(message)),
                }
            }
            SenderEnd::Outside(sender) => sender.try_send(message),
        }
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Sender(self.0.clone())
    }
}

impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> Self {
        SyncSender(self.0.clone())
    }
}

impl<T> Receiver<T> {
    /// Waits for a message.
    ///
    /// # Errors
    /// If there is none, and all senders are gone.
    #[track_caller]
    pub fn recv(&self) -> Result<T, RecvError> {
        self.recv_at(here())
    }

    /// Receives in some line: that of the loop, not that of the library through which an iterator is asked.
    fn recv_at(&self, site: Site) -> Result<T, RecvError> {
        match &self.0 {
            ReceiverEnd::Inside(queue) => {
                let Some((context, id)) = queue.at() else { return Err(RecvError) };
                if queue.bound == Some(0) {
                    context.step(Op::Offer(id), site);
                }
                match context.step(Op::Receive(id), site) {
                    Some(1) => queue.pop().ok_or(RecvError),
                    _ => Err(RecvError),
                }
            }
            ReceiverEnd::Outside(receiver) => receiver.recv(),
        }
    }

    /// Takes a message if there is one.
    ///
    /// # Errors
    /// If there is none, with or without senders that could send one.
    #[track_caller]
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        self.try_recv_at(here())
    }

    fn try_recv_at(&self, site: Site) -> Result<T, TryRecvError> {
        match &self.0 {
            ReceiverEnd::Inside(queue) => {
                let Some((context, id)) = queue.at() else {
                    return Err(TryRecvError::Disconnected);
                };
                match context.step(Op::TryReceive(id), site) {
                    Some(1) => queue.pop().ok_or(TryRecvError::Empty),
                    Some(0) => Err(TryRecvError::Empty),
                    _ => Err(TryRecvError::Disconnected),
                }
            }
            ReceiverEnd::Outside(receiver) => receiver.try_recv(),
        }
    }

    /// Waits for a message, or until the time is over: in a search it is over as soon as the thread looks and finds
    /// nothing.
    ///
    /// # Errors
    /// If the time is over, or all senders are gone.
    #[track_caller]
    pub fn recv_timeout(&self, time: Duration) -> Result<T, RecvTimeoutError> {
        match &self.0 {
            ReceiverEnd::Inside(_) => self.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            ReceiverEnd::Outside(receiver) => receiver.recv_timeout(time),
        }
    }

    /// The messages that will come, until all senders are gone.
    #[track_caller]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { receiver: self, site: here() }
    }

    /// The messages that are there.
    #[track_caller]
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter { receiver: self, site: here() }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        if let ReceiverEnd::Inside(queue) = &self.0
            && let Some((context, id)) = queue.at()
        {
            context.step(Op::CloseReceiver(id), queue.ident.made_at());
        }
        // A message that nobody will take is dropped now, and with it the ends of channels that it has. Where a sender
        // waits until its message is taken, it keeps it.
        if let ReceiverEnd::Inside(queue) = &self.0
            && queue.bound != Some(0)
            && !mutants::is(Mutant::Keeps)
        {
            drop(queue.take_all());
        }
    }
}

/// The messages of a channel, as they come.
#[derive(Debug)]
pub struct Iter<'a, T> {
    receiver: &'a Receiver<T>,
    site: Site,
}

/// The messages that are in a channel.
#[derive(Debug)]
pub struct TryIter<'a, T> {
    receiver: &'a Receiver<T>,
    site: Site,
}

/// The messages of a channel, as they come, with the receiver.
#[derive(Debug)]
pub struct IntoIter<T> {
    receiver: Receiver<T>,
    site: Site,
}

impl<T> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.receiver.recv_at(self.site).ok()
    }
}

impl<T> Iterator for TryIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.receiver.try_recv_at(self.site).ok()
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.receiver.recv_at(self.site).ok()
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    #[track_caller]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    #[track_caller]
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { receiver: self, site: here() }
    }
}
