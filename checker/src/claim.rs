//! Claims, which are statements with their verdicts, and the result of a run of `prove`.

use std::sync::Arc;

use reductio_algebra::{Formula, Label, StatementKind, Status};
use reductio_proofs::script::Derivation;
use reductio_theorems::Certificate;

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::question::FormulaAnswer;
use crate::verdict::{Exit, Verdict};

/// The proof of a claim that holds.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The kernel's theorem, together with the statement that it proves.
    pub certificate: Certificate,
    /// The hypotheses that the proof used, in the order of the theory.
    pub hypotheses: Vec<Label>,
    /// The number of rule applications of the kernel, without those of the statements that the derivation cites.
    pub kernel_steps: usize,
}

/// The reasons why a claim is not proved.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// The faults of the claim's own derivation.
    pub faults: Vec<Diagnostic>,
    /// The statements that the derivation cites although they are not proved, each with a diagnostic that says so.
    pub unproved: Vec<(Label, Diagnostic)>,
    /// Tells whether some step of the derivation is false in a model of the formulas that it may assume.
    pub is_refuted: bool,
}

impl Refusal {
    /// All diagnostics of the refusal: the faults of the derivation, then those of cited statements.
    pub fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        self.faults.iter().chain(self.unproved.iter().map(|(_, d)| d))
    }
}

/// A statement of a theory with the verdict about it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the theory that states it.
    pub theory: String,
    /// The label of the statement, such as `24`.
    pub label: Label,
    /// Tells whether the statement is a lemma or a theorem.
    pub kind: StatementKind,
    /// The origin of the statement: its status in the statement file.
    pub status: Status,
    /// The hypotheses that a proof of the statement may use; `None` for all hypotheses of the theory.
    pub assuming: Option<Vec<Label>>,
    /// The statement as a formula.
    pub formula: Formula,
    /// The derivation as it stands in its script, and the file of that script.
    pub derivation: Option<(Arc<File>, Derivation)>,
    /// The verdict: the proof, or why there is none.
    pub verdict: Verdict<Evidence, Refusal>,
    /// The heading under which a report lists the claim.
    pub heading: String,
    /// Tells whether an overview counts the claim, if it holds, instead of listing it.
    pub is_counted: bool,
    /// The warnings about the derivation.
    pub warnings: Vec<Diagnostic>,
    /// Tells whether the derivation is bundled.
    pub is_bundled: bool,
    /// The answer of the portfolio, if the claim is a formula that was asked with `prove --formula`.
    pub answer: Option<Arc<FormulaAnswer>>,
}

impl Claim {
    /// The number of single steps of the derivation; 0 without a derivation.
    pub fn steps(&self) -> usize {
        self.derivation.as_ref().map_or(0, |(_, d)| d.steps())
    }

    /// The name of the claim in reports: theory and label, such as `S5 (24)`.
    pub fn id(&self) -> String {
        format!("{} {}", self.theory, self.label)
    }
}

/// The result of a run of `prove`: the claims, and all faults and warnings.
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// The claims that were asked for, in the order of their theories.
    pub claims: Vec<Claim>,
    /// Diagnostics for inputs that cannot be read and for arguments that name no statement.
    pub bad_input: Vec<Diagnostic>,
    /// The faults of all derivations, each once.
    pub faults: Vec<Diagnostic>,
    /// Warnings about files; those about the derivations of claims are with the claims.
    pub warnings: Vec<Diagnostic>,
}

impl Proved {
    /// The exit of the run; with `deny_warnings`, a run with a warning ends as a failure.
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
        // Where nothing was asked, that nothing is wrong is no answer.
        let is_asked = !self.claims.is_empty() || !self.faults.is_empty();
        if !self.bad_input.is_empty() || !is_asked {
            exit = exit.worst(Exit::BadInput);
        }
        // The kernel refused what our own search proposed.
        if self.faults.iter().any(|f| f.code == "E0319") { Exit::Bug } else { exit }
    }

    /// Tells whether some claim is about processes: whether its formula has indices.
    pub fn has_processes(&self) -> bool {
        let is_indexed = |formula: &Formula| {
            matches!(formula, Formula::ForAll(_)) || formula.symbols().iter().any(|s| s.arity > 0)
        };
        self.claims.iter().any(|claim| is_indexed(&claim.formula))
    }

    /// All warnings: those about files, then those about the derivations of claims.
    pub fn all_warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().chain(self.claims.iter().flat_map(|c| &c.warnings))
    }
}
