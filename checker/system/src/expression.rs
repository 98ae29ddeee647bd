//! Expressions over the cells of a system, and their evaluation.

use super::cell::Cell;
use super::ids::{CellId, Point, ThreadId, Value};

/// A memory in which expressions are evaluated: a state, a state that records what is read, a partial state.
pub trait Memory {
    /// The value of a cell.
    fn read(&mut self, cell: CellId) -> Value;
    /// Changes the value of a cell, to one of its domain.
    fn write(&mut self, cell: CellId, value: Value);
    /// Gives a cell the value of another, which is in its domain: a memory that decides values late need not know the
    /// value.
    fn copy(&mut self, from: CellId, to: CellId) {
        let value = self.read(from);
        self.write(to, value);
    }
}

/// The reason why a thread failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Failure {
    /// An `assert` of something false.
    Assertion,
    /// The value is not in the domain of the target.
    OutOfRange(Value),
    /// The index is not one of the array.
    NoElement(Value),
    /// `div` or `mod` by zero.
    DivisionByZero,
    /// The result needs more than 32 bits.
    Overflow,
    /// A `release`, `wait`, `notify` or `notifyAll` of a lock that the thread does not own.
    NotOwner,
    /// An `acquire` of a lock that the thread holds as often as is allowed.
    TooDeep,
    /// An `up` of a semaphore at its maximum.
    SemaphoreFull,
}

impl Failure {
    /// The number of the kind of failure, the same whatever the value.
    pub fn kind(self) -> usize {
        match self {
            Failure::Assertion => 0,
            Failure::OutOfRange(_) => 1,
            Failure::NoElement(_) => 2,
            Failure::DivisionByZero => 3,
            Failure::Overflow => 4,
            Failure::NotOwner => 5,
            Failure::TooDeep => 6,
            Failure::SemaphoreFull => 7,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Assertion => f.write_str("the assertion is false"),
            Failure::OutOfRange(value) => write!(f, "the value {value} is out of range"),
            Failure::NoElement(index) => write!(f, "there is no element {index}"),
            Failure::DivisionByZero => f.write_str("division by zero"),
            Failure::Overflow => f.write_str("the result needs more than 32 bits"),
            Failure::NotOwner => f.write_str("the thread does not own the lock"),
            Failure::TooDeep => {
                f.write_str("the lock is acquired more often than its depth allows")
            }
            Failure::SemaphoreFull => f.write_str("the semaphore is at its maximum"),
        }
    }
}

/// An index of an element: its value, the index of the first element, the number of elements, and their distance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index {
    /// The value of the index.
    pub value: Expression,
    /// The index of the first element.
    pub low: Value,
    /// The number of elements.
    pub length: u32,
    /// The number of cells between the beginnings of two neighbours.
    pub stride: u32,
}

/// A cell, or an element of an array whose cell depends on the state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The cell itself.
    Cell(CellId),
    /// The cell `first + sum of (index - low) * stride`.
    Element {
        /// The cell for the least indices.
        first: CellId,
        /// The indices.
        indices: Box<[Index]>,
    },
}

impl Place {
    /// The cell of the place in a state.
    ///
    /// # Errors
    /// [`Failure::NoElement`], or the failure of an index.
    #[inline]
    pub fn cell<M: Memory>(&self, memory: &mut M) -> Result<CellId, Failure> {
        match self {
            Place::Cell(cell) => Ok(*cell),
            Place::Element { first, indices } => {
                let mut cell = first.index();
                for index in indices {
                    let value = index.value.evaluate(memory)?;
                    let offset = u32::try_from(i64::from(value) - i64::from(index.low))
                        .ok()
                        .filter(|k| *k < index.length);
                    let Some(offset) = offset else { return Err(Failure::NoElement(value)) };
                    cell += (offset * index.stride) as usize;
                }
                Ok(CellId::new(cell))
            }
        }
    }

    /// Calls `visit` with every cell that the place may be in some state, whatever the indices are.
    pub fn for_each_candidate(&self, visit: &mut dyn FnMut(CellId)) {
        match self {
            Place::Cell(cell) => visit(*cell),
            Place::Element { first, indices } => candidates(first.index(), indices, visit),
        }
    }
}

fn candidates(first: usize, indices: &[Index], visit: &mut dyn FnMut(CellId)) {
    let Some((index, rest)) = indices.split_first() else { return visit(CellId::new(first)) };
    for k in 0..index.length {
        candidates(first + (k * index.stride) as usize, rest, visit);
    }
}

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// The comparison `==`.
    Equal,
    /// The comparison `!=`.
    Different,
    /// The comparison `<`.
    Less,
    /// The comparison `<=`.
    AtMost,
}

