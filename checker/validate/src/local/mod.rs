//! The local hypotheses of a discipline and what follows from them, evaluated in the states of a system without a
//! history variable.
//!
//! Nothing here asks the discipline about effects, roles or side conditions. From the system come the steps, what each
//! thread accesses (each pending transition is run, and the cells that it touches are noted) and where the predicates
//! hold; from the discipline which steps are visible, which states are bad, which set of conditions it has
//! [chosen](Discipline::chosen), and which objects it protects.

mod evaluate;
mod plain;

use reductio_discipline::{ChosenSet, Discipline, LocalHypothesis, SideConditions};
use reductio_system::ObjectId;
use serde::Serialize;

use std::sync::atomic::AtomicBool;

use super::Check;
use super::checks::{Checker, Watched};
use super::fault::{Exchange, FaultExplainer, NamedSpace, StateView, StepView, ThreadName};
use super::space::{StateSpace, meaning};
use super::statements::{HYPOTHESES_AND_CONCLUSION, U_I, V_I};
use evaluate::{At, Found, evaluate};
use plain::PlainSpace;
use reductio_relations::{Assignment, BitRelation, Bits};

/// The evaluation of the local hypotheses in the states of a system, each state once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LocalValidation {
    /// The number of states, without the history variable.
    pub states: usize,
    /// The number of steps between them.
    pub steps: usize,
    /// The answers, in the order of [`LocalHypothesis::ALL`].
    pub hypotheses: Vec<LocalCheck>,
    /// The checks of (13)-(21), (22) and (22) from any state for `U_i = !b u_i + b !p_i`, `V_i = !b v_i`, and `b` in
    /// the place of `q`.
    pub looping: Vec<Check>,
    /// The checks of (22), and of (22) from any state, for `u_i` and `v_i` themselves, and `b` in the place of `q`.
    pub conclusions: Vec<Check>,
}

/// The answer about a local hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LocalCheck {
    /// The hypothesis.
    #[serde(skip)]
    pub hypothesis: LocalHypothesis,
    /// Its label, without parentheses: `Fs`.
    pub label: &'static str,
    /// Its formula.
    pub formula: &'static str,
    /// Tells whether the hypothesis holds wherever it is required.
    pub holds: bool,
    /// The number of states, steps or pairs of steps that it speaks of where it is required. If it is 0, it holds
    /// vacuously.
    pub cases: usize,
    /// The answers for each object and threads that its indices may stand for.
    pub instances: Vec<LocalInstance>,
}

/// The answer about a local hypothesis for an object and some threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LocalInstance {
    /// The object that `g` stands for, if there is a `g`.
    pub object: Option<String>,
    /// The thread that each other index stands for.
    pub threads: Vec<(&'static str, ThreadName)>,
    /// Tells whether the hypothesis is required here. A, B2 and C are where the discipline has chosen their set for
    /// thread `i` at some control point, and speak of thread `i` at such points then; B1 is where it has chosen Set B
    /// for some thread.
    pub is_required: bool,
    /// The number of states, steps or pairs of steps that it speaks of.
    pub cases: usize,
    /// The reason why it does not hold, if it does not.
    pub fault: Option<LocalFault>,
}

/// The reason why a local hypothesis does not hold: a state and at most some steps from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LocalFault {
    /// The fault, as a sentence.
    pub text: String,
    /// The state; `violated` says whether it is bad.
    pub state: StateView,
    /// The steps from it that show the fault.
    pub steps: Vec<StepView>,
    /// For steps that do not commute, both orders.
    pub exchange: Option<Exchange>,
}

impl LocalValidation {
    /// Tells whether all required hypotheses, the two lemmas and all conclusions hold.
    pub fn holds(&self) -> bool {
        self.failing().next().is_none()
            && self.looping.iter().chain(&self.conclusions).all(|check| check.holds)
    }

