//! The states of a system, bad states, and steps with the history variable, computed again and as plainly as possible.
//! Of the discipline only its visible transitions are used.

use std::collections::HashMap;

use reductio_discipline::{Discipline, Role};
use reductio_relations::systems::{Rows, System as Relations, Wide};
use reductio_system::{
    CellId, Expression, Failure, Memory, ObjectId, OperationKind, StepOutcome, System, Target,
    ThreadId, Transition, Value,
};

/// A state: the value of every cell.
pub(crate) type State = Vec<Value>;

/// The readings of what sets the history variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A bad state sets it: all pending accesses count (S1 section 3.4). This reading is used.
    States,
    /// A step sets it whose own accesses are forbidden, or from or to a state where two threads have access.
    Steps,
}

/// A step of a thread, with the numbers of its states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) thread: usize,
    pub(crate) visible: bool,
}

/// The states with `q`, and the steps between them.
pub(crate) struct Space {
    pub(crate) states: Vec<(State, bool)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) visible_at: Vec<Vec<bool>>,
}

/// A memory that notes which cells were touched.
struct Traced {
    values: State,
    touched: Vec<CellId>,
}

impl Memory for Traced {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.push(cell);
        self.values[cell.index()]
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.push(cell);
        self.values[cell.index()] = value;
    }
}

fn traced(state: &State) -> Traced {
    Traced { values: state.clone(), touched: Vec::new() }
}

pub(crate) fn holds(predicate: &Expression, state: &State) -> bool {
    predicate.evaluate(&mut traced(state)) == Ok(1)
}

/// The cells that a transition touches in a state where its thread is at its start, by its guard and, if that holds, by
/// its command; and the state after it, if it is enabled.
pub(crate) fn execute(
    system: &System,
    thread: ThreadId,
    transition: &Transition,
    state: &State,
) -> (Vec<CellId>, Option<State>) {
    let mut memory = traced(state);
    let failed = |mut state: State| {
        let point = system.thread(thread).failed_at(transition.start()).expect("it can fail");
        state[thread.counter().index()] = Value::from(point);
        Some(state)
    };
    let after = match transition.guard().evaluate(&mut memory) {
        Ok(0) => None,
        // The other side of the test fails in its place.
        Err(_) if transition.is_otherwise() => None,
        Err(_) => failed(state.clone()),
        Ok(_) => match system.perform(thread, transition, &mut memory) {
            Ok(()) => Some(memory.values.clone()),
            Err(_) => failed(state.clone()),
        },
    };
    (memory.touched, after)
}

/// The transitions of a thread that start at its control point.
pub(crate) fn pending(system: &System, thread: ThreadId, state: &State) -> Vec<usize> {
    let point = state[thread.counter().index()];
    let transitions = system.thread(thread).transitions();
    (0..transitions.len()).filter(|k| Value::from(transitions[*k].start()) == point).collect()
}

/// Whether a thread has access to all protected objects among `cells`.
pub(crate) fn may_touch(
    discipline: &Discipline,
    thread: ThreadId,
    cells: &[CellId],
    state: &State,
) -> bool {
    cells.iter().all(|cell| match discipline.usage().role(*cell) {
        Role::Protected(object) => has_access(discipline, object, thread, state),
        _ => true,
    })
}

fn has_access(discipline: &Discipline, object: ObjectId, thread: ThreadId, state: &State) -> bool {
    holds(discipline.system().objects()[object.index()].predicate(thread), state)
}

/// Whether two threads have access to one object (rule 2).
fn overlaps(discipline: &Discipline, state: &State) -> bool {
    let system = discipline.system();
    (0..system.objects().len()).map(ObjectId::new).any(|object| {
        let is_protected = |cell: &CellId| discipline.usage().object(*cell).is_some();
        system.objects()[object.index()].cells().iter().any(is_protected)
            && system.thread_ids().filter(|i| has_access(discipline, object, *i, state)).count() > 1
    })
}

/// Whether a thread is at an `up` that fails in a state, and some `up` of the same variable is invisible.
pub(crate) fn is_about_to_fail(discipline: &Discipline, thread: ThreadId, state: &State) -> bool {
    let system = discipline.system();
    let up = |transition: &Transition| {
        let operation = transition.operation()?;
        (operation.kind() == OperationKind::Up).then(|| operation.variable())
    };
    let is_invisible = |variable| {
        system.thread_ids().any(|other| {
            let own = system.thread(other).transitions().iter().enumerate();
            let mut own = own.filter(|(_, transition)| up(transition) == Some(variable));
            own.any(|(number, _)| !discipline.classification().is_visible(other, number))
        })
    };
    pending(system, thread, state).into_iter().any(|number| {
        let transition = &system.thread(thread).transitions()[number];
        let fails = || transition.target() == Target::Failed(Failure::SemaphoreFull);
        up(transition).is_some_and(is_invisible) && fails() && holds(transition.guard(), state)
    })
}

