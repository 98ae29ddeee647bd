//! The evaluation of one local hypothesis for one object and some threads, formula by formula.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_discipline::{ChosenSet, LocalHypothesis as H};

use super::plain::{PlainSpace, own_steps};
use crate::space::{ExploredSpace as _, SpaceEdge};

/// The object and the threads that the indices of a formula stand for, by number.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) object: Option<usize>,
    pub(super) threads: Vec<(&'static str, usize)>,
}

impl At {
    /// The thread that an index stands for; 0 for an index that the formula does not have.
    pub(super) fn thread(&self, index: &str) -> usize {
        self.threads.iter().find(|(name, _)| *name == index).map_or(0, |(_, thread)| *thread)
    }
}

/// The evidence that a hypothesis does not hold.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) state: usize,
    pub(super) steps: Vec<SpaceEdge>,
    /// Tells whether the fault is that the steps cannot be had in the other order.
    pub(super) is_exchange: bool,
}

/// All that the indices of a hypothesis may stand for. Different threads have different indices, but `j` and `l` may be
/// one thread.
pub(super) fn instances(space: &PlainSpace<'_>, hypothesis: H) -> Vec<At> {
    let mut all = vec![At { object: None, threads: Vec::new() }];
    for &index in hypothesis.indices() {
        let with = |at: &At| -> Vec<At> {
            if index == "g" {
                let of = |object| At { object: Some(object), ..at.clone() };
                return (0..space.count_objects()).map(of).collect();
            }
            let is_free = |thread: &usize| {
                let clashes = |(name, known): &(&str, usize)| {
                    known == thread && !(index == "l" && *name == "j")
                };
                !at.threads.iter().any(clashes)
            };
            let of = |thread| {
                let mut at = at.clone();
                at.threads.push((index, thread));
                at
            };
            (0..space.threads()).filter(is_free).map(of).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Which steps of a thread are meant.
#[derive(Clone, Copy, PartialEq)]
enum Steps {
    /// `u_j`.
    Invisible,
    /// `v_j`.
    Visible,
    /// `s_j`.
    All,
}

impl Steps {
    fn kinds(self) -> &'static [bool] {
        match self {
            Steps::Invisible => &[false],
            Steps::Visible => &[true],
            Steps::All => &[false, true],
        }
    }
}

type Answer = (usize, Option<Found>);

/// Evaluates a hypothesis: the number of states, steps or pairs of steps that it speaks of, and what shows that it does
/// not hold; `None` when the flag is raised before that is known.
pub(super) fn evaluate(
    space: &PlainSpace<'_>,
    hypothesis: H,
    at: &At,
    cancel: Option<&AtomicBool>,
) -> Option<Answer> {
    let e = Evaluation { space, cancel };
    let [i, j, k, l] = ["i", "j", "k", "l"].map(|index| at.thread(index));
    let g = at.object.unwrap_or_default();
    let has = |state, thread| e.has(state, g, thread);
    let accesses = |state, thread| e.accesses(state, g, thread);
    let bad = |state| space.is_bad(state);
    let p = |state, thread| space.is_visible_at(state, thread);
    let o = |state, thread| e.may(state, thread);
    let apart = |state, one, other| e.is_apart(state, one, other);
    let f = |state, thread| space.is_about_to_fail(state, thread);
    let is_chosen = |set: ChosenSet, state: usize| space.chosen_at(state, g, i) == Some(set);
    match hypothesis {
        H::R1 => e.states(|s| accesses(s, i) && !has(s, i), bad),
        H::R2 => e.states(|s| has(s, i) && has(s, j), bad),
        H::Rf => e.states(|s| f(s, i), bad),
        H::R3 => e.states(bad, |s| e.breaks_a_rule(s)),
        H::Fu => {
            e.exchange((j, Steps::Invisible), i, |s, mid| apart(s, i, j) && !f(s, i) && !f(mid, i))
        }
        H::Fv => {
            e.exchange((j, Steps::Visible), i, |s, mid| apart(s, i, j) && !f(s, i) && !f(mid, i))
        }
        H::Fs => e.steps(
            (j, Steps::All),
            |s| apart(s, i, j) && !p(s, i) && !accesses(s, i),
            |_, to| !accesses(to, i),
        ),
        H::Fa => e.steps(
            (i, Steps::Invisible),
            |s| apart(s, i, k) && accesses(s, k),
            |_, to| accesses(to, k),
        ),
        H::Fc => {
            e.steps((i, Steps::Invisible), |s| !apart(s, i, k), |s, to| e.shares_still(s, to, i, k))
        }
        H::F1 => e.steps_to(
            (j, Steps::All),
            |s, to| apart(s, i, j) && !f(s, i) && !p(to, i) && f(to, i),
            |s, _| own_steps(space, s, i, false).iter().any(|edge| f(edge.to, j)),
        ),
        H::F2 => e.steps((i, Steps::Invisible), |s| apart(s, i, k) && f(s, k), |_, to| f(to, k)),
        H::A1 => e.steps((i, Steps::Invisible), |s| o(s, i) && has(s, k), |_, to| has(to, k)),
        H::A2 => e.steps((i, Steps::Invisible), |s| o(s, i) && !has(s, k), |_, to| !has(to, k)),
        H::Bv => e.steps(
            (j, Steps::Visible),
            |s| o(s, j) && !has(s, j) && !p(s, i) && accesses(s, i) && has(s, i),
            |_, to| has(to, i),
        ),
        H::X => e.pairs(
            j,
            i,
            |s, mid| !bad(s) && !p(s, i) && o(mid, i) && has(mid, i) && has(mid, l),
            |end| has(end, i),
        ),
        H::A => e.steps(
            (i, Steps::Invisible),
            |s| is_chosen(ChosenSet::A, s) && o(s, i) && has(s, i),
            |_, to| has(to, i),
        ),
        H::B1 => e.steps((j, Steps::Visible), |s| o(s, j) && !has(s, i), |_, to| !has(to, i)),
        H::B2 => {
            e.steps((j, Steps::All), |s| o(s, j) && has(s, i) && !has(s, j), |_, to| !has(to, j))
        }
        H::C => e.steps(
            (j, Steps::All),
            |s| !bad(s),
            |_, to| !(is_chosen(ChosenSet::C, to) && has(to, i) && has(to, l)),
        ),
        H::Invisible14a => e.leads((j, Steps::Invisible), i),
        H::Visible15a => e.leads((j, Steps::Visible), i),
        H::Separated18 => e.steps((i, Steps::Invisible), |_| true, |s, _| !p(s, i)),
        H::NonBlocking19 => e.states(|s| !p(s, i), |s| !own_steps(space, s, i, false).is_empty()),
        H::Separated20 => e.steps((i, Steps::Visible), |_| true, |s, _| p(s, i)),
        H::Bounded => e.bounded(i),
        H::Commutation => e.exchange((j, Steps::All), i, |s, mid| !bad(s) && !f(mid, i)),
        H::NoMending => e.pairs(j, i, |s, mid| !bad(s) && !f(mid, i) && bad(mid), bad),
    }
}

struct Evaluation<'a, 's> {
    space: &'a PlainSpace<'s>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Evaluation<'a, '_> {
    /// `e_{g,i}`.
    fn has(&self, state: usize, object: usize, thread: usize) -> bool {
        self.space.allowed(state, thread)[object / 64] >> (object % 64) & 1 == 1
    }

    /// `a_{g,i}`.
    fn accesses(&self, state: usize, object: usize, thread: usize) -> bool {
        self.space.accessed(state, thread)[object / 64] >> (object % 64) & 1 == 1
    }

    /// `o_i`: the thread may access all that it accesses.
    fn may(&self, state: usize, thread: usize) -> bool {
        let accessed = self.space.accessed(state, thread).iter();
        accessed.zip(self.space.allowed(state, thread)).all(|(a, e)| a & !e == 0)
    }

    /// `c_{i,j}`: the threads access nothing in common.
    fn is_apart(&self, state: usize, one: usize, other: usize) -> bool {
        let accessed = self.space.accessed(state, one).iter();
        accessed.zip(self.space.accessed(state, other)).all(|(a, b)| a & b == 0)
    }

    /// Whether a thread accesses after a step one of the objects that it and another thread accessed before.
    fn shares_still(&self, state: usize, to: usize, one: usize, other: usize) -> bool {
        let [a, b, after] =
            [(state, one), (state, other), (to, other)].map(|(s, t)| self.space.accessed(s, t));
        a.iter().zip(b).zip(after).any(|((a, b), after)| a & b & after != 0)
    }

    /// Whether a thread accesses an object without access, two threads have access to one, or a thread is about to
    /// fail.
    fn breaks_a_rule(&self, state: usize) -> bool {
        let threads = 0..self.space.threads();
        let shared = |one: usize, other: usize| {
            let allowed = self.space.allowed(state, one).iter();
            allowed.zip(self.space.allowed(state, other)).any(|(a, b)| a & b != 0)
        };
        threads.clone().any(|i| {
            let shares = threads.clone().any(|j| i < j && shared(i, j));
            !self.may(state, i) || shares || self.space.is_about_to_fail(state, i)
        })
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// `P <= Q` for predicates.
    fn states(
        &self,
        premise: impl Fn(usize) -> bool,
        conclusion: impl Fn(usize) -> bool,
    ) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let (mut cases, mut found) = (0, None);
        for state in (0..self.space.states().len()).filter(|state| premise(*state)) {
            cases += 1;
            if found.is_none() && !conclusion(state) {
                found = Some(Found { state, steps: Vec::new(), is_exchange: false });
            }
        }
        Some((cases, found))
    }

    /// That steps from where `premise` holds lead, from `s`, to states `t` with `conclusion(s, t)`.
    fn steps(
        &self,
        (thread, kind): (usize, Steps),
        premise: impl Fn(usize) -> bool,
        conclusion: impl Fn(usize, usize) -> bool,
    ) -> Option<Answer> {
        self.steps_to((thread, kind), |from, _| premise(from), conclusion)
    }

    /// That steps from `s` to `t` where `premise(s, t)` holds are such that `conclusion(s, t)` holds.
    fn steps_to(
        &self,
        (thread, kind): (usize, Steps),
        premise: impl Fn(usize, usize) -> bool,
        conclusion: impl Fn(usize, usize) -> bool,
    ) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let (mut cases, mut found) = (0, None);
        for edge in self.all_steps(thread, kind).filter(|edge| premise(edge.from, edge.to)) {
            cases += 1;
            if found.is_none() && !conclusion(edge.from, edge.to) {
                found = Some(Found { state: edge.from, steps: vec![*edge], is_exchange: false });
            }
        }
        Some((cases, found))
    }

    fn all_steps(&self, thread: usize, kind: Steps) -> impl Iterator<Item = &'a SpaceEdge> {
        let space = self.space;
        kind.kinds().iter().flat_map(move |&is_visible| space.steps_of(thread, is_visible))
    }

    /// `x_j p_i <= p_i x_j`: steps to where `i` is at a visible control point come from where it is.
    fn leads(&self, (thread, kind): (usize, Steps), other: usize) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let (mut cases, mut found) = (0, None);
        for edge in self.all_steps(thread, kind) {
            if self.space.is_visible_at(edge.to, other) {
                cases += 1;
                if found.is_none() && !self.space.is_visible_at(edge.from, other) {
                    let steps = vec![*edge];
                    found = Some(Found { state: edge.from, steps, is_exchange: false });
                }
            }
        }
        Some((cases, found))
    }

    /// That a step of `j` and then an invisible one of `i`, where `premise` holds of the first two states, lead to a
    /// state with `conclusion`.
    fn pairs(
        &self,
        j: usize,
        i: usize,
        premise: impl Fn(usize, usize) -> bool,
        conclusion: impl Fn(usize) -> bool,
    ) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let (mut cases, mut found) = (0, None);
        for first in self.all_steps(j, Steps::All).filter(|edge| premise(edge.from, edge.to)) {
            for second in own_steps(self.space, first.to, i, false) {
                cases += 1;
                if found.is_none() && !conclusion(second.to) {
                    let steps = vec![*first, *second];
                    found = Some(Found { state: first.from, steps, is_exchange: false });
                }
            }
        }
        Some((cases, found))
    }

    /// `x_j u_i <= u_i x_j`, for the steps of `x_j` between states of which `premise` holds.
    fn exchange(
        &self,
        (j, kind): (usize, Steps),
        i: usize,
        premise: impl Fn(usize, usize) -> bool,
    ) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let (mut cases, mut found) = (0, None);
        for first in self.all_steps(j, kind).filter(|edge| premise(edge.from, edge.to)) {
            for second in own_steps(self.space, first.to, i, false) {
                cases += 1;
                let can = || {
                    own_steps(self.space, first.from, i, false).iter().any(|one| {
                        let mut then = kind
                            .kinds()
                            .iter()
                            .flat_map(|&visible| own_steps(self.space, one.to, j, visible));
                        then.any(|two| two.to == second.to)
                    })
                };
                if found.is_none() && !can() {
                    let steps = vec![*first, *second];
                    found = Some(Found { state: first.from, steps, is_exchange: true });
                }
            }
        }
        Some((cases, found))
    }

    /// `(u_i !b)^w = 0`: states without a next step are left out again and again, until none is left, or only those
    /// from which there is no end.
    fn bounded(&self, i: usize) -> Option<Answer> {
        if self.is_cancelled() {
            return None;
        }
        let count = self.space.states().len();
        let own =
            || self.space.steps_of(i, false).iter().filter(|edge| !self.space.is_bad(edge.to));
        let mut next = vec![0usize; count];
        let mut before = vec![Vec::new(); count];
        let mut cases = 0;
        for edge in own() {
            cases += 1;
            next[edge.from] += 1;
            before[edge.to].push(edge.from);
        }
        let mut over: Vec<usize> = (0..count).filter(|state| next[*state] == 0).collect();
        while let Some(state) = over.pop() {
            for &from in &before[state] {
                next[from] -= 1;
                if next[from] == 0 {
                    over.push(from);
                }
            }
        }
        let Some(start) = (0..count).find(|state| next[*state] > 0) else {
            return Some((cases, None));
        };
        let (mut steps, mut state, mut seen) = (Vec::new(), start, vec![false; count]);
        while !seen[state] {
            seen[state] = true;
            let goes_on = |edge: &&SpaceEdge| !self.space.is_bad(edge.to) && next[edge.to] > 0;
            let own = own_steps(self.space, state, i, false);
            let step = own.iter().find(goes_on).expect("it goes on from here without end");
            steps.push(*step);
            state = step.to;
        }
        Some((cases, Some(Found { state: start, steps, is_exchange: false })))
    }
}
