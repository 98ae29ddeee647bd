//! The verb `compare`.

use reductio::Exit;
use reductio::compare::{self, Comparison, Progress, SearchName};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html;
use reductio_report::json;

use super::systems::read;
use super::{Said, also_as_page, ended_early, tell};
use crate::cli::{CompareArgs, Output};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio compare`. The run ends as the best justified answers say: it fails where a search found something,
/// and is undecided where no search decides everything.
pub(super) fn compare(
    args: &CompareArgs,
    output: Output,
    memory: usize,
    monitor: &Monitor,
) -> Said {
    let cancel = Some(monitor.stop.flag());
    let (subjects, mut faults) = read(&args.files, &args.reading, cancel);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let options = args.options(memory);
    let mut comparisons = Vec::new();
    for subject in &subjects {
        let name = subject.system().name();
        let report = |search: SearchName, progress: Progress| {
            let what = format!("{name}, {search}");
            match progress {
                Progress::States(now) => monitor.meter.report_search(&what, now),
                Progress::Executions(now) => monitor.meter.report_executions(&what, now),
            }
        };
        comparisons.push(compare::compare(subject, &options, cancel, Some(&report)));
    }
    monitor.meter.clear();
    exit = comparisons.iter().map(Comparison::exit).fold(exit, Exit::worst);
    if monitor.stop.cause().is_some() {
        exit = exit.worst(Exit::Declined);
        faults.push(ended_early(monitor));
    }
    let paged = also_as_page(&args.page, "Searches, side by side", || {
        vec![html::searches(&comparisons, args.time)]
    });
    exit = exit.worst(paged);
    if output.is_json() {
        let answer = told::compare::json::CompareAnswer::new(&comparisons, args.time, &faults);
        return Said::product(json::to_text(&answer), exit);
    }
    tell(&faults);
    let page = terminal::page(Style::Ascii);
    let texts: Vec<String> = comparisons
        .iter()
        .map(|comparison| told::compare::text::report(comparison, args.time, &page))
        .collect();
    Said::either(texts.join("\n"), exit, true)
}
