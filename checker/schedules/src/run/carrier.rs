//! The carriers of the threads of an execution: coroutines on one thread of the operating system, or threads of the
//! operating system.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::finding::Found;
use crate::memory::engine::Request;
use crate::run::context::{Context, Over};
use crate::run::execution::Execution;
use crate::run::manner::{Carrier, Main, Manner};
use crate::run::slot::{Ending, Seen, Turn};
use crate::run::{crew, threads};
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::Op;

/// Runs a closure as the first thread, and returns when the execution has ended. `stall` is how long a thread may run
/// without coming to an operation.
pub(crate) fn run(
    execution: &Arc<Execution>,
    root: &Arc<dyn Fn() + Send + Sync>,
    stall: Duration,
    site: Site,
) {
    let root = Arc::clone(root);
    let body: Main = Box::new(move || {
        let panic = catch_unwind(AssertUnwindSafe(|| root())).err();
        panic.is_some_and(|payload| !payload.is::<Over>())
    });
    let turn = execution.lock().add_thread(0, None, site);
    let context = Context { execution: Arc::clone(execution), me: 0 };
    let size = execution.lock().rules.stack;
    let manner = Manner { name: Some("schedule".to_owned()), stack: Some(size) };
    if context.start(turn, &manner, body).is_ok() {
        match execution.carrier {
            Carrier::Coroutines => crew::run(execution, size),
            Carrier::Threads => threads::run(execution, stall),
        }
    }
}

impl Context {
    /// Lets something carry this thread, which waits for its turn and then runs a body. Where nothing can, the
    /// execution ends before the body is dropped: what its destructors do is no part of it.
    pub(crate) fn start(self, turn: Arc<Turn>, manner: &Manner, body: Main) -> io::Result<()> {
        let execution = Arc::clone(&self.execution);
        let fails = |error| {
            let mut state = execution.lock();
            state.alive -= 1;
            state.end(Ending::Found(Found::NoThread));
            error
        };
        match self.execution.carrier {
            Carrier::Threads => {
                let body = Arc::new(Mutex::new(Some(body)));
                threads::add(self, turn, manner.real(), &body).map_err(fails)
            }
            Carrier::Coroutines => {
                let usual = self.execution.lock().rules.stack;
                let size = manner.stack.map_or(usual, |size| size.max(usual));
                let stack = crew::stack(size).map_err(fails)?;
                let context = Rc::new(self);
                let own = Rc::clone(&context);
                crew::add(context, stack, Box::new(move || own.run(body)));
                Ok(())
            }
        }
    }

    /// Runs a body as this thread of the execution, whose turn it is.
    pub(crate) fn run(&self, body: Main) {
        let _gone = Gone(Arc::clone(&self.execution));
        if self.is_given_up() {
            _ = catch_unwind(AssertUnwindSafe(|| {
                let _body = body;
                resume_unwind(Box::new(Over))
            }));
            return;
        }
        let own = |result: std::thread::Result<bool>| {
            result.unwrap_or_else(|payload| !payload.is::<Over>())
        };
        let panicked = own(catch_unwind(AssertUnwindSafe(body)));
        let mut late = false;
        // Once more where the destructor of one was given up.
        while self.has_locals() {
            late |= own(catch_unwind(AssertUnwindSafe(|| {
                let _locals = OwnLocals(self);
                if self.is_given_up() {
                    resume_unwind(Box::new(Over));
                }
                false
            })));
        }
        self.finish(panicked || late);
    }

    /// Whether the execution is over. From then on this thread is one that unwinds, whichever others do.
    fn is_given_up(&self) -> bool {
        let mut state = self.execution.lock();
        let is_over = state.ending.is_some();
        if is_over {
            state.leaving.insert(self.me);
        }
        is_over
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
                if state.memory.is_some() {
                    state.quietly_asks(me, Request::End);
                }
                if stops.is_none() {
                    state.touch(ObjectId::of_thread(me), Touch::Finish);
                }
                let last = state.trace.len().saturating_sub(1);
                state.world.threads.of(me).ended = Some(last);
                if let Some(slot) = state.threads.get_mut(&me) {
                    slot.ended = true;
                    slot.pending = None;
                }
            }
            state.next()
        };
        self.execution.go_on(next);
    }
}

/// Drops the values that a thread has for itself.
struct OwnLocals<'a>(&'a Context);

impl Drop for OwnLocals<'_> {
    fn drop(&mut self) {
        self.0.drop_locals();
    }
}

/// Counts a thread as gone when it is dropped.
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
