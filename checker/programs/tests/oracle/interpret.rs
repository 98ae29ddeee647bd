//! States, and the steps from them.

use std::collections::{BTreeMap, BTreeSet};

use reductio_programs::syntax::{Expr, ExprKind, Given, LockOp, Source, Statement, StatementKind};

use crate::canonical::canonical;
use crate::term::{Bad, Cond, Env, Term, Val};

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
    site: usize,
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
    line: u32,
    site: usize,
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
    blocks: Vec<&'a [Statement]>,
    /// The block of each thread.
    first: Vec<usize>,
    /// The block with each label, by thread.
    labels: BTreeMap<(usize, &'a str), (usize, usize)>,
    /// The blocks of each statement, by block and place.
    inner: BTreeMap<(usize, usize), Vec<usize>>,
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

fn assigns(body: &[Statement], name: &str) -> bool {
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

    fn line(&self, at: usize) -> u32 {
        1 + u32::try_from(self.text[..at].matches('\n').count()).unwrap()
    }

    fn thread(&self, name: &str, env: &Env) -> Th {
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

    /// The states after the steps of a thread; `None` beyond the limits.
    fn steps(&self, state: &St, number: u32) -> Option<Vec<St>> {
        let mut next = state.clone();
        let mut own = state.threads[&number].clone();
        let me = Val::Thr(number);
        let free = |object: Val| match object {
            Val::Obj(object) => state.heap[&object].owner.is_none(),
            _ => true,
        };
        let line = own.doing.as_ref().map_or(0, |doing| doing.line);
        match own.status.clone() {
            Status::Run => {}
            Status::Spin => return Some(vec![next]),
            Status::Parked(bad) => {
                own.status = Status::Wrong(bad, line);
                next.threads.insert(number, own);
                return Some(vec![next]);
            }
            Status::Notified(object, times) => {
                if !free(object) {
                    return Some(Vec::new());
                }
                let Val::Obj(at) = object else { unreachable!() };
                next.heap.get_mut(&at)?.owner = Some((me, times));
                own.status = Status::Run;
                own.doing = None;
                self.settle(&mut own);
                next.threads.insert(number, own);
                return Some(vec![next]);
            }
            Status::Waiting(..) | Status::Ended | Status::Wrong(..) => return Some(Vec::new()),
        }
        match self.act(state, number, own.clone()) {
            Ok(found) => found,
            Err(bad) => {
                own.status = Status::Wrong(bad, line);
                next.threads.insert(number, own);
                Some(vec![next])
            }
        }
    }

    /// The states after the action at which a thread is.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of statement")]
    fn act(&self, state: &St, number: u32, mut own: Th) -> Result<Option<Vec<St>>, Bad> {
        let me = Val::Thr(number);
        let mut next = state.clone();
        let env = own.env.clone();
        let read = |object: Val, field: &str| {
            let found = object_of(object)?;
            Ok(state.heap[&found].cells.get(field).copied().unwrap_or(Val::Num(0)))
        };
        let mut doing = own.doing.clone().unwrap();
        let mut done = true;
        let mut several: Vec<(Th, St)> = Vec::new();
        match &mut doing.what {
            What::Skip => {}
            What::Assign(to, Giv::Term(term)) => {
                let is_last = match &*term {
                    Term::Field(object, _) => object.is_pure(),
                    Term::Mark(_) => true,
                    _ => false,
                };
                let is_pure = term.is_pure();
                if !is_pure {
                    term.step(&env, &read)?;
                }
                if is_pure || is_last {
                    let value = term.value(&env)?;
                    own.env.extend(to.clone().map(|to| (to, value)));
                } else {
                    done = false;
                }
            }
            What::Assign(to, given) => {
                let Some(values) = self.give(&mut next, given, &own, &read, doing.site)? else {
                    return Ok(None);
                };
                if values.is_empty() {
                    done = false;
                }
                for (value, state) in values {
                    let mut own = own.clone();
                    own.env.extend(to.clone().map(|to| (to, value)));
                    several.push((own, state));
                }
            }
            What::Write(object, _, Giv::Term(value)) if object.is_pure() && value.is_pure() => {
                let found = object_of(object.value(&env)?)?;
                let value = value.value(&env)?;
                let What::Write(_, field, _) = &doing.what else { unreachable!() };
                let cells = &mut next.heap.get_mut(&found).unwrap().cells;
                if value == Val::Num(0) {
                    cells.remove(field);
                } else {
                    cells.insert(field.clone(), value);
                }
            }
            What::Write(object, ..) if !object.is_pure() => {
                object.step(&env, &read)?;
                done = false;
            }
            What::Write(_, _, Giv::Term(value)) => {
                value.step(&env, &read)?;
                done = false;
            }
            What::Write(object, field, given) => {
                let (object, field) = (object.clone(), field.clone());
                let Some(values) = self.give(&mut next, given, &own, &read, doing.site)? else {
                    return Ok(None);
                };
                done = false;
                for (value, state) in values {
                    let mut own = own.clone();
                    let given = Giv::Term(Term::Val(value));
                    let what = What::Write(object.clone(), field.clone(), given);
                    own.doing = Some(Doing { what, ..doing.clone() });
                    let mut state = state;
                    self.settle(&mut own);
                    state.threads.insert(number, own);
                    several
                        .push((Th { code: usize::MAX, ..state.threads[&number].clone() }, state));
                }
                if !several.is_empty() {
                    return Ok(Some(several.into_iter().map(|(_, state)| state).collect()));
                }
            }
            What::Join(term) | What::Lock(_, term) | What::Assert(term) if !term.is_pure() => {
                term.step(&env, &read)?;
                done = false;
            }
            What::Join(term) => {
                let Val::Thr(other) = term.value(&env)? else { return Err("NoThread") };
                if state.threads[&other].status != Status::Ended {
                    return Ok(Some(Vec::new()));
                }
            }
            What::Assert(term) => {
                if term.value(&env)? == Val::Num(0) {
                    return Err("Assertion");
                }
            }
            What::Decide(cond, ..) => {
                cond.step(&env, &read)?;
                done = false;
            }
            What::Find(term, block) => {
                let is_last = match &*term {
                    Term::Field(object, _) => object.is_pure(),
                    Term::Mark(_) => true,
                    _ => false,
                };
                let is_pure = term.is_pure();
                if !is_pure {
                    term.step(&env, &read)?;
                }
                if is_pure || is_last {
                    let found = Term::Val(term.value(&env)?);
                    doing.what = What::Take(found, *block);
                }
                done = false;
            }
            What::Take(term, block) => {
                let found = object_of(term.value(&env)?)?;
                let object = next.heap.get_mut(&found).unwrap();
                object.owner = match object.owner {
                    None => Some((me, 1)),
                    Some((owner, times)) if owner == me => Some((me, times + 1)),
                    Some(_) => return Ok(Some(Vec::new())),
                };
                own.stack.push(Item::Unlock(term.clone(), doing.line));
                own.stack.push(Item::Block(*block, 0));
            }
            What::Unlock(term) => {
                release(&mut next, object_of(term.value(&env)?)?, me, 1)?;
            }
            What::Lock(op, term) => {
                let object = term.value(&env)?;
                let found = object_of(object)?;
                match *op {
                    0 => {
                        let object = next.heap.get_mut(&found).unwrap();
                        object.owner = match object.owner {
                            None => Some((me, 1)),
                            Some((owner, times)) if owner == me => Some((me, times + 1)),
                            Some(_) => return Ok(Some(Vec::new())),
                        };
                    }
                    1 => release(&mut next, found, me, 1)?,
                    2 => {
                        let times = match state.heap[&found].owner {
                            Some((owner, times)) if owner == me => times,
                            _ => return Err("NotOwner"),
                        };
                        release(&mut next, found, me, times)?;
                        own.status = Status::Waiting(object, times);
                        next.threads.insert(number, own);
                        return Ok(Some(vec![next]));
                    }
                    kind => {
                        if state.heap[&found].owner.is_none_or(|(owner, _)| owner != me) {
                            return Err("NotOwner");
                        }
                        let waiting: Vec<u32> = state
                            .threads
                            .iter()
                            .filter(|(_, thread)| {
                                matches!(thread.status, Status::Waiting(at, _) if at == object)
                            })
                            .map(|(number, _)| *number)
                            .collect();
                        let wake = |state: &mut St, number: u32| {
                            let thread = state.threads.get_mut(&number).unwrap();
                            if let Status::Waiting(object, times) = thread.status {
                                thread.status = Status::Notified(object, times);
                            }
                        };
                        if kind == 3 {
                            for one in waiting {
                                let mut state = next.clone();
                                wake(&mut state, one);
                                several.push((own.clone(), state));
                            }
                        } else {
                            for one in waiting {
                                wake(&mut next, one);
                            }
                        }
                    }
                }
            }
        }
        if several.is_empty() {
            several.push((own, next));
        }
        let mut states = Vec::new();
        for (mut own, mut state) in several {
            own.doing = (!done).then(|| doing.clone());
            self.settle(&mut own);
            state.threads.insert(number, own);
            states.push(state);
        }
        Ok(Some(states))
    }

    /// The values that may be given, each with the state then; none if a step was taken within the bounds of a choice.
    fn give(
        &self,
        next: &mut St,
        given: &mut Giv,
        own: &Th,
        read: &dyn Fn(Val, &str) -> Result<Val, Bad>,
        site: usize,
    ) -> Result<Option<Vec<(Val, St)>>, Bad> {
        let fresh = |used: Option<(&u32, _)>| used.map_or(0, |(last, _): (&u32, ())| last + 1);
        match given {
            Giv::Term(_) => unreachable!(),
            Giv::New => {
                if next.heap.len() >= crate::BOUNDS.objects as usize {
                    return Ok(None);
                }
                let object = fresh(next.heap.last_key_value().map(|(k, _)| (k, ())));
                next.heap.insert(object, Ob { site, cells: BTreeMap::new(), owner: None });
                Ok(Some(vec![(Val::Obj(object), next.clone())]))
            }
            Giv::Fork(name) => {
                if next.threads.len() >= crate::BOUNDS.threads as usize {
                    return Ok(None);
                }
                let child = fresh(next.threads.last_key_value().map(|(k, _)| (k, ())));
                next.threads.insert(child, self.thread(name, &own.env));
                Ok(Some(vec![(Val::Thr(child), next.clone())]))
            }
            Giv::Any(low, high) => {
                for bound in [&mut *low, &mut *high] {
                    if !bound.is_pure() {
                        bound.step(&own.env, read)?;
                        return Ok(Some(Vec::new()));
                    }
                }
                let (low, high) = (low.value(&own.env)?, high.value(&own.env)?);
                let (Val::Num(low), Val::Num(high)) = (low, high) else { return Err("NoNumber") };
                if low > high {
                    return Err("EmptyChoice");
                }
                if high - low >= i64::from(crate::BOUNDS.choices) {
                    return Ok(None);
                }
                Ok(Some((low..=high).map(|value| (Val::Num(value), next.clone())).collect()))
            }
        }
    }

    /// Goes on to the next action.
    fn settle(&self, own: &mut Th) {
        if own.status != Status::Run {
            return;
        }
        let mut met: Vec<Vec<Item>> = Vec::new();
        loop {
            if let Some(doing) = &mut own.doing {
                let env = &own.env;
                let settled = match &mut doing.what {
                    What::Skip | What::Take(..) | What::Unlock(_) => Ok(()),
                    What::Assign(_, given) => settle_given(given, env),
                    What::Write(object, _, given) => {
                        if object.is_pure() {
                            settle_given(given, env)
                        } else {
                            object.settle(env)
                        }
                    }
                    What::Join(term) | What::Lock(_, term) | What::Assert(term) => term.settle(env),
                    What::Find(term, _) => term.settle(env),
                    What::Decide(cond, ..) => cond.settle(env),
                };
                if let Err(bad) = settled {
                    own.status = Status::Parked(bad);
                    return;
                }
                let What::Decide(Cond::Done(holds), block, at, arm) = doing.what else { return };
                own.doing = None;
                self.decide(own, holds, (block, at), arm);
                continue;
            }
            let Some(item) = own.stack.pop() else {
                own.status = Status::Ended;
                return;
            };
            let (block, at) = match item {
                Item::Unlock(term, line) => {
                    own.doing = Some(Doing { line, site: 0, what: What::Unlock(term) });
                    continue;
                }
                Item::Again(block, at) => (block, at),
                Item::Block(block, at) => {
                    if at >= self.blocks[block].len() {
                        continue;
                    }
                    own.stack.push(Item::Block(block, at + 1));
                    (block, at)
                }
            };
            let mut place = own.stack.clone();
            place.push(Item::Again(block, at));
            if let Some(first) = met.iter().position(|earlier| *earlier == place) {
                // Round without a step: it stays at the least place of the circle.
                own.stack = met[first..].iter().min().unwrap().clone();
                own.status = Status::Spin;
                return;
            }
            met.push(place);
            if self.begin(own, block, at) {
                own.stack.clear();
                own.status = Status::Ended;
                return;
            }
        }
    }

    /// Begins a statement. Returns whether the thread ends.
    fn begin(&self, own: &mut Th, block: usize, at: usize) -> bool {
        let statement = &self.blocks[block][at];
        let inner = &self.inner[&(block, at)];
        let what = match &statement.kind {
            StatementKind::Assign(to, given) => What::Assign(Some(to.text.clone()), giv(given)),
            StatementKind::Write { object, field, value } => {
                What::Write(Term::of(object), field.text.clone(), giv(value))
            }
            StatementKind::Fork(name) => What::Assign(None, Giv::Fork(name.text.clone())),
            StatementKind::Join(of) => What::Join(Term::of(of)),
            StatementKind::Lock(op, of) => {
                let op = match op {
                    LockOp::Acquire => 0,
                    LockOp::Release => 1,
                    LockOp::Wait => 2,
                    LockOp::Notify => 3,
                    LockOp::NotifyAll => 4,
                };
                What::Lock(op, Term::of(of))
            }
            StatementKind::Assert(of) => What::Assert(Term::of(of)),
            StatementKind::IfGoto(of, _) | StatementKind::While(of, _) => {
                What::Decide(Cond::of(of), block, at, 0)
            }
            StatementKind::If { arms, .. } => What::Decide(Cond::of(&arms[0].0), block, at, 0),
            StatementKind::Synchronized(lock, body) => match &lock.kind {
                ExprKind::Local(name) if !assigns(body, name) => {
                    What::Take(Term::of(lock), inner[0])
                }
                _ => What::Find(Term::of(lock), inner[0]),
            },
            StatementKind::Skip | StatementKind::Yield => What::Skip,
            StatementKind::Stop => return true,
            StatementKind::Loop(_) => {
                own.stack.push(Item::Again(block, at));
                own.stack.push(Item::Block(inner[0], 0));
                return false;
            }
            StatementKind::Goto(label) => {
                self.go_to(own, &label.text);
                return false;
            }
            StatementKind::Break => {
                while !matches!(own.stack.pop(), Some(Item::Again(..))) {}
                return false;
            }
            StatementKind::Continue => {
                while !matches!(own.stack.last(), Some(Item::Again(..))) {
                    own.stack.pop();
                }
                return false;
            }
            StatementKind::Broken => unreachable!(),
        };
        let (line, site) = (self.line(statement.span.start), statement.span.start);
        own.doing = Some(Doing { line, site, what });
        false
    }

    fn go_to(&self, own: &mut Th, label: &str) {
        let (block, at) = self.labels[&(own.code, label)];
        while !matches!(own.stack.last(), Some(Item::Block(found, _)) if *found == block) {
            own.stack.pop();
        }
        own.stack.pop();
        own.stack.push(Item::Block(block, at));
    }

    fn decide(&self, own: &mut Th, holds: bool, (block, at): (usize, usize), arm: usize) {
        let statement = &self.blocks[block][at];
        let inner = &self.inner[&(block, at)];
        match &statement.kind {
            StatementKind::IfGoto(_, label) => {
                if holds {
                    self.go_to(own, &label.text);
                }
            }
            StatementKind::While(..) => {
                if holds {
                    own.stack.push(Item::Again(block, at));
                    own.stack.push(Item::Block(inner[0], 0));
                }
            }
            StatementKind::If { arms, .. } => {
                if holds {
                    own.stack.push(Item::Block(inner[arm], 0));
                } else if let Some((next, _)) = arms.get(arm + 1) {
                    let line = self.line(next.span.start);
                    let what = What::Decide(Cond::of(next), block, at, arm + 1);
                    own.doing = Some(Doing { line, site: 0, what });
                } else {
                    own.stack.push(Item::Block(inner[arms.len()], 0));
                }
            }
            _ => unreachable!(),
        }
    }
}

fn giv(given: &Given) -> Giv {
    match given {
        Given::Expr(of) => Giv::Term(Term::of(of)),
        Given::New(_) => Giv::New,
        Given::Any(low, high) => Giv::Any(Term::of(low), Term::of(high)),
        Given::Fork(name) => Giv::Fork(name.text.clone()),
    }
}

fn settle_given(given: &mut Giv, env: &Env) -> Result<(), Bad> {
    match given {
        Giv::Term(term) => term.settle(env),
        Giv::Any(low, high) => {
            if low.is_pure() {
                high.settle(env)
            } else {
                low.settle(env)
            }
        }
        Giv::New | Giv::Fork(_) => Ok(()),
    }
}

fn object_of(value: Val) -> Result<u32, Bad> {
    match value {
        Val::Obj(object) => Ok(object),
        Val::Num(0) => Err("Null"),
        _ => Err("NoObject"),
    }
}

fn release(state: &mut St, object: u32, me: Val, times: u32) -> Result<(), Bad> {
    let owner = &mut state.heap.get_mut(&object).unwrap().owner;
    match *owner {
        Some((found, depth)) if found == me => {
            *owner = (depth > times).then_some((me, depth - times));
            Ok(())
        }
        _ => Err("NotOwner"),
    }
}
