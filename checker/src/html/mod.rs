//! # Pages
//!
//! A page is one HTML file that opens from disk: its style, its script and its pictures are in it. A report has a
//! `Content-Security-Policy` that lets it fetch nothing; it can be read without its script, which adds buttons. `element` has the parts of pages, `derivation` a proof as a table; `proofs`, `models` and `systems` are the
//! large sections of reports, `answers` the small ones; [`report()`] puts them together.

mod answers;
mod derivation;
mod element;
mod file;
mod formula;
mod models;
mod proofs;
mod report;
mod systems;

pub(crate) use answers::{decisions, hypotheses, run};
pub(crate) use derivation::{Facts, page_part as derivation};
pub(crate) use element::{escaped, folded, image, table};
pub(crate) use file::write;
pub(crate) use models::section as models;
pub(crate) use proofs::section as proofs;
pub(crate) use report::{Section, page as report};
pub(crate) use systems::section as systems;

/// How every page starts.
const START: &str = "<!DOCTYPE html>\n<!-- a page of reductio -->\n";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What a page may do: show what is in it, and nothing else.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page without script; what its author wrote may show pictures from elsewhere. `body` is HTML, `title` text.
pub(crate) fn document(title: &str, body: &str) -> String {
    whole(title, "", "", body)
}

/// A page with the script of reports, which can fetch nothing.
fn document_with_script(title: &str, body: &str) -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n");
    let body = format!("{body}<script>\n{SCRIPT}</script>\n");
    whole(title, &policy, " class=\"report\"", &body)
}

fn whole(title: &str, policy: &str, class: &str, body: &str) -> String {
    format!(
        "{START}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body{class}>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}
