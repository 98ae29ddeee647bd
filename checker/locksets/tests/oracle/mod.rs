//! A second opinion: all states, without reduction, each with the races of whatever came before, by the definition of
//! happens-before. It shares nothing with the search but the steps of programs.
//!
//! Of each access that was made it keeps what has *heard* of it: the threads whose next step comes after it, and the
//! locks, ended threads and volatile variables that hand this on. An access races with an earlier one that conflicts
//! and of which its thread has not heard.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use reductio_programs::{
    Action, Address, Bounds, Event, Fresh, Machine, Program, Renaming, State, Status, ThreadId,
    Variable, Wrong,
};

/// Who has heard of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Who {
    Thread(u32),
    Lock(u32),
    Volatile(Variable),
}

type Heard = BTreeSet<Who>;

/// The accesses that were made, by variable: whether they wrote, and who has heard of them.
type Past = BTreeMap<Variable, BTreeSet<(bool, Heard)>>;

/// What all executions of a program show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Truth {
    /// The lines that go wrong.
    pub(crate) wrong: BTreeSet<u32>,
    /// The lines of the allocation sites and the fields with a race.
    pub(crate) races: BTreeSet<(u32, String)>,
    /// Whether some state is a total deadlock.
    pub(crate) deadlock: bool,
    pub(crate) states: usize,
    pub(crate) transitions: u64,
    /// The number of states with their pasts.
    pub(crate) pairs: usize,
}

/// Explores everything; `None` if there are more pairs of states and pasts than `most`, or a bound is met.
pub(crate) fn truth(program: &Program, all_conflict: bool, most: usize) -> Option<Truth> {
    let machine = Machine::new(program, Bounds { threads: 6, objects: 12, ..Bounds::default() });
    let mut truth = Truth::default();
    let first = (machine.initial().canonical().0, Past::new());
    let mut seen: HashSet<(State, Past)> = HashSet::from([first.clone()]);
    let mut states: HashSet<State> = HashSet::from([first.0.clone()]);
    let mut open = vec![first];
    while let Some((state, past)) = open.pop() {
        let mut is_stuck = true;
        for thread in 0..u32::try_from(state.threads.len()).unwrap() {
            let thread = ThreadId(thread);
            for choice in 0..machine.choices(&state, thread) {
                is_stuck = false;
                let mut after = state.clone();
                let event = machine.step(&mut after, thread, choice, &Fresh).unwrap();
                if event.halted.is_some() {
                    return None;
                }
                if let Some(failure) = event.wrong {
                    truth.wrong.insert(program.line(failure.place));
                }
                truth.transitions += 1;
                let mut now = past.clone();
                look(program, &after, &event, all_conflict, &mut now, &mut truth.races);
                let (canonical, renaming) = after.canonical();
                let now = renamed(&now, &renaming);
                states.insert(canonical.clone());
                if seen.insert((canonical.clone(), now.clone())) {
                    if seen.len() > most {
                        return None;
                    }
                    open.push((canonical, now));
                }
            }
        }
        // Who has thrown something that nobody catches is over, as if it had ended.
        let wrong = |state: &State| {
            let mut all = state.threads.iter().map(|thread| thread.status);
            all.any(|status| matches!(status, Status::Wrong(wrong) if wrong != Wrong::Uncaught))
        };
        truth.deadlock |= is_stuck && !state.is_over() && !wrong(&state);
    }
    truth.states = states.len();
    truth.pairs = seen.len();
    Some(truth)
}

fn look(
    program: &Program,
    after: &State,
    event: &Event,
    all_conflict: bool,
    past: &mut Past,
    races: &mut BTreeSet<(u32, String)>,
) {
    let own = Who::Thread(event.thread.0);
    let lock = |Address(address): Address| Who::Lock(address);
    let mut tell = |from: Who, to: Who| {
        for accesses in past.values_mut() {
            let told = std::mem::take(accesses).into_iter().map(|(is_write, mut heard)| {
                if heard.contains(&from) {
                    heard.insert(to);
                }
                (is_write, heard)
            });
            *accesses = told.collect();
        }
    };
    match event.action {
        Action::Acquire { object, .. } | Action::EndWait { object } => tell(lock(object), own),
        Action::Release { object, .. } | Action::StartWait { object } => tell(own, lock(object)),
        Action::Fork { child } => tell(own, Who::Thread(child.0)),
        Action::Join { thread } => tell(Who::Thread(thread.0), own),
        Action::Read { variable, is_volatile: true } => tell(Who::Volatile(variable), own),
        Action::Write { variable, is_volatile: true } => tell(own, Who::Volatile(variable)),
        Action::Update { variable, is_volatile: true } => {
            tell(Who::Volatile(variable), own);
            tell(own, Who::Volatile(variable));
        }
        Action::Update { variable, .. } => {
            access(program, after, own, variable, false, past, races);
            access(program, after, own, variable, true, past, races);
        }
        Action::Read { variable, .. } => {
            access(program, after, own, variable, all_conflict, past, races);
        }
        Action::Write { variable, .. } => access(program, after, own, variable, true, past, races),
        _ => {}
    }
}

fn access(
    program: &Program,
    after: &State,
    own: Who,
    variable: Variable,
    is_write: bool,
    past: &mut Past,
    races: &mut BTreeSet<(u32, String)>,
) {
    let accesses = past.entry(variable).or_default();
    let race = |(wrote, heard): &(bool, Heard)| (*wrote || is_write) && !heard.contains(&own);
    if accesses.iter().any(race) {
        let site = |address| program.line(after.object(address).unwrap().site);
        races.insert(match variable {
            Variable::Field(address, field) => {
                (site(address), program.fields()[field.index()].clone())
            }
            Variable::Element(address, _) => (site(address), "[]".to_owned()),
            Variable::Static(found) => (0, program.statics()[found.index()].name.clone()),
        });
    }
    accesses.insert((is_write, Heard::from([own])));
}

/// What was noted, under new names; what nobody can refer to is forgotten.
fn renamed(past: &Past, renaming: &Renaming) -> Past {
    let who = |who: &Who| match who {
        Who::Thread(thread) => renaming.thread(ThreadId(*thread)).map(|new| Who::Thread(new.0)),
        Who::Lock(lock) => renaming.address(Address(*lock)).map(|new| Who::Lock(new.0)),
        Who::Volatile(variable) => renaming.variable(*variable).map(Who::Volatile),
    };
    let mut new = Past::new();
    for (variable, accesses) in past {
        let Some(variable) = renaming.variable(*variable) else { continue };
        let accesses = accesses
            .iter()
            .map(|(is_write, heard)| (*is_write, heard.iter().filter_map(who).collect()));
        new.insert(variable, accesses.collect());
    }
    new
}
