//! Arithmetic of fixed widths, as processors and the Java virtual machine have it: integers wrap around, and
//! floating-point numbers are those of IEEE 754.
//!
//! Values are [numbers](crate::Value::Int): an integer of 32 bits is extended by its sign; a floating-point number is
//! told by its bits, so that 0 is zero.

use crate::wrong::Wrong;

/// A number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 32 bits: Java's `int` and `float`.
    W32,
    /// 64 bits: Java's `long` and `double`.
    W64,
}

/// An operation on two integers of one width. Results wrap around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient, rounded to 0.
    Divide,
    /// The remainder, with the sign of the left number.
    Remainder,
    /// The bits that both have.
    And,
    /// The bits that one has.
    Or,
    /// The bits that exactly one has.
    Xor,
    /// Shifts to the left. The lowest five or six bits of the right number count.
    ShiftLeft,
    /// Shifts to the right, and keeps the sign.
    ShiftRight,
    /// Shifts to the right, and fills with 0.
    ShiftRightUnsigned,
    /// -1, 0 or 1: whether the left number is less, equal or greater.
    Compare,
}

/// An operation on two floating-point numbers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient.
    Divide,
    /// The remainder of the division that rounds to 0.
    Remainder,
    /// -1, 0 or 1: whether the left number is less, equal or greater; -1 if one is no number.
    CompareOrLess,
    /// -1, 0 or 1: whether the left number is less, equal or greater; 1 if one is no number.
    CompareOrGreater,
}

/// A conversion between kinds of numbers, as Java has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// The lowest 8 bits, with their sign.
    ToByte,
    /// The lowest 16 bits, without a sign.
    ToChar,
    /// The lowest 16 bits, with their sign.
    ToShort,
    /// The lowest 32 bits, with their sign.
    ToInt,
    /// The nearest floating-point number of a width.
    IntToFloat(Width),
    /// A floating-point number of the first width as integer of the second: rounded to 0, within the range, and 0 for
    /// what is no number.
    FloatToInt(Width, Width),
    /// A floating-point number of 32 bits as one of 64.
    Widen,
    /// A floating-point number of 64 bits as one of 32: the nearest.
    Narrow,
}

/// A function of floating-point numbers of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// The square root.
    Sqrt,
    /// The greatest whole number that is not greater.
    Floor,
    /// The least whole number that is not less.
    Ceil,
    /// The nearest whole number; the even one of two.
    Rint,
}

/// The number of 32 bits with these bits.
fn float(bits: i64) -> f32 {
    f32::from_bits(u32::from_ne_bytes(low(bits).to_ne_bytes()))
}

fn double(bits: i64) -> f64 {
    f64::from_bits(u64::from_ne_bytes(bits.to_ne_bytes()))
}

fn float_bits(number: f32) -> i64 {
    // There is one value that is no number, so that states do not differ in how it came about.
    let number = if number.is_nan() { f32::NAN } else { number };
    i64::from(number.to_bits())
}

fn double_bits(number: f64) -> i64 {
    let number = if number.is_nan() { f64::NAN } else { number };
    i64::from_ne_bytes(number.to_bits().to_ne_bytes())
}

