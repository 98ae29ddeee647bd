//! Comparisons and membership.

use super::coerce::none_of;
use super::{Elaborator, Leaf, Typed, fold};
use crate::syntax::{Comparison, Expr};
use crate::types::{Type, join};
use reductio_system::{Comparison as Basic, Expression};

impl Elaborator<'_> {
    /// A comparison.
    pub(super) fn compare(&mut self, comparison: Comparison, sides: &[Expr<'_>; 2]) -> Typed {
        let [left, right] = sides;
        let (l, r) = (self.value(left), self.value(right));
        match comparison {
            Comparison::Equal => Typed::truth(self.equality(&l, &r, right)),
            Comparison::Different => Typed::truth(fold::not(self.equality(&l, &r, right))),
            Comparison::Less => self.order(Basic::Less, [l, r], [left, right]),
            Comparison::AtMost => self.order(Basic::AtMost, [l, r], [left, right]),
            Comparison::Greater => self.order(Basic::Less, [r, l], [right, left]),
            Comparison::AtLeast => self.order(Basic::AtMost, [r, l], [right, left]),
        }
    }

    fn order(&mut self, comparison: Basic, values: [Typed; 2], places: [&Expr<'_>; 2]) -> Typed {
        for (value, place) in values.iter().zip(places) {
            if !matches!(value.ty, Type::Integer(..)) {
                self.wrong_type("an integer", &value.ty, &place.span);
                return Typed::truth(Expression::FALSE);
            }
        }
        let [left, right] = values.map(Typed::into_expression);
        Typed::truth(fold::compare(comparison, left, right))
    }

    /// The value of `e in low .. high`.
    pub(super) fn within(&mut self, parts: &[Expr<'_>; 3]) -> Typed {
        let [value, low, high] = parts;
        let [v, l, h] = [value, low, high].map(|part| self.value(part));
        let above = self.order(Basic::AtMost, [l, v.clone()], [low, value]);
        let below = self.order(Basic::AtMost, [v, h], [value, high]);
        Typed::truth(self.connected(vec![above.into_expression(), below.into_expression()], false))
    }

    /// The value of `e in { a, b }`.
    pub(super) fn among(&mut self, value: &Expr<'_>, list: &[Expr<'_>]) -> Typed {
        let value = self.value(value);
        let equalities = list.iter().map(|item| {
            let other = self.value(item);
            self.equality(&value, &other, item)
        });
        let equalities = equalities.collect();
        Typed::truth(self.connected(equalities, true))
    }

    /// The value of `left == right`, for values of any one type; `none` is only equal to `none`.
    fn equality(&mut self, left: &Typed, right: &Typed, place: &Expr<'_>) -> Expression {
        let both_none = left.ty == Type::None && right.ty == Type::None;
        let joined = join(&left.ty, &right.ty).filter(|ty| {
            // `none` is no value of a type without it.
            let is_none = left.ty == Type::None || right.ty == Type::None;
            !is_none || none_of(&left.ty).or(none_of(&right.ty)).is_some() || *ty == Type::Unknown
        });
        if joined.is_none() || both_none {
            let expected = self.scope.types.describe(&left.ty);
            let expected = if both_none { "a value that may be `none`" } else { &expected };
            self.wrong_type(expected, &right.ty, &place.span);
            return Expression::FALSE;
        }
        let ty = joined.unwrap_or(Type::Unknown);
        if ty == Type::Unknown {
            return Expression::FALSE;
        }
        let parts = left
            .leaves
            .iter()
            .zip(&right.leaves)
            .map(|(l, r)| self.same(&left.ty, l, &right.ty, r));
        let parts = parts.collect();
        self.connected(parts, false)
    }

    fn same(&self, left_type: &Type, left: &Leaf, right_type: &Type, right: &Leaf) -> Expression {
        let none = |ty| none_of(ty).map(|base| self.scope.types.none(base));
        let (l, r) = (left.expression.clone(), right.expression.clone());
        match (none(left_type), none(right_type)) {
            (Some(none), None) if *right_type == Type::None => fold::equal(l, none.into()),
            (None, Some(none)) if *left_type == Type::None => fold::equal(r, none.into()),
            (None, None) => fold::equal(l, r),
            (Some(a), Some(b)) if a == b => fold::equal(l, r),
            (Some(a), Some(b)) => {
                let both = vec![fold::equal(l.clone(), a.into()), fold::equal(r.clone(), b.into())];
                let neither = vec![
                    fold::different(l.clone(), a.into()),
                    fold::different(r.clone(), b.into()),
                    fold::equal(l, r),
                ];
                fold::connect(vec![fold::connect(both, false), fold::connect(neither, false)], true)
            }
            // A number may happen to be the one that stands for `none` on the other side.
            (Some(none), None) => unless(none, l, r, right),
            (None, Some(none)) => unless(none, r, l, left),
        }
    }
}

/// The value of `maybe == plain`, where `maybe` may be `none`, and that is not `plain`.
fn unless(none: i32, maybe: Expression, plain: Expression, leaf: &Leaf) -> Expression {
    let is_apart = i64::from(none) < leaf.bounds.low || leaf.bounds.high < i64::from(none);
    let equal = fold::equal(maybe.clone(), plain);
    if is_apart {
        return equal;
    }
    fold::connect(vec![fold::different(maybe, none.into()), equal], false)
}
