//! Random threads and statements.

use super::{Draw, Manner};
use crate::instruction::{BinaryOp, UnaryOp};
use crate::text::syntax::{
    Expr, ExprKind, Given, LockOp, Name, Source, Statement, StatementKind, ThreadSource,
};

/// The locals that mostly refer to objects.
const OBJECTS: [&str; 3] = ["o", "p", "l"];
/// The locals that are mostly numbers.
const NUMBERS: [&str; 2] = ["i", "j"];
/// The locals that are mostly threads.
const THREADS: [&str; 2] = ["t", "u"];
const FIELDS: [&str; 3] = ["f", "g", "next"];
const CLASSES: [&str; 2] = ["A", "B"];

/// A program in the making.
pub(super) struct Writer<'d> {
    draw: &'d mut Draw,
    manner: Manner,
    /// The names of the threads besides the first.
    names: Vec<&'static str>,
    /// The number of statements that may still be written.
    left: usize,
    /// The labels of the thread's outermost block, before and behind.
    labels: Vec<String>,
    /// Whether the place is within `synchronized`, out of which nothing jumps.
    is_synchronized: bool,
    loops: usize,
}

impl<'d> Writer<'d> {
    pub(super) fn new(draw: &'d mut Draw, manner: Manner) -> Self {
        Writer {
            draw,
            manner,
            names: Vec::new(),
            left: 0,
            labels: Vec::new(),
            is_synchronized: false,
            loops: 0,
        }
    }

    pub(super) fn source(mut self) -> Source {
        let count = [0, 1, 1, 2, 2, 2][self.draw.below(6)];
        self.names = ["a", "b", "c"][..count].to_vec();
        let mut source = Source::default();
        if self.draw.happens(20) {
            let class = self.draw.pick(&CLASSES);
            let field = self.draw.pick(&FIELDS);
            source.volatile.push((class.into(), field.into()));
        }
        source.threads.push(self.first());
        for name in self.names.clone() {
            self.left = 3 + self.draw.below(7);
            let body = self.outermost();
            source.threads.push(ThreadSource { name: name.into(), body });
        }
        if self.draw.happens(10) {
            // Nobody forks it.
            self.left = 2;
            let body = self.outermost();
            source.threads.push(ThreadSource { name: "idle".into(), body });
        }
        if self.draw.happens(20) {
            self.draw.shuffle(&mut source.threads);
        }
        source
    }

    /// The first thread: it makes objects, forks, and joins.
    fn first(&mut self) -> ThreadSource {
        let mut body = Vec::new();
        for name in OBJECTS {
            let given = if self.draw.happens(88) {
                Given::New(self.class())
            } else if name != "o" && self.draw.happens(70) {
                Given::Expr(local(self.draw.pick(&OBJECTS[..1])))
            } else {
                Given::Expr(ExprKind::Null.into())
            };
            body.push(assign(name, given));
        }
        if self.draw.happens(40) {
            body.push(assign("i", Given::Expr(self.constant())));
        }
        if self.draw.happens(40) {
            body.push(self.write());
        }
        let forks = self.names.len() + self.draw.below(2);
        for number in 0..forks {
            let Some(thread) = self.names.get(number % self.names.len().max(1)).copied() else {
                break;
            };
            let fork = Given::Fork(thread.into());
            body.push(match self.draw.below(8) {
                0 => StatementKind::Fork(thread.into()).into(),
                1 => self.write_of("o", fork),
                2 => assign("u", fork),
                _ => assign("t", fork),
            });
            if self.draw.happens(20) {
                self.left = 1;
                body.extend(self.statements(1));
            }
        }
        self.left = self.draw.below(4);
        let rest = self.outermost();
        if self.draw.happens(30) && !self.names.is_empty() {
            body.push(StatementKind::Join(local("t")).into());
        }
        body.extend(rest);
        if self.draw.happens(10) && !self.names.is_empty() {
            // More threads of a kind, at once: a loop of forks.
            let thread = self.draw.pick(&self.names.clone());
            let condition = binary(BinaryOp::Less, local("i"), ExprKind::Number(2).into());
            let one = binary(BinaryOp::Add, local("i"), ExprKind::Number(1).into());
            let inner =
                vec![StatementKind::Fork(thread.into()).into(), assign("i", Given::Expr(one))];
            body.push(StatementKind::While(condition, inner).into());
        }
        ThreadSource { name: "main".into(), body }
    }

    /// The outermost block of a thread, with labels.
    fn outermost(&mut self) -> Vec<Statement> {
        self.labels = if self.draw.happens(25) { vec!["L".to_owned()] } else { Vec::new() };
        (self.is_synchronized, self.loops) = (false, 0);
        let mut body = self.statements(0);
        if !self.labels.is_empty() {
            let place = self.draw.below(body.len() + 1);
            let mut labelled = match body.get(place) {
                Some(_) => body.remove(place),
                None => StatementKind::Skip.into(),
            };
            labelled.label = Some("L".into());
            body.insert(place, labelled);
            if self.draw.happens(30) {
                body.push(StatementKind::Goto("L".into()).into());
            }
        }
        self.labels = Vec::new();
        body
    }

