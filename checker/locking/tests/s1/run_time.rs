//! Eraser's discipline with accesses counted when they are executed, as Eraser itself does (Savage et al. 1997).

use std::collections::{BTreeSet, HashSet};

use reductio_system::{CellId, Memory, PackedState, System, Value};

/// What is known of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Lockset {
    first: Option<usize>,
    is_shared: bool,
    is_modified: bool,
    /// The locks that were owned at every access since a second thread came; `None` before.
    candidates: Option<BTreeSet<usize>>,
}

impl Lockset {
    fn access(&mut self, thread: usize, is_write: bool, owned: &BTreeSet<usize>) {
        self.is_shared |= *self.first.get_or_insert(thread) != thread;
        if self.is_shared {
            self.is_modified |= is_write;
            match &mut self.candidates {
                Some(candidates) => candidates.retain(|lock| owned.contains(lock)),
                None => self.candidates = Some(owned.clone()),
            }
        }
    }

    fn is_violated(&self) -> bool {
        self.is_modified && self.candidates.as_ref().is_some_and(BTreeSet::is_empty)
    }
}

/// A memory that notes which cells are touched: whether they are written.
struct Noting<'s> {
    system: &'s System,
    state: PackedState,
    touched: BTreeSet<(usize, bool)>,
}

impl Memory for Noting<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.insert((cell.index(), false));
        self.system.value(&self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.insert((cell.index(), true));
        self.system.layout().write(&mut self.state, cell, value);
    }
}

/// Whether an execution violates the discipline by accesses that it executes; `None` if there are too many states.
pub(crate) fn violated(system: &System, cells: &[usize], most: usize) -> Option<bool> {
    let initial = (system.initial(), vec![Lockset::default(); cells.len()]);
    let mut seen = HashSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some((state, known)) = open.pop() {
        for step in system.successors(&state) {
            let transition = &system.thread(step.thread).transitions()[step.transition];
            let mut memory = Noting { system, state: state.clone(), touched: BTreeSet::new() };
            let _ = transition.guard().evaluate(&mut memory);
            let _ = system.perform(step.thread, transition, &mut memory);
            let me = Value::try_from(step.thread.index() + 1).expect("there are few");
            let owners = system.owners().iter();
            let owned = owners.filter(|lock| system.value(&state, **lock) == me);
            let owned: BTreeSet<usize> = owned.map(|lock| lock.index()).collect();
            let mut known = known.clone();
            for (cell, is_write) in memory.touched {
                if let Some(place) = cells.iter().position(|own| *own == cell) {
                    known[place].access(step.thread.index(), is_write, &owned);
                }
            }
            if known.iter().any(Lockset::is_violated) {
                return Some(true);
            }
            let next = (step.state, known);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}
