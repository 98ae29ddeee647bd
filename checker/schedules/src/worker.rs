//! The thread of the operating system that walks, and the one that watches it: one that stalls is left behind, and
//! another one goes on in its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

use crate::finding::Found;
use crate::report::Report;
use crate::run::carrier;
use crate::run::context::keep_panic;
use crate::run::execution::Execution;
use crate::run::hook;
use crate::run::manner::Carrier;
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::event::Site;
use crate::walk::Walk;

/// The closure under test.
pub(crate) type Root = Arc<dyn Fn() + Send + Sync>;

/// A walk, and the execution that it is at.
struct Job {
    walk: Mutex<Walk>,
    running: Mutex<Option<Arc<Execution>>>,
    /// The execution that another thread is to go on with.
    next: Mutex<Option<Box<State>>>,
    site: Site,
    stall: Duration,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Walks to the end, and reports.
pub(crate) fn search(walk: Walk, root: &Root, site: Site) -> Report {
    hook::install(keep_panic);
    let (first, stall) = (walk.first(), walk.explorer.stall);
    let job = Arc::new(Job {
        walk: Mutex::new(walk),
        running: Mutex::new(None),
        next: Mutex::new(Some(first)),
        site,
        stall,
    });
    while lock(&job.next).is_some() {
        let abandoned = Arc::new(AtomicBool::new(false));
        let done = Arc::new(AtomicBool::new(false));
        let name = lock(&job.walk).rules.test.clone().unwrap_or_else(|| "schedules".to_owned());
        let worker = {
            let (job, root, abandoned) =
                (Arc::clone(&job), Arc::clone(root), Arc::clone(&abandoned));
            let ends = Ends { done: Arc::clone(&done), watcher: std::thread::current() };
            let work = move || {
                let _ends = ends;
                job.work(&root, &abandoned);
                // Before the watcher is told: nobody has the closure when the search returns.
                drop((job, root));
            };
            std::thread::Builder::new().name(name).spawn(work)
        };
        match worker {
            Ok(worker) => job.watch(worker, &done, &abandoned),
            Err(_) => job.no_thread(),
        }
    }
    let mut walk = lock(&job.walk);
    walk.end();
    std::mem::take(&mut walk.report)
}

/// Tells the watcher that the work is done, when it is dropped.
struct Ends {
    done: Arc<AtomicBool>,
    watcher: Thread,
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
        self.watcher.unpark();
    }
}

impl Job {
    /// Runs one execution after the other, as long as the thread of the operating system is as it was at the begin.
    fn work(&self, root: &Root, abandoned: &AtomicBool) {
        loop {
            let Some(state) = self.take_next() else { break };
            let carrier = lock(&self.walk).carrier;
            let execution = Execution::new(state, carrier);
            *lock(&self.running) = Some(Arc::clone(&execution));
            carrier::run(&execution, root, self.stall, self.site);
            let mut walk = lock(&self.walk);
            if abandoned.load(Ordering::SeqCst) {
                return;
            }
            let state = execution.take();
            let is_spoilt = carrier == Carrier::Coroutines && state.alive > 0;
            let next = walk.after(state);
            *lock(&self.next) = next;
            *lock(&self.running) = None;
            if is_spoilt {
                break;
            }
        }
    }

    fn take_next(&self) -> Option<Box<State>> {
        lock(&self.next).take()
    }

    /// Waits until a thread has done its work, or leaves it behind.
    fn watch(&self, worker: JoinHandle<()>, done: &AtomicBool, abandoned: &AtomicBool) {
        let longest = (self.stall / 4).clamp(Duration::from_millis(1), Duration::from_millis(200));
        let (mut last, mut since) = (None, Instant::now());
        while !done.load(Ordering::SeqCst) {
            std::thread::park_timeout(longest);
            let Some(execution) = lock(&self.running).clone() else { continue };
            if execution.carrier == Carrier::Threads {
                continue;
            }
            let now = Some((execution.number, execution.lock().trace.len()));
            if now != last {
                (last, since) = (now, Instant::now());
            }
            if since.elapsed() >= self.stall && self.abandon(&execution, abandoned, since.elapsed())
            {
                return;
            }
        }
        _ = worker.join();
    }

    /// Goes on without a thread, and ends its execution, unless it has gone on by itself meanwhile.
    fn abandon(&self, execution: &Execution, abandoned: &AtomicBool, after: Duration) -> bool {
        let mut walk = lock(&self.walk);
        let is_same = lock(&self.running).as_ref().is_some_and(|e| e.number == execution.number);
        if !is_same {
            return false;
        }
        abandoned.store(true, Ordering::SeqCst);
        let thread = execution.lock().running.unwrap_or(0);
        execution.lock().end(Ending::Found(Found::Stalled { thread, after }));
        let next = walk.after(execution.take());
        *lock(&self.next) = next;
        *lock(&self.running) = None;
        true
    }

    /// The operating system gives no thread.
    fn no_thread(&self) {
        let Some(mut state) = lock(&self.next).take() else { return };
        state.end(Ending::Found(Found::NoThread));
        _ = lock(&self.walk).after(state);
    }
}