    /// Tells whether all holds but what endless invisible runs break: `bounded`, and the statements that need (13).
    /// Where (13) holds with the history variable, such runs begin after a violation only, and no search goes there.
    pub fn holds_but_for_endless_runs(&self) -> bool {
        let needs_13 = |check: &Check| check.label == "13" || check.label.starts_with("22");
        let mut statements = self.looping.iter().chain(&self.conclusions);
        !self.check(LocalHypothesis::Bounded).holds
            && self.failing().all(|check| check.hypothesis == LocalHypothesis::Bounded)
            && statements.all(|check| check.holds || needs_13(check))
    }

    /// The answers about hypotheses and lemmas that fail where they are required.
    pub fn failing(&self) -> impl Iterator<Item = &LocalCheck> {
        self.hypotheses.iter().filter(|check| !check.holds)
    }

    /// The answer about one hypothesis.
    ///
    /// # Panics
    /// Never: there is one for each.
    pub fn check(&self, hypothesis: LocalHypothesis) -> &LocalCheck {
        let mut all = self.hypotheses.iter();
        all.find(|check| check.hypothesis == hypothesis).expect("each is evaluated")
    }
}

impl LocalCheck {
    /// The first instance that is required and fails.
    pub fn first_failing(&self) -> Option<&LocalInstance> {
        self.instances.iter().find(|instance| instance.is_required && instance.fault.is_some())
    }

    /// Tells whether the hypothesis is required anywhere.
    pub fn is_required(&self) -> bool {
        self.instances.iter().any(|instance| instance.is_required)
    }
}

/// Evaluates the local hypotheses in the states of a space; `None` when the flag is raised before that is done.
/// `with_history` are the checks of (13)-(22) there.
pub(super) fn of_states(
    states: &StateSpace<'_>,
    with_history: &[Check],
    cancel: Option<&AtomicBool>,
) -> Option<LocalValidation> {
    let space = PlainSpace::new(states, cancel)?;
    let mut hypotheses = Vec::new();
    for hypothesis in LocalHypothesis::ALL {
        hypotheses.push(check(&space, hypothesis, cancel)?);
    }
    let is_good = (0..space.states().len()).all(|state| !space.is_bad(state));
    let (looping, conclusions) = if is_good && space.states().len() == states.states().len() {
        // The history variable is false in all states, and so is `b`: these are the same states and the same steps.
        let same = with_history.to_vec();
        let conclusions = same.iter().filter(|check| is_conclusion(&check.label)).cloned();
        let conclusions = conclusions.collect();
        (same, conclusions)
    } else {
        conclusions(&space, cancel)?
    };
    Some(LocalValidation {
        states: space.states().len(),
        steps: space.steps().len(),
        hypotheses,
        looping,
        conclusions,
    })
}

fn is_conclusion(label: &str) -> bool {
    label.starts_with("22")
}

/// Evaluates (13)-(22) for steps that loop in bad states, and (22) for the steps themselves.
fn conclusions(
    space: &PlainSpace<'_>,
    cancel: Option<&AtomicBool>,
) -> Option<(Vec<Check>, Vec<Check>)> {
    let fits = "there are no more states than with the history variable";
    let bits = Bits::new(space.states().len()).expect(fits);
    let mut plain = meaning(space, bits).expect(fits);
    let checker = Checker { algebra: Watched { bits, cancel }, explainer: FaultExplainer(space) };
    let mut conclusions = Vec::new();
    for statement in HYPOTHESES_AND_CONCLUSION.iter().filter(|it| is_conclusion(it.label)) {
        conclusions.push(checker.one(statement, None, &plain)?);
    }
    loop_where_bad(space, bits, &mut plain);
    let looping = checker.all(&HYPOTHESES_AND_CONCLUSION, None, &plain)?;
    Some((looping, conclusions))
}

