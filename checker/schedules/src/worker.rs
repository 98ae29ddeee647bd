//! The threads of the operating system that walk, and the one that watches them: one that stalls is left behind, and
//! another one goes on in its place.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

use crate::finding::Found;
use crate::pool::{Job, Pool};
use crate::report::Report;
use crate::run::carrier;
use crate::run::context::keep_panic;
use crate::run::execution::Execution;
use crate::run::hook;
use crate::run::manner::Carrier;
use crate::run::slot::Ending;
use crate::search::event::Site;
use crate::walk::Walk;

/// The closure under test.
pub(crate) type Root = Arc<dyn Fn() + Send + Sync>;

/// A search, and its workers.
struct Search {
    pool: Pool,
    seats: Vec<Seat>,
    root: Root,
    site: Site,
    stall: Duration,
    /// The name of the threads of the operating system.
    name: String,
}

/// The place of a worker: where one thread of the operating system stalls, another one goes on. Workers write to theirs
/// with each execution, so no two of them share a line of a cache.
#[derive(Default)]
#[repr(align(128))]
struct Seat {
    /// The execution that runs.
    running: Mutex<Option<(Box<Walk>, Arc<Execution>)>>,
    /// The execution that another thread is to go on with.
    next: Mutex<Option<Job>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Walks to the end, and reports.
pub(crate) fn search(walk: Walk, root: &Root, site: Site) -> Report {
    hook::install(keep_panic);
    let first = walk.first();
    #[cfg(test)]
    if let Some(seed) = walk.explorer.chance {
        return crate::pool::tests::by_chance(walk, first, root, site, seed);
    }
    let begin = Instant::now();
    let workers = if walk.explorer.replay.is_some() { 1 } else { walk.explorer.workers };
    let search = Arc::new(Search {
        root: Arc::clone(root),
        site,
        stall: walk.explorer.stall,
        name: walk.rules.test.clone().unwrap_or_else(|| "schedules".to_owned()),
        seats: (0..workers).map(|_| Seat::default()).collect(),
        pool: Pool::new(walk, first),
    });
    search.watch();
    let mut report = search.pool.report();
    report.time = begin.elapsed();
    report
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

/// A thread of the operating system that works, as the watcher sees it.
struct Watched {
    seat: usize,
    thread: JoinHandle<()>,
    done: Arc<AtomicBool>,
    abandoned: Arc<AtomicBool>,
    /// The execution and its number of steps, and since when they are so.
    last: Option<(u64, usize)>,
    since: Instant,
}

impl Search {
    /// Runs one execution after the other, as long as the thread of the operating system is as it was at the begin.
    fn work(&self, seat: &Seat, abandoned: &AtomicBool) {
        let mut next = lock(&seat.next).take();
        let mut before: Option<Arc<Execution>> = None;
        // Counted with each execution: not together with other workers.
        let shared = Arc::clone(&self.root);
        let root: Root = Arc::new(move || shared());
        while let Some(Job { walk, state, home }) = next.or_else(|| self.pool.take()) {
            let carrier = walk.carrier;
            let mut execution = match before.take() {
                Some(before) => Execution::after(before, state, carrier),
                None => Execution::new(state, carrier),
            };
            *lock(&seat.running) = Some((walk, Arc::clone(&execution)));
            carrier::run(&execution, &root, self.stall, self.site);
            let mut running = lock(&seat.running);
            if abandoned.load(Ordering::SeqCst) {
                return;
            }
            let Some((walk, seen)) = running.take() else { return };
            drop(running);
            drop(seen);
            let state = Execution::close(&mut execution);
            before = Some(execution);
            let is_spoilt = carrier == Carrier::Coroutines && state.alive > 0;
            next = self.pool.after(Job { walk, state, home });
            if is_spoilt {
                *lock(&seat.next) = next;
                return;
            }
        }
    }

    /// Lets threads work until the search has ended, and all of them have, but for those that are left behind.
    fn watch(self: &Arc<Self>) {
        let longest = (self.stall / 4).clamp(Duration::from_millis(1), Duration::from_millis(200));
        let mut working: Vec<Watched> =
            (0..self.seats.len()).filter_map(|seat| self.start(seat)).collect();
        let mut panic = None;
        loop {
            if working.is_empty() && !self.pool.is_over() {
                self.no_thread();
            }
            if working.is_empty() {
                break;
            }
            std::thread::park_timeout(longest);
            for mut watched in std::mem::take(&mut working) {
                let seat = watched.seat;
                if watched.done.load(Ordering::SeqCst) {
                    if let Err(payload) = watched.thread.join() {
                        panic = Some(payload);
                        self.pool.give_up();
                    }
                } else if !self.leaves(&mut watched) {
                    working.push(watched);
                    continue;
                }
                if self.pool.is_over() {
                    lock(&self.seats[seat].next)
                        .take()
                        .into_iter()
                        .for_each(|job| self.pool.end(job));
                } else {
                    working.extend(self.start(seat));
                }
            }
        }
        if let Some(payload) = panic {
            resume_unwind(payload);
        }
    }

    /// Starts a thread of the operating system that works. `None` if there are no more.
    fn start(self: &Arc<Self>, seat: usize) -> Option<Watched> {
        let (done, abandoned) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let ends = Ends { done: Arc::clone(&done), watcher: std::thread::current() };
        let (search, is_abandoned) = (Arc::clone(self), Arc::clone(&abandoned));
        let work = move || {
            let _ends = ends;
            search.work(&search.seats[seat], &is_abandoned);
            // Before the watcher is told: nobody has the closure when the search returns.
            drop(search);
        };
        let thread = std::thread::Builder::new().name(self.name.clone()).spawn(work).ok()?;
        Some(Watched { seat, thread, done, abandoned, last: None, since: Instant::now() })
    }

    /// Whether a thread stalls, and is left behind.
    fn leaves(&self, watched: &mut Watched) -> bool {
        let seat = &self.seats[watched.seat];
        let running = lock(&seat.running).as_ref().map(|(_, execution)| Arc::clone(execution));
        let Some(execution) = running.filter(|found| found.carrier != Carrier::Threads) else {
            return false;
        };
        let now = Some((execution.number, execution.lock().trace.len()));
        if now != watched.last {
            (watched.last, watched.since) = (now, Instant::now());
        }
        let after = watched.since.elapsed();
        after >= self.stall && self.abandon(seat, &execution, &watched.abandoned, after)
    }

    /// Goes on without a thread, and ends its execution, unless it has gone on by itself meanwhile.
    fn abandon(
        &self,
        seat: &Seat,
        execution: &Execution,
        abandoned: &AtomicBool,
        after: Duration,
    ) -> bool {
        let mut running = lock(&seat.running);
        let Some((walk, _)) = running.take_if(|(_, found)| found.number == execution.number) else {
            return false;
        };
        abandoned.store(true, Ordering::SeqCst);
        drop(running);
        let thread = execution.lock().running.unwrap_or(0);
        execution.lock().end(Ending::Found(Found::Stalled { thread, after }));
        *lock(&seat.next) = self.pool.after(Job { walk, state: execution.take(), home: None });
        true
    }

    /// The operating system gives no thread.
    fn no_thread(&self) {
        let kept = self.seats.iter().find_map(|seat| lock(&seat.next).take());
        if let Some(Job { walk, mut state, .. }) = kept.or_else(|| self.pool.take()) {
            state.end(Ending::Found(Found::NoThread));
            if let Some(job) = self.pool.after(Job { walk, state, home: None }) {
                self.pool.end(job);
            }
        }
    }
}
