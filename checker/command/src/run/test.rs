//! The verb `test`: random runs of systems against the rules of their disciplines.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::testing::trial;
use reductio_report as told;
use reductio_report::json;

use super::{Said, ended_early, systems, tell};
use crate::cli::{Output, TestArgs};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio test`.
pub(super) fn test(args: &TestArgs, output: Output, monitor: &Monitor) -> Said {
    let cancel = Some(monitor.stop.flag());
    let (subjects, mut faults) = systems::read(&args.files, &args.reading, cancel);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let page = terminal::page(output.style());
    let (mut texts, mut results) = (Vec::new(), Vec::new());
    for subject in subjects {
        if monitor.stop.cause().is_some() {
            break;
        }
        let tried = trial(subject.system(), args.sample(), args.mutants, cancel);
        exit = exit.worst(tried.exit());
        let mut text = told::testing::verdicts(subject.system(), &tried);
        if let Some(failing) = tried.failing() {
            let _ = write!(text, "\n{}", told::testing::text(failing));
        }
        if let Some(forgotten) = &tried.forgotten {
            let _ = write!(text, "\n{}", told::testing::forgotten(subject.system(), forgotten));
        }
        texts.push(page.fit(&text));
        results.push((subject, tried));
    }
    if monitor.stop.cause().is_some() {
        exit = exit.worst(Exit::Declined);
        faults.push(ended_early(monitor));
    }
    if output.is_json() {
        let answer = told::testing::json::TestAnswer::new(&results, &faults);
        return Said::product(json::to_text(&answer), exit);
    }
    tell(&faults);
    Said::report(texts.join("\n"), exit)
}
