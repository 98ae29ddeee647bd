//! The totals that workers tell each other: after each level, and in the end.

use super::super::look::leaves_open;
use super::{FoundApart, Kept, Model, Reduction, Share, Stopped, Store, Task, Worker};
use crate::query::FindingKind;

/// The message of a worker after a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelTotals {
    /// The number of its states that are new on the level.
    pub new: usize,
    /// The number of its states.
    pub states: usize,
    /// Tells whether the worker has found something.
    pub has_found: bool,
    /// Tells whether there was no memory for the steps between its states.
    pub loses_steps: bool,
    /// The reason why it takes no more states, if there is one.
    pub stopped: Option<Stopped>,
    /// The notes that its model has [made](Model::noted), if they are not what it has said last.
    pub noted: Option<Vec<u8>>,
    /// A hash of what says who owns which states.
    pub deal: u64,
}

/// The way to go on after a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next level.
    Level,
    /// The end of the search.
    End,
}

/// The message of a worker when the search has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The number of its states.
    pub states: usize,
    /// The number of steps that it has taken.
    pub transitions: u64,
    /// The number of its states that are visible.
    pub visible: usize,
    /// The number of bytes that its states take.
    pub bytes: usize,
    /// The control points that it has seen, by thread.
    pub reached: Vec<Vec<bool>>,
    /// The goals that it has seen.
    pub goals: Vec<bool>,
    /// Tells whether the worker has taken no steps from a state because a thread was about to fail.
    pub cut_short: bool,
    /// The number of deadlocks among its states.
    pub deadlocks: usize,
    /// The findings of this worker.
    pub found: Vec<FoundApart>,
    /// The notes that its model has [made](Model::noted).
    pub noted: Vec<u8>,
}

impl<M: Model, R: Reduction<M, Memory = ()>> Worker<'_, M, R> {
    /// Makes the message of this worker after a level, or after [`begin`](Self::begin).
    pub fn level_totals(&mut self) -> LevelTotals {
        self.share.store_own();
        LevelTotals {
            new: self.share.store.len() - self.end,
            states: self.share.store.len(),
            has_found: !self.share.seen.findings.is_empty() || !self.before.findings.is_empty(),
            loses_steps: matches!(self.share.kept, Kept::Lost(_)),
            stopped: self.share.stopped.or(self.begun.stopped),
            noted: Some(self.share.task.model.noted()).filter(|noted| *noted != self.noted),
            deal: self.share.deal.mark(),
        }
    }

    /// Works out of the totals of all workers, in their order, what comes next: the same for each of them. Where a
    /// worker has another model, or takes other states for its own, that is the end, and the search is not complete.
    pub fn agree(&mut self, all: &[LevelTotals]) -> Next {
        let Task { model, query, .. } = self.share.task;
        if let Some(noted) = &all[self.share.worker].noted {
            self.noted.clone_from(noted);
        }
        let is_same = all.iter().flat_map(|one| &one.noted).all(|noted| model.note(noted));
        let is_same = is_same && all.iter().all(|one| one.deal == all[0].deal);
        let is_new = all.iter().any(|one| one.new > 0);
        self.depth += usize::from(is_new && self.level > 0);
        if all.iter().any(|one| one.loses_steps) && self.share.kept.bytes() > 0 {
            self.share.kept.lose();
        }
        let states = all.iter().map(|one| one.states).sum::<usize>();
        let too_many = (states > query.max_states).then_some(Stopped::States);
        self.stopped = all.iter().find_map(|one| one.stopped).or(too_many);
        if !is_same {
            self.stopped.get_or_insert(Stopped::Cancelled);
        }
        let has_found = !query.keep_going && all.iter().any(|one| one.has_found);
        if has_found && is_new {
            self.stopped.get_or_insert(Stopped::Found);
        }
        if has_found || !is_new || self.stopped.is_some() { Next::End } else { Next::Level }
    }

    /// Makes the message of this worker when the search has ended.
    pub fn totals(&self) -> Totals {
        let Share { store, transitions, visible, seen, .. } = &self.share;
        let model = self.share.task.model;
        Totals {
            states: store.len(),
            transitions: *transitions,
            visible: *visible,
            bytes: self.share.bytes(),
            reached: seen.reached.clone(),
            goals: seen.goals.clone(),
            cut_short: seen.cut_short,
            deadlocks: seen.deadlocks,
            found: seen.findings.iter().filter_map(|found| FoundApart::of(model, found)).collect(),
            noted: model.noted(),
        }
    }

    /// Decides whether no steps were left out from any state, as the totals of all workers say.
    pub(super) fn is_closed(&self, all: &[Totals]) -> bool {
        let reduction = self.share.task.reduction;
        let before = self.before.findings.iter().map(|found| &found.kind);
        let leaves = |kind: &FindingKind<usize>| match kind {
            FindingKind::Discipline(_) => reduction.ends_in_bad_states(),
            FindingKind::EndlessLoop { .. } => true,
            _ => false,
        };
        !self.before.cut_short
            && !leaves_open(reduction, before)
            && !all.iter().any(|one| one.cut_short || one.found.iter().any(|f| leaves(&f.kind)))
    }
}
