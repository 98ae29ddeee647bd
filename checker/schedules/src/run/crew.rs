//! The coroutines that carry the threads of an execution, on one thread of the operating system.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use crate::run::context::{Context, set_current};
use crate::run::execution::Execution;
use crate::run::fibre::{Fibre, Stack};
use crate::run::next::{Next, set_next, take_next};

/// How often all that unwind at the end of an execution are let go on without one coming to its end, before they are
/// left behind.
const PATIENCE: usize = 1000;

/// How many stacks are kept for other threads.
const KEPT: usize = 64;

thread_local! {
    static CREW: RefCell<Crew> = const {
        RefCell::new(Crew { fibres: Vec::new(), stacks: Vec::new(), size: 0 })
    };
}

/// Stacks that threads of the operating system have left when they ended: another search needs no new ones.
static LEFT: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

/// The coroutines of the execution that this thread of the operating system carries.
struct Crew {
    /// By the numbers of threads. Where there is none, the thread runs, has ended, or stays where it is for ever.
    fibres: Vec<Option<(Rc<Context>, Fibre)>>,
    /// Stacks of the usual size that nobody uses.
    stacks: Vec<Stack>,
    size: usize,
}

impl Drop for Crew {
    fn drop(&mut self) {
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        let room = KEPT.saturating_sub(left.len());
        left.extend(self.stacks.drain(..).take(room));
    }
}

/// A stack of so many bytes that another thread has left.
fn take_left(size: usize) -> Option<Stack> {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    let place = left.iter().rposition(|stack| stack.size() == size)?;
    Some(left.swap_remove(place))
}

/// Does something to the coroutines of this thread.
fn with<T>(act: impl FnOnce(&mut Crew) -> T) -> T {
    CREW.with(|crew| act(&mut crew.borrow_mut()))
}

/// Gets a stack of so many bytes for a thread.
pub(crate) fn stack(size: usize) -> io::Result<Stack> {
    let kept = with(|crew| if crew.size == size { crew.stacks.pop() } else { None });
    kept.or_else(|| take_left(size)).map_or_else(|| Stack::new(size), Ok)
}

/// Adds a thread, that is to run a body on a stack.
pub(crate) fn add(context: Rc<Context>, stack: Stack, body: Box<dyn FnOnce()>) {
    let (thread, fibre) = (context.me, Fibre::new(stack, body));
    with(|crew| {
        if crew.fibres.len() <= thread {
            crew.fibres.resize_with(thread + 1, || None);
        }
        crew.fibres[thread] = Some((context, fibre));
    });
}

/// Lets a thread go on until it gives way, with the reply of its operation.
fn resume((thread, reply): Next) {
    let found = with(|crew| crew.fibres.get_mut(thread).and_then(Option::take));
    let Some((context, fibre)) = found else { return };
    set_current(Some(Rc::clone(&context)));
    let resumed = fibre.resume(reply);
    set_current(None);
    with(|crew| match resumed {
        Err(fibre) => crew.fibres[thread] = Some((context, fibre)),
        Ok(stack) if crew.stacks.len() < KEPT && stack.size() == crew.size => {
            crew.stacks.push(stack);
        }
        Ok(_) => {}
    });
}

/// Runs an execution whose first thread was added, until it is over and all threads are unwound that let themselves be.
/// `size` is the usual one of stacks.
pub(crate) fn run(execution: &Arc<Execution>, size: usize) {
    with(|crew| {
        if crew.size != size {
            crew.stacks.clear();
            crew.size = size;
        }
    });
    let first = execution.lock().next();
    set_next(first);
    while let Some(next) = take_next() {
        resume(next);
    }
    let mut idle = 0;
    let unwinds = !execution.lock().stays();
    while unwinds && idle < PATIENCE && execution.lock().alive > 0 {
        let before = execution.lock().alive;
        for thread in 0..with(|crew| crew.fibres.len()) {
            resume((thread, None));
        }
        idle = if execution.lock().alive < before { 0 } else { idle + 1 };
    }
    with(|crew| crew.fibres.clear());
}
