//! Quantifiers, and tests of control points.

use super::entity::{Entity, written};
use super::{Elaborator, Mode, Typed, fold};
use crate::error::SystemErrorKind;
use crate::scope::Group;
use crate::syntax::{Binder, Expr, Name};
use crate::types::Type;
use reductio_system::{Arithmetic, Comparison, Expression, Point, ThreadId, Value};

impl Elaborator<'_> {
    /// `exists` or `forall`: the body once for each combination of values. Over an empty range `exists` is false and
    /// `forall` is true, and the body is not read.
    pub(super) fn quantified(
        &mut self,
        is_forall: bool,
        binders: &[Binder<'_>],
        body: &Expr<'_>,
    ) -> Typed {
        let Some((binder, rest)) = binders.split_first() else {
            return Typed::truth(self.truth(body));
        };
        let ty = self.quantified_type(binder);
        if ty == Type::Unknown {
            return Typed::truth(Expression::FALSE);
        }
        let (low, high) = self.scope.types.range(&ty);
        let deciding = Expression::Constant(Value::from(!is_forall));
        let mut parts = Vec::new();
        let mut is_decided = false;
        for value in low..=high {
            if !self.spend(&binder.name.span()) {
                break;
            }
            self.bind(&binder.name, ty.clone(), value);
            let part = self.quantified(is_forall, rest, body).into_expression();
            self.bound.pop();
            is_decided = part == deciding;
            parts.push(part);
            if is_decided {
                break;
            }
        }
        if is_decided && self.mode == Mode::Predicate {
            return Typed::truth(deciding);
        }
        Typed::truth(self.connected(parts, !is_forall))
    }

    /// `count`: the number of combinations of values for which the body holds.
    pub(super) fn count(&mut self, binders: &[Binder<'_>], body: &Expr<'_>) -> Typed {
        let mut parts = Vec::new();
        self.counted(binders, body, &mut parts);
        let least = parts.iter().filter(|part| fold::known(part) == Some(1)).count();
        parts.retain(|part| fold::known(part).is_none());
        let value = |count: usize| Value::try_from(count).unwrap_or(Value::MAX);
        let (low, high) = (value(least), value(least + parts.len()));
        let one = |part| fold::choose(part, 1.into(), 0.into());
        let sum = parts.into_iter().fold(Expression::Constant(low), |sum, part| {
            fold::compute(Arithmetic::Add, sum, one(part))
        });
        let ty = Type::Integer(low, high);
        let bounds = self.scope.types.bounds(&ty);
        Typed::new(ty, sum, bounds)
    }

    /// Adds the body, once for each combination of values.
    fn counted(&mut self, binders: &[Binder<'_>], body: &Expr<'_>, parts: &mut Vec<Expression>) {
        let Some((binder, rest)) = binders.split_first() else {
            parts.push(self.truth(body));
            return;
        };
        let ty = self.quantified_type(binder);
        if ty == Type::Unknown {
            return;
        }
        let (low, high) = self.scope.types.range(&ty);
        for value in low..=high {
            if !self.spend(&binder.name.span()) {
                return;
            }
            self.bind(&binder.name, ty.clone(), value);
            self.counted(rest, body, parts);
            self.bound.pop();
        }
    }

    /// The type of a quantified name, which must be new; unknown after a fault of the type.
    pub(super) fn quantified_type(&mut self, binder: &Binder<'_>) -> Type {
        let ty = self.type_of(&binder.ty);
        self.check_new(&binder.name);
        if matches!(ty, Type::Record(_)) {
            self.wrong_type("a type whose values can be listed", &ty, &binder.ty.span);
            return Type::Unknown;
        }
        ty
    }

    /// Reports a bound name that means something else already.
    pub(crate) fn check_new(&mut self, name: &Name<'_>) {
        let bound =
            self.bound.iter().find(|bound| bound.name == name.text).map(|bound| bound.span.clone());
        let local = match self.mode {
            Mode::Code(thread) => {
                self.scope.group_of(thread).locals.get(name.text).map(|l| l.span.clone())
            }
            _ => None,
        };
        let global = self.scope.names.get(name.text).map(|(_, span)| span.clone());
        if let Some(first) = bound.or(local).or(global) {
            let kind = SystemErrorKind::Duplicate { name: name.text.to_owned() };
            self.faults.add_with(kind, name.span(), first, "first declared here");
        }
    }

    /// The value of `thread at L, M`.
    pub(super) fn at(&mut self, thread: &Expr<'_>, labels: &[Name<'_>]) -> Typed {
        if let Mode::Code(_) = self.mode {
            let what = format!("where `{}` is", written(thread));
            self.fault(SystemErrorKind::Foreign { what }, &thread.span);
            return Typed::truth(Expression::FALSE);
        }
        let (group, id) = match self.entity(thread) {
            Entity::Thread { group, id } => (Some(group), id),
            Entity::Value(value, _) => (None, value),
            Entity::Variable { ty, first, offset } => (None, self.read(&ty, first, &offset)),
            Entity::Unknown => return Typed::truth(Expression::FALSE),
            other => {
                let (name, is) = (written(thread), other.describe());
                let kind = SystemErrorKind::WrongKind { name, is, wanted: "a thread".to_owned() };
                self.fault(kind, &thread.span);
                return Typed::truth(Expression::FALSE);
            }
        };
        if id.ty != Type::Thread {
            self.wrong_type("a thread", &id.ty, &thread.span);
            return Typed::truth(Expression::FALSE);
        }
        let id = id.into_expression();
        let is_any = group.is_none();
        let scope = self.scope;
        let ids = match (fold::known(&id), group) {
            (Some(id), _) => id..id + 1,
            (None, Some(group)) => scope.groups[group].ids(),
            (None, None) => 0..scope.types.range(&Type::Thread).1 + 1,
        };
        let parts = ids.map(|thread| {
            let is_it = fold::equal(id.clone(), thread.into());
            let at = self.at_one(thread_id(thread), labels, is_any);
            self.connected(vec![is_it, at], false)
        });
        let parts = parts.collect();
        Typed::truth(self.connected(parts, true))
    }

    /// Whether a thread is at some of these labels. `is_any` if the thread is not named.
    fn at_one(&mut self, thread: ThreadId, labels: &[Name<'_>], is_any: bool) -> Expression {
        let group = self.scope.group_of(thread);
        let mut points: Vec<Point> = Vec::new();
        let mut parts = Vec::new();
        for label in labels {
            match label.text {
                "end" => points.extend(group.end),
                // Where a thread goes when it fails comes after all other control points.
                "failed" => {
                    let counter = Expression::cell(thread.counter());
                    let first = Expression::Constant(group.points.into());
                    parts.push(fold::compare(Comparison::AtMost, first, counter));
                }
                name => match group.labels.get(name) {
                    Some(point) => points.push(*point),
                    None if group.is_broken || (is_any && self.is_dead) => {}
                    None => self.no_label(group, label, is_any),
                },
            }
        }
        if !points.is_empty() {
            parts.push(Expression::at(thread, points));
        }
        self.connected(parts, true)
    }

    fn no_label(&mut self, group: &Group, label: &Name<'_>, is_any: bool) {
        let (thread, text) = (group.name.clone(), label.text.to_owned());
        let known = group.labels.keys().map(String::as_str).chain(["end", "failed"]);
        let kind = if is_any {
            SystemErrorKind::LabelNotCommon { label: text, thread }
        } else {
            let nearest = self.near(label.text, known);
            SystemErrorKind::UnknownLabel { thread, label: text, nearest }
        };
        self.fault(kind, &label.span());
    }
}

fn thread_id(id: Value) -> ThreadId {
    ThreadId::new(usize::try_from(id).unwrap_or(0))
}
