//! Tags, which labels have taken the place of.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc as Plain;

use super::labels::{get_label_for_task, set_label_for_task};
use super::{TaskId, me};

/// A type whose values may be tags.
pub trait Taggable: Debug {}

/// A value that a task has, and hands down to those that it starts.
pub trait Tag: Taggable {
    /// The tag as a value of any type.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Taggable + Any> Tag for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[derive(Clone, Debug)]
struct Tagged(Plain<dyn Tag>);

/// Sets the tag of the task that asks, and returns the one before.
pub fn set_tag_for_current_task(tag: Plain<dyn Tag>) -> Option<Plain<dyn Tag>> {
    set_tag_for_task(me(), tag)
}

/// The tag of the task that asks.
pub fn get_tag_for_current_task() -> Option<Plain<dyn Tag>> {
    get_tag_for_task(me())
}

/// Sets the tag of a task, and returns the one before.
pub fn set_tag_for_task(task: TaskId, tag: Plain<dyn Tag>) -> Option<Plain<dyn Tag>> {
    set_label_for_task(task, Tagged(tag)).map(|tagged| tagged.0)
}

/// The tag of a task.
pub fn get_tag_for_task(task: TaskId) -> Option<Plain<dyn Tag>> {
    get_label_for_task::<Tagged>(task).map(|tagged| tagged.0)
}
