//! A watch over the workers: the first loss of one is noted, and told to whoever wants to know at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The loss of a worker: from now on nothing can be said about what it has not told yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("worker {worker} {how}")]
pub struct Loss {
    /// The number of the worker.
    pub worker: usize,
    /// The way in which it was noticed.
    pub how: LossKind,
}

/// The way in which the loss of a worker is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LossKind {
    /// Its connection was closed: it has ended, or was killed.
    #[error("has ended before the search did")]
    Closed,
    /// Nothing was heard of it for this long.
    #[error("was not heard of for {} s", .0.as_secs())]
    Silent(Duration),
    /// Its connection failed.
    #[error("cannot be reached any more ({0})")]
    Failed(io::ErrorKind),
    /// It has sent something that is no message of this version.
    #[error("has sent something that is no message")]
    Garbled,
    /// It has left, and others still wait for it.
    #[error("has left a search that others are still in")]
    Left,
}

/// The knowledge of a worker about the others.
pub(crate) struct Watch {
    is_lost: AtomicBool,
    first: Mutex<Option<Loss>>,
    /// Which workers have said that they need nobody any more.
    left: Vec<AtomicBool>,
    /// Tells whether this worker has ended: nobody is missed any more.
    pub(crate) is_over: AtomicBool,
    on_loss: Box<dyn Fn(&Loss) + Send + Sync>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("first", &self.loss()).finish_non_exhaustive()
    }
}

impl Watch {
    pub(crate) fn new(workers: usize, on_loss: Box<dyn Fn(&Loss) + Send + Sync>) -> Self {
        Watch {
            is_lost: AtomicBool::new(false),
            first: Mutex::new(None),
            left: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            is_over: AtomicBool::new(false),
            on_loss,
        }
    }

    /// Notes that a worker is lost, if none was before and somebody may still miss it.
    pub(crate) fn lose(&self, worker: usize, how: LossKind) {
        if self.is_over.load(Ordering::SeqCst) {
            return;
        }
        let loss = Loss { worker, how };
        {
            let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_some() {
                return;
            }
            *first = Some(loss.clone());
        }
        self.is_lost.store(true, Ordering::SeqCst);
        (self.on_loss)(&loss);
    }

    /// Notes that a connection has ended: a loss, unless the worker has left.
    pub(crate) fn ended(&self, worker: usize, how: LossKind) {
        if !self.has_left(worker) {
            self.lose(worker, how);
        }
    }

    pub(crate) fn leave(&self, worker: usize) {
        self.left[worker].store(true, Ordering::SeqCst);
    }

    pub(crate) fn has_left(&self, worker: usize) -> bool {
        self.left[worker].load(Ordering::SeqCst)
    }

    /// The first loss of a worker, if one is lost.
    pub(crate) fn loss(&self) -> Option<Loss> {
        if !self.is_lost.load(Ordering::SeqCst) {
            return None;
        }
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
