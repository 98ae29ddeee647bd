//! The states of a system with the history variable `q`, and the steps between them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use reductio_relations::{Assignment, BitRelation, Bits, ModelFault};

use super::statements::{P_I, Q, U_I, V_I};
use reductio_discipline::Discipline;
use reductio_system::{CellId, PackedState, System, ThreadId, Value};

/// The counting of states ends at this multiple of the limit.
const COUNTED: usize = 10;

/// The kinds of sets of states in which statements are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// The states that can be reached from the initial state.
    #[default]
    Reachable,
    /// Every valuation of all cells and control points in which the invariants hold that the discipline assumes, with
    /// `q` and without.
    All,
    /// The states that can be reached from the initial state and from others that were given.
    Given,
}

/// The error that there are more states than the limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}{states} states with the history variable: more than the limit of {limit}; \
     make constants, ranges or threads smaller, or raise the limit",
    if *is_exact { "" } else { "at least " }
)]
pub struct TooLarge {
    /// The number of states, or a lower bound of it.
    pub states: u128,
    /// Tells whether `states` is the exact number.
    pub is_exact: bool,
    /// The largest number of states that is allowed.
    pub limit: usize,
}

/// The reason why the states of a system, or the answers to questions about them, are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplored {
    /// There are more states than the limit allows.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The cancel flag was raised before the work was done.
    #[error("interrupted while the states of a system were gone through")]
    Cancelled,
}

/// A step of the system with its history variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceEdge {
    /// The number of the state before.
    pub from: usize,
    /// The number of the state after.
    pub to: usize,
    /// The thread that takes the step.
    pub thread: ThreadId,
    /// The number of the transition in its thread.
    pub transition: usize,
}

/// The states of a system with the history variable, numbered from 0, and the steps between them. A state is a state of
/// the system and `q`: whether it or an earlier state was bad. Number 0 of the reachable states is the initial one.
#[derive(Debug)]
pub struct StateSpace<'a> {
    discipline: &'a Discipline,
    states: Vec<(PackedState, bool)>,
    /// The steps, sorted by the state before.
    edges: Vec<SpaceEdge>,
}

impl<'a> StateSpace<'a> {
    /// Finds the states of a system and the steps between them.
    ///
    /// # Errors
    /// [`Unexplored::TooLarge`] past `limit` states, [`Unexplored::Cancelled`] when `cancel` is raised before all
    /// states are known.
    pub fn new(
        discipline: &'a Discipline,
        space: Space,
        limit: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Unexplored> {
        let system = discipline.system();
        let is_bad = |state: &PackedState| discipline.is_bad(state);
        let mut states = match space {
            Space::Reachable | Space::Given => vec![(system.initial(), is_bad(&system.initial()))],
            Space::All => {
                let mut all = valuations(system, limit)?;
                all.retain(|(state, _)| discipline.assumes(state));
                all
            }
        };
        let mut numbers: HashMap<(PackedState, bool), usize> =
            states.iter().cloned().enumerate().map(|(number, state)| (state, number)).collect();
        let mut edges = Vec::new();
        let mut from = 0;
        while from < states.len() {
            if cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Unexplored::Cancelled);
            }
            let (state, q) = states[from].clone();
            let q = q || is_bad(&state);
            for step in system.successors(&state) {
                let next = (step.state.clone(), q || is_bad(&step.state));
                let to = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() - 1
                });
                // Past the limit only the states are wanted, for the message.
                if states.len() <= limit {
                    let (thread, transition) = (step.thread, step.transition);
                    edges.push(SpaceEdge { from, to, thread, transition });
                }
            }
            if states.len() > limit.saturating_mul(COUNTED) {
                let states = states.len() as u128;
                return Err(TooLarge { states, is_exact: false, limit }.into());
            }
            from += 1;
        }
        if states.len() > limit {
            return Err(TooLarge { states: states.len() as u128, is_exact: true, limit }.into());
        }
        Ok(StateSpace { discipline, states, edges })
    }

    /// The discipline, which says which steps are visible and which states are bad.
    pub fn discipline(&self) -> &'a Discipline {
        self.discipline
    }

    /// The states, each with its value of `q`.
    pub fn states(&self) -> &[(PackedState, bool)] {
        &self.states
    }

    /// The steps, sorted by the state before.
    pub fn edges(&self) -> &[SpaceEdge] {
        &self.edges
    }

    /// The steps from a state.
    pub fn edges_from(&self, state: usize) -> &[SpaceEdge] {
        edges_from(&self.edges, state)
    }

    /// Decides whether a step is visible, so that it belongs to `v` and not to `u`.
    pub fn is_visible(&self, edge: &SpaceEdge) -> bool {
        self.discipline.classification().is_visible(edge.thread, edge.transition)
    }

    /// The relations that `u_i`, `v_i`, `p_i` and `q` stand for, over the numbers of the states. Cost: `n^2 / 64` for
    /// each thread.
    ///
    /// # Errors
    /// [`ModelFault`] if there are more states than [`Bits::MAX_STATES`].
    pub fn meaning(&self) -> Result<(Bits, Assignment<BitRelation>), ModelFault> {
        let bits = Bits::new(self.states.len())?;
        Ok((bits, meaning(self, bits)?))
    }

    /// The predicate that is true in the states for which `holds` is.
    ///
    /// # Errors
    /// [`ModelFault`] if `bits` has fewer states.
    pub fn predicate(
        &self,
        bits: &Bits,
        holds: impl Fn(&(PackedState, bool)) -> bool,
    ) -> Result<BitRelation, ModelFault> {
        predicate(*bits, self.states.len(), |number| holds(&self.states[number]))
    }
}

