//! Connectives and comparisons of expressions, with constants worked out.

use reductio_system::{Arithmetic, Comparison, Expression, Value};

/// The expression `not e`.
pub(super) fn not(inner: Expression) -> Expression {
    inner.negated()
}

/// Conjunction, or disjunction, without neutral parts and those behind a deciding one, which are never evaluated.
pub(super) fn connect(parts: Vec<Expression>, is_or: bool) -> Expression {
    let (neutral, deciding) = if is_or { (0, 1) } else { (1, 0) };
    let mut kept: Vec<Expression> = Vec::new();
    for part in parts {
        if part == Expression::Constant(neutral) {
            continue;
        }
        let is_deciding = part == Expression::Constant(deciding);
        match part {
            Expression::And(inner) if !is_or => kept.extend(inner),
            Expression::Or(inner) if is_or => kept.extend(inner),
            part => kept.push(part),
        }
        if is_deciding {
            break;
        }
    }
    match kept.len() {
        0 => Expression::Constant(neutral),
        1 => kept.swap_remove(0),
        _ if is_or => Expression::Or(kept.into()),
        _ => Expression::And(kept.into()),
    }
}

/// A comparison.
pub(super) fn compare(comparison: Comparison, left: Expression, right: Expression) -> Expression {
    let is_symmetric = matches!(comparison, Comparison::Equal | Comparison::Different);
    match (&left, &right) {
        // `owner - 1 == t` is `owner == t + 1`.
        (Expression::Compute(Arithmetic::Subtract, sides), Expression::Constant(value))
            if is_symmetric =>
        {
            if let [inner, Expression::Constant(shift)] = &**sides
                && let Some(value) = value.checked_add(*shift)
            {
                return Expression::Compare(comparison, Box::new([inner.clone(), value.into()]));
            }
            Expression::Compare(comparison, Box::new([left, right]))
        }
        (Expression::Constant(left), Expression::Constant(right)) => {
            Expression::Constant(comparison.of(*left, *right))
        }
        // Evaluation is fastest for a constant on the right.
        (Expression::Constant(_), _) if is_symmetric => compare(comparison, right, left),
        _ => Expression::Compare(comparison, Box::new([left, right])),
    }
}

/// The expression `left == right`.
pub(super) fn equal(left: Expression, right: Expression) -> Expression {
    compare(Comparison::Equal, left, right)
}

/// The expression `left != right`.
pub(super) fn different(left: Expression, right: Expression) -> Expression {
    compare(Comparison::Different, left, right)
}

/// An operation; one that has no result is left to run time.
pub(super) fn compute(operation: Arithmetic, left: Expression, right: Expression) -> Expression {
    if let (Expression::Constant(l), Expression::Constant(r)) = (&left, &right)
        && let Ok(value) = operation.of(*l, *r)
    {
        return Expression::Constant(value);
    }
    Expression::Compute(operation, Box::new([left, right]))
}

/// The expression `if condition then this else that`. A condition that decides between equals is evaluated all the
/// same: it may fail, and its reads are accesses.
pub(super) fn choose(condition: Expression, this: Expression, that: Expression) -> Expression {
    match condition {
        Expression::Constant(0) => that,
        Expression::Constant(_) => this,
        _ => Expression::If(Box::new([condition, this, that])),
    }
}

/// The value of an expression that is a constant.
pub(super) fn known(expression: &Expression) -> Option<Value> {
    match expression {
        Expression::Constant(value) => Some(*value),
        _ => None,
    }
}
