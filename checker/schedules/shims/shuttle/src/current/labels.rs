//! Labels of tasks, which hand them down to those that they start.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc as Plain;

use reductio_schedules::cell::UnsafeCell;
use reductio_schedules::thread::{Thread, clock, has_clocks};

use super::map::Labels;
use super::{TaskId, me};
use crate::world::world;

/// The labels of a task. They are no objects that a search knows, so that of tasks that use the same ones, one has to
/// come after the other, in all schedules of a class: `accesses` checks that, from the execution on in which a task
/// first uses those of another one.
struct Entry {
    accesses: UnsafeCell<()>,
    labels: RefCell<Labels>,
}

/// The labels of the tasks of an execution. They are there until the first thread has ended, and those of a task that
/// goes on until it ends. Those of an execution that was given up stay for ever: their destructors belong to it.
#[derive(Default)]
struct Entries {
    of: BTreeMap<TaskId, Rc<Entry>>,
    ended: BTreeSet<TaskId>,
}

impl Drop for Entries {
    fn drop(&mut self) {
        std::mem::forget(std::mem::take(&mut self.of));
    }
}

std::thread_local! {
    /// The labels of the tasks of the execution that this thread of the operating system carries. They need not be
    /// `Send`.
    static ENTRIES: RefCell<Entries> = RefCell::default();
}

fn add(task: TaskId, labels: Labels) {
    let entry = Rc::new(Entry { accesses: UnsafeCell::new(()), labels: RefCell::new(labels) });
    ENTRIES.with_borrow_mut(|entries| entries.of.insert(task, entry));
}

/// Begins an execution, in its first thread.
pub(crate) fn begin() {
    drop(ENTRIES.take());
    add(me(), Labels::new());
}

/// Ends a task, in its thread: labels that nobody asks for any more are dropped.
pub(crate) fn end(task: TaskId) {
    let first = TaskId::from(0);
    let dropped = ENTRIES.try_with(|entries| {
        let mut entries = entries.borrow_mut();
        entries.ended.insert(task);
        let Entries { of, ended } = &mut *entries;
        let goes = |task: &TaskId| ended.contains(&first) && ended.contains(task);
        let (goes, stays) = std::mem::take(of).into_iter().partition(|(task, _)| goes(task));
        *of = stays;
        goes
    });
    let _dropped: Option<BTreeMap<TaskId, Rc<Entry>>> = dropped.ok();
}

/// Gives a task that is about to begin the labels of the one that starts it.
pub(crate) fn hand_down(child: &Thread) {
    let task = child.id().into();
    let mut labels = with_labels_for_task(me(), |labels| labels.clone());
    if let Some(name) = child.name() {
        labels.insert(TaskName::from(name));
    }
    if let Some(ChildLabelFn(change)) = labels.get().cloned() {
        change(task, &mut labels);
    }
    add(task, labels);
}

/// Does something to the labels of a task. Two tasks that do so to the same labels, so that neither comes before the
/// other, are a finding.
///
/// # Panics
/// Outside of an execution, or if there is no such task.
#[track_caller]
pub fn with_labels_for_task<F, T>(task: TaskId, act: F) -> T
where
    F: FnOnce(&mut Labels) -> T,
{
    match world() {
        Some(world) => world.is_here(),
        None => panic!("there is no task outside of an execution"),
    }
    let Some(entry) = ENTRIES.with_borrow(|entries| entries.of.get(&task).cloned()) else {
        panic!("there is no task {task}");
    };
    if task != me() {
        // Begins again, if nobody has asked so far.
        clock();
    }
    if has_clocks() {
        entry.accesses.with_mut(|_| ());
    }
    let mut labels = entry.labels.borrow_mut();
    act(&mut labels)
}

/// The label of a task that has a type.
#[track_caller]
pub fn get_label_for_task<T: Clone + Debug + 'static>(task: TaskId) -> Option<T> {
    with_labels_for_task(task, |labels| labels.get().cloned())
}

/// Sets the label of a task that has a type, and returns the one before.
#[track_caller]
pub fn set_label_for_task<T: Clone + Debug + 'static>(task: TaskId, value: T) -> Option<T> {
    with_labels_for_task(task, |labels| labels.insert(value))
}

/// Takes the label of a task away that has a type.
#[track_caller]
pub fn remove_label_for_task<T: Clone + Debug + 'static>(task: TaskId) -> Option<T> {
    with_labels_for_task(task, Labels::remove)
}

/// The name of a task: that of the thread, or one that was set.
#[track_caller]
pub fn get_name_for_task(task: TaskId) -> Option<TaskName> {
    get_label_for_task(task)
}

/// Sets the name of a task, and returns the one before.
#[track_caller]
pub fn set_name_for_task(task: TaskId, name: impl Into<TaskName>) -> Option<TaskName> {
    set_label_for_task(task, name.into())
}

/// A label that names a task.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TaskName(String);

impl From<String> for TaskName {
    fn from(name: String) -> Self {
        TaskName(name)
    }
}

impl From<&str> for TaskName {
    fn from(name: &str) -> Self {
        TaskName(name.to_owned())
    }
}

impl From<TaskName> for String {
    fn from(name: TaskName) -> String {
        name.0
    }
}

impl<'a> From<&'a TaskName> for &'a String {
    fn from(name: &'a TaskName) -> &'a String {
        &name.0
    }
}

impl Debug for TaskName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A label that changes the labels of each task that this one starts, before it begins.
#[derive(Clone)]
pub struct ChildLabelFn(pub Plain<Change>);

/// A change of the labels of a task.
pub type Change = dyn Fn(TaskId, &mut Labels);

impl Debug for ChildLabelFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChildLabelFn")
    }
}
