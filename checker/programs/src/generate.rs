//! Small random programs, for property tests.
//!
//! Most have a state space of some hundreds to some thousands of states. They race, deadlock, go wrong, run for ever,
//! wait without being notified; some have one thread, code that nobody reaches, threads that join themselves,
//! conditions without a variable, null where an object is needed. The same seed gives the same program on every
//! machine.
//!
//! ```
//! use reductio_programs::{ENTRY, generate, parse_program};
//!
//! let source = generate::random(7);
//! assert_eq!(source, generate::random(7));
//! assert!(parse_program(&source.to_string(), "random", ENTRY).is_ok());
//! ```

mod draw;
mod statements;

use crate::text::syntax::{Expr, ExprKind, Given, Source, Statement, StatementKind, ThreadSource};
use crate::text::{ENTRY, SourceError, SourceErrorKind};
pub use draw::Draw;
use statements::Writer;

/// The manner of a program: what it mostly does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Accesses under locks, some of which are forgotten.
    Locked,
    /// Accesses without locks.
    Bare,
    /// An object is handed from thread to thread.
    HandOver,
    /// Threads wait and notify.
    Monitors,
    /// Anything.
    Any,
}

impl Manner {
    /// All manners.
    pub const ALL: [Manner; 5] =
        [Manner::Locked, Manner::Bare, Manner::HandOver, Manner::Monitors, Manner::Any];
}

/// The random program of a seed.
pub fn random(seed: u64) -> Source {
    let mut draw = Draw::new(seed);
    loop {
        let manner = Manner::ALL[draw.below(Manner::ALL.len())];
        if let Some(source) = with_manner(&mut draw, manner) {
            return source;
        }
    }
}

/// The random program of a seed in a manner.
pub fn random_in(seed: u64, manner: Manner) -> Source {
    let mut draw = Draw::new(seed);
    loop {
        if let Some(source) = with_manner(&mut draw, manner) {
            return source;
        }
    }
}

/// A random program, if it can be mended where names are not bound.
fn with_manner(draw: &mut Draw, manner: Manner) -> Option<Source> {
    let mut source = Writer::new(draw, manner).source();
    for _ in 0..20 {
        let text = source.to_string();
        let Err(errors) = crate::parse_program(&text, "random", ENTRY) else {
            return Some(source);
        };
        source = Source::parse(&text).ok()?;
        if !errors.iter().all(|error| mend(&mut source, error)) {
            return None;
        }
        // Places are those of the text, which is not the one any more.
        source = without_places(&source)?;
    }
    None
}

/// Binds a name at the begin of the thread that reads it unbound. Returns whether this is what is wrong.
fn mend(source: &mut Source, error: &SourceError) -> bool {
    let (SourceErrorKind::Unbound { name, .. }, Some(span)) = (&error.kind, &error.span) else {
        return false;
    };
    let starts = source.threads.iter().map(|thread| thread.name.span.start);
    let Some(thread) = starts.take_while(|start| *start < span.start).count().checked_sub(1) else {
        return false;
    };
    let bind = StatementKind::Assign(name[..].into(), Given::Expr(ExprKind::Number(0).into()));
    let body = &mut source.threads[thread].body;
    let is_bound = |found: &Statement| found.kind == bind;
    if !body.first().is_some_and(is_bound) {
        body.insert(0, bind.into());
    }
    true
}

fn without_places(source: &Source) -> Option<Source> {
    let text = source.to_string();
    let mut source = Source::parse(&text).ok()?;
    source.forget_places();
    Some(source)
}

impl Source {
    /// Lets everything stand nowhere, so that trees can be compared.
    pub fn forget_places(&mut self) {
        if let Some(name) = &mut self.name {
            name.span = 0..0;
        }
        for (class, field) in &mut self.volatile {
            class.span = 0..0;
            field.span = 0..0;
        }
        for thread in &mut self.threads {
            thread.name.span = 0..0;
            thread.body.iter_mut().for_each(forget);
        }
    }
}

