//! The theorems on which the answer of a search rests, and their conditions.

use super::name::{Asleep, SearchName, Steps, Walk};
use super::walked::{Ended, Walked};
use crate::discipline::{self, Checker, Outcome, Premise};
use crate::search::FindingKind;
use crate::selective::Stopped;

/// The reason why a violation that a search does not find does not exist: theorems, each with its conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justification {
    /// The theorems; none where every state is looked at.
    pub theorems: Vec<Theorem>,
    /// The conditions of the theorems, each met, not met, or not known.
    pub conditions: Vec<(Condition, Outcome)>,
    /// Tells whether the theorems speak of violations of the discipline too, and not of deadlocks, failures and control
    /// points alone.
    pub speaks_of_discipline: bool,
    /// Tells whether all deadlocks are met that differ in what a monitor remembers; if not, one of each state of the
    /// system is.
    pub speaks_of_monitor: bool,
}

/// The knowledge about a system's discipline.
pub(super) struct Grounds {
    /// The premises of the discipline.
    pub(super) premises: Vec<Premise>,
    /// Tells whether another search has shown that the discipline is kept; `None` if it is not known.
    pub(super) is_kept: Option<bool>,
    /// Tells whether the rules are a lock discipline, whose monitor remembers the run.
    pub(super) is_monitored: bool,
}

/// A theorem about searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theorem {
    /// Theorem 1 of S5 with the discipline of exclusive access, for whatever is claimed: a search by reduced steps
    /// finds a violation if there is one.
    Reduction,
    /// Theorems 4 and 5 of S1: composed transitions reach the same visible states and deadlocks, and pass through the
    /// same control points.
    Composed,
    /// A search that takes the steps of a persistent set from each state meets the same deadlocks, and, where it
    /// ignores nobody for ever, the same control points (Godefroid 1996; S1, Theorem 1).
    Persistent,
    /// So does one that takes the steps of a set by S1's Algorithms 2-LD and 2-LD' (S1, Theorems 6 and 10).
    Locks,
    /// Sleep sets leave out no state (Godefroid 1996).
    Sleep,
    /// Dynamic partial-order reduction takes persistent sets (Flanagan and Godefroid 2005).
    Dynamic,
    /// Source sets are enough (Abdulla, Aronis, Jonsson and Sagonas 2014).
    Source,
}

/// The evidence that a theorem is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Support {
    /// The kernel has proved it.
    Proved,
    /// It is proved on paper; here searches that rest on it are compared with unreduced ones in tests.
    Published,
}

impl Theorem {
    /// All theorems.
    pub const ALL: [Theorem; 7] = [
        Theorem::Reduction,
        Theorem::Composed,
        Theorem::Persistent,
        Theorem::Locks,
        Theorem::Sleep,
        Theorem::Dynamic,
        Theorem::Source,
    ];

    /// The name of the theorem, with where it stands.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Reduction => "S5, Theorem 1",
            Theorem::Composed => "S1, Theorems 4 and 5",
            Theorem::Persistent => "persistent sets (Godefroid 1996; S1, Theorem 1)",
            Theorem::Locks => "persistent sets by locks (S1, Theorems 6 and 10)",
            Theorem::Sleep => "sleep sets (Godefroid 1996)",
            Theorem::Dynamic => "dynamic partial-order reduction (Flanagan and Godefroid 2005)",
            Theorem::Source => "source sets (Abdulla, Aronis, Jonsson and Sagonas 2014)",
        }
    }

    /// The evidence that the theorem is true.
    pub fn support(self) -> Support {
        match self {
            Theorem::Reduction | Theorem::Composed => Support::Proved,
            _ => Support::Published,
        }
    }

    /// The labels under which `reductio prove` checks the theorem; none for one that is proved on paper.
    pub fn labels(self) -> &'static [&'static str] {
        match self {
            Theorem::Reduction => &["claims, mixed sets"],
            // What they say of exclusive access, whose special case are objects with a lock.
            Theorem::Composed => &[
                "visible states, discipline",
                "deadlocks, discipline",
                "control points, discipline",
            ],
            _ => &[],
        }
    }
}

