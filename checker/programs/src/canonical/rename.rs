//! States under new names.

use super::{NONE, Renaming};
use crate::part::Part;
use crate::state::{Object, State, Status, Thread};
use crate::value::{Address, ThreadId, Value};

/// Gives new names to the threads and objects of a state. What was dropped is left out.
pub(super) fn rename(state: &mut State, renaming: &Renaming) {
    let State { threads, heap, statics } = state;
    if (0..).zip(&renaming.threads).any(|(old, new)| old != *new) {
        let mut sorted: Vec<(u32, Part<Thread>)> =
            renaming.threads.iter().copied().zip(threads.drain(..)).collect();
        sorted.retain(|(new, _)| *new != NONE);
        sorted.sort_unstable_by_key(|(new, _)| *new);
        threads.extend(sorted.into_iter().map(|(_, thread)| thread));
    }
    for thread in threads {
        rename_thread(thread, renaming);
    }
    for ((address, object), new) in heap.iter_mut().zip(&renaming.new) {
        *address = Address(*new);
        if *new != NONE {
            rename_object(object, renaming);
        }
    }
    heap.retain(|(address, _)| address.0 != NONE);
    heap.sort_unstable_by_key(|(address, _)| *address);
    if statics.iter().any(|value| renaming.changes(*value)) {
        statics.make_mut().iter_mut().for_each(|value| *value = renaming.value(*value));
    }
}

fn rename_thread(thread: &mut Part<Thread>, renaming: &Renaming) {
    let new_object = |object| renaming.address(object).unwrap_or(object);
    let status = match thread.status {
        Status::Waiting { object, depth, timed } => {
            Status::Waiting { object: new_object(object), depth, timed }
        }
        Status::Notified { object, depth } => {
            Status::Notified { object: new_object(object), depth }
        }
        status => status,
    };
    let mut values = thread.frames.iter().flat_map(|frame| &frame.registers);
    if status == thread.status && !values.any(|value| renaming.changes(*value)) {
        return;
    }
    let new = thread.make_mut();
    new.status = status;
    for frame in &mut new.frames {
        frame.registers.iter_mut().for_each(|value| *value = renaming.value(*value));
    }
}

fn rename_object(object: &mut Part<Object>, renaming: &Renaming) {
    let owner = object.owner.map(|(owner, depth)| (renaming.thread(owner).unwrap_or(owner), depth));
    if owner == object.owner
        && object.queue.is_none()
        && !object.cells.iter().any(|(_, value)| renaming.changes(*value))
    {
        return;
    }
    let new = object.make_mut();
    new.owner = owner;
    if new.queue.is_some() {
        let new_name =
            |thread: &mut ThreadId| *thread = renaming.thread(*thread).unwrap_or(*thread);
        new.change_queue(|queue| {
            queue.lock.iter_mut().chain(&mut queue.waiting).for_each(new_name);
        });
    }
    new.cells.iter_mut().for_each(|(_, value)| *value = renaming.value(*value));
}

impl Renaming {
    /// A value under its new name.
    fn value(&self, value: Value) -> Value {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => value,
            Value::Object(address) => self.address(address).map_or(Value::ZERO, Value::Object),
            Value::Thread(thread) => self.thread(thread).map_or(Value::ZERO, Value::Thread),
        }
    }

    /// Whether a value has another name now.
    #[inline]
    fn changes(&self, value: Value) -> bool {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => false,
            _ => self.value(value) != value,
        }
    }
}
