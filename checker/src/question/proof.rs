//! The proof of a formula.

use std::collections::HashSet;
use std::sync::Arc;

use reductio_algebra::{Formula, Label, Relation, Term, Theory};
use reductio_proofs::script::{Derivation, Induction};
use reductio_theorems::{Certificate, Rule, Theorem};

use crate::diagnostics::Diagnostic;
use crate::file::File;

/// The proof of a formula, and how it was found.
#[derive(Clone, Debug)]
pub struct FormulaProof {
    /// The theory that states the formula: it extends the theory of the question by this one theorem.
    pub theory: Theory,
    /// The file of that theory, which exists in memory only.
    pub file: Arc<File>,
    /// The certificate that the kernel's theorem is the formula, and rests on hypotheses of the theory only.
    pub certificate: Certificate,
    /// The number of rule applications of the kernel, without those of cited lemmas.
    pub kernel_steps: usize,
    /// The hypotheses that the proof used, in the order of the theory.
    pub hypotheses: Vec<Label>,
    /// The derivation and the file of its script, if a search for a derivation found the proof.
    pub derivation: Option<(Arc<File>, Derivation)>,
    /// The hint that the search found for the step of that derivation.
    pub hint: Option<String>,
    /// The warnings of the replay about the derivation.
    pub warnings: Vec<Diagnostic>,
}

impl FormulaProof {
    /// The kernel's theorem.
    pub fn theorem(&self) -> &Theorem {
        self.certificate.theorem()
    }

    /// The inductions of the proof in their order, each as rule, premise and conclusion. The rest is unfolding,
    /// monotonicity and the laws of semirings and tests.
    pub fn inductions(&self) -> Vec<(Induction, Formula, Formula)> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut stack = vec![(self.theorem(), false)];
        while let Some((t, is_done)) = stack.pop() {
            if is_done {
                if let (Some(rule), Some(premise)) = (Induction::of(t.rule()), t.premises().next())
                {
                    found.push((rule, premise.conclusion().clone(), t.conclusion().clone()));
                }
                continue;
            }
            // An instance of a law: its own induction is over other names.
            if t.rule() == Rule::Instantiate {
                continue;
            }
            // The same step from the same premises need not be gone through twice.
            let step: Vec<_> = [t].into_iter().chain(t.premises()).map(sides).collect();
            if !seen.insert((t.rule(), step)) {
                continue;
            }
            stack.push((t, true));
            stack.extend(t.premises().map(|p| (p, false)));
        }
        found
    }
}

fn sides(t: &Theorem) -> Option<(Term, Relation, Term)> {
    match t.conclusion() {
        Formula::Relation(a, r, b) => Some((a.clone(), *r, b.clone())),
        _ => None,
    }
}
