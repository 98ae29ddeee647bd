//! One execution: its threads hand a token on, so that one of them runs at a time.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::finding::Found;
use crate::run::fibre::give_way;
use crate::run::manner::Carrier;
use crate::run::next::{Next, set_next};
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;

/// How long threads may take to unwind at the end of an execution.
const UNWINDING: Duration = Duration::from_secs(2);

/// How often a thread that catches its unwinding at the end of an execution is unwound again.
const UNWOUND: usize = 1000;

/// How often a thread that may or may not unwind is taken to do so.
const SILENT: usize = 100_000;

/// An execution that runs, or has come to its end. Each step locks it, so it shares no line of a cache with what
/// another worker has.
#[repr(align(128))]
pub(crate) struct Execution {
    /// No other execution of this process has the same.
    pub(crate) number: u64,
    pub(crate) carrier: Carrier,
    state: Mutex<Box<State>>,
    changed: Condvar,
    /// A state that is over, for the time after the execution.
    over: Option<Box<State>>,
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Execution")
    }
}

impl Execution {
    /// An execution that is about to begin.
    pub(crate) fn new(state: Box<State>, carrier: Carrier) -> Arc<Self> {
        Arc::new(Execution {
            number: number(),
            carrier,
            state: Mutex::new(state),
            changed: Condvar::new(),
            over: None,
        })
    }

    /// An execution that is about to begin, in place of one that is over and that nobody else has.
    pub(crate) fn after(mut before: Arc<Self>, state: Box<State>, carrier: Carrier) -> Arc<Self> {
        let Some(own) = Arc::get_mut(&mut before) else { return Execution::new(state, carrier) };
        (own.number, own.carrier) = (number(), carrier);
        let place = own.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        own.over = Some(std::mem::replace(place, state));
        before
    }

    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, Box<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the state of an execution that is over. Threads that were left behind find one that is over.
    pub(crate) fn take(&self) -> Box<State> {
        let mut state = self.lock();
        state.settle();
        let over = Box::new(State::over(state.rules.clone()));
        std::mem::replace(&mut *state, over)
    }

    /// Takes the state of an execution that is over, as [`Self::take`] does, mostly from the last one who has it.
    pub(crate) fn close(execution: &mut Arc<Self>) -> Box<State> {
        let Some(own) = Arc::get_mut(execution) else { return execution.take() };
        let place = own.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        place.settle();
        let over = own.over.take();
        let over = over.unwrap_or_else(|| Box::new(State::over(place.rules.clone())));
        std::mem::replace(place, over)
    }

    /// Tells the one who waits for the end that something has changed. With coroutines, nobody waits.
    pub(crate) fn changed(&self) {
        if self.carrier == Carrier::Threads {
            self.changed.notify_all();
        }
    }