/// Makes `!b u_i + b !p_i` of `u_i` and `!b v_i` of `v_i`.
fn loop_where_bad(space: &PlainSpace<'_>, bits: Bits, meaning: &mut Assignment<BitRelation>) {
    let fits = "these are pairs of the same states";
    for thread in 0..space.threads() {
        let steps = |is_visible: bool| {
            let from_good = |edge: &&super::SpaceEdge| !space.is_bad(edge.from);
            space.steps_of(thread, is_visible).iter().filter(from_good).map(|e| (e.from, e.to))
        };
        let stays = (0..space.states().len())
            .filter(|&state| space.is_bad(state) && !space.is_visible_at(state, thread))
            .map(|state| (state, state));
        meaning.set(&U_I, &[thread], bits.relation(steps(false).chain(stays)).expect(fits));
        meaning.set(&V_I, &[thread], bits.relation(steps(true)).expect(fits));
    }
}

use super::space::ExploredSpace as _;

fn check(
    space: &PlainSpace<'_>,
    hypothesis: LocalHypothesis,
    cancel: Option<&AtomicBool>,
) -> Option<LocalCheck> {
    let mut instances = Vec::new();
    for at in evaluate::instances(space, hypothesis) {
        let (cases, found) = evaluate(space, hypothesis, &at, cancel)?;
        let object = at.object.map(|object| space.object_name(object).to_owned());
        let threads: Vec<(&str, ThreadName)> =
            at.threads.iter().map(|&(name, thread)| (name, space.thread(thread))).collect();
        let fault = found.map(|found| {
            let text = words(hypothesis.failure(), object.as_deref(), &threads);
            fault(space, text, &found)
        });
        let is_required = is_required(space, hypothesis, &at);
        instances.push(LocalInstance { object, threads, is_required, cases, fault });
    }
    let required = || instances.iter().filter(|instance| instance.is_required);
    Some(LocalCheck {
        hypothesis,
        label: hypothesis.label(),
        formula: hypothesis.formula(),
        holds: required().all(|instance| instance.fault.is_none()),
        cases: required().map(|instance| instance.cases).sum(),
        instances,
    })
}

/// Whether the discipline answers for a hypothesis at these indices. The sets of conditions are its choice.
fn is_required(space: &PlainSpace<'_>, hypothesis: LocalHypothesis, at: &At) -> bool {
    let chosen = |set: ChosenSet, thread: usize| {
        space.is_chosen(at.object.expect("sets are about objects"), thread, set)
    };
    match hypothesis {
        LocalHypothesis::A => chosen(ChosenSet::A, at.thread("i")),
        // No thread may be given access where one thread may drop it.
        LocalHypothesis::B1 => (0..space.threads()).any(|thread| chosen(ChosenSet::B, thread)),
        LocalHypothesis::B2 => chosen(ChosenSet::B, at.thread("i")),
        LocalHypothesis::C => chosen(ChosenSet::C, at.thread("i")),
        _ => true,
    }
}

/// A sentence with names in the places of indices.
fn words(template: &str, object: Option<&str>, threads: &[(&str, ThreadName)]) -> String {
    let named = template.replace("{g}", object.unwrap_or_default());
    let put = |text: String, (index, name): &(&str, ThreadName)| {
        text.replace(&format!("{{{index}}}"), &name.name)
    };
    threads.iter().fold(named, put)
}

fn fault(space: &PlainSpace<'_>, text: String, found: &Found) -> LocalFault {
    let explainer = FaultExplainer(space);
    let exchange = match found.steps[..] {
        [first, second] if found.is_exchange => Some(explainer.exchange(first, second)),
        _ => None,
    };
    LocalFault {
        text,
        state: space.state(found.state),
        steps: found.steps.iter().map(|step| explainer.step(step)).collect(),
        exchange,
    }
}

/// The objects that a discipline protects.
fn protected(discipline: &Discipline) -> Vec<ObjectId> {
    let all = (0..discipline.conditions().len()).map(ObjectId::new);
    let is_open = |object: ObjectId| {
        matches!(discipline.conditions()[object.index()], SideConditions::Demoted)
    };
    all.filter(|object| !is_open(*object)).collect()
}
