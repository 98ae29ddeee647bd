//! Families of threads, for every number of threads: the part of `check` that decides them.

use std::time::{Duration, Instant};

use reductio::Exit;
use reductio::check::FamilyReport;
use reductio::diagnostics::Diagnostic;
use reductio::source::Source;

use crate::cli::CheckArgs;
use crate::families;
use crate::monitor::Monitor;

/// The reports on families, each with the time it took if that was asked for; the texts that have none; and the end.
pub(super) struct Families {
    pub(super) reports: Vec<(FamilyReport, Option<Duration>)>,
    pub(super) others: Vec<Source>,
    pub(super) exit: Exit,
}

/// Decides the texts that have a family of any number of threads, or of which one was asked for.
pub(super) fn decide(
    args: &CheckArgs,
    systems: Vec<Source>,
    memory: usize,
    monitor: &Monitor,
    faults: &mut Vec<Diagnostic>,
) -> Families {
    let mut out = Families { reports: Vec::new(), others: Vec::new(), exit: Exit::Holds };
    for source in systems {
        let start = Instant::now();
        match families::decide(args, &source.file, memory, Some(monitor.stop.flag())) {
            None => out.others.push(source),
            Some(Ok(report)) => {
                out.exit = out.exit.worst(report.exit());
                out.reports.push((report, args.time.then(|| start.elapsed())));
            }
            Some(Err((more, exit))) => {
                faults.extend(more);
                out.exit = out.exit.worst(exit);
            }
        }
    }
    out
}
