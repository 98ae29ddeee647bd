//! The things that a task is told about itself and others: who it is, what happened before, and labels.

use std::fmt;

use reductio_schedules::thread;

pub(crate) mod labels;
mod map;
mod tags;
mod vector;

pub use labels::{
    Change, ChildLabelFn, TaskName, get_label_for_task, get_name_for_task, remove_label_for_task,
    set_label_for_task, set_name_for_task, with_labels_for_task,
};
pub use map::Labels;
pub use tags::{
    Tag, Taggable, get_tag_for_current_task, get_tag_for_task, set_tag_for_current_task,
    set_tag_for_task,
};
pub use vector::VectorClock;

use crate::world::world;

/// The identity of a task: a thread, or a future that was spawned. The first thread is 0. Others are numbered as they
/// are met by a search, and have the same number in all of its executions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(usize);

impl From<usize> for TaskId {
    fn from(number: usize) -> Self {
        TaskId(number)
    }
}

impl From<TaskId> for usize {
    fn from(task: TaskId) -> usize {
        task.0
    }
}

impl From<thread::ThreadId> for TaskId {
    fn from(thread: thread::ThreadId) -> Self {
        TaskId(thread.into())
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TaskId({})", self.0)
    }
}

/// The task that asks, or `None` outside of an execution.
pub fn try_get_current_task() -> Option<TaskId> {
    world().map(|_| thread::current().id().into())
}

/// The task that asks.
///
/// # Panics
/// Outside of an execution.
#[track_caller]
pub fn get_current_task() -> Option<TaskId> {
    let task = try_get_current_task();
    assert!(task.is_some(), "there is no task outside of an execution");
    task
}

/// The task that asks.
///
/// # Panics
/// Outside of an execution.
#[track_caller]
pub fn me() -> TaskId {
    match try_get_current_task() {
        Some(task) => task,
        None => panic!("there is no task outside of an execution"),
    }
}

/// The vector clock of the task that asks, or an empty one outside of an execution. Of each task it counts the
/// operations that happen before.
pub fn clock() -> VectorClock {
    VectorClock::from(thread::clock().as_slice())
}
