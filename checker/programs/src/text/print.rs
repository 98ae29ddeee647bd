//! The text of a tree. What is printed is read back as the same tree, but for places.

use std::fmt::{self, Write};

use super::syntax::{
    Expr, ExprKind, Given, LockOp, PropertySource, Source, Statement, StatementKind, ThreadSource,
};
use crate::instruction::UnaryOp;

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            writeln!(f, "program {}", name.text)?;
        }
        for (class, field) in &self.volatile {
            writeln!(f, "volatile {}.{}", class.text, field.text)?;
        }
        for PropertySource { title, formula } in &self.properties {
            writeln!(f, "property \"{}\": {formula}", title.text)?;
        }
        for ThreadSource { name, body } in &self.threads {
            writeln!(f, "thread {} {{", name.text)?;
            statements(f, body, 1)?;
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}

fn statements(f: &mut fmt::Formatter<'_>, body: &[Statement], depth: usize) -> fmt::Result {
    body.iter().try_for_each(|found| statement(f, found, depth))
}

fn statement(f: &mut fmt::Formatter<'_>, found: &Statement, depth: usize) -> fmt::Result {
    use StatementKind as S;
    let margin = |f: &mut fmt::Formatter<'_>| (0..depth).try_for_each(|_| f.write_str("  "));
    margin(f)?;
    if let Some(label) = &found.label {
        write!(f, "{}: ", label.text)?;
    }
    let block = |f: &mut fmt::Formatter<'_>, body: &[Statement]| {
        f.write_str(" {\n")?;
        statements(f, body, depth + 1)?;
        margin(f)?;
        f.write_char('}')
    };
    match &found.kind {
        S::Assign(to, value) => write!(f, "{} := {}", to.text, Shown(value)),
        S::Write { object, field, value } => {
            write!(f, "{}.{} := {}", Closed(object, 8), field.text, Shown(value))
        }
        S::Fork(thread) => write!(f, "fork {}", thread.text),
        S::Join(thread) => write!(f, "join {thread}"),
        S::Lock(op, object) => {
            let word = match op {
                LockOp::Acquire => "acquire",
                LockOp::Release => "release",
                LockOp::Wait => "wait",
                LockOp::Notify => "notify",
                LockOp::NotifyAll => "notifyAll",
            };
            write!(f, "{word} {object}")
        }
        S::Assert(condition) => write!(f, "assert {condition}"),
        S::Goto(label) => write!(f, "goto {}", label.text),
        S::IfGoto(condition, label) => write!(f, "if {condition} goto {}", label.text),
        S::If { arms, otherwise } => {
            for (number, (condition, body)) in arms.iter().enumerate() {
                let word = if number == 0 { "if" } else { " else if" };
                write!(f, "{word} {condition}")?;
                block(f, body)?;
            }
            if otherwise.is_empty() {
                return f.write_char('\n');
            }
            f.write_str(" else")?;
            block(f, otherwise)
        }
        S::While(condition, body) => {
            write!(f, "while {condition}")?;
            block(f, body)
        }
        S::Loop(body) => {
            f.write_str("loop")?;
            block(f, body)
        }
        S::Synchronized(lock, body) => {
            write!(f, "synchronized {lock}")?;
            block(f, body)
        }
        S::Break => f.write_str("break"),
        S::Continue => f.write_str("continue"),
        S::Skip | S::Broken => f.write_str("skip"),
        S::Yield => f.write_str("yield"),
        S::Stop => f.write_str("stop"),
    }?;
    f.write_char('\n')
}

/// What is assigned.
struct Shown<'a>(&'a Given);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Given::Expr(value) => value.fmt(f),
            Given::New(class) => write!(f, "new {}", class.text),
            Given::Any(low, high) => write!(f, "any {} .. {}", Closed(low, 5), Closed(high, 5)),
            Given::Fork(thread) => write!(f, "fork {}", thread.text),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Closed(self, 0).fmt(f)
    }
}

/// An expression, in parentheses if it binds less closely than the number says.
struct Closed<'a>(&'a Expr, u8);

impl fmt::Display for Closed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match &self.0.kind {
            ExprKind::Binary(op, ..) => op.word().1,
            ExprKind::Unary(UnaryOp::Not, _) => 3,
            ExprKind::Unary(_, _) => 7,
            ExprKind::Number(number) if *number < 0 => 7,
            ExprKind::Number(_) | ExprKind::Null | ExprKind::Local(_) | ExprKind::Field(..) => 8,
        };
        if level < self.1 {
            return write!(f, "({})", self.0);
        }
        match &self.0.kind {
            ExprKind::Number(number) => number.fmt(f),
            ExprKind::Null => f.write_str("null"),
            ExprKind::Local(name) => f.write_str(name),
            ExprKind::Field(of, field) => write!(f, "{}.{}", Closed(of, 8), field.text),
            ExprKind::Unary(UnaryOp::Not, of) => write!(f, "not {}", Closed(of, 3)),
            ExprKind::Unary(_, of) => match of.kind {
                // `-1` is a number, and `--` begins a comment.
                ExprKind::Number(_) | ExprKind::Unary(..) => write!(f, "-({of})"),
                _ => write!(f, "-{}", Closed(of, 7)),
            },
            ExprKind::Binary(op, left, right) => {
                let (word, level) = op.word();
                // Comparisons do not go on: `(a < b) < c`.
                let before = level + u8::from(level == 4);
                write!(f, "{} {word} {}", Closed(left, before), Closed(right, level + 1))
            }
        }
    }
}
