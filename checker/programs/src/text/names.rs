//! The names of a text: threads, the local variables of each, and what may be a thread.

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{Faults, SourceErrorKind, TextLimit, nearest};
use super::syntax::{Expr, ExprKind, Given, Name, Source, Span, Statement, StatementKind};

/// The names of a text.
pub(super) struct Names<'a> {
    /// The number of each thread.
    pub(super) threads: FxHashMap<&'a str, usize>,
    /// For each thread the local variables that it mentions, and then those of the threads that it forks, and so on.
    pub(super) locals: Vec<Vec<&'a str>>,
    /// The names to which something is assigned, in whatever thread.
    pub(super) bound: FxHashSet<&'a str>,
    /// Those that may be the identity of a thread.
    may_be_thread: FxHashSet<&'a str>,
}

impl<'a> Names<'a> {
    /// Finds the names, and reports threads that are declared twice or not at all.
    pub(super) fn of(source: &'a Source, faults: &mut Faults) -> Option<Self> {
        let size = source.threads.len() as u64;
        if size > TextLimit::Threads.most() {
            faults.add(SourceErrorKind::Limit { limit: TextLimit::Threads, size }, 0..0);
            return None;
        }
        let mut threads: FxHashMap<&str, usize> = FxHashMap::default();
        for (number, thread) in source.threads.iter().enumerate() {
            let Name { text, span } = &thread.name;
            if let Some(first) = threads.get(&text[..]) {
                let other = source.threads[*first].name.span.clone();
                let kind = SourceErrorKind::Duplicate { what: "thread", name: text.clone() };
                faults.add_with(kind, span.clone(), other, "the first one");
            } else {
                threads.insert(text, number);
            }
        }
        let mut names = Names {
            threads,
            locals: Vec::new(),
            bound: FxHashSet::default(),
            may_be_thread: FxHashSet::default(),
        };
        let mut own: Vec<Mentioned<'a>> = Vec::new();
        for thread in &source.threads {
            let mut mentioned = Mentioned::default();
            for_each(&thread.body, &mut |statement| names.look(statement, &mut mentioned, faults));
            own.push(mentioned);
        }
        for (number, thread) in source.threads.iter().enumerate() {
            let locals = all_locals(&own, number);
            let size = locals.len() as u64;
            if size > TextLimit::Locals.most() {
                let kind = SourceErrorKind::Limit { limit: TextLimit::Locals, size };
                faults.add(kind, thread.name.span.clone());
                return None;
            }
            names.locals.push(locals);
        }
        Some(names)
    }

    /// Notes what a statement mentions.
    fn look(&mut self, statement: &'a Statement, own: &mut Mentioned<'a>, faults: &mut Faults) {
        for expr in statement.expressions() {
            own.expression(expr);
        }
        let forked = match &statement.kind {
            StatementKind::Assign(name, given) => {
                own.add(&name.text);
                self.bound.insert(&name.text);
                let may_be_thread = match given {
                    Given::Fork(_) => true,
                    Given::Expr(expr) => {
                        matches!(expr.kind, ExprKind::Local(_) | ExprKind::Field(..))
                    }
                    Given::New(_) | Given::Any(..) => false,
                };
                if may_be_thread {
                    self.may_be_thread.insert(&name.text);
                }
                forked(given)
            }
            StatementKind::Write { value, .. } => forked(value),
            StatementKind::Fork(name) => Some(name),
            _ => None,
        };
        let Some(name) = forked else { return };
        if let Some(thread) = self.threads.get(&name.text[..]) {
            own.forks.insert(*thread);
            return;
        }
        let known = self.threads.keys().copied();
        let nearest = if faults.are_many() { None } else { nearest(&name.text, known) };
        let name_text = name.text.clone();
        faults.add(SourceErrorKind::UnknownThread { name: name_text, nearest }, name.span.clone());
    }

    /// Reports what is joined and is no thread whatever the program does.
    pub(super) fn check_join(&self, joined: &Expr, faults: &mut Faults) {
        let what = match &joined.kind {
            ExprKind::Field(..) => return,
            ExprKind::Local(name) => {
                let is_bound = self.bound.contains(&name[..]);
                if !is_bound || self.may_be_thread.contains(&name[..]) {
                    return;
                }
                format!("`{name}`")
            }
            ExprKind::Null => "`null`".to_owned(),
            ExprKind::Number(number) => format!("`{number}`"),
            ExprKind::Unary(..) | ExprKind::Binary(..) => "a number".to_owned(),
        };
        faults.add(SourceErrorKind::NeverThread { what }, joined.span.clone());
    }

    /// Reports a local variable that may not be bound where it is read.
    pub(super) fn unbound(&self, name: &str, span: Span, faults: &mut Faults) {
        let is_known = self.bound.contains(name);
        let nearest = if is_known || faults.are_many() {
            None
        } else {
            nearest(name, self.bound.iter().copied())
        };
        faults.add(SourceErrorKind::Unbound { name: name.to_owned(), nearest }, span);
    }
}

fn forked(given: &Given) -> Option<&Name> {
    match given {
        Given::Fork(name) => Some(name),
        Given::Expr(_) | Given::New(_) | Given::Any(..) => None,
    }
}

/// What a thread mentions.
#[derive(Default)]
struct Mentioned<'a> {
    locals: Vec<&'a str>,
    seen: FxHashSet<&'a str>,
    forks: FxHashSet<usize>,
}

impl<'a> Mentioned<'a> {
    fn add(&mut self, name: &'a str) {
        if self.seen.insert(name) {
            self.locals.push(name);
        }
    }

    fn expression(&mut self, expr: &'a Expr) {
        if let ExprKind::Local(name) = &expr.kind {
            self.add(name);
        }
        for part in expr.parts() {
            self.expression(part);
        }
    }
}

/// The local variables of a thread and of those that it forks, and so on; not many more than the limit.
fn all_locals<'a>(own: &[Mentioned<'a>], thread: usize) -> Vec<&'a str> {
    let most = usize::try_from(TextLimit::Locals.most()).unwrap_or(usize::MAX);
    let mut reached = vec![false; own.len()];
    let mut open = vec![thread];
    reached[thread] = true;
    while let Some(at) = open.pop() {
        for &next in &own[at].forks {
            if !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    let mut all = own[thread].locals.clone();
    let mut seen = own[thread].seen.clone();
    for other in (0..own.len()).filter(|other| reached[*other]) {
        for &name in &own[other].locals {
            if all.len() > most {
                return all;
            }
            if seen.insert(name) {
                all.push(name);
            }
        }
    }
    all
}

/// Calls `visit` with each statement, those in blocks included.
pub(super) fn for_each<'a>(statements: &'a [Statement], visit: &mut impl FnMut(&'a Statement)) {
    for statement in statements {
        visit(statement);
        for block in statement.blocks() {
            for_each(block, visit);
        }
    }
}
