//! Coroutines, and closures that borrow: all of the crate that the compiler cannot check.
//!
//! A thread of an execution is a coroutine: to hand the turn on takes some nanoseconds, and to start a thread less than
//! a microsecond, where threads of the operating system take microseconds and a hundred of them (the bench `schedules`
//! measures both). What is `unsafe` is one dereference of a pointer to what the running coroutine gives way by, and one
//! lifetime that is forgotten:
//!
//! - The pointer is only ever set by a coroutine that runs, to the yielder in the frame at the root of its own stack.
//!   The one who resumed it sets it back before it does anything else. So a pointer that is not null belongs to the
//!   coroutine that runs on this thread, and its root frame exists until its body has returned. Coroutines never go to
//!   another thread of the operating system.
//! - A coroutine that has not come to its end is never dropped: its stack stays as it is for ever, with all that others
//!   may point to.
//! - A closure of [`Scope::lodge`] is gone, run or not, before [`Scope::house`] returns or unwinds: it counts them.
//!   What is borrowed outlives that call, so it outlives the closures.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

use crate::thread::children::Children;

thread_local! {
    /// What the coroutine that runs on this thread gives way by. Null if none runs.
    static RUNNING: Cell<*const Yielder<Option<u64>, ()>> = const { Cell::new(ptr::null()) };
}

/// A stack, with a page after its end that nobody can access.
pub(crate) struct Stack {
    inner: DefaultStack,
    size: usize,
}

impl Stack {
    /// A stack of so many bytes: memory is taken as it is used.
    pub(crate) fn new(size: usize) -> io::Result<Self> {
        Ok(Stack { inner: DefaultStack::new(size)?, size })
    }

    /// The size that was asked for.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// A coroutine. One that is dropped before its end keeps its stack for ever.
pub(crate) struct Fibre {
    coroutine: ManuallyDrop<Coroutine<Option<u64>, (), (), DefaultStack>>,
    size: usize,
}

impl Fibre {
    /// A coroutine that will run a body, which must not panic.
    pub(crate) fn new(stack: Stack, body: Box<dyn FnOnce()>) -> Self {
        let Stack { inner, size } = stack;
        let coroutine =
            Coroutine::with_stack(inner, move |yielder: &Yielder<Option<u64>, ()>, _| {
                RUNNING.set(yielder);
                body();
            });
        Fibre { coroutine: ManuallyDrop::new(coroutine), size }
    }

    /// Lets the coroutine go on until it gives way, with a word for it. At its end, its stack.
    pub(crate) fn resume(mut self, word: Option<u64>) -> Result<Stack, Self> {
        let before = RUNNING.replace(ptr::null());
        let resumed = self.coroutine.resume(word);
        RUNNING.set(before);
        match resumed {
            CoroutineResult::Yield(()) => Err(self),
            CoroutineResult::Return(()) => {
                let inner = ManuallyDrop::into_inner(self.coroutine).into_stack();
                Ok(Stack { inner, size: self.size })
            }
        }
    }
}

/// Lets the one go on who resumed the coroutine that runs, until it is resumed again; returns the word that it is
/// resumed with. Nothing happens where none runs.
pub(crate) fn give_way() -> Option<u64> {
    let running = RUNNING.get();
    // SAFETY: it is null, or points to the yielder at the root of the stack that this function runs on (see above).
    let yielder = unsafe { running.as_ref() }?;
    let word = yielder.suspend(());
    RUNNING.set(running);
    word
}

/// A scope in which threads can be started that borrow from outside of it, as [`std::thread::Scope`].
pub struct Scope<'scope, 'env: 'scope> {
    lodgers: Arc<Lodgers>,
    pub(crate) children: Arc<Children>,
    lifetimes: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
}

/// The closures that live somewhere, and the thread that waits until all are gone.
struct Lodgers {
    count: AtomicUsize,
    host: Thread,
}

/// A closure that lives in a [`Scope`]. The fields are dropped in this order.
struct Lodger<F> {
    body: Option<F>,
    _place: Place,
}

/// Counts a closure as gone when it is dropped.
struct Place(Arc<Lodgers>);

impl Drop for Place {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Ordering::Release) == 1 {
            self.0.host.unpark();
        }
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Runs a body with a place for closures, and returns when all of these are gone. `wait` lets others go on
    /// meanwhile.
    pub(crate) fn house<R>(
        children: Arc<Children>,
        body: impl for<'inner> FnOnce(&'inner Scope<'inner, 'env>) -> R,
        wait: impl Fn(&dyn Fn() -> bool),
    ) -> R {
        let host = std::thread::current();
        let lodgers = Arc::new(Lodgers { count: AtomicUsize::new(0), host });
        let own = Arc::clone(&lodgers);
        let scope = Scope { lodgers: own, children, lifetimes: PhantomData };
        let result = catch_unwind(AssertUnwindSafe(|| body(&scope)));
        let is_empty = || lodgers.count.load(Ordering::Acquire) == 0;
        while !is_empty() {
            // One that panics must not lead out of here.
            _ = catch_unwind(AssertUnwindSafe(|| wait(&is_empty)));
        }
        result.unwrap_or_else(|payload| resume_unwind(payload))
    }

    /// Keeps a closure for somebody who does not know how long it may live.
    pub(crate) fn lodge(
        &self,
        body: impl FnOnce() + Send + 'scope,
    ) -> Box<dyn FnOnce() + Send + 'static> {
        self.lodgers.count.fetch_add(1, Ordering::Relaxed);
        let mut lodger = Lodger { body: Some(body), _place: Place(Arc::clone(&self.lodgers)) };
        let body: Box<dyn FnOnce() + Send + 'scope> = Box::new(move || {
            if let Some(body) = lodger.body.take() {
                body();
            }
            drop(lodger);
        });
        // SAFETY: only the lifetime differs. `house` does not return before `Place` is dropped, which is after `body`
        // is.
        unsafe { std::mem::transmute(body) }
    }
}
