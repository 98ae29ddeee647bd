//! Events: what a step does, for those who follow an execution.

use crate::failure::Failure;
use crate::ids::{Place, TextId};
use crate::value::{Address, ThreadId};
pub use crate::variable::Variable;
use crate::wrong::Limit;

/// The effect of a step, as far as it matters to other threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Nothing.
    Local,
    /// It makes an object.
    Allocate {
        /// The object.
        object: Address,
    },
    /// It reads a variable.
    Read {
        /// The variable.
        variable: Variable,
        /// Tells whether the access is synchronization.
        is_volatile: bool,
    },
    /// It looks at a variable, which is neither an access that can race nor synchronization.
    Look {
        /// The variable.
        variable: Variable,
    },
    /// It writes a variable.
    Write {
        /// The variable.
        variable: Variable,
        /// Tells whether the access is synchronization.
        is_volatile: bool,
    },
    /// It reads a variable and writes it, at once.
    Update {
        /// The variable.
        variable: Variable,
        /// Tells whether the access is synchronization.
        is_volatile: bool,
    },
    /// It prints a text.
    Print {
        /// The text.
        text: TextId,
    },
    /// It does not take the lock of an object, for another thread owns it; it goes on nevertheless.
    Refused {
        /// The object.
        object: Address,
    },
    /// It takes the lock of an object.
    Acquire {
        /// The object.
        object: Address,
        /// The number of times that the thread owns the lock now: 1 if it was free.
        depth: u32,
    },
    /// It gives the lock of an object back, once.
    Release {
        /// The object.
        object: Address,
        /// The number of times that the thread owns the lock now: 0 if it is free.
        depth: u32,
    },
    /// It joins the wait set of an object, and gives the lock back for good.
    StartWait {
        /// The object.
        object: Address,
    },
    /// It takes the lock of an object again, after it was notified.
    EndWait {
        /// The object.
        object: Address,
    },
    /// It lets threads leave the wait set of an object.
    Notify {
        /// The object.
        object: Address,
        /// The threads.
        woken: Vec<ThreadId>,
    },
    /// It starts a thread.
    Fork {
        /// The new thread.
        child: ThreadId,
    },
    /// It has waited for the end of a thread.
    Join {
        /// The thread that has ended.
        thread: ThreadId,
    },
}

/// A step of a thread, as it was taken. Names are those of the state after the step, before it is made
/// [canonical](crate::State::canonical).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The thread.
    pub thread: ThreadId,
    /// The place of the instruction.
    pub place: Place,
    /// The effect of the step. A step that goes wrong or is halted does nothing else.
    pub action: Action,
    /// Tells whether the thread has ended with the step.
    pub has_ended: bool,
    /// The failure, if the thread has gone wrong. Its place is another one if something was thrown that nobody catches.
    pub wrong: Option<Failure>,
    /// The limit at which the thread was halted, if it was.
    pub halted: Option<Limit>,
}
