//! Values, and the names of objects and threads.

use std::fmt;

use crate::ids::{ClassId, TextId};

/// The name of an object of the heap. Which name an object has does not matter: see [`State::canonical`](crate::State::canonical).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(pub u32);

/// The name of a thread: its place in [`State::threads`](crate::State::threads).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The place of the thread in [`State::threads`](crate::State::threads).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of a register or of a cell of the heap. There are no types: the null reference is the number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number. The number 0 is also `null` and `false`.
    Int(i64),
    /// A reference to an object.
    Object(Address),
    /// The identity of a thread.
    Thread(ThreadId),
    /// A text, which never changes. It is no object of the heap: it has no fields and no lock.
    Text {
        /// The text: see [`Program::text`](crate::Program::text).
        text: TextId,
        /// Whether it stands in the program, and so is the same reference wherever it does; else it was computed.
        literal: bool,
    },
    /// A number in a box of a class, which never changes. It is no object of the heap.
    Boxed(ClassId, i64),
}

impl Value {
    /// The number 0, which is also `null` and `false`.
    pub const ZERO: Value = Value::Int(0);

    /// Whether a condition with this value holds: it is not 0.
    pub fn is_true(self) -> bool {
        self != Value::ZERO
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::ZERO
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) | Value::Boxed(_, number) => number.fmt(f),
            Value::Object(address) => address.fmt(f),
            Value::Thread(thread) => thread.fmt(f),
            Value::Text { text, .. } => write!(f, "text {}", text.0),
        }
    }
}
