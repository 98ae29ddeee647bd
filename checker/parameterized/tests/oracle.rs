//! Fixed numbers of threads of each family: all states as they are, and the rules of the discipline once more.

use std::collections::{HashMap, VecDeque};

use reductio_language::parse_system;
use reductio_parameterized::{DecidedFamily, RunStep};
use reductio_system::{CellId, Memory, ObjectId, PackedState, System, ThreadId, Value};

/// Whether something is so in some state of the system with so many threads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for alone")]
pub(crate) struct Fixed {
    pub violates: bool,
    pub fails: bool,
    pub deadlocks: bool,
    pub is_stuck: bool,
    pub broken: Vec<bool>,
    pub reached: Vec<bool>,
}

pub(crate) fn system(text: &str, families: &[DecidedFamily], threads: &[usize]) -> System {
    let number = |threads: &usize| i64::try_from(*threads).unwrap();
    let constants = families.iter().zip(threads);
    let constants: Vec<_> =
        constants.map(|(family, threads)| (family.constant.clone(), number(threads))).collect();
    parse_system(text, "fixed", &constants).unwrap()
}

/// Explores the system with so many threads of each family; none past so many states.
pub(crate) fn fixed(
    text: &str,
    families: &[DecidedFamily],
    threads: &[usize],
    most: usize,
) -> Option<Fixed> {
    // Nothing is forgotten here.
    let system = system(text, families, threads).remembering();
    let mut out = Fixed {
        violates: false,
        fails: false,
        deadlocks: false,
        is_stuck: false,
        broken: vec![false; system.invariants().len()],
        reached: vec![false; system.reachable().len()],
    };
    let mut edges: HashMap<PackedState, Vec<(usize, PackedState)>> = HashMap::new();
    let mut todo = VecDeque::from([system.initial()]);
    while let Some(state) = todo.pop_front() {
        if edges.contains_key(&state) {
            continue;
        }
        if edges.len() > most {
            return None;
        }
        out.violates |= violates(&system, &state);
        for (broken, invariant) in out.broken.iter_mut().zip(system.invariants()) {
            *broken |= !system.holds(&invariant.predicate, &state);
        }
        for (reached, goal) in out.reached.iter_mut().zip(system.reachable()) {
            *reached |= system.holds(&goal.predicate, &state);
        }
        let mut after = Vec::new();
        for step in system.successors(&state) {
            out.fails |= step.failure.is_some();
            after.push((step.thread.index(), step.state.clone()));
            todo.push_back(step.state);
        }
        out.deadlocks |=
            after.is_empty() && !system.thread_ids().all(|one| rests(&system, one, &state));
        edges.insert(state, after);
    }
    out.is_stuck = is_stuck(&system, &edges);
    Some(out)
}

fn rests(system: &System, thread: ThreadId, state: &PackedState) -> bool {
    let (thread, at) = (system.thread(thread), system.at(state, thread));
    thread.may_rest(at) || thread.is_failed(at)
}

/// Whether some thread never moves again nor may rest: backwards from those that do.
fn is_stuck(system: &System, edges: &HashMap<PackedState, Vec<(usize, PackedState)>>) -> bool {
    let mut before: HashMap<&PackedState, Vec<&PackedState>> = HashMap::new();
    for (state, after) in edges {
        for (_, next) in after {
            before.entry(next).or_default().push(state);
        }
    }
    system.thread_ids().any(|thread| {
        let moves = |after: &[(usize, PackedState)]| {
            after.iter().any(|(mover, _)| *mover == thread.index())
        };
        let first =
            edges.iter().filter(|(state, after)| rests(system, thread, state) || moves(after));
        let mut todo: Vec<&PackedState> = first.map(|(state, _)| state).collect();
        let mut can: std::collections::HashSet<&PackedState> = todo.iter().copied().collect();
        while let Some(state) = todo.pop() {
            for earlier in before.get(state).into_iter().flatten() {
                if can.insert(earlier) {
                    todo.push(earlier);
                }
            }
        }
        can.len() < edges.len()
    })
}

/// Whether a thread touches an object without a right to it, or two have a right to one.
pub(crate) fn violates(system: &System, state: &PackedState) -> bool {
    let has = |object: usize, thread: ThreadId| {
        let predicate = system.objects()[object].predicate(thread);
        system.holds(predicate, state)
    };
    let twice = |object| system.thread_ids().filter(|thread| has(object, *thread)).count() > 1;
    (0..system.objects().len()).any(twice)
        || system.thread_ids().any(|thread| {
            let owner = system.thread(thread);
            owner.pending(system.at(state, thread)).iter().any(|transition| {
                let mut memory = Noting { system, state: state.clone(), touched: Vec::new() };
                if transition.guard().evaluate(&mut memory) == Ok(1) {
                    let _ = system.perform(thread, transition, &mut memory);
                }
                let mut objects =
                    memory.touched.iter().filter_map(|cell| system.cell(*cell).object());
                objects.any(|object: ObjectId| !has(object.index(), thread))
            })
        })
}

struct Noting<'a> {
    system: &'a System,
    state: PackedState,
    touched: Vec<CellId>,
}

impl Memory for Noting<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.push(cell);
        self.system.value(&self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.push(cell);
        self.system.layout().memory_mut(&mut self.state).write(cell, value);
    }
}

/// The states of a run, the last one last, and whether the last step fails.
pub(crate) fn replayed(system: &System, run: &[RunStep]) -> (PackedState, bool) {
    let (mut state, mut fails) = (system.initial(), false);
    for step in run {
        let next = system
            .successors(&state)
            .into_iter()
            .find(|one| (one.thread.index(), one.transition) == (step.thread, step.transition));
        let next = next.unwrap_or_else(|| panic!("{}: this step cannot be taken", step.text));
        (state, fails) = (next.state, next.failure.is_some());
    }
    (state, fails)
}

/// Whether from a state some thread never moves nor may rest.
pub(crate) fn is_stuck_from(system: &System, start: &PackedState) -> bool {
    let mut edges: HashMap<PackedState, Vec<(usize, PackedState)>> = HashMap::new();
    let mut todo = vec![start.clone()];
    while let Some(state) = todo.pop() {
        if edges.contains_key(&state) {
            continue;
        }
        let after: Vec<_> = system
            .successors(&state)
            .into_iter()
            .map(|one| (one.thread.index(), one.state))
            .collect();
        todo.extend(after.iter().map(|(_, next)| next.clone()));
        edges.insert(state, after);
    }
    is_stuck(system, &edges)
}
