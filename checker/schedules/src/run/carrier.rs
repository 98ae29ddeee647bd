//! The threads of the operating system that carry those of an execution.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use crate::finding::Found;
use crate::run::context::{Context, Over, keep_panic, set_current};
use crate::run::execution::Execution;
use crate::run::hook;
use crate::run::slot::{Ending, Seen, Turn};
use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::Op;

/// Runs a closure as the first thread, and returns the state when the execution has ended. `stall` is how long a thread may run without
/// coming to an operation.
pub(crate) fn run(
    state: State,
    root: Arc<dyn Fn() + Send + Sync>,
    stall: Duration,
    site: Site,
) -> State {
    hook::install(keep_panic);
    let execution = Execution::new(state);
    let turn = execution.lock().add_thread(0, None, site);
    let context = Context { execution: Arc::clone(&execution), me: 0 };
    let builder = std::thread::Builder::new().name("schedule".to_owned());
    let started = builder.spawn(move || {
        // What the thread returns, and what it panics with, is known already.
        _ = catch_unwind(AssertUnwindSafe(|| context.run(&turn, || root())));
    });
    if started.is_err() {
        let mut state = execution.lock();
        state.alive = 0;
        state.end(Ending::Found(Found::NoThread));
    } else {
        let first = execution.lock().schedule();
        execution.go_on(first);
    }
    execution.wait(stall);
    // Threads that were left behind find an execution that is over.
    let mut state = execution.lock();
    let over = State::over(state.rules.clone());
    std::mem::replace(&mut *state, over)
}

impl Context {
    /// Runs a closure as this thread of the execution.
    pub(crate) fn run<T>(self, turn: &Turn, body: impl FnOnce() -> T) -> T {
        let gone = Gone(Arc::clone(&self.execution));
        set_current(Some(self.clone()));
        turn.wait();
        if self.execution.lock().ending.is_some() {
            let ended = catch_unwind(AssertUnwindSafe(|| {
                let _body = body;
                resume_unwind(Box::new(Over))
            }));
            set_current(None);
            drop(gone);
            return ended.unwrap_or_else(|payload| resume_unwind(payload));
        }
        let result = catch_unwind(AssertUnwindSafe(body));
        let dropped = catch_unwind(AssertUnwindSafe(|| self.drop_locals()));
        let result = match dropped {
            Err(payload) if result.is_ok() => Err(payload),
            _ => result,
        };
        let panic = result.as_ref().err().filter(|payload| !payload.is::<Over>());
        self.finish(panic.is_some());
        set_current(None);
        drop(gone);
        result.unwrap_or_else(|payload| resume_unwind(payload))
    }

    /// The thread has come to its end.
    fn finish(&self, panicked: bool) {
        let me = self.me;
        if panicked {
            self.quietly(|state| {
                state.note("has panicked", None, None);
                if !state.rules.panics {
                    let found = state.first_panic(me);
                    state.end(Ending::Found(found));
                }
            });
        }
        let stops = self.quietly(|state| {
            let line = state.trace.last().map(|event| event.site);
            line.filter(|_| state.stops(Some(Seen::End)))
        });
        let stops = stops.flatten();
        if let Some(site) = stops {
            _ = self.execution.step(me, Op::Finish, site);
        }
        let next = {
            let mut state = self.execution.lock();
            if state.ending.is_none() {
                let held = state.world.held(me);
                if let Some((lock, _)) = held.first() {
                    state.end(Ending::Found(Found::Leaked { thread: me, lock: *lock }));
                }
                if stops.is_none() {
                    state.touch(ObjectId::of_thread(me), Touch::Finish);
                }
                let last = state.trace.len().saturating_sub(1);
                state.world.threads.entry(me).or_default().ended = Some(last);
                if let Some(slot) = state.threads.get_mut(&me) {
                    slot.ended = true;
                    slot.pending = None;
                }
            }
            state.schedule()
        };
        self.execution.go_on(next);
    }
}

/// Counts a thread of the operating system as gone when it is dropped.
struct Gone(Arc<Execution>);

impl Drop for Gone {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.alive = state.alive.saturating_sub(1);
        if state.alive == 0 {
            self.0.changed();
        }
    }
}
