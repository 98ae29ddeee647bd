//! The names behind a `.`: fields of records, locals of threads, the state of locks, semaphores and queues.

use super::entity::Entity;
use super::index::Offset;
use super::{Elaborator, Mode, Typed, fold};
use crate::error::SystemErrorKind;
use crate::scope::Dimension;
use crate::syntax::{Expr, Name, Span};
use crate::types::Type;
use reductio_system::{Arithmetic, CellId, Comparison, Expression, Index, Lock, Place, Value};

impl Elaborator<'_> {
    /// The field of an entity, with the indices that follow.
    pub(super) fn field(
        &mut self,
        (of, of_span): (Entity, Span),
        field: &Name<'_>,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        // An operation that looks at a lock would not commute with `release`; on semaphores and queues any is visible.
        let may_look = matches!(
            of,
            Entity::Variable { .. }
                | Entity::Value(..)
                | Entity::Semaphore { .. }
                | Entity::Queue { .. }
                | Entity::Unknown
        );
        if !may_look && let Mode::Code(_) = self.mode {
            // What nobody can read is not there.
            if let Some((of, known)) = fields(&of)
                && !known.contains(&field.text)
            {
                return self.no_field(of, field, known);
            }
            return self.refuse_in_code(&of, field, span);
        }
        match of {
            Entity::Unknown => Entity::Unknown,
            Entity::Thread { group, id } => self.local_of(group, id, field, arguments, span),
            Entity::Lock { lock, is_monitor } => {
                self.lock_field(&lock, is_monitor, field, arguments, span)
            }
            Entity::Semaphore { counter, max, .. } if field.text == "value" => {
                self.state(Type::Integer(0, max), Expression::Read(counter), field, arguments, span)
            }
            Entity::Queue { first, offset, capacity, .. } if field.text == "length" => {
                let length = Expression::Read(offset.place(first, 0));
                self.state(Type::Integer(0, capacity), length, field, arguments, span)
            }
            Entity::Queue { first, offset, item, .. }
                if field.text == "head" && matches!(self.mode, Mode::Code(_)) =>
            {
                self.head(first, &offset, &item, field, arguments)
            }
            Entity::Semaphore { .. } => self.no_field("a semaphore", field, &OF_SEMAPHORE),
            Entity::Queue { .. } => self.no_field("a queue", field, &OF_QUEUE),
            Entity::Variable { ty: Type::Record(number), first, mut offset } => {
                let Some((before, ty)) = self.of_record(number, field) else {
                    return Entity::Unknown;
                };
                offset.cells += before;
                self.no_indices(field, arguments, Entity::Variable { ty, first, offset })
            }
            // A record that is no variable: the head of a queue.
            Entity::Value(Typed { ty: Type::Record(number), leaves }, what) => {
                let Some((before, ty)) = self.of_record(number, field) else {
                    return Entity::Unknown;
                };
                let size = self.scope.types.size(&ty);
                let leaves = leaves.into_iter().skip(before).take(size).collect();
                self.no_indices(field, arguments, Entity::Value(Typed { ty, leaves }, what))
            }
            Entity::Variable { ty, .. } => self.no_field_of(&ty, field, &of_span),
            Entity::Value(value, _) => self.no_field_of(&value.ty, field, &of_span),
        }
    }

    /// The number of cells before a field of a record, and the type of the field.
    fn of_record(&mut self, number: usize, field: &Name<'_>) -> Option<(usize, Type)> {
        let record = &self.scope.types.records[number];
        if let Some(found) = record.fields.iter().find(|found| found.name == field.text) {
            return Some((found.offset, found.ty.clone()));
        }
        let names: Vec<&str> = record.fields.iter().map(|field| field.name.as_str()).collect();
        self.no_field(&format!("`{}`", record.name), field, &names);
        None
    }

    /// The first item of a queue. The evaluation fails where the queue is empty.
    fn head(
        &mut self,
        first: CellId,
        offset: &Offset,
        item: &Type,
        field: &Name<'_>,
        arguments: &[Expr<'_>],
    ) -> Entity {
        let length = Expression::Read(offset.place(first, 0));
        let is_empty = fold::equal(length, 0.into());
        // Of the first item only, and of none where there is none.
        let index = Expression::If(Box::new([is_empty, (-1).into(), 0.into()]));
        let some = Index { value: index, low: 0, length: 1, stride: 1 };
        let places = (0..self.scope.types.size(item)).map(|k| match offset.place(first, 1 + k) {
            Place::Cell(first) => Place::Element { first, indices: [some.clone()].into() },
            Place::Element { first, indices } => {
                let indices = std::iter::once(some.clone()).chain(indices).collect();
                Place::Element { first, indices }
            }
        });
        let places: Vec<Place> = places.collect();
        let mut value = self.cells(item, places);
        value.leaves.iter_mut().for_each(|leaf| leaf.bounds.can_fail = true);
        self.no_indices(field, arguments, Entity::Value(value, "the head of a queue".to_owned()))
    }

    fn no_field_of(&mut self, ty: &Type, field: &Name<'_>, of: &Span) -> Entity {
        if *ty == Type::Thread {
            // The thread is not known, so its locals are not.
            self.wrong_type("a thread by its name, such as `user[i]`", ty, of);
        } else if *ty != Type::Unknown {
            let is = self.scope.types.describe(ty);
            self.no_field(&is, field, &[]);
        }
        Entity::Unknown
    }

    fn no_field(&mut self, of: &str, field: &Name<'_>, known: &[&str]) -> Entity {
        let kind = SystemErrorKind::UnknownField {
            of: of.to_owned(),
            field: field.text.to_owned(),
            nearest: self.near(field.text, known.iter().copied()),
        };
        self.fault(kind, &field.span());
        Entity::Unknown
    }

    fn no_indices(&mut self, field: &Name<'_>, arguments: &[Expr<'_>], entity: Entity) -> Entity {
        if arguments.is_empty() {
            return entity;
        }
        let (name, is) = (field.text.to_owned(), "a field".to_owned());
        let kind = SystemErrorKind::WrongKind { name, is, wanted: "an array".to_owned() };
        self.fault(kind, &field.span());
        Entity::Unknown
    }

    fn refuse_in_code(&mut self, of: &Entity, field: &Name<'_>, span: &Span) -> Entity {
        let kind = match of {
            Entity::Thread { .. } => SystemErrorKind::Foreign {
                what: format!("the local variable `{}` of a thread", field.text),
            },
            of => {
                SystemErrorKind::Hidden { what: format!("`{}` of {}", field.text, of.describe()) }
            }
        };
        self.fault(kind, span);
        Entity::Unknown
    }

    /// A part of the state of a lock, semaphore or queue.
    fn state(
        &mut self,
        ty: Type,
        expression: Expression,
        field: &Name<'_>,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        self.spend(span);
        let bounds = self.scope.types.bounds(&ty);
        let value = Typed::new(ty, expression, bounds);
        self.no_indices(
            field,
            arguments,
            Entity::Value(value, "the state of a lock, semaphore or queue".to_owned()),
        )
    }

    fn lock_field(
        &mut self,
        lock: &Lock,
        is_monitor: bool,
        field: &Name<'_>,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        let owner = || Expression::Read(lock.owner.clone());
        match field.text {
            // 0 is free and `i + 1` is thread `i`; as a thread, -1 is none.
            "owner" => {
                let owner = fold::compute(Arithmetic::Subtract, owner(), 1.into());
                self.state(Type::OrNone(Box::new(Type::Thread)), owner, field, arguments, span)
            }
            "free" => {
                self.state(Type::Truth, fold::equal(owner(), 0.into()), field, arguments, span)
            }
            "depth" => match &lock.depth {
                Some(depth) => {
                    let most = lock.greatest_depth();
                    self.state(
                        Type::Integer(0, most),
                        Expression::Read(depth.clone()),
                        field,
                        arguments,
                        span,
                    )
                }
                None => self.state(
                    Type::Integer(0, 1),
                    fold::compare(Comparison::Different, owner(), 0.into()),
                    field,
                    arguments,
                    span,
                ),
            },
            "waiters" if is_monitor => self.waits(lock, arguments, span),
            _ if is_monitor => self.no_field("a monitor", field, &OF_MONITOR),
            _ => self.no_field("a lock", field, &OF_LOCK),
        }
    }

    /// The value of `waiters[t]`: whether `t` is in the wait set.
    fn waits(&mut self, lock: &Lock, arguments: &[Expr<'_>], span: &Span) -> Entity {
        let threads = u32::try_from(lock.waiters.len()).expect("at most 64 threads");
        let dimension = Dimension { ty: Type::Thread, low: 0, length: threads };
        let Some(offset) = self.offset("waiters", &[dimension], arguments, 1, span) else {
            return Entity::Unknown;
        };
        // Without threads there is nobody who might wait; the index was reported.
        let Some(mut place) = lock.waiters.get(offset.cells).cloned() else {
            return Entity::Unknown;
        };
        if !offset.indices.is_empty() {
            place = match place {
                Place::Cell(first) => Place::Element { first, indices: offset.indices.into() },
                Place::Element { first, indices } => {
                    let indices: Vec<Index> =
                        indices.iter().cloned().chain(offset.indices).collect();
                    Place::Element { first, indices: indices.into() }
                }
            };
        }
        let waits =
            Typed::new(Type::Truth, Expression::Read(place), self.scope.types.bounds(&Type::Truth));
        Entity::Value(waits, "the wait set of a monitor".to_owned())
    }

    /// The local variable of a thread of a group; the thread may depend on the state.
    fn local_of(
        &mut self,
        group: usize,
        id: Typed,
        field: &Name<'_>,
        arguments: &[Expr<'_>],
        span: &Span,
    ) -> Entity {
        let group = &self.scope.groups[group];
        let Some(local) = group.locals.get(field.text) else {
            if group.is_broken || self.scope.is_lenient || self.scope.broken.contains(field.text) {
                return Entity::Unknown;
            }
            let names: Vec<&str> = group.locals.keys().map(String::as_str).collect();
            return self.no_field(&format!("the thread `{}`", group.name), field, &names);
        };
        if self.mode == Mode::Constant {
            let what = format!("the local variable `{}`", field.text);
            self.fault(SystemErrorKind::NotConstant { what }, span);
            return Entity::Unknown;
        }
        let size = self.scope.types.size(&local.array.ty);
        let Some(mut offset) =
            self.offset(field.text, &local.array.dimensions, arguments, size, span)
        else {
            return Entity::Unknown;
        };
        let first = Value::try_from(group.first).expect("at most 64 threads");
        match id.into_expression() {
            Expression::Constant(id) => {
                offset.cells += usize::try_from(id - first).unwrap_or(0) * local.stride as usize;
            }
            value => {
                let length = u32::try_from(group.count).expect("at most 64 threads");
                offset.indices.insert(0, Index { value, low: first, length, stride: local.stride });
            }
        }
        let first = CellId::new(local.array.first.index());
        Entity::Variable { ty: local.array.ty.clone(), first, offset }
    }
}

const OF_LOCK: [&str; 3] = ["owner", "free", "depth"];
const OF_MONITOR: [&str; 4] = ["owner", "free", "depth", "waiters"];
const OF_SEMAPHORE: [&str; 1] = ["value"];
const OF_QUEUE: [&str; 1] = ["length"];

/// The fields that predicates can read of a lock, semaphore or queue, and the words for it.
fn fields(of: &Entity) -> Option<(&'static str, &'static [&'static str])> {
    match of {
        Entity::Lock { is_monitor: true, .. } => Some(("a monitor", &OF_MONITOR)),
        Entity::Lock { .. } => Some(("a lock", &OF_LOCK)),
        Entity::Semaphore { .. } => Some(("a semaphore", &OF_SEMAPHORE)),
        Entity::Queue { .. } => Some(("a queue", &OF_QUEUE)),
        _ => None,
    }
}
