//! The section of a report about systems of threads: for each system the claims about it, its state space, the runs of
//! its findings, and its text.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use reductio::check::{CheckReport, Ground, JudgedClaim, SystemClaim};
use reductio::discipline::Premise;
use reductio::search::Order;
use reductio::validate::Unexplored;
use reductio::{Exit, Verdict};
use reductio_algebra::Style;

use super::element::{anchor, escaped, folded, image, preformatted, sentence, table_of};
use super::report::Section;
use crate::check::grounds::{
    self, checker_words, condition_words, ground_words, lost_words, outcome_words,
};
use crate::check::table::{compared, factor, verdict_words};
use crate::check::text::{self, claim_words};
use crate::execution;
use crate::page::{Page, grouped};
use crate::picture::{MOST_STATES, Panels, StateGraph};

/// The width of texts in columns.
const WIDTH: usize = 100;

/// Makes the section. `systems` has for each system the reports of one search or of both, the reduced one last.
pub fn section(systems: &[Vec<&CheckReport>], cancel: Option<&AtomicBool>) -> Section {
    let mut out = String::new();
    out += &overview(systems);
    for reports in systems {
        out += &system(reports, cancel);
    }
    Section { place: "systems", heading: "Systems of threads", inner: out }
}

/// A table with a line for each system: its verdict, and its numbers of states.
fn overview(systems: &[Vec<&CheckReport>]) -> String {
    let row = |reports: &Vec<&CheckReport>| -> Option<Vec<String>> {
        let last = reports.last()?;
        let states = |order| {
            let of_order = reports.iter().find(|report| report.order == order)?;
            Some(of_order.exploration.states)
        };
        let (all, few) = (states(Order::Unreduced), states(Order::Reduced));
        let shown = |states: Option<usize>| states.map_or_else(|| "-".to_owned(), |n| grouped(&n));
        // A reduced search does not go on from a bad state.
        let factor = match (all, few) {
            (Some(all), Some(few)) if last.speaks_for_all() => factor(all, few),
            _ => "-".to_owned(),
        };
        let name = last.subject.system().name();
        let link = format!("<a href=\"#{}\">{}</a>", place(name), escaped(name));
        let worst = worst(reports)?;
        let word = verdict_words(worst);
        let verdict = format!("<span class=\"{}\">{word}</span>", class(worst.exit()));
        let bar = match (all, few) {
            (Some(all), Some(few)) if last.speaks_for_all() => share(few, all),
            _ => String::new(),
        };
        Some(vec![link, shown(all), shown(few), factor, bar, verdict])
    };
    let rows: Vec<Vec<String>> = systems.iter().filter_map(row).collect();
    table_of(&["system", "#states", "#by reduced steps", "#factor", "share", "verdict"], &rows)
}

/// A bar that shows the share of a part in a whole.
fn share(part: usize, whole: usize) -> String {
    let percent = (part * 100).div_ceil(whole.max(1)).min(100);
    format!(
        "<span class=\"share\" title=\"{percent} of 100 states\"><span style=\"width:{percent}%\"></span></span>"
    )
}

fn place(name: &str) -> String {
    anchor(&format!("system:{name}"))
}

/// The report with the worst exit code, the last of several: a finding of one search is not hidden by what another
/// leaves open.
fn worst<'r>(reports: &[&'r CheckReport]) -> Option<&'r CheckReport> {
    reports.iter().copied().max_by_key(|report| report.exit())
}

fn class(exit: Exit) -> &'static str {
    match exit {
        Exit::Holds => "holds",
        Exit::Declined => "declined",
        _ => "fails",
    }
}

fn system(reports: &[&CheckReport], cancel: Option<&AtomicBool>) -> String {
    let (Some(last), Some(worst)) = (reports.last(), worst(reports)) else { return String::new() };
    let name = last.subject.system().name();
    let head = format!(
        "<b>{}</b> <span class=\"{}\">{}</span>",
        escaped(name),
        class(worst.exit()),
        verdict_words(worst)
    );
    let mut inner = claims(reports);
    if let [unreduced, reduced] = reports {
        let _ =
            writeln!(inner, "<p class=\"faint\">{}</p>", escaped(&compared(unreduced, reduced)));
    }
    inner += &rests_on(last);
    inner += &run(worst);
    inner += &states(last, cancel);
    let page = Page::new(WIDTH, Style::Ascii);
    for report in reports {
        let line = match report.order {
            Order::Reduced => "the reduced search as text",
            Order::Unreduced => "the unreduced search as text",
        };
        inner += &folded(line, &preformatted(&text::report(report, &page)));
    }
    inner += &folded("the system", &preformatted(last.subject.file.text()));
    format!(
        "<details class=\"system\"{} id=\"{}\"><summary>{head}</summary>\n<div class=\"inner\">{inner}</div></details>\n",
        // What does not hold is what the reader came for.
        if worst.exit() == Exit::Holds { "" } else { " open" },
        place(name)
    )
}

