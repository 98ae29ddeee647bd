//! Values, and the names of objects and threads.

use std::fmt;

use crate::ids::{ClassId, TextId};

/// The name of an object of the heap. Which name an object has does not matter: see
/// [`State::canonical`](crate::State::canonical).
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
        /// Tells whether the text stands in the program, and so is the same reference wherever it does; else it was
        /// computed.
        literal: bool,
    },
    /// A number in a box of a class, which never changes. It is no object of the heap.
    Boxed(Boxing, i64),
}

/// The class of a box, and what is known of the identity of its boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boxing(u32);

/// The knowledge about the identity of a box, which tells whether two boxes of one number are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Made {
    /// One box is kept for each number from -128 to 127, and the rest is left open, as by Java's `Integer.valueOf`.
    Kept,
    /// The box may be a new one or not, as by Java's `Double.valueOf`.
    Open,
    /// The box is a new one at each time, made by the expression with this number.
    New(u32),
}

impl Boxing {
    /// The bits for the class; the others tell how the box is made. So a value takes no more than 16 bytes.
    const CLASS_BITS: u32 = 20;
    const MOST_MADE: u32 = (1 << (32 - Self::CLASS_BITS)) - 1;

    /// Boxes of a class; `None` if its number has more than 20 bits. Of too many expressions that make boxes, what is
    /// known of the last ones is less.
    pub fn new(class: ClassId, made: Made) -> Option<Self> {
        let made = match made {
            Made::Kept => 0,
            Made::Open => 1,
            Made::New(number) => {
                number.checked_add(2).filter(|n| *n <= Self::MOST_MADE).unwrap_or(1)
            }
        };
        (class.0 >> Self::CLASS_BITS == 0).then_some(Boxing(class.0 | made << Self::CLASS_BITS))
    }

    /// The class.
    pub fn class(self) -> ClassId {
        ClassId(self.0 & ((1 << Self::CLASS_BITS) - 1))
    }

    /// The knowledge about the identity of the box.
    pub fn made(self) -> Made {
        match self.0 >> Self::CLASS_BITS {
            0 => Made::Kept,
            1 => Made::Open,
            number => Made::New(number - 2),
        }
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn with_bits(bits: u32) -> Self {
        Boxing(bits)
    }
}

impl Value {
    /// The number 0, which is also `null` and `false`.
    pub const ZERO: Value = Value::Int(0);

    /// Tells whether a condition with this value holds: it is not 0.
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
