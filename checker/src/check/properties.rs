//! Decides the properties of a system, once its other claims are judged: each by a search of its own for a fair run of
//! which the formula is false.
//!
//! The search takes reduced steps where the theorem applies, the discipline is followed and no thread takes invisible
//! steps for ever, all of which the main search has found out. Transitions that matter to the property are visible then
//! ([`Discipline::observing`]): for each run of the system there is one by reduced steps with the same visible
//! transitions, and invisible ones change nothing that the formula, or fairness, speaks of, so the formula is true of
//! both or of neither. Elsewhere all steps are taken, within the limits. A run that is found is a run of the system in
//! either case, and was confirmed by following it in single steps.

use super::claim::Inconclusive;
use super::explore::Search;
use super::property_answer::PropertyAnswer;
use super::report::CheckReport;
use crate::discipline::{Discipline, Packed};
use crate::liveness::{Answer, Ending, Lasso, Question, refute};
use crate::search::{Finding, FindingKind, Order, Query, Stopped};
use crate::system::{Fairness, PackedState, Thread};

/// Adds the answers about the properties to a report, and judges its claims again.
pub(super) fn decided(mut report: CheckReport, asked: Search<'_>) -> CheckReport {
    let count = report.subject.system().properties().len();
    if count == 0 {
        return report;
    }
    for property in 0..count {
        let (answer, lasso) = decide(&report, property, asked);
        report.properties.push(answer);
        if let Some(lasso) = lasso {
            let from = match lasso.ending {
                Ending::Repeats(_) => Some(lasso.stem.len()),
                Ending::Ends => None,
            };
            let kind = FindingKind::Property { number: property, from };
            report.exploration.findings.push(Finding { kind, run: lasso.steps().collect() });
        }
    }
    report.judged()
}

fn decide(
    report: &CheckReport,
    property: usize,
    asked: Search<'_>,
) -> (PropertyAnswer, Option<Lasso>) {
    let cancelled = Inconclusive::Stopped(Stopped::Cancelled);
    let Some(base) = report.subject.discipline() else {
        return (PropertyAnswer::not_searched(report.order, cancelled), None);
    };
    let order = match how(report) {
        Ok(order) => order,
        Err(why) => return (PropertyAnswer::not_searched(report.order, why), None),
    };
    let observing = match order {
        Order::Reduced => base.observing(property, asked.cancel),
        Order::Unreduced => Ok(Discipline::clone(base)),
    };
    let Ok(discipline) = observing else {
        return (PropertyAnswer::not_searched(order, cancelled), None);
    };
    search(&discipline, property, order, asked)
}

/// The steps that a search for a property takes, or why none is made.
fn how(report: &CheckReport) -> Result<Order, Inconclusive> {
    let found = |kind: fn(&FindingKind<_>) -> bool| {
        report.exploration.findings.iter().any(|finding| kind(&finding.kind))
    };
    let is_endless = found(|kind| matches!(kind, FindingKind::EndlessLoop { .. }));
    match report.exploration.stopped {
        // Properties are claims like others: the search ends with the first that fails, unless it says nothing of the
        // system.
        Some(Stopped::Found) if is_endless => Ok(Order::Unreduced),
        Some(why) => Err(Inconclusive::Stopped(why)),
        None if report.order == Order::Reduced && report.subject.locks().is_none() => {
            Ok(if report.undecided().is_none() { Order::Reduced } else { Order::Unreduced })
        }
        None => Ok(Order::Unreduced),
    }
}

/// Searches for a fair run of which a property is false.
fn search(
    discipline: &Discipline,
    property: usize,
    order: Order,
    asked: Search<'_>,
) -> (PropertyAnswer, Option<Lasso>) {
    let Search { options, cancel, progress, .. } = asked;
    let system = discipline.system();
    let query = Query {
        // What the main search has found out of bad states holds here too; all steps are taken from them otherwise.
        discipline: false,
        max_states: options.max_states,
        memory: options.memory,
        cancel,
        progress,
        ..Query::default()
    };
    let model = Packed::new(discipline);
    let fairness: Vec<Fairness> = system.threads().iter().map(Thread::fairness).collect();
    let truth = |atom: &usize, state: &PackedState| system.atom_holds(property, *atom, state);
    let formula = system.properties()[property].formula();
    let question = Question { model: &model, formula, truth, fairness: &fairness };
    let Ok(answer) = refute(&question, &order, &query) else {
        let is_cancelled =
            cancel.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed));
        let why = if is_cancelled {
            Inconclusive::Stopped(Stopped::Cancelled)
        } else {
            Inconclusive::Formula
        };
        return (PropertyAnswer::not_searched(order, why), None);
    };
    assert!(answer.unconfirmed.is_none(), "a run that is no counterexample was found: {answer:?}");
    if answer.lasso.is_none() && !answer.met.is_nothing() {
        // What the main search has ruled out was met: only all steps can tell.
        assert_eq!(order, Order::Reduced, "a search by all steps leaves nothing out");
        return search(discipline, property, Order::Unreduced, asked);
    }
    let Answer { states, product_states, transitions, bytes, stopped, lasso, .. } = answer;
    let open = stopped.filter(|_| lasso.is_none()).map(Inconclusive::Stopped);
    (PropertyAnswer { order, states, product_states, transitions, bytes, open }, lasso)
}
