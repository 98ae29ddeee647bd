//! Tasks that nobody waits for: where a program has a runtime, they are dropped with it.

/// The knowledge that an execution has of a task, which is run by a thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Task {
    /// Nobody can wait for it.
    pub(crate) detached: bool,
    /// Its future was not ready, and nobody has woken it since then.
    pub(crate) waits: bool,
    /// The runtime drops it.
    pub(crate) dropped: bool,
}

/// The ways in which tasks end that nobody waits for.
#[derive(Debug, Default)]
pub(crate) struct Closing {
    /// They are dropped when all else has ended.
    pub(crate) drops: bool,
    /// The last steps of all threads when that began.
    pub(super) since: Vec<usize>,
}

impl Closing {
    pub(crate) fn clear(&mut self) {
        self.since.clear();
        self.drops = false;
    }
}
