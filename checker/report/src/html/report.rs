//! A page of sections, with what leads to them.

use std::fmt::Write as _;

use super::document::document_with_script;
use super::element::escaped;

/// A part of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// The name of its place.
    pub(super) place: &'static str,
    /// Its heading.
    pub(super) heading: &'static str,
    /// Its HTML.
    pub(super) inner: String,
}

/// A report as one HTML file; `remarks` are sentences at its beginning.
pub fn page(title: &str, remarks: &[String], sections: &[Section]) -> String {
    let mut body = String::from("<nav><b>Reductio</b>");
    for Section { place, heading, .. } in sections {
        let _ = write!(body, " <a href=\"#{place}\">{heading}</a>");
    }
    let _ = write!(body, "</nav>\n<main>\n<h1>{}</h1>\n", escaped(title));
    for remark in remarks {
        let _ = writeln!(body, "<p>{}</p>", escaped(remark));
    }
    for Section { place, heading, inner } in sections {
        let _ = writeln!(body, "<section id=\"{place}\">\n<h2>{heading}</h2>\n{inner}</section>");
    }
    let _ = writeln!(
        body,
        "<footer>Written by <code>reductio</code> {}.</footer>\n</main>",
        env!("CARGO_PKG_VERSION")
    );
    document_with_script(title, &body)
}
