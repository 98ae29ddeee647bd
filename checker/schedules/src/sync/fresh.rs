//! A value for each execution, in one place that lasts: what a `static` needs to be new in each.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// So many executions at a time may use one `static`.
const REMEMBERED: usize = 1024;

/// Cells, one for each execution that uses it, and one for all who are in none. They are kept as long as the whole,
/// since somebody may have a reference to a value for so long.
#[derive(Debug)]
pub(crate) struct Fresh<T> {
    outside: OnceLock<T>,
    /// The places of executions: their numbers, and the number of places that were given.
    places: Mutex<(BTreeMap<u64, usize>, usize)>,
    /// The first has 1, each next one twice as many.
    rows: [OnceLock<Box<[OnceLock<T>]>>; 40],
}

impl<T> Fresh<T> {
    pub(crate) const fn new() -> Self {
        let places = Mutex::new((BTreeMap::new(), 0));
        Fresh { outside: OnceLock::new(), places, rows: [const { OnceLock::new() }; 40] }
    }

    /// The cell of an execution, or of none.
    pub(crate) fn cell(&self, execution: Option<u64>) -> &OnceLock<T> {
        let Some(execution) = execution else { return &self.outside };
        let place = {
            let mut all = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            let (places, given) = &mut *all;
            let place = *places.entry(execution).or_insert_with(|| {
                *given += 1;
                *given
            });
            if places.len() > REMEMBERED {
                places.pop_first();
            }
            place
        };
        // Places are counted from 1: a row's number is that of the highest digit.
        let row = place.ilog2() as usize;
        let size = 1 << row;
        let cells = self.rows[row].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        &cells[place - size]
    }

    /// The value of an execution, or of none, which is there, for one who has the only access.
    pub(crate) fn value_mut(&mut self, execution: Option<u64>) -> &mut T {
        let place = execution.and_then(|execution| {
            let all = self.places.get_mut().unwrap_or_else(PoisonError::into_inner);
            all.0.get(&execution).copied()
        });
        let value = match place {
            None => self.outside.get_mut(),
            Some(place) => {
                let row = place.ilog2() as usize;
                let cells = self.rows[row].get_mut();
                cells.and_then(|cells| cells[place - (1 << row)].get_mut())
            }
        };
        value.unwrap_or_else(|| unreachable!("made, and not there"))
    }
}
