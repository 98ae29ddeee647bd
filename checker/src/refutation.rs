//! Refused steps are tried in small models, to tell false steps from those that are only not proved.

use reductio_algebra::{Formula, Statement, Style, Term, Theory};
use reductio_proofs::replay::error::ReplayErrorKind;
use reductio_relations::{Countermodel, Falsity, SearchLimits, SearchOutcome, refute_step};
use reductio_theorems::allowed;

/// The result of trying a refused step in models.
pub struct TriedStep {
    /// Tells whether the step is false in a model.
    pub is_false: bool,
    /// The result in words.
    pub text: String,
}

/// Searches for a model of the formulas that a statement may assume in which a refused step, or fact, is false. `None`
/// for faults that are no refused steps; and, where no such model is found, if the search gave up or `has_help` says
/// that the fault has a remedy already.
pub fn refutation(
    theory: &Theory,
    statement: &Statement,
    fault: &ReplayErrorKind,
    states: usize,
    has_help: bool,
) -> Option<TriedStep> {
    let (claim, premises, what) = match fault {
        ReplayErrorKind::Step { lhs, sign, rhs, premises }
        | ReplayErrorKind::NoProof { lhs, sign, rhs, premises }
        | ReplayErrorKind::WorkLimit { lhs, sign, rhs, premises: Some(premises), .. } => {
            (relation(lhs, sign, rhs), premises, "step")
        }
        ReplayErrorKind::Fact { lhs, sign, rhs, premises, .. } => {
            (relation(lhs, sign, rhs), premises, "fact")
        }
        _ => return None,
    };
    // Milliseconds: a wrong step is false in a very small model, as a rule.
    let limits =
        SearchLimits { states, evaluations: 100_000, samples: 2_000, ..SearchLimits::default() };
    let hypotheses: Vec<Formula> = allowed(theory, statement).map(|h| h.formula.clone()).collect();
    let (is_false, text) = match refute_step(&hypotheses, premises, &claim, &limits) {
        SearchOutcome::Refuted(found) => {
            (true, format!("this {what} is false in {}", shown(&found)))
        }
        SearchOutcome::NotRefuted(_) if has_help => return None,
        SearchOutcome::NotRefuted(coverage) => {
            let text = format!("this {what} may be true all the same: {coverage}");
            (false, text.replace('\n', ";"))
        }
        SearchOutcome::Declined(_) => return None,
    };
    Some(TriedStep { is_false, text })
}

fn relation(lhs: &Term, sign: &str, rhs: &Term) -> Formula {
    match sign {
        "=" => Formula::equal(lhs, rhs),
        "<=" => Formula::below(lhs, rhs),
        _ => Formula::below(rhs, lhs),
    }
}

/// A model on one line: its relations that are not empty, and the pair that one side of the formula lacks.
pub(crate) fn shown(found: &Countermodel) -> String {
    let text = found.model.to_string();
    let mut parts: Vec<&str> = text.lines().skip(2).filter(|l| !l.ends_with("= {}")).collect();
    let (states, processes) = (found.model.states(), found.model.processes());
    let s = if states == 1 { "" } else { "s" };
    let size = match processes {
        1 => format!("a model with {states} state{s}"),
        k => format!("a model with {states} state{s} and {k} processes"),
    };
    let empty = ["everything is empty"];
    if parts.is_empty() {
        parts.extend(empty);
    }
    let why = match (&found.witness.failure, found.witness.path()) {
        (Falsity::Pair { .. }, Some(path)) => {
            let side = found.witness.conclusion.to_text(Style::Ascii);
            format!(
                "the pair ({},{}) of one side is not in the other of {side}",
                path.from, path.to
            )
        }
        _ => found.witness.conclusion.to_text(Style::Ascii),
    };
    format!("{size}: {}; {why}", parts.join(", "))
}
