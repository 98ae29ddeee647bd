//! Arithmetic, connectives, `if`.

use super::{Elaborator, Leaf, Mode, Typed, fold};
use crate::error::SystemErrorKind;
use crate::syntax::{Expr, Span};
use crate::types::{Type, join};
use reductio_system::{Arithmetic, Bounds, Expression, Failure, Value};

impl Elaborator<'_> {
    /// An operation on two integers; `sides` are where they stand.
    pub(super) fn compute(
        &mut self,
        operation: Arithmetic,
        left: Typed,
        right: Typed,
        sides: [&Expr<'_>; 2],
        span: &Span,
    ) -> Typed {
        let mut ranges = Vec::new();
        for (value, side) in [&left, &right].into_iter().zip(sides) {
            match value.ty {
                Type::Integer(low, high) => ranges.push(bounds(low.into(), high.into())),
                _ => self.wrong_type("an integer", &value.ty, &side.span),
            }
        }
        let [left_range, right_range] = ranges[..] else { return Typed::unknown() };
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if divides && right_range.low == 0 && right_range.high == 0 {
            self.fault(SystemErrorKind::DivisionByZero, &sides[1].span);
            return Typed::unknown();
        }
        let range = operation.bounds(left_range, right_range);
        let actual = operation.bounds(left.leaf().bounds, right.leaf().bounds);
        if actual.can_fail {
            self.fails(operation, [&left, &right], right.leaf().bounds, span);
        }
        let expression = fold::compute(operation, left.into_expression(), right.into_expression());
        let actual = match fold::known(&expression) {
            Some(value) => super::exactly(value),
            None => Bounds { can_fail: false, ..actual },
        };
        Typed::new(Type::Integer(cut(range.low), cut(range.high)), expression, actual)
    }

    /// Reports an operation that may have no result, where that is a fault.
    fn fails(&mut self, operation: Arithmetic, sides: [&Typed; 2], divisor: Bounds, span: &Span) {
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        let by_zero = divides && divisor.low <= 0 && divisor.high >= 0;
        let is_fixed = |value: &Typed| matches!(value.ty, Type::Integer(low, high) if low == high);
        let is_constant = self.mode == Mode::Constant || sides.into_iter().all(is_fixed);
        if let (true, Some(left), Some(right)) = (is_constant, sides[0].known(), sides[1].known()) {
            match operation.of(left, right) {
                Err(Failure::DivisionByZero) => self.fault(SystemErrorKind::DivisionByZero, span),
                Err(_) => {
                    let what = "the value".to_owned();
                    self.fault(SystemErrorKind::BigNumber { what }, span);
                }
                Ok(_) => {}
            }
            return;
        }
        let why = if by_zero { "this divisor may be 0" } else { "this may need more than 32 bits" };
        self.partial(SystemErrorKind::PartialArithmetic(why), span);
    }

    /// The value of `and` or `or`.
    pub(super) fn connect(&mut self, parts: &[Expr<'_>], is_or: bool) -> Typed {
        let deciding = Expression::Constant(Value::from(is_or));
        let mut is_decided = false;
        let mut out = Vec::new();
        for part in parts {
            let value = self.while_dead(is_decided, |e| e.truth(part));
            is_decided |= value == deciding;
            out.push(value);
        }
        Typed::truth(self.connected(out, is_or))
    }

    /// The conjunction or disjunction of values. Where nothing can fail, a part that decides does so wherever it
    /// stands.
    pub(crate) fn connected(&self, parts: Vec<Expression>, is_or: bool) -> Expression {
        let deciding = Expression::Constant(Value::from(is_or));
        if self.mode == Mode::Predicate && parts.contains(&deciding) {
            return deciding;
        }
        fold::connect(parts, is_or)
    }

    /// The value of `if c then a else b`.
    pub(super) fn conditional(&mut self, parts: &[Expr<'_>; 3]) -> Typed {
        let [condition, this, that] = parts;
        let condition = self.truth(condition);
        let left = self.while_dead(condition == Expression::FALSE, |e| e.value(this));
        let right = self.while_dead(condition == Expression::TRUE, |e| e.value(that));
        let Some(ty) = join(&left.ty, &right.ty) else {
            let expected = self.scope.types.describe(&left.ty);
            self.wrong_type(&expected, &right.ty, &that.span);
            return Typed::unknown();
        };
        if ty == Type::Unknown {
            return Typed::unknown();
        }
        let [left, right] = [left, right].map(|value| self.recoded(value, &ty));
        let leaves = left.into_iter().zip(right).map(|(left, right)| {
            let bounds = match fold::known(&condition) {
                Some(0) => right.bounds,
                Some(_) => left.bounds,
                None => Bounds {
                    low: left.bounds.low.min(right.bounds.low),
                    high: left.bounds.high.max(right.bounds.high),
                    can_fail: false,
                },
            };
            let expression = fold::choose(condition.clone(), left.expression, right.expression);
            Leaf { expression, bounds }
        });
        let leaves = leaves.collect();
        Typed { ty, leaves }
    }

    /// The cells of a value as those of a type that has all its values.
    fn recoded(&self, value: Typed, ty: &Type) -> Vec<Leaf> {
        match ty {
            Type::Record(_) => value.leaves,
            ty => value.leaves.into_iter().map(|leaf| self.recode(leaf, &value.ty, ty)).collect(),
        }
    }
}

fn bounds(low: i64, high: i64) -> Bounds {
    Bounds { low, high, can_fail: false }
}

/// Bounds are cut to 32 bits already.
fn cut(bound: i64) -> Value {
    Value::try_from(bound).unwrap_or(if bound < 0 { Value::MIN } else { Value::MAX })
}