    /// Some statements.
    fn statements(&mut self, depth: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        let most = 1 + self.draw.below(4);
        while self.left > 0 && body.len() < most {
            self.left -= 1;
            body.push(self.statement(depth));
        }
        body
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        let body = self.statements(depth + 1);
        if body.is_empty() && self.draw.happens(80) { vec![self.simple()] } else { body }
    }

    fn statement(&mut self, depth: usize) -> Statement {
        if depth > 2 {
            return self.simple();
        }
        let percent = match self.manner {
            Manner::Locked => 40,
            Manner::HandOver | Manner::Monitors => 30,
            Manner::Any => 12,
            Manner::Bare => 3,
        };
        if self.draw.happens(percent) {
            return self.synchronized(depth);
        }
        match self.draw.below(16) {
            0 | 1 => {
                let condition = self.condition();
                let arms = vec![(condition, self.block(depth))];
                let otherwise = if self.draw.happens(40) { self.block(depth) } else { Vec::new() };
                StatementKind::If { arms, otherwise }.into()
            }
            2 => {
                let condition = self.condition();
                StatementKind::While(condition, self.in_loop(depth)).into()
            }
            3 => StatementKind::Loop(self.in_loop(depth)).into(),
            4 if !self.labels.is_empty() && !self.is_synchronized => {
                let condition = self.condition();
                StatementKind::IfGoto(condition, "L".into()).into()
            }
            5 if self.loops > 0 && !self.is_synchronized => {
                let leave = if self.draw.happens(70) {
                    StatementKind::Break
                } else {
                    StatementKind::Continue
                };
                leave.into()
            }
            _ => self.simple(),
        }
    }

    fn in_loop(&mut self, depth: usize) -> Vec<Statement> {
        let outer = std::mem::take(&mut self.is_synchronized);
        self.loops += 1;
        let mut body = self.block(depth);
        if !outer && self.draw.happens(50) {
            let condition = self.condition();
            let arms = vec![(condition, vec![StatementKind::Break.into()])];
            body.push(StatementKind::If { arms, otherwise: Vec::new() }.into());
        }
        self.loops -= 1;
        self.is_synchronized = outer;
        body
    }

    fn synchronized(&mut self, depth: usize) -> Statement {
        let lock = local(if self.draw.happens(75) { "l" } else { self.draw.pick(&OBJECTS) });
        if self.draw.happens(15) {
            // By hand, and now and then the release is forgotten, or there is no acquire.
            let op = if self.draw.happens(50) { LockOp::Acquire } else { LockOp::Release };
            return StatementKind::Lock(op, lock).into();
        }
        let outer = std::mem::replace(&mut self.is_synchronized, true);
        let loops = std::mem::take(&mut self.loops);
        let mut body = self.block(depth);
        self.is_synchronized = outer;
        self.loops = loops;
        if self.manner == Manner::Monitors && self.draw.happens(70) {
            let op = self.draw.pick(&[LockOp::Wait, LockOp::Notify, LockOp::NotifyAll]);
            let wait = StatementKind::Lock(op, lock.clone());
            let place = self.draw.below(body.len() + 1);
            body.insert(place, wait.into());
        }
        StatementKind::Synchronized(lock, body).into()
    }

    /// A statement without blocks.
    fn simple(&mut self) -> Statement {
        match self.draw.below(24) {
            0..6 => self.write(),
            6..12 => {
                let to = if self.draw.happens(90) {
                    self.draw.pick(&NUMBERS)
                } else {
                    self.draw.pick(&OBJECTS[..2])
                };
                assign(to, Given::Expr(self.read()))
            }
            12 | 13 => assign(self.draw.pick(&NUMBERS), Given::Expr(self.number())),
            14 => {
                let (low, high) = (self.draw.below(2), self.draw.below(3));
                let bound = |k: usize| ExprKind::Number(i64::try_from(k).unwrap_or(0)).into();
                assign(self.draw.pick(&NUMBERS), Given::Any(bound(low), bound(high)))
            }
            15 => {
                let class = self.class();
                assign(self.draw.pick(&OBJECTS[..2]), Given::New(class))
            }
            16 => StatementKind::Assert(self.condition()).into(),
            17 if self.names.is_empty() => StatementKind::Skip.into(),
            17 => match self.draw.below(4) {
                0 => StatementKind::Join(local(self.draw.pick(&THREADS))).into(),
                1 => assign("u", Given::Expr(local("t"))),
                2 => self.write_of("o", Given::Expr(local("t"))),
                _ => assign("t", Given::Expr(field(local("o"), self.draw.pick(&FIELDS)))),
            },
            18 if self.draw.happens(20) && !self.names.is_empty() => {
                let thread = self.draw.pick(&self.names.clone());
                assign("t", Given::Fork(thread.into()))
            }
            19 if self.manner == Manner::Any || self.manner == Manner::Monitors => {
                let ops = [LockOp::Wait, LockOp::Notify, LockOp::NotifyAll, LockOp::Acquire];
                StatementKind::Lock(self.draw.pick(&ops), local("l")).into()
            }
            20 if self.draw.happens(30) && !self.is_synchronized => StatementKind::Stop.into(),
            21 => StatementKind::Yield.into(),
            22 => {
                assign(self.draw.pick(&OBJECTS[..2]), Given::Expr(local(self.draw.pick(&OBJECTS))))
            }
            _ => StatementKind::Skip.into(),
        }
    }