    /// Waits until the execution has ended and its threads are gone.
    pub(crate) fn wait(&self, stall: Duration) {
        let mut state = self.lock();
        let (mut steps, mut since) = (state.trace.len(), Instant::now());
        while state.ending.is_none() {
            let waited = self.changed.wait_timeout(state, stall.min(Duration::from_millis(200)));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.trace.len() != steps {
                (steps, since) = (state.trace.len(), Instant::now());
            } else if since.elapsed() >= stall && state.ending.is_none() {
                let thread = state.trace.last().map_or(0, |event| event.thread);
                state.end(Ending::Found(Found::Stalled { thread, after: since.elapsed() }));
                state.wake_all();
            }
        }
        let since = Instant::now();
        while !state.stays() && state.alive > 0 && since.elapsed() < UNWINDING {
            let waited = self.changed.wait_timeout(state, Duration::from_millis(50));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lets a thread go on, or all if the execution has ended.
    pub(crate) fn go_on(&self, next: Option<Next>) {
        if self.carrier == Carrier::Coroutines {
            set_next(next);
            return;
        }
        let state = self.lock();
        if state.stays() {
            self.changed();
            return;
        }
        if let Some(slot) = next.and_then(|(thread, _)| state.threads.get(&thread)) {
            let turn = Arc::clone(&slot.turn);
            // First unlocked: the other one locks at once.
            drop(state);
            turn.give();
        } else {
            state.wake_all();
            self.changed();
        }
    }

    /// Stops before an operation until it is the thread's turn. `None` if the execution is over.
    pub(crate) fn step(&self, me: usize, op: Op, site: Site) -> Option<u64> {
        let mut state = self.lock();
        if state.ending.is_some() {
            return None;
        }
        if let Some(lock) = own_lock(&state, me, op) {
            state.end(Ending::Found(Found::Again { thread: me, lock, site }));
        }
        let slot = state.threads.get_mut(&me)?;
        slot.pending = Some((op, site));
        slot.unwinds = std::thread::panicking();
        let next = state.next();
        let Some((other, _)) = next else {
            drop(state);
            self.go_on(None);
            return None;
        };
        if other == me {
            return Some(state.threads.get(&me)?.reply);
        }
        match self.carrier {
            // While one coroutine unwinds, the others would unwind as well, as far as `std` can tell.
            Carrier::Coroutines if std::thread::panicking() => {
                state.end(Ending::Carrier);
                return None;
            }
            Carrier::Coroutines => {
                drop(state);
                set_next(next);
                return give_way();
            }
            Carrier::Threads => {
                let own = Arc::clone(&state.threads.get(&me)?.turn);
                let other = Arc::clone(&state.threads.get(&other)?.turn);
                // First unlocked: the other one locks at once.
                drop(state);
                other.give();
                own.wait();
            }
        }
        let state = self.lock();
        if state.ending.is_some() {
            return None;
        }
        Some(state.threads.get(&me)?.reply)
    }

    /// Decides whether a thread unwinds already, at the end of the execution.
    pub(crate) fn is_unwinding(&self, me: usize) -> bool {
        if !std::thread::panicking() || self.carrier == Carrier::Threads {
            return std::thread::panicking();
        }
        let mut state = self.lock();
        if state.paused == 0 {
            return true;
        }
        // Others unwind on the same thread of the operating system.
        state.silent += 1;
        if state.silent > SILENT {
            drop(state);
            self.stay();
        }
        state.leaving.contains(&me)
    }

    /// A thread is unwound since the execution is over. One that does not let itself be unwound is left behind.
    pub(crate) fn leaves(&self, me: usize) {
        let mut state = self.lock();
        state.leaving.insert(me);
        state.unwound += 1;
        if state.stays() || state.unwound > UNWOUND {
            drop(state);
            self.stay();
        }
    }

    /// Never goes on.
    pub(crate) fn stay(&self) -> ! {
        loop {
            match self.carrier {
                Carrier::Coroutines => _ = give_way(),
                Carrier::Threads => std::thread::park(),
            }
        }
    }

    /// Lets others go on that unwind at the end of the execution.
    pub(crate) fn pause(&self, me: usize) {
        if std::thread::panicking() {
            self.lock().leaving.insert(me);
        }
        match self.carrier {
            Carrier::Coroutines => {
                let unwinds = std::thread::panicking();
                self.lock().paused += usize::from(unwinds);
                give_way();
                self.lock().paused -= usize::from(unwinds);
            }
            Carrier::Threads => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// A number that no other execution of this process has. Those of a thread of the operating system are taken together:
/// with one count for each execution, workers would wait for each other.
fn number() -> u64 {
    const MANY: u64 = 1024;
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static OWN: Cell<u64> = const { Cell::new(0) };
    }
    let own = OWN.get();
    let number =
        if own.is_multiple_of(MANY) { NEXT.fetch_add(MANY, Ordering::SeqCst) } else { own };
    OWN.set(number + 1);
    number
}

/// The lock that a thread holds already and would wait for.
fn own_lock(state: &State, me: usize, op: Op) -> Option<ObjectId> {
    if let Op::ShareRight { lock, right, .. } = op {
        let writes = |o: &ObjectId| state.world.locks.get(o).is_some_and(|o| o.writer == Some(me));
        return [lock, right].iter().any(writes).then_some(lock);
    }
    let (Op::Lock(o) | Op::Share(o) | Op::Begin(o)) = op else { return None };
    let lock = state.world.locks.get(&o)?;
    let shares = lock.readers.contains(&me) && !matches!(op, Op::Share(_));
    (lock.writer == Some(me) || shares).then_some(o)
}
