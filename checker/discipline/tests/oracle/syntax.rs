//! Syntax trees of systems that belong to this test, and their text. Only the text is shared with the library.

#![expect(clippy::format_push_string, reason = "the text of a system is short")]

use std::fmt::{self, Display, Formatter};

/// A whole system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The value of the constant `N`, which stands in the text wherever a range ends in it.
    pub(crate) n: i64,
    pub(crate) globals: Vec<Global>,
    pub(crate) families: Vec<Family>,
    pub(crate) claims: Vec<Claim>,
}

/// A range `low .. high`, empty if `high` is less.
pub(crate) type Range = (i64, i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Int(Range),
    IntOrNone(Range),
    Color,
    ThreadOrNone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Global {
    Variable {
        name: String,
        index: Option<Range>,
        ty: Type,
        initial: Option<Expr>,
        by: Vec<Clause>,
    },
    Lock {
        name: String,
        index: Option<Range>,
        depth: i64,
        is_monitor: bool,
    },
    Semaphore {
        name: String,
        initial: i64,
        max: i64,
    },
    Queue {
        name: String,
        item: Range,
        capacity: usize,
    },
}

/// A part of an exclusive access predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    By(LockRef),
    /// The clause `for family[j] when condition`, without `[j]` for a single thread.
    For {
        family: String,
        has_index: bool,
        condition: Expr,
    },
}

/// A single thread, or a family with a thread for each value of `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) range: Option<Range>,
    pub(crate) locals: Vec<(String, Type, Option<Expr>)>,
    pub(crate) body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) is_invariant: bool,
    pub(crate) condition: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stmt {
    /// The number of the statement, which [`Program::number`] gives.
    pub(crate) id: usize,
    pub(crate) label: Option<String>,
    pub(crate) is_idle: bool,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Skip,
    Assign(Target, Expr),
    Any(Target, Option<Range>),
    Atomic(Option<Expr>, Vec<(Target, Expr)>),
    Await(Expr),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Loop(Vec<Stmt>),
    Break,
    Continue,
    Stop,
    Choose(Vec<(Option<Expr>, Vec<Stmt>)>),
    Acquire(LockRef),
    Release(LockRef),
    Wait(LockRef),
    Notify(LockRef),
    NotifyAll(LockRef),
    Signal(LockRef),
    Broadcast(LockRef),
    /// `if try lock`, or `if not try lock`: the statements where the lock was taken, and where it was not.
    TryIf {
        lock: LockRef,
        is_negated: bool,
        taken: Vec<Stmt>,
        not_taken: Vec<Stmt>,
    },
    TryInto(Target, LockRef),
    Synchronized(LockRef, Vec<Stmt>),
    Down(String),
    Up(String),
    Send(String, Expr),
    Receive(String, Target),
    Assert(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) index: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockRef {
    pub(crate) name: String,
    pub(crate) index: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreadRef {
    pub(crate) family: String,
    pub(crate) index: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Int(i64),
    Bool(bool),
    None,
    Me,
    Color(usize),
    /// A constant, a parameter, a bound name, a variable, or an element.
    Name(String, Option<Box<Expr>>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Within(Box<Expr>, Range),
    Among(Box<Expr>, Vec<i64>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Quantified {
        is_forall: bool,
        name: String,
        range: Range,
        body: Box<Expr>,
    },
    // Of predicates only.
    At(ThreadRef, Vec<String>),
    Thread(ThreadRef),
    LocalOf(ThreadRef, String),
    Owner(LockRef),
    Free(LockRef),
    Depth(LockRef),
    Waits(LockRef, ThreadRef),
    Value(String),
    Length(String),
}

pub(crate) const COLORS: [&str; 3] = ["red", "green", "blue"];

impl Program {
    /// Whether all clauses are about threads that exist.
    pub(crate) fn names_threads(&self) -> bool {
        let is_family = |name: &String| self.families.iter().any(|family| family.name == *name);
        self.globals.iter().all(|global| match global {
            Global::Variable { by, .. } => by.iter().all(|clause| match clause {
                Clause::By(_) => true,
                Clause::For { family, .. } => is_family(family),
            }),
            _ => true,
        })
    }

    /// Gives each statement a number of its own.
    pub(crate) fn number(&mut self) {
        let mut next = 0;
        for family in &mut self.families {
            number(&mut family.body, &mut next);
        }
    }
}

fn number(block: &mut [Stmt], next: &mut usize) {
    for stmt in block {
        stmt.id = *next;
        *next += 1;
        for inner in stmt.kind.blocks_mut() {
            number(inner, next);
        }
    }
}

impl Kind {
    pub(crate) fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Kind::If(arms, other) => arms.iter().map(|(_, b)| b).chain([other]).collect(),
            Kind::While(_, body) | Kind::Loop(body) | Kind::Synchronized(_, body) => vec![body],
            Kind::TryIf { taken, not_taken, .. } => vec![taken, not_taken],
            Kind::Choose(branches) => branches.iter().map(|(_, b)| b).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Kind::If(arms, other) => arms.iter_mut().map(|(_, b)| b).chain([other]).collect(),
            Kind::While(_, body) | Kind::Loop(body) | Kind::Synchronized(_, body) => vec![body],
            Kind::TryIf { taken, not_taken, .. } => vec![taken, not_taken],
            Kind::Choose(branches) => branches.iter_mut().map(|(_, b)| b).collect(),
            _ => Vec::new(),
        }
    }
}

struct Index<'a>(&'a Option<Box<Expr>>);

impl Display for Index<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

impl Display for LockRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, Index(&self.index))
    }
}

