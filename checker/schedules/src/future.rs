//! Futures in a search: a task is a thread of the search, which waits where its future is not ready.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc as Plain;
use std::task::{Context, Poll, Wake, Waker};

use crate::sync::{Condvar, Mutex, PoisonError};
use crate::thread;

/// Says whether somebody has woken a task.
struct Signal {
    woken: Mutex<bool>,
    changed: Condvar,
}

impl Signal {
    #[track_caller]
    fn new() -> Plain<Self> {
        Plain::new(Signal { woken: Mutex::new(false), changed: Condvar::new() })
    }

    #[track_caller]
    fn wait(&self) {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let woken = self.changed.wait_while(woken, |woken| !*woken);
        *woken.unwrap_or_else(PoisonError::into_inner) = false;
    }
}

impl Wake for Signal {
    fn wake(self: Plain<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Plain<Self>) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }
}

/// Runs a future to its end. While it is not ready, the thread waits until somebody wakes it: if nobody will, that is
/// found.
///
/// ```
/// use reductio_schedules::{explore, future};
///
/// explore(|| {
///     let task = future::spawn(async { 1 });
///     assert_eq!(future::block_on(task).unwrap(), 1);
/// });
/// ```
#[track_caller]
pub fn block_on<F: Future>(future: F) -> F::Output {
    let signal = Signal::new();
    let waker = Waker::from(Plain::clone(&signal));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return result;
        }
        signal.wait();
    }
}

/// What a task leaves: its result, and who waits for it.
struct Left<T> {
    result: Option<thread::Result<T>>,
    waker: Option<Waker>,
    is_over: bool,
}

/// The right to wait for the end of a task: a future that is ready when the task has ended.
pub struct JoinHandle<T> {
    left: Plain<Mutex<Left<T>>>,
}

/// A task has panicked.
#[derive(Debug)]
pub struct JoinError(Box<dyn std::any::Any + Send>);

impl JoinError {
    /// The value with which the task panicked.
    pub fn into_panic(self) -> Box<dyn std::any::Any + Send> {
        self.0
    }
}

impl std::fmt::Display for JoinError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the task panicked")
    }
}

impl std::error::Error for JoinError {}

/// Starts a task: in a search, a thread of its own, since it may go on whenever others do.
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let left = Plain::new(Mutex::new(Left { result: None, waker: None, is_over: false }));
    let own = Plain::clone(&left);
    drop(thread::spawn(move || {
        let act = std::panic::AssertUnwindSafe(|| block_on(future));
        let result = std::panic::catch_unwind(act);
        let mut left = own.lock().unwrap_or_else(PoisonError::into_inner);
        (left.result, left.is_over) = (Some(result), true);
        let waker = left.waker.take();
        drop(left);
        if let Some(waker) = waker {
            waker.wake();
        }
    }));
    JoinHandle { left }
}

impl<T> JoinHandle<T> {
    /// Tells whether the task has ended.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).is_over
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = left.result.take() {
            return Poll::Ready(result.map_err(JoinError));
        }
        left.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<T> std::fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

/// Gives way once.
pub async fn yield_now() {
    let mut has_yielded = false;
    std::future::poll_fn(move |context| {
        if has_yielded {
            return Poll::Ready(());
        }
        has_yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