/// A condition of the theorems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// A condition of the reduction theorem, as the discipline answers for it.
    Reduction(Premise),
    /// A thread has at most one invisible transition at a time (`DetermInvis`).
    Deterministic,
    /// No reachable state violates the discipline.
    Kept,
    /// Every execution ends.
    Acyclic,
    /// Everything was walked: no limit and no bound cut the search.
    Complete,
}

impl Justification {
    /// The justification of a search that has met `walked`.
    pub(super) fn of(name: SearchName, walked: &Walked, grounds: Grounds) -> Self {
        let Grounds { premises, is_kept, is_monitored } = grounds;
        let mut theorems = Vec::new();
        let mut conditions = Vec::new();
        let takes_all = name.steps == Steps::All && name.sleep == Asleep::Never;
        // Where all steps are taken, or where nothing is put together and no state left out, violations are met. What a
        // monitor remembers is no part of what sleep sets are proved for.
        let keeps_states = !name.walk.is_coarse() && name.steps == Steps::All && !is_monitored;
        let speaks_of_discipline = takes_all || keeps_states;
        if name.walk.is_coarse() {
            let is_reduced = matches!(name.walk, Walk::Reduced | Walk::IfSss | Walk::IfSssCyc);
            theorems.push(if is_reduced { Theorem::Reduction } else { Theorem::Composed });
            let of = |premise| reduction(premise, walked);
            conditions.extend(premises.into_iter().map(of));
            if name.walk != Walk::Reduced {
                let outcome = match walked.ended {
                    None => Outcome::Met,
                    Some(Ended::Stopped(Stopped::Invisible { is_endless: false, .. })) => {
                        Outcome::NotMet
                    }
                    Some(_) => Outcome::Open,
                };
                conditions.push((Condition::Deterministic, outcome));
            }
            if !takes_all {
                let outcome = match is_kept {
                    None => Outcome::Open,
                    Some(true) => Outcome::Met,
                    Some(false) => Outcome::NotMet,
                };
                conditions.push((Condition::Kept, outcome));
            }
        }
        match name.steps {
            Steps::All => {}
            Steps::Persistent => theorems.push(Theorem::Persistent),
            Steps::Locks => theorems.push(Theorem::Locks),
            Steps::Dynamic => theorems.push(Theorem::Dynamic),
            Steps::Source => theorems.push(Theorem::Source),
        }
        if name.sleep != Asleep::Never {
            theorems.push(Theorem::Sleep);
        }
        if !name.walk.is_stored() && !name.walk.deepens() {
            let outcome = match walked.ended {
                None => Outcome::Met,
                Some(Ended::Stopped(Stopped::Cycle { .. })) => Outcome::NotMet,
                Some(_) => Outcome::Open,
            };
            conditions.push((Condition::Acyclic, outcome));
        }
        let is_complete = if walked.ended.is_none() { Outcome::Met } else { Outcome::NotMet };
        conditions.push((Condition::Complete, is_complete));
        let speaks_of_monitor = takes_all || !is_monitored;
        Justification { theorems, conditions, speaks_of_discipline, speaks_of_monitor }
    }

    /// The first condition that is not met, if one is not.
    pub fn obstacle(&self) -> Option<(Condition, Outcome)> {
        self.conditions.iter().copied().find(|(_, outcome)| *outcome != Outcome::Met)
    }
}

/// A premise of the reduction theorem after a search.
fn reduction(premise: Premise, walked: &Walked) -> (Condition, Outcome) {
    let outcome = if premise.checker == Checker::Search {
        let is_loop = |kind: &FindingKind<_>| matches!(kind, FindingKind::EndlessLoop { .. });
        match walked.ended {
            _ if walked.first(is_loop).is_some() => Outcome::NotMet,
            Some(Ended::Stopped(Stopped::Invisible { is_endless: true, .. })) => Outcome::NotMet,
            Some(_) => Outcome::Open,
            None => Outcome::Met,
        }
    } else {
        premise.outcome
    };
    (Condition::Reduction(Premise { outcome, ..premise }), outcome)
}

impl Condition {
    /// The condition of the reduction theorem, if it is one of those.
    pub fn of_reduction(self) -> Option<discipline::Condition> {
        match self {
            Condition::Reduction(premise) => Some(premise.condition),
            Condition::Deterministic
            | Condition::Kept
            | Condition::Acyclic
            | Condition::Complete => None,
        }
    }
}
