//! The rows of a comparison: what a search says, what that rests on, and whether it agrees with the unreduced search.

use std::time::Duration;

use super::justify::{Condition, Justification};
use super::name::SearchName;
use super::walked::{Ended, Walked};
use crate::discipline::Outcome;
use crate::search::FindingKind;
use crate::verdict::{Exit, Verdict};

/// One search of a system, and what it says.
#[derive(Clone, Debug)]
pub struct Row {
    /// The search.
    pub search: SearchName,
    /// The findings of the search.
    pub walked: Walked,
    /// The grounds of its answers.
    pub justification: Justification,
    /// Tells whether the discipline is followed; where it is not, with the number of the finding.
    pub discipline: Answer,
    /// Tells whether no thread fails and no run ends in a deadlock; where this is not so, with the number of the
    /// finding.
    pub progress: Answer,
    /// Tells whether the search met what the unreduced search met.
    pub agreement: Agreement,
    /// The time that it took.
    pub time: Duration,
}

/// An answer of a search; one that fails has the number of its finding, whose run was executed again.
pub type Answer = Verdict<(), usize, Undecided>;

/// The reason why a search does not decide something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It ended before it had met everything.
    Ended(Ended),
    /// A condition of the theorem that justifies it is not met, or not known to be.
    Condition(Condition, Outcome),
    /// The theorem that justifies it does not speak of violations of the discipline.
    NotPreserved,
    /// The discipline is violated, after which a search that puts transitions together says nothing.
    Violated,
}

/// The comparison of a search with the unreduced one: it met what that met, as far as its theorems say that it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It did.
    Agrees,
    /// It did not.
    Differs(Difference),
    /// One of the two is not complete, or the unreduced search was not made: nothing is compared.
    NotCompared,
}

/// The point in which two searches differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// One has met a violation of the discipline, the other has not.
    Discipline,
    /// One has met a thread that fails, the other has not.
    Failure,
    /// The number of deadlocks.
    Deadlocks,
    /// One has met a control point, the other has not: the numbers of its thread and of the point.
    Point(usize, usize),
}

impl Row {
    /// Judges what a search met.
    pub(super) fn new(
        search: SearchName,
        walked: Walked,
        justification: Justification,
        time: Duration,
    ) -> Self {
        let broken = walked.first(is_violation);
        let ended = || walked.ended.clone().map(Undecided::Ended);
        let condition = || {
            let unmet = |(condition, outcome)| Undecided::Condition(condition, outcome);
            justification.obstacle().map(unmet)
        };
        let lost = (!justification.speaks_of_discipline).then_some(Undecided::NotPreserved);
        let discipline = match broken {
            Some(finding) => Verdict::Fails(finding),
            None => judged(ended().or_else(|| lost.clone()).or_else(condition)),
        };
        let stops = (broken.is_some() && search.walk.is_coarse()).then_some(Undecided::Violated);
        let progress = match walked.first(is_stuck) {
            Some(finding) => Verdict::Fails(finding),
            None => judged(ended().or(stops).or_else(condition)),
        };
        let agreement = Agreement::NotCompared;
        Row { search, walked, justification, discipline, progress, agreement, time }
    }

    /// Compares the row with that of the unreduced search.
    pub(super) fn compare(&mut self, with: &Walked) {
        self.agreement = if self.walked.ended.is_some() || with.ended.is_some() {
            Agreement::NotCompared
        } else {
            self.difference(with).map_or(Agreement::Agrees, Agreement::Differs)
        };
    }

    fn difference(&self, with: &Walked) -> Option<Difference> {
        let walked = &self.walked;
        let differ = |wanted: fn(&FindingKind<_>) -> bool| {
            walked.first(wanted).is_some() != with.first(wanted).is_some()
        };
        let is_bad = with.first(is_violation).is_some() || walked.first(is_violation).is_some();
        if differ(is_violation) && self.justification.speaks_of_discipline {
            return Some(Difference::Discipline);
        }
        // After a violation transitions cannot be put together.
        if is_bad && self.search.walk.is_coarse() {
            return None;
        }
        if differ(|kind| matches!(kind, FindingKind::Failure { .. })) {
            return Some(Difference::Failure);
        }
        let is_other = if self.justification.speaks_of_monitor {
            walked.deadlocks != with.deadlocks
        } else {
            (walked.deadlocks > 0) != (with.deadlocks > 0)
        };
        if is_other {
            return Some(Difference::Deadlocks);
        }
        walked.reached.iter().zip(&with.reached).enumerate().find_map(|(thread, (mine, theirs))| {
            let point = mine.iter().zip(theirs).position(|(mine, theirs)| mine != theirs)?;
            Some(Difference::Point(thread, point))
        })
    }

    /// The verdict of the row: that on the discipline and that on failures and deadlocks together.
    pub fn verdict(&self) -> Answer {
        match (&self.discipline, &self.progress) {
            (Verdict::Fails(finding), _) | (_, Verdict::Fails(finding)) => Verdict::Fails(*finding),
            (Verdict::Declined(why), _) | (_, Verdict::Declined(why)) => {
                Verdict::Declined(why.clone())
            }
            (Verdict::Holds(()), Verdict::Holds(())) => Verdict::Holds(()),
        }
    }

    /// The exit of a run that makes this search alone.
    pub fn exit(&self) -> Exit {
        Exit::from(&self.verdict())
    }

    /// Tells whether the row differs from the unreduced search although its theorems, whose conditions are met, say
    /// that it does not: a bug of this program.
    pub fn is_wrong(&self) -> bool {
        matches!(self.agreement, Agreement::Differs(_)) && self.justification.obstacle().is_none()
    }
}

fn judged(why: Option<Undecided>) -> Answer {
    why.map_or(Verdict::Holds(()), Verdict::Declined)
}

fn is_violation<V>(kind: &FindingKind<V>) -> bool {
    matches!(kind, FindingKind::Discipline(_))
}

fn is_stuck<V>(kind: &FindingKind<V>) -> bool {
    matches!(kind, FindingKind::Deadlock | FindingKind::Failure { .. })
}
