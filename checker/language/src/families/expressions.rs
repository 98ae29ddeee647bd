//! Expressions: whether their values say which thread is meant.

use super::shapes::{Kind, Shape};
use super::walk::Walk;
use crate::syntax::{Comparison, Expr, ExprKind, ObjectKind, Span};

const ARITHMETIC: &str = "arithmetic on indices of the family";

impl<'a> Walk<'_, 'a> {
    /// Looks at an expression whose value must say nothing of which thread is meant.
    pub(super) fn ordinary(&mut self, expr: &Expr<'a>) {
        let kind = self.kind(expr);
        self.fits(Kind::Ordinary, kind, &expr.span);
    }

    /// Looks whether a value may go where values of a kind are.
    pub(super) fn fits(&mut self, target: Kind<'a>, value: Kind<'a>, span: &Span) {
        let holds_index = |walk: &Self, kind| match kind {
            Kind::Record(name) => {
                let leaves = walk.shapes.leaves(Shape::Record(name));
                leaves.iter().any(|leaf| matches!(leaf, Shape::Index { .. }))
            }
            kind => matches!(kind, Kind::Index(_)),
        };
        match (target, value) {
            (Kind::Index(_), Kind::Nobody) => {}
            (Kind::Index(one), Kind::Index(other)) if one == other => {}
            (Kind::Record(one), Kind::Record(other)) if one == other => {}
            (Kind::Index(_), _) => {
                self.refuse_value(span, "a pointer that gets a value which is no thread in sight");
            }
            (_, Kind::Thread) => self.refuse(span, "a thread as a value"),
            (_, value) if holds_index(self, value) => {
                self.refuse(span, "an index of the family as a value");
            }
            // `none` of another type is a value like others.
            _ => {}
        }
    }

    fn all(&mut self, parts: &[Expr<'a>]) -> Kind<'a> {
        for part in parts {
            self.ordinary(part);
        }
        Kind::Ordinary
    }

    pub(super) fn kind(&mut self, expr: &Expr<'a>) -> Kind<'a> {
        match &expr.kind {
            ExprKind::Broken | ExprKind::Number(_) | ExprKind::Truth(_) => Kind::Ordinary,
            ExprKind::None => Kind::Nobody,
            ExprKind::Me => {
                self.refuse(&expr.span, "`me` as a value");
                Kind::Ordinary
            }
            ExprKind::Name(name) => self.name(name, &expr.span),
            ExprKind::Index(base, indices) => self.element(base, indices),
            ExprKind::Field(inner, field) => self.field(inner, field.text),
            ExprKind::At(inner, _) => {
                if matches!(self.kind(inner), Kind::Index(_)) {
                    self.refuse(&inner.span, "an index of the family as a thread");
                }
                Kind::Ordinary
            }
            ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::Try(inner) => {
                self.ordinary(inner);
                Kind::Ordinary
            }
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Formula(_, parts) => {
                self.all(parts)
            }
            ExprKind::Compute(_, sides) => {
                let before = self.obstacles.len();
                for side in &**sides {
                    match self.kind(side) {
                        Kind::Index(_) => self.refuse(&side.span, ARITHMETIC),
                        kind => self.fits(Kind::Ordinary, kind, &side.span),
                    }
                }
                // Whatever else is wrong with what is calculated from an index has this cause.
                let found = &self.obstacles[before..];
                if let Some(cause) = found.iter().position(|one| one.construct == ARITHMETIC) {
                    self.obstacles.swap(before, before + cause);
                    self.obstacles.truncate(before + 1);
                }
                Kind::Ordinary
            }
            ExprKind::Within(parts) => self.all(&parts[..]),
            ExprKind::If(parts) => {
                self.ordinary(&parts[0]);
                match (self.kind(&parts[1]), self.kind(&parts[2])) {
                    (Kind::Nobody, kind) | (kind, Kind::Nobody) => kind,
                    (one, other) if one == other => one,
                    (one, other) => {
                        self.fits(Kind::Ordinary, one, &parts[1].span);
                        self.fits(Kind::Ordinary, other, &parts[2].span);
                        Kind::Ordinary
                    }
                }
            }
            ExprKind::Compare(comparison, sides) => {
                let kinds = [self.kind(&sides[0]), self.kind(&sides[1])];
                let is_equality = matches!(comparison, Comparison::Equal | Comparison::Different);
                let has_index = kinds.iter().any(|kind| matches!(kind, Kind::Index(_)));
                if has_index && !is_equality {
                    self.refuse(&expr.span, "an order on indices of the family");
                } else {
                    self.same(kinds, &expr.span);
                }
                Kind::Ordinary
            }
            ExprKind::Among(value, list) => {
                let value = self.kind(value);
                for one in list {
                    let kinds = [value, self.kind(one)];
                    self.same(kinds, &one.span);
                }
                Kind::Ordinary
            }
            ExprKind::Count { .. } | ExprKind::Quantified { .. } => self.quantified(expr),
        }
    }

    /// Looks whether two values may be compared.
    fn same(&mut self, kinds: [Kind<'a>; 2], span: &Span) {
        match kinds {
            [Kind::Index(_) | Kind::Nobody, Kind::Nobody]
            | [Kind::Nobody, Kind::Index(_)]
            | [Kind::Thread | Kind::Nobody, Kind::Thread | Kind::Nobody] => {}
            [Kind::Index(one), Kind::Index(other)] if one == other => {}
            [Kind::Index(_), _] | [_, Kind::Index(_)] => {
                self.refuse_value(span, "an index of the family compared with a particular value");
            }
            [Kind::Thread, _] | [_, Kind::Thread] => self.refuse(span, "a thread as a value"),
            _ => {}
        }
    }

    fn name(&mut self, name: &str, span: &Span) -> Kind<'a> {
        if let Some((_, kind)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return *kind;
        }
        if self.families.families.iter().any(|family| family.constant == name) {
            self.refuse(span, format!("`{name}`, the number of threads, outside of its type"));
        }
        let file = self.file;
        if let Some(variable) = file.variables.iter().find(|one| one.name.text == name) {
            return self.shapes.of(&variable.ty).into();
        }
        let is_thread = file.threads.iter().any(|thread| thread.name.text == name);
        if is_thread { Kind::Thread } else { Kind::Ordinary }
    }

    fn element(&mut self, base: &Expr<'a>, indices: &[Expr<'a>]) -> Kind<'a> {
        let is_bound = |name: &str| self.bound.iter().any(|(bound, _)| bound == name);
        let global = match &base.kind {
            ExprKind::Name(name) if !is_bound(name) => Some(*name),
            _ => None,
        };
        let mut families = self.families.families.iter();
        let over = global.and_then(|name| {
            families
                .position(|family| family.thread == name || family.arrays.iter().any(|a| a == name))
        });
        let is_waiters = matches!(&base.kind, ExprKind::Field(_, field) if field.text == "waiters");
        let kind = if is_waiters {
            if let ExprKind::Field(monitor, _) = &base.kind {
                self.ordinary(monitor);
            }
            Kind::Ordinary
        } else {
            self.kind(base)
        };
        for index in indices {
            match (self.kind(index), over) {
                (Kind::Ordinary, None) => {}
                (Kind::Index(one), Some(family)) if one == family => {}
                (Kind::Thread, None) if is_waiters => {}
                (_, Some(_)) => {
                    self.refuse_value(
                        &index.span,
                        "an element or thread of the family that is named",
                    );
                }
                (_, None) => {
                    self.refuse_value(&index.span, "an index of the family where none is followed");
                }
            }
        }
        kind
    }

    /// The field of a record, a local of a thread, or what predicates ask of built-in objects.
    fn field(&mut self, inner: &Expr<'a>, field: &str) -> Kind<'a> {
        match self.kind(inner) {
            Kind::Record(record) => {
                let fields = self.shapes.fields(record);
                let found = fields.iter().find(|(name, _)| *name == field);
                found.map_or(Kind::Ordinary, |(_, shape)| (*shape).into())
            }
            Kind::Index(_) => {
                self.refuse(&inner.span, "an index of the family as a value");
                Kind::Ordinary
            }
            Kind::Thread => {
                let name = match &inner.kind {
                    ExprKind::Name(name) => Some(*name),
                    ExprKind::Index(base, _) => match &base.kind {
                        ExprKind::Name(name) => Some(*name),
                        _ => None,
                    },
                    _ => None,
                };
                let threads = self.file.threads.iter();
                let mut locals = threads
                    .filter(|thread| name.is_none_or(|name| thread.name.text == name))
                    .flat_map(|thread| &thread.locals);
                let local = locals.find(|local| local.name.text == field);
                local.map_or(Kind::Ordinary, |local| self.shapes.of(&local.ty).into())
            }
            Kind::Ordinary | Kind::Nobody => match field {
                "owner" => Kind::Thread,
                "head" => self.item(inner),
                _ => Kind::Ordinary,
            },
        }
    }

    /// The kind of the items of a queue.
    pub(super) fn item(&self, queue: &Expr<'a>) -> Kind<'a> {
        let name = match &queue.kind {
            ExprKind::Index(base, _) => &base.kind,
            kind => kind,
        };
        let ExprKind::Name(name) = name else { return Kind::Ordinary };
        let found = self.file.objects.iter().find(|object| object.name.text == *name);
        match found.map(|object| &object.kind) {
            Some(ObjectKind::Queue { of, .. }) => self.shapes.of(of).into(),
            _ => Kind::Ordinary,
        }
    }
}
