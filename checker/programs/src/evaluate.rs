//! Values of expressions.

use crate::arithmetic;
use crate::instruction::{BinaryOp, Expression, UnaryOp};
use crate::mutant::{self, Mutant};
use crate::value::{Address, Made, Value};
use crate::wrong::Wrong;

/// The value of an expression in a frame's registers.
pub(crate) fn value(expression: &Expression, registers: &[Value]) -> Result<Value, Wrong> {
    Ok(match expression {
        Expression::Constant(number) => Value::Int(*number),
        Expression::Register(register) => registers[register.index()],
        Expression::Text(text) => Value::Text { text: *text, literal: true },
        Expression::Boxed(boxing, of) => Value::Boxed(*boxing, number(value(of, registers)?)?),
        Expression::Unary(op, of) => match (op, value(of, registers)?) {
            (UnaryOp::Not, of) => truth(!of.is_true()),
            (UnaryOp::Negate, of) => Value::Int(number(of)?.checked_neg().ok_or(Wrong::Overflow)?),
            (UnaryOp::NegateInt(width), of) => Value::Int(arithmetic::negated(*width, number(of)?)),
            (UnaryOp::NegateFloat(width), of) => {
                Value::Int(arithmetic::float_negated(*width, number(of)?))
            }
            (UnaryOp::Convert(to), of) => Value::Int(arithmetic::converted(*to, number(of)?)),
            (UnaryOp::Function(function), of) => {
                Value::Int(arithmetic::function(*function, number(of)?))
            }
            (UnaryOp::Unbox, Value::Boxed(_, number)) => Value::Int(number),
            (UnaryOp::Unbox, Value::Int(0)) => return Err(Wrong::Null),
            (UnaryOp::Unbox, _) => return Err(Wrong::NoNumber),
        },
        Expression::Binary(BinaryOp::Same, left, right)
            if matches!(**left, Expression::Register(_)) && left == right =>
        {
            truth(true)
        }
        Expression::Binary(op, left, right) => {
            let left = value(left, registers)?;
            match op {
                BinaryOp::And if !left.is_true() => truth(false),
                BinaryOp::Or if left.is_true() => truth(true),
                _ => binary(*op, left, value(right, registers)?)?,
            }
        }
    })
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Result<Value, Wrong> {
    match op {
        BinaryOp::Equal => return Ok(truth(left == right)),
        BinaryOp::Different => return Ok(truth(left != right)),
        BinaryOp::And | BinaryOp::Or => return Ok(truth(right.is_true())),
        BinaryOp::Same => return same(left, right).map(truth),
        BinaryOp::Int(op, width) => {
            return arithmetic::int(op, width, number(left)?, number(right)?).map(Value::Int);
        }
        BinaryOp::Float(op, width) => {
            let result = arithmetic::floating(op, width, number(left)?, number(right)?);
            return Ok(Value::Int(result));
        }
        _ => {}
    }
    let (left, right) = (number(left)?, number(right)?);
    let divides = matches!(op, BinaryOp::Divide | BinaryOp::Modulo);
    if divides && right == 0 {
        return Err(Wrong::DivisionByZero);
    }
    let result = match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Subtract => left.checked_sub(right),
        BinaryOp::Multiply => left.checked_mul(right),
        BinaryOp::Divide => left.checked_div(right).map(|quotient| {
            let is_down = !mutant::is(Mutant::DivisionRoundsToZero)
                && left % right != 0
                && (left < 0) != (right < 0);
            quotient - i64::from(is_down)
        }),
        BinaryOp::Modulo => Some(match left.checked_rem(right).unwrap_or(0) {
            rest if rest != 0 && (rest < 0) != (right < 0) => rest + right,
            rest => rest,
        }),
        BinaryOp::Less => return Ok(truth(left < right)),
        BinaryOp::AtMost => return Ok(truth(left <= right)),
        BinaryOp::Greater => return Ok(truth(left > right)),
        BinaryOp::AtLeast => return Ok(truth(left >= right)),
        _ => None,
    };
    result.map(Value::Int).ok_or(Wrong::Overflow)
}

/// Decides whether two references are the same.
pub(crate) fn same(left: Value, right: Value) -> Result<bool, Wrong> {
    match (left, right) {
        (Value::Text { text: one, literal: first }, Value::Text { text: two, literal: second }) => {
            match one == two {
                false => Ok(false),
                true if first && second => Ok(true),
                true => Err(Wrong::Identity),
            }
        }
        (Value::Boxed(one, left), Value::Boxed(two, right)) => {
            if one.class() != two.class() || left != right {
                return Ok(false);
            }
            match (one.made(), two.made()) {
                (Made::Kept, Made::Kept) if (-128..128).contains(&left) => Ok(true),
                // Boxes that one expression makes, one after the other, differ; but they may be one box that is
                // compared with itself.
                (Made::New(first), Made::New(second)) if first != second => Ok(false),
                // No method that may keep boxes gives away one that somebody else made.
                (Made::New(_), Made::Kept | Made::Open)
                | (Made::Kept | Made::Open, Made::New(_)) => Ok(false),
                _ => Err(Wrong::Identity),
            }
        }
        _ => Ok(left == right),
    }
}

fn truth(holds: bool) -> Value {
    Value::Int(i64::from(holds))
}

/// The number that a value is.
pub(crate) fn number(value: Value) -> Result<i64, Wrong> {
    match value {
        Value::Int(number) => Ok(number),
        _ => Err(Wrong::NoNumber),
    }
}

/// The object that a value refers to.
pub(crate) fn object(value: Value) -> Result<Address, Wrong> {
    match value {
        Value::Object(address) => Ok(address),
        Value::Int(0) => Err(Wrong::Null),
        _ => Err(Wrong::NoObject),
    }
}
