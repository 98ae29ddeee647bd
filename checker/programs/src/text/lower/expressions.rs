//! Expressions: reads of the heap become steps of their own, from the left to the right; the rest is computed at once.

use super::Lower;
use crate::ids::Register;
use crate::instruction::{BinaryOp, Expression, Instruction, UnaryOp};
use crate::mutant::{self, Mutant};
use crate::text::bound::Use;
use crate::text::syntax::{Expr, ExprKind};

impl Lower<'_, '_> {
    /// Makes the reads of an expression, and returns what is left to be computed.
    pub(super) fn pure(&mut self, expr: &Expr) -> Expression {
        match &expr.kind {
            ExprKind::Number(number) => Expression::Constant(*number),
            ExprKind::Null => Expression::Constant(0),
            ExprKind::Local(name) => {
                let register = self.register(name);
                let (at, span) = (self.here(), expr.span.clone());
                self.uses.push(Use { at, register, span });
                register.into()
            }
            ExprKind::Unary(op, of) => Expression::unary(*op, self.pure(of)),
            ExprKind::Binary(op, left, right) if !may_skip(*op, right) => {
                let left = self.pure(left);
                Expression::binary(*op, left, self.pure(right))
            }
            ExprKind::Field(..) | ExprKind::Binary(..) => {
                let to = self.temporary();
                self.compute(to, expr);
                to.into()
            }
        }
    }

    /// Lets a register get the value of an expression.
    pub(super) fn compute(&mut self, to: Register, expr: &Expr) {
        match &expr.kind {
            ExprKind::Field(object, field) => {
                let object = self.pure(object);
                let field = self.builder.field(&field.text);
                self.push(Instruction::Read { to, object, field });
            }
            ExprKind::Binary(op, _, right) if may_skip(*op, right) => {
                let mut no = Vec::new();
                self.jump(expr, false, &mut no);
                self.push(Instruction::Compute { to, value: 1.into() });
                let end = self.push(Instruction::Jump { target: 0 });
                self.land(&no);
                self.push(Instruction::Compute { to, value: 0.into() });
                self.land(&[end]);
            }
            _ => {
                let value = self.pure(expr);
                self.push(Instruction::Compute { to, value });
            }
        }
    }

    /// Makes a jump that is taken if a condition holds, or does not hold, as `when` says. Adds it to `jumps`. What is
    /// right of `and` and `or` is not read if what is left decides.
    pub(super) fn jump(&mut self, expr: &Expr, when: bool, jumps: &mut Vec<u32>) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, of) if has_skip(of) => self.jump(of, !when, jumps),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right)
                if has_skip(expr) =>
            {
                // The value of the left side that decides.
                let decides = *op == BinaryOp::Or;
                if when == decides {
                    self.jump(left, when, jumps);
                    self.jump(right, when, jumps);
                } else {
                    let mut past = Vec::new();
                    self.jump(left, decides, &mut past);
                    self.jump(right, when, jumps);
                    self.land(&past);
                }
            }
            _ => {
                let value = self.pure(expr);
                let condition = if when { Expression::unary(UnaryOp::Not, value) } else { value };
                jumps.push(self.push(Instruction::Branch { condition, otherwise: 0 }));
            }
        }
    }
}

/// Whether the right side is read only if the left one does not decide.
fn may_skip(op: BinaryOp, right: &Expr) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or)
        && right.reads()
        && !mutant::is(Mutant::NoShortCircuit)
}

/// Whether a condition has such a part that decides where the thread goes on.
fn has_skip(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, of) => has_skip(of),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            may_skip(*op, right) || has_skip(left) || has_skip(right)
        }
        _ => false,
    }
}
