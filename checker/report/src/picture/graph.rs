//! The states and steps of a small system as a graph, with the treatment of each in a search by reduced steps.

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

/// The treatment of a state in a search by reduced steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// The search never meets the state.
    LeftOut,
    /// The search passes through the state on its way between visible states, or finds that it is bad, and does not
    /// store it.
    Passed,
    /// The search stores the state, which is visible.
    Stored,
}

/// The finding in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing is wrong.
    #[default]
    None,
    /// No thread can go on, and some may not rest.
    Deadlock,
    /// A thread has failed, or an invariant is violated.
    Failure,
    /// The state violates the discipline.
    Bad,
}

impl Mark {
    /// The mark as a word for texts; `None` where nothing is wrong.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Mark::None => None,
            Mark::Deadlock => Some("deadlock"),
            Mark::Failure => Some("failure"),
            Mark::Bad => Some("bad"),
        }
    }
}

/// A step between two states of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    /// The number of the state before.
    pub from: usize,
    /// The number of the state after.
    pub to: usize,
    /// The number of the thread.
    pub thread: usize,
    /// The text of the statement.
    pub text: String,
    /// Tells whether the step is visible, so that it belongs to `v` and not to `u`.
    pub is_visible: bool,
    /// Tells whether the step is a part of a reduced step from a stored state, or of the way to the first stored state.
    pub is_walked: bool,
}

/// The numbers of the states that are reached without a step from a bad state, and for each state its place in that
/// list.
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

/// The state graph of a system, with the steps of a reduced search. State 0 is the initial one.
#[derive(Clone, Debug)]
pub struct StateGraph {
    pub(super) name: String,
    pub(super) threads: Vec<String>,
    /// The text of each state.
    pub(super) words: Vec<String>,
    pub(super) is_visible: Vec<bool>,
    pub(super) marks: Vec<Mark>,
    pub(super) treatments: Vec<Treatment>,
    /// The steps, sorted by the state before.
    pub(super) edges: Vec<GraphEdge>,
    /// The states in which a search by reduced steps begins.
    pub(super) starts: BTreeSet<usize>,
    /// The reduced steps: state before, state after, thread.
    pub(super) reduced: BTreeSet<(usize, usize, usize)>,
    /// The command that writes the whole graph for other programs.
    pub(super) command: String,
}

/// The mark of each state. `is_end` says whether a state has no successors.
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
    /// Makes the graph of the states that a system reaches until its discipline is violated; the first bad state of
    /// each run is the last one. States that follow bad ones are left out, but count for the limit.
    ///
    /// # Errors
    /// [`Unexplored::TooLarge`] past `limit` states, [`Unexplored::Cancelled`] when `cancel` is raised before all
    /// states are known.
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

    /// The number of states.
    pub fn states(&self) -> usize {
        self.treatments.len()
    }

    /// The number of states that a search by reduced steps stores.
    pub fn stored(&self) -> usize {
        self.treatments.iter().filter(|kind| **kind == Treatment::Stored).count()
    }

    /// All single steps, sorted by the state before.
    pub fn edges(&self) -> &[GraphEdge] {
        &self.edges
    }

    /// The reduced steps between stored states: state before, state after, thread.
    pub fn reduced(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.reduced.iter().copied()
    }

    /// The mark of each state.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Sets the command that writes the whole graph for other programs. Texts and pictures name it where the graph is
    /// too large to be drawn.
    #[must_use]
    pub fn with_command(mut self, command: String) -> Self {
        self.command = command;
        self
    }

    /// The numbers of the steps from a state in [`Self::edges`].
    pub(super) fn from(&self, state: usize) -> Range<usize> {
        let start = self.edges.partition_point(|edge| edge.from < state);
        start..start + self.edges[start..].partition_point(|edge| edge.from == state)
    }
}