/// A table of the claims with the verdict of each search.
fn claims(reports: &[&CheckReport]) -> String {
    let head: Vec<&str> = ["claim"]
        .into_iter()
        .chain(reports.iter().map(|report| match report.order {
            Order::Reduced => "reduced",
            Order::Unreduced => "unreduced",
        }))
        .collect();
    let mut seen = Vec::new();
    for (claim, _) in reports.iter().flat_map(|report| &report.claims) {
        if !seen.contains(claim) {
            seen.push(*claim);
        }
    }
    let row = |claim: &SystemClaim| {
        let word = |report: &&CheckReport| {
            let word = report.verdict(*claim).map_or("", Verdict::word);
            format!("<span class=\"{word}\">{word}</span>")
        };
        let words = escaped(&claim_words(reports[0], *claim));
        [words].into_iter().chain(reports.iter().map(word)).collect()
    };
    table_of(&head, &seen.iter().map(row).collect::<Vec<_>>())
}

/// The basis of the verdicts: the ground of each claim, and for each condition of the theorem who has checked it.
fn rests_on(report: &CheckReport) -> String {
    let basis = &report.basis;
    let mut inner = String::new();
    for text in grounds::paragraphs(report) {
        let _ = writeln!(inner, "<p>{}</p>", sentence(&text));
    }
    let claims = report.claims.iter().zip(&basis.grounds).filter(|(_, g)| **g != Ground::Nothing);
    let claim = |((claim, verdict), ground): (&JudgedClaim, &Ground)| {
        let word = verdict.word();
        vec![
            escaped(&claim_words(report, *claim)),
            format!("<span class=\"{word}\">{word}</span>"),
            sentence(ground_words(*ground)),
        ]
    };
    inner += &table_of(&["claim", "verdict", "rests on"], &claims.map(claim).collect::<Vec<_>>());
    let condition = |premise: &Premise| {
        let labels: Vec<String> =
            premise.condition.labels().iter().map(|label| format!("({label})")).collect();
        vec![
            labels.join(", "),
            sentence(condition_words(premise.condition)),
            sentence(checker_words(*premise)),
            outcome_words(premise.outcome).to_owned(),
        ]
    };
    if !basis.premises.is_empty() {
        let rows: Vec<Vec<String>> = basis.premises.iter().map(condition).collect();
        inner += &table_of(&["hypotheses", "condition", "checked", "outcome"], &rows);
    }
    let lost: Vec<&str> = basis.not_preserved.iter().map(|lost| lost_words(*lost)).collect();
    if !lost.is_empty() {
        let _ = writeln!(inner, "<p>Nothing is said of: {}.</p>", sentence(&lost.join("; ")));
    }
    folded("what the verdicts rest on", &inner)
}

/// The chart of the first finding's run, and how it ends.
fn run(report: &CheckReport) -> String {
    if report.exploration.findings.is_empty() {
        return String::new();
    }
    match report.execution(0) {
        Err(error) => {
            format!(
                "<p class=\"fails\">a bug of this program: {}</p>\n",
                escaped(&error.to_string())
            )
        }
        Ok(execution) => match execution::to_svg(&execution) {
            Ok(svg) => image(&svg),
            Err(error) => format!("<p class=\"faint\">{}</p>\n", escaped(&error.to_string())),
        },
    }
}

/// The state space as a picture and as text, or the reason why it is left out.
fn states(report: &CheckReport, cancel: Option<&AtomicBool>) -> String {
    let mut out = String::new();
    let discipline = report.subject.discipline();
    let graph = discipline.ok_or(Unexplored::Cancelled);
    match graph.and_then(|discipline| StateGraph::new(discipline, MOST_STATES, cancel)) {
        Err(Unexplored::Cancelled) => {
            out += "<p class=\"faint\">left out: the run was ended early</p>";
        }
        Ok(graph) => {
            if report.subject.locks().is_some() {
                out += "<p class=\"faint\">The graph looks at no classes: to it these variables are open.</p>";
            }
            if !report.subject.system().properties().is_empty() {
                out +=
                    "<p class=\"faint\">The graph does not look at properties of whole runs.</p>";
            }
            out += &image(&graph.to_svg(Panels::SideBySide));
            out += &folded("as text", &preformatted(&graph.to_text()));
        }
        Err(error) => {
            let _ = write!(out, "<p class=\"faint\">{}</p>", escaped(&error.to_string()));
        }
    }
    folded("state space", &out)
}