/// The states of a system or of a model with the steps between them, by number.
pub(super) trait ExploredSpace {
    /// The number of threads.
    fn threads(&self) -> usize;
    /// The number of states.
    fn count(&self) -> usize;
    /// All steps, sorted by the state before.
    fn edges(&self) -> &[SpaceEdge];
    /// Decides whether a step is visible, so that it belongs to `v` and not to `u`.
    fn is_visible(&self, edge: &SpaceEdge) -> bool;
    /// Decides whether a thread is at a visible control point in a state.
    fn is_at_visible_point(&self, thread: usize, state: usize) -> bool;
    /// The value of `q` in a state.
    fn is_violated(&self, state: usize) -> bool;
}

impl ExploredSpace for StateSpace<'_> {
    fn threads(&self) -> usize {
        self.discipline.system().threads().len()
    }

    fn count(&self) -> usize {
        self.states.len()
    }

    fn edges(&self) -> &[SpaceEdge] {
        &self.edges
    }

    fn is_visible(&self, edge: &SpaceEdge) -> bool {
        self.is_visible(edge)
    }

    fn is_at_visible_point(&self, thread: usize, state: usize) -> bool {
        let (thread, system) = (ThreadId::new(thread), self.discipline.system());
        let point = system.at(&self.states[state].0, thread);
        self.discipline.is_visible_point(thread, point)
    }

    fn is_violated(&self, state: usize) -> bool {
        self.states[state].1
    }
}

/// The steps from a state, of steps that are sorted by the state before.
pub(super) fn edges_from(edges: &[SpaceEdge], state: usize) -> &[SpaceEdge] {
    let start = edges.partition_point(|edge| edge.from < state);
    let end = edges.partition_point(|edge| edge.from <= state);
    &edges[start..end]
}

/// The relations that `u_i`, `v_i`, `p_i` and `q` stand for, over the numbers of a space's states.
pub(super) fn meaning(
    space: &dyn ExploredSpace,
    bits: Bits,
) -> Result<Assignment<BitRelation>, ModelFault> {
    let mut meaning = Assignment::new(space.threads());
    for thread in 0..space.threads() {
        let own = |visible| {
            let edges = space.edges().iter().filter(move |edge| edge.thread.index() == thread);
            let pairs = edges.filter(move |edge| space.is_visible(edge) == visible);
            bits.relation(pairs.map(|edge| (edge.from, edge.to)))
        };
        meaning.set(&U_I, &[thread], own(false)?);
        meaning.set(&V_I, &[thread], own(true)?);
        let p = predicate(bits, space.count(), |state| space.is_at_visible_point(thread, state))?;
        meaning.set(&P_I, &[thread], p);
    }
    meaning.set(&Q, &[], predicate(bits, space.count(), |state| space.is_violated(state))?);
    Ok(meaning)
}

/// The predicate that is true in the states, of so many, for whose numbers `holds` is.
pub(super) fn predicate(
    bits: Bits,
    states: usize,
    holds: impl Fn(usize) -> bool,
) -> Result<BitRelation, ModelFault> {
    bits.relation((0..states).filter(|number| holds(*number)).map(|number| (number, number)))
}

/// All valuations of all cells, first without `q`, then with it.
fn valuations(system: &System, limit: usize) -> Result<Vec<(PackedState, bool)>, TooLarge> {
    let sizes = system.cells().iter().map(|cell| u128::from(cell.domain().size()));
    let states = sizes.fold(2u128, u128::saturating_mul);
    if states > limit as u128 {
        return Err(TooLarge { states, is_exact: states < u128::MAX, limit });
    }
    let mut all = vec![system.layout().zero()];
    for (index, cell) in system.cells().iter().enumerate() {
        let with = |state: &PackedState, value: Value| {
            let mut state = state.clone();
            system.layout().write(&mut state, CellId::new(index), value);
            state
        };
        let domain = cell.domain();
        let values = || domain.low()..=domain.high();
        all = all.iter().flat_map(|state| values().map(move |value| with(state, value))).collect();
    }
    Ok(all.into_iter().flat_map(|state| [(state.clone(), false), (state, true)]).collect())
}
