//! Explains why a statement is false in a system, with the names of its threads, cells and steps.

use reductio_algebra::{Index, Term, TermKind};
use reductio_relations::{Falsity, Witness};
use serde::Serialize;

use super::space::{ExploredSpace, SpaceEdge, StateSpace, edges_from};
use super::statements::{U_I, V_I};
use reductio_system::CellId;

/// The reason why a statement does not hold: a pair of states that one of its sides relates and the other does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The thread that each index of the statement stands for, outermost first.
    pub indices: Vec<(String, ThreadName)>,
    /// The two states.
    pub pair: (StateView, StateView),
    /// Tells whether the left side relates them. It does, unless the statement is an equation.
    pub is_left: bool,
    /// The path by which that side relates them, as formulas have it: `0 -v_1-> 3 -u_0-> 4`.
    pub path: String,
    /// The steps of the path. A part that stands for any step, `T`, has none.
    pub steps: Vec<StepView>,
    /// For (16) and (17), the same two transitions in the other order.
    pub exchange: Option<Exchange>,
}

/// A thread, by its number and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ThreadName {
    /// The thread's number, from 0: its index in formulas.
    pub number: usize,
    /// The thread's name.
    pub name: String,
}

/// A state with the names and values of all its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StateView {
    /// The state's number in the space.
    pub number: usize,
    /// The value of `q`: whether this state or one before it was bad.
    pub violated: bool,
    /// The control points of the threads and the values of all other cells, by name.
    pub cells: Vec<(String, String)>,
}

/// A step with the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StepView {
    /// The thread that takes it.
    pub thread: ThreadName,
    /// The number of the transition in its thread.
    pub transition: usize,
    /// The text of its statement.
    pub text: String,
    /// Tells whether the step is visible, so that it belongs to `v` and not to `u`.
    pub visible: bool,
    /// The state after the step.
    pub to: StateView,
}

/// Two transitions in both orders, from the first state of the pair of a [`Fault`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Exchange {
    /// The steps in the order of the left side: thread `j`, then thread `i`.
    pub given: Vec<StepView>,
    /// The steps in the other order, as far as it can be followed.
    pub exchanged: Vec<StepView>,
    /// The difference between the two orders.
    pub parting: Parting,
}

/// The difference between two orders of the same transitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Parting {
    /// The next transition is not enabled in the other order.
    NotEnabled,
    /// The orders end in different states.
    Different {
        /// The names of the cells that differ.
        cells: Vec<String>,
        /// Tells whether one order has violated the discipline and the other has not.
        violated: bool,
    },
}

/// An explored space whose threads, states and steps have names, so that faults in it can be told.
pub(super) trait NamedSpace: ExploredSpace {
    /// A thread with its name.
    fn thread(&self, number: usize) -> ThreadName;
    /// A state with the names and values of its cells.
    fn state(&self, number: usize) -> StateView;
    /// The text of the statement of a step.
    fn text(&self, edge: &SpaceEdge) -> String;
    /// The difference between two states.
    fn difference(&self, one: usize, other: usize) -> Parting;
}

impl NamedSpace for StateSpace<'_> {
    fn thread(&self, number: usize) -> ThreadName {
        let name = self.discipline().system().threads()[number].name().to_owned();
        ThreadName { number, name }
    }

    fn state(&self, number: usize) -> StateView {
        let (state, violated) = &self.states()[number];
        let system = self.discipline().system();
        let shown = |(index, cell): (usize, &reductio_system::Cell)| {
            let value = system.value(state, CellId::new(index));
            (cell.name().to_owned(), cell.domain().show(value))
        };
        let cells = system.cells().iter().enumerate().map(shown).collect();
        StateView { number, violated: *violated, cells }
    }

    fn text(&self, edge: &SpaceEdge) -> String {
        let owner = self.discipline().system().thread(edge.thread);
        owner.transitions()[edge.transition].text().to_owned()
    }

    fn difference(&self, one: usize, other: usize) -> Parting {
        let (one, other) = (&self.states()[one], &self.states()[other]);
        let system = self.discipline().system();
        let differs = |cell: &CellId| system.value(&one.0, *cell) != system.value(&other.0, *cell);
        let cells = (0..system.cells().len()).map(CellId::new).filter(differs);
        Parting::Different {
            cells: cells.map(|cell| system.cell(cell).name().to_owned()).collect(),
            violated: one.1 != other.1,
        }
    }
}

/// Explains faults in a space of states.
pub(super) struct FaultExplainer<'a>(pub &'a dyn NamedSpace);

impl FaultExplainer<'_> {
    /// Makes a fault of a witness; `None` if the witness is not a pair of states.
    pub(super) fn fault(&self, witness: &Witness) -> Option<Fault> {
        let Falsity::Pair { side, path } = &witness.failure else { return None };
        let edges: Vec<SpaceEdge> = path
            .steps()
            .iter()
            .filter_map(|(from, term, to)| self.edge(*from, term, *to))
            .collect();
        let indices: Vec<(String, ThreadName)> = witness
            .indices
            .iter()
            .map(|(name, number)| (name.to_string(), self.0.thread(*number)))
            .collect();
        let exchange = match edges[..] {
            [first, second] if first.thread != second.thread && !self.0.is_visible(&second) => {
                Some(self.exchange(first, second))
            }
            _ => None,
        };
        Some(Fault {
            indices,
            pair: (self.0.state(path.from), self.0.state(path.to)),
            is_left: *side == reductio_relations::Side::Left,
            path: path.to_string(),
            steps: edges.iter().map(|edge| self.step(edge)).collect(),
            exchange,
        })
    }

    /// The step from one state to another that the symbol `u_i` or `v_i` of a path stands for.
    fn edge(&self, from: usize, term: &Term, to: usize) -> Option<SpaceEdge> {
        let TermKind::Symbol(symbol, indices) = term.kind() else { return None };
        let [Index::Process(thread)] = indices[..] else { return None };
        let visible = if *symbol == *V_I {
            true
        } else if *symbol == *U_I {
            false
        } else {
            return None;
        };
        let fits = |edge: &&SpaceEdge| {
            edge.to == to && thread == edge.thread.index() && self.0.is_visible(edge) == visible
        };
        edges_from(self.0.edges(), from).iter().find(fits).copied()
    }

    /// Takes the steps `first`, `second` in the other order.
    pub(super) fn exchange(&self, first: SpaceEdge, second: SpaceEdge) -> Exchange {
        let same = |from: usize, edge: SpaceEdge| {
            let fits = |e: &&SpaceEdge| (e.thread, e.transition) == (edge.thread, edge.transition);
            edges_from(self.0.edges(), from).iter().find(fits).copied()
        };
        let given = [first, second].iter().map(|edge| self.step(edge)).collect();
        let one = same(first.from, second);
        let two = one.and_then(|one| same(one.to, first));
        let exchanged = one.iter().chain(&two).map(|edge| self.step(edge)).collect();
        let parting = two.map_or(Parting::NotEnabled, |two| self.0.difference(second.to, two.to));
        Exchange { given, exchanged, parting }
    }

    pub(super) fn step(&self, edge: &SpaceEdge) -> StepView {
        StepView {
            thread: self.0.thread(edge.thread.index()),
            transition: edge.transition,
            text: self.0.text(edge),
            visible: self.0.is_visible(edge),
            to: self.0.state(edge.to),
        }
    }
}
