//! From expressions as written to expressions over cells: names, types, constants, quantifiers.
//!
//! Everything is expanded: a replicated thread is read once for each instance, with its parameters as constants, a
//! quantifier once for each value. Faults that are found more than once are reported once. An expression has two
//! ranges. Its *type* has one made from declared types, the same for each expansion; a value out of that range is
//! always wrong. Its *bounds* know the constants of this expansion; predicates must have a value by these.

mod coerce;
mod compare;
mod entity;
mod field;
mod fold;
mod formula;
mod index;
mod operate;
mod quantify;
mod target;
mod typing;

pub(super) use target::Target;

use reductio_algebra::text::vocabulary::nearest;

use super::error::{Limit, SystemErrorKind};
use super::faults::Faults;
use super::scope::{Meaning, Scope};
use super::syntax::{Expr, ExprKind, Name, Span};
use super::types::Type;
use reductio_system::{Bounds, Expression, ThreadId, Value};

/// The things that an expression may mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Constants only.
    Constant,
    /// The things that the code of a thread may mention: constants, its own locals, shared variables.
    Code(ThreadId),
    /// Everything; each expression must have a value in every state.
    Predicate,
}

/// A name that stands for a constant in this expansion.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) value: Value,
    pub(super) span: Span,
}

/// The amount of expansion so far, and whether it was reported to be too much.
#[derive(Debug, Default)]
pub(super) struct Budget {
    spent: u64,
    is_reported: bool,
}

/// One cell of a value.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) expression: Expression,
    pub(super) bounds: Bounds,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) ty: Type,
    /// The cells: one, but for records.
    pub(super) leaves: Vec<Leaf>,
}

impl Typed {
    /// A value of one cell.
    pub(super) fn new(ty: Type, expression: Expression, bounds: Bounds) -> Self {
        Typed { ty, leaves: vec![Leaf { expression, bounds }] }
    }

    /// The value of a constant.
    pub(super) fn constant(ty: Type, value: Value) -> Self {
        Self::new(ty, Expression::Constant(value), exactly(value))
    }

    /// The value of an expression that is a truth value.
    pub(super) fn truth(expression: Expression) -> Self {
        let bounds = match expression {
            Expression::Constant(value) => exactly(value),
            _ => Bounds { low: 0, high: 1, can_fail: false },
        };
        Self::new(Type::Truth, expression, bounds)
    }

    /// The value of an expression with a fault.
    pub(super) fn unknown() -> Self {
        Self::constant(Type::Unknown, 0)
    }

    /// The only cell; the first of a record.
    pub(super) fn leaf(&self) -> &Leaf {
        &self.leaves[0]
    }

    /// The expression of the only cell.
    pub(super) fn into_expression(mut self) -> Expression {
        self.leaves.swap_remove(0).expression
    }

    /// The value, if it is a known constant.
    pub(super) fn known(&self) -> Option<Value> {
        match &self.leaves[..] {
            [Leaf { expression: Expression::Constant(value), .. }] => Some(*value),
            _ => None,
        }
    }
}

/// The bounds of a constant.
fn exactly(value: Value) -> Bounds {
    Bounds { low: value.into(), high: value.into(), can_fail: false }
}

/// Reads expressions in a scope.
pub(super) struct Elaborator<'s> {
    pub(super) scope: &'s Scope,
    pub(super) faults: &'s mut Faults,
    pub(super) budget: &'s mut Budget,
    pub(super) mode: Mode,
    /// The thread that runs the code that is read.
    pub(super) me: Option<ThreadId>,
    /// Indices, parameters and quantified names, the innermost last.
    pub(super) bound: Vec<Bound>,
    /// Whether the expression that is read is never evaluated in this expansion.
    is_dead: bool,
    /// Whether the indices that are read must be in range: in predicates, and for threads.
    is_total: bool,
}

impl<'s> Elaborator<'s> {
    /// A reader without bound names.
    pub(super) fn new(
        scope: &'s Scope,
        faults: &'s mut Faults,
        budget: &'s mut Budget,
        mode: Mode,
    ) -> Self {
        let me = match mode {
            Mode::Code(thread) => Some(thread),
            Mode::Constant | Mode::Predicate => None,
        };
        let (bound, is_total) = (Vec::new(), mode == Mode::Predicate);
        Elaborator { scope, faults, budget, mode, me, bound, is_dead: false, is_total }
    }

    /// Reports a fault.
    pub(super) fn fault(&mut self, kind: SystemErrorKind, span: &Span) {
        self.faults.add(kind, span.clone());
    }

    /// Reports a value of the wrong type, unless that has a fault already.
    pub(super) fn wrong_type(&mut self, expected: &str, found: &Type, span: &Span) {
        if *found != Type::Unknown {
            let (expected, found) = (expected.to_owned(), self.scope.types.describe(found));
            self.fault(SystemErrorKind::WrongType { expected, found }, span);
        }
    }

    /// Counts one node. Returns false when there are too many, which is reported once.
    pub(super) fn spend(&mut self, span: &Span) -> bool {
        self.spend_all(1, span)
    }

