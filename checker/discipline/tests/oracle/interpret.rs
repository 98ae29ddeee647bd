//! A second interpreter of systems, slow and obvious. A state is a map from names to values, and for each thread the
//! list of what it still has to do; all interleavings are followed, breadth-first. Where the library has a number as a
//! program counter, there is this list here, so that the two have no more in common than the language.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

mod evaluate;
mod stepper;

pub(crate) use evaluate::is_constant;
use stepper::Stepper;

use super::syntax::{Clause, Expr, Family, Global, Kind, Program, Stmt, Type};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Value {
    Bool(bool),
    Int(i64),
    None,
    Color(usize),
    Thread(usize),
    List(Vec<i64>),
}

/// A thing that a thread has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Todo {
    Statement(usize),
    /// A test in a chain of `else if`.
    Arm(usize, usize),
    /// The second half of a `wait`.
    Reacquire(usize),
    /// The end of a `synchronized`.
    Leave(usize),
    /// The jump back to the start of a loop.
    Again(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Control {
    todo: Vec<Todo>,
    has_failed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Control>,
    values: BTreeMap<String, Value>,
}

/// A thread: its family, and its index in the family.
struct Instance<'p> {
    family: &'p Family,
    index: Option<i64>,
    name: String,
}

/// The failure of a thread: an expression has no value, or a value has no place.
struct Fails;

/// A step that a thread might take next.
struct Move {
    /// The protected elements that the step looks at or changes, or would change.
    touched: BTreeSet<String>,
    /// The state after the step, if it can be taken.
    after: Option<State>,
    /// Whether the condition of the step is false by its constants alone.
    is_never: bool,
}

/// The facts about a system that are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    pub(crate) states: usize,
    pub(crate) steps: u64,
    pub(crate) deadlock: bool,
    pub(crate) failure: bool,
    pub(crate) bad: bool,
    /// The numbers of the claims that are violated or reached.
    pub(crate) settled: BTreeSet<usize>,
    /// The labels that are reached, each with its thread.
    pub(crate) visited: BTreeSet<(String, String)>,
    /// The threads that are stuck for ever in some state.
    pub(crate) stuck: BTreeSet<String>,
    /// Those of them that are stuck in some state from which no deadlock can come.
    pub(crate) stuck_alone: BTreeSet<String>,
}

/// A mistake that this interpreter makes on purpose, to show that the comparison would notice it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A thread has ended where nothing can ever start, because all conditions are false by their constants.
    DeadEndsAreEnds,
    /// A test whose condition has no value is two steps.
    FailingTestsAreTwo,
}

pub(crate) struct Interpreter<'p> {
    program: &'p Program,
    threads: Vec<Instance<'p>>,
    statements: HashMap<usize, &'p Stmt>,
    /// For each thread, its labels, each with what is left to do there.
    labels: Vec<Vec<(String, Vec<Todo>)>>,
    idle: Vec<Vec<Vec<Todo>>>,
    mistake: Option<Mistake>,
}

/// The state in which an expression is evaluated, with its thread and the bound names.
struct Scene<'s> {
    state: &'s State,
    me: Option<usize>,
    bound: Vec<(String, i64)>,
    touched: &'s RefCell<BTreeSet<String>>,
}

fn element(name: &str, index: Option<i64>) -> String {
    index.map_or(name.to_owned(), |k| format!("{name}[{k}]"))
}

fn indices(range: Option<(i64, i64)>) -> Vec<Option<i64>> {
    range.map_or(vec![None], |(low, high)| (low..=high).map(Some).collect())
}

fn is_in(ty: Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Int((low, high)) | Type::IntOrNone((low, high)), Value::Int(k)) => {
            (low..=high).contains(k)
        }
        (Type::Bool, Value::Bool(_))
        | (Type::Color, Value::Color(_))
        | (Type::IntOrNone(_) | Type::ThreadOrNone, Value::None)
        | (Type::ThreadOrNone, Value::Thread(_)) => true,
        _ => false,
    }
}

fn first_value(ty: Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Int((low, _)) => Value::Int(low),
        Type::IntOrNone(_) | Type::ThreadOrNone => Value::None,
        Type::Color => Value::Color(0),
    }
}