/// An operation on two integers, checked: 32 bits, no division by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// The sum, `+`.
    Add,
    /// The difference, `-`.
    Subtract,
    /// The product, `*`.
    Multiply,
    /// The quotient `div`, rounded towards minus infinity.
    Divide,
    /// The remainder `mod`, with the sign of the divisor.
    Remainder,
}

/// An expression over the cells of a system. Truth values are 0 and 1. `and`, `or` and `if` evaluate from left to
/// right and only the parts that they need.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expression {
    /// A constant.
    Constant(Value),
    /// The value of a place.
    Read(Place),
    /// Negation of a truth value.
    Not(Box<Expression>),
    /// Conjunction; true when empty.
    And(Box<[Expression]>),
    /// Disjunction; false when empty.
    Or(Box<[Expression]>),
    /// A comparison of two expressions.
    Compare(Comparison, Box<[Expression; 2]>),
    /// An operation on two expressions.
    Compute(Arithmetic, Box<[Expression; 2]>),
    /// Membership in a sorted list of values.
    Among(Box<Expression>, Box<[Value]>),
    /// `if condition then this else that`.
    If(Box<[Expression; 3]>),
}

impl Expression {
    /// The expression `true`.
    pub const TRUE: Expression = Expression::Constant(1);
    /// The expression `false`.
    pub const FALSE: Expression = Expression::Constant(0);

    /// The expression that reads a cell.
    pub fn cell(cell: CellId) -> Self {
        Expression::Read(Place::Cell(cell))
    }

    /// The expression that tests whether a thread is at one of these control points.
    pub fn at(thread: ThreadId, points: impl IntoIterator<Item = Point>) -> Self {
        Self::cell(thread.counter()).among(points.into_iter().map(Value::from))
    }

    /// The expression that tests whether the value is one of these.
    #[must_use]
    pub fn among(self, values: impl IntoIterator<Item = Value>) -> Self {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        match values[..] {
            [value] => self.equals(value),
            _ => Expression::Among(Box::new(self), values.into()),
        }
    }

    /// The expression `self == other`.
    #[must_use]
    pub fn equals(self, other: impl Into<Expression>) -> Self {
        Expression::Compare(Comparison::Equal, Box::new([self, other.into()]))
    }

    /// The expression `self != other`.
    #[must_use]
    pub fn differs(self, other: impl Into<Expression>) -> Self {
        Expression::Compare(Comparison::Different, Box::new([self, other.into()]))
    }

    /// The expression `self < other`.
    #[must_use]
    pub fn less(self, other: impl Into<Expression>) -> Self {
        Expression::Compare(Comparison::Less, Box::new([self, other.into()]))
    }

    /// The expression `self <= other`.
    #[must_use]
    pub fn at_most(self, other: impl Into<Expression>) -> Self {
        Expression::Compare(Comparison::AtMost, Box::new([self, other.into()]))
    }

    /// The expression `self + other`.
    #[must_use]
    pub fn plus(self, other: impl Into<Expression>) -> Self {
        Expression::Compute(Arithmetic::Add, Box::new([self, other.into()]))
    }

    /// The expression `self - other`.
    #[must_use]
    pub fn minus(self, other: impl Into<Expression>) -> Self {
        Expression::Compute(Arithmetic::Subtract, Box::new([self, other.into()]))
    }

    /// The expression `self and other`.
    #[must_use]
    pub fn and(self, other: Expression) -> Self {
        Expression::And([self, other].into())
    }

    /// The expression `self or other`.
    #[must_use]
    pub fn or(self, other: Expression) -> Self {
        Expression::Or([self, other].into())
    }

