//! The tree of a text, as it is written.

use std::ops::Range;

use reductio_temporal::Formula;

use crate::instruction::{BinaryOp, UnaryOp};

/// A place in the text, in bytes.
pub type Span = Range<usize>;

/// A name with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// The place.
    pub span: Span,
}

impl From<&str> for Name {
    /// A name that stands nowhere.
    fn from(text: &str) -> Self {
        Name { text: text.to_owned(), span: 0..0 }
    }
}

/// A text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The name of the program, if it has one.
    pub name: Option<Name>,
    /// The volatile fields: class and field.
    pub volatile: Vec<(Name, Name)>,
    /// The threads.
    pub threads: Vec<ThreadSource>,
    /// The claims about runs.
    pub properties: Vec<PropertySource>,
}

/// A claim about the runs of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertySource {
    /// The title, without its quotation marks.
    pub title: Name,
    /// The formula, with conditions as they are written.
    pub formula: Formula<Expr>,
}

/// The code of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadSource {
    /// The name.
    pub name: Name,
    /// The statements.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The label before it.
    pub label: Option<Name>,
    /// The kind of statement, with its parts.
    pub kind: StatementKind,
    /// The place, without the label; of one with blocks, that of its head.
    pub span: Span,
}

impl From<StatementKind> for Statement {
    /// A statement without a label that stands nowhere.
    fn from(kind: StatementKind) -> Self {
        Statement { label: None, kind, span: 0..0 }
    }
}

/// An operation on the lock or the wait set of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockOp {
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `wait`.
    Wait,
    /// `notify`.
    Notify,
    /// `notifyAll`.
    NotifyAll,
}

/// The kinds of statements, each with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `x := ...`.
    Assign(Name, Given),
    /// `x.f := ...`.
    Write {
        /// The object.
        object: Expr,
        /// The field.
        field: Name,
        /// The value that is written.
        value: Given,
    },
    /// `fork t`, whose identity nobody keeps.
    Fork(Name),
    /// `join e`.
    Join(Expr),
    /// `acquire e`, `release e`, `wait e`, `notify e`, `notifyAll e`.
    Lock(LockOp, Expr),
    /// `assert e`.
    Assert(Expr),
    /// `goto L`.
    Goto(Name),
    /// `if e goto L`.
    IfGoto(Expr, Name),
    /// `if e { ... } else if e { ... } else { ... }`.
    If {
        /// The conditions with their blocks.
        arms: Vec<(Expr, Vec<Statement>)>,
        /// The block of `else`, if there is one.
        otherwise: Vec<Statement>,
    },
    /// `while e { ... }`.
    While(Expr, Vec<Statement>),
    /// `loop { ... }`.
    Loop(Vec<Statement>),
    /// `synchronized e { ... }`.
    Synchronized(Expr, Vec<Statement>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `skip`.
    Skip,
    /// `yield`.
    Yield,
    /// `stop`.
    Stop,
    /// A statement that could not be read.
    Broken,
}

/// A value that is assigned or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The value of an expression.
    Expr(Expr),
    /// `new C`.
    New(Name),
    /// `any a .. b`.
    Any(Expr, Expr),
    /// `fork t`.
    Fork(Name),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of expression, with its parts.
    pub kind: ExprKind,
    /// The place.
    pub span: Span,
}

impl From<ExprKind> for Expr {
    /// An expression that stands nowhere.
    fn from(kind: ExprKind) -> Self {
        Expr { kind, span: 0..0 }
    }
}

/// The kinds of expressions, each with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number; `true` is 1, `false` is 0.
    Number(i64),
    /// `null`, which is 0.
    Null,
    /// A local variable.
    Local(String),
    /// `e.f`.
    Field(Box<Expr>, Name),
    /// `not e`, `-e`.
    Unary(UnaryOp, Box<Expr>),
    /// `e + e` and the like.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

impl Statement {
    /// The blocks of the statement.
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match &self.kind {
            StatementKind::If { arms, otherwise } => {
                arms.iter().map(|(_, body)| &body[..]).chain([&otherwise[..]]).collect()
            }
            StatementKind::While(_, body)
            | StatementKind::Loop(body)
            | StatementKind::Synchronized(_, body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions of the statement itself, without those in its blocks.
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Assign(_, value) => value.expressions(),
            StatementKind::Write { object, value, .. } => {
                [vec![object], value.expressions()].concat()
            }
            StatementKind::Join(of)
            | StatementKind::Lock(_, of)
            | StatementKind::Assert(of)
            | StatementKind::IfGoto(of, _)
            | StatementKind::While(of, _)
            | StatementKind::Synchronized(of, _) => vec![of],
            StatementKind::If { arms, .. } => arms.iter().map(|(condition, _)| condition).collect(),
            _ => Vec::new(),
        }
    }
}

impl Given {
    /// The expressions that are given.
    fn expressions(&self) -> Vec<&Expr> {
        match self {
            Given::Expr(value) => vec![value],
            Given::Any(low, high) => vec![low, high],
            Given::New(_) | Given::Fork(_) => Vec::new(),
        }
    }
}

impl Expr {
    /// The expressions of which this one is made.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Null | ExprKind::Local(_) => Vec::new(),
            ExprKind::Field(of, _) | ExprKind::Unary(_, of) => vec![of],
            ExprKind::Binary(_, left, right) => vec![left, right],
        }
    }

    /// Tells whether the expression reads the heap.
    pub fn reads(&self) -> bool {
        matches!(self.kind, ExprKind::Field(..)) || self.parts().into_iter().any(Expr::reads)
    }
}
