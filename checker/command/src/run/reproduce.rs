//! The verb `reproduce`.

use std::sync::Arc;

use reductio::coarsening::{Cell, Column, Limits, System, reproduce};
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
            let known = Arc::new(system.by_hand(size));
            cells.extend(reproduce(system, size, column, known, &limits));
        }
    }
    monitor.meter.clear();
    if monitor.stop.cause().is_some() {
        tell(&[ended_early(monitor)]);
    }
    Said::report(tables(&cells, &terminal::page(Style::Ascii)), exit(&cells))
}
