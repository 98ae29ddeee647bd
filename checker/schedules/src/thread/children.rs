//! The threads of a scope.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The threads of a scope.
#[derive(Default)]
pub(crate) struct Children {
    /// The threads of a search that the scope has not waited for.
    pub(crate) left: Mutex<Vec<usize>>,
    /// One that nobody joined has panicked.
    pub(crate) unhandled: Arc<AtomicBool>,
}
