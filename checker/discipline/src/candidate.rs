//! Invariants that were found or are looked for, as single transitions are asked about them.

use crate::paths::Paths;
use crate::usage::support;
use reductio_system::{CellId, Expression, Point, System, ThreadId, Value};

/// An invariant that was found: a fact that holds wherever a thread is at one of some control points, or in all states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundInvariant {
    /// The thread and its control points; none for a fact that holds in all states.
    pub at: Option<(ThreadId, Vec<Point>)>,
    /// The fact.
    pub fact: Expression,
}

impl FoundInvariant {
    /// The invariant as one predicate.
    pub fn predicate(&self, system: &System) -> Expression {
        match self.away(system) {
            Some(away) => away.or(self.fact.clone()),
            None => self.fact.clone(),
        }
    }

    /// That the thread is at none of the control points.
    fn away(&self, system: &System) -> Option<Expression> {
        let (thread, points) = self.at.as_ref()?;
        let all = 0..system.thread(*thread).points().len();
        let others = all.filter_map(|k| Point::try_from(k).ok()).filter(|k| !points.contains(k));
        Some(Expression::at(*thread, others))
    }

    /// The invariant in words, such as `t at A, B => token == 0`.
    pub fn words(&self, system: &System) -> String {
        let fact = system.words(&self.fact);
        match &self.at {
            Some((thread, points)) => {
                let points: Vec<Value> = points.iter().copied().map(Value::from).collect();
                format!("{} => {fact}", system.at_words(*thread, &points))
            }
            None => fact,
        }
    }
}

/// An invariant that is assumed, or a candidate for one, as it is asked about.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) invariant: FoundInvariant,
    /// That its thread is elsewhere: then nothing is said.
    away: Option<Expression>,
    /// The cells that the fact reads, sorted.
    pub(super) fact_support: Vec<CellId>,
    /// The cells that the whole invariant reads, sorted.
    pub(super) support: Vec<CellId>,
}

impl Candidate {
    pub(super) fn new(system: &System, invariant: FoundInvariant) -> Self {
        let fact_support = support(&invariant.fact);
        let mut all = fact_support.clone();
        all.extend(invariant.at.as_ref().map(|(thread, _)| thread.counter()));
        all.sort_unstable();
        all.dedup();
        let away = invariant.away(system);
        Candidate { invariant, away, fact_support, support: all }
    }

    /// Whether the invariant holds on the present way.
    fn holds(&self, paths: &mut Paths<'_>) -> bool {
        self.away.as_ref().is_some_and(|away| paths.holds(away))
            || paths.holds(&self.invariant.fact)
    }
}

/// Decides whether all of these invariants hold on the present way. Those of threads whose place is known come first:
/// they say most.
pub(super) fn all_hold(paths: &mut Paths<'_>, mut left: Vec<&Candidate>) -> bool {
    while !left.is_empty() {
        let is_known = |one: &&Candidate| one.away.as_ref().is_none_or(|away| paths.knows(away));
        let next = left.iter().position(is_known).unwrap_or(0);
        if !left.swap_remove(next).holds(paths) {
            return false;
        }
    }
    true
}
