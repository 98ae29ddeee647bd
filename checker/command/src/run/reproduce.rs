//! The verb `reproduce`.

use std::sync::Arc;

use reductio::Exit;
use reductio::coarsening::{
    Analyzed, Cell, Classification, Column, Limits, Reading, System, Unclassified, reproduce,
};
use reductio_algebra::Style;
use reductio_report::program::reproduce::{exit, tables};

use super::{Said, ended_early, tell};
use crate::cli::{Paper, ReproduceArgs};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio reproduce`.
pub(super) fn tables_again(args: &ReproduceArgs, memory: usize, monitor: &Monitor) -> Said {
    let Paper::S2 = args.paper;
    let mut cells: Vec<Cell> = Vec::new();
    for system in System::ALL {
        for (size, column) in
            system.sizes().flat_map(|size| Column::ALL.map(|column| (size, column)))
        {
            let is_large = column == Column::Base && size == 5;
            if is_large && !args.all || monitor.stop.cause().is_some() {
                continue;
            }
            let name = format!("{} {size}", system.name());
            let progress = |progress| monitor.meter.report_search(&name, progress);
            let limits = Limits {
                memory,
                cancel: Some(monitor.stop.flag()),
                progress: Some(&progress),
                ..Limits::default()
            };
            cells.extend(reproduce(system, size, column, known(system, size, &limits), &limits));
        }
    }
    monitor.meter.clear();
    let said = Said::report(tables(&cells, &terminal::page(Style::Ascii)), exit(&cells));
    if monitor.stop.cause().is_none() {
        return said;
    }
    tell(&[ended_early(monitor)]);
    said.worst(Exit::Declined)
}

/// What the analysis of S2 says of a system's variables and locks; nothing if it has no answer.
fn known(system: System, size: usize, limits: &Limits<'_>) -> Arc<dyn Classification> {
    let analyzed = system
        .program(size)
        .ok()
        .and_then(|program| Analyzed::within(&program, Reading::repaired(), limits).ok());
    match analyzed {
        Some(analyzed) => Arc::new(analyzed),
        None => Arc::new(Unclassified),
    }
}
