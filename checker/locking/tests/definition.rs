//! What the monitor says along a run is what the definitions of S1 (sections 3.4 and 7), and of the repaired form, say
//! of the list of its states. The definitions are read here anew, over whole runs, with accesses found by the test's
//! own memory.

use std::collections::BTreeSet;

use reductio_discipline::{Packed, Protocol};
use reductio_generate::Sketch;
use reductio_locking::{Class, Classes, LockDiscipline, LockViolation, Rule, Wrong};
use reductio_search::Model;
use reductio_system::{CellId, Memory, PackedState, System, ThreadId, Value, VariableClass};

/// The values of all cells, and which are touched: whether they are written.
struct Values {
    values: Vec<Value>,
    touched: BTreeSet<(usize, bool)>,
}

impl Memory for Values {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.insert((cell.index(), false));
        self.values[cell.index()]
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.insert((cell.index(), true));
        self.values[cell.index()] = value;
    }
}

fn values(system: &System, state: &PackedState) -> Vec<Value> {
    (0..system.cells().len()).map(|k| system.value(state, CellId::new(k))).collect()
}

/// The accesses of a pending transition to a cell: whether it reads, whether it writes.
fn by(
    system: &System,
    thread: ThreadId,
    number: usize,
    state: &PackedState,
    cell: usize,
) -> [bool; 2] {
    let transition = &system.thread(thread).transitions()[number];
    let mut memory = Values { values: values(system, state), touched: BTreeSet::new() };
    if transition.guard().evaluate(&mut memory) == Ok(1) {
        let _ = system.perform(thread, transition, &mut memory);
    }
    [false, true].map(|written| memory.touched.contains(&(cell, written)))
}

/// The accesses to a cell in a state: by which thread, and whether it writes.
fn accesses(system: &System, state: &PackedState, cell: usize) -> Vec<(usize, bool)> {
    let mut all = Vec::new();
    for thread in system.thread_ids() {
        let point = values(system, state)[thread.index()];
        let mut found = [false, false];
        for (number, transition) in system.thread(thread).transitions().iter().enumerate() {
            if Value::from(transition.start()) == point {
                let one = by(system, thread, number, state, cell);
                found = [found[0] || one[0], found[1] || one[1]];
            }
        }
        if found[0] || found[1] {
            all.push((thread.index(), found[1]));
        }
    }
    all
}

/// The locks that a thread owns in a state, by their owner cells.
fn owned(system: &System, state: &PackedState, thread: usize) -> BTreeSet<usize> {
    let me = Value::try_from(thread + 1).unwrap();
    let owners = system.owners().iter().map(|cell| cell.index());
    owners.filter(|cell| values(system, state)[*cell] == me).collect()
}

/// A run: states, and the step from each to the next.
struct Run<'s> {
    system: &'s System,
    states: Vec<PackedState>,
    steps: Vec<(usize, usize)>,
}

impl Run<'_> {
    /// The accesses to a cell from a state of the run on: the number of the state, the thread, whether it writes.
    fn from(&self, first: usize, cell: usize) -> Vec<(usize, usize, bool)> {
        let mut all = Vec::new();
        for (number, state) in self.states.iter().enumerate().skip(first) {
            let here = accesses(self.system, state, cell);
            all.extend(here.into_iter().map(|(thread, is_write)| (number, thread, is_write)));
        }
        all
    }

    /// Whether accesses are reads only, or under one lock.
    fn is_disciplined(&self, accesses: &[(usize, usize, bool)]) -> bool {
        let mut locks: BTreeSet<usize> =
            self.system.owners().iter().map(|cell| cell.index()).collect();
        for (state, thread, _) in accesses {
            let own = owned(self.system, &self.states[*state], *thread);
            locks.retain(|lock| own.contains(lock));
        }
        accesses.iter().all(|(_, _, is_write)| !is_write) || !locks.is_empty()
    }

    /// What is wrong with the accesses to a cell along the whole run.
    fn wrong(&self, cell: usize, class: Class, rule: Rule) -> Option<Wrong> {
        let all = self.from(0, cell);
        let no_lock =
            |from| (!self.is_disciplined(&self.from(from, cell))).then_some(Wrong::NoLock);
        let threads = |upto: usize| -> BTreeSet<usize> {
            all.iter().filter(|(state, ..)| *state <= upto).map(|(_, thread, _)| *thread).collect()
        };
        match (class, rule) {
            (Class::Unshared, _) => (threads(self.states.len()).len() > 1).then_some(Wrong::Shared),
            (Class::Disciplined { .. }, Rule::Eraser) => {
                let second = (0..self.states.len()).find(|upto| threads(*upto).len() > 1)?;
                no_lock(second)
            }
            (Class::Disciplined { initializer: None }, _) => no_lock(0),
            (Class::Disciplined { initializer: Some(first) }, Rule::Printed) => {
                let begin = all.first()?.0;
                if threads(begin).iter().any(|thread| *thread != first.index()) {
                    return Some(Wrong::NotInitialized);
                }
                no_lock(begin + 1)
            }
            (Class::Disciplined { initializer: Some(first) }, _) => {
                // The first step of the initializing thread that accesses the cell, and the state after it.
                let step = self.steps.iter().enumerate().position(|(number, (thread, step))| {
                    let thread = ThreadId::new(*thread);
                    let found = by(self.system, thread, *step, &self.states[number], cell);
                    thread == first && found.contains(&true)
                });
                let end = step.map_or(self.states.len(), |step| step + 1);
                let is_early = |(state, thread, _): &(usize, usize, bool)| {
                    *state < end && *thread != first.index()
                };
                if all.iter().any(is_early) {
                    return Some(Wrong::NotInitialized);
                }
                no_lock(end)
            }
        }
    }
}

