//! The knowledge that all threads of an execution have, handed down from each to those that it starts.

use std::cell::RefCell;
use std::sync::Arc as Plain;
use std::thread::ThreadId;

use reductio_schedules::{future, thread, thread_local};

use crate::current::labels;

/// The numbers that `rand` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Each thread has a stream of its own, whose seed is drawn with the schedule.
    Drawn,
    /// Each thread has a stream of its own, the same one in each execution.
    Fixed,
    /// None.
    Forbidden,
}

/// The knowledge that all threads of an execution have.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) data: Data,
    /// The thread of the operating system that carries all of them, which has their labels.
    carrier: ThreadId,
}

/// What a thread knows, as long as it is there.
#[derive(Default)]
struct Own(RefCell<Option<Plain<World>>>);

impl Own {
    fn set(&self, world: Plain<World>) {
        *self.0.borrow_mut() = Some(world);
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        labels::end(thread::current().id().into());
    }
}

thread_local! {
    static WORLD: Own = Own::default();
}

/// The knowledge of the threads of this execution. `None` outside of one.
pub(crate) fn world() -> Option<Plain<World>> {
    WORLD.try_with(|world| world.0.borrow().clone()).ok().flatten()
}

impl World {
    /// Says that something that is not `Send` is asked for, which is on the thread that carries all others.
    #[track_caller]
    pub(crate) fn is_here(&self) {
        assert!(
            std::thread::current().id() == self.carrier,
            "labels of tasks need coroutines, and a thread that has to wait while it unwinds needs threads of the operating system"
        );
    }
}

/// Begins an execution, in its first thread.
pub(crate) fn begin(data: Data) {
    let world = Plain::new(World { data, carrier: std::thread::current().id() });
    WORLD.with(|own| own.set(Plain::clone(&world)));
    future::drop_detached_at_end();
    labels::begin();
    thread::add_spawn_hook(move |child| {
        labels::hand_down(child);
        let world = Plain::clone(&world);
        move || WORLD.with(|own| own.set(world))
    });
}
