//! Handles of tasks: waiting for their results, and aborting them.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc as Plain, Mutex as PlainMutex, PoisonError as PlainError};
use std::task::{Context, Poll, Waker};

use super::Signal;
use crate::run::context::current;
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::thread::{Thread, ThreadId};

/// Whether a task has ended, and who waits for that.
#[derive(Default)]
struct End {
    waker: Option<Waker>,
    is_over: bool,
}

/// The part that a task shares with its handles.
pub(super) struct Shared<T> {
    pub(super) signal: Plain<Signal>,
    end: Plain<Mutex<End>>,
    /// It is there when the task has ended.
    result: Plain<PlainMutex<Option<Result<T, JoinError>>>>,
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared {
            signal: Plain::clone(&self.signal),
            end: Plain::clone(&self.end),
            result: Plain::clone(&self.result),
        }
    }
}

fn lock(end: &Mutex<End>) -> MutexGuard<'_, End> {
    end.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Shared<T> {
    #[track_caller]
    pub(super) fn new() -> Self {
        Shared {
            signal: Signal::new(),
            end: Plain::new(Mutex::new(End::default())),
            result: Plain::new(PlainMutex::new(None)),
        }
    }

    /// The task has ended.
    #[track_caller]
    pub(super) fn end(&self, result: Result<T, JoinError>) {
        *self.result.lock().unwrap_or_else(PlainError::into_inner) = Some(result);
        let waker = {
            let mut end = lock(&self.end);
            end.is_over = true;
            end.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// The right to wait for the end of a task: a future that is ready when the task has ended. A task whose handle was
/// dropped goes on.
pub struct JoinHandle<T> {
    shared: Shared<T>,
    thread: ThreadId,
}

/// The right to abort a task.
#[derive(Clone)]
pub struct AbortHandle {
    signal: Plain<Signal>,
    end: Plain<Mutex<End>>,
}

/// A task has panicked, or was aborted.
pub struct JoinError(Option<Box<dyn Any + Send>>);

impl JoinError {
    pub(super) fn cancelled() -> Self {
        JoinError(None)
    }

    pub(super) fn panicked(payload: Box<dyn Any + Send>) -> Self {
        JoinError(Some(payload))
    }

    /// Decides whether the task was aborted.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_none()
    }

    /// Decides whether the task has panicked.
    pub fn is_panic(&self) -> bool {
        self.0.is_some()
    }

    /// The value that the task panicked with.
    ///
    /// # Panics
    /// If it was aborted.
    #[track_caller]
    pub fn into_panic(self) -> Box<dyn Any + Send> {
        match self.0 {
            Some(payload) => payload,
            None => panic!("the task was aborted, and has not panicked"),
        }
    }
}

impl fmt::Debug for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_panic() { "JoinError::Panic" } else { "JoinError::Cancelled" })
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_panic() { "the task panicked" } else { "the task was aborted" })
    }
}

impl std::error::Error for JoinError {}

impl<T> JoinHandle<T> {
    pub(super) fn of(shared: Shared<T>, thread: &Thread) -> Self {
        let handle = JoinHandle { shared, thread: thread.id() };
        handle.of_task(|task| task.detached = false);
        handle
    }

    /// Changes what the execution knows of the task.
    fn of_task(&self, act: impl FnOnce(&mut crate::run::tasks::Task)) {
        let Some(context) = current() else { return };
        let thread = usize::from(self.thread);
        context.quietly(|state| {
            if let Some(slot) = state.threads.get_mut(&thread) {
                act(slot.task.get_or_insert_default());
            }
        });
    }

    /// Decides whether the task has ended.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        lock(&self.shared.end).is_over
    }

    /// Aborts the task: when it would go on, or begin, it is dropped instead, unless it has ended. A task that is about
    /// to end may end.
    #[track_caller]
    pub fn abort(&self) {
        self.shared.signal.abort();
    }

    /// The right to abort the task.
    pub fn abort_handle(&self) -> AbortHandle {
        AbortHandle {
            signal: Plain::clone(&self.shared.signal),
            end: Plain::clone(&self.shared.end),
        }
    }

    /// The identity of the thread that runs the task.
    pub fn id(&self) -> ThreadId {
        self.thread
    }
}

impl AbortHandle {
    /// Aborts the task, as [`JoinHandle::abort`].
    #[track_caller]
    pub fn abort(&self) {
        self.signal.abort();
    }

    /// Decides whether the task has ended.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        lock(&self.end).is_over
    }
}

impl<T> Drop for JoinHandle<T> {
    fn drop(&mut self) {
        self.of_task(|task| task.detached = true);
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut end = lock(&self.shared.end);
        if end.is_over {
            let result = self.shared.result.lock().unwrap_or_else(PlainError::into_inner).take();
            return result.map_or(Poll::Pending, Poll::Ready);
        }
        end.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

impl fmt::Debug for AbortHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AbortHandle").finish_non_exhaustive()
    }
}
