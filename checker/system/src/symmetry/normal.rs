//! Normal forms: expressions and commands that say the same in another order become equal.
//!
//! The order matters where a part may fail. In guards and commands it also matters where a part reads a protected
//! variable: only what is read needs access, and what is read depends on the parts before.

use super::super::cell::Cell;
use super::super::expression::{Arithmetic, Assignment, Comparison, Expression, Index, Place};
use super::super::ids::CellId;

/// The largest value, either way, of a sum whose terms are put in order: no partial sum is too large then.
const SMALL: i64 = 1 << 30;

/// Makes normal forms.
#[derive(Clone, Copy)]
pub(super) struct Normal<'c> {
    pub(super) cells: &'c [Cell],
    /// Tells whether expressions belong to steps, where to read is an access.
    pub(super) in_steps: bool,
}

impl Normal<'_> {
    /// The normal form of an expression: parts whose order does not matter are sorted.
    pub(super) fn expression(self, expression: &Expression) -> Expression {
        let all = |parts: &[Expression]| parts.iter().map(|part| self.expression(part)).collect();
        match expression {
            Expression::Constant(_) => expression.clone(),
            Expression::Read(place) => Expression::Read(self.place(place)),
            Expression::Not(inner) => Expression::Not(Box::new(self.expression(inner))),
            Expression::And(parts) => Expression::And(self.connected(all(parts), true).into()),
            Expression::Or(parts) => Expression::Or(self.connected(all(parts), false).into()),
            Expression::Compare(comparison, sides) => {
                let mut sides = [self.expression(&sides[0]), self.expression(&sides[1])];
                let is_symmetric = matches!(comparison, Comparison::Equal | Comparison::Different);
                if is_symmetric && sides.iter().all(|side| self.may_move(side)) {
                    sides.sort();
                }
                Expression::Compare(*comparison, Box::new(sides))
            }
            Expression::Compute(Arithmetic::Add, _) => self.sum(expression),
            Expression::Compute(operation, sides) => Expression::Compute(
                *operation,
                Box::new([self.expression(&sides[0]), self.expression(&sides[1])]),
            ),
            Expression::Among(inner, values) => {
                Expression::Among(Box::new(self.expression(inner)), values.clone())
            }
            Expression::If(parts) => {
                let [condition, this, that] = &**parts;
                let parts = [condition, this, that].map(|part| self.expression(part));
                Expression::If(Box::new(parts))
            }
        }
    }

    pub(super) fn place(self, place: &Place) -> Place {
        match place {
            Place::Cell(_) => place.clone(),
            Place::Element { first, indices } => {
                let normal =
                    |index: &Index| Index { value: self.expression(&index.value), ..index.clone() };
                Place::Element { first: *first, indices: indices.iter().map(normal).collect() }
            }
        }
    }

    /// The parts of a conjunction or disjunction, flat, in order where that does not matter.
    fn connected(self, parts: Vec<Expression>, is_and: bool) -> Vec<Expression> {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Expression::And(inner) if is_and => flat.extend(inner),
                Expression::Or(inner) if !is_and => flat.extend(inner),
                part => flat.push(part),
            }
        }
        if flat.iter().all(|part| self.may_move(part)) {
            flat.sort();
            flat.dedup();
        }
        flat
    }

    /// A sum, with its terms in order where that does not matter.
    fn sum(self, expression: &Expression) -> Expression {
        let mut terms = Vec::new();
        self.flatten(expression, &mut terms);
        let size = |term: &Expression| {
            let bounds = term.bounds(self.cells);
            bounds.low.abs().max(bounds.high.abs())
        };
        let is_small =
            terms.iter().map(size).try_fold(0_i64, i64::checked_add).is_some_and(|all| all < SMALL);
        if !is_small || !terms.iter().all(|term| self.may_move(term)) {
            let Expression::Compute(operation, sides) = expression else { unreachable!("a sum") };
            let sides = [self.expression(&sides[0]), self.expression(&sides[1])];
            return Expression::Compute(*operation, Box::new(sides));
        }
        terms.sort();
        let sum =
            |sum: Expression, term| Expression::Compute(Arithmetic::Add, Box::new([sum, term]));
        terms.into_iter().reduce(sum).unwrap_or(Expression::Constant(0))
    }

    fn flatten(self, expression: &Expression, terms: &mut Vec<Expression>) {
        match expression {
            Expression::Compute(Arithmetic::Add, sides) => {
                sides.iter().for_each(|side| self.flatten(side, terms));
            }
            other => terms.push(self.expression(other)),
        }
    }

    /// Whether an expression may be evaluated earlier or later, or not at all.
    fn may_move(self, expression: &Expression) -> bool {
        let mut is_protected = false;
        expression.for_each_place(&mut |place| {
            place.for_each_candidate(&mut |cell| {
                is_protected |= self.in_steps && self.cells[cell.index()].object().is_some();
            });
        });
        !is_protected && !expression.bounds(self.cells).can_fail
    }

    /// The normal form of an assignment.
    pub(super) fn assignment(self, assignment: &Assignment) -> Assignment {
        Assignment {
            target: self.place(&assignment.target),
            value: self.expression(&assignment.value),
        }
    }
}

/// Decides whether two commands do the same, but for the order of assignments that do not disturb one another.
pub(super) fn do_the_same(one: &[Assignment], other: &[Assignment], cells: &[Cell]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut left: Vec<&Assignment> = other.iter().collect();
    one.iter().all(|assignment| {
        let Some(at) = left.iter().position(|found| *found == assignment) else { return false };
        if left[..at].iter().any(|before| disturb(before, assignment, cells)) {
            return false;
        }
        left.remove(at);
        true
    })
}

/// Whether it may matter which of two assignments comes first.
fn disturb(one: &Assignment, other: &Assignment, cells: &[Cell]) -> bool {
    if one.can_fail(cells) || other.can_fail(cells) {
        return true;
    }
    let (written, more) = (written(one), written(other));
    let reads = |assignment: &Assignment, cells: &[CellId]| {
        let mut reads = false;
        let mut look = |place: &Place| {
            place.for_each_candidate(&mut |cell| reads |= cells.contains(&cell));
        };
        assignment.value.for_each_place(&mut look);
        if let Place::Element { indices, .. } = &assignment.target {
            indices.iter().for_each(|index| index.value.for_each_place(&mut look));
        }
        reads
    };
    written.iter().any(|cell| more.contains(cell)) || reads(one, &more) || reads(other, &written)
}

fn written(assignment: &Assignment) -> Vec<CellId> {
    let mut out = Vec::new();
    assignment.target.for_each_candidate(&mut |cell| out.push(cell));
    out
}
