//! The whole report.

use std::fmt::Write as _;

use reductio_algebra::Style;

use super::element::escaped;
use super::{document_with_script, models, proofs, systems};
use crate::check::Report;
use crate::claim::Proved;
use crate::library::Library;
use crate::models::Answers;

/// What a report is about; sections without content are left out.
#[derive(Debug, Default)]
pub(crate) struct Contents<'a> {
    /// Over everything.
    pub(crate) title: &'a str,
    /// Statements with their verdicts, and the library that they belong to.
    pub(crate) proved: Option<(&'a Proved, &'a Library)>,
    /// What came of finite models.
    pub(crate) models: Option<&'a Answers>,
    /// For each system the reports of one search or of both, the reduced one last.
    pub(crate) systems: Vec<Vec<&'a Report>>,
    /// What else is to be said at the beginning, in sentences.
    pub(crate) remarks: Vec<String>,
}

/// The report as one HTML file.
pub(crate) fn page(contents: &Contents<'_>, style: Style) -> String {
    let mut sections = Vec::new();
    if let Some((proved, library)) = contents.proved {
        sections.push(("proofs", "Proofs", proofs::section(proved, library, style)));
    }
    if let Some(answers) = contents.models {
        sections.push(("models", "Finite models", models::section(answers, style)));
    }
    if !contents.systems.is_empty() {
        sections.push(("systems", "Systems", systems::section(&contents.systems)));
    }
    let mut body = String::from("<nav><b>Reductio</b>");
    for (place, name, _) in &sections {
        let _ = write!(body, " <a href=\"#{place}\">{name}</a>");
    }
    let _ = write!(body, "</nav>\n<main>\n<h1>{}</h1>\n", escaped(contents.title));
    for remark in &contents.remarks {
        let _ = writeln!(body, "<p>{}</p>", escaped(remark));
    }
    sections.iter().for_each(|(_, _, section)| body += section);
    let _ = writeln!(
        body,
        "<footer>Written by <code>reductio</code> {}.</footer>\n</main>",
        env!("CARGO_PKG_VERSION")
    );
    document_with_script(contents.title, &body)
}
