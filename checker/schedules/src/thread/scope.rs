//! Threads that may borrow: they end before the scope does.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread as real;

use crate::run::context::{current, here};
pub use crate::run::fibre::Scope;
use crate::thread::children::Children;
use crate::thread::handle::{Builder, Started, Thread, is_finished, join};
use crate::thread::packet::Packet;

/// The right to wait for the end of a thread of a scope, as [`std::thread::ScopedJoinHandle`].
pub struct ScopedJoinHandle<'scope, T> {
    packet: Arc<Packet<T>>,
    /// Outside of a search.
    real: Option<real::JoinHandle<()>>,
    thread: Thread,
    scope: PhantomData<&'scope ()>,
}

/// Calls the closure with a scope, and waits for all threads that are started in it, as [`std::thread::scope`].
///
/// ```
/// use reductio_schedules::{explore, sync::Mutex, thread};
///
/// explore(|| {
///     let sum = Mutex::new(0);
///     thread::scope(|s| {
///         s.spawn(|| {
///             *sum.lock().unwrap() += 1;
///             s.spawn(|| *sum.lock().unwrap() += 2);
///         });
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
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    let site = here();
    let children = Arc::new(Children::default());
    let next = || children.left.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let wait = |is_empty: &dyn Fn() -> bool| {
        while let Some(child) = next() {
            join(&Thread::inside(child, None), site);
        }
        match current() {
            _ if is_empty() => {}
            Some(context) => context.execution.pause(context.me),
            None => real::park(),
        }
    };
    let own = Arc::clone(&children);
    let result = Scope::house(own, body, wait);
    assert!(!children.unhandled.load(Ordering::SeqCst), "a scoped thread panicked");
    result
}

impl<'scope> Scope<'scope, '_> {
    /// Starts a thread in the scope.
    ///
    /// # Panics
    /// If the operating system starts none.
    #[track_caller]
    pub fn spawn<F, T>(&'scope self, body: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        match Builder::new().spawn_scoped(self, body) {
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
        scope: &'scope Scope<'scope, '_>,
        body: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let packet = Arc::new(Packet::new(Some(Arc::clone(&scope.children.unhandled))));
        let panicked = Arc::new(AtomicBool::new(false));
        let (own, flag) = (Arc::clone(&packet), Arc::clone(&panicked));
        let body = scope.lodge(move || flag.store(own.fill(body), Ordering::SeqCst));
        let Some(started) = Started::new(self.manner.name.as_deref(), here()) else {
            let real = self.manner.real().spawn(body)?;
            let thread = Thread::outside(real.thread().clone());
            return Ok(ScopedJoinHandle { packet, real: Some(real), thread, scope: PhantomData });
        };
        let number = started.number();
        scope.children.left.lock().unwrap_or_else(PoisonError::into_inner).push(number);
        let thread = Thread::inside(number, self.manner.name.clone());
        let main = move || {
            body();
            panicked.load(Ordering::SeqCst)
        };
        started.run(&self.manner, Box::new(main))?;
        Ok(ScopedJoinHandle { packet, real: None, thread, scope: PhantomData })
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
        if let Some(real) = self.real {
            real.join()?;
        }
        self.packet.open()
    }

    /// The handle of the thread.
    pub fn thread(&self) -> &Thread {
        &self.thread
    }

    /// Tells whether the thread has ended. In a search, the ends of threads become steps of their own.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        is_finished(&self.thread, here()).unwrap_or_else(|| self.packet.is_full())
    }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for ScopedJoinHandle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopedJoinHandle").finish_non_exhaustive()
    }
}
