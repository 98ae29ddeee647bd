//! What the analysis promises, looked at in every state that a plain search reaches.

use std::collections::{HashMap, HashSet, VecDeque};

use reductio_heap::{Access, HeapAnalysis, Inlined, Lock, Part, Row, StatementId, Variable};
use reductio_programs::{
    Address, Bounds, Expression, Fresh, Instruction, Machine, Program, Register, State, StaticId,
    Status, Thread, ThreadId, Value,
};

/// A variable of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Part(Address, Part),
    Static(StaticId),
}

/// What a check came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) states: usize,
    /// Whether all states were looked at.
    pub(crate) is_complete: bool,
    /// The number of times that a thread was about to access something owned, or protected, or neither.
    pub(crate) owned: usize,
    pub(crate) protected: usize,
    pub(crate) visible: usize,
    /// The number of times that the lock itself was looked at.
    pub(crate) locks: usize,
    pub(crate) problem: Option<String>,
}

/// The object to which an expression refers.
fn object(thread: &Thread, expression: &Expression) -> Option<Address> {
    let Expression::Register(Register(number)) = expression else { return None };
    match thread.frames.last()?.registers[*number as usize] {
        Value::Object(address) => Some(address),
        _ => None,
    }
}

/// The variable that a thread is about to access.
fn about(program: &Program, thread: &Thread) -> Option<Cell> {
    use Instruction as I;
    let goes_on =
        matches!(thread.status, Status::Running | Status::Waiting { .. } | Status::Notified { .. });
    if !goes_on {
        return None;
    }
    let (of, part) = match program.instruction(thread.place()?) {
        I::Read { object, field, .. }
        | I::Write { object, field, .. }
        | I::Update { object, field, .. } => (object, Part::Field(*field)),
        I::ReadElement { array, .. } | I::WriteElement { array, .. } => (array, Part::Elements),
        I::ReadStatic { from, .. } => return Some(Cell::Static(*from)),
        I::WriteStatic { to, .. } => return Some(Cell::Static(*to)),
        I::Acquire { object }
        | I::TryAcquire { object, .. }
        | I::Release { object }
        | I::Wait { object, .. }
        | I::Notify { object }
        | I::NotifyAll { object } => (object, Part::Lock),
        _ => return None,
    };
    Some(Cell::Part(object(thread, of)?, part))
}

/// The rows that say something of an access at each statement.
type Rows<'a> = HashMap<StatementId, Vec<(&'a Row, bool)>>;

fn rows(analysis: &HeapAnalysis) -> Rows<'_> {
    let mut rows: Rows<'_> = HashMap::new();
    for row in analysis.variables() {
        for (_, statement) in &row.shared {
            rows.entry(*statement).or_default().push((row, true));
        }
        for (_, statement) in &row.owned {
            rows.entry(*statement).or_default().push((row, false));
        }
    }
    rows
}

fn holds(state: &State, object: Address, thread: ThreadId) -> bool {
    let owner = state.object(object).and_then(|found| found.owner);
    owner.is_some_and(|(owner, _)| owner == thread)
}

/// Whether a thread holds the lock that is said to protect a variable.
fn holds_lock(
    inlined: &Inlined,
    analysis: &HeapAnalysis,
    state: &State,
    thread: ThreadId,
    object: Address,
    lock: Lock,
) -> bool {
    match lock {
        Lock::Itself => holds(state, object, thread),
        Lock::Mate(allocator) | Lock::Only(allocator) => {
            let site = analysis.site(inlined, allocator);
            state
                .heap
                .iter()
                .any(|(address, found)| found.site == site && holds(state, *address, thread))
        }
        Lock::Inside(Part::Field(field)) => {
            match state.value(reductio_programs::Variable::Field(object, field)) {
                Value::Object(lock) => holds(state, lock, thread),
                _ => false,
            }
        }
        Lock::Inside(_) => false,
        _ => true,
    }
}

/// Looks at the states that a program reaches, at most so many.
pub(crate) fn check(
    program: &Program,
    inlined: &Inlined,
    analysis: &HeapAnalysis,
    bounds: Bounds,
    most: usize,
) -> Checked {
    let machine = Machine::new(program, bounds);
    let rows = rows(analysis);
    let mut checked = Checked { is_complete: true, ..Checked::default() };
    let first = machine.initial().canonical().0;
    let mut seen: HashSet<State> = HashSet::from([first.clone()]);
    let mut open = VecDeque::from([first]);
    while let Some(state) = open.pop_front() {
        checked.states += 1;
        look(program, inlined, analysis, &rows, &state, &mut checked);
        if checked.problem.is_some() {
            return checked;
        }
        for thread in (0..u32::try_from(state.threads.len()).unwrap()).map(ThreadId) {
            for choice in 0..machine.choices(&state, thread) {
                let mut next = state.clone();
                machine.step(&mut next, thread, choice, &Fresh).unwrap();
                let next = next.canonical().0;
                if seen.len() >= most && !seen.contains(&next) {
                    checked.is_complete = false;
                } else if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
        }
    }
    checked
}

/// Looks at a state.
fn look(
    program: &Program,
    inlined: &Inlined,
    analysis: &HeapAnalysis,
    rows: &Rows<'_>,
    state: &State,
    checked: &mut Checked,
) {
    let all: Vec<(ThreadId, StatementId, Cell)> = (0..)
        .map(ThreadId)
        .zip(&state.threads)
        .filter_map(|(id, thread)| {
            let cell = about(program, thread)?;
            Some((id, inlined.statement_of(thread).expect("it is inlined"), cell))
        })
        .collect();
    for (thread, statement, cell) in &all {
        let access = analysis.access(*statement);
        match access {
            Access::Local => {
                checked.problem = Some(format!(
                    "{}: nothing is accessed, it is said",
                    told(program, inlined, *statement)
                ));
                return;
            }
            Access::Visible { .. } => {
                checked.visible += 1;
                continue;
            }
            Access::Owned => checked.owned += 1,
            Access::Protected { .. } => checked.protected += 1,
        }
        let other = all.iter().find(|(other, _, found)| other != thread && found == cell);
        if let Some((_, other, _)) = other {
            checked.problem = Some(format!(
                "{} and {}: {cell:?} is {access:?}, it is said",
                told(program, inlined, *statement),
                told(program, inlined, *other)
            ));
            return;
        }
        let Cell::Part(object, part) = cell else { continue };
        let Some(site) = state.object(*object).map(|found| found.site) else { continue };
        let of_object: Vec<_> = rows
            .get(statement)
            .into_iter()
            .flatten()
            .filter(|(row, _)| match row.variable {
                Variable::Part(allocator, found) => {
                    found == *part && analysis.site(inlined, allocator) == site
                }
                Variable::Static(_) => false,
            })
            .collect();
        if let [(row, true)] = of_object[..] {
            for lock in row.locks.iter().copied() {
                checked.locks += 1;
                if !holds_lock(inlined, analysis, state, *thread, *object, lock) {
                    checked.problem = Some(format!(
                        "{}: the thread does not hold {lock:?}",
                        told(program, inlined, *statement)
                    ));
                    return;
                }
            }
        }
    }
}

fn told(program: &Program, inlined: &Inlined, statement: StatementId) -> String {
    let place = inlined.statement(statement).place;
    let method = &program.method(place.method).name;
    format!("{method} {}: {:?}", place.at, program.instruction(place))
}