    /// Counts nodes; see [`Self::spend`].
    pub(super) fn spend_all(&mut self, count: u64, span: &Span) -> bool {
        self.budget.spent += count;
        let is_fine = self.budget.spent <= Limit::Nodes.most();
        if !is_fine && !self.budget.is_reported {
            self.budget.is_reported = true;
            let kind = SystemErrorKind::Limit { limit: Limit::Nodes, size: self.budget.spent };
            self.fault(kind, span);
        }
        is_fine
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr<'_>) -> Typed {
        if !self.spend(&expr.span) {
            return Typed::unknown();
        }
        match &expr.kind {
            ExprKind::Broken => Typed::unknown(),
            ExprKind::Number(value) => Typed::constant(Type::Integer(*value, *value), *value),
            ExprKind::Truth(value) => Typed::truth(Value::from(*value).into()),
            ExprKind::None => Typed::constant(Type::None, 0),
            ExprKind::Me => self.me(&expr.span),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Field(..) => self.reference(expr),
            ExprKind::Not(inner) => Typed::truth(fold::not(self.truth(inner))),
            ExprKind::Negate(inner) => {
                let value = self.value(inner);
                self.compute(
                    reductio_system::Arithmetic::Subtract,
                    zero(),
                    value,
                    [inner, inner],
                    &expr.span,
                )
            }
            ExprKind::And(parts) => self.connect(parts, false),
            ExprKind::Or(parts) => self.connect(parts, true),
            ExprKind::Compute(operation, sides) => {
                let [left, right] = &**sides;
                let (l, r) = (self.value(left), self.value(right));
                self.compute(*operation, l, r, [left, right], &expr.span)
            }
            ExprKind::Compare(comparison, sides) => self.compare(*comparison, sides),
            ExprKind::Within(parts) => self.within(parts),
            ExprKind::Among(left, list) => self.among(left, list),
            ExprKind::At(thread, labels) => self.at(thread, labels),
            ExprKind::If(parts) => self.conditional(parts),
            ExprKind::Try(lock) => {
                self.lock(lock, false);
                let what = "`try`".to_owned();
                let wanted = "as the whole condition of `if` or `while`, with or without `not`, or behind `:=` alone";
                self.fault(SystemErrorKind::Misplaced { what, wanted }, &expr.span);
                Typed::unknown()
            }
            ExprKind::Formula(connective, parts) => self.formula_value(*connective, parts, expr),
            ExprKind::Quantified { is_forall, binders, body } => {
                self.quantified(*is_forall, binders, body)
            }
            ExprKind::Count { binders, body } => self.count(binders, body),
        }
    }

    /// The value of a condition.
    pub(super) fn truth(&mut self, expr: &Expr<'_>) -> Expression {
        let value = self.value(expr);
        if value.ty != Type::Truth {
            self.wrong_type("a truth value", &value.ty, &expr.span);
            return Expression::FALSE;
        }
        value.into_expression()
    }

    /// The value of a constant integer expression.
    pub(super) fn constant(&mut self, expr: &Expr<'_>) -> Option<Value> {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        let value = self.value(expr);
        self.mode = mode;
        match value.ty {
            Type::Integer(..) => value.known(),
            ty => {
                self.wrong_type("an integer", &ty, &expr.span);
                None
            }
        }
    }

    /// Reads a part that is not evaluated in this expansion if `is_dead`; its types must fit all the same.
    fn while_dead<T>(&mut self, is_dead: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.is_dead;
        self.is_dead |= is_dead;
        let result = read(self);
        self.is_dead = outer;
        result
    }

    /// Reports a part that may have no value, where every expression must have one.
    fn partial(&mut self, kind: SystemErrorKind, span: &Span) {
        if self.is_total && !self.is_dead {
            self.fault(kind, span);
        }
    }

    fn me(&mut self, span: &Span) -> Typed {
        if let Some(thread) = self.me {
            let value = Value::try_from(thread.index()).expect("at most 64 threads");
            return Typed::constant(Type::Thread, value);
        }
        let kind = SystemErrorKind::Misplaced {
            what: "`me`".to_owned(),
            wanted: "in the code of a thread: it is the thread that runs it",
        };
        self.fault(kind, span);
        Typed::unknown()
    }

    /// The candidate nearest to an unknown word, unless there are more faults than anyone reads.
    pub(super) fn near<'c>(
        &self,
        word: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Option<String> {
        if self.faults.are_many() { None } else { nearest(word, candidates) }
    }

    /// The global name of some kind that is nearest to an unknown word.
    pub(super) fn near_global(
        &self,
        word: &str,
        is_kind: impl Fn(&Meaning) -> bool,
    ) -> Option<String> {
        let names = self.scope.names.iter().filter(|(_, (meaning, _))| is_kind(meaning));
        self.near(word, names.map(|(name, _)| name.as_str()))
    }

    /// Binds a name, which must be new.
    pub(super) fn bind(&mut self, name: &Name<'_>, ty: Type, value: Value) {
        self.bound.push(Bound { name: name.text.to_owned(), ty, value, span: name.span() });
    }
}

fn zero() -> Typed {
    Typed::constant(Type::Integer(0, 0), 0)
}
