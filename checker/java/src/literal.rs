//! Constants of the constant pool.

use std::sync::Arc;

use cafebabe::constant_pool::LiteralConstant;

use crate::op::Constant;

/// A constant of the constant pool.
pub(crate) fn literal(value: &LiteralConstant<'_>) -> Result<Constant, String> {
    Ok(match value {
        LiteralConstant::Integer(number) => Constant::Int((*number).into()),
        LiteralConstant::Float(number) => Constant::Int(float_bits(*number)),
        LiteralConstant::Long(number) => Constant::Wide(*number),
        LiteralConstant::Double(number) => Constant::Wide(double_bits(*number)),
        LiteralConstant::String(text) => Constant::Text(Arc::from(&**text)),
        LiteralConstant::StringBytes(_) => {
            return Err("a text has half of a character that needs two units".to_owned());
        }
    })
}

pub(crate) fn float_bits(number: f32) -> i64 {
    let number = if number.is_nan() { f32::NAN } else { number };
    number.to_bits().into()
}

pub(crate) fn double_bits(number: f64) -> i64 {
    let number = if number.is_nan() { f64::NAN } else { number };
    i64::from_ne_bytes(number.to_bits().to_ne_bytes())
}
