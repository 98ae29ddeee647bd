//! Statements on locks, monitors, semaphores and queues.

use super::Code;
use super::graph::{Act, Node};
use crate::elaborate::{Leaf, Typed};
use crate::error::SystemErrorKind;
use crate::syntax::{Expr, Span, Statement, Verb};
use crate::types::Type;
use reductio_system::{Expression, Place};

impl<'a> Code<'a, '_> {
    /// Reads `acquire m` and the other operations on locks, monitors and semaphores.
    pub(super) fn operate(
        &mut self,
        verb: Verb,
        object: &Expr<'a>,
        at: Node,
        next: Node,
        statement: &Statement<'a>,
    ) {
        let span = &statement.span;
        let text = self.words(span);
        let act = match verb {
            Verb::Down => self
                .reader
                .semaphore(object)
                .map(|(variable, counter, _)| Act::Down(variable, counter)),
            Verb::Up => self
                .reader
                .semaphore(object)
                .map(|(variable, counter, max)| Act::Up(variable, counter, max)),
            Verb::Acquire => self.reader.lock(object, false).map(Act::Acquire),
            Verb::Release => self.reader.lock(object, false).map(Act::Release),
            Verb::Notify => self.reader.lock(object, true).map(Act::Notify),
            Verb::NotifyAll => self.reader.lock(object, true).map(Act::NotifyAll),
            Verb::Signal => self.reader.lock(object, true).map(Act::Signal),
            Verb::Broadcast => self.reader.lock(object, true).map(Act::Broadcast),
            Verb::Wait => self.reader.lock(object, true).map(|lock| {
                let (between, start) = (self.graph.node(), self.graph.find(at));
                let label = self.graph.nodes[start].labels.first().cloned();
                let data = &mut self.graph.nodes[between];
                data.is_waiting = true;
                data.wait_label = label;
                data.is_idle = statement.is_idle;
                data.may_stop = statement.is_idle && !statement.goes_on;
                data.place = Some(span.clone());
                Act::Wait(lock, between)
            }),
        };
        if let Some(act) = act {
            self.edge(at, next, act, &text, span);
        }
    }

    /// Reads `try lock` as a condition: the control points where the thread has the lock, and where it goes on without.
    pub(super) fn try_lock(
        &mut self,
        lock: &Expr<'a>,
        at: Node,
        [taken, not_taken]: [Node; 2],
        span: &Span,
    ) {
        let text = format!("try {}", self.words(&lock.span));
        if let Some(lock) = self.reader.lock(lock, false) {
            self.edge(at, taken, Act::Try(lock.clone(), Vec::new()), &text, span);
            let act = Act::NotTaken(lock, Vec::new());
            self.otherwise(at, not_taken, act, &format!("not ({text})"), span);
        }
    }

    /// Reads `target := try lock`, one step that says in the target whether the thread has the lock now.
    pub(super) fn try_into(
        &mut self,
        target: &Expr<'a>,
        lock: &Expr<'a>,
        at: Node,
        next: Node,
        span: &Span,
    ) {
        let (lock, place) = (self.reader.lock(lock, false), self.reader.target(target));
        let (Some(lock), Some(place)) = (lock, place) else { return };
        let text = self.words(span);
        for is_taken in [true, false] {
            let value = Typed::truth(Expression::Constant(i32::from(is_taken)));
            let leaves = self.reader.fit(value, &place.ty, span, "whether the lock was taken");
            let command = self.reader.assignments(&place, leaves, span);
            if is_taken {
                self.edge(
                    at,
                    next,
                    Act::Try(lock.clone(), command),
                    &format!("{text} (taken)"),
                    span,
                );
            } else {
                let act = Act::NotTaken(lock.clone(), command);
                self.otherwise(at, next, act, &format!("{text} (not taken)"), span);
            }
        }
    }

    /// Reads `synchronized lock { body }`.
    pub(super) fn synchronized(
        &mut self,
        lock: &Expr<'a>,
        body: &[Statement<'a>],
        close: &Span,
        at: Node,
        next: Node,
        span: &Span,
    ) {
        let name = self.words(&lock.span);
        let found = self.reader.lock(lock, false);
        let (inside, after) = (self.graph.node(), self.graph.node());
        self.locks += 1;
        self.block(body, inside, after);
        self.locks -= 1;
        self.graph.nodes[after].place = Some(close.clone());
        if let Some(lock) = found {
            self.edge(at, inside, Act::Acquire(lock.clone()), &format!("acquire {name}"), span);
            self.edge(after, next, Act::Release(lock), &format!("release {name}"), close);
        }
    }

    /// Reads `send queue values`: the values go behind the last item.
    pub(super) fn send(
        &mut self,
        queue: &Expr<'a>,
        values: &[Expr<'a>],
        at: Node,
        next: Node,
        span: &Span,
    ) {
        let Some(queue) = self.reader.queue(queue) else { return };
        let Some(leaves) = self.message(values, &queue.item, span) else { return };
        let values = leaves.into_iter().map(|leaf| leaf.expression).collect();
        let act = Act::Send(self.reader.whole(&queue), values);
        let text = self.words(span);
        self.edge(at, next, act, &text, span);
    }

    /// The cells of a message: one value, or one for each field.
    fn message(&mut self, values: &[Expr<'a>], item: &Type, span: &Span) -> Option<Vec<Leaf>> {
        let what = "the value";
        if let [value] = values {
            return Some(self.reader.fitted(value, item, what));
        }
        let types = self.fields(item, values.len(), span)?;
        Some(
            values
                .iter()
                .zip(types)
                .flat_map(|(value, ty)| self.reader.fitted(value, &ty, what))
                .collect(),
        )
    }

    /// The types of the fields of an item, if there are so many.
    fn fields(&mut self, item: &Type, found: usize, span: &Span) -> Option<Vec<Type>> {
        let types: Vec<Type> = match item {
            Type::Record(number) => {
                let record = &self.reader.scope.types.records[*number];
                record.fields.iter().map(|field| field.ty.clone()).collect()
            }
            item => vec![item.clone()],
        };
        if types.len() != found {
            let what = format!("fields of {}", self.reader.scope.types.describe(item));
            let expected = types.len();
            self.reader.fault(SystemErrorKind::WrongCount { what, expected, found }, span);
            return None;
        }
        Some(types)
    }

    /// Reads `receive queue into targets`: the first item goes to the targets, in order; the others move up.
    pub(super) fn receive(
        &mut self,
        queue: &Expr<'a>,
        targets: &[Expr<'a>],
        at: Node,
        next: Node,
        span: &Span,
    ) {
        let Some(queue) = self.reader.queue(queue) else { return };
        let types = match targets {
            [_] => vec![queue.item.clone()],
            targets => match self.fields(&queue.item, targets.len(), span) {
                Some(types) => types,
                None => return,
            },
        };
        let mut command: Vec<(Place, Expression)> = Vec::new();
        let mut k = 0;
        for (expr, ty) in targets.iter().zip(types) {
            let width = self.reader.scope.types.size(&ty);
            let first: Vec<Place> = (k..k + width).map(|k| queue.cell(k)).collect();
            k += width;
            let Some(target) = self.reader.target(expr) else { continue };
            let value = self.reader.cells(&ty, first);
            let leaves = self.reader.fit(value, &target.ty, &expr.span, "what is received");
            command.extend(self.reader.assignments(&target, leaves, &expr.span));
        }
        let act = Act::Receive(self.reader.whole(&queue), command);
        let text = self.words(span);
        self.edge(at, next, act, &text, span);
    }
}
