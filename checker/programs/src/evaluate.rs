//! Values of expressions.

use crate::instruction::{BinaryOp, Expression, UnaryOp};
use crate::mutant::{self, Mutant};
use crate::value::{Address, Value};
use crate::wrong::Wrong;

/// The value of an expression in a frame's registers.
pub(crate) fn value(expression: &Expression, registers: &[Value]) -> Result<Value, Wrong> {
    Ok(match expression {
        Expression::Constant(number) => Value::Int(*number),
        Expression::Register(register) => registers[register.index()],
        Expression::Unary(op, of) => match (op, value(of, registers)?) {
            (UnaryOp::Not, of) => truth(!of.is_true()),
            (UnaryOp::Negate, of) => Value::Int(number(of)?.checked_neg().ok_or(Wrong::Overflow)?),
        },
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
        BinaryOp::Equal | BinaryOp::Different | BinaryOp::And | BinaryOp::Or => None,
    };
    result.map(Value::Int).ok_or(Wrong::Overflow)
}

fn truth(holds: bool) -> Value {
    Value::Int(i64::from(holds))
}

/// The number that a value is.
pub(crate) fn number(value: Value) -> Result<i64, Wrong> {
    match value {
        Value::Int(number) => Ok(number),
        Value::Object(_) | Value::Thread(_) => Err(Wrong::NoNumber),
    }
}

/// The object that a value refers to.
pub(crate) fn object(value: Value) -> Result<Address, Wrong> {
    match value {
        Value::Object(address) => Ok(address),
        Value::Int(0) => Err(Wrong::Null),
        Value::Int(_) | Value::Thread(_) => Err(Wrong::NoObject),
    }
}
