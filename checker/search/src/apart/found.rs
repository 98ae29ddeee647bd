//! Findings on their way between workers.

use rustc_hash::FxHashSet;

use super::super::look::{At, Found, From};
use super::{Model, Reduction, Task, Totals, Worker};
use crate::query::{FindingKey, FindingKind, ThreadStep};

/// A finding of one worker, in a form that other workers can be told: a violation of the discipline by the number of
/// its [kind](Model::violation_kind).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundApart {
    /// The finding.
    pub kind: FindingKind<usize>,
    /// The number of the stored state in which it is made, or from which the steps lead to it.
    pub number: u32,
    /// The steps from the stored state; none if it is made in that state.
    pub steps: Vec<ThreadStep>,
    /// The level on which it is made.
    pub level: u32,
    /// The hash of the stored state: of several findings of one kind on a level, the one with the least hash is told.
    pub hash: u64,
}

impl FoundApart {
    /// The finding in this form. None for one from before the search began, which every worker knows.
    pub(super) fn of<M: Model>(model: &M, found: &Found<M::Violation>) -> Option<Self> {
        let (number, steps) = match &found.at {
            At::Stored(number) => (*number, Vec::new()),
            At::After(From::Stored(number), steps) => (*number, steps.clone()),
            At::After(From::Begun { .. }, _) => return None,
        };
        let kind =
            found.kind.clone().try_map(|violation| Some(model.violation_kind(&violation)))?;
        let (level, hash) = found.rank;
        Some(FoundApart { kind, number, steps, level, hash })
    }

    fn key(&self, keep_going: bool) -> FindingKey {
        let key = FindingKey::of(&self.kind, |number| *number);
        if keep_going { key } else { key.coarse() }
    }
}

impl<M: Model, R: Reduction<M, Memory = ()>> Worker<'_, M, R> {
    /// The findings that are told, of those of all workers, each with the number of its worker: of each kind the first.
    /// Those from before the search began are not among them.
    pub fn first_of_each(&self, all: &[Totals]) -> Vec<(usize, FoundApart)> {
        let Task { model, query, .. } = self.share.task;
        let key_before = |found: &Found<M::Violation>| {
            let key = FindingKey::of(&found.kind, |violation| model.violation_kind(violation));
            if query.keep_going { key } else { key.coarse() }
        };
        let mut keys: FxHashSet<FindingKey> = self.before.findings.iter().map(key_before).collect();
        let mut found: Vec<(usize, FoundApart)> = Vec::new();
        for (worker, one) in all.iter().enumerate() {
            found.extend(one.found.iter().map(|found| (worker, found.clone())));
        }
        found.sort_by_key(|(_, found)| (found.level, found.hash));
        found.retain(|(_, found)| keys.insert(found.key(query.keep_going)));
        found
    }
}
