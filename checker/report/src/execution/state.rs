//! States as text.

use std::fmt::Write as _;

use reductio::execution::names::{one_line, point_name};
use reductio::system::{CellId, PackedState, System};

/// A state as text: the control point of each thread, and below, one on a line, the variables that differ from the
/// initial state.
///
/// ```
/// # use reductio::system::{Domain, SystemBuilder, VariableClass};
/// # let mut system = SystemBuilder::new("one");
/// # let thread = system.thread("adder")?;
/// # let (a, b) = (system.point(thread, "A", true)?, system.point(thread, "B", true)?);
/// # let count = system.variable("count", VariableClass::Shared, Domain::integers(0, 1)?, 0)?;
/// # system.transition(thread, a, b).assign(count, 1).add()?;
/// # let system = system.finish()?;
/// let next = system.successors(&system.initial());
/// assert_eq!(reductio_report::execution::show_state(&system, &next[0].state), "adder at B\ncount = 1\n");
/// # Ok::<(), reductio::system::Defect>(())
/// ```
pub fn show_state(system: &System, state: &PackedState) -> String {
    let at = |thread| {
        let point = point_name(system, thread, system.at(state, thread));
        format!("{} at {point}", one_line(system.thread(thread).name()))
    };
    let mut out = system.thread_ids().map(at).collect::<Vec<_>>().join(", ") + "\n";
    for index in system.threads().len()..system.cells().len() {
        let (cell, value) = (&system.cells()[index], system.value(state, CellId::new(index)));
        if value != cell.initial() {
            let _ = writeln!(out, "{} = {}", one_line(cell.name()), cell.domain().show(value));
        }
    }
    out
}