impl<'p> Interpreter<'p> {
    pub(crate) fn new(program: &'p Program, mistake: Option<Mistake>) -> Self {
        let mut threads = Vec::new();
        for family in &program.families {
            for index in indices(family.range) {
                threads.push(Instance { family, index, name: element(&family.name, index) });
            }
        }
        let mut statements = HashMap::new();
        for family in &program.families {
            collect(&family.body, &mut statements);
        }
        let mut it = Interpreter {
            program,
            threads,
            statements,
            labels: Vec::new(),
            idle: Vec::new(),
            mistake,
        };
        for number in 0..it.threads.len() {
            let (mut labels, mut idle) = (Vec::new(), Vec::new());
            it.places(&it.threads[number].family.body, &[], &mut labels, &mut idle);
            it.labels.push(labels);
            it.idle.push(idle);
        }
        it
    }

    /// Finds the labels, and where threads may rest, statement by statement.
    fn places(
        &self,
        body: &[Stmt],
        rest: &[Todo],
        labels: &mut Vec<(String, Vec<Todo>)>,
        idle: &mut Vec<Vec<Todo>>,
    ) {
        for (k, stmt) in body.iter().enumerate() {
            let after = joined(&body[k + 1..], rest);
            let here = self.settled(prefixed(Todo::Statement(stmt.id), &after));
            if let Some(label) = &stmt.label {
                labels.push((label.clone(), here.clone()));
            }
            if stmt.is_idle {
                idle.push(here);
                if matches!(stmt.kind, Kind::Wait(_)) {
                    idle.push(prefixed(Todo::Reacquire(stmt.id), &after));
                }
            }
            let inner = match &stmt.kind {
                Kind::While(..) | Kind::Loop(_) => prefixed(Todo::Again(stmt.id), &after),
                Kind::Synchronized(..) => prefixed(Todo::Leave(stmt.id), &after),
                _ => after,
            };
            for block in stmt.kind.blocks() {
                self.places(block, &inner, labels, idle);
            }
        }
    }

    /// Follows all jumps, which take no step, and returns what is left to do.
    fn settled(&self, mut todo: Vec<Todo>) -> Vec<Todo> {
        for _ in 0..1_000 {
            match todo.first() {
                Some(Todo::Again(id)) => todo[0] = Todo::Statement(*id),
                Some(Todo::Statement(id)) => match &self.statements[id].kind {
                    Kind::Loop(body) => {
                        todo = joined(body, &prefixed(Todo::Again(*id), &todo[1..]));
                    }
                    Kind::Break | Kind::Continue => {
                        let at = todo.iter().position(|t| matches!(t, Todo::Again(_))).unwrap();
                        let is_break = self.statements[id].kind == Kind::Break;
                        todo.drain(..at + usize::from(is_break));
                    }
                    Kind::Stop => todo.clear(),
                    _ => return todo,
                },
                _ => return todo,
            }
        }
        panic!("a loop without a step")
    }

