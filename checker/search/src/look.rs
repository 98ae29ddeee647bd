//! Looks for findings in states and steps; all searches do it in the same way.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::Task;
use super::model::Model;
use super::query::{FindingKey, FindingKind, Query, ThreadStep};
use super::reduction::Reduction;
use super::stuck::is_deadlock;

/// The place of a finding.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// In the stored state with this number.
    Stored(u32),
    /// The state after these steps from another state.
    After(From, Vec<ThreadStep>),
}

impl At {
    /// The state one step later.
    fn then(self, step: ThreadStep) -> Self {
        match self {
            At::Stored(number) => At::After(From::Stored(number), vec![step]),
            At::After(from, mut steps) => {
                steps.push(step);
                At::After(from, steps)
            }
        }
    }
}

/// A state from which the steps to a finding are counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// The stored state with this number.
    Stored(u32),
    /// A state of [`Begun`](super::begin::Begun): the search itself has not begun.
    Begun {
        /// The number of threads that have taken their first invisible steps, of those that have some.
        layer: usize,
        /// The number of the state in its layer.
        number: u32,
    },
}

/// Decides which of several findings of one kind is told, where the order in which they are met is a matter of chance:
/// the one of least rank. A rank is the level, and a hash of the state in which, or from which, the finding is made.
pub(super) type Rank = (u32, u64);

/// A finding with its place and rank.
#[derive(Clone, Debug)]
pub(super) struct Found<V> {
    pub(super) kind: FindingKind<V>,
    pub(super) at: At,
    pub(super) rank: Rank,
}

/// Everything that a search or one of its workers has seen so far.
#[derive(Clone, Debug)]
pub(super) struct Seen<V> {
    pub(super) findings: Vec<Found<V>>,
    /// The keys of the findings, each with the place of its finding in `findings`.
    kinds: FxHashMap<FindingKey, usize>,
    /// The rank of whatever is found now. With one worker it never changes, so that the first finding of a kind is
    /// told.
    pub(super) rank: Rank,
    /// Whether one finding of each sort is enough, as in a search that ends with its first finding.
    is_coarse: bool,
    pub(super) reached: Vec<Vec<bool>>,
    pub(super) goals: Vec<bool>,
    /// Tells whether no steps are taken from some state because a thread is about to fail in it.
    pub(super) cut_short: bool,
    /// The number of deadlocks.
    pub(super) deadlocks: usize,
    /// The goals that no state has reached yet.
    open: Vec<usize>,
}

impl<V: Clone + PartialEq> Seen<V> {
    pub(super) fn new<M: Model<Violation = V>>(model: &M, query: &Query<'_>) -> Self {
        Seen {
            findings: Vec::new(),
            kinds: FxHashMap::default(),
            rank: (0, 0),
            is_coarse: !query.keep_going,
            reached: (0..model.threads()).map(|thread| vec![false; model.points(thread)]).collect(),
            goals: vec![false; model.goals()],
            cut_short: false,
            deadlocks: 0,
            open: (0..model.goals()).collect(),
        }
    }

