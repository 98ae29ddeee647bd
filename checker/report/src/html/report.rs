//! Pages that consist of sections, with links to them.

use std::fmt::Write as _;

use super::document::document_with_script;
use super::element::{escaped, sentence};

/// A section of a page.
#[derive(Clone, Debug)]
pub struct Section {
    /// The name of the section's place on the page.
    pub(super) place: &'static str,
    /// The section's heading.
    pub(super) heading: &'static str,
    /// The section's contents as HTML.
    pub(super) inner: String,
}

/// Makes an HTML file of the sections. `remarks` are sentences at its beginning.
pub fn page(title: &str, remarks: &[String], sections: &[Section]) -> String {
    let mut body = String::from("<nav><b>Reductio</b>");
    for Section { place, heading, .. } in sections {
        let _ = write!(body, " <a href=\"#{place}\">{heading}</a>");
    }
    let _ = write!(body, "</nav>\n<main>\n<h1>{}</h1>\n", escaped(title));
    for remark in remarks {
        let _ = writeln!(body, "<p>{}</p>", sentence(remark));
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
