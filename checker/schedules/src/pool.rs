//! The parts that a search is walked in by several workers: who walks which, and who waits for which. `search/lend.rs`
//! says why the executions are those of one worker.
//!
//! A worker that has nothing to do waits for a part. One that walks sees that, and lends a part of its own. When it
//! comes to what it has lent, it takes over what was done there; where that is being walked, it leaves its own part to
//! the other worker, and looks for something else to do. So somebody always walks that part of which all that comes
//! before it has been walked.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use crate::report::{Bound, Report};
use crate::run::state::State;
use crate::search::driver::Driver;
use crate::walk::{After, Walk};

/// So many parts for each worker may be lent at a time.
const MOST: usize = 64;

/// So many steps may be written down for the lender of a part before it rests: some megabytes.
const WRITTEN: usize = 10_000;

/// So many steps may be written down in all parts that rest, before no more are lent.
const WRITTEN_IN_ALL: usize = 100_000;

/// A part of a search, and its next execution, or the last one if that is over.
pub(crate) struct Job {
    pub(crate) walk: Box<Walk>,
    pub(crate) state: Box<State>,
    /// The worker that made the state.
    pub(crate) home: Option<ThreadId>,
}

/// Where a part is that was lent.
enum Place {
    /// Nobody has begun it.
    Open(Job),
    /// Somebody walks it. The lender may have come to it; then who walks it is to see that.
    Walked(Arc<AtomicBool>, Option<Job>),
    /// It waits for the lender. `true` if it was walked to its end.
    Rests(Job, bool),
}

/// All parts.
#[derive(Default)]
struct Parts {
    places: BTreeMap<usize, Place>,
    /// Those that nobody has begun.
    open: VecDeque<usize>,
    /// The number of the next part.
    next: usize,
    /// The number of workers that wait for one.
    idle: usize,
    /// How often the search has begun again.
    round: usize,
    /// How many steps are written down in parts that rest.
    written: usize,
    /// Somewhere, the search will end: what comes after that does not matter, so nothing more is lent.
    ends: bool,
    /// The report of a search that came to its end.
    whole: Option<Report>,
    /// The bound that ended the search, and the walks that were ended.
    bound: Option<Bound>,
    /// States whose work goes on in new memory, for those who made them.
    left: Vec<(ThreadId, Box<State>)>,
    ended: Vec<Walk>,
}

/// The parts of a search, for its workers.
pub(crate) struct Pool {
    parts: Mutex<Parts>,
    changed: Condvar,
    /// More parts are wanted than there are.
    wants: AtomicBool,
    over: AtomicBool,
    most: usize,
}

impl Pool {
    /// The search as one part, which a worker takes first.
    pub(crate) fn new(walk: Walk, state: Box<State>) -> Self {
        let most = MOST * walk.explorer.workers;
        let places =
            BTreeMap::from([(0, Place::Open(Job { walk: Box::new(walk), state, home: None }))]);
        let parts = Parts { places, open: VecDeque::from([0]), next: 1, ..Parts::default() };
        let (wants, over) = (AtomicBool::new(false), AtomicBool::new(false));
        Pool { parts: Mutex::new(parts), changed: Condvar::new(), wants, over, most }
    }

    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that the search has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn tell(&self, parts: &Parts) {
        let has_room = parts.places.len() < self.most && parts.written < WRITTEN_IN_ALL;
        let may = has_room && !parts.ends;
        self.wants.store(may && parts.idle > parts.open.len(), Ordering::SeqCst);
    }

    /// Waits for a part to walk. `None` if the search has ended.
    pub(crate) fn take(&self) -> Option<Job> {
        let mut parts = self.lock();
        parts.idle += 1;
        self.tell(&parts);
        let job = loop {
            if self.is_over() {
                return None;
            }
            if let Some(job) = parts.begin() {
                break job;
            }
            parts = self.changed.wait(parts).unwrap_or_else(PoisonError::into_inner);
        };
        parts.idle -= 1;
        self.tell(&parts);
        drop(parts);
        self.begin_part(job)
    }