impl Display for ThreadRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.family, Index(&self.index))
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        self.index.as_ref().map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Expr], word: &str| {
            parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(word)
        };
        match self {
            Expr::Int(value) => write!(f, "{value}"),
            Expr::Bool(value) => write!(f, "{value}"),
            Expr::None => write!(f, "none"),
            Expr::Me => write!(f, "me"),
            Expr::Color(k) => write!(f, "{}", COLORS[*k]),
            Expr::Name(name, index) => write!(f, "{name}{}", Index(index)),
            Expr::Not(inner) => write!(f, "(not {inner})"),
            Expr::Minus(inner) => write!(f, "(-({inner}))"),
            Expr::And(parts) => write!(f, "({})", list(parts, " and ")),
            Expr::Or(parts) => write!(f, "({})", list(parts, " or ")),
            Expr::Binary(op, left, right) => write!(f, "({left} {op} {right})"),
            Expr::Within(inner, (low, high)) => write!(f, "({inner} in {low} .. {high})"),
            Expr::Among(inner, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "({inner} in {{ {} }})", values.join(", "))
            }
            Expr::If(c, a, b) => write!(f, "(if {c} then {a} else {b})"),
            Expr::Quantified { is_forall, name, range, body } => {
                let word = if *is_forall { "forall" } else { "exists" };
                write!(f, "({word} {name} : {} . {body})", shown(*range, None))
            }
            Expr::At(thread, labels) => write!(f, "({thread} at {})", labels.join(", ")),
            Expr::Thread(thread) => write!(f, "{thread}"),
            Expr::LocalOf(thread, name) => write!(f, "{thread}.{name}"),
            Expr::Owner(lock) => write!(f, "{lock}.owner"),
            Expr::Free(lock) => write!(f, "{lock}.free"),
            Expr::Depth(lock) => write!(f, "{lock}.depth"),
            Expr::Waits(lock, thread) => write!(f, "{lock}.waiters[{thread}]"),
            Expr::Value(name) => write!(f, "{name}.value"),
            Expr::Length(name) => write!(f, "{name}.length"),
        }
    }
}

impl Program {
    /// The system as text of a `.sys` file.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("const N = {}\ntype Color = {{ {} }}\n", self.n, COLORS.join(", "));
        let range = |range: Range| shown(range, Some(self.n));
        let index =
            |index: &Option<Range>| index.map_or(String::new(), |r| format!("[k : {}]", range(r)));
        let ty = |ty: Type| match ty {
            Type::Bool => "bool".to_owned(),
            Type::Int(r) => range(r),
            Type::IntOrNone(r) => format!("{} or none", range(r)),
            Type::Color => "Color".to_owned(),
            Type::ThreadOrNone => "thread or none".to_owned(),
        };
        let initial = |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| format!(" = {e}"));
        for global in &self.globals {
            out += &match global {
                Global::Variable { name, index: at, ty: of, initial: first, by } => {
                    let word = if by.is_empty() { "var" } else { "protected" };
                    let clauses: Vec<String> =
                        by.iter().map(|clause| format!(" {clause}")).collect();
                    let clauses = clauses.concat();
                    format!("{word} {name}{} : {}{}{clauses}\n", index(at), ty(*of), initial(first))
                }
                Global::Lock { name, index: at, depth, is_monitor } => {
                    let word = if *is_monitor { "monitor" } else { "lock" };
                    let depth = if *depth > 1 { format!(" depth {depth}") } else { String::new() };
                    format!("{word} {name}{}{depth}\n", index(at))
                }
                Global::Semaphore { name, initial, max } => {
                    format!("semaphore {name} = {initial} max {max}\n")
                }
                Global::Queue { name, item, capacity } => {
                    format!("queue {name} of {} capacity {capacity}\n", range(*item))
                }
            };
        }
        for family in &self.families {
            let parameter = family.range.map_or(String::new(), |r| format!("[i : {}]", range(r)));
            out += &format!("thread {}{parameter} {{\n", family.name);
            for (name, of, first) in &family.locals {
                out += &format!("  local {name} : {}{}\n", ty(*of), initial(first));
            }
            block(&mut out, &family.body, 1);
            out += "}\n";
        }
        for (k, claim) in self.claims.iter().enumerate() {
            let word = if claim.is_invariant { "invariant" } else { "reach" };
            out += &format!("{word} \"{k}\": {}\n", claim.condition);
        }
        out
    }
}