/// A sequence of numbers that look random.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed >> 11
}

/// Classes for the variables of a generated system: its protected variables are disciplined or unshared.
fn classes(system: &System, seed: &mut u64) -> Classes {
    let system = system.protecting(Vec::new()).unwrap();
    let mut classes = Classes::new(&system);
    for number in 0..system.cells().len() {
        let cell = CellId::new(number);
        let variable = system.cell(cell).variable();
        if system.variables()[variable.index()].class() != VariableClass::Protected {
            continue;
        }
        let threads = system.threads().len();
        let choice = usize::try_from(random(seed)).unwrap() % (threads + 3);
        match choice {
            0 => classes.unshared(cell).unwrap(),
            1 | 2 => classes.discipline(cell, None).unwrap(),
            thread => classes.discipline(cell, Some(ThreadId::new(thread - 3))).unwrap(),
        }
    }
    classes
}

#[test]
fn the_monitor_says_what_the_definitions_say_of_runs() {
    let mut found = std::collections::HashMap::<(Rule, Option<Wrong>), usize>::new();
    for number in 0..600_u64 {
        let mut seed = number * 7919 + 1;
        let sketch = Sketch::random(number);
        let system = sketch.build().unwrap();
        let classes = classes(&system, &mut seed);
        for rule in Rule::ALL {
            let discipline = LockDiscipline::new(&classes, rule).unwrap();
            let model = Packed::new(&discipline);
            let system = Protocol::system(&discipline);
            for _ in 0..3 {
                let mut state = model.initial();
                let mut run = Run { system, states: vec![state.clone()], steps: Vec::new() };
                for length in 0..14 {
                    for (cell, class) in classes.cells() {
                        let expected = run.wrong(cell.index(), *class, rule);
                        let told =
                            discipline.violations(&state).into_iter().find_map(|v| match v {
                                LockViolation::Access { cell: of, wrong } if of == *cell => {
                                    Some(wrong)
                                }
                                _ => None,
                            });
                        // After a first mistake the monitor need not tell which others follow.
                        assert_eq!(
                            told.is_some(),
                            expected.is_some(),
                            "seed {number}, {rule:?}, {class:?}, {length}: {told:?} {expected:?}\n{sketch}"
                        );
                        *found.entry((rule, told)).or_default() += 1;
                    }
                    let mut next = Vec::new();
                    for thread in 0..model.threads() {
                        model.steps(thread, &state, |step, after| {
                            next.push((thread, step, after.clone()));
                        });
                    }
                    if next.is_empty() || Protocol::violation(&discipline, &state).is_some() {
                        break;
                    }
                    let chosen = usize::try_from(random(&mut seed)).unwrap() % next.len();
                    let (thread, step, after) = next.swap_remove(chosen);
                    run.steps.push((thread, step));
                    run.states.push(after.clone());
                    state = after;
                }
            }
        }
    }
    println!("{found:?}");
    for rule in Rule::ALL {
        assert!(found[&(rule, None)] > 1_000 && found[&(rule, Some(Wrong::NoLock))] > 20);
    }
}
