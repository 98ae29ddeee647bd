//! The cells that a pending transition accesses in a state (S1 section 3.4): those that its guard reads, and if it is
//! enabled those that its command reads and writes.

use crate::system::{CellId, Layout, Memory, PackedState, System, ThreadId, Value};

/// An access of a pending transition to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    /// The number of the transition.
    pub(super) transition: usize,
    pub(super) cell: CellId,
    /// Tells whether the cell is written; otherwise it is only read.
    pub(super) is_written: bool,
}

/// The accesses of one transition, each cell once, in the order in which the cells are touched first.
pub(super) fn of_transition(
    system: &System,
    state: &PackedState,
    thread: ThreadId,
    number: usize,
) -> Vec<Touch> {
    let transition = &system.thread(thread).transitions()[number];
    let mut scratch = state.clone();
    let mut memory =
        Tracing { layout: system.layout(), state: &mut scratch, number, touched: Vec::new() };
    if transition.guard().evaluate(&mut memory) == Ok(1) {
        // Where the command fails, what it touched before counts.
        let _ = system.perform(thread, transition, &mut memory);
    }
    memory.touched
}

/// The accesses of all transitions of a thread that are pending in a state.
pub(super) fn of_thread(system: &System, state: &PackedState, thread: ThreadId) -> Vec<Touch> {
    let pending = system.thread(thread).pending_numbers(system.at(state, thread));
    pending.flat_map(|number| of_transition(system, state, thread, number)).collect()
}

/// A memory that notes the cells that are read and written.
struct Tracing<'a> {
    layout: &'a Layout,
    state: &'a mut PackedState,
    number: usize,
    touched: Vec<Touch>,
}

impl Tracing<'_> {
    fn note(&mut self, cell: CellId, is_written: bool) {
        match self.touched.iter_mut().find(|touch| touch.cell == cell) {
            Some(known) => known.is_written |= is_written,
            None => self.touched.push(Touch { transition: self.number, cell, is_written }),
        }
    }
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.note(cell, false);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.note(cell, true);
        self.layout.write(self.state, cell, value);
    }
}