/// The text of a range. An empty range ends in a constant: between two numbers it would be an error.
fn shown((low, high): Range, n: Option<i64>) -> String {
    match n {
        _ if low > high => format!("{low} .. {high} + 0 * N"),
        Some(n) if n == high => format!("{low} .. N"),
        _ => format!("{low} .. {high}"),
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Clause::By(lock) => write!(f, "by {lock}"),
            Clause::For { family, has_index, condition } => {
                write!(f, "for {family}{} when {condition}", if *has_index { "[j]" } else { "" })
            }
        }
    }
}

fn block(out: &mut String, stmts: &[Stmt], depth: usize) {
    let indent = "  ".repeat(depth);
    let braced = |out: &mut String, body: &[Stmt]| {
        *out += "{\n";
        block(out, body, depth + 1);
        *out += &format!("{indent}}}");
    };
    let assignments = |list: &[(Target, Expr)]| {
        let list: Vec<String> = list.iter().map(|(x, e)| format!("{x} := {e}")).collect();
        list.join("; ")
    };
    for stmt in stmts {
        *out += &indent;
        if stmt.is_idle {
            *out += "idle ";
        }
        if let Some(label) = &stmt.label {
            *out += &format!("{label}: ");
        }
        match &stmt.kind {
            Kind::Skip => *out += "skip",
            Kind::Assign(x, e) => *out += &format!("{x} := {e}"),
            Kind::Any(x, None) => *out += &format!("{x} := any"),
            Kind::Any(x, Some((low, high))) => *out += &format!("{x} := any {low} .. {high}"),
            Kind::Atomic(None, list) => *out += &format!("atomic {{ {} }}", assignments(list)),
            Kind::Atomic(Some(e), list) => {
                *out += &format!("await {e} then {{ {} }}", assignments(list));
            }
            Kind::Await(e) => *out += &format!("await {e}"),
            Kind::If(arms, other) => {
                for (k, (e, body)) in arms.iter().enumerate() {
                    *out += &format!("{}if {e} ", if k == 0 { "" } else { " else " });
                    braced(out, body);
                }
                if !other.is_empty() {
                    *out += " else ";
                    braced(out, other);
                }
            }
            Kind::While(e, body) => {
                *out += &format!("while {e} ");
                braced(out, body);
            }
            Kind::Loop(body) => {
                *out += "loop ";
                braced(out, body);
            }
            Kind::Break => *out += "break",
            Kind::Continue => *out += "continue",
            Kind::Stop => *out += "stop",
            Kind::Choose(branches) => {
                for (k, (when, body)) in branches.iter().enumerate() {
                    *out += if k == 0 { "choose " } else { " or " };
                    if let Some(e) = when {
                        *out += &format!("when {e} ");
                    }
                    braced(out, body);
                }
            }
            Kind::Acquire(lock) => *out += &format!("acquire {lock}"),
            Kind::Release(lock) => *out += &format!("release {lock}"),
            Kind::Wait(lock) => *out += &format!("wait {lock}"),
            Kind::Notify(lock) => *out += &format!("notify {lock}"),
            Kind::NotifyAll(lock) => *out += &format!("notifyAll {lock}"),
            Kind::Signal(lock) => *out += &format!("signal {lock}"),
            Kind::Broadcast(lock) => *out += &format!("broadcast {lock}"),
            Kind::TryInto(x, lock) => *out += &format!("{x} := try {lock}"),
            Kind::TryIf { lock, is_negated, taken, not_taken } => {
                let (word, first, second) = if *is_negated {
                    ("not try", not_taken, taken)
                } else {
                    ("try", taken, not_taken)
                };
                *out += &format!("if {word} {lock} ");
                braced(out, first);
                *out += " else ";
                braced(out, second);
            }
            Kind::Synchronized(lock, body) => {
                *out += &format!("synchronized {lock} ");
                braced(out, body);
            }
            Kind::Down(name) => *out += &format!("down {name}"),
            Kind::Up(name) => *out += &format!("up {name}"),
            Kind::Send(name, e) => *out += &format!("send {name} {e}"),
            Kind::Receive(name, x) => *out += &format!("receive {name} into {x}"),
            Kind::Assert(e) => *out += &format!("assert {e}"),
        }
        *out += "\n";
    }
}

impl Kind {
    /// Whether a condition of the statement itself reads nothing but constants.
    pub(crate) fn has_constant_condition(&self) -> bool {
        let conditions: Vec<&Expr> = match self {
            Kind::Await(e) | Kind::Assert(e) | Kind::While(e, _) | Kind::Atomic(Some(e), _) => {
                vec![e]
            }
            Kind::If(arms, _) => arms.iter().map(|(e, _)| e).collect(),
            Kind::Choose(branches) => branches.iter().filter_map(|(e, _)| e.as_ref()).collect(),
            _ => Vec::new(),
        };
        conditions.into_iter().any(super::interpret::is_constant)
    }
}
