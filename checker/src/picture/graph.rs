//! States and steps of a small system, and what a search by reduced steps does with them.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;

use crate::discipline::Discipline;
use crate::execution::show_state;
use crate::system::ThreadId;
use crate::validate::{Space, StateSpace, TooLarge};

/// The most states that are gone through.
const MOST: usize = 2_000;

/// More states than are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct TooMany(#[from] pub TooLarge);

/// What a search by reduced steps does with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It never meets it.
    LeftOut,
    /// It passes through it, between visible states, or finds that it is bad, and does not store it.
    Passed,
    /// It stores it: a visible state.
    Stored,
}

/// A step between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the state before.
    pub from: usize,
    /// The number of the state after.
    pub to: usize,
    /// The number of the thread.
    pub thread: usize,
    /// The statement.
    pub text: String,
    /// Whether it is a step of `v`, not of `u`.
    pub is_visible: bool,
    /// Whether it is a part of a reduced step from a stored state, or of the way to the first one.
    pub is_walked: bool,
}

/// The states that are reached without leaving a bad one behind, in the order of their numbers; and the place of each
/// state in that list.
fn until_bad(space: &StateSpace<'_>) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut is_met = vec![false; space.states().len()];
    is_met[0] = true;
    let mut stack = vec![0];
    while let Some(state) = stack.pop() {
        if space.states()[state].1 {
            continue;
        }
        for edge in space.edges_from(state) {
            if !std::mem::replace(&mut is_met[edge.to], true) {
                stack.push(edge.to);
            }
        }
    }
    let kept: Vec<usize> = (0..is_met.len()).filter(|state| is_met[*state]).collect();
    let mut number = vec![None; is_met.len()];
    for (new, old) in kept.iter().enumerate() {
        number[*old] = Some(new);
    }
    (kept, number)
}

/// The state space of a system, full and reduced. State 0 is the initial one.
#[derive(Clone, Debug)]
pub struct StateGraph {
    pub(super) name: String,
    pub(super) threads: Vec<String>,
    /// Each state in words.
    pub(super) words: Vec<String>,
    pub(super) is_visible: Vec<bool>,
    pub(super) is_bad: Vec<bool>,
    pub(super) kinds: Vec<Kind>,
    pub(super) edges: Vec<Edge>,
    /// State before, state after, thread.
    pub(super) reduced: BTreeSet<(usize, usize, usize)>,
}

impl StateGraph {
    /// The states that a system reaches without a violation of its discipline, and the bad ones that end that.
    ///
    /// # Errors
    /// [`TooMany`] past two thousand states.
    ///
    /// # Panics
    /// Never: nobody ends it early.
    pub fn new(discipline: &Discipline<'_>) -> Result<Self, TooMany> {
        Self::new_until(discipline, None).expect("nobody ends it early")
    }

    /// The same; nothing, when the flag is set before the states are known.
    pub(crate) fn new_until(
        discipline: &Discipline<'_>,
        cancel: Option<&AtomicBool>,
    ) -> Option<Result<Self, TooMany>> {
        let space = StateSpace::new_until(discipline, Space::Reachable, MOST, cancel)?;
        Some(space.map(|space| Self::of_space(&space)).map_err(TooMany))
    }

    fn of_space(space: &StateSpace<'_>) -> Self {
        let discipline = space.discipline();
        let system = discipline.system();
        // Old numbers of the states, and new ones.
        let (kept, number) = until_bad(space);
        let edges: Vec<Edge> = space
            .edges()
            .iter()
            .filter(|edge| number[edge.from].is_some() && !space.states()[edge.from].1)
            .filter_map(|edge| {
                let transition = &system.thread(edge.thread).transitions()[edge.transition];
                Some(Edge {
                    from: number[edge.from]?,
                    to: number[edge.to]?,
                    thread: edge.thread.index(),
                    text: transition.text().to_owned(),
                    is_visible: space.is_visible(edge),
                    is_walked: false,
                })
            })
            .collect();
        let states: Vec<_> = kept.iter().map(|state| &space.states()[*state]).collect();
        let mut graph = StateGraph {
            name: system.name().to_owned(),
            threads: system.threads().iter().map(|thread| thread.name().to_owned()).collect(),
            words: states.iter().map(|(state, _)| show_state(system, state)).collect(),
            is_visible: states.iter().map(|(state, _)| discipline.is_visible(state)).collect(),
            is_bad: states.iter().map(|(_, q)| *q).collect(),
            kinds: vec![Kind::LeftOut; states.len()],
            edges,
            reduced: BTreeSet::new(),
        };
        let rests: Vec<Vec<bool>> = system
            .thread_ids()
            .map(|thread: ThreadId| {
                let at = |state| discipline.is_visible_point(thread, system.at(state, thread));
                states.iter().map(|(state, _)| at(state)).collect()
            })
            .collect();
        graph.reduce(&rests);
        graph
    }

    /// How many states there are, all together.
    pub fn states(&self) -> usize {
        self.kinds.len()
    }

    /// How many states a search by reduced steps stores.
    pub fn stored(&self) -> usize {
        self.kinds.iter().filter(|kind| **kind == Kind::Stored).count()
    }

    /// The single steps, all together.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The reduced steps between stored states: state before, state after, thread.
    pub fn reduced(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.reduced.iter().copied()
    }

    /// Goes through the graph by reduced steps. `rests` says for each thread in which states it has no invisible
    /// step.
    fn reduce(&mut self, rests: &[Vec<bool>]) {
        // From the initial state the threads go on to their first visible points, one after the other.
        let mut starts = BTreeSet::from([0]);
        for (thread, rests) in rests.iter().enumerate() {
            starts = starts.into_iter().flat_map(|s| self.closure(s, thread, rests)).collect();
        }
        let mut queue: VecDeque<usize> = starts.into_iter().collect();
        while let Some(state) = queue.pop_front() {
            if self.kinds[state] == Kind::Stored {
                continue;
            }
            self.kinds[state] = Kind::Stored;
            for edge in 0..self.edges.len() {
                let Edge { from, to, thread, .. } = self.edges[edge];
                if from != state {
                    continue;
                }
                self.edges[edge].is_walked = true;
                for end in self.closure(to, thread, &rests[thread]) {
                    self.reduced.insert((state, end, thread));
                    queue.push_back(end);
                }
            }
        }
    }

    /// Where a thread comes to by its invisible steps; what it meets on the way is passed.
    fn closure(&mut self, start: usize, thread: usize, rests: &[bool]) -> BTreeSet<usize> {
        let (mut ends, mut seen) = (BTreeSet::new(), BTreeSet::from([start]));
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            self.kinds[state] = self.kinds[state].max(Kind::Passed);
            // A search reports a bad state, and neither stores it nor goes on from it.
            if self.is_bad[state] {
                continue;
            }
            if rests[state] {
                ends.insert(state);
                continue;
            }
            for edge in &mut self.edges {
                if edge.from == state && edge.thread == thread && !edge.is_visible {
                    edge.is_walked = true;
                    if seen.insert(edge.to) {
                        stack.push(edge.to);
                    }
                }
            }
        }
        ends
    }
}
