//! States and steps of a small system, and what a search by reduced steps does with them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use reductio::discipline::Discipline;
use reductio::discipline::Packed;
use reductio::search::Model as _;
use reductio::system::{PackedState, ThreadId};
use reductio::validate::{Space, StateSpace, Unexplored};

use crate::execution::show_state;

/// The usual limit on the number of states of a [`StateGraph`].
pub const MOST_STATES: usize = 10_000;

/// What a search by reduced steps does with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// It never meets it.
    LeftOut,
    /// It passes through it, between visible states, or finds that it is bad, and does not store it.
    Passed,
    /// It stores it: a visible state.
    Stored,
}

/// What is wrong in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// No thread can go on, and some may not rest.
    Deadlock,
    /// A thread has failed, or an invariant is violated.
    Failure,
    /// The discipline is violated.
    Bad,
}

impl Mark {
    /// For texts; nothing where nothing is wrong.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Mark::None => None,
            Mark::Deadlock => Some("deadlock"),
            Mark::Failure => Some("failure"),
            Mark::Bad => Some("bad"),
        }
    }
}

/// A step between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdge {
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
    pub(super) marks: Vec<Mark>,
    pub(super) treatments: Vec<Treatment>,
    /// Sorted by the state before.
    pub(super) edges: Vec<GraphEdge>,
    /// Where a search by reduced steps begins.
    pub(super) starts: BTreeSet<usize>,
    /// State before, state after, thread.
    pub(super) reduced: BTreeSet<(usize, usize, usize)>,
    /// What writes the whole graph for other programs.
    pub(super) command: String,
}

/// What is wrong in each state; `is_end` says from which there is no step.
fn marks(
    discipline: &Discipline,
    states: &[&(PackedState, bool)],
    is_end: impl Fn(usize) -> bool,
) -> Vec<Mark> {
    let model = Packed::new(discipline);
    let mark = |(number, (state, q)): (usize, &&(PackedState, bool))| {
        let mut threads = 0..model.threads();
        let has_failed = threads.clone().any(|thread| model.has_failed(thread, state))
            || (0..model.invariants()).any(|number| !model.invariant(number, state));
        match () {
            () if *q => Mark::Bad,
            () if has_failed => Mark::Failure,
            () if is_end(number) && !threads.all(|thread| model.may_rest(thread, state)) => {
                Mark::Deadlock
            }
            () => Mark::None,
        }
    };
    states.iter().enumerate().map(mark).collect()
}

impl StateGraph {
    /// Makes the graph of the states that a system reaches until its discipline is violated; the first bad state of each
    /// run is the last one. States that follow bad ones are left out, but count for the limit.
    ///
    /// # Errors
    /// [`Unexplored::TooLarge`] past `limit` states, [`Unexplored::Cancelled`] when `cancel` is raised before all states
    /// are known.
    pub fn new(
        discipline: &Discipline,
        limit: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Unexplored> {
        let space = StateSpace::new(discipline, Space::Reachable, limit, cancel)?;
        Ok(Self::of_space(&space))
    }

    fn of_space(space: &StateSpace<'_>) -> Self {
        let discipline = space.discipline();
        let system = discipline.system();
        // Old numbers of the states, and new ones.
        let (kept, number) = until_bad(space);
        let edges: Vec<GraphEdge> = space
            .edges()
            .iter()
            .filter(|edge| number[edge.from].is_some() && !space.states()[edge.from].1)
            .filter_map(|edge| {
                let transition = &system.thread(edge.thread).transitions()[edge.transition];
                Some(GraphEdge {
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
        let marks = marks(discipline, &states, |number| space.edges_from(kept[number]).is_empty());
        let mut graph = StateGraph {
            name: system.name().to_owned(),
            threads: system.threads().iter().map(|thread| thread.name().to_owned()).collect(),
            words: states.iter().map(|(state, _)| show_state(system, state)).collect(),
            is_visible: states.iter().map(|(state, _)| discipline.is_visible(state)).collect(),
            marks,
            treatments: vec![Treatment::LeftOut; states.len()],
            edges,
            starts: BTreeSet::new(),
            reduced: BTreeSet::new(),
            command: format!("reductio states {}.sys --format dot", system.name()),
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
        self.treatments.len()
    }

    /// How many states a search by reduced steps stores.
    pub fn stored(&self) -> usize {
        self.treatments.iter().filter(|kind| **kind == Treatment::Stored).count()
    }

    /// The single steps, all together.
    pub fn edges(&self) -> &[GraphEdge] {
        &self.edges
    }

    /// The reduced steps between stored states: state before, state after, thread.
    pub fn reduced(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.reduced.iter().copied()
    }

    /// What is wrong in each state.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// With the command that writes the whole graph for other programs, which is named where it is too large for a
    /// picture.
    #[must_use]
    pub fn with_command(mut self, command: String) -> Self {
        self.command = command;
        self
    }

    /// The numbers of the steps from a state.
    pub(super) fn from(&self, state: usize) -> Range<usize> {
        let start = self.edges.partition_point(|edge| edge.from < state);
        start..start + self.edges[start..].partition_point(|edge| edge.from == state)
    }
}
