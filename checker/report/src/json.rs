//! The parts that all JSON answers share. Their schemas are in `checker/schemas`.

use std::fmt::Write as _;

use reductio::Diagnostic;
use reductio_algebra::Label;
use schemars::JsonSchema;
use serde::Serialize;

use crate::visible::is_hidden;

/// An error or a warning in a JSON answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiagnosticEntry {
    /// See `reductio explain CODE`.
    #[schemars(regex(pattern = r"^[EW][0-9]{4}$"))]
    code: &'static str,
    message: String,
    file: Option<String>,
    /// From 1.
    #[schemars(range(min = 1))]
    line: Option<usize>,
    /// From 1, in characters.
    #[schemars(range(min = 1))]
    column: Option<usize>,
    help: Vec<String>,
}

/// The words for verdicts, and nothing where there is none; for schemas.
pub(crate) const VERDICTS: [Option<&str>; 4] =
    [Some("holds"), Some("fails"), Some("declined"), None];

/// The words for the parts of the portfolio, and nothing where none found an answer; for schemas.
pub(crate) const METHODS: [Option<&str>; 6] = [
    Some("decision"),
    Some("models"),
    Some("search"),
    Some("search by induction"),
    Some("search with lemmas"),
    None,
];

impl DiagnosticEntry {
    fn new(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref().map(|p| p.file.line_col(p.span.start));
        DiagnosticEntry {
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            file: diagnostic.path.clone(),
            line: place.map(|p| p.0),
            column: place.map(|p| p.1),
            help: diagnostic.help.clone(),
        }
    }
}

/// Makes the entries of errors and warnings, in their order.
pub fn entries<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<DiagnosticEntry> {
    diagnostics.into_iter().map(DiagnosticEntry::new).collect()
}

pub(crate) fn bare(labels: &[Label]) -> Vec<String> {
    labels.iter().map(|l| l.as_str().to_owned()).collect()
}

/// The answer, as JSON, of a verb that ends in errors and has no other answer; schema `errors.schema.json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorsAnswer {
    tool: &'static str,
    version: &'static str,
    #[schemars(extend("enum" = ["simulate", "replay", "states", "export"]))]
    command: &'static str,
    errors: Vec<DiagnosticEntry>,
}

impl ErrorsAnswer {
    /// Makes the answer of the verb `command` with its errors.
    pub fn new(command: &'static str, errors: &[Diagnostic]) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        ErrorsAnswer { tool: "reductio", version, command, errors: entries(errors) }
    }
}

/// Writes an answer as one JSON object, ending in a line feed.
pub fn to_text(answer: &impl Serialize) -> String {
    // Strings, numbers and lists only: nothing that has no JSON.
    let text = serde_json::to_string_pretty(answer).unwrap_or_default() + "\n";
    if !text.chars().any(is_hidden) {
        return text;
    }
    // Such characters stand within strings, where an escape says the same: a terminal shows what it is given.
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
