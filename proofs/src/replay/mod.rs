//! Replaying scripts: derivations are ordered by their citations, each is turned into kernel steps, and the kernel's
//! theorem is certified against the statement.

mod apply;
mod auto;
mod by_induction;
mod chain;
mod cite;
mod coinduct;
mod derive;
mod equations;
pub mod error;
mod facts;
mod families;
mod order;
mod relevant;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use reductio_algebra::{Label, StatementKind, TextErrors, Theory};
use reductio_theorems::{Certificate, StepSet, Theorem};
use rustc_hash::FxHashMap;

pub use crate::limits::ReplayLimits;
use crate::script::{Derivation, Script};
use error::{ReplayError, ReplayErrorKind, Warning};

/// The outcome of the replay for one statement.
#[derive(Clone, Debug)]
pub struct ReplayOutcome {
    /// The label of the statement.
    pub label: Label,
    /// The number of the script that has the derivation, if one does.
    pub script: Option<usize>,
    /// The certificate, or all faults of the derivation. Without a derivation the list of faults is empty.
    pub result: Result<Certificate, Vec<ReplayError>>,
    /// The warnings about the derivation.
    pub warnings: Vec<Warning>,
    /// The number of single steps of the derivation.
    pub steps: usize,
}

/// The outcomes of a replay for all statements to be proved, in the order of the theory.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    outcomes: Vec<ReplayOutcome>,
    /// The labels in the order in which they were proved.
    order: Vec<Label>,
    kernel_steps: OnceCell<FxHashMap<Label, usize>>,
    faults: Vec<(usize, ReplayError)>,
}

impl Replay {
    /// The outcomes in the order of the theory.
    pub fn outcomes(&self) -> &[ReplayOutcome] {
        &self.outcomes
    }

    /// The outcome for a label.
    pub fn outcome(&self, label: &Label) -> Option<&ReplayOutcome> {
        self.outcomes.iter().find(|o| o.label == *label)
    }

    /// The kernel theorem for a label, if it was proved.
    pub fn theorem(&self, label: &Label) -> Option<&Theorem> {
        self.outcome(label)?.result.as_ref().ok().map(Certificate::theorem)
    }

    /// The number of rule applications of the kernel that a statement took beyond those of the statements that its
    /// derivation cites. Counting is linear in the steps of all statements, and done once.
    pub fn kernel_steps(&self, label: &Label) -> usize {
        self.kernel_steps.get_or_init(|| self.count()).get(label).copied().unwrap_or(0)
    }

    /// The numbers of rule applications, counted in the order of proof, so that a step belongs to the statement for
    /// which it was made.
    fn count(&self) -> FxHashMap<Label, usize> {
        let mut counted = StepSet::default();
        // The laws of the tactic are shared by all statements, and belong to none.
        crate::derived::LAWS.count(&mut counted);
        let steps = |label: &Label| {
            let theorem = self.theorem(label)?;
            Some((label.clone(), theorem.count_steps(&mut counted)))
        };
        self.order.iter().filter_map(steps).collect()
    }

    /// The faults of derivations whose labels are not statements to be proved, each with the number of its script.
    pub fn faults(&self) -> &[(usize, ReplayError)] {
        &self.faults
    }

    /// Checks that no derivation of a script has a fault; `number` is that of the script among those that were
    /// replayed. A statement without a derivation is none of the script's.
    ///
    /// # Errors
    /// All faults, which `unwrap` shows with their places.
    ///
    /// ```
    /// use reductio_algebra::Theory;
    /// use reductio_proofs::{ReplayLimits, Script, replay};
    ///
    /// let theory = Theory::parse("theory Law\naction x, y\nlemma (1) ours: x y <= y x", &[]).unwrap();
    /// let script =
    ///     Script::parse("proofs of Law\nlemma (1): x y <= y x\nproof x y\n <= {(regular algebra)} y x\nqed", &theory).unwrap();
    /// let replayed = replay(&theory, std::slice::from_ref(&script), ReplayLimits::default());
    /// let errors = replayed.faultless(0, &script).unwrap_err();
    /// assert!(errors.to_string().starts_with("\nline 4, column 2: `x y` <= `y x` does not follow from the hint (E0309)"));
    /// ```
    pub fn faultless(&self, number: usize, script: &Script) -> Result<(), TextErrors<ReplayError>> {
        let of_labels = self.faults.iter().filter(|(of, _)| *of == number).map(|(_, fault)| fault);
        let outcomes = self.outcomes.iter().filter(|outcome| outcome.script == Some(number));
        let of_steps = outcomes.filter_map(|outcome| outcome.result.as_ref().err()).flatten();
        let mut all: Vec<ReplayError> = of_labels.chain(of_steps).cloned().collect();
        all.sort_by_key(|error| (error.span.start, error.span.end));
        if all.is_empty() { Ok(()) } else { Err(TextErrors::new(&script.text, all)) }
    }

