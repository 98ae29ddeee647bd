//! The verb `compare`, and `check --search`, which makes one of its searches.

use reductio::Exit;
use reductio::compare::{self, CompareOptions, Comparison, Progress, SearchName};
use reductio::diagnostics::Diagnostic;
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html;
use reductio_report::json;
use reductio_report::page::Page;

use super::systems::{read, refused, run_format};
use super::{Said, also_as_page, ended_early, tell};
use crate::cli::{AsPage, CheckArgs, CompareArgs, Output, Reading, RunFormat};
use crate::faults::properties_unseen;
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
    let asked = Asked {
        what: "a comparison of searches",
        files: &args.files,
        reading: &args.reading,
        page: &args.page,
        options: args.options(memory),
        is_timed: args.time,
        is_json: output.is_json(),
    };
    asked.answer(monitor, |comparison, page| {
        told::compare::text::report(comparison, args.time, page)
    })
}

/// Answers `reductio check --search NAME`.
pub(super) fn one(
    args: &CheckArgs,
    search: SearchName,
    output: Output,
    memory: usize,
    monitor: &Monitor,
) -> Said {
    let format = run_format(args.format, output);
    if matches!(format, RunFormat::Dot | RunFormat::Svg) {
        let fault = Diagnostic::error("E0016", "`--search` answers as text or JSON");
        let help = "`reductio replay FILE --steps ... --format svg` draws the run that it tells";
        return refused(&[fault.help(help)], Exit::BadInput);
    }
    let default = CompareOptions::default();
    let max_states = args.max_states.unwrap_or(default.max_states);
    let asked = Asked {
        what: "`--search`",
        files: &args.files,
        reading: &args.reading,
        page: &args.page,
        options: CompareOptions { searches: vec![search], max_states, memory, ..default },
        is_timed: args.time,
        is_json: format == RunFormat::Json,
    };
    asked.answer(monitor, told::compare::searches)
}

/// A comparison that is asked for.
struct Asked<'a> {
    /// What is asked for, as the subject of a sentence.
    what: &'a str,
    files: &'a [String],
    reading: &'a Reading,
    page: &'a AsPage,
    options: CompareOptions,
    is_timed: bool,
    is_json: bool,
}

impl Asked<'_> {
    fn answer(&self, monitor: &Monitor, text: impl Fn(&Comparison, &Page) -> String) -> Said {
        let cancel = Some(monitor.stop.flag());
        let (subjects, mut faults) = read(self.files, self.reading, cancel);
        let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
        let unseen = |subject| properties_unseen(subject, self.what);
        faults.extend(subjects.iter().filter_map(unseen));
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
            comparisons.push(compare::compare(subject, &self.options, cancel, Some(&report)));
        }
        monitor.meter.clear();
        exit = comparisons.iter().map(Comparison::exit).fold(exit, Exit::worst);
        if monitor.stop.cause().is_some() {
            exit = exit.worst(Exit::Declined);
            faults.push(ended_early(monitor));
        }
        let paged = also_as_page(self.page, "Searches, side by side", || {
            vec![html::searches(&comparisons, self.is_timed)]
        });
        exit = exit.worst(paged);
        if self.is_json {
            let answer =
                told::compare::json::CompareAnswer::new(&comparisons, self.is_timed, &faults);
            return Said::product(json::to_text(&answer), exit);
        }
        tell(&faults);
        let page = terminal::page(Style::Ascii);
        let texts: Vec<String> =
            comparisons.iter().map(|comparison| text(comparison, &page)).collect();
        Said::either(texts.join("\n"), exit, true)
    }
}
