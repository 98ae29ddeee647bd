//! Claims: statements with their verdicts, and all of a run together.

use std::sync::Arc;

use reductio_algebra::{Formula, Label, StatementKind, Status};
use reductio_proofs::script::Derivation;
use reductio_theorems::Certificate;

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::question::FormulaAnswer;
use crate::verdict::{Exit, Verdict};

/// What a claim that holds rests on.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The kernel's theorem, and the proof that it is about the statement.
    pub certificate: Certificate,
    /// The hypotheses that the proof used, in the order of the theory.
    pub hypotheses: Vec<Label>,
    /// Rule applications of the kernel beyond those of the statements that the derivation cites.
    pub kernel_steps: usize,
}

/// Why a claim does not hold, or was given up.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// The faults of its derivation.
    pub faults: Vec<Diagnostic>,
    /// The cited statements that are not proved for faults of their own, with the diagnostics that say so.
    pub unproved: Vec<(Label, Diagnostic)>,
    /// Whether some step was evaluated, and is false in a model of what it may assume.
    pub is_refuted: bool,
}

impl Refusal {
    /// Everything that is wrong.
    pub fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        self.faults.iter().chain(self.unproved.iter().map(|(_, d)| d))
    }
}

/// A statement and its verdict.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the theory.
    pub theory: String,
    /// The label.
    pub label: Label,
    /// Lemma or theorem.
    pub kind: StatementKind,
    /// Where the statement comes from.
    pub status: Status,
    /// The hypotheses that a proof may use; `None` for all of the theory.
    pub assuming: Option<Vec<Label>>,
    /// The statement.
    pub formula: Formula,
    /// The derivation as it stands in its script.
    pub derivation: Option<(Arc<File>, Derivation)>,
    /// The verdict.
    pub verdict: Verdict<Evidence, Refusal>,
    /// Under which heading a report lists the claim.
    pub heading: String,
    /// Whether an overview counts the claim, where it holds, instead of listing it.
    pub is_counted: bool,
    /// What deserves a look in the derivation.
    pub warnings: Vec<Diagnostic>,
    /// Whether the derivation is bundled.
    pub is_bundled: bool,
    /// The answer behind the claim, where it is a formula of the command line.
    pub answer: Option<Arc<FormulaAnswer>>,
}

impl Claim {
    /// Single steps of the derivation.
    pub fn steps(&self) -> usize {
        self.derivation.as_ref().map_or(0, |(_, d)| d.steps())
    }

    /// `S5 (24)`.
    pub fn id(&self) -> String {
        format!("{} {}", self.theory, self.label)
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// The claims that were asked for, in the order of their theories.
    pub claims: Vec<Claim>,
    /// What could not be read, or asked for what there is not.
    pub bad_input: Vec<Diagnostic>,
    /// Faults of derivations, each once.
    pub faults: Vec<Diagnostic>,
    /// Warnings about files; those about the derivations of claims are with the claims.
    pub warnings: Vec<Diagnostic>,
}

impl Proved {
    /// How the run ends.
    pub fn exit(&self, deny_warnings: bool) -> Exit {
        let mut exit = Exit::Holds;
        for claim in &self.claims {
            exit = exit.worst(Exit::from(&claim.verdict));
        }
        if !self.faults.is_empty() && exit == Exit::Holds {
            // A run that was ended early refused nothing.
            let is_ended = self.faults.iter().all(|f| f.code == "E0320");
            exit = if is_ended { Exit::Declined } else { Exit::Fails };
        }
        if deny_warnings && self.all_warnings().next().is_some() {
            exit = exit.worst(Exit::Fails);
        }
        if !self.bad_input.is_empty() {
            exit = exit.worst(Exit::BadInput);
        }
        // The kernel refused what our own search proposed.
        if self.faults.iter().any(|f| f.code == "E0319") { Exit::Bug } else { exit }
    }

    /// Whether some claim is about processes.
    pub fn has_processes(&self) -> bool {
        let is_indexed = |formula: &Formula| {
            matches!(formula, Formula::ForAll(_)) || formula.symbols().iter().any(|s| s.arity > 0)
        };
        self.claims.iter().any(|claim| is_indexed(&claim.formula))
    }

    /// All warnings.
    pub fn all_warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().chain(self.claims.iter().flat_map(|c| &c.warnings))
    }
}
