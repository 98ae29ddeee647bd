//! Work that is done whenever a thread is started.

use std::sync::Arc;

use crate::run::context::current;
use crate::run::manner::Main;
use crate::thread::handle::Thread;

type Hook = dyn Fn(&Thread) -> Box<dyn FnOnce() + Send> + Send + Sync;

/// The first work of a thread.
pub(crate) type First = Vec<Box<dyn FnOnce() + Send>>;

/// The work that is done whenever a thread starts another one, the last that was added first.
#[derive(Clone)]
pub(crate) struct Hooks(Vec<Arc<Hook>>);

impl std::fmt::Debug for Hooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hooks({})", self.0.len())
    }
}

/// Adds a function that is called whenever this thread starts one, with the new one. What it returns is called in the
/// new thread, first of all. The new thread has the function as well, as with `add_spawn_hook` of `std`, which is not
/// stable. It is for what is handed down from thread to thread. Outside of a search it does nothing.
///
/// ```
/// use std::cell::Cell;
/// use reductio_schedules::{explore, thread, thread_local};
///
/// thread_local! {
///     static DEPTH: Cell<u32> = const { Cell::new(0) };
/// }
///
/// explore(|| {
///     thread::add_spawn_hook(|_| {
///         let depth = DEPTH.get();
///         move || DEPTH.set(depth + 1)
///     });
///     let depth = thread::spawn(|| thread::spawn(|| DEPTH.get()).join().unwrap()).join().unwrap();
///     assert_eq!(depth, 2);
/// });
/// ```
pub fn add_spawn_hook<F, G>(hook: F)
where
    F: Fn(&Thread) -> G + Send + Sync + 'static,
    G: FnOnce() + Send + 'static,
{
    let Some(context) = current() else { return };
    let hook: Arc<Hook> = Arc::new(move |thread| Box::new(hook(thread)));
    context.quietly(|state| {
        if let Some(slot) = state.threads.get_mut(&context.me) {
            slot.hooks.get_or_insert(Hooks(Vec::new())).0.insert(0, hook);
        }
    });
}

impl Hooks {
    /// Calls the functions, in the thread that starts another one.
    pub(crate) fn call(&self, child: usize, name: Option<&str>) -> First {
        let thread = Thread::inside(child, name.map(str::to_owned));
        self.0.iter().map(|hook| hook(&thread)).collect()
    }
}

/// A thread's body, after what is done first.
pub(crate) fn preceded(first: First, body: Main) -> Main {
    if first.is_empty() {
        return body;
    }
    Box::new(move || {
        for act in first {
            act();
        }
        body()
    })
}
