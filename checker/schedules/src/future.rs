//! Futures in a search: a task is a thread of the search, which waits where its future is not ready.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::sync::Arc as Plain;
use std::task::{Context, Poll, Wake, Waker};

use crate::run::context::{Over, current};
use crate::run::tasks::Task;
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use crate::thread;

mod handle;
mod local;

pub use handle::{AbortHandle, JoinError, JoinHandle};
pub use local::spawn_local;

use handle::Shared;

/// What others have said to a task.
#[derive(Default)]
struct Told {
    woken: bool,
    aborted: bool,
}

/// Where a task waits until its future may be ready.
struct Signal {
    told: Mutex<Told>,
    changed: Condvar,
}

impl Signal {
    #[track_caller]
    fn new() -> Plain<Self> {
        Plain::new(Signal { told: Mutex::new(Told::default()), changed: Condvar::new() })
    }

    #[track_caller]
    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody wakes the task. `false` if it is to be dropped.
    #[track_caller]
    fn wait(&self) -> bool {
        let mut told = self.lock();
        while !told.woken && !told.aborted {
            told = self.changed.wait(told).unwrap_or_else(PoisonError::into_inner);
            told.aborted |= of_task(|task| task.dropped);
        }
        told.woken = false;
        !told.aborted
    }

    /// Says that the task is to be dropped.
    #[track_caller]
    fn abort(&self) {
        self.lock().aborted = true;
        self.changed.notify_one();
    }
}

impl Wake for Signal {
    fn wake(self: Plain<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Plain<Self>) {
        self.lock().woken = true;
        self.changed.notify_one();
    }
}

/// Looks at, or changes, what the execution knows of the task that this thread runs.
fn of_task(act: impl FnOnce(&mut Task) -> bool) -> bool {
    let Some(context) = current() else { return false };
    let task = context.quietly(|state| {
        state.threads.get_mut(&context.me).and_then(|slot| slot.task.as_mut()).map(act)
    });
    task.flatten().unwrap_or(false)
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

/// Runs the future of a task, unless somebody aborts it.
#[track_caller]
fn run<F: Future>(future: F, signal: &Plain<Signal>) -> Option<F::Output> {
    let waker = Waker::from(Plain::clone(signal));
    let mut future = pin!(future);
    if signal.lock().aborted {
        return None;
    }
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(result);
        }
        let waits = |waits: bool| {
            of_task(|task| {
                task.waits = waits;
                true
            })
        };
        waits(true);
        let goes_on = signal.wait();
        waits(false);
        if !goes_on {
            return None;
        }
    }
}

/// What the thread of a task runs.
#[track_caller]
fn live<F: Future>(future: F, shared: &Shared<F::Output>) {
    let result = match catch_unwind(AssertUnwindSafe(|| run(future, &shared.signal))) {
        Ok(result) => result.ok_or_else(JoinError::cancelled),
        Err(payload) if payload.is::<Over>() => resume_unwind(payload),
        Err(payload) => {
            if let Some(context) = current() {
                context.has_panicked();
            }
            Err(JoinError::panicked(payload))
        }
    };
    shared.end(result);
}

/// Starts a task: in a search, a thread of its own, since it may go on whenever others do. A task that panics is a
/// finding, unless panics are expected.
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let shared = Shared::new();
    let own = shared.clone();
    let thread = thread::spawn(move || live(future, &own));
    JoinHandle::of(shared, thread.thread())
}

/// Says that tasks end with the first thread, as they do where a runtime ends with it: a task whose handle was dropped,
/// and whose future is not ready when everything else has ended, is dropped then, with its destructors as steps of the
/// search. Without this, a task that waits for ever is a finding. It is said anew in each execution.
///
/// ```
/// use reductio_schedules::{explore, future, tokio::sync::mpsc};
///
/// explore(|| {
///     future::drop_detached_at_end();
///     let (requests, mut server) = mpsc::unbounded_channel::<u32>();
///     let kept = requests.clone();
///     future::spawn(async move {
///         let _kept = kept;
///         while server.recv().await.is_some() {}
///     });
///     requests.send(1).unwrap();
/// });
/// ```
pub fn drop_detached_at_end() {
    if let Some(context) = current() {
        context.quietly(|state| {
            state.closing.drops = true;
            state.is_outside("drop tasks when all else has ended");
        });
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