fn forget(statement: &mut Statement) {
    use StatementKind as S;
    statement.span = 0..0;
    if let Some(label) = &mut statement.label {
        label.span = 0..0;
    }
    match &mut statement.kind {
        S::Assign(name, given) => {
            name.span = 0..0;
            forget_given(given);
        }
        S::Write { object, field, value } => {
            forget_expr(object);
            field.span = 0..0;
            forget_given(value);
        }
        S::Fork(name) | S::Goto(name) => name.span = 0..0,
        S::IfGoto(condition, name) => {
            forget_expr(condition);
            name.span = 0..0;
        }
        S::Join(of) | S::Lock(_, of) | S::Assert(of) => forget_expr(of),
        S::If { arms, otherwise } => {
            for (condition, body) in arms {
                forget_expr(condition);
                body.iter_mut().for_each(forget);
            }
            otherwise.iter_mut().for_each(forget);
        }
        S::While(of, body) | S::Synchronized(of, body) => {
            forget_expr(of);
            body.iter_mut().for_each(forget);
        }
        S::Loop(body) => body.iter_mut().for_each(forget),
        S::Break | S::Continue | S::Skip | S::Yield | S::Stop | S::Broken => {}
    }
}

fn forget_given(given: &mut Given) {
    match given {
        Given::Expr(of) => forget_expr(of),
        Given::Any(low, high) => {
            forget_expr(low);
            forget_expr(high);
        }
        Given::New(name) | Given::Fork(name) => name.span = 0..0,
    }
}

fn forget_expr(expr: &mut Expr) {
    expr.span = 0..0;
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Null | ExprKind::Local(_) => {}
        ExprKind::Field(of, field) => {
            forget_expr(of);
            field.span = 0..0;
        }
        ExprKind::Unary(_, of) => forget_expr(of),
        ExprKind::Binary(_, left, right) => {
            forget_expr(left);
            forget_expr(right);
        }
    }
}

/// Programs that are smaller than one: without a statement, without a thread, with a block in place of the statement
/// that has it. Only those that can be read.
pub fn smaller(source: &Source) -> Vec<Source> {
    let mut found = Vec::new();
    for (number, thread) in source.threads.iter().enumerate() {
        if thread.name.text != ENTRY {
            let mut less = source.clone();
            less.threads.remove(number);
            found.push(less);
        }
        for body in smaller_bodies(&thread.body) {
            let mut less = source.clone();
            less.threads[number] = ThreadSource { name: thread.name.clone(), body };
            found.push(less);
        }
    }
    found.retain(|less| crate::parse_program(&less.to_string(), "less", ENTRY).is_ok());
    found
}

fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for (number, statement) in body.iter().enumerate() {
        let with = |middle: &[Statement]| [&body[..number], middle, &body[number + 1..]].concat();
        found.push(with(&[]));
        for block in statement.blocks() {
            found.push(with(block));
        }
        let mut put = |kind: StatementKind| {
            let label = statement.label.clone();
            found.push(with(&[Statement { label, kind, span: 0..0 }]));
        };
        match &statement.kind {
            StatementKind::If { arms, otherwise } => {
                for (k, (condition, block)) in arms.iter().enumerate() {
                    for less in smaller_bodies(block) {
                        let mut arms = arms.clone();
                        arms[k] = (condition.clone(), less);
                        put(StatementKind::If { arms, otherwise: otherwise.clone() });
                    }
                }
                for less in smaller_bodies(otherwise) {
                    put(StatementKind::If { arms: arms.clone(), otherwise: less });
                }
            }
            StatementKind::While(condition, block) => {
                for less in smaller_bodies(block) {
                    put(StatementKind::While(condition.clone(), less));
                }
            }
            StatementKind::Loop(block) => {
                for less in smaller_bodies(block) {
                    put(StatementKind::Loop(less));
                }
            }
            StatementKind::Synchronized(lock, block) => {
                for less in smaller_bodies(block) {
                    put(StatementKind::Synchronized(lock.clone(), less));
                }
            }
            _ => {}
        }
    }
    found
}
