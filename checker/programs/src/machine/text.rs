//! Operations on texts.

use super::step::{Not, Step};
use crate::arithmetic;
use crate::evaluate::number;
use crate::instruction::{Expression, TextOp};
use crate::names::Names;
use crate::value::Value;
use crate::wrong::{Limit, Wrong};

impl<N: Names> Step<'_, '_, N> {
    /// The result of an operation on texts.
    pub(super) fn text(&self, op: TextOp, arguments: &[Expression]) -> Result<Value, Not> {
        let argument = |k: usize| match arguments.get(k) {
            Some(found) => self.value(found),
            None => Err(Wrong::NoObject),
        };
        let int = |k| number(argument(k)?);
        let text = |k: usize| match argument(k)? {
            Value::Text { text, .. } => Ok(self.program.text(text)),
            Value::Int(0) => Err(Wrong::Null),
            _ => Err(Wrong::NoObject),
        };
        let made = |text: &str| {
            let number = self.program.computed().number(text, self.bounds.text);
            number.map(|text| Value::Text { text, literal: false }).ok_or(Not::Limit(Limit::Texts))
        };
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        // A half of a pair of units is no text here.
        let of_units =
            |units: &[u16]| String::from_utf16(units).map_err(|_| Not::Limit(Limit::Texts));
        Ok(match op {
            TextOp::Length => {
                let length = text(0)?.encode_utf16().count();
                Value::Int(i64::try_from(length).unwrap_or(i64::MAX))
            }
            TextOp::CharAt => {
                let place = usize::try_from(int(1)?).map_err(|_| Wrong::OutOfBounds)?;
                let found = text(0)?.encode_utf16().nth(place).ok_or(Wrong::OutOfBounds)?;
                Value::Int(found.into())
            }
            TextOp::Equal => Value::Int((text(0)? == text(1)?).into()),
            TextOp::Concat => made(&(text(0)? + &text(1)?))?,
            TextOp::Part => {
                let units = units(&text(0)?);
                let place = |k| usize::try_from(int(k)?).map_err(|_| Wrong::OutOfBounds);
                let part = units.get(place(1)?..place(2)?).ok_or(Wrong::OutOfBounds)?;
                made(&of_units(part)?)?
            }
            TextOp::Hash => {
                let text = text(0)?;
                let hash = text
                    .encode_utf16()
                    .fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
                Value::Int(hash.into())
            }
            TextOp::OfInt => made(&int(0)?.to_string())?,
            TextOp::OfChar => {
                let unit = u16::try_from(int(0)?).map_err(|_| Wrong::NoNumber)?;
                made(&of_units(&[unit])?)?
            }
            TextOp::OfBoolean => made(if argument(0)?.is_true() { "true" } else { "false" })?,
            TextOp::OfFloat(width) => made(&arithmetic::decimal(width, int(0)?))?,
            TextOp::OfClass => {
                let value = argument(0)?;
                let class = self.state.class_of(self.program, value);
                let class =
                    class.ok_or(if value.is_true() { Wrong::NoObject } else { Wrong::Null })?;
                made(&self.program.classes()[class.index()].name)?
            }
        })
    }
}
