//! Expressions over the registers of a frame.

use crate::arithmetic::{Conversion, FloatOp, Function, IntOp, Width};
use crate::ids::{Register, TextId};
use crate::value::Boxing;

/// An expression over the registers of a frame and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Constant(i64),
    /// The value of a register.
    Register(Register),
    /// A text that stands in the program: the same wherever it does.
    Text(TextId),
    /// A number in a box of a class, such as Java's `Integer`.
    Boxed(Boxing, Box<Expression>),
    /// An operation on one value.
    Unary(UnaryOp, Box<Expression>),
    /// An operation on two values.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// An operation on one expression.
    pub fn unary(op: UnaryOp, of: Expression) -> Self {
        Expression::Unary(op, Box::new(of))
    }

    /// An operation on two expressions.
    pub fn binary(op: BinaryOp, left: Expression, right: Expression) -> Self {
        Expression::Binary(op, Box::new(left), Box::new(right))
    }

    /// Calls `visit` with each register that the expression reads.
    pub fn registers(&self, visit: &mut impl FnMut(Register)) {
        match self {
            Expression::Constant(_) | Expression::Text(_) => {}
            Expression::Register(register) => visit(*register),
            Expression::Unary(_, of) | Expression::Boxed(_, of) => of.registers(visit),
            Expression::Binary(_, left, right) => {
                left.registers(visit);
                right.registers(visit);
            }
        }
    }
}

impl From<Register> for Expression {
    fn from(register: Register) -> Self {
        Expression::Register(register)
    }
}

impl From<i64> for Expression {
    fn from(number: i64) -> Self {
        Expression::Constant(number)
    }
}

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// 1 for 0, and 0 for every other value.
    Not,
    /// The number with the other sign.
    Negate,
    /// The integer of a width with the other sign; the least one stays as it is.
    NegateInt(Width),
    /// The floating-point number of a width with the other sign.
    NegateFloat(Width),
    /// The number as another kind of number.
    Convert(Conversion),
    /// A function of a floating-point number.
    Function(Function),
    /// The number in a box.
    Unbox,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient, rounded down.
    Divide,
    /// The remainder of [`BinaryOp::Divide`]; it has the sign of the divisor.
    Modulo,
    /// 1 if both values are the same, of whatever kind they are.
    Equal,
    /// 1 if the values differ.
    Different,
    /// 1 if the left number is less than the right one.
    Less,
    /// 1 if the left number is at most the right one.
    AtMost,
    /// 1 if the left number is greater than the right one.
    Greater,
    /// 1 if the left number is at least the right one.
    AtLeast,
    /// 1 if neither value is 0. The right side is looked at only if the left one is not 0.
    And,
    /// 1 if one of the values is not 0. The right side is looked at only if the left one is 0.
    Or,
    /// An operation on integers of a width, which wrap around.
    Int(IntOp, Width),
    /// An operation on floating-point numbers of a width.
    Float(FloatOp, Width),
    /// 1 if both are the same reference, as Java's `==` on references. Of texts that were computed, and of equal
    /// numbers in boxes ([`Made`](crate::Made)), it is not known, unless one register is compared with itself: then the
    /// thread is [halted](crate::Limit::Identity).
    Same,
}

impl BinaryOp {
    /// All operations on two values that `.prog` files have.
    pub const ALL: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::Modulo,
        BinaryOp::Equal,
        BinaryOp::Different,
        BinaryOp::Less,
        BinaryOp::AtMost,
        BinaryOp::Greater,
        BinaryOp::AtLeast,
        BinaryOp::And,
        BinaryOp::Or,
    ];

    /// The word or sign of the operation, and how closely it binds: the greater the number, the closer.
    pub(crate) fn word(self) -> (&'static str, u8) {
        match self {
            BinaryOp::Or => ("or", 1),
            BinaryOp::And => ("and", 2),
            BinaryOp::Equal => ("==", 4),
            BinaryOp::Different => ("!=", 4),
            BinaryOp::Less => ("<", 4),
            BinaryOp::AtMost => ("<=", 4),
            BinaryOp::Greater => (">", 4),
            BinaryOp::AtLeast => (">=", 4),
            BinaryOp::Add => ("+", 5),
            BinaryOp::Subtract => ("-", 5),
            BinaryOp::Multiply => ("*", 6),
            BinaryOp::Divide => ("div", 6),
            BinaryOp::Modulo => ("mod", 6),
            BinaryOp::Same => ("===", 4),
            BinaryOp::Int(op, _) => match op {
                IntOp::Add => ("+", 5),
                IntOp::Subtract => ("-", 5),
                IntOp::Multiply => ("*", 6),
                IntOp::Divide => ("/", 6),
                IntOp::Remainder => ("%", 6),
                IntOp::And => ("&", 3),
                IntOp::Or => ("|", 3),
                IntOp::Xor => ("^", 3),
                IntOp::ShiftLeft => ("<<", 3),
                IntOp::ShiftRight => (">>", 3),
                IntOp::ShiftRightUnsigned => (">>>", 3),
                IntOp::Compare => ("<=>", 4),
            },
            BinaryOp::Float(op, _) => match op {
                FloatOp::Add => ("+.", 5),
                FloatOp::Subtract => ("-.", 5),
                FloatOp::Multiply => ("*.", 6),
                FloatOp::Divide => ("/.", 6),
                FloatOp::Remainder => ("%.", 6),
                FloatOp::CompareOrLess => ("<=>.", 4),
                FloatOp::CompareOrGreater => (">=<.", 4),
            },
        }
    }
}
