//! States, and the steps from them.

use std::collections::{BTreeMap, BTreeSet};

use reductio_programs::syntax::{Expr, ExprKind, Given, Source, Statement, StatementKind};

use super::canonical::canonical;
use super::term::{Bad, Cond, Env, Term, Val};

/// What is compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    pub(crate) states: usize,
    pub(crate) transitions: u64,
    pub(crate) deadlocks: usize,
    /// The lines that go wrong, with the reasons.
    pub(crate) wrong: BTreeSet<(u32, String)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct St {
    pub(crate) threads: BTreeMap<u32, Th>,
    pub(crate) heap: BTreeMap<u32, Ob>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Th {
    pub(crate) status: Status,
    pub(crate) code: usize,
    pub(crate) env: Env,
    pub(crate) stack: Vec<Item>,
    pub(crate) doing: Option<Doing>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Run,
    /// It goes round without a step.
    Spin,
    /// Its next step goes wrong: a condition has no value.
    Parked(Bad),
    Waiting(Val, u32),
    Notified(Val, u32),
    Ended,
    Wrong(Bad, u32),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ob {
    pub(super) site: usize,
    pub(crate) cells: BTreeMap<String, Val>,
    pub(crate) owner: Option<(Val, u32)>,
}

/// What is still to be done, the next last. Blocks have numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    Block(usize, usize),
    /// A loop to begin once more.
    Again(usize, usize),
    /// The end of `synchronized`.
    Unlock(Term, u32),
}

/// A statement that is being done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Doing {
    pub(super) line: u32,
    pub(super) site: usize,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    Assign(Option<String>, Giv),
    Write(Term, String, Giv),
    Join(Term),
    Lock(u8, Term),
    Assert(Term),
    Decide(Cond, usize, usize, usize),
    /// The lock of `synchronized` is found, and the block done then.
    Find(Term, usize),
    Take(Term, usize),
    Unlock(Term),
    Skip,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Giv {
    Term(Term),
    New,
    Any(Term, Term),
    Fork(String),
}

pub(crate) struct Oracle<'a> {
    source: &'a Source,
    text: &'a str,
    pub(super) blocks: Vec<&'a [Statement]>,
    /// The block of each thread.
    first: Vec<usize>,
    /// The block with each label, by thread.
    pub(super) labels: BTreeMap<(usize, &'a str), (usize, usize)>,
    /// The blocks of each statement, by block and place.
    pub(super) inner: BTreeMap<(usize, usize), Vec<usize>>,
    locals: Vec<BTreeSet<String>>,
}

fn expr_locals(expr: &Expr, all: &mut BTreeSet<String>) {
    if let ExprKind::Local(name) = &expr.kind {
        all.insert(name.clone());
    }
    for part in expr.parts() {
        expr_locals(part, all);
    }
}

fn forks(statement: &Statement) -> Option<&str> {
    match &statement.kind {
        StatementKind::Fork(name)
        | StatementKind::Assign(_, Given::Fork(name))
        | StatementKind::Write { value: Given::Fork(name), .. } => Some(&name.text),
        _ => None,
    }
}

fn walk<'a>(body: &'a [Statement], visit: &mut dyn FnMut(&'a Statement)) {
    for statement in body {
        visit(statement);
        for block in statement.blocks() {
            walk(block, visit);
        }
    }
}

pub(super) fn assigns(body: &[Statement], name: &str) -> bool {
    let mut found = false;
    walk(body, &mut |statement| {
        found |= matches!(&statement.kind, StatementKind::Assign(to, _) if to.text == name);
    });
    found
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(source: &'a Source, text: &'a str) -> Self {
        let mut oracle = Oracle {
            source,
            text,
            blocks: Vec::new(),
            first: Vec::new(),
            labels: BTreeMap::new(),
            inner: BTreeMap::new(),
            locals: Vec::new(),
        };
        for (number, thread) in source.threads.iter().enumerate() {
            let block = oracle.block(number, &thread.body);
            oracle.first.push(block);
            let mut all = BTreeSet::new();
            walk(&thread.body, &mut |statement| {
                statement.expressions().into_iter().for_each(|expr| expr_locals(expr, &mut all));
                if let StatementKind::Assign(to, _) = &statement.kind {
                    all.insert(to.text.clone());
                }
            });
            oracle.locals.push(all);
        }
        // A thread has the locals of those that it forks, and so on.
        for _ in 0..source.threads.len() {
            for number in 0..source.threads.len() {
                let mut more = BTreeSet::new();
                walk(&source.threads[number].body, &mut |statement| {
                    if let Some(child) = forks(statement) {
                        more.extend(oracle.locals[oracle.code(child)].clone());
                    }
                });
                oracle.locals[number].extend(more);
            }
        }
        oracle
    }

    fn code(&self, name: &str) -> usize {
        self.source.threads.iter().position(|thread| thread.name.text == name).unwrap()
    }

    fn block(&mut self, thread: usize, body: &'a [Statement]) -> usize {
        let number = self.blocks.len();
        self.blocks.push(body);
        for (at, statement) in body.iter().enumerate() {
            if let Some(label) = &statement.label {
                self.labels.insert((thread, &label.text), (number, at));
            }
            let inner: Vec<usize> =
                statement.blocks().into_iter().map(|block| self.block(thread, block)).collect();
            self.inner.insert((number, at), inner);
        }
        number
    }

    /// Whether the program holds a lock that no local refers to, within a loop: whether it is still needed there the
    /// interpreter does not find out.
    pub(crate) fn is_beyond(&self) -> bool {
        let mut is = false;
        for thread in &self.source.threads {
            walk(&thread.body, &mut |statement| {
                let StatementKind::Synchronized(lock, body) = &statement.kind else { return };
                let is_held = match &lock.kind {
                    ExprKind::Local(name) => assigns(body, name),
                    _ => true,
                };
                let mut has_loop = false;
                walk(body, &mut |inner| {
                    has_loop |= matches!(inner.kind, StatementKind::Loop(_));
                });
                is |= is_held && has_loop;
            });
        }
        is
    }

    pub(super) fn line(&self, at: usize) -> u32 {
        1 + u32::try_from(self.text[..at].matches('\n').count()).unwrap()
    }

    pub(super) fn thread(&self, name: &str, env: &Env) -> Th {
        let code = self.code(name);
        let mut own: Env =
            self.locals[code].iter().map(|name| (name.clone(), Val::Num(0))).collect();
        for (name, value) in env {
            if let Some(place) = own.get_mut(name) {
                *place = *value;
            }
        }
        let stack = vec![Item::Block(self.first[code], 0)];
        let mut thread = Th { status: Status::Run, code, env: own, stack, doing: None };
        self.settle(&mut thread);
        thread
    }

    /// All reachable states; `None` if there are more than `most`, or too many threads or objects in one.
    pub(crate) fn answers(&self, most: usize) -> Option<Answers> {
        let threads = BTreeMap::from([(0, self.thread("main", &Env::new()))]);
        let first = canonical(&St { threads, heap: BTreeMap::new() });
        let mut seen = BTreeSet::from([first.clone()]);
        let mut open = vec![first];
        let mut answers = Answers::default();
        while let Some(state) = open.pop() {
            let mut after = Vec::new();
            for thread in state.threads.keys() {
                after.extend(self.steps(&state, *thread)?);
            }
            answers.transitions += after.len() as u64;
            let mut has_wrong = false;
            let mut all_rest = true;
            for thread in state.threads.values() {
                if let Status::Wrong(bad, line) = thread.status {
                    has_wrong = true;
                    answers.wrong.insert((line, bad.to_owned()));
                }
                all_rest &= thread.status == Status::Ended;
            }
            answers.deadlocks += usize::from(after.is_empty() && !has_wrong && !all_rest);
            for next in after {
                let next = canonical(&next);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        answers.states = seen.len();
        Some(answers)
    }
}
