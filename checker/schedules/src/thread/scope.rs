//! Threads that may borrow: they end before the scope does.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread as real;

use crate::run::context::{current, here};
use crate::thread::handle::{Builder, Thread, is_finished, join, start, take_back};

/// A scope in which threads can be started that borrow from outside of it, as [`std::thread::Scope`]. It is handed to the closure as a
/// value that can be copied, not by reference: a thread of the scope that starts others needs a `move` closure.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'scope, 'env> {
    real: &'scope real::Scope<'scope, 'env>,
    /// No other scope of this process has the same.
    number: u64,
}

/// The right to wait for the end of a thread of a scope, as [`std::thread::ScopedJoinHandle`].
#[derive(Debug)]
pub struct ScopedJoinHandle<'scope, T> {
    real: real::ScopedJoinHandle<'scope, T>,
    thread: Thread,
}

/// Calls the closure with a scope, and waits for all threads that are started in it, as [`std::thread::scope`].
///
/// ```
/// use reductio_schedules::{explore, sync::Mutex, thread};
///
/// explore(|| {
///     let sum = Mutex::new(0);
///     thread::scope(|s| {
///         s.spawn(|| *sum.lock().unwrap() += 1);
///         s.spawn(|| *sum.lock().unwrap() += 2);
///     });
///     assert_eq!(sum.into_inner().unwrap(), 3);
/// });
/// ```
///
/// # Panics
/// If the closure panics, or a thread of the scope did that nobody joined.
#[track_caller]
pub fn scope<'env, F, T>(body: F) -> T
where
    F: for<'scope> FnOnce(Scope<'scope, 'env>) -> T,
{
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let site = here();
    let number = NUMBER.fetch_add(1, Ordering::SeqCst);
    real::scope(|scope| {
        let result = catch_unwind(AssertUnwindSafe(|| body(Scope { real: scope, number })));
        let started = || current()?.quietly(|state| state.scopes.get_mut(&number)?.pop()).flatten();
        while let Some(thread) = started() {
            join(&Thread::inside(thread, None), site);
        }
        result.unwrap_or_else(|payload| resume_unwind(payload))
    })
}

impl<'scope> Scope<'scope, '_> {
    /// Starts a thread in the scope.
    ///
    /// # Panics
    /// If the operating system starts none.
    #[track_caller]
    pub fn spawn<F, T>(&self, body: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        match Builder::new().spawn_scoped(*self, body) {
            Ok(handle) => handle,
            Err(error) => panic!("the operating system starts no thread: {error}"),
        }
    }
}

impl Builder {
    /// Starts the thread in a scope.
    ///
    /// # Errors
    /// If the operating system starts none.
    #[track_caller]
    pub fn spawn_scoped<'scope, F, T>(
        self,
        scope: Scope<'scope, '_>,
        body: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let builder = self.real();
        let Some(started) = start(self.name.as_deref(), here()) else {
            let real = builder.spawn_scoped(scope.real, body)?;
            let thread = Thread::outside(real.thread().clone());
            return Ok(ScopedJoinHandle { real, thread });
        };
        let number = started.context.me;
        let thread = Thread::inside(number, self.name);
        let context = started.context.clone();
        context.quietly(|state| state.scopes.entry(scope.number).or_default().push(number));
        let spawned =
            builder.spawn_scoped(scope.real, move || started.context.run(&started.turn, body));
        if spawned.is_err() {
            take_back(&context);
        }
        Ok(ScopedJoinHandle { real: spawned?, thread })
    }
}

impl<T> ScopedJoinHandle<'_, T> {
    /// Waits until the thread has ended, and returns what it returned.
    ///
    /// # Errors
    /// With what the thread panicked with.
    #[track_caller]
    pub fn join(self) -> real::Result<T> {
        join(&self.thread, here());
        self.real.join()
    }

    /// The handle of the thread.
    pub fn thread(&self) -> &Thread {
        &self.thread
    }

    /// Whether the thread has ended. In a search, the ends of threads become steps of their own.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        is_finished(&self.thread, here()).unwrap_or_else(|| self.real.is_finished())
    }
}
