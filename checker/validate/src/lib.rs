//! # The hypotheses of S5, checked in a system: is the classification right?
//!
//! [`validate`] makes relations of a small system and its [`Discipline`]: `u_i` and `v_i` are the invisible and the
//! visible steps of thread `i`, `p_i` holds where thread `i` is at a visible control point, and `q` where some state so
//! far was bad. Then it asks the evaluator of `reductio-relations` whether the hypotheses (13)-(21) and the conclusion
//! (22) hold, as the statement file has them: the formulas that are certified are the formulas that are evaluated. If
//! they hold, the classification of the discipline is right.
//!
//! **The states.** A state of the relations is a state of the system and the value of `q`. A step from `(s, q)` leads
//! to `(s', q or s is bad or s' is bad)`; the initial state is `(s0, s0 is bad)`. [`Space::All`] has every valuation.
//! The side conditions are decided over all valuations, so (14)-(21) hold there if they are right. [`Space::Reachable`]
//! has only reachable states, and is much smaller. The theorem may be used there as well: the reachable states with the
//! steps between them are relations over a set of states like any other, and so an omega algebra by themselves, in
//! which the hypotheses are checked. Nothing is lost by the restriction either. A set of states that no step leaves has
//! all paths that begin in it, so each hypothesis that holds for all states holds there (its left side is a set of
//! paths, and the paths of its right side begin where those begin), and (22) says the same of each of its states. The
//! converse fails: an unreachable state may break (16).
//!
//! **From any state.** (22) speaks of visible states. Where the initial state is not visible, a search takes the
//! invisible steps first: `(u + v)* q <= (u !q)* ((1 + u) q T + p N* R)` is checked as well, which follows from the
//! hypotheses in the same way.
//!
//! **Claims.** For invariants, and for claims that something is reached if exact answers to them are asked for, the
//! remark at the end of S5 section 4 is checked too: where the claim is settled, invisible steps keep it so, or violate
//! the discipline (21'), and the theorem holds with `q + I` in place of `q`.
//!
//! **Local hypotheses.** [`Validation::local`] has the hypotheses from which (13)-(21) follow, each about one step or two
//! and for one object and some threads, in the same states without `q`: no step leaves these either, and what was said
//! above holds of them. The formulas are those of [`LocalHypothesis`](reductio_discipline::LocalHypothesis).
//!
//! **Vacuity.** A statement holds *vacuously* when there is nothing that it speaks of. [`Check::instances`] counts the
//! pairs of states that it speaks of, and [`Check::vacuous_for`] lists the threads for which there are none.
//!
//! **Models of one's own.** [`validate_model`] checks the hypotheses for a [`Model`](reductio_search::Model) of any
//! kind: no other part of the program checks that its `is_visible` is right.
//!
//! ```
//! use reductio_discipline::Discipline;
//! use reductio_system::{Domain, Expression, SystemBuilder, VariableClass};
//! use reductio_validate::{MAX_STATES, Space, validate};
//!
//! // Two threads write x; each may while the other has not begun. Nothing keeps both from beginning.
//! let mut system = SystemBuilder::new("no lock");
//! let threads = [system.thread("one")?, system.thread("two")?];
//! let mut points = Vec::new();
//! for thread in threads {
//!     points.push([system.point(thread, "A", true)?, system.point(thread, "B", true)?]);
//! }
//! let x = system.variable("x", VariableClass::Protected, Domain::integers(0, 1)?, 0)?;
//! let flag = system.variable("flag", VariableClass::Shared, Domain::truth(), 0)?;
//! let predicates = vec![Expression::at(threads[0], [0, 1]), Expression::at(threads[1], [1])];
//! system.protect("x", vec![x], predicates)?;
//! for (thread, [a, b]) in threads.into_iter().zip(points) {
//!     system.transition(thread, a, b).assign(flag, 1).text("begin").add()?;
//!     system.transition(thread, b, a).assign(x, 1).text("x := 1").add()?;
//! }
//! let system = system.finish()?;
//! let discipline = Discipline::new(&system);
//! let validation = validate(&discipline, Space::Reachable, MAX_STATES, None)?;
//! // The discipline is violated, and the reduced search finds it: (22) is not vacuous.
//! assert!(validation.holds());
//! assert!(validation.check("22").unwrap().instances > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
    /// Whether it holds in every state of the space, so that no step leads out of it.
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
    /// Whether the statement holds for all threads.
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
    /// Whether all statements hold, the local hypotheses among them. That a thread takes invisible steps for ever after a
    /// violation only is no fault.
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

/// Checks (13)-(21), the conclusion (22), both with each claim, and the local hypotheses, in a system with at most `limit` states, and never
/// more than [`MAX_STATES`]. Cost: some products and closures of `n` by `n` relations, and (16), (17) for each pair of
/// threads.
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