/// The lowest 32 bits.
fn low(number: i64) -> i32 {
    let bytes = number.to_le_bytes();
    i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// The result of an operation on integers.
pub(crate) fn int(op: IntOp, width: Width, left: i64, right: i64) -> Result<i64, Wrong> {
    if matches!(op, IntOp::Divide | IntOp::Remainder) && right == 0 {
        return Err(Wrong::DivisionByZero);
    }
    let mask = if width == Width::W32 { 31 } else { 63 };
    let shift = u32::try_from(right & mask).unwrap_or(0);
    let result = match op {
        IntOp::Add => left.wrapping_add(right),
        IntOp::Subtract => left.wrapping_sub(right),
        IntOp::Multiply => left.wrapping_mul(right),
        IntOp::Divide => left.wrapping_div(right),
        IntOp::Remainder => left.wrapping_rem(right),
        IntOp::And => left & right,
        IntOp::Or => left | right,
        IntOp::Xor => left ^ right,
        IntOp::ShiftLeft => left.wrapping_shl(shift),
        IntOp::ShiftRight => left.wrapping_shr(shift),
        IntOp::ShiftRightUnsigned if width == Width::W32 => {
            let bits = u32::from_ne_bytes(low(left).to_ne_bytes());
            i64::from(bits.wrapping_shr(shift))
        }
        IntOp::ShiftRightUnsigned => {
            let bits = u64::from_ne_bytes(left.to_ne_bytes());
            i64::from_ne_bytes(bits.wrapping_shr(shift).to_ne_bytes())
        }
        IntOp::Compare => return Ok(left.cmp(&right) as i64),
    };
    Ok(wrap(width, result))
}

fn wrap(width: Width, number: i64) -> i64 {
    match width {
        Width::W32 => low(number).into(),
        Width::W64 => number,
    }
}

/// The result of an operation on floating-point numbers.
pub(crate) fn floating(op: FloatOp, width: Width, left: i64, right: i64) -> i64 {
    match width {
        Width::W32 => {
            let (left, right) = (float(left), float(right));
            let result = match op {
                FloatOp::Add => left + right,
                FloatOp::Subtract => left - right,
                FloatOp::Multiply => left * right,
                FloatOp::Divide => left / right,
                FloatOp::Remainder => left % right,
                FloatOp::CompareOrLess => return ordering(left.partial_cmp(&right), -1),
                FloatOp::CompareOrGreater => return ordering(left.partial_cmp(&right), 1),
            };
            float_bits(result)
        }
        Width::W64 => {
            let (left, right) = (double(left), double(right));
            let result = match op {
                FloatOp::Add => left + right,
                FloatOp::Subtract => left - right,
                FloatOp::Multiply => left * right,
                FloatOp::Divide => left / right,
                FloatOp::Remainder => left % right,
                FloatOp::CompareOrLess => return ordering(left.partial_cmp(&right), -1),
                FloatOp::CompareOrGreater => return ordering(left.partial_cmp(&right), 1),
            };
            double_bits(result)
        }
    }
}

fn ordering(found: Option<std::cmp::Ordering>, otherwise: i64) -> i64 {
    found.map_or(otherwise, |found| found as i64)
}

/// The number with the other sign.
pub(crate) fn negated(width: Width, number: i64) -> i64 {
    wrap(width, number.wrapping_neg())
}

/// The floating-point number with the other sign.
pub(crate) fn float_negated(width: Width, number: i64) -> i64 {
    match width {
        Width::W32 => float_bits(-float(number)),
        Width::W64 => double_bits(-double(number)),
    }
}

/// The result of a function.
pub(crate) fn function(function: Function, number: i64) -> i64 {
    let number = double(number);
    double_bits(match function {
        Function::Sqrt => number.sqrt(),
        Function::Floor => number.floor(),
        Function::Ceil => number.ceil(),
        Function::Rint => number.round_ties_even(),
    })
}

/// The number after a conversion.
#[expect(clippy::cast_precision_loss, reason = "the nearest number is wanted")]
#[expect(clippy::cast_possible_truncation, reason = "casts saturate and round as Java's do")]
pub(crate) fn converted(conversion: Conversion, number: i64) -> i64 {
    let bytes = number.to_le_bytes();
    match conversion {
        Conversion::ToByte => i8::from_le_bytes([bytes[0]]).into(),
        Conversion::ToChar => u16::from_le_bytes([bytes[0], bytes[1]]).into(),
        Conversion::ToShort => i16::from_le_bytes([bytes[0], bytes[1]]).into(),
        Conversion::ToInt => low(number).into(),
        Conversion::IntToFloat(Width::W32) => float_bits(number as f32),
        Conversion::IntToFloat(Width::W64) => double_bits(number as f64),
        Conversion::FloatToInt(from, to) => {
            let number = match from {
                Width::W32 => f64::from(float(number)),
                Width::W64 => double(number),
            };
            match to {
                Width::W32 => (number as i32).into(),
                Width::W64 => number as i64,
            }
        }
        Conversion::Widen => double_bits(f64::from(float(number))),
        Conversion::Narrow => float_bits(double(number) as f32),
    }
}

/// The closest number of two digits, where one digit is enough to tell a number from its neighbours: Java writes two at
/// least, and so 4.9E-324 for the least number, not 5.0E-324. `None` if the second digit is 0, if one digit is not
/// enough, or if the exponent would be another one, which Java has from version 19 on.
fn two_digits(width: Width, bits: i64, shortest: &str) -> Option<String> {
    let (digits, exponent) = shortest.split_once('e')?;
    let (two, is_it) = match width {
        Width::W32 => {
            let number = float(bits).abs();
            let two = format!("{number:.1e}");
            let is_it = two.parse() == Ok(number);
            (two, is_it)
        }
        Width::W64 => {
            let number = double(bits).abs();
            let two = format!("{number:.1e}");
            let is_it = two.parse() == Ok(number);
            (two, is_it)
        }
    };
    let is_alike = two.ends_with(&format!("e{exponent}")) && !two.contains(".0e");
    (digits.len() == 1 && is_it && is_alike).then_some(two)
}

/// A floating-point number in decimal, as `Double.toString` and `Float.toString` write it: the shortest digits that
/// tell it from its neighbours, two of them at least.
pub fn decimal(width: Width, bits: i64) -> String {
    let number = match width {
        Width::W32 => f64::from(float(bits)),
        Width::W64 => double(bits),
    };
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return if number.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned();
    }
    // `d.ddde±x`, with the fewest digits.
    let shortest = match width {
        Width::W32 => format!("{:e}", float(bits).abs()),
        Width::W64 => format!("{:e}", number.abs()),
    };
    let shortest = two_digits(width, bits, &shortest).unwrap_or(shortest);
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if number < 0.0 { "-" } else { "" };
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    let size = |number: i32| usize::try_from(number).unwrap_or(0);
    if (-3..7).contains(&exponent) {
        if exponent < 0 {
            return format!("{sign}0.{}{digits}", "0".repeat(size(-exponent - 1)));
        }
        let whole = size(exponent) + 1;
        let padded = format!("{digits:0<whole$}");
        let (whole, rest) = padded.split_at(whole);
        return format!("{sign}{whole}.{}", or_zero(rest));
    }
    let (first, rest) = digits.split_at(1);
    format!("{sign}{first}.{}E{exponent}", or_zero(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Java 17 prints.
    #[test]
    fn decimals_have_two_digits_at_least() {
        let doubles = [
            (1, "4.9E-324"),
            (2, "1.0E-323"),
            (3, "1.5E-323"),
            (4, "2.0E-323"),
            (16, "7.9E-323"),
            (4_756_540_486_875_873_280, "1.0E10"),
            (4_562_254_508_917_369_340, "0.001"),
            (4_546_269_252_255_995_407, "9.0E-5"),
            (4_591_870_180_066_957_722, "0.1"),
            (4_636_737_291_354_636_288, "100.0"),
        ];
        for (bits, text) in doubles {
            assert_eq!(decimal(Width::W64, bits), text);
        }
        let floats = [(1, "1.4E-45"), (2, "2.8E-45"), (3, "4.2E-45"), (5, "7.0E-45")];
        for (bits, text) in floats {
            assert_eq!(decimal(Width::W32, bits), text);
        }
    }
}
