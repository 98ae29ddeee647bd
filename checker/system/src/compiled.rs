//! Truth values compiled for a layout: masks over the words of a packed state instead of trees over its cells.
//!
//! Predicates about control points are most of what a search evaluates, often conjunctions or disjunctions over all
//! threads. A conjunction of `cell == constant` over cells of one word is one masked comparison; a membership in a
//! domain of at most 64 values is one shift. Only expressions that cannot fail are taken apart, so the order in which
//! their parts are looked at does not matter.

use super::cell::Cell;
use super::expression::{Comparison, Expression, Failure, Place};
use super::ids::{CellId, Value};
use super::layout::{Field, Layout};

/// A truth value over the cells of a system, compiled for the layout of its states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Compiled {
    /// A constant, the same in all states.
    Constant(bool),
    /// Some bits of a word are these: a conjunction of equalities of cells and constants.
    Bits { word: u32, mask: u64, bits: u64 },
    /// The value of a cell, counted from its least value, is one of a set of numbers below 64.
    Among { word: u32, shift: u32, mask: u64, set: u64 },
    /// The negation.
    Not(Box<Compiled>),
    /// The conjunction of two or more.
    All(Box<[Compiled]>),
    /// The disjunction of two or more.
    Any(Box<[Compiled]>),
    /// An expression as it was: it may fail, or is none of the above.
    Expression(Expression),
}

impl Default for Compiled {
    fn default() -> Self {
        Compiled::Constant(true)
    }
}

impl Compiled {
    /// Compiles a truth value. Cost: linear in the size of the expression, but for the comparison of the parts of
    /// disjunctions with their neighbours.
    pub(super) fn new(expression: &Expression, layout: &Layout, cells: &[Cell]) -> Self {
        if expression.bounds(cells).can_fail {
            return Compiled::Expression(expression.clone());
        }
        compile(expression, layout)
    }

    /// The value in a state.
    ///
    /// # Errors
    /// The first [`Failure`] of the expression.
    #[inline]
    pub(super) fn evaluate(&self, layout: &Layout, state: &[u64]) -> Result<bool, Failure> {
        match self {
            Compiled::Expression(expression) => {
                Ok(expression.evaluate(&mut layout.memory(state))? == 1)
            }
            other => Ok(other.holds(layout, state)),
        }
    }

    /// Decides whether the expression holds in a state; what fails does not hold.
    #[inline]
    pub(super) fn holds(&self, layout: &Layout, state: &[u64]) -> bool {
        match self {
            Compiled::Bits { word, mask, bits } => state[*word as usize] & mask == *bits,
            Compiled::Among { word, shift, mask, set } => {
                set >> (state[*word as usize] >> shift & mask) & 1 == 1
            }
            other => other.part_holds(layout, state),
        }
    }

    /// The general case, kept out of the callers' code.
    fn part_holds(&self, layout: &Layout, state: &[u64]) -> bool {
        match self {
            Compiled::Constant(value) => *value,
            Compiled::Bits { .. } | Compiled::Among { .. } => self.holds(layout, state),
            Compiled::Not(inner) => !inner.holds(layout, state),
            Compiled::All(parts) => parts.iter().all(|part| part.holds(layout, state)),
            Compiled::Any(parts) => parts.iter().any(|part| part.holds(layout, state)),
            Compiled::Expression(expression) => {
                expression.evaluate(&mut layout.memory(state)) == Ok(1)
            }
        }
    }
}

/// Compiles a truth value no part of which can fail.
fn compile(expression: &Expression, layout: &Layout) -> Compiled {
    let parts = |parts: &[Expression]| parts.iter().map(|part| compile(part, layout)).collect();
    let found = match expression {
        Expression::Constant(value) => Some(Compiled::Constant(*value == 1)),
        Expression::Read(Place::Cell(cell)) => Some(equal(layout.field(*cell), 1)),
        Expression::Not(inner) => Some(negated(compile(inner, layout))),
        Expression::And(all) => Some(conjunction(parts(all))),
        Expression::Or(any) => Some(disjunction(parts(any))),
        Expression::Compare(comparison, sides) => match &**sides {
            [Expression::Read(Place::Cell(cell)), Expression::Constant(value)] => {
                compared(layout, *cell, *comparison, *value, false)
            }
            [Expression::Constant(value), Expression::Read(Place::Cell(cell))] => {
                compared(layout, *cell, *comparison, *value, true)
            }
            _ => None,
        },
        Expression::Among(inner, values) => match &**inner {
            Expression::Read(Place::Cell(cell)) => {
                among(layout.field(*cell), |value| values.binary_search(&value).is_ok())
            }
            _ => None,
        },
        Expression::Read(Place::Element { .. }) | Expression::Compute(..) | Expression::If(_) => {
            None
        }
    };
    found.unwrap_or_else(|| Compiled::Expression(expression.clone()))
}