    /// Tells whether every statement was proved and no script has a fault.
    pub fn all_hold(&self) -> bool {
        self.faults.is_empty() && self.outcomes.iter().all(|o| o.result.is_ok())
    }
}

/// Replays scripts for a theory. Statements are proved in an order that follows the citations, so the
/// order of the text does not matter; a cycle is an error.
///
/// Nothing is trusted but the kernel: a statement that has a certificate is the conclusion of a kernel
/// theorem.
pub fn replay(theory: &Theory, scripts: &[Script], limits: ReplayLimits<'_>) -> Replay {
    replay_only(theory, scripts, limits, &|_| true)
}

/// Replays the derivations of the wanted labels and of those that they cite; see [`replay`].
pub fn replay_only(
    theory: &Theory,
    scripts: &[Script],
    limits: ReplayLimits<'_>,
    wanted: &dyn Fn(&Label) -> bool,
) -> Replay {
    replay_with(theory, scripts, limits, wanted, &Replay::default())
}

/// Replays the derivations of the wanted labels, after an earlier replay of the same theory: cited statements that it
/// proved are not proved again. For checking one derivation after a change to it.
pub fn replay_with(
    theory: &Theory,
    scripts: &[Script],
    limits: ReplayLimits<'_>,
    wanted: &dyn Fn(&Label) -> bool,
    earlier: &Replay,
) -> Replay {
    let mut faults = Vec::new();
    let mut found: BTreeMap<Label, (usize, &Derivation)> = BTreeMap::new();
    for (number, script) in scripts.iter().enumerate() {
        for derivation in &script.derivations {
            let label = &derivation.label;
            let known =
                theory.statement(label).is_some_and(|s| s.kind != StatementKind::Hypothesis);
            let kind = if !known {
                ReplayErrorKind::NotToProve { label: label.clone() }
            } else if found.contains_key(label) {
                ReplayErrorKind::AlreadyProved { label: label.clone() }
            } else {
                found.insert(label.clone(), (number, derivation));
                continue;
            };
            faults.push((number, kind.at(&derivation.label_span)));
        }
    }
    let turns = order::order(theory, scripts, &found, wanted);
    let constants = derive::constants(theory);
    let mut outcomes: FxHashMap<Label, ReplayOutcome> = FxHashMap::default();
    let mut proved: FxHashMap<Label, Theorem> = FxHashMap::default();
    let labels = turns.iter().map(|turn| turn.label.clone()).collect();
    for order::Turn { label, faults: order_faults, scope, is_cited } in turns {
        let Some((number, derivation)) = found.get(&label) else {
            continue;
        };
        // Only where nothing that it cites failed this time: a cycle must not be cut by an old theorem.
        if !wanted(&label)
            && order_faults.is_empty()
            && order::lemmas(theory, derivation).all(|cited| proved.contains_key(&cited))
            && let Some(theorem) = earlier.theorem(&label)
        {
            proved.insert(label, theorem.clone());
            continue;
        }
        let mut warnings = Vec::new();
        let result = if limits.is_cancelled() {
            Err(vec![ReplayErrorKind::Cancelled.at(&derivation.label_span)])
        } else if order_faults.is_empty() {
            let top_down = scripts[*number].top_down;
            let laws = scripts[*number].laws;
            let order = derive::Order { top_down, scope: &scope, laws };
            derive::derive(theory, derivation, &proved, &constants, order, limits, &mut warnings)
        } else {
            Err(order_faults)
        };
        if let Ok(certificate) = &result {
            proved.insert(label.clone(), certificate.theorem().clone());
        }
        // A failed statement that only `(auto)` may use is no fault of the wanted ones.
        if !is_cited && result.is_err() {
            continue;
        }
        let steps = derivation.steps();
        outcomes.insert(
            label.clone(),
            ReplayOutcome { label, script: Some(*number), result, warnings, steps },
        );
    }
    let mut all = Vec::new();
    for statement in theory.statements().iter().filter(|s| s.kind != StatementKind::Hypothesis) {
        match outcomes.remove(&statement.label) {
            Some(outcome) => all.push(outcome),
            None if wanted(&statement.label) => all.push(ReplayOutcome {
                label: statement.label.clone(),
                script: None,
                result: Err(Vec::new()),
                warnings: Vec::new(),
                steps: 0,
            }),
            None => {}
        }
    }
    Replay { order: labels, kernel_steps: OnceCell::new(), outcomes: all, faults }
}