    /// The expression `not self`.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Expression::Constant(value) => Expression::Constant(1 - value),
            Expression::Not(inner) => *inner,
            other => Expression::Not(Box::new(other)),
        }
    }

    /// The value of the expression in a memory; truth values are 0 and 1. Cost: one visit of each part that is needed.
    ///
    /// # Errors
    /// The first [`Failure`] on the way.
    #[inline]
    pub fn evaluate<M: Memory>(&self, memory: &mut M) -> Result<Value, Failure> {
        match self {
            Expression::Constant(value) => Ok(*value),
            Expression::Read(Place::Cell(cell)) => Ok(memory.read(*cell)),
            Expression::Compare(comparison, sides) => match &**sides {
                // The commonest guard by far: a cell against a constant.
                [Expression::Read(Place::Cell(cell)), Expression::Constant(value)] => {
                    Ok(comparison.of(memory.read(*cell), *value))
                }
                [left, right] => {
                    let left = left.evaluate_part(memory)?;
                    Ok(comparison.of(left, right.evaluate_part(memory)?))
                }
            },
            _ => self.evaluate_part(memory),
        }
    }

    /// The general case, kept out of the callers' code.
    fn evaluate_part<M: Memory>(&self, memory: &mut M) -> Result<Value, Failure> {
        match self {
            Expression::Constant(_) | Expression::Compare(..) => self.evaluate(memory),
            Expression::Read(place) => {
                let cell = place.cell(memory)?;
                Ok(memory.read(cell))
            }
            Expression::Not(inner) => Ok(1 - inner.evaluate(memory)?),
            Expression::And(parts) => {
                for part in parts {
                    if part.evaluate(memory)? == 0 {
                        return Ok(0);
                    }
                }
                Ok(1)
            }
            Expression::Or(parts) => {
                for part in parts {
                    if part.evaluate(memory)? == 1 {
                        return Ok(1);
                    }
                }
                Ok(0)
            }
            Expression::Compute(operation, sides) => {
                let left = sides[0].evaluate(memory)?;
                operation.of(left, sides[1].evaluate(memory)?)
            }
            Expression::Among(inner, values) => {
                let value = inner.evaluate(memory)?;
                Ok(Value::from(values.binary_search(&value).is_ok()))
            }
            Expression::If(parts) => {
                let branch = if parts[0].evaluate(memory)? == 1 { &parts[1] } else { &parts[2] };
                branch.evaluate(memory)
            }
        }
    }

    /// Calls `visit` with every place that the expression reads or may read, the ones inside indices included.
    pub fn for_each_place<'a>(&'a self, visit: &mut dyn FnMut(&'a Place)) {
        self.for_each_part(&mut |part| {
            if let Expression::Read(place) = part {
                visit(place);
            }
        });
    }

    /// Calls `visit` with the expression and everything in it, indices included.
    pub(super) fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        visit(self);
        let parts: &[Expression] = match self {
            Expression::Constant(_) | Expression::Read(Place::Cell(_)) => &[],
            Expression::Read(Place::Element { indices, .. }) => {
                return indices.iter().for_each(|index| index.value.for_each_part(visit));
            }
            Expression::Not(inner) | Expression::Among(inner, _) => std::slice::from_ref(inner),
            Expression::And(parts) | Expression::Or(parts) => parts,
            Expression::Compare(_, sides) | Expression::Compute(_, sides) => &sides[..],
            Expression::If(parts) => &parts[..],
        };
        for part in parts {
            part.for_each_part(visit);
        }
    }

    /// Bounds for the value in any state, and whether the evaluation may fail: an analysis of intervals.
    pub(super) fn bounds(&self, cells: &[Cell]) -> Bounds {
        let truth = |parts: &[Expression]| {
            let can_fail = parts.iter().any(|part| part.bounds(cells).can_fail);
            Bounds { low: 0, high: 1, can_fail }
        };
        match self {
            Expression::Constant(value) => Bounds::exactly(i64::from(*value)),
            Expression::Read(place) => place.bounds(cells),
            Expression::Not(inner) | Expression::Among(inner, _) => {
                truth(std::slice::from_ref(inner))
            }
            Expression::And(parts) | Expression::Or(parts) => truth(parts),
            Expression::Compare(_, sides) => truth(&sides[..]),
            Expression::Compute(operation, sides) => {
                operation.bounds(sides[0].bounds(cells), sides[1].bounds(cells))
            }
            Expression::If(parts) => {
                let [condition, this, that] = &**parts;
                let (condition, this, that) =
                    (condition.bounds(cells), this.bounds(cells), that.bounds(cells));
                Bounds {
                    low: this.low.min(that.low),
                    high: this.high.max(that.high),
                    can_fail: condition.can_fail || this.can_fail || that.can_fail,
                }
            }
        }
    }
}

impl Place {
    /// Bounds for the value at the place, and whether finding the cell may fail.
    pub(super) fn bounds(&self, cells: &[Cell]) -> Bounds {
        let mut out = Bounds { low: i64::MAX, high: i64::MIN, can_fail: false };
        if let Place::Element { indices, .. } = self {
            out.can_fail = indices.iter().any(|index| {
                let value = index.value.bounds(cells);
                let low = i64::from(index.low);
                value.can_fail || value.low < low || value.high >= low + i64::from(index.length)
            });
        }
        self.for_each_candidate(&mut |cell| {
            let domain = &cells[cell.index()].domain;
            out.low = out.low.min(i64::from(domain.low()));
            out.high = out.high.max(i64::from(domain.high()));
        });
        out
    }
}

impl From<Value> for Expression {
    fn from(value: Value) -> Self {
        Expression::Constant(value)
    }
}

/// An interval that holds the value of an expression in every state.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The lower bound of the value.
    pub low: i64,
    /// The upper bound of the value.
    pub high: i64,
    /// Tells whether the evaluation may fail in some state.
    pub can_fail: bool,
}

impl Bounds {
    fn exactly(value: i64) -> Self {
        Bounds { low: value, high: value, can_fail: false }
    }
}

