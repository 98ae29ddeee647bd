//! Condition variables and channels in graphs. The operations of one are in one order, as those of an atomic are that
//! change it and are `SeqCst`, but they tell nothing: only who takes a message learns what its sender knew.
//!
//! A condition variable has a bit for each thread that waits: who begins to wait sets it, a notification takes one of
//! them, or all. A channel has the number of its messages.

use crate::memory::graph::{Graph, Label};
use crate::memory::view::Id;

/// The bit of a channel without a receiver.
pub(crate) const CLOSED: u64 = 1 << 40;

impl Graph {
    /// The notification that woke a thread: after the last time that it began to wait, the first write without its bit.
    pub(super) fn notified(&self, at: usize, thread: usize) -> Option<Id> {
        let writes = self.writes_of(at);
        let has = |id: &Id| self.value(at, Some(*id)) >> thread & 1 == 1;
        let waits = writes.iter().rposition(|id| id.thread == thread && has(id))?;
        writes[waits..].iter().find(|id| !has(id)).copied()
    }

    /// The write that sent the message with this number.
    pub(super) fn message(&self, at: usize, number: usize) -> Option<Id> {
        let count = |id: &Id| self.value(at, Some(*id)) & (CLOSED - 1);
        self.writes_of(at).iter().find(|id| count(id) == number as u64 + 1).copied()
    }

    /// Decides whether a read that waits can be done now.
    pub(super) fn has_newest(&self, label: Label) -> bool {
        let Some(at) = label.reads() else { return true };
        self.is_enabled(label, self.writes_of(at).last().copied())
    }
}
