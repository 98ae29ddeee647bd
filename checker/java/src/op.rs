//! The operations of the Java virtual machine, as this crate looks at them: few kinds, with what matters in them.

use std::sync::Arc;

use reductio_programs::{BinaryOp, UnaryOp};

use crate::descriptor::{Signature, Type};
use crate::name::Name;

/// A constant that is pushed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    /// A number of one word, or null.
    Int(i64),
    /// A number of two words.
    Wide(i64),
    /// A text.
    Text(Arc<str>),
    /// The object that stands for a class.
    Class(Type),
}

/// A field or a method that is referred to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Member {
    pub(crate) class: Name,
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
}

impl Member {
    pub(crate) fn new(class: &str, name: &str, descriptor: &str) -> Member {
        Member { class: class.into(), name: name.into(), descriptor: descriptor.into() }
    }
}

/// The kind of a call of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Static,
    Special,
    Virtual,
    Interface,
}

/// The kind of an access of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    GetStatic,
    PutStatic,
    Get,
    Put,
}

/// A change of the top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shuffle {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

/// The condition on which a conditional jump jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// The number compares in this way with 0.
    Zero(BinaryOp),
    /// The numbers compare in this way.
    Numbers(BinaryOp),
    /// The reference is null, or it is not.
    Null(bool),
    /// The references are the same, or they are not.
    Same(bool),
}

/// The type of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// Or a truth value.
    Byte,
    Char,
    Short,
    Int,
    Float,
    Long,
    Double,
    Reference,
}

impl Element {
    /// Tells whether an element takes two words.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Element::Long | Element::Double)
    }

    /// The name for people.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Element::Byte => "byte/boolean",
            Element::Char => "char",
            Element::Short => "short",
            Element::Int => "int",
            Element::Float => "float",
            Element::Long => "long",
            Element::Double => "double",
            Element::Reference => "object",
        }
    }
}

/// A part of a text that is put together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    Text(Arc<str>),
    /// The next argument, which is of a type.
    Argument(Type),
}

/// An operation. Targets are numbers of operations.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Nop,
    Push(Constant),
    /// Pushes a local variable; the flag says whether it is of two words.
    Load(u16, bool),
    Store(u16, bool),
    ArrayLoad(Element),
    ArrayStore(Element),
    Shuffle(Shuffle),
    /// Applies an operation to two operands; the flag says whether the result is of two words.
    Binary(BinaryOp, bool),
    /// Applies an operation to one operand; the flag says whether the result is of two words.
    Unary(UnaryOp, bool),
    Increase(u16, i16),
    If(Test, usize),
    Goto(usize),
    Switch(usize, Vec<(i32, usize)>),
    /// Returns; the flag says whether there is a value.
    Return(bool),
    Field(Access, Arc<Member>, Type),
    Invoke(How, Arc<Member>, Arc<Signature>),
    Concat(Vec<Piece>),
    New(Name),
    /// Makes an array of this type.
    NewArray(Type),
    MultiArray(Type, u8),
    Length,
    Throw,
    Cast(Type),
    InstanceOf(Type),
    /// Replaces an object by the name of its class.
    ClassName,
    /// Pops a reference, which must not be null.
    CheckNull,
    Enter,
    Exit,
    /// An operation that is not supported; the numbers of words that it pops, and whether what it pushes is of two
    /// words.
    Unsupported(String, usize, Option<bool>),
}

impl Op {
    /// Tells whether the next operation may follow.
    pub(crate) fn falls_through(&self) -> bool {
        !matches!(self, Op::Goto(_) | Op::Switch(..) | Op::Return(_) | Op::Throw)
    }

    /// The operations to which it may jump.
    pub(crate) fn targets(&self) -> Vec<usize> {
        match self {
            Op::If(_, target) | Op::Goto(target) => vec![*target],
            Op::Switch(default, cases) => {
                cases.iter().map(|(_, target)| *target).chain([*default]).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Changes the top of a stack. `None` if it has too little, or if a value of two words would be torn.
pub(crate) fn shuffle<T: Clone>(
    stack: &mut Vec<T>,
    how: Shuffle,
    is_wide: impl Fn(&T) -> bool,
) -> Option<()> {
    // The number of values that make up two words below `skip` values.
    let words = |stack: &Vec<T>, skip: usize, words: usize| -> Option<usize> {
        let mut left = words;
        let mut count = 0;
        while left > 0 {
            let place = stack.len().checked_sub(skip + count + 1)?;
            left = left.checked_sub(if is_wide(&stack[place]) { 2 } else { 1 })?;
            count += 1;
        }
        Some(count)
    };
    let copy = |stack: &mut Vec<T>, top: usize, below: usize| {
        let copied: Vec<T> = stack[stack.len() - top..].to_vec();
        let place = stack.len() - top - below;
        stack.splice(place..place, copied);
    };
    match how {
        Shuffle::Pop => {
            words(stack, 0, 1)?;
            stack.pop();
        }
        Shuffle::Pop2 => {
            let count = words(stack, 0, 2)?;
            stack.truncate(stack.len() - count);
        }
        Shuffle::Dup => {
            words(stack, 0, 1)?;
            copy(stack, 1, 0);
        }
        Shuffle::DupX1 => {
            words(stack, 0, 1)?;
            words(stack, 1, 1)?;
            copy(stack, 1, 1);
        }
        Shuffle::DupX2 => {
            words(stack, 0, 1)?;
            let below = words(stack, 1, 2)?;
            copy(stack, 1, below);
        }
        Shuffle::Dup2 => {
            let top = words(stack, 0, 2)?;
            copy(stack, top, 0);
        }
        Shuffle::Dup2X1 => {
            let top = words(stack, 0, 2)?;
            words(stack, top, 1)?;
            copy(stack, top, 1);
        }
        Shuffle::Dup2X2 => {
            let top = words(stack, 0, 2)?;
            let below = words(stack, top, 2)?;
            copy(stack, top, below);
        }
        Shuffle::Swap => {
            words(stack, 0, 1)?;
            words(stack, 1, 1)?;
            let last = stack.len() - 1;
            stack.swap(last, last - 1);
        }
    }
    Some(())
}
