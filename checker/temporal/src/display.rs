//! Formulas as text.

use std::fmt::{self, Display, Formatter};

use super::formula::{Binary, Formula, Shape, Subformula, Unary};

/// What is still to be written.
enum Piece<'f, A> {
    Text(&'static str),
    Formula(Subformula<'f, A>, Place),
}

/// The place of a formula in another one.
#[derive(Clone, Copy)]
enum Place {
    Whole,
    Operand(Option<Binary>),
    /// The left operand of `until` or `release`.
    Left,
}

/// Operators bind as the text says and no more: an operand with two operands of its own stands in parentheses, unless
/// both operators are `and`, or both `or`, on the left. `always p until q` can be read in two ways, so the left operand
/// of `until` and `release` stands in parentheses if it begins with `always` or `eventually`. So does an atom of more
/// than one word, for an atom may have operators.
impl<A: Display> Display for Formula<A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.as_subformula().fmt(f)
    }
}

impl<A: Display> Display for Subformula<'_, A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = vec![Piece::Formula(*self, Place::Whole)];
        while let Some(piece) = rest.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Formula(formula, place) => write(f, formula, place, &mut rest)?,
            }
        }
        Ok(())
    }
}

/// Writes the beginning of a formula, and leaves the rest to be written next.
fn write<'f, A: Display>(
    f: &mut Formatter<'_>,
    formula: Subformula<'f, A>,
    place: Place,
    rest: &mut Vec<Piece<'f, A>>,
) -> fmt::Result {
    match formula.shape() {
        Shape::Constant(value) => value.fmt(f),
        Shape::Atom(atom) => {
            let text = atom.to_string();
            match place {
                Place::Operand(_) | Place::Left if !is_one_word(&text) => write!(f, "({text})"),
                _ => f.write_str(&text),
            }
        }
        Shape::Unary(operator, operand) => {
            let is_open = !matches!(place, Place::Left) || !is_temporal(formula);
            if !is_open {
                f.write_str("(")?;
                rest.push(Piece::Text(")"));
            }
            write!(f, "{} ", operator.word())?;
            rest.push(Piece::Formula(operand, Place::Operand(None)));
            Ok(())
        }
        Shape::Binary(operator, left, right) => {
            let is_open = match place {
                Place::Whole => true,
                Place::Operand(outer) => outer == Some(operator),
                Place::Left => false,
            };
            let of_chain = matches!(operator, Binary::And | Binary::Or).then_some(operator);
            if !is_open {
                f.write_str("(")?;
                rest.push(Piece::Text(")"));
            }
            rest.push(Piece::Formula(right, Place::Operand(None)));
            rest.extend([Piece::Text(" "), Piece::Text(operator.word()), Piece::Text(" ")]);
            let of_left = match operator {
                Binary::Until | Binary::Release => Place::Left,
                _ => Place::Operand(of_chain),
            };
            rest.push(Piece::Formula(left, of_left));
            Ok(())
        }
    }
}

/// Whether a formula begins with `always` or `eventually`, or with `not` before one of them.
fn is_temporal<A>(mut formula: Subformula<'_, A>) -> bool {
    while let Shape::Unary(operator, operand) = formula.shape() {
        if operator != Unary::Not {
            return true;
        }
        formula = operand;
    }
    false
}

/// Whether an atom needs no parentheses: a word, or one with something in brackets behind it.
fn is_one_word(text: &str) -> bool {
    let mut depth = 0_i32;
    let mut is_word = true;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => {
                is_word &= at > 0;
                depth += 1;
            }
            ')' | ']' => depth -= 1,
            _ => is_word &= depth > 0 || c.is_alphanumeric() || "_.'".contains(c),
        }
    }
    is_word
}
