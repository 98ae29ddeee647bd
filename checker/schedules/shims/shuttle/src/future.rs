//! Futures: a task is a thread of the search.

use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll};

pub mod batch_semaphore;

pub use reductio_schedules::future::{AbortHandle, block_on, yield_now};

use reductio_schedules::future as own;

/// The right to wait for the end of a task. A task whose handle was dropped goes on, and is dropped at the end of the
/// execution.
#[derive(Debug)]
pub struct JoinHandle<T>(own::JoinHandle<T>);

/// The reason why there is no result of a task.
#[derive(Debug)]
pub enum JoinError {
    /// It was aborted.
    Cancelled,
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("task was cancelled")
    }
}

impl std::error::Error for JoinError {}

/// Starts a task.
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    JoinHandle(own::spawn(future))
}

/// Starts a task that need not be `Send`.
#[track_caller]
pub fn spawn_local<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    JoinHandle(own::spawn_local(future))
}

impl<T> JoinHandle<T> {
    /// Aborts the task, when it would go on or begin.
    #[track_caller]
    pub fn abort(&self) {
        self.0.abort();
    }

    /// The right to abort the task.
    pub fn abort_handle(&self) -> AbortHandle {
        self.0.abort_handle()
    }

    /// Decides whether the task has ended.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|result| {
            result.map_err(|error| {
                if error.is_panic() {
                    resume_unwind(error.into_panic());
                }
                JoinError::Cancelled
            })
        })
    }
}
