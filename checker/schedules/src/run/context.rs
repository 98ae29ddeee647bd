//! The words of a thread to its execution: it stops before an operation, or says what it has done.

use std::cell::RefCell;
use std::panic::{Location, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::memory::engine::{Answer, Request};
use crate::run::execution::Execution;
use crate::run::hook;
use crate::run::naming::Made;
use crate::run::slot::{Ending, Panic, Seen};
use crate::run::state::State;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;

thread_local! {
    static CURRENT: RefCell<Option<Rc<Context>>> = const { RefCell::new(None) };
}

/// The value with which a thread panics that is unwound at the end of an execution.
pub(crate) struct Over;

/// A thread of an execution.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) execution: Arc<Execution>,
    pub(crate) me: usize,
}

/// The execution that this thread is part of. It is asked for several times in each step, so nothing is counted that
/// other threads of the operating system count as well.
pub(crate) fn current() -> Option<Rc<Context>> {
    CURRENT.try_with(|current| current.try_borrow().ok()?.clone()).ok().flatten()
}

/// Keeps a panic of a thread of an execution. Those of other threads are not ours.
pub(crate) fn keep_panic(told: &dyn Fn() -> (String, String)) -> bool {
    let Some(context) = current() else { return false };
    let (message, at) = told();
    {
        // One that panics while others unwind at the end of an execution unwinds as well: its destructors must not be
        // stopped.
        let mut state = context.execution.lock();
        if state.ending.is_some() {
            state.leaving.insert(context.me);
        }
    }
    if hook::aborts(&message) {
        let state = context.execution.lock();
        let found = state.ending.is_none().then(|| state.first_panic(context.me));
        let found = found.map(|found| crate::tell::finding(&state, &found).to_string());
        drop(state);
        eprintln!("{}", found.unwrap_or_else(|| "While an execution is given up:".to_owned()));
        eprintln!("A destructor panics while its thread unwinds, and that ends the process:");
        return false;
    }
    context.quietly(|state| state.panics.push(Panic { thread: context.me, message, at }));
    true
}

/// Makes this thread of the operating system carry a thread of an execution, or none.
pub(crate) fn set_current(context: Option<Rc<Context>>) {
    _ = CURRENT.try_with(|current| *current.borrow_mut() = context);
}

/// The line of the caller's caller, through functions that are marked.
#[track_caller]
pub(crate) fn here() -> Site {
    Location::caller()
}

/// Does something as if this thread were part of no execution.
pub(crate) fn outside<T>(act: impl FnOnce() -> T) -> T {
    let before = CURRENT.try_with(RefCell::take).ok().flatten();
    let _back = OnDrop(Some(|| set_current(before)));
    act()
}

impl Context {
    /// Stops before an operation until it is the thread's turn, and says what the operation has done. `None` if the
    /// execution is over and the thread unwinds already: then nobody waits for anybody.
    pub(crate) fn step(&self, op: Op, site: Site) -> Option<u64> {
        self.execution.step(self.me, op, site).or_else(|| self.leave())
    }

    /// Unwinds the thread, unless it unwinds already.
    pub(crate) fn leave<T>(&self) -> Option<T> {
        if self.execution.is_unwinding(self.me) {
            return None;
        }
        self.execution.leaves(self.me);
        resume_unwind(Box::new(Over))
    }

    /// Does something to the state of the execution, without stopping. `None` if the execution is over.
    pub(crate) fn quietly<T>(&self, act: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut state = self.execution.lock();
        if state.ending.is_some() {
            return None;
        }
        Some(act(&mut state))
    }

    /// Does something to the state of the execution as [`Self::quietly`] does, and unwinds if the execution ends by it.
    pub(crate) fn checked<T>(&self, act: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut state = self.execution.lock();
        if state.ending.is_none() {
            let done = act(&mut state);
            if state.ending.is_none() {
                return Some(done);
            }
        }
        drop(state);
        self.execution.go_on(None);
        self.leave()
    }

    /// Names a new object.
    pub(crate) fn new_object(&self, kind: &'static str, site: Site) -> Option<ObjectId> {
        let me = self.me;
        self.quietly(|state| {
            let slot = state.threads.get_mut(&me)?;
            let id = if let Some((maker, objects)) = &mut slot.making {
                *objects += 1;
                ObjectId { maker: *maker, number: *objects }
            } else {
                slot.objects += 1;
                ObjectId { maker: u32::try_from(me).unwrap_or(u32::MAX), number: slot.objects - 1 }
            };
            state.objects.insert(id, Made { kind, site });
            // What belongs to a `static` is there before all threads.
            if let Some(memory) =
                state.memory.as_mut().filter(|_| id.maker & ObjectId::STATICS == 0)
            {
                memory.is_made(me, id);
            }
            Some(id)
        })?
    }

