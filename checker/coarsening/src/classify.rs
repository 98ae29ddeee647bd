//! The knowledge about the variables and locks that a thread is about to access.

use reductio_programs::{Program, Thread};

/// The knowledge about the variable or lock that an instruction accesses (S2 section 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Known {
    /// Nothing: other threads may access it now.
    #[default]
    Nothing,
    /// It is owned: no other thread can access it while this thread is there (S2 4.2).
    Owned,
    /// It is protected: every thread that accesses it holds one and the same lock (S2 4.3).
    Protected,
}

/// A source of knowledge about accesses: an analysis of the program, or a table made by hand.
///
/// Reduced models are right about what they do not find only if it is.
pub trait Classification: Send + Sync {
    /// The knowledge about the variable or lock that a thread accesses with its next instruction, a read, a write, a
    /// lock or an unlock. The answer must follow from the places of the thread's frames.
    fn known(&self, program: &Program, thread: &Thread) -> Known;
}

/// The classification that knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unclassified;

impl Classification for Unclassified {
    fn known(&self, _program: &Program, _thread: &Thread) -> Known {
        Known::Nothing
    }
}

impl<F: Fn(&Program, &Thread) -> Known + Send + Sync> Classification for F {
    fn known(&self, program: &Program, thread: &Thread) -> Known {
        self(program, thread)
    }
}
