//! Statements.

use super::Lower;
use crate::ids::Register;
use crate::instruction::{Expression, Instruction};
use crate::mutant::{self, Mutant};
use crate::text::bound::Use;
use crate::text::names::for_each;
use crate::text::syntax::{Expr, ExprKind, Given, LockOp, Name, Statement, StatementKind};

impl Lower<'_, '_> {
    /// Makes the code of statements.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.line = self.lines.line(statement.span.start);
            if let Some(label) = &statement.label {
                self.label(&label.text, label.span.clone());
            }
            let taken = self.taken;
            self.statement(statement);
            self.taken = taken;
        }
    }

    fn statement(&mut self, statement: &Statement) {
        use StatementKind as S;
        let span = || statement.span.clone();
        match &statement.kind {
            S::Assign(name, given) => {
                let to = self.register(&name.text);
                self.give(to, given);
            }
            S::Write { object, field, value } => {
                let object = self.pure(object);
                let value = match value {
                    Given::Expr(value) => self.pure(value),
                    given => {
                        let to = self.temporary();
                        self.give(to, given);
                        to.into()
                    }
                };
                let field = self.builder.field(&field.text);
                self.push(Instruction::Write { object, field, value });
            }
            S::Fork(name) => self.fork(None, name),
            S::Join(thread) => {
                let thread = self.pure(thread);
                self.push(Instruction::Join { thread });
            }
            S::Lock(op, object) => {
                let object = self.pure(object);
                self.push(match op {
                    LockOp::Acquire => Instruction::Acquire { object },
                    LockOp::Release => Instruction::Release { object },
                    LockOp::Wait => Instruction::Wait { object, timed: false },
                    LockOp::Notify => Instruction::Notify { object },
                    LockOp::NotifyAll => Instruction::NotifyAll { object },
                });
            }
            S::Assert(condition) => {
                let condition = self.pure(condition);
                self.push(Instruction::Assert { condition });
            }
            S::Goto(label) => {
                let jump = self.push(Instruction::Jump { target: 0 });
                self.gotos.push((jump, label.clone(), self.block, span()));
            }
            S::IfGoto(condition, label) => {
                let mut jumps = Vec::new();
                self.jump(condition, true, &mut jumps);
                let block = self.block;
                self.gotos
                    .extend(jumps.into_iter().map(|jump| (jump, label.clone(), block, span())));
            }
            S::If { arms, otherwise } => self.alternatives(arms, otherwise),
            S::While(condition, body) => {
                let start = self.here();
                let mut end = Vec::new();
                self.jump(condition, false, &mut end);
                let line = self.line;
                let breaks = self.looping(start, |lower| {
                    lower.statements(body);
                });
                self.line = line;
                self.push(Instruction::Jump { target: start });
                self.land(&end);
                self.land(&breaks);
            }
            S::Loop(body) => {
                let start = self.here();
                let breaks = self.looping(start, |lower| lower.statements(body));
                self.push(Instruction::Jump { target: start });
                self.land(&breaks);
            }
            S::Synchronized(lock, body) => self.synchronized(lock, body),
            S::Break => {
                let jump = self.push(Instruction::Jump { target: 0 });
                if let Some(found) = self.innermost("break", span()) {
                    found.breaks.push(jump);
                }
            }
            S::Continue => {
                if let Some(start) = self.innermost("continue", span()).map(|found| found.start()) {
                    self.push(Instruction::Jump { target: start });
                }
            }
            S::Skip => {
                self.push(Instruction::Skip);
            }
            S::Yield => {
                self.push(Instruction::Yield);
            }
            S::Stop => {
                self.check_stop(span());
                self.push(Instruction::Stop);
            }
            S::Broken => {}
        }
    }

    /// Lets a register get what is assigned.
    fn give(&mut self, to: Register, given: &Given) {
        match given {
            Given::Expr(value) => self.compute(to, value),
            Given::New(class) => {
                let class = self.builder.class(&class.text);
                self.push(Instruction::New { to, class });
            }
            Given::Any(low, high) => {
                let low = self.pure(low);
                let high = self.pure(high);
                self.push(Instruction::Choose { to, low, high, others: None });
            }
            Given::Fork(thread) => self.fork(Some(to), thread),
        }
    }

    fn fork(&mut self, to: Option<Register>, thread: &Name) {
        let Some(&number) = self.names.threads.get(&thread.text[..]) else { return };
        let arguments = self.copies(number);
        let method = crate::ids::MethodId(super::number(number));
        self.push(Instruction::Fork { to, method, arguments });
    }

    fn alternatives(&mut self, arms: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        let mut ends = Vec::new();
        for (number, (condition, body)) in arms.iter().enumerate() {
            if number > 0 {
                self.line = self.lines.line(condition.span.start);
            }
            let taken = self.taken;
            let mut next = Vec::new();
            self.jump(condition, false, &mut next);
            self.taken = taken;
            self.within(false, |lower| lower.statements(body));
            if number + 1 < arms.len() || !otherwise.is_empty() {
                ends.push(self.push(Instruction::Jump { target: 0 }));
            }
            self.land(&next);
        }
        self.within(false, |lower| lower.statements(otherwise));
        self.land(&ends);
    }

    /// The lock that is given back is the one that was taken, whatever is assigned in between.
    fn synchronized(&mut self, lock: &Expr, body: &[Statement]) {
        let line = self.line;
        let object: Expression = match &lock.kind {
            ExprKind::Local(name) if !assigns(body, name) || mutant::is(Mutant::LockFoundAnew) => {
                let register = self.register(name);
                let (at, span) = (self.here(), lock.span.clone());
                self.uses.push(Use { at, register, span });
                register.into()
            }
            _ => {
                let to = self.temporary();
                self.compute(to, lock);
                to.into()
            }
        };
        self.push(Instruction::Acquire { object: object.clone() });
        self.within(true, |lower| lower.statements(body));
        self.line = line;
        self.push(Instruction::Release { object });
    }
}

/// Whether something is assigned to a local variable.
fn assigns(body: &[Statement], name: &str) -> bool {
    let mut assigns = false;
    for_each(body, &mut |statement| {
        assigns |= matches!(&statement.kind, StatementKind::Assign(to, _) if to.text == name);
    });
    assigns
}