    /// Begins the first execution of a part.
    fn begin_part(&self, job: Job) -> Option<Job> {
        // The first execution of the search has begun.
        if job.walk.number == 0 { Some(job) } else { self.begin(job) }
    }

    /// Begins the next execution of a part, unless a bound was reached.
    fn begin(&self, mut job: Job) -> Option<Job> {
        match job.walk.begins(&mut job.state) {
            Ok(()) => {
                self.settle(&mut job);
                Some(job)
            }
            Err(bound) => {
                let mut parts = self.lock();
                if job.walk.round == parts.round {
                    parts.bound.get_or_insert(bound);
                    drop(parts);
                    self.end(job);
                }
                None
            }
        }
    }

    /// Goes on in new memory with what another worker has made, who gets the old memory back: workers that write to
    /// pieces of memory side by side, as allocators give them to one thread, wait for each other in each step.
    fn settle(&self, job: &mut Job) {
        let here = std::thread::current().id();
        if job.home == Some(here) {
            return;
        }
        let Some(copy) = job.state.copied() else { return };
        let old = std::mem::replace(&mut job.state, copy);
        let mut parts = self.lock();
        if let Some(home) = job.home.replace(here) {
            parts.left.push((home, old));
        }
        let own: Vec<_> = parts.left.extract_if(.., |(home, _)| *home == here).collect();
        drop(parts);
        drop(own);
    }

