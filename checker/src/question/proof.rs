//! The proof of a formula.

use std::sync::Arc;

use reductio_algebra::{Formula, Label, Theory};
use reductio_proofs::script::{Derivation, Induction};
use reductio_theorems::{Certificate, Proof, Rule, Theorem};

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
    /// monotonicity, the laws of semirings and tests, and [`Self::lemmas`].
    pub fn inductions(&self) -> Vec<(Induction, Formula, Formula)> {
        let proof = Proof::of([self.theorem()]);
        let mut found = Vec::new();
        for number in own_steps(&proof, self.theorem()) {
            let t = proof.steps()[number].theorem();
            if let (Some(rule), Some(premise)) = (Induction::of(t.rule()), t.premises().next()) {
                let one = (rule, premise.conclusion().clone(), t.conclusion().clone());
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    }

    /// The lemmas of the proof that were proved by induction, over names of their own, each with the instance that is
    /// used. Their inductions are none of [`Self::inductions`].
    pub fn lemmas(&self) -> Vec<(Formula, Formula)> {
        let proof = Proof::of([self.theorem()]);
        let mut is_by_induction: Vec<bool> = Vec::with_capacity(proof.steps().len());
        for step in proof.steps() {
            let is_induction = Induction::of(step.theorem().rule()).is_some();
            let is_so = is_induction || step.premises().iter().any(|k| is_by_induction[*k]);
            is_by_induction.push(is_so);
        }
        let mut found: Vec<(Formula, Formula)> = Vec::new();
        for number in own_steps(&proof, self.theorem()) {
            let step = &proof.steps()[number];
            if is_instance(step.theorem()) && is_by_induction[number] {
                let lemmas = step.theorem().premises().map(|lemma| lemma.conclusion().clone());
                let instance = step.theorem().conclusion();
                for one in lemmas.map(|lemma| (lemma, instance.clone())) {
                    if !found.contains(&one) {
                        found.push(one);
                    }
                }
            }
        }
        found
    }
}

/// The numbers of the steps that are made for a theorem itself, in their order: those of lemmas of which it uses an
/// instance are over other names, and left out.
fn own_steps(proof: &Proof<'_>, theorem: &Theorem) -> Vec<usize> {
    let mut is_own = vec![false; proof.steps().len()];
    let mut open: Vec<usize> = proof.number(theorem).into_iter().collect();
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut is_own[number], true) {
            let step = &proof.steps()[number];
            if !is_instance(step.theorem()) {
                open.extend(step.premises());
            }
        }
    }
    (0..is_own.len()).filter(|number| is_own[*number]).collect()
}

/// Whether a step makes an instance of a lemma, which says something else than the lemma.
fn is_instance(theorem: &Theorem) -> bool {
    theorem.rule() == Rule::Instantiate
        && theorem.premises().any(|lemma| lemma.conclusion() != theorem.conclusion())
}
