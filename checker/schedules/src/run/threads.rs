//! Threads of the operating system that carry those of an execution: they hand a token on, so that one of them runs at
//! a time.

use std::io;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::run::context::{Context, set_current};
use crate::run::execution::Execution;
use crate::run::manner::Main;
use crate::run::slot::Turn;

/// Starts a thread that waits for its turn, and runs the body that it finds then.
pub(crate) fn add(
    context: Context,
    turn: Arc<Turn>,
    builder: std::thread::Builder,
    body: &Arc<Mutex<Option<Main>>>,
) -> io::Result<()> {
    let body = Arc::clone(body);
    builder.spawn(move || {
        let context = Rc::new(context);
        set_current(Some(Rc::clone(&context)));
        turn.wait();
        let body = body.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(body) = body {
            context.run(body);
        }
        set_current(None);
    })?;
    Ok(())
}

/// Runs an execution whose first thread was started, until it is over and all threads are gone that let themselves be
/// unwound. `stall` is how long a thread may run without coming to an operation.
pub(crate) fn run(execution: &Arc<Execution>, stall: Duration) {
    let first = execution.lock().next();
    execution.go_on(first);
    execution.wait(stall);
}