    /// Ends the search, in the middle of a part.
    pub(crate) fn end(&self, job: Job) {
        let mut parts = self.lock();
        if job.walk.round == parts.round {
            parts.ended.push(*job.walk);
        }
        self.over.store(true, Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Ends the search.
    pub(crate) fn give_up(&self) {
        let _parts = self.lock();
        self.over.store(true, Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Takes notice of the end of an execution of a part. The execution that the worker is to run now; `None` if it is
    /// to take another part.
    pub(crate) fn after(&self, mut job: Job) -> Option<Job> {
        let mut after = job.walk.after(&mut job.state);
        if after == After::More && self.wants.load(Ordering::SeqCst) {
            self.lend(&mut job);
        }
        loop {
            let is_part = job.walk.number != 0;
            match after {
                _ if (is_part || after != After::Over) && self.is_over() => {
                    self.end(job);
                    return None;
                }
                After::More if is_part && job.waits() => {
                    (job, after) = self.rest(job, false)?;
                }
                After::More => return self.begin(job),
                After::Early => {
                    (job, after) = self.rest(job, false)?;
                }
                After::Over if is_part => {
                    (job, after) = self.rest(job, true)?;
                }
                After::Over => {
                    self.lock().whole = Some(job.walk.report);
                    self.over.store(true, Ordering::SeqCst);
                    self.changed.notify_all();
                    return None;
                }
                After::Lent(part) => {
                    (job, after) = self.come_to(job, part)?;
                }
                After::Restart => {
                    let mut parts = self.lock();
                    parts.round += 1;
                    job.walk.round = parts.round;
                    // Who walks a part of what was thrown away is to see that.
                    for place in std::mem::take(&mut parts.places).into_values() {
                        if let Place::Walked(is_awaited, _) = place {
                            is_awaited.store(true, Ordering::SeqCst);
                        }
                    }
                    parts.open.clear();
                    (parts.written, parts.ends) = (0, false);
                    self.tell(&parts);
                    after = After::More;
                }
            }
        }
    }

    /// Lends a part to a worker that waits for one. The walk is at the end of an execution.
    fn lend(&self, job: &mut Job) {
        let mut parts = self.lock();
        if job.walk.round != parts.round {
            return;
        }
        let number = parts.next;
        let Some((walk, state)) = job.walk.lend(number, &mut job.state) else { return };
        parts.next += 1;
        let home = Some(std::thread::current().id());
        parts.places.insert(number, Place::Open(Job { walk: Box::new(walk), state, home }));
        parts.open.push_back(number);
        self.tell(&parts);
        self.changed.notify_one();
    }

    /// Lets a part wait for its lender. If that has come to it, it takes over; and what it does then.
    fn rest(&self, job: Job, is_over: bool) -> Option<(Job, After)> {
        let mut parts = self.lock();
        if job.walk.round != parts.round {
            return None;
        }
        parts.ends |= job.walk.ahead.is_some();
        let number = job.walk.number;
        if let Some(Place::Walked(_, Some(lender))) = parts.places.remove(&number) {
            self.tell(&parts);
            drop(parts);
            return Some(lender.fuse(job, is_over));
        }
        parts.written += job.written();
        parts.places.insert(number, Place::Rests(job, is_over));
        self.tell(&parts);
        None
    }

    /// A walk has come to what it had lent.
    fn come_to(&self, mut job: Job, part: usize) -> Option<(Job, After)> {
        let mut parts = self.lock();
        if job.walk.round != parts.round {
            return None;
        }
        match parts.places.remove(&part) {
            Some(Place::Rests(other, is_over)) => {
                parts.written = parts.written.saturating_sub(other.written());
                self.tell(&parts);
                drop(parts);
                Some(job.fuse(other, is_over))
            }
            Some(Place::Walked(is_awaited, None)) => {
                is_awaited.store(true, Ordering::SeqCst);
                parts.places.insert(part, Place::Walked(is_awaited, Some(job)));
                None
            }
            _ => {
                parts.open.retain(|open| *open != part);
                self.tell(&parts);
                if let Driver::Search(stack) = &mut job.state.driver {
                    stack.take_back();
                }
                Some((job, After::More))
            }
        }
    }

    /// The work that was done, and what was found.
    pub(crate) fn report(&self) -> Report {
        let mut parts = self.lock();
        if let Some(whole) = parts.whole.take() {
            return whole;
        }
        let mut walks = std::mem::take(&mut parts.ended);
        walks.extend(std::mem::take(&mut parts.places).into_values().filter_map(Place::walk));
        walks.sort_by_key(|walk| walk.number);
        let mut walks = walks.into_iter();
        let mut report = walks.next().map(|walk| walk.report).unwrap_or_default();
        for walk in walks {
            report.add(walk.report);
            // It will not be run again.
            walk.ahead.into_iter().for_each(|finding| report.add_finding(finding));
        }
        report.bounds.extend(parts.bound);
        report
    }
}

impl Parts {
    /// A part that nobody has begun.
    fn begin(&mut self) -> Option<Job> {
        let number = self.open.pop_front()?;
        let Some(Place::Open(job)) = self.places.remove(&number) else { return None };
        self.places.insert(number, Place::Walked(Arc::clone(&job.walk.is_awaited), None));
        Some(job)
    }
}

impl Place {
    fn walk(self) -> Option<Walk> {
        match self {
            Place::Open(job) | Place::Walked(_, Some(job)) | Place::Rests(job, _) => {
                Some(*job.walk)
            }
            Place::Walked(_, None) => None,
        }
    }
}

impl Job {
    /// Whether a part goes on only together with what has lent it.
    fn waits(&self) -> bool {
        self.walk.is_awaited.load(Ordering::SeqCst) || self.written() > WRITTEN
    }

    /// How many steps are written down for the lender.
    fn written(&self) -> usize {
        match &self.state.driver {
            Driver::Search(stack) => stack.written(),
            _ => 0,
        }
    }

    /// Takes over what another walk has done of the part that it was lent.
    fn fuse(mut self, other: Job, is_over: bool) -> (Job, After) {
        let after = self.walk.fuse(&mut self.state, *other.walk, other.state, is_over);
        (self, after)
    }
}
