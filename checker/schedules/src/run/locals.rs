//! Values that are kept for each thread of an execution, and dropped as the last thing that the thread does.
//!
//! Threads of an execution share a thread of the operating system, and its `std::thread_local!` variables with it. Here
//! a thread has values of its own, by keys. They need not be `Send`: they stay on the thread of the operating system
//! that they were made on, where the thread of the execution stays as well.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::mutants::{self, Mutant};
use crate::run::context::{Context, outside};

/// The values of a thread, by their keys, in the order in which they were made. `None` where one has been dropped.
type Locals = Vec<(usize, Option<Rc<dyn Any>>)>;

/// By the number of the execution, and of the thread in it.
#[derive(Default)]
struct All(FxHashMap<(u64, usize), Locals>);

impl Drop for All {
    fn drop(&mut self) {
        // Of threads that stay where they are for ever: their values do as well, since destructors could wait for what
        // these threads hold.
        std::mem::forget(std::mem::take(&mut self.0));
    }
}

thread_local! {
    static LOCALS: RefCell<All> = RefCell::default();
}

/// The value that a thread has by a key, if it has one.
pub(crate) enum Local {
    /// Nothing so far.
    New,
    Value(Rc<dyn Any>),
    /// The thread ends, and its value was dropped.
    Dropped,
}

impl Context {
    fn locals<T>(&self, act: impl FnOnce(&mut Locals) -> T) -> T {
        let key = (self.execution.number, self.me);
        LOCALS.with(|all| act(all.borrow_mut().0.entry(key).or_default()))
    }

    /// The value that this thread has by a key, if it has one.
    pub(crate) fn local(&self, key: usize) -> Local {
        self.locals(|locals| match locals.iter().find(|(other, _)| *other == key) {
            None => Local::New,
            Some((_, None)) => Local::Dropped,
            Some((_, Some(value))) => Local::Value(Rc::clone(value)),
        })
    }

    /// Gives this thread a value, which is dropped when the thread ends: those that were made last come first.
    pub(crate) fn keep_local(&self, key: usize, value: Rc<dyn Any>) {
        self.locals(|locals| locals.push((key, Some(value))));
    }

    /// Tells whether this thread has values.
    pub(crate) fn has_locals(&self) -> bool {
        LOCALS.with(|all| all.borrow().0.contains_key(&(self.execution.number, self.me)))
    }

    /// Drops the values of this thread, one after the other. Their destructors are part of the thread.
    pub(crate) fn drop_locals(&self) {
        let last =
            || self.locals(|locals| locals.iter_mut().rev().find_map(|(_, value)| value.take()));
        while let Some(value) = last() {
            if mutants::is(Mutant::Outside) {
                outside(|| drop(value));
            } else {
                drop(value);
            }
        }
        LOCALS.with(|all| all.borrow_mut().0.remove(&(self.execution.number, self.me)));
    }
}
