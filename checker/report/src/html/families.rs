//! The section of a page about families of threads, decided for every number of threads.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{FamilyReport, family_verdict};
use reductio_algebra::Style;

use super::element::{escaped, folded, preformatted, table_of};
use super::report::Section;
use crate::check::family;
use crate::page::Page;

/// The width of texts in columns.
const WIDTH: usize = 100;

/// Makes the section, with a part for each report.
pub fn section(reports: &[&FamilyReport]) -> Section {
    let inner = reports.iter().map(|report| part(report)).collect();
    Section { place: "families", heading: "Families of threads, every number", inner }
}

fn part(report: &FamilyReport) -> String {
    let mut out = format!("<h3>{}</h3>\n", escaped(&family::heading(report)));
    let row = |(text, said, outcome): (String, String, &reductio::parameterized::Outcome)| {
        let verdict = family_verdict(outcome);
        let class = verdict.word();
        let said = match verdict {
            Verdict::Declined(reason) => reason.to_owned(),
            Verdict::Holds(()) | Verdict::Fails(()) => said,
        };
        vec![escaped(&text), format!("<span class=\"{class}\">{class}</span>"), escaped(&said)]
    };
    let rows: Vec<Vec<String>> = family::lines(report).into_iter().map(row).collect();
    out += &table_of(&["claim", "verdict", ""], &rows);
    let text = family::text(report, &Page::new(WIDTH, Style::Ascii));
    let _ = write!(out, "{}", folded("the answer as text, with runs", &preformatted(&text)));
    out + &folded("the system", &preformatted(report.file.text()))
}