/// Whether a state violates rule 1 or 2, with all pending accesses, or a thread is about to fail at an `up`.
pub(crate) fn is_bad(discipline: &Discipline, state: &State) -> bool {
    let system = discipline.system();
    overlaps(discipline, state)
        || system.thread_ids().any(|thread| is_about_to_fail(discipline, thread, state))
        || system.thread_ids().any(|thread| {
            pending(system, thread, state).into_iter().any(|number| {
                let transition = &system.thread(thread).transitions()[number];
                let (touched, _) = execute(system, thread, transition, state);
                !may_touch(discipline, thread, &touched, state)
            })
        })
}

/// All valuations of all cells.
pub(crate) fn valuations(system: &System) -> Vec<State> {
    system.cells().iter().fold(vec![Vec::new()], |all, cell| {
        let values: Vec<Value> = (cell.domain().low()..=cell.domain().high()).collect();
        let with = |state: &State, value: &Value| state.iter().chain([value]).copied().collect();
        all.iter().flat_map(|state| values.iter().map(move |value| with(state, value))).collect()
    })
}

/// The number of all valuations.
pub(crate) fn count_valuations(system: &System) -> u64 {
    system.cells().iter().map(|cell| cell.domain().size()).product()
}

pub(crate) fn initial(system: &System) -> State {
    system.cells().iter().map(reductio_system::Cell::initial).collect()
}

/// The states and steps from `starts` on. The history variable is false at first unless the reading says otherwise.
pub(crate) fn space(
    discipline: &Discipline,
    starts: Vec<(State, bool)>,
    reading: Reading,
) -> Space {
    let system = discipline.system();
    let is_bad = |state: &State| reading == Reading::States && is_bad(discipline, state);
    let starts = starts.into_iter().map(|(state, q)| (state.clone(), q));
    let mut states: Vec<(State, bool)> = starts.collect();
    let mut numbers: HashMap<(State, bool), usize> =
        states.iter().cloned().enumerate().map(|(k, state)| (state, k)).collect();
    let mut steps = Vec::new();
    let mut from = 0;
    while from < states.len() {
        let (state, q) = states[from].clone();
        for thread in system.thread_ids() {
            for number in pending(system, thread, &state) {
                let transition = &system.thread(thread).transitions()[number];
                let (touched, after) = execute(system, thread, transition, &state);
                let Some(next) = after else { continue };
                let sets_q = match reading {
                    Reading::States => is_bad(&state) || is_bad(&next),
                    Reading::Steps => {
                        !may_touch(discipline, thread, &touched, &state)
                            || overlaps(discipline, &state)
                            || overlaps(discipline, &next)
                    }
                };
                let next = (next, q || sets_q);
                let to = *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                });
                let visible = discipline.classification().is_visible(thread, number);
                steps.push(Step { from, to, thread: thread.index(), visible });
            }
        }
        from += 1;
    }
    let visible_at = |(state, _): &(State, bool)| {
        let at = |thread: ThreadId| {
            let point = state[thread.counter().index()].try_into().expect("a control point");
            discipline.is_visible_point(thread, point)
        };
        system.thread_ids().map(at).collect()
    };
    let visible_at = states.iter().map(visible_at).collect();
    Space { states, steps, visible_at }
}

/// The space as relations for the row checker of `relations`, which does not evaluate formulas; `None` if it is too
/// large.
pub(crate) fn relations(space: &Space, threads: usize) -> Option<Relations<Wide>> {
    let count = space.states.len();
    if count > Wide::MAX {
        return None;
    }
    let bits = |holds: &dyn Fn(usize) -> bool| {
        (0..count).filter(|k| holds(*k)).fold(0, |set, k| set | 1 << k)
    };
    let rows = |visible: bool| -> Vec<Wide> {
        let of = |thread| {
            let mut rows = Wide::empty(count);
            let own = |step: &&Step| step.thread == thread && step.visible == visible;
            space.steps.iter().filter(own).for_each(|step| rows.insert(step.from, step.to));
            rows
        };
        (0..threads).map(of).collect()
    };
    let q = bits(&|k| space.states[k].1);
    let p = (0..threads).map(|thread| bits(&|k| space.visible_at[k][thread])).collect();
    Relations::new(count, q, rows(false), rows(true)).ok()?.with_p(p).ok()
}

/// Whether the packed execution agrees in one state.
pub(crate) fn agrees_with_packed(system: &System, state: &State) -> bool {
    let mut packed = system.layout().zero();
    for (index, value) in state.iter().enumerate() {
        system.layout().write(&mut packed, CellId::new(index), *value);
    }
    system.thread_ids().all(|thread| {
        pending(system, thread, state).into_iter().all(|number| {
            let transition = &system.thread(thread).transitions()[number];
            let mut next = packed.clone();
            let outcome = system.execute(thread, transition, &packed, &mut next);
            let (_, after) = execute(system, thread, transition, state);
            let values = || -> State {
                (0..state.len()).map(|k| system.value(&next, CellId::new(k))).collect()
            };
            match after {
                None => outcome == StepOutcome::Disabled,
                Some(after) => outcome != StepOutcome::Disabled && values() == after,
            }
        })
    })
}
