//! Values where another type is needed: `none` is kept differently in each type.

use super::{Elaborator, Leaf, Typed, fold};
use crate::error::SystemErrorKind;
use crate::syntax::{Expr, Span};
use crate::types::{Type, interval};
use reductio_system::{Bounds, Expression, Value};

impl Elaborator<'_> {
    /// The cells of `expr` as a value of `target`. A value that is never in range is refused; one that may be out of
    /// range becomes a value that is not in the domain of the target, so that the assignment or index fails.
    pub(crate) fn fitted(
        &mut self,
        expr: &Expr<'_>,
        target: &Type,
        what: &'static str,
    ) -> Vec<Leaf> {
        let value = self.value(expr);
        self.fit(value, target, &expr.span, what)
    }

    pub(crate) fn fit(
        &mut self,
        value: Typed,
        target: &Type,
        span: &Span,
        what: &'static str,
    ) -> Vec<Leaf> {
        let is_unknown = value.ty == Type::Unknown || *target == Type::Unknown;
        if is_unknown || !fits(&value.ty, target) {
            if !is_unknown {
                let expected = self.scope.types.describe(target);
                self.wrong_type(&expected, &value.ty, span);
            }
            return vec![Typed::unknown().leaves.swap_remove(0); self.scope.types.size(target)];
        }
        if let (Some((low, high)), Some((least, most))) = (integers(&value.ty), integers(target))
            && (high < least || most < low || most < least)
            && !(can_be_none(&value.ty) && can_be_none(target))
        {
            let range = self.scope.types.describe_range(target);
            let value = interval(low.into(), high.into());
            self.fault(SystemErrorKind::NeverInRange { what, value, range }, span);
        }
        if matches!(target, Type::Record(_)) {
            return value.leaves;
        }
        let ty = value.ty.clone();
        vec![self.recode(value.leaves[0].clone(), &ty, target)]
    }

    /// The cell of one type as one of another type: `none` of the one is `none` of the other, or in no domain; no
    /// other value becomes it.
    pub(crate) fn recode(&self, leaf: Leaf, from: &Type, to: &Type) -> Leaf {
        let types = &self.scope.types;
        let none_before = match from {
            Type::None => return constant_leaf(none_of(to).map_or(0, |base| types.none(base))),
            from => none_of(from).map(|base| types.none(base)),
        };
        let none_after = none_of(to).map(|base| types.none(base));
        let (least, most) = types.range(to);
        let outside =
            most.checked_add(1).or(least.checked_sub(1)).expect("a domain has at most 2^31 values");
        let holds =
            |value: Value, bounds: Bounds| (bounds.low..=bounds.high).contains(&i64::from(value));
        let Leaf { expression, bounds } = leaf;
        let mut out = expression.clone();
        // A number may happen to be the one that stands for `none`.
        if let Some(none) =
            none_after.filter(|none| none_before != Some(*none) && holds(*none, bounds))
        {
            let is_none = fold::equal(expression.clone(), none.into());
            out = fold::choose(is_none, outside.into(), out);
        }
        if let Some(none) = none_before.filter(|none| none_after != Some(*none)) {
            // Without a `none`, the number that stands for it must not be taken for a value.
            let is_taken = (least..=most).contains(&none);
            if let Some(becomes) = none_after.or(is_taken.then_some(outside)) {
                out = fold::choose(fold::equal(expression, none.into()), becomes.into(), out);
            }
        }
        let (low, high) = match &out {
            Expression::Constant(value) => (i64::from(*value), i64::from(*value)),
            _ if none_before == none_after => (bounds.low, bounds.high),
            _ => (bounds.low.min(least.into()), bounds.high.max(i64::from(outside))),
        };
        Leaf { expression: out, bounds: Bounds { low, high, can_fail: bounds.can_fail } }
    }
}

/// Whether a value of one type may stand where the other is needed, at least for some values.
fn fits(value: &Type, target: &Type) -> bool {
    match (value, target) {
        (Type::Integer(..), Type::Integer(..)) | (Type::None, Type::OrNone(_)) => true,
        (Type::OrNone(value), Type::OrNone(target)) => fits(value, target),
        (Type::OrNone(value), target) => fits(value, target),
        (value, Type::OrNone(target)) => fits(value, target),
        _ => value == target,
    }
}

fn constant_leaf(value: Value) -> Leaf {
    Typed::constant(Type::None, value).leaves.swap_remove(0)
}

/// The type without `none`, if it has `none`.
pub(super) fn none_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::OrNone(base) => Some(base),
        _ => None,
    }
}

fn can_be_none(ty: &Type) -> bool {
    matches!(ty, Type::None | Type::OrNone(_))
}

/// The integers of a type, `none` left out.
fn integers(ty: &Type) -> Option<(Value, Value)> {
    match ty {
        Type::Integer(low, high) => Some((*low, *high)),
        Type::OrNone(base) => integers(base),
        _ => None,
    }
}
