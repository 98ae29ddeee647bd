//! Tasks that are not `Send`: they stay on the thread of the operating system that carries the search.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;

use super::handle::{JoinHandle, Shared};
use super::live;
use crate::run::context::current;
use crate::run::manner::Carrier;
use crate::thread;

type Body = Box<dyn FnOnce()>;

/// The tasks that are about to begin. Those that are left belong to executions whose threads stay where they are for
/// ever, and so do these.
struct Bodies(BTreeMap<u64, Body>);

impl Drop for Bodies {
    fn drop(&mut self) {
        std::mem::forget(std::mem::take(&mut self.0));
    }
}

std::thread_local! {
    static BODIES: RefCell<Bodies> = const { RefCell::new(Bodies(BTreeMap::new())) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

/// A task that is about to begin. Where an execution is given up before that, it is dropped.
struct Lodged(u64);

impl Lodged {
    fn new(body: Body) -> Self {
        let key = NEXT.get();
        NEXT.set(key + 1);
        BODIES.with_borrow_mut(|bodies| bodies.0.insert(key, body));
        Lodged(key)
    }

    fn take(&self) -> Option<Body> {
        BODIES.try_with(|bodies| bodies.borrow_mut().0.remove(&self.0)).ok().flatten()
    }
}

impl Drop for Lodged {
    fn drop(&mut self) {
        drop(self.take());
    }
}

/// Starts a task that need not be `Send`, as [`spawn`](super::spawn) starts others. It is there in a search only, on
/// coroutines, which all run on one thread of the operating system.
///
/// ```
/// use std::rc::Rc;
/// use reductio_schedules::{explore, future};
///
/// explore(|| {
///     let own = Rc::new(1);
///     let task = future::spawn_local(async move { *own });
///     assert_eq!(future::block_on(task).unwrap(), 1);
/// });
/// ```
///
/// # Panics
/// Outside of a search, and in one with threads of the operating system: one that was asked for, or one by which an
/// execution is done again in which a thread has to wait while it unwinds.
#[track_caller]
pub fn spawn_local<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    let carrier = current().map(|context| context.execution.carrier);
    assert!(
        carrier == Some(Carrier::Coroutines),
        "a task that is not `Send` needs a search on coroutines: this is outside of one, or one on threads of the operating system"
    );
    let shared = Shared::new();
    let own = shared.clone();
    let lodged = Lodged::new(Box::new(move || live(future, &own)));
    let thread = thread::spawn(move || {
        if let Some(body) = lodged.take() {
            body();
        }
    });
    JoinHandle::of(shared, thread.thread())
}
