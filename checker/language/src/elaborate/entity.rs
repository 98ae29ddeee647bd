//! Entities: the meaning of a name with its indices and fields.

use super::index::Offset;
use super::{Elaborator, Mode, Typed, fold};
use crate::error::SystemErrorKind;
use crate::scope::{Array, Meaning};
use crate::syntax::{Expr, ExprKind, Span};
use crate::types::Type;
use reductio_system::{CellId, Expression, Lock, Place, Value, VariableId};

/// The entity that a name with its indices and fields means.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// An entity with a fault.
    Unknown,
    /// A value that cannot be assigned to, with a description.
    Value(Typed, String),
    /// A variable, an element, a field.
    Variable {
        ty: Type,
        first: CellId,
        offset: Offset,
    },
    Lock {
        lock: Lock,
        is_monitor: bool,
    },
    Semaphore {
        variable: VariableId,
        counter: Place,
        max: Value,
    },
    Queue {
        variable: VariableId,
        first: CellId,
        offset: Offset,
        item: Type,
        capacity: Value,
    },
    /// A thread of this group; the value is its id.
    Thread {
        group: usize,
        id: Typed,
    },
}

impl Entity {
    /// A description of the entity, for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Entity::Unknown => "something".to_owned(),
            Entity::Value(_, what) => what.clone(),
            Entity::Variable { .. } => "a variable".to_owned(),
            Entity::Lock { is_monitor: true, .. } => "a monitor".to_owned(),
            Entity::Lock { .. } => "a lock".to_owned(),
            Entity::Semaphore { .. } => "a semaphore".to_owned(),
            Entity::Queue { .. } => "a queue".to_owned(),
            Entity::Thread { .. } => "a thread".to_owned(),
        }
    }
}