impl Comparison {
    /// The result of the comparison of two values: 1 where it holds, 0 where not.
    #[inline]
    pub fn of(self, left: Value, right: Value) -> Value {
        Value::from(match self {
            Comparison::Equal => left == right,
            Comparison::Different => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
        })
    }
}

impl Arithmetic {
    /// The result of the operation on two values.
    ///
    /// # Errors
    /// [`Failure::DivisionByZero`], and [`Failure::Overflow`] where the result is no [`Value`].
    pub fn of(self, left: Value, right: Value) -> Result<Value, Failure> {
        if right == 0 && matches!(self, Arithmetic::Divide | Arithmetic::Remainder) {
            return Err(Failure::DivisionByZero);
        }
        let (left, right) = (i64::from(left), i64::from(right));
        let result = match self {
            Arithmetic::Add => left + right,
            Arithmetic::Subtract => left - right,
            Arithmetic::Multiply => left * right,
            Arithmetic::Divide => floor_divide(left, right),
            Arithmetic::Remainder => left - right * floor_divide(left, right),
        };
        Value::try_from(result).map_err(|_| Failure::Overflow)
    }

    /// The bounds of the result: for `+`, `-`, `*` from the corners; quotients and remainders are no larger than their
    /// parts.
    pub fn bounds(self, left: Bounds, right: Bounds) -> Bounds {
        let (low, high) = match self {
            Arithmetic::Add => (left.low + right.low, left.high + right.high),
            Arithmetic::Subtract => (left.low - right.high, left.high - right.low),
            Arithmetic::Multiply => {
                let corners = [left.low, left.high].map(|l| [right.low, right.high].map(|r| l * r));
                let corners = corners.as_flattened();
                (
                    corners.iter().copied().min().unwrap_or(0),
                    corners.iter().copied().max().unwrap_or(0),
                )
            }
            // Monotone in both arguments, whatever the sign of the left one.
            Arithmetic::Divide if right.low > 0 => {
                let by = |left| [right.low, right.high].map(|right| floor_divide(left, right));
                let (low, high) = (by(left.low), by(left.high));
                (low[0].min(low[1]), high[0].max(high[1]))
            }
            Arithmetic::Divide => {
                let most = left.low.abs().max(left.high.abs());
                (if left.low >= 0 && right.low >= 0 { 0 } else { -most }, most)
            }
            // Smaller than the divisor, and of its sign.
            Arithmetic::Remainder => ((right.low + 1).min(0), (right.high - 1).max(0)),
        };
        let by_zero = matches!(self, Arithmetic::Divide | Arithmetic::Remainder)
            && right.low <= 0
            && right.high >= 0;
        let wide = low < i64::from(Value::MIN) || high > i64::from(Value::MAX);
        // Both ends: what is always too large would be larger still in the next product.
        let clamp = |end: i64| end.clamp(i64::from(Value::MIN), i64::from(Value::MAX));
        Bounds {
            low: clamp(low),
            high: clamp(high),
            can_fail: left.can_fail || right.can_fail || by_zero || wide,
        }
    }
}

/// The quotient rounded towards minus infinity: [`Arithmetic::Divide`], before it is asked whether the result is a
/// [`Value`]. The divisor is not zero.
pub fn floor_divide(left: i64, right: i64) -> i64 {
    let quotient = left / right;
    if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
}

/// An assignment of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The place that changes.
    pub target: Place,
    /// The new value.
    pub value: Expression,
}

impl Assignment {
    /// Performs the assignment; the value must be in the domain of the target.
    ///
    /// # Errors
    /// [`Failure::OutOfRange`], or the failure of the value or of an index.
    #[inline]
    pub fn perform<M: Memory>(&self, memory: &mut M, cells: &[Cell]) -> Result<(), Failure> {
        if let (Expression::Read(Place::Cell(from)), Place::Cell(to)) = (&self.value, &self.target)
            && cells[to.index()].domain.includes(&cells[from.index()].domain)
        {
            memory.copy(*from, *to);
            return Ok(());
        }
        let value = self.value.evaluate(memory)?;
        let cell = self.target.cell(memory)?;
        if !cells[cell.index()].domain.has(value) {
            return Err(Failure::OutOfRange(value));
        }
        memory.write(cell, value);
        Ok(())
    }

    /// Decides whether the assignment may fail in some state.
    pub fn can_fail(&self, cells: &[Cell]) -> bool {
        let value = self.value.bounds(cells);
        let target = self.target.bounds(cells);
        let mut is_outside = false;
        self.target.for_each_candidate(&mut |cell| {
            let domain = &cells[cell.index()].domain;
            is_outside |=
                value.low < i64::from(domain.low()) || value.high > i64::from(domain.high());
        });
        value.can_fail || target.can_fail || is_outside
    }
}
