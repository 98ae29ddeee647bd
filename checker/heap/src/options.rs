//! The limits of an analysis, and who listens to it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::HeapError;

/// The limits of an analysis, and who listens to it.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The time after which the analysis ends without an answer.
    pub timeout: Option<Duration>,
    /// The greatest number of bytes that the graphs take, about.
    pub memory: usize,
    /// The flag that ends the analysis early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how many statements have been reached, once for each kind of thread.
    pub progress: Option<&'a (dyn Fn(usize) + Sync)>,
}

impl Default for Options<'_> {
    /// No limit of time, 1 GiB.
    fn default() -> Self {
        Options { timeout: None, memory: 1 << 30, cancel: None, progress: None }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Options")
            .field("timeout", &self.timeout)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl Options<'_> {
    /// Looks at the limits.
    pub(crate) fn pause(
        &self,
        begin: Instant,
        reached: usize,
        bytes: impl FnOnce() -> usize,
    ) -> Result<(), HeapError> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(HeapError::Cancelled);
        }
        if let Some(timeout) = self.timeout.filter(|timeout| begin.elapsed() > *timeout) {
            return Err(HeapError::Timeout { seconds: timeout.as_secs() });
        }
        if bytes() > self.memory {
            return Err(HeapError::Memory { limit: self.memory });
        }
        if let Some(progress) = self.progress {
            progress(reached);
        }
        Ok(())
    }
}
