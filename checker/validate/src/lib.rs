#![doc = include_str!("../README.md")]

mod checks;
mod fault;
mod local;
mod model;
mod space;
mod statements;
mod text;

use std::sync::atomic::AtomicBool;

use reductio_relations::Bits;
use serde::Serialize;

pub use fault::{Exchange, Fault, Parting, StateView, StepView, ThreadName};
pub use local::{LocalCheck, LocalFault, LocalInstance, LocalValidation};
pub use model::{Undecided, ValidationOptions, validate_model};
pub use space::{Space, SpaceEdge, StateSpace, TooLarge, Unexplored};
pub use text::render;

use checks::{Checker, Watched};
use fault::FaultExplainer;
use reductio_discipline::{Discipline, FoundInvariant};
use statements::{FOR_A_CLAIM, HYPOTHESES_AND_CONCLUSION};

/// The largest number of states, with `q`, that [`validate`] takes; relations have no more. So many take some seconds
/// where everything holds, up to a minute where a fault is explained, and half a gigabyte.
pub const MAX_STATES: usize = Bits::MAX_STATES;

/// The result of checking the statements in one space of states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Validation {
    /// The name of the system.
    pub system: String,
    /// The kind of space that was checked.
    pub space: Space,
    /// The number of states, each counted with its value of `q`.
    pub states: usize,
    /// The number of steps between them.
    pub steps: usize,
    /// The invariants that the classification assumes: each is to hold in every state of the space. Of all valuations
    /// those are looked at in which all of them hold, and the states to which steps lead from there.
    pub assumed: Vec<AssumedInvariant>,
    /// The checks of (13)-(21), of (22), of (22) from any state, and then two for each claim.
    pub checks: Vec<Check>,
    /// The local hypotheses, from which (13)-(21) follow, in the same states without `q`; none for a model, which has
    /// no objects.
    pub local: Option<LocalValidation>,
    /// The names of the protected objects to which the theorem does not apply. If a hypothesis fails, they are the
    /// reason.
    pub outside: Vec<String>,
}

/// An invariant that a classification assumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct AssumedInvariant {
    /// Its name.
    pub name: String,
    /// Tells whether the invariant holds in every state of the space, so that no step leads out of it.
    pub holds: bool,
}

/// The check of one statement of S5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Check {
    /// The label of the statement, without parentheses: `16`.
    pub label: String,
    /// The statement as a formula.
    pub formula: String,
    /// The claim that `I` stands for, if the statement has `I`.
    pub claim: Option<String>,
    /// Tells whether the statement holds for all threads.
    pub holds: bool,
    /// The number of pairs of states that the statement speaks of, over all threads. If it is 0, the statement holds
    /// vacuously.
    pub instances: usize,
    /// The threads, or pairs `i`, `j` of threads, of which the statement says nothing, each with the reason.
    pub vacuous_for: Vec<String>,
    /// The reason why the statement does not hold, if it does not.
    pub fault: Option<Fault>,
}

impl Validation {
    /// Tells whether all statements hold, the local hypotheses among them. That a thread takes invisible steps for ever
    /// after a violation only is no fault.
    pub fn holds(&self) -> bool {
        self.checks.iter().all(|check| check.holds)
            && self.assumed.iter().all(|invariant| invariant.holds)
            && self
                .local
                .as_ref()
                .is_none_or(|local| local.holds() || local.holds_but_for_endless_runs())
    }

    /// The checks of the statements that fail, the local hypotheses left out.
    pub fn failing(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.holds)
    }

    /// The first check with a label.
    pub fn check(&self, label: &str) -> Option<&Check> {
        self.checks.iter().find(|check| check.label == label)
    }
}

/// Checks (13)-(21), the conclusion (22), both with each claim, and the local hypotheses, in a system with at most
/// `limit` states, and never more than [`MAX_STATES`]. Cost: some products and closures of `n` by `n` relations, and
/// (16), (17) for each pair of threads.
///
/// # Errors
/// [`Unexplored::TooLarge`] for more states, [`Unexplored::Cancelled`] when `cancel` is raised before the checks are
/// done.
pub fn validate(
    discipline: &Discipline,
    space: Space,
    limit: usize,
    cancel: Option<&AtomicBool>,
) -> Result<Validation, Unexplored> {
    let states = StateSpace::new(discipline, space, limit.min(MAX_STATES), cancel)?;
    of_states(&states, space, cancel).ok_or(Unexplored::Cancelled)
}

/// Makes the checks over the states of a system, at most [`MAX_STATES`]; `None` when the cancel flag is raised before
/// they are done.
fn of_states(
    states: &StateSpace<'_>,
    space: Space,
    cancel: Option<&AtomicBool>,
) -> Option<Validation> {
    let discipline = states.discipline();
    let (bits, mut meaning) = states.meaning().expect("the limit is that of the model");
    let checker = Checker { algebra: Watched { bits, cancel }, explainer: FaultExplainer(states) };
    let mut checks = checker.all(&HYPOTHESES_AND_CONCLUSION, None, &meaning)?;
    let local = Some(local::of_states(states, &checks, cancel)?);
    let system = discipline.system();
    let invariants = system.invariants().len();
    for (number, claim) in discipline.exact_claims().enumerate() {
        // An invariant is settled where it is violated.
        let is_settled =
            |(state, _): &_| system.holds(&claim.predicate, state) != (number < invariants);
        let settled =
            states.predicate(&bits, is_settled).expect("its states are those of the space");
        meaning.set(&statements::I, &[], settled);
        checks.extend(checker.all(&FOR_A_CLAIM, Some(&claim.name), &meaning)?);
    }
    let name = |(object, _): (reductio_system::ObjectId, _)| {
        system.objects()[object.index()].name().to_owned()
    };
    let assumed = |number: &usize| {
        let invariant = &system.invariants()[*number];
        let mut all = states.states().iter();
        let holds = all.all(|(state, _)| system.holds(&invariant.predicate, state));
        AssumedInvariant { name: invariant.name.clone(), holds }
    };
    let found = |one: &FoundInvariant| {
        let mut all = states.states().iter();
        let predicate = one.predicate(system);
        let holds = all.all(|(state, _)| system.holds(&predicate, state));
        AssumedInvariant { name: one.words(system), holds }
    };
    Some(Validation {
        system: system.name().to_owned(),
        space,
        states: states.states().len(),
        steps: states.edges().len(),
        assumed: discipline
            .assumed_invariants()
            .iter()
            .map(assumed)
            .chain(discipline.found_invariants().map(found))
            .collect(),
        checks,
        local,
        outside: discipline.outside().map(name).collect(),
    })
}