/// The comparison of a cell with a constant, which is on the left where `is_swapped`; none for an order over a domain
/// that is too large.
fn compared(
    layout: &Layout,
    cell: CellId,
    comparison: Comparison,
    constant: Value,
    is_swapped: bool,
) -> Option<Compiled> {
    let field = layout.field(cell);
    match comparison {
        Comparison::Equal => Some(equal(field, constant)),
        Comparison::Different => Some(negated(equal(field, constant))),
        Comparison::Less | Comparison::AtMost => among(field, |value| {
            let (left, right) = if is_swapped { (constant, value) } else { (value, constant) };
            comparison.of(left, right) == 1
        }),
    }
}

/// The test of a cell for one value.
fn equal(field: Field, value: Value) -> Compiled {
    let offset = i64::from(value) - i64::from(field.low);
    match u64::try_from(offset) {
        Ok(offset) if offset <= field.mask => Compiled::Bits {
            word: field.word,
            mask: field.mask << field.shift,
            bits: offset << field.shift,
        },
        _ => Compiled::Constant(false),
    }
}

/// The test of a cell for the values of which `is_one` is true; none where the cell has more than 64 values.
fn among(field: Field, is_one: impl Fn(Value) -> bool) -> Option<Compiled> {
    let Field { word, shift, mask, low } = field;
    // What lies past the domain, below the next power of two, may leave the range of values; no state has it.
    let has = |offset: u64| {
        i32::try_from(offset).ok().and_then(|k| low.checked_add(k)).is_some_and(&is_one)
    };
    let set = (mask < 64).then(|| (0..=mask).filter(|k| has(*k)).map(|k| 1 << k).sum())?;
    Some(Compiled::Among { word, shift, mask, set })
}

fn negated(inner: Compiled) -> Compiled {
    match inner {
        Compiled::Constant(value) => Compiled::Constant(!value),
        Compiled::Among { word, shift, mask, set } => {
            Compiled::Among { word, shift, mask, set: !set }
        }
        Compiled::Not(inner) => *inner,
        other => Compiled::Not(Box::new(other)),
    }
}

/// The conjunction, with one comparison for all bits of a word, at the place of the first.
fn conjunction(parts: Vec<Compiled>) -> Compiled {
    let mut out: Vec<Compiled> = Vec::with_capacity(parts.len());
    let flat = parts.into_iter().flat_map(|part| match part {
        Compiled::All(inner) => inner.into_vec(),
        other => vec![other],
    });
    for part in flat {
        match part {
            Compiled::Constant(true) => {}
            Compiled::Constant(false) => return Compiled::Constant(false),
            Compiled::Bits { word, mask, bits } => {
                let same = out.iter_mut().find_map(|earlier| match earlier {
                    Compiled::Bits { word: other, mask, bits } if *other == word => {
                        Some((mask, bits))
                    }
                    _ => None,
                });
                match same {
                    Some((known, wanted)) if (*wanted ^ bits) & *known & mask != 0 => {
                        return Compiled::Constant(false);
                    }
                    Some((known, wanted)) => {
                        *known |= mask;
                        *wanted |= bits;
                    }
                    None => out.push(Compiled::Bits { word, mask, bits }),
                }
            }
            other => out.push(other),
        }
    }
    match out.len() {
        0 => Compiled::Constant(true),
        1 => out.remove(0),
        _ => Compiled::All(out.into()),
    }
}

/// The disjunction, in which neighbours that begin with the same test have it once.
fn disjunction(parts: Vec<Compiled>) -> Compiled {
    let mut out: Vec<Compiled> = Vec::with_capacity(parts.len());
    let flat = parts.into_iter().flat_map(|part| match part {
        Compiled::Any(inner) => inner.into_vec(),
        other => vec![other],
    });
    let mut group: Vec<Compiled> = Vec::new();
    for part in flat {
        match part {
            Compiled::Constant(false) => {}
            Compiled::Constant(true) => return Compiled::Constant(true),
            other => {
                if group.first().is_some_and(|first| !begin_alike(first, &other)) {
                    out.push(factored(std::mem::take(&mut group)));
                }
                group.push(other);
            }
        }
    }
    if !group.is_empty() {
        out.push(factored(group));
    }
    match out.len() {
        0 => Compiled::Constant(false),
        1 => out.remove(0),
        _ => Compiled::Any(out.into()),
    }
}

/// Whether two tests are conjunctions with the same first part.
fn begin_alike(one: &Compiled, other: &Compiled) -> bool {
    matches!((one, other), (Compiled::All(one), Compiled::All(other)) if one[0] == other[0])
}

/// The disjunction of tests that begin alike, or of a single one: `a b + a c` is `a (b + c)`.
fn factored(mut group: Vec<Compiled>) -> Compiled {
    if group.len() == 1 {
        return group.remove(0);
    }
    let mut first = None;
    let mut rests = Vec::with_capacity(group.len());
    for part in group {
        let Compiled::All(parts) = part else { unreachable!("they begin alike") };
        let mut parts = parts.into_vec();
        first = Some(parts.remove(0));
        rests.push(conjunction(parts));
    }
    conjunction(first.into_iter().chain([disjunction(rests)]).collect())
}