    /// Makes what belongs to a `static`: objects are named by it.
    pub(crate) fn making<T>(&self, number: u32, make: impl FnOnce() -> T) -> T {
        let me = self.me;
        let set = |making| {
            let set = |state: &mut State| {
                let slot = state.threads.get_mut(&me)?;
                Some(std::mem::replace(&mut slot.making, making))
            };
            self.quietly(set).flatten().flatten()
        };
        let before = set(Some((ObjectId::STATICS | number, 0)));
        let _back = OnDrop(Some(|| _ = set(before)));
        make()
    }

    /// A panic of this thread that somebody else gets is a finding, unless panics are expected.
    pub(crate) fn has_panicked(&self) {
        let me = self.me;
        self.checked(|state| {
            if !state.rules.panics {
                let found = state.first_panic(me);
                state.end(Ending::Found(found));
            }
        });
    }

    /// Chooses one of some alternatives: the search tries all of them.
    pub(crate) fn choose(&self, of: u32) -> Option<u32> {
        self.checked(|state| state.choose(of))
    }

    /// Gives a lock back: a step of its own only if somebody may see it. `really` gives back the lock of `std`, and is
    /// told whether the execution is over.
    pub(crate) fn release(
        &self,
        object: ObjectId,
        shared: bool,
        site: Site,
        really: impl FnOnce(bool),
    ) {
        let op = if shared { Op::Unshare(object) } else { Op::Unlock(object) };
        self.gives_back(object, op, site, really);
    }

    /// Gives a lock back by an operation, as [`Self::release`] does.
    pub(crate) fn gives_back(
        &self,
        object: ObjectId,
        op: Op,
        site: Site,
        really: impl FnOnce(bool),
    ) {
        let me = self.me;
        let stops = self.quietly(|state| {
            let made = state.made(object);
            if state.stops(made.map(Seen::Lock)) {
                return true;
            }
            match op {
                Op::Unshare(_) => _ = state.unshare(me, object),
                Op::UnshareRight { lock, right } => _ = state.unshare_right(me, lock, right),
                _ => _ = state.unlock(me, object),
            }
            state.quietly_unlocks(me, object, op);
            let is_write = matches!(op, Op::Unlock(_));
            let text = if is_write { "unlocks" } else { "unlocks for reading" };
            state.note(text, Some(object), None);
            false
        });
        if stops == Some(true) {
            // The lock is held until it is the thread's turn.
            let held = OnDrop(Some(|| really(self.is_over())));
            self.step(op, site);
            drop(held);
        } else {
            // Nobody else runs before the thread stops.
            really(stops.is_none());
        }
    }

    /// Decides whether the execution is over.
    pub(crate) fn is_over(&self) -> bool {
        self.execution.lock().ending.is_some()
    }

    /// Asks the memory of the execution, where it is not sequentially consistent, for what an operation on an atomic
    /// does. `bits` is the last value that was written. `None` if the execution has no such memory, or is over.
    pub(crate) fn asks(
        &self,
        op: Op,
        bits: u64,
        site: Site,
        request: impl FnOnce(usize) -> Request,
    ) -> Option<Answer> {
        let (me, object) = (self.me, op.object()?);
        let asks = self.checked(|state| {
            if state.memory.is_some() {
                state.asks(me, object, bits, site, request);
            }
            state.memory.is_some()
        });
        if asks != Some(true) {
            return None;
        }
        self.step(op, site)?;
        self.quietly(|state| {
            let answer = state.answer(me);
            state.tries_fences(me, site, true);
            answer
        })
    }

    /// Decides whether the memory of the execution is not sequentially consistent.
    pub(crate) fn is_weak(&self) -> bool {
        self.quietly(|state| state.memory.is_some()) == Some(true)
    }

    /// Says that the search takes the ordering of an atomic for the strongest one.
    pub(crate) fn takes_for_strongest(&self, order: Ordering, site: Site) {
        if order != Ordering::SeqCst {
            self.checked(|state| {
                if state.memory.is_none() {
                    state.weaker.insert(site);
                    state.needs_orders();
                }
            });
        }
    }

    /// Says that somebody may see whether a lock is free.
    pub(crate) fn looks_at_lock(&self, object: ObjectId) {
        self.checked(|state| {
            if let Some(site) = state.made(object) {
                state.is_seen(Seen::Lock(site));
            }
        });
    }
}

/// Does something when it is dropped, also while the thread unwinds.
struct OnDrop<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}