    /// Notes a finding. If there is one of its kind already, the new one replaces it only on the same level and with a
    /// lower rank.
    pub(super) fn found<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        found: FindingKind<V>,
        at: impl FnOnce() -> At,
    ) {
        let kind = key_of(model, &found);
        let rank = self.rank;
        match self.kinds.entry(if self.is_coarse { kind.coarse() } else { kind }) {
            Entry::Vacant(entry) => {
                entry.insert(self.findings.len());
                self.findings.push(Found { kind: found, at: at(), rank });
            }
            Entry::Occupied(entry) => {
                let before = &mut self.findings[*entry.get()];
                if rank.0 == before.rank.0 && rank.1 < before.rank.1 {
                    *before = Found { kind: found, at: at(), rank };
                }
            }
        }
    }

    /// Notes a failure if `thread` fails in a step. This is asked of every step, not only of steps to new states: two
    /// steps may fail at one control point, and lead to one state.
    #[inline]
    pub(super) fn look_at_step<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        query: &Query<'_>,
        (thread, step): ThreadStep,
        (before, after): (&M::State, &M::State),
        at: impl FnOnce() -> At,
    ) {
        if query.failures && model.has_failed(thread, after) {
            let reason = model.failure_reason(thread, step, before);
            self.found(model, FindingKind::Failure { thread, step: Some(step), reason }, at);
        }
    }

    /// Looks for findings in a state that is seen for the first time, after a step of `thread`, and returns whether the
    /// reduction takes no steps from it, because it is bad. In a system without threads the initial state comes after
    /// no step at all.
    #[inline]
    pub(super) fn look<M: Model<Violation = V>, R: Reduction<M>>(
        &mut self,
        Task { model, reduction, query }: Task<'_, M, R>,
        thread: usize,
        state: &M::State,
        at: impl Fn() -> At,
    ) -> bool {
        let has_thread = thread < self.reached.len();
        if has_thread
            && let Some(reached) = self.reached[thread].get_mut(model.point(thread, state))
        {
            *reached = true;
        }
        if !self.open.is_empty() {
            let goals = &mut self.goals;
            self.open.retain(|&goal| {
                goals[goal] = model.goal(goal, state);
                !goals[goal]
            });
        }
        if query.failures {
            for number in 0..model.invariants() {
                if !model.invariant(number, state) {
                    self.found(model, FindingKind::Invariant(number), &at);
                }
            }
        }
        let ends = reduction.ends_in_bad_states();
        let fails = ends && self.look_ahead(model, query, state, &at);
        let Some(violation) = (if query.discipline { model.violation(state) } else { None }) else {
            return fails;
        };
        self.found(model, FindingKind::Discipline(violation), &at);
        if !self.is_coarse {
            model.violations(state, |more| self.found(model, FindingKind::Discipline(more), &at));
        }
        ends
    }

    /// Notes the failures that threads are about to have in a state, and returns whether there are any.
    #[inline]
    fn look_ahead<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        query: &Query<'_>,
        state: &M::State,
        at: &impl Fn() -> At,
    ) -> bool {
        let mut fails = false;
        model.about_to_fail(state, |thread, step| {
            fails = true;
            if query.failures {
                let reason = model.failure_reason(thread, step, state);
                let failure = FindingKind::Failure { thread, step: Some(step), reason };
                self.found(model, failure, || at().then((thread, step)));
            }
        });
        self.cut_short |= fails;
        fails
    }

    /// Notes a deadlock if some thread may not rest in a stored state from which no thread can go on. `is_new` says
    /// whether the state is expanded for the first time.
    pub(super) fn look_at_end<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        (number, is_new): (u32, bool),
        state: &M::State,
    ) {
        if is_deadlock(model, state) {
            self.deadlocks += usize::from(is_new);
            self.found(model, FindingKind::Deadlock, || At::Stored(number));
        }
    }

    /// Adds goals that were reached before: they are not looked for any more.
    pub(super) fn reach(&mut self, goals: &[bool]) {
        self.goals.iter_mut().zip(goals).for_each(|(mine, reached)| *mine |= reached);
        self.open.retain(|&goal| !self.goals[goal]);
    }

    /// Adds the control points, goals and deadlocks that another worker has seen, and whether its search is cut short.
    pub(super) fn merge(&mut self, other: &Seen<V>) {
        for (mine, theirs) in self.reached.iter_mut().zip(&other.reached) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
        self.goals.iter_mut().zip(&other.goals).for_each(|(mine, theirs)| *mine |= theirs);
        self.cut_short |= other.cut_short;
        self.deadlocks += other.deadlocks;
    }

    /// Joins the findings of several workers: of each kind the one with the lowest rank, lowest first, each with the
    /// number of its worker. Findings from before the workers began come first.
    pub(super) fn first_of<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        others: impl Iterator<Item = Vec<Found<V>>>,
    ) -> Vec<(usize, Found<V>)> {
        let mut all: Vec<(usize, Found<V>)> = Vec::new();
        for (worker, found) in others.enumerate() {
            all.extend(found.into_iter().map(|found| (worker, found)));
        }
        all.sort_by_key(|(_, found)| found.rank);
        all.retain(|(_, found)| {
            let kind = key_of(model, &found.kind);
            self.kinds.insert(if self.is_coarse { kind.coarse() } else { kind }, 0).is_none()
        });
        let begun = std::mem::take(&mut self.findings).into_iter().map(|found| (0, found));
        begun.chain(all).collect()
    }
}

/// The key of a finding. Of threads that can become one another one finding is enough.
fn key_of<M: Model>(model: &M, found: &FindingKind<M::Violation>) -> FindingKey {
    let key = FindingKey::of(found, |violation| model.violation_kind(violation));
    match model.renamings() {
        Some(renamings) => key.by(|thread| renamings.first_alike(thread)),
        None => key,
    }
}

/// Decides whether findings of these kinds, of each sort one, tell that some steps were not followed: no steps are
/// taken from bad states, and a reduced step that may go on for ever has no end.
pub(super) fn leaves_open<'a, M: Model, R: Reduction<M>>(
    reduction: &R,
    mut kinds: impl Iterator<Item = &'a FindingKind<M::Violation>>,
) -> bool
where
    M::Violation: 'a,
{
    let ends = reduction.ends_in_bad_states();
    kinds.any(|kind| match kind {
        FindingKind::Discipline(_) => ends,
        FindingKind::EndlessLoop { .. } => true,
        _ => false,
    })
}