impl Elaborator<'_> {
    /// The entity that `expr` means, if it is a name with indices and fields; otherwise its value.
    pub(crate) fn entity(&mut self, expr: &Expr<'_>) -> Entity {
        match &expr.kind {
            ExprKind::Name(name) => self.named(name, &[], &expr.span),
            ExprKind::Index(base, arguments) => match &base.kind {
                ExprKind::Name(name) => self.named(name, arguments, &expr.span),
                ExprKind::Field(of, field) => {
                    let of = (self.entity(of), of.span.clone());
                    self.field(of, field, arguments, &expr.span)
                }
                _ => {
                    let entity = self.entity(base);
                    self.not_indexed(&entity.describe(), base)
                }
            },
            ExprKind::Field(of, field) => {
                let of = (self.entity(of), of.span.clone());
                self.field(of, field, &[], &expr.span)
            }
            _ => Entity::Value(self.value(expr), "a value".to_owned()),
        }
    }

    fn not_indexed(&mut self, is: &str, base: &Expr<'_>) -> Entity {
        let (name, is) = ("it".to_owned(), is.to_owned());
        self.fault(
            SystemErrorKind::WrongKind { name, is, wanted: "an array".to_owned() },
            &base.span,
        );
        Entity::Unknown
    }

    /// The value of a name with indices and fields.
    pub(super) fn reference(&mut self, expr: &Expr<'_>) -> Typed {
        match self.entity(expr) {
            Entity::Unknown => Typed::unknown(),
            Entity::Value(value, _) | Entity::Thread { id: value, .. } => value,
            Entity::Variable { ty, first, offset } => self.read(&ty, first, &offset),
            other => {
                let kind = SystemErrorKind::WrongKind {
                    name: written(expr),
                    is: other.describe(),
                    wanted: "a value".to_owned(),
                };
                self.fault(kind, &expr.span);
                Typed::unknown()
            }
        }
    }

    /// The entity that a name with indices means.
    fn named(&mut self, name: &str, arguments: &[Expr<'_>], span: &Span) -> Entity {
        if let Mode::Code(thread) = self.mode
            && self.scope.group_of(thread).ambiguous.contains(name)
        {
            return Entity::Unknown;
        }
        if let Some(bound) = self.bound.iter().rev().find(|bound| bound.name == name) {
            let value = Typed::constant(bound.ty.clone(), bound.value);
            return self.plain(name, value, "a name for a constant", arguments, span);
        }
        if let Mode::Code(thread) = self.mode {
            let group = self.scope.group_of(thread);
            if let Some(local) = group.locals.get(name) {
                let skip = (thread.index() - group.first) * local.stride as usize;
                return self.element(name, &local.array, skip, arguments, span);
            }
        }
        let Some(meaning) = self.scope.meaning(name) else {
            return self.unknown_name(name, span);
        };
        let is_state = matches!(
            meaning,
            Meaning::Declared(_)
                | Meaning::Variable { .. }
                | Meaning::Locks { .. }
                | Meaning::Semaphore { .. }
                | Meaning::Queue { .. }
        );
        if is_state && self.mode == Mode::Constant {
            let what = format!("{} `{name}`", meaning.describe());
            self.fault(SystemErrorKind::NotConstant { what }, span);
            return Entity::Unknown;
        }
        match meaning {
            Meaning::Broken | Meaning::Declared(_) => Entity::Unknown,
            Meaning::Constant(value) => {
                let value = Typed::constant(Type::Integer(*value, *value), *value);
                self.plain(name, value, meaning.describe(), arguments, span)
            }
            Meaning::Named { enumeration, value } => {
                let value = Typed::constant(Type::Enumeration(*enumeration), *value);
                self.plain(name, value, meaning.describe(), arguments, span)
            }
            Meaning::Type(_) => {
                let (name, is) = (name.to_owned(), meaning.describe().to_owned());
                self.fault(
                    SystemErrorKind::WrongKind { name, is, wanted: "a value".to_owned() },
                    span,
                );
                Entity::Unknown
            }
            Meaning::Variable { array, .. } => {
                let skip = match (self.scope.copied.get(name), self.mode) {
                    (Some(copied), Mode::Code(thread)) => copied.stride * (1 + thread.index()),
                    _ => 0,
                };
                self.element(name, array, skip, arguments, span)
            }
            Meaning::Locks { dimensions, locks, is_monitor } => {
                let Some(offset) = self.offset(name, dimensions, arguments, 1, span) else {
                    return Entity::Unknown;
                };
                Entity::Lock {
                    lock: locks.after(offset.cells, offset.indices),
                    is_monitor: *is_monitor,
                }
            }
            Meaning::Semaphore { array, variable, max } => {
                let Some(offset) = self.offset(name, &array.dimensions, arguments, 1, span) else {
                    return Entity::Unknown;
                };
                let counter = offset.place(array.first, 0);
                Entity::Semaphore { variable: *variable, counter, max: *max }
            }
            Meaning::Queue { array, variable, item, capacity } => {
                let slots = usize::try_from(*capacity).unwrap_or(0);
                let size = 1 + slots * self.scope.types.size(item);
                let Some(offset) = self.offset(name, &array.dimensions, arguments, size, span)
                else {
                    return Entity::Unknown;
                };
                let (first, item) = (array.first, item.clone());
                Entity::Queue { variable: *variable, first, offset, item, capacity: *capacity }
            }
            Meaning::Group(group) => self.thread(*group, arguments, span),
        }
    }

    fn plain(
        &mut self,
        name: &str,
        value: Typed,
        what: &str,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        if !arguments.is_empty() {
            let (name, is) = (name.to_owned(), what.to_owned());
            self.fault(
                SystemErrorKind::WrongKind { name, is, wanted: "an array".to_owned() },
                span,
            );
            return Entity::Unknown;
        }
        Entity::Value(value, what.to_owned())
    }

    fn element(
        &mut self,
        name: &str,
        array: &Array,
        skip: usize,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        let size = self.scope.types.size(&array.ty);
        match self.offset(name, &array.dimensions, arguments, size, span) {
            None => Entity::Unknown,
            Some(offset) => {
                let first = CellId::new(array.first.index() + skip);
                Entity::Variable { ty: array.ty.clone(), first, offset }
            }
        }
    }

    fn unknown_name(&mut self, name: &str, span: &Span) -> Entity {
        let locals: Vec<&str> = match self.mode {
            Mode::Code(thread) => {
                self.scope.group_of(thread).locals.keys().map(String::as_str).collect()
            }
            _ => Vec::new(),
        };
        if self.mode == Mode::Constant
            && self.scope.groups.iter().any(|g| g.locals.contains_key(name))
        {
            let what = format!("the local variable `{name}`");
            self.fault(SystemErrorKind::NotConstant { what }, span);
            return Entity::Unknown;
        }
        let bound = self.bound.iter().map(|bound| bound.name.as_str());
        let near = self.near(name, locals.into_iter().chain(bound));
        let nearest = near.or_else(|| self.near_global(name, |m| !matches!(m, Meaning::Type(_))));
        self.fault(
            SystemErrorKind::UnknownName { what: "name", name: name.to_owned(), nearest },
            span,
        );
        Entity::Unknown
    }

    /// A thread as a value.
    fn thread(&mut self, number: usize, arguments: &[Expr<'_>], span: &Span) -> Entity {
        let group = &self.scope.groups[number];
        let must_fit = std::mem::replace(&mut self.is_total, true);
        let offset = self.offset(&group.name, &group.parameters, arguments, 1, span);
        self.is_total = must_fit;
        let Some(offset) = offset else { return Entity::Unknown };
        // A constant that is no index was reported, or stands where nothing is evaluated; it is no thread, of no
        // family.
        if offset.indices.iter().any(|index| fold::known(&index.value).is_some()) {
            return Entity::Unknown;
        }
        let first = Value::try_from(group.first + offset.cells).expect("at most 64 threads");
        let mut id = Expression::Constant(first);
        let mut bounds = self.scope.types.bounds(&Type::Thread);
        if offset.indices.is_empty() {
            bounds = super::exactly(first);
        }
        for index in offset.indices {
            let steps =
                fold::compute(reductio_system::Arithmetic::Subtract, index.value, index.low.into());
            let stride = Value::try_from(index.stride).expect("at most 64 threads");
            let steps = fold::compute(reductio_system::Arithmetic::Multiply, steps, stride.into());
            id = fold::compute(reductio_system::Arithmetic::Add, id, steps);
        }
        Entity::Thread { group: number, id: Typed::new(Type::Thread, id, bounds) }
    }
}

/// The name at the beginning of an expression, for messages.
pub(super) fn written(expr: &Expr<'_>) -> String {
    match &expr.kind {
        ExprKind::Name(name) => (*name).to_owned(),
        ExprKind::Me => "me".to_owned(),
        ExprKind::Index(base, _) => written(base),
        ExprKind::Field(base, field) => format!("{}.{}", written(base), field.text),
        _ => "it".to_owned(),
    }
}
