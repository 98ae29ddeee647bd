//! The findings of a search, in the same terms for all searches.

use std::num::NonZeroUsize;

use crate::locking::LockViolation;
use crate::search::{self, Exploration, Finding, FindingKind};
use crate::selective::{Executions, States, Stopped};

/// The findings of a search of a system.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The number of stored states; `None` for a search that stores none.
    pub states: Option<usize>,
    /// The number of steps that were taken, by what the search takes for a step.
    pub steps: u64,
    /// The number of executions that were walked to their end; `None` for a search that stores states.
    pub executions: Option<u64>,
    /// The length of the longest execution, or the greatest distance from the initial state, in steps.
    pub depth: usize,
    /// Tells whether each control point was met, by thread and point.
    pub reached: Vec<Vec<bool>>,
    /// The number of different deadlocks.
    pub deadlocks: usize,
    /// The findings, one of each kind, with the runs that lead to them. Invariants are not looked at.
    pub findings: Vec<Finding<LockViolation>>,
    /// The number of bytes of the stored states; `None` for a search that stores none.
    pub bytes: Option<usize>,
    /// The last bound that was tried, where bounds are tried one after the other.
    pub bound: Option<NonZeroUsize>,
    /// The reason why not all was walked, if it was not.
    pub ended: Option<Ended>,
}

/// The reason why a search ended before it had met everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A limit was reached, or the system is none for this search.
    Stopped(Stopped),
    /// So many executions were cut by the bound.
    Cut(u64),
}

impl Walked {
    /// The number of control points that were met.
    pub fn points(&self) -> usize {
        self.reached.iter().flatten().filter(|reached| **reached).count()
    }

    /// The number of the first finding that is as wanted.
    pub(super) fn first(
        &self,
        wanted: impl Fn(&FindingKind<LockViolation>) -> bool,
    ) -> Option<usize> {
        self.findings.iter().position(|finding| wanted(&finding.kind))
    }

    pub(super) fn of_exploration<V>(
        found: Exploration<V>,
        violation: impl Fn(V) -> LockViolation,
    ) -> Self {
        let ended = found.stopped.and_then(|stopped| match stopped {
            // Nothing asks these searches to end with what they find.
            search::Stopped::Found => None,
            search::Stopped::States => Some(Ended::Stopped(Stopped::States)),
            search::Stopped::Memory => Some(Ended::Stopped(Stopped::Memory)),
            search::Stopped::Cancelled => Some(Ended::Stopped(Stopped::Cancelled)),
        });
        Walked {
            states: Some(found.states),
            steps: found.transitions,
            executions: None,
            depth: found.depth,
            reached: found.reached,
            deadlocks: found.deadlocks,
            findings: findings(found.findings, violation),
            bytes: Some(found.bytes),
            bound: None,
            ended,
        }
    }

    pub(super) fn of_executions<S, V>(
        found: Executions<S, V>,
        bound: Option<NonZeroUsize>,
        violation: impl Fn(V) -> LockViolation,
    ) -> Self {
        let cut = (found.cut > 0).then_some(Ended::Cut(found.cut));
        Walked {
            states: None,
            steps: found.steps,
            executions: Some(found.executions),
            depth: found.longest,
            reached: found.reached,
            deadlocks: found.deadlocks.len(),
            findings: findings(found.findings, violation),
            bytes: None,
            bound,
            ended: found.stopped.map(Ended::Stopped).or(cut),
        }
    }

    pub(super) fn of_states<S, V>(
        found: States<S, V>,
        violation: impl Fn(V) -> LockViolation,
    ) -> Self {
        Walked {
            states: Some(found.states),
            steps: found.steps,
            executions: None,
            depth: found.depth,
            reached: found.reached,
            deadlocks: found.deadlocks.len(),
            findings: findings(found.findings, violation),
            bytes: Some(found.bytes),
            bound: None,
            ended: found.stopped.map(Ended::Stopped),
        }
    }
}

fn findings<V>(
    found: Vec<Finding<V>>,
    violation: impl Fn(V) -> LockViolation,
) -> Vec<Finding<LockViolation>> {
    let of = |Finding { kind, run }| {
        let kind = match kind {
            FindingKind::Discipline(broken) => FindingKind::Discipline(violation(broken)),
            FindingKind::Deadlock => FindingKind::Deadlock,
            FindingKind::Failure { thread, step, reason } => {
                FindingKind::Failure { thread, step, reason }
            }
            FindingKind::EndlessLoop { thread, from } => FindingKind::EndlessLoop { thread, from },
            // These searches do not ask for any of them.
            FindingKind::Invariant(_)
            | FindingKind::Stuck { .. }
            | FindingKind::Property { .. } => return None,
        };
        Some(Finding { kind, run })
    };
    found.into_iter().filter_map(of).collect()
}
