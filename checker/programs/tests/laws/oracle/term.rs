//! Terms: expressions that are evaluated bit by bit.

use std::collections::BTreeMap;

use reductio_programs::syntax::{Expr, ExprKind};
use reductio_programs::{BinaryOp, UnaryOp};

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Val {
    Num(i64),
    Obj(u32),
    Thr(u32),
}

/// The names of the reasons to go wrong are those of the library.
pub(crate) type Bad = &'static str;

pub(crate) type Env = BTreeMap<String, Val>;

/// A term that is evaluated for its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    Val(Val),
    Local(String),
    Field(Box<Term>, String),
    Un(u8, Box<Term>),
    Bin(BinaryOp, Box<Term>, Box<Term>),
    /// `and` or `or` whose right side reads the heap: a step at its end.
    Skip(Box<Cond>),
    /// The end of that.
    Mark(i64),
}

/// A term that is evaluated for where a thread goes on: no steps but reads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cond {
    Leaf(Term),
    Not(Box<Cond>),
    Both(Box<Cond>, Box<Cond>),
    Either(Box<Cond>, Box<Cond>),
    Done(bool),
}

fn reads(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Field(..) => true,
        ExprKind::Unary(_, a) => reads(a),
        ExprKind::Binary(_, a, b) => reads(a) || reads(b),
        _ => false,
    }
}

fn is_skip(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, right) if reads(right))
}

/// Whether there is a skip along `not`, `and` and `or`.
fn has_skip(expr: &Expr) -> bool {
    match &expr.kind {
        _ if is_skip(expr) => true,
        ExprKind::Unary(UnaryOp::Not, a) => has_skip(a),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => has_skip(a) || has_skip(b),
        _ => false,
    }
}

impl Term {
    pub(crate) fn of(expr: &Expr) -> Term {
        match &expr.kind {
            _ if is_skip(expr) => Term::Skip(Box::new(Cond::of(expr))),
            ExprKind::Number(number) => Term::Val(Val::Num(*number)),
            ExprKind::Null => Term::Val(Val::Num(0)),
            ExprKind::Local(name) => Term::Local(name.clone()),
            ExprKind::Field(of, field) => Term::Field(Term::of(of).into(), field.text.clone()),
            ExprKind::Unary(op, of) => Term::Un(u8::from(*op == UnaryOp::Not), Term::of(of).into()),
            ExprKind::Binary(op, a, b) => Term::Bin(*op, Term::of(a).into(), Term::of(b).into()),
        }
    }

    /// Whether nothing is left but arithmetic.
    pub(crate) fn is_pure(&self) -> bool {
        match self {
            Term::Val(_) | Term::Local(_) => true,
            Term::Field(..) | Term::Skip(_) | Term::Mark(_) => false,
            Term::Un(_, a) => a.is_pure(),
            Term::Bin(_, a, b) => a.is_pure() && b.is_pure(),
        }
    }

    /// Decides what can be decided without a step.
    pub(crate) fn settle(&mut self, env: &Env) -> Result<(), Bad> {
        match self {
            Term::Val(_) | Term::Local(_) | Term::Mark(_) => {}
            Term::Field(a, _) | Term::Un(_, a) => a.settle(env)?,
            Term::Bin(_, a, b) => {
                if a.is_pure() {
                    b.settle(env)?;
                } else {
                    a.settle(env)?;
                }
            }
            Term::Skip(cond) => {
                cond.settle(env)?;
                if let Cond::Done(holds) = **cond {
                    *self = Term::Mark(i64::from(holds));
                }
            }
        }
        Ok(())
    }

    /// Takes the next step within the term, which is not pure. `read` reads the heap.
    pub(crate) fn step(
        &mut self,
        env: &Env,
        read: &dyn Fn(Val, &str) -> Result<Val, Bad>,
    ) -> Result<(), Bad> {
        match self {
            Term::Val(_) | Term::Local(_) => unreachable!("it is pure"),
            Term::Mark(value) => *self = Term::Val(Val::Num(*value)),
            Term::Field(a, field) if a.is_pure() => *self = Term::Val(read(a.value(env)?, field)?),
            Term::Field(a, _) | Term::Un(_, a) => a.step(env, read)?,
            Term::Bin(_, a, _) if !a.is_pure() => a.step(env, read)?,
            Term::Bin(_, _, b) => b.step(env, read)?,
            Term::Skip(cond) => cond.step(env, read)?,
        }
        Ok(())
    }

    /// The value of a pure term.
    pub(crate) fn value(&self, env: &Env) -> Result<Val, Bad> {
        Ok(match self {
            Term::Val(value) => *value,
            Term::Local(name) => env.get(name).copied().unwrap_or(Val::Num(0)),
            Term::Un(1, a) => Val::Num(i64::from(a.value(env)? == Val::Num(0))),
            Term::Un(_, a) => {
                let Val::Num(a) = a.value(env)? else { return Err("NoNumber") };
                Val::Num(i64::try_from(-i128::from(a)).map_err(|_| "Overflow")?)
            }
            Term::Bin(op, a, b) => binary(*op, a.value(env)?, || b.value(env))?,
            Term::Field(..) | Term::Skip(_) | Term::Mark(_) => unreachable!("it is not pure"),
        })
    }