    fn initial(&self) -> State {
        let mut values = BTreeMap::new();
        let touched = RefCell::default();
        let nowhere = State { threads: Vec::new(), values: BTreeMap::new() };
        let value = |initial: &Option<Expr>, ty: Type, bound: Vec<(String, i64)>, me| {
            let scene = Scene { state: &nowhere, me, bound, touched: &touched };
            let given = initial.as_ref().map(|e| self.eval(e, &scene));
            given.map_or_else(
                || first_value(ty),
                |v| v.unwrap_or_else(|_| panic!("no initial value")),
            )
        };
        for global in &self.program.globals {
            match global {
                Global::Variable { name, index, ty, initial, .. } => {
                    for k in indices(*index) {
                        let bound = k.map(|k| ("k".to_owned(), k)).into_iter().collect();
                        values.insert(element(name, k), value(initial, *ty, bound, None));
                    }
                }
                Global::Lock { name, index, is_monitor, .. } => {
                    for k in indices(*index) {
                        let lock = element(name, k);
                        values.insert(format!("{lock}.owner"), Value::None);
                        values.insert(format!("{lock}.depth"), Value::Int(0));
                        for thread in self.threads.iter().filter(|_| *is_monitor) {
                            values.insert(waits(&lock, &thread.name), Value::Bool(false));
                        }
                    }
                }
                Global::Semaphore { name, initial, .. } => {
                    values.insert(name.clone(), Value::Int(*initial));
                }
                Global::Queue { name, .. } => {
                    values.insert(name.clone(), Value::List(Vec::new()));
                }
            }
        }
        for (number, thread) in self.threads.iter().enumerate() {
            values.insert(saved(&thread.name), Value::Int(0));
            for (name, ty, initial) in &thread.family.locals {
                let bound = thread.index.map(|k| ("i".to_owned(), k)).into_iter().collect();
                let first = value(initial, *ty, bound, Some(number));
                values.insert(format!("{}.{name}", thread.name), first);
            }
        }
        let start = |thread: &Instance<'_>| Control {
            todo: self.settled(joined(&thread.family.body, &[])),
            has_failed: false,
        };
        State { threads: self.threads.iter().map(start).collect(), values }
    }

    /// The facts about the system, or `None` if it has more than `limit` states.
    pub(crate) fn explore(&self, limit: usize) -> Option<Answers> {
        let mut out = Answers::default();
        let first = self.initial();
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        // For each state, the threads that take its steps, each with the number of the state after it.
        let mut ways: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut deadlocks = Vec::new();
        while let Some(state) = states.get(ways.len()).cloned() {
            self.look(&state, &mut out);
            let mut from_here = Vec::new();
            for thread in 0..self.threads.len() {
                for next in self.moves(&state, thread).into_iter().filter_map(|m| m.after) {
                    let number = *numbers.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    from_here.push((thread, number));
                }
            }
            if states.len() > limit {
                return None;
            }
            out.steps += from_here.len() as u64;
            let has_failed = state.threads.iter().any(|control| control.has_failed);
            let rests = (0..self.threads.len()).all(|thread| self.may_rest(&state, thread));
            deadlocks.push(from_here.is_empty() && !has_failed && !rests);
            ways.push(from_here);
        }
        out.deadlock = deadlocks.contains(&true);
        out.states = states.len();
        self.find_stuck(&states, &ways, &deadlocks, &mut out);
        Some(out)
    }

    /// Finds the threads that are stuck for ever, one thread after the other.
    fn find_stuck(
        &self,
        states: &[State],
        ways: &[Vec<(usize, usize)>],
        deadlocks: &[bool],
        out: &mut Answers,
    ) {
        // Those that a wanted state can come after.
        let before = |mut wanted: Vec<bool>| {
            loop {
                let mut grows = false;
                for (state, next) in ways.iter().enumerate() {
                    if !wanted[state] && next.iter().any(|(_, next)| wanted[*next]) {
                        wanted[state] = true;
                        grows = true;
                    }
                }
                if !grows {
                    return wanted;
                }
            }
        };
        let before_deadlocks = before(deadlocks.to_vec());
        for (thread, instance) in self.threads.iter().enumerate() {
            let moves = ways.iter().map(|next| next.iter().any(|(who, _)| *who == thread));
            let can_move = before(moves.collect());
            for (number, state) in states.iter().enumerate() {
                let rests = state.threads[thread].has_failed || self.may_rest(state, thread);
                if !can_move[number] && !rests {
                    out.stuck.insert(instance.name.clone());
                    if !before_deadlocks[number] {
                        out.stuck_alone.insert(instance.name.clone());
                    }
                }
            }
        }
    }

    fn may_rest(&self, state: &State, thread: usize) -> bool {
        let todo = &state.threads[thread].todo;
        let is_never = || self.moves(state, thread).iter().all(|one| one.is_never);
        todo.is_empty()
            || self.idle[thread].contains(todo)
            || self.mistake == Some(Mistake::DeadEndsAreEnds) && is_never()
    }

    /// Adds the facts about one state.
    fn look(&self, state: &State, out: &mut Answers) {
        for (number, control) in state.threads.iter().enumerate() {
            out.failure |= control.has_failed;
            let name = &self.threads[number].name;
            let here = self.labels[number].iter().filter(|(_, at)| *at == control.todo);
            out.visited.extend(here.map(|(label, _)| (name.clone(), label.clone())));
        }
        for (number, claim) in self.program.claims.iter().enumerate() {
            if self.holds(&claim.condition, state, &[]) != claim.is_invariant {
                out.settled.insert(number);
            }
        }
        out.bad |= self.is_bad(state);
    }

    fn holds(&self, condition: &Expr, state: &State, bound: &[(String, i64)]) -> bool {
        let touched = RefCell::default();
        let scene = Scene { state, me: None, bound: bound.to_vec(), touched: &touched };
        match self.eval(condition, &scene) {
            Ok(Value::Bool(value)) => value,
            _ => panic!("a predicate without a truth value: {condition}"),
        }
    }

    /// Whether some thread accesses something without exclusive access, or two threads have it at once.
    fn is_bad(&self, state: &State) -> bool {
        let accesses_badly = (0..self.threads.len()).any(|thread| {
            let moves = self.moves(state, thread);
            let mut touched = moves.iter().flat_map(|one| &one.touched);
            touched.any(|object| !self.has_access(state, thread, object))
        });
        accesses_badly
            || self.protected().any(|(object, _, _)| {
                let holds = |thread: &usize| self.has_access(state, *thread, &object);
                (0..self.threads.len()).filter(holds).count() > 1
            })
    }

    /// The protected elements, each with its clauses and index.
    fn protected(&self) -> impl Iterator<Item = (String, &'p [Clause], Option<i64>)> {
        self.program.globals.iter().flat_map(|global| match global {
            Global::Variable { name, index, by, .. } if !by.is_empty() => indices(*index)
                .into_iter()
                .map(|k| (element(name, k), by.as_slice(), k))
                .collect::<Vec<_>>(),
            _ => Vec::new(),
        })
    }

    fn has_access(&self, state: &State, thread: usize, object: &str) -> bool {
        let (_, clauses, k) = self.protected().find(|(name, _, _)| name == object).unwrap();
        let of_element: Vec<(String, i64)> = k.map(|k| ("k".to_owned(), k)).into_iter().collect();
        clauses.iter().any(|clause| match clause {
            Clause::By(lock) => {
                let owner = Expr::Owner(lock.clone());
                let touched = RefCell::default();
                let scene = Scene { state, me: None, bound: of_element.clone(), touched: &touched };
                matches!(self.eval(&owner, &scene), Ok(Value::Thread(t)) if t == thread)
            }
            Clause::For { family, condition, .. } => {
                let own = &self.threads[thread];
                let mut bound = of_element.clone();
                bound.extend(own.index.map(|j| ("j".to_owned(), j)));
                own.family.name == *family && self.holds(condition, state, &bound)
            }
        })
    }

    /// The steps that a thread might take in a state.
    fn moves(&self, state: &State, thread: usize) -> Vec<Move> {
        let control = &state.threads[thread];
        if control.has_failed { Vec::new() } else { self.moves_at(state, thread, &control.todo) }
    }

    fn moves_at(&self, state: &State, thread: usize, todo: &[Todo]) -> Vec<Move> {
        let Some((head, rest)) = todo.split_first() else { return Vec::new() };
        let stepper = Stepper { it: self, state, thread };
        match *head {
            Todo::Statement(id) => self.moves_of(&stepper, self.statements[&id], rest),
            Todo::Arm(id, k) => {
                let Kind::If(arms, other) = &self.statements[&id].kind else { unreachable!() };
                stepper.arm(id, arms, other, k, rest)
            }
            Todo::Reacquire(id) => {
                let Kind::Wait(lock) = &self.statements[&id].kind else { unreachable!() };
                vec![stepper.reacquire(lock, rest)]
            }
            Todo::Leave(id) => {
                let Kind::Synchronized(lock, _) = &self.statements[&id].kind else {
                    unreachable!()
                };
                vec![stepper.release(lock, rest)]
            }
            Todo::Again(_) => unreachable!("jumps are followed"),
        }
    }

    fn moves_of(&self, stepper: &Stepper<'_, 'p>, stmt: &'p Stmt, rest: &[Todo]) -> Vec<Move> {
        match &stmt.kind {
            Kind::Skip => vec![stepper.go(None, &[], rest)],
            Kind::Assign(x, e) => vec![stepper.go(None, &[(x, e)], rest)],
            Kind::Any(x, range) => stepper.any(x, *range, rest),
            Kind::Atomic(guard, list) => {
                let list: Vec<_> = list.iter().map(|(x, e)| (x, e)).collect();
                vec![stepper.go(guard.as_ref(), &list, rest)]
            }
            Kind::Await(e) => vec![stepper.go(Some(e), &[], rest)],
            Kind::If(arms, other) => stepper.arm(stmt.id, arms, other, 0, rest),
            Kind::While(e, body) => {
                let inside = joined(body, &prefixed(Todo::Again(stmt.id), rest));
                stepper.test(e, &inside, rest)
            }
            Kind::Choose(branches) => {
                let of = |(when, body): &'p (Option<Expr>, Vec<Stmt>)| {
                    let branch = joined(body, rest);
                    match when {
                        Some(e) => vec![stepper.go(Some(e), &[], &branch)],
                        None => self.branch(stepper, body, rest),
                    }
                };
                branches.iter().flat_map(of).collect()
            }
            Kind::Acquire(lock) => vec![stepper.acquire(lock, rest)],
            Kind::Synchronized(lock, body) => {
                vec![stepper.acquire(lock, &joined(body, &prefixed(Todo::Leave(stmt.id), rest)))]
            }
            Kind::Release(lock) => vec![stepper.release(lock, rest)],
            Kind::Wait(lock) => vec![stepper.wait(lock, &prefixed(Todo::Reacquire(stmt.id), rest))],
            Kind::Notify(lock) => stepper.notify(lock, rest, false),
            Kind::NotifyAll(lock) => stepper.notify(lock, rest, true),
            Kind::Signal(lock) => stepper.wake(lock, rest, false),
            Kind::Broadcast(lock) => stepper.wake(lock, rest, true),
            Kind::TryIf { lock, taken, not_taken, .. } => {
                let ways = [joined(taken, rest), joined(not_taken, rest)];
                vec![stepper.try_lock(lock, None, &ways)]
            }
            Kind::TryInto(x, lock) => {
                vec![stepper.try_lock(lock, Some(x), &[rest.to_vec(), rest.to_vec()])]
            }
            Kind::Down(name) | Kind::Up(name) => {
                vec![stepper.count(name, matches!(stmt.kind, Kind::Up(_)), rest)]
            }
            Kind::Send(queue, e) => vec![stepper.send(queue, e, rest)],
            Kind::Receive(queue, x) => vec![stepper.receive(queue, x, rest)],
            Kind::Assert(e) => stepper.assert(e, rest),
            Kind::Loop(_) | Kind::Break | Kind::Continue | Kind::Stop => {
                unreachable!("jumps are followed")
            }
        }
    }

    /// The steps of a branch of a choice: its first step, or one step to where its jump leads.
    fn branch(&self, stepper: &Stepper<'_, 'p>, body: &[Stmt], rest: &[Todo]) -> Vec<Move> {
        let mut todo = joined(body, rest);
        let mut is_own = !body.is_empty();
        while let Some(Todo::Statement(id)) = todo.first()
            && is_own
        {
            match &self.statements[id].kind {
                Kind::Loop(inner) => {
                    is_own = !inner.is_empty();
                    todo = joined(inner, &prefixed(Todo::Again(*id), &todo[1..]));
                }
                Kind::Break | Kind::Continue | Kind::Stop => is_own = false,
                _ => return self.moves_at(stepper.state, stepper.thread, &todo),
            }
        }
        vec![stepper.go(None, &[], &todo)]
    }
}

fn collect<'p>(body: &'p [Stmt], into: &mut HashMap<usize, &'p Stmt>) {
    for stmt in body {
        into.insert(stmt.id, stmt);
        stmt.kind.blocks().into_iter().for_each(|block| collect(block, into));
    }
}

fn joined(body: &[Stmt], rest: &[Todo]) -> Vec<Todo> {
    body.iter().map(|stmt| Todo::Statement(stmt.id)).chain(rest.iter().copied()).collect()
}

fn prefixed(first: Todo, rest: &[Todo]) -> Vec<Todo> {
    std::iter::once(first).chain(rest.iter().copied()).collect()
}

fn waits(lock: &str, thread: &str) -> String {
    format!("{thread} waits for {lock}")
}

/// The name under which is kept how often a waiting thread has acquired the lock that it gave up.
fn saved(thread: &str) -> String {
    format!("{thread} had it")
}
