//! Certificates: that a theorem proves a statement. The last check, and part of the trusted base.

use reductio_algebra::{Formula, Label, Statement, Style, Theory};

use crate::kernel::{Theorem, discharge};

/// A statement of a theory with a kernel theorem that proves it, and nothing else.
#[derive(Clone, Debug)]
pub struct Certificate {
    label: Label,
    theorem: Theorem,
    closed: Theorem,
    hypotheses: Vec<Label>,
}

/// The reason why a theorem does not prove the statement that it was offered for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The theorem concludes another formula.
    #[error("{label} states `{}`, but what was proved is `{}`", expected.to_statement(Style::Ascii), got.to_statement(Style::Ascii))]
    OtherConclusion {
        /// The label.
        label: Label,
        /// The formula of the statement.
        expected: Formula,
        /// The conclusion of the theorem.
        got: Formula,
    },
    /// The theorem rests on a formula that the statement does not allow it to use.
    #[error("the proof of {label} rests on `{}`, which {label} does not assume", formula.to_statement(Style::Ascii))]
    ForeignHypothesis {
        /// The label.
        label: Label,
        /// The hypothesis.
        formula: Formula,
    },
    /// The theory has no statement with this label to be proved.
    #[error("the theory has no statement {label} to prove")]
    NotAStatement {
        /// The label.
        label: Label,
    },
}

impl Certificate {
    /// Certifies the statement `label` of `theory` by a theorem whose conclusion is the statement's
    /// formula and whose hypotheses are among those that the statement may assume.
    ///
    /// # Errors
    /// [`CertificateError`] when the theorem is about something else, or assumes more.
    pub fn new(
        theory: &Theory,
        label: &Label,
        theorem: &Theorem,
    ) -> Result<Self, CertificateError> {
        let statement = theory
            .statement(label)
            .filter(|s| s.kind != reductio_algebra::StatementKind::Hypothesis)
            .ok_or_else(|| CertificateError::NotAStatement { label: label.clone() })?;
        if *theorem.conclusion() != statement.formula {
            return Err(CertificateError::OtherConclusion {
                label: label.clone(),
                expected: statement.formula.clone(),
                got: theorem.conclusion().clone(),
            });
        }
        let mut hypotheses = Vec::new();
        for formula in theorem.hypotheses() {
            let known = allowed(theory, statement).find(|h| h.formula == *formula);
            let Some(known) = known else {
                return Err(CertificateError::ForeignHypothesis {
                    label: label.clone(),
                    formula: formula.clone(),
                });
            };
            hypotheses.push(known);
        }
        hypotheses.sort_by_key(|h| theory.hypotheses().position(|s| s.label == h.label));
        let foreign = |formula: &Formula| CertificateError::ForeignHypothesis {
            label: label.clone(),
            formula: formula.clone(),
        };
        let mut closed = theorem.clone();
        for h in hypotheses.iter().rev() {
            closed = discharge(&h.formula, &closed).map_err(|_| foreign(&h.formula))?;
        }
        let hypotheses = hypotheses.iter().map(|h| h.label.clone()).collect();
        Ok(Certificate { label: label.clone(), theorem: theorem.clone(), closed, hypotheses })
    }

    /// The label of the statement.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// The theorem `H |- F`, with the hypotheses that the proof used.
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }

    /// The theorem `|- H1 => ... => Hn => F`, which rests on nothing.
    pub fn closed(&self) -> &Theorem {
        &self.closed
    }

    /// The labels of the hypotheses that the proof used, in the order of the theory.
    pub fn hypotheses(&self) -> &[Label] {
        &self.hypotheses
    }
}

/// The hypotheses that a proof of the statement may use.
pub fn allowed<'a>(
    theory: &'a Theory,
    statement: &'a Statement,
) -> impl Iterator<Item = &'a Statement> {
    theory
        .hypotheses()
        .filter(|h| statement.assuming.as_ref().is_none_or(|labels| labels.contains(&h.label)))
}
