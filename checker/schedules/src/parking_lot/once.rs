//! `Once`, as `parking_lot`'s.

use crate::run::context::{current, here};
use crate::sync;

/// Something that is done once, as `parking_lot::Once`.
#[derive(Debug)]
pub struct Once {
    inner: sync::Once,
}

/// The progress of something that is done once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceState {
    /// Nobody has begun.
    New,
    /// The last attempt panicked.
    Poisoned,
    /// Somebody does it now.
    InProgress,
    /// It is done.
    Done,
}

impl OnceState {
    /// Tells whether the last attempt panicked.
    pub fn poisoned(self) -> bool {
        self == OnceState::Poisoned
    }

    /// Tells whether the work is done.
    pub fn done(self) -> bool {
        self == OnceState::Done
    }
}

impl Once {
    /// Nothing has been done.
    #[track_caller]
    pub fn new() -> Self {
        Once { inner: sync::Once::new() }
    }

    /// Calls the closure if none was called before, and waits while another one is called.
    ///
    /// # Panics
    /// If a closure panicked before.
    #[track_caller]
    pub fn call_once(&self, act: impl FnOnce()) {
        self.inner.call_once(act);
    }

    /// Calls the closure if none was called before without a panic; tells it whether one panicked.
    #[track_caller]
    pub fn call_once_force(&self, act: impl FnOnce(OnceState)) {
        self.inner.call_once_force(|state| {
            act(if state.is_poisoned() { OnceState::Poisoned } else { OnceState::New });
        });
    }

    /// The progress of the work. Outside of a search it is done, or new.
    #[track_caller]
    pub fn state(&self) -> OnceState {
        let site = here();
        let state = current().and_then(|context| self.inner.progress(&context, site));
        match state {
            Some((true, _, _)) => OnceState::Done,
            Some((_, _, true)) => OnceState::InProgress,
            Some((_, true, _)) => OnceState::Poisoned,
            None if self.inner.is_completed() => OnceState::Done,
            Some(_) | None => OnceState::New,
        }
    }
}

impl Default for Once {
    #[track_caller]
    fn default() -> Self {
        Once::new()
    }
}
