//! Findings of searches, made again: each run is executed step by step, and must end in what was found.

use crate::search::{Finding, FindingKind, Model, MovesAgain, Query, moves_again};

/// Decides whether a finding's run can be executed in a model, and ends in what was found. It asks the model for steps
/// one after the other, and uses nothing of what the search knew.
pub(super) fn is_real<M: Model, V>(model: &M, finding: &Finding<V>) -> bool {
    let mut states = vec![model.initial()];
    for &(thread, step) in &finding.run {
        let Some(state) = states.last().filter(|_| thread < model.threads()) else { return false };
        let mut next = None;
        model.steps(thread, state, |number, after| {
            if number == step {
                next = Some(after.clone());
            }
        });
        match next {
            Some(next) => states.push(next),
            None => return false,
        }
    }
    let Some(last) = states.last() else { return false };
    let threads = || 0..model.threads();
    match finding.kind {
        FindingKind::Discipline(_) => model.violation(last).is_some(),
        FindingKind::Failure { thread, .. } => model.has_failed(thread, last),
        FindingKind::Deadlock => {
            let goes_on = threads().any(|thread| {
                let mut any = false;
                model.steps(thread, last, |_, _| any = true);
                any
            });
            !goes_on
                && !threads().all(|thread| model.may_rest(thread, last))
                && !threads().any(|thread| model.has_failed(thread, last))
        }
        // The run goes once around the loop.
        FindingKind::EndlessLoop { thread, from } => {
            let around = finding.run.get(from..).unwrap_or_default();
            states.get(from) == Some(last)
                && !around.is_empty()
                && around.iter().all(|(other, _)| *other == thread)
        }
        FindingKind::Stuck { thread } => {
            !model.may_rest(thread, last)
                && !model.has_failed(thread, last)
                && moves_again(model, thread, last, &Query::default()) == MovesAgain::Never
        }
        FindingKind::Invariant(number) => !model.invariant(number, last),
        // These searches look at no properties.
        FindingKind::Property { .. } => false,
    }
}
