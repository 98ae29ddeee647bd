//! Comparison of a certificate file with the statements of a theory.

use reductio_algebra::{Formula, Label, StatementKind, Style, Theory};
use reductio_theorems::{Certificate, CertificateError};

use super::checked::{CheckedClaim, CheckedTheory};
use super::items::equation;

/// A difference between a certificate file and a statement file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// The theory has no such definition, or another one.
    #[error("{label} defines `{got}` in the certificate, and {} in the theory", is(expected.as_ref()))]
    Definition {
        /// The label.
        label: Label,
        /// The equation of the certificate.
        got: String,
        /// The equation of the theory.
        expected: Option<String>,
    },
    /// The theory has no such hypothesis, or another one.
    #[error("{label} assumes `{got}` in the certificate, and {} in the theory", is(expected.as_ref()))]
    Hypothesis {
        /// The label.
        label: Label,
        /// The formula of the certificate.
        got: String,
        /// The formula of the theory.
        expected: Option<String>,
    },
    /// The statement is a lemma in one file and a theorem in the other.
    #[error("{label} is a lemma in one, and a theorem in the other")]
    Kind {
        /// The label.
        label: Label,
    },
    /// The theorem that was proved is not the theory's statement.
    #[error("{source}")]
    Statement {
        /// The label.
        label: Label,
        /// The reason why the theorem does not prove the statement.
        source: CertificateError,
    },
}

impl Difference {
    /// The label of the statement that differs.
    pub fn label(&self) -> &Label {
        match self {
            Difference::Definition { label, .. }
            | Difference::Hypothesis { label, .. }
            | Difference::Kind { label }
            | Difference::Statement { label, .. } => label,
        }
    }
}

fn is(expected: Option<&String>) -> String {
    expected.map_or_else(|| "there is none".to_owned(), |e| format!("`{e}`"))
}

impl CheckedTheory {
    /// All differences between the file and a statement file, label by label. Where there are none, every claim is the
    /// statement that the theory has under its label, proved from hypotheses that the statement may assume.
    ///
    /// A certificate may claim fewer statements than the theory has.
    pub fn differences(&self, theory: &Theory) -> Vec<Difference> {
        let text = |f: &Formula| f.to_text(Style::Ascii);
        let mut all = Vec::new();
        for (label, definition) in &self.definitions {
            let known = theory.definition(label);
            if known.is_none_or(|k| k.definition != *definition) {
                let got = equation(definition).map(|f| text(&f)).unwrap_or_default();
                let expected = known.map(|k| text(&k.equation));
                all.push(Difference::Definition { label: label.clone(), got, expected });
            }
        }
        for (label, formula) in &self.hypotheses {
            let known = theory.statement(label).filter(|s| s.kind == StatementKind::Hypothesis);
            if known.is_none_or(|k| k.formula != *formula) {
                let expected = known.map(|k| text(&k.formula));
                let got = text(formula);
                all.push(Difference::Hypothesis { label: label.clone(), got, expected });
            }
        }
        all.extend(self.claims.iter().filter_map(|c| c.difference(theory)));
        all
    }
}

impl CheckedClaim {
    fn difference(&self, theory: &Theory) -> Option<Difference> {
        if let Err(source) = Certificate::new(theory, &self.label, &self.theorem) {
            return Some(Difference::Statement { label: self.label.clone(), source });
        }
        let is_same = theory.statement(&self.label).is_some_and(|s| s.kind == self.kind);
        (!is_same).then(|| Difference::Kind { label: self.label.clone() })
    }
}