    /// Calls `visit` with the values in the term.
    pub(crate) fn values(&self, visit: &mut dyn FnMut(Val)) {
        match self {
            Term::Val(value) => visit(*value),
            Term::Local(_) | Term::Mark(_) => {}
            Term::Field(a, _) | Term::Un(_, a) => a.values(visit),
            Term::Bin(_, a, b) => {
                a.values(visit);
                b.values(visit);
            }
            Term::Skip(cond) => cond.values(visit),
        }
    }

    pub(crate) fn map(&mut self, change: &dyn Fn(Val) -> Val) {
        match self {
            Term::Val(value) => *value = change(*value),
            Term::Local(_) | Term::Mark(_) => {}
            Term::Field(a, _) | Term::Un(_, a) => a.map(change),
            Term::Bin(_, a, b) => {
                a.map(change);
                b.map(change);
            }
            Term::Skip(cond) => cond.map(change),
        }
    }
}

fn binary(op: BinaryOp, a: Val, b: impl FnOnce() -> Result<Val, Bad>) -> Result<Val, Bad> {
    let zero = Val::Num(0);
    let truth = |holds: bool| Ok(Val::Num(i64::from(holds)));
    if op == BinaryOp::And {
        return truth(a != zero && b()? != zero);
    }
    if op == BinaryOp::Or {
        return truth(a != zero || b()? != zero);
    }
    let b = b()?;
    if op == BinaryOp::Equal {
        return truth(a == b);
    }
    if op == BinaryOp::Different {
        return truth(a != b);
    }
    let (Val::Num(a), Val::Num(b)) = (a, b) else { return Err("NoNumber") };
    let (a, b) = (i128::from(a), i128::from(b));
    let is = |other: BinaryOp| op == other;
    let result = if is(BinaryOp::Add) {
        a + b
    } else if is(BinaryOp::Subtract) {
        a - b
    } else if is(BinaryOp::Multiply) {
        a * b
    } else if is(BinaryOp::Divide) || is(BinaryOp::Modulo) {
        if b == 0 {
            return Err("DivisionByZero");
        }
        // Rounded down.
        let mut quotient = a / b;
        while quotient * b > a && b > 0 || quotient * b < a && b < 0 {
            quotient -= 1;
        }
        if is(BinaryOp::Divide) { quotient } else { a - quotient * b }
    } else if is(BinaryOp::Less) {
        i128::from(a < b)
    } else if is(BinaryOp::AtMost) {
        i128::from(a <= b)
    } else if is(BinaryOp::Greater) {
        i128::from(a > b)
    } else {
        i128::from(a >= b)
    };
    i64::try_from(result).map(Val::Num).map_err(|_| "Overflow")
}

impl Cond {
    pub(crate) fn of(expr: &Expr) -> Cond {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, of) if has_skip(of) => Cond::Not(Cond::of(of).into()),
            ExprKind::Binary(BinaryOp::And, a, b) if has_skip(expr) => {
                Cond::Both(Cond::of(a).into(), Cond::of(b).into())
            }
            ExprKind::Binary(BinaryOp::Or, a, b) if has_skip(expr) => {
                Cond::Either(Cond::of(a).into(), Cond::of(b).into())
            }
            _ => Cond::Leaf(Term::of(expr)),
        }
    }

    pub(crate) fn settle(&mut self, env: &Env) -> Result<(), Bad> {
        match self {
            Cond::Done(_) => {}
            Cond::Leaf(term) => {
                term.settle(env)?;
                if term.is_pure() {
                    *self = Cond::Done(term.value(env)? != Val::Num(0));
                }
            }
            Cond::Not(a) => {
                a.settle(env)?;
                if let Cond::Done(holds) = **a {
                    *self = Cond::Done(!holds);
                }
            }
            Cond::Both(a, b) | Cond::Either(a, b) => {
                a.settle(env)?;
                let Cond::Done(holds) = **a else { return Ok(()) };
                let rest = (**b).clone();
                let decides = matches!(self, Cond::Either(..));
                *self = if holds == decides { Cond::Done(holds) } else { rest };
                self.settle(env)?;
            }
        }
        Ok(())
    }

    pub(crate) fn step(
        &mut self,
        env: &Env,
        read: &dyn Fn(Val, &str) -> Result<Val, Bad>,
    ) -> Result<(), Bad> {
        match self {
            Cond::Done(_) => unreachable!("it is decided"),
            Cond::Leaf(term) => term.step(env, read),
            Cond::Not(a) | Cond::Both(a, _) | Cond::Either(a, _) => a.step(env, read),
        }
    }

    pub(crate) fn values(&self, visit: &mut dyn FnMut(Val)) {
        match self {
            Cond::Done(_) => {}
            Cond::Leaf(term) => term.values(visit),
            Cond::Not(a) => a.values(visit),
            Cond::Both(a, b) | Cond::Either(a, b) => {
                a.values(visit);
                b.values(visit);
            }
        }
    }

    pub(crate) fn map(&mut self, change: &dyn Fn(Val) -> Val) {
        match self {
            Cond::Done(_) => {}
            Cond::Leaf(term) => term.map(change),
            Cond::Not(a) => a.map(change),
            Cond::Both(a, b) | Cond::Either(a, b) => {
                a.map(change);
                b.map(change);
            }
        }
    }
}