    fn write(&mut self) -> Statement {
        let value = match self.draw.below(10) {
            0..4 => self.constant(),
            4 | 5 => local(self.draw.pick(&NUMBERS)),
            6 | 7 => local(self.draw.pick(&OBJECTS)),
            8 => binary(BinaryOp::Modulo, self.number(), ExprKind::Number(3).into()),
            _ => self.read(),
        };
        let object =
            if self.manner == Manner::HandOver && self.draw.happens(50) { "p" } else { "o" };
        self.write_of(object, Given::Expr(value))
    }

    fn write_of(&mut self, object: &str, value: Given) -> Statement {
        let object = match self.draw.below(24) {
            0 => field(local(object), "next"),
            1 | 2 => local(self.draw.pick(&OBJECTS)),
            _ => local(object),
        };
        let field: Name = self.draw.pick(&FIELDS).into();
        StatementKind::Write { object, field, value }.into()
    }

    fn read(&mut self) -> Expr {
        let object = match self.draw.below(24) {
            0 => field(local("o"), "next"),
            1..8 => local("p"),
            _ => local("o"),
        };
        field(object, self.draw.pick(&FIELDS))
    }

    fn number(&mut self) -> Expr {
        match self.draw.below(8) {
            0 | 1 => self.constant(),
            2 => {
                let op = self.draw.pick(&[BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply]);
                let left = local(self.draw.pick(&NUMBERS));
                let sum = binary(op, left, self.constant());
                binary(BinaryOp::Modulo, sum, ExprKind::Number(3).into())
            }
            3 => {
                let op = self.draw.pick(&[BinaryOp::Divide, BinaryOp::Modulo]);
                binary(op, local(self.draw.pick(&NUMBERS)), self.constant())
            }
            4 => ExprKind::Unary(UnaryOp::Negate, Box::new(local("i"))).into(),
            5 if self.draw.happens(20) => ExprKind::Number(i64::MAX).into(),
            5 => self.condition(),
            _ => local(self.draw.pick(&NUMBERS)),
        }
    }

    fn condition(&mut self) -> Expr {
        match self.draw.below(12) {
            0 => self.constant(),
            1 => ExprKind::Unary(UnaryOp::Not, Box::new(self.condition())).into(),
            2 | 3 => {
                let op = self.draw.pick(&[BinaryOp::And, BinaryOp::Or]);
                let left = self.condition();
                binary(op, left, self.condition())
            }
            4 | 5 => {
                let read = self.read();
                binary(BinaryOp::Equal, read, self.constant())
            }
            6 => {
                let read = self.read();
                binary(BinaryOp::Different, read, ExprKind::Null.into())
            }
            7 => {
                let ops = [BinaryOp::Equal, BinaryOp::Different];
                let (one, two) = (self.draw.pick(&OBJECTS), self.draw.pick(&OBJECTS));
                binary(self.draw.pick(&ops), local(one), local(two))
            }
            _ => {
                let op = self.draw.pick(&BinaryOp::ALL[5..11]);
                binary(op, local(self.draw.pick(&NUMBERS)), self.constant())
            }
        }
    }

    fn constant(&mut self) -> Expr {
        ExprKind::Number(self.draw.pick(&[0, 0, 1, 1, 2, -1])).into()
    }

    fn class(&mut self) -> Name {
        self.draw.pick(&CLASSES).into()
    }
}

fn local(name: &str) -> Expr {
    ExprKind::Local(name.to_owned()).into()
}

fn field(object: Expr, name: &str) -> Expr {
    ExprKind::Field(Box::new(object), name.into()).into()
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    ExprKind::Binary(op, Box::new(left), Box::new(right)).into()
}

fn assign(to: &str, given: Given) -> Statement {
    StatementKind::Assign(to.into(), given).into()
}
