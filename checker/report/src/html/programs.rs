//! The section of a page about programs with a heap: for each program the claims about it, what was found with the runs
//! that show it, what the verdicts rest on, and its text.

use std::fmt::Write as _;

use reductio::check::{JudgedProgramClaim, ProgramReport};
use reductio::locksets::Run;
use reductio::{Exit, Verdict};
use reductio_algebra::Style;

use super::element::{anchor, escaped, folded, preformatted, sentence, table, table_of};
use super::report::Section;
use crate::page::{Page, grouped};
use crate::program::steps::Told;
use crate::program::table::words as found_words;
use crate::program::{guard_words, open_sentences, ownership, shared_words, text};

/// The width of texts in columns.
const WIDTH: usize = 100;

/// Makes the section, with a part for each program; beside its report stands the program's text, if it has one.
pub fn section(programs: &[(&ProgramReport, Option<&str>)]) -> Section {
    let row = |(report, _): &(&ProgramReport, _)| {
        let name = report.subject.program.name();
        let found = &report.report;
        vec![
            format!("<a href=\"#{}\">{}</a>", place(report), escaped(name)),
            grouped(&(found.states as u64)),
            grouped(&found.transitions),
            escaped(&found_words(report)),
        ]
    };
    let rows: Vec<Vec<String>> = programs.iter().map(row).collect();
    let mut inner = table_of(&["program", "#states", "#steps", "found"], &rows);
    inner.extend(programs.iter().map(|(report, text)| program(report, *text)));
    Section { place: "programs", heading: "Programs with a heap", inner }
}

/// The name of the program's place on the page: two files may have programs of one name.
fn place(report: &ProgramReport) -> String {
    anchor(&format!("program:{}", report.subject.path))
}

fn program(report: &ProgramReport, source: Option<&str>) -> String {
    let (class, word) = match report.exit() {
        Exit::Holds => ("holds", "holds"),
        Exit::Declined => ("declined", "undecided"),
        _ => ("fails", "fails"),
    };
    let name = report.subject.program.name();
    let mut inner = claims(report) + &found(report) + &guards(report);
    let mut grounds = String::new();
    for text in ownership::rests_on(report).into_iter().chain(text::rests_on(report)) {
        let _ = writeln!(grounds, "<p>{}</p>", sentence(&text));
    }
    if !grounds.is_empty() {
        inner += &folded("what the verdicts rest on", &grounds);
    }
    let page = Page::new(WIDTH, Style::Ascii);
    inner += &folded("the answer as text", &preformatted(&text::report(report, &page)));
    if let Some(source) = source {
        inner += &folded("the program", &preformatted(source));
    }
    format!(
        "<details class=\"system\"{} id=\"{}\"><summary><b>{}</b> <span class=\"{class}\">{word}</span></summary>\n<div class=\"inner\">{inner}</div></details>\n",
        // What does not hold is what the reader came for.
        if class == "holds" { "" } else { " open" },
        place(report),
        escaped(name),
    )
}

/// A table of the claims, and why some are not decided.
fn claims(report: &ProgramReport) -> String {
    let row = |(claim, verdict): &JudgedProgramClaim| {
        let word = verdict.word();
        vec![escaped(claim.in_words()), format!("<span class=\"{word}\">{word}</span>")]
    };
    let rows: Vec<Vec<String>> = report.claims().iter().map(row).collect();
    let mut out = table_of(&["claim", "verdict"], &rows);
    for told in open_sentences(report) {
        let _ = writeln!(out, "<p>{}</p>", sentence(&told));
    }
    out
}

/// The findings, each with its run as a table; the first one is shown, others are folded.
fn found(report: &ProgramReport) -> String {
    let (mut out, mut left_out) = (String::new(), 0);
    text::each_finding(report, |number, run: &Run, marked, ending| {
        if number >= text::SHOWN {
            left_out += 1;
            return;
        }
        let run = run_table(&text::told(report, run), marked);
        if out.is_empty() {
            let _ = write!(out, "<h3>What was found</h3>\n<p>{}</p>\n{run}", sentence(ending));
        } else {
            out += &folded(&sentence(ending), &run);
        }
    });
    if left_out > 0 {
        let _ = writeln!(out, "<p>{left_out} more: <code>--format json</code> lists them all.</p>");
    }
    out
}

/// A run as a table, with some of its steps marked.
pub(super) fn run_table(told: &Told<'_>, marked: &[usize]) -> String {
    let row = |row: &text::Row| {
        let is_marked = marked.contains(&row.at);
        let what = escaped(&row.what);
        vec![
            (row.at + 1).to_string(),
            escaped(&row.line),
            escaped(&row.thread),
            if is_marked { format!("<strong>{what}</strong>") } else { what },
        ]
    };
    let found = text::rows(told, marked, false);
    let rows: Vec<Vec<String>> = found.rows.iter().map(row).collect();
    let remark = found.remark().map(|remark| format!("<p>({}.)</p>\n", sentence(&remark)));
    table_of(&["#step", "#line", "thread", "what it does"], &rows) + &remark.unwrap_or_default()
}

/// A table of the variables and what a thread has to have that accesses each, if that was asked for and is known.
fn guards(report: &ProgramReport) -> String {
    let Some((guards, Verdict::Holds(_))) = &report.guards else { return String::new() };
    let program = &report.subject.program;
    let row = |(shared, guard)| vec![shared_words(program, &shared), guard_words(program, guard)];
    let rows: Vec<Vec<String>> = guards.told(program).into_iter().map(row).collect();
    "<h3>Locks and owners, once threads are forked</h3>\n".to_owned()
        + &table(&["variable", "who accesses it has"], &rows)
}
