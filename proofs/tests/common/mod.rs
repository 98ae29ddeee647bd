//! What the tests of this folder share: S5 as it is bundled, and what a theory states of its own.

#![allow(dead_code)] // each test uses its part

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Label, ParseError, Statement, StatementKind, Theory, line_col};
use reductio_proofs::replay::error::ReplayError;
use reductio_proofs::{Script, bundled};
use reductio_theorems::bundled::BundledFile;

/// S5's scripts.
pub(crate) const SCRIPTS: [BundledFile; 2] = [bundled::S5, bundled::S5_BEYOND];

/// S5's statements.
pub(crate) fn s5() -> Theory {
    Theory::parse(reductio_theorems::bundled::S5.text, &[]).unwrap()
}

/// S5's scripts, read.
pub(crate) fn s5_scripts(theory: &Theory) -> Vec<Script> {
    SCRIPTS.iter().map(|source| Script::parse(source.text, theory).unwrap()).collect()
}

/// File, statements of its own, theorems among them with the number of hypotheses.
pub(crate) type Row = (&'static str, usize, &'static [(&'static str, usize)]);

/// What a theory states to be proved, and those that it extends do not.
pub(crate) fn own<'t>(theory: &'t Theory, below: &[Theory]) -> Vec<&'t Statement> {
    let is_own = |label: &Label| below.iter().all(|t| t.statement(label).is_none());
    let stated = theory.statements().iter().filter(|s| s.kind != StatementKind::Hypothesis);
    stated.filter(|s| is_own(&s.label)).collect()
}

/// The labels as text, without parentheses.
pub(crate) fn texts(labels: &[Label]) -> Vec<&str> {
    labels.iter().map(Label::as_str).collect()
}

/// A sign as scripts write it.
pub(crate) fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Below => "<=",
        Sign::Equal => "=",
        Sign::Above => ">=",
    }
}

/// `E0309 at 12:5`.
pub(crate) fn place(code: &str, offset: usize, text: &str) -> String {
    let (line, column) = line_col(text, offset);
    format!("{code} at {line}:{column}")
}

/// The place of a fault of the reader.
pub(crate) fn parse_place(e: &ParseError, text: &str) -> String {
    place(e.kind.code(), e.span.start, text)
}

/// The place of a fault of the replay.
pub(crate) fn replay_place(e: &ReplayError, text: &str) -> String {
    place(e.kind.code(), e.span.start, text)
}
