//! Statements: the control points where they start, and where they lead.

use super::graph::{Act, Node};
use super::{Code, Loop};
use crate::elaborate::{Target, Typed};
use crate::error::SystemErrorKind;
use crate::syntax::{Arm, Assign, Expr, ExprKind, Name, Span, Statement, StatementKind};
use crate::types::Type;
use reductio_system::{Expression, Failure, Place};

impl<'a> Code<'a, '_> {
    /// Reads statements one after the other, from `at` to `next`.
    pub(super) fn block(&mut self, statements: &[Statement<'a>], at: Node, next: Node) {
        let Some((last, init)) = statements.split_last() else {
            return self.jump(at, next, &(0..0));
        };
        let mut at = at;
        for statement in init {
            let after = self.graph.node();
            self.statement(statement, at, after);
            at = after;
        }
        self.statement(last, at, next);
    }

    fn statement(&mut self, statement: &Statement<'a>, at: Node, next: Node) {
        let node = self.graph.find(at);
        let data = &mut self.graph.nodes[node];
        data.place = Some(statement.span.clone());
        data.is_idle |= statement.is_idle;
        data.may_stop |= statement.is_idle && !statement.goes_on;
        if let Some(label) = &statement.label {
            self.label(label, at);
        }
        let span = &statement.span;
        match &statement.kind {
            // The fault is reported; the statement may lead anywhere.
            StatementKind::Broken | StatementKind::Skip => {
                self.test(at, next, Expression::TRUE, "skip", span);
            }
            StatementKind::Assign(Assign {
                target,
                value: Expr { kind: ExprKind::Try(lock), .. },
                ..
            }) => self.try_into(target, lock, at, next, span),
            StatementKind::Assign(assign) => {
                let command = self.command(std::slice::from_ref(assign));
                let text = self.words(span);
                self.step(at, next, Expression::TRUE, command, &text, span);
            }
            StatementKind::Any { target, range } => {
                self.any(target, range.as_deref(), at, next, span);
            }
            StatementKind::Atomic { guard, body } => {
                let head = guard.as_ref().map_or_else(
                    || "atomic".to_owned(),
                    |guard| format!("await {} then", self.words(&guard.span)),
                );
                let guard = guard.as_ref().map(|guard| self.reader.truth(guard));
                for way in self.ways(body) {
                    let parts = guard.iter().cloned().chain(way.conditions).collect();
                    let condition = self.reader.connected(parts, false);
                    let text = format!("{head} {{ {} }}", way.words.join("; "));
                    self.step(at, next, condition, way.command, &text, span);
                }
            }
            StatementKind::Call { name, arguments } => self.call(name, arguments, at, next),
            StatementKind::Return => {
                let Some(call) = self.calls.last() else { return };
                if call.locks < self.locks {
                    self.reader.fault(SystemErrorKind::JumpsOut { what: "return" }, span);
                }
                let to = call.next;
                self.jump(at, to, span);
            }
            StatementKind::Await(condition) => {
                let guard = self.reader.truth(condition);
                let text = self.words(span);
                self.test(at, next, guard, &text, span);
            }
            StatementKind::If { arms, otherwise } => self.alternatives(arms, otherwise, at, next),
            StatementKind::While(condition, body) => {
                let inside = self.graph.node();
                self.branch(condition, at, [inside, next], span);
                self.repeat(body, [at, inside], next, span);
            }
            StatementKind::Loop(body) => self.repeat(body, [at, at], next, span),
            StatementKind::Break => self.leave(at, "break", span, |inner| inner.next),
            StatementKind::Continue => self.leave(at, "continue", span, |inner| inner.start),
            StatementKind::Stop => {
                if self.locks > 0 {
                    self.reader.fault(SystemErrorKind::JumpsOut { what: "stop" }, span);
                }
                self.jump(at, self.end, span);
            }
            StatementKind::Choose(branches) => self.choose(branches, at, next),
            StatementKind::When(condition, body) => {
                let guard = self.reader.truth(condition);
                let inside = self.graph.node();
                let text = self.words(span);
                self.test(at, inside, guard, &text, span);
                self.block(body, inside, next);
            }
            StatementKind::Operate(verb, object) => {
                self.operate(*verb, object, at, next, statement);
            }
            StatementKind::Synchronized(lock, body, close) => {
                self.synchronized(lock, body, close, at, next, span);
            }
            StatementKind::Send { queue, values } => self.send(queue, values, at, next, span),
            StatementKind::Receive { queue, targets } => {
                self.receive(queue, targets, at, next, span);
            }
            StatementKind::Assert(condition) => {
                let guard = self.reader.truth(condition);
                let text = self.words(span);
                self.test(at, next, guard.clone(), &text, span);
                let act = Act::Fail { guard: guard.negated(), failure: Failure::Assertion };
                self.otherwise(at, self.end, act, &text, span);
            }
        }
    }

    fn label(&mut self, label: &Name<'a>, at: Node) {
        if ["end", "failed"].contains(&label.text) {
            let kind = SystemErrorKind::WrongKind {
                name: label.text.to_owned(),
                is: "where every thread can be".to_owned(),
                wanted: "a label of its own".to_owned(),
            };
            return self.reader.fault(kind, &label.span());
        }
        if let Some(first) = self.labels.insert(label.text, label.span()) {
            let kind = SystemErrorKind::Duplicate { name: label.text.to_owned() };
            self.reader.faults.add_with(kind, label.span(), first, "first declared here");
            return;
        }
        let node = self.graph.find(at);
        self.graph.nodes[node].labels.push(label.text.to_owned());
    }

    pub(super) fn step(
        &mut self,
        at: Node,
        next: Node,
        guard: Expression,
        command: Vec<(Place, Expression)>,
        text: &str,
        place: &Span,
    ) {
        self.edge(at, next, Act::Step { guard, command }, text, place);
    }

    /// The assignments of a command, in order.
    pub(super) fn command(&mut self, assigns: &[Assign<'a>]) -> Vec<(Place, Expression)> {
        let mut command = Vec::new();
        for assign in assigns {
            match self.reader.target(&assign.target) {
                Some(target) => {
                    let leaves = self.reader.fitted(&assign.value, &target.ty, "the value");
                    command.extend(self.reader.assignments(&target, leaves, &assign.span));
                }
                None => {
                    self.reader.value(&assign.value);
                }
            }
        }
        command
    }

    /// Reads `target := any`: one transition for each value.
    fn any(
        &mut self,
        target: &Expr<'a>,
        range: Option<&[Expr<'a>; 2]>,
        at: Node,
        next: Node,
        span: &Span,
    ) {
        let Some(found) = self.reader.target(target) else { return };
        let Target { ty, places } = found;
        let [place] = &places[..] else {
            return self.reader.wrong_type("a variable with one value", &ty, &target.span);
        };
        let values = match range {
            None => ty.clone(),
            Some(range) => {
                let place = range[0].span.start..range[1].span.end;
                let values = self.reader.range_of(range, &place);
                let values = self.reader.inhabited(values, &place);
                self.reader.fit(Typed::constant(values.clone(), 0), &ty, &place, "the value");
                values
            }
        };
        if values == Type::Unknown || ty == Type::Unknown {
            return;
        }
        let (low, high) = self.reader.scope.types.range(&values);
        let domain = self.reader.scope.types.domain(&values);
        let text = self.words(&target.span);
        if !self.reader.spend_all(domain.size(), span) {
            return;
        }
        for value in low..=high {
            let text = format!("{text} := any ({})", domain.show(value));
            let leaf = Typed::constant(values.clone(), value).leaves.swap_remove(0);
            let command = vec![(place.clone(), self.reader.recode(leaf, &values, &ty).expression)];
            self.step(at, next, Expression::TRUE, command, &text, span);
        }
    }

    /// Adds the two transitions of a test.
    fn branch(&mut self, condition: &Expr<'a>, at: Node, [yes, no]: [Node; 2], span: &Span) {
        match &condition.kind {
            ExprKind::Try(lock) => return self.try_lock(lock, at, [yes, no], span),
            ExprKind::Not(inner) => {
                if let ExprKind::Try(lock) = &inner.kind {
                    return self.try_lock(lock, at, [no, yes], span);
                }
            }
            _ => {}
        }
        let guard = self.reader.truth(condition);
        let text = self.words(&condition.span);
        self.test(at, yes, guard.clone(), &text, span);
        let act = Act::Step { guard: guard.negated(), command: Vec::new() };
        self.otherwise(at, no, act, &format!("not ({text})"), span);
    }

    fn alternatives(
        &mut self,
        arms: &[Arm<'a>],
        otherwise: &[Statement<'a>],
        at: Node,
        next: Node,
    ) {
        let mut at = at;
        for arm in arms {
            let (inside, after) = (self.graph.node(), self.graph.node());
            self.graph.nodes[at].place = Some(arm.span.clone());
            self.branch(&arm.condition, at, [inside, after], &arm.span);
            self.block(&arm.body, inside, next);
            at = after;
        }
        self.block(otherwise, at, next);
    }

    /// Reads the body of a loop that starts at the first of `nodes`; the body itself starts at the second.
    fn repeat(
        &mut self,
        body: &[Statement<'a>],
        [start, inside]: [Node; 2],
        next: Node,
        head: &Span,
    ) {
        self.loops.push(Loop { start, next, locks: self.locks, head: head.clone() });
        self.block(body, inside, start);
        self.loops.pop();
    }

    /// Reads `break` or `continue`.
    fn leave(&mut self, at: Node, what: &'static str, span: &Span, to: impl Fn(&Loop) -> Node) {
        let Some(inner) = self.loops.last() else {
            let what = format!("`{what}`");
            return self
                .reader
                .fault(SystemErrorKind::Misplaced { what, wanted: "in a loop" }, span);
        };
        if inner.locks < self.locks {
            self.reader.fault(SystemErrorKind::JumpsOut { what }, span);
        }
        let to = to(inner);
        self.jump(at, to, span);
    }

    /// Reads a choice, whose branches all start at one control point. A branch may begin with a loop, to whose start
    /// it comes back: that is another control point, from which the other branches cannot be taken.
    fn choose(&mut self, branches: &[Vec<Statement<'a>>], at: Node, next: Node) {
        for branch in branches {
            let (start, since) = (self.graph.node(), self.graph.edges.len());
            let span = branch.first().map_or(0..0, |first| first.span.clone());
            if branch.first().is_some_and(|first| first.label.is_some() || first.is_idle) {
                // Its first statement starts where only this branch leads.
                self.block(branch, start, next);
                self.test(at, start, Expression::TRUE, "skip", &span);
                continue;
            }
            self.block(branch, start, next);
            if self.graph.has_jumped(start) {
                // A choice is a step, even where nothing else is done.
                self.test(at, start, Expression::TRUE, "skip", &span);
            } else {
                self.graph.copy_start(start, at, since);
            }
        }
    }
}
