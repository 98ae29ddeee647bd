//! Ready properties of one system, which a test checks in a line each.

use std::sync::atomic::AtomicBool;

use super::claims::claims;
use super::failing::Failing;
use super::runs::{Sample, for_runs};
use crate::check::{disagreement, ending};
use crate::discipline::Packed;
use crate::discipline::{Discipline, Settings, Violation};
use crate::execution::Execution;
use crate::locking::LockViolation;
use crate::search::{Exploration, FindingKind, Order, Query, search};
use crate::system::{System, ThreadId};
use crate::validate::{MAX_STATES, Space, Unexplored, validate};

/// A ready property of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Exclusive access predicates exclude each other: [`predicates_exclude_each_other`].
    Exclusion,
    /// Threads that access an object have exclusive access to it: [`access_implies_predicate`].
    Access,
    /// The hypotheses of the reduction theorem hold: [`hypotheses_hold`].
    Hypotheses,
    /// The reduced and the unreduced search agree: [`reduced_agrees_with_unreduced`].
    Agreement,
    /// All claims hold, failures and deadlocks among them: [`claims_hold`](super::claims_hold).
    Claims,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 5] = [
        Property::Access,
        Property::Exclusion,
        Property::Hypotheses,
        Property::Agreement,
        Property::Claims,
    ];

    /// The name of the property, a word.
    pub fn name(self) -> &'static str {
        match self {
            Property::Access => "access",
            Property::Exclusion => "exclusion",
            Property::Hypotheses => "(13)-(21)",
            Property::Agreement => "agreement",
            Property::Claims => "claims",
        }
    }

    /// The property as a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Property::Access => "whoever accesses an object has exclusive access to it",
            Property::Exclusion => "no two threads have exclusive access at once",
            Property::Hypotheses => "hypotheses (13)-(21) hold in all reachable states",
            Property::Agreement => "reduced and unreduced search agree",
            Property::Claims => "no failure, no deadlock, and all claims hold",
        }
    }

    /// Checks that a system has the property. When `cancel` is raised, the answer says nothing.
    ///
    /// # Errors
    /// What shows that it has not.
    pub fn check(
        self,
        system: &System,
        sample: Sample,
        cancel: Option<&AtomicBool>,
    ) -> Result<(), Box<Failing>> {
        match self {
            Property::Exclusion => no_violation(system, sample, cancel, |violation| {
                matches!(violation, Violation::NotExclusive { .. })
            }),
            Property::Access => no_violation(system, sample, cancel, |violation| {
                matches!(violation, Violation::Access { .. })
            }),
            Property::Hypotheses => hypotheses(system, cancel),
            Property::Agreement => agreement(system, cancel),
            Property::Claims => claims(system, cancel),
        }
    }
}

/// Checks that in no drawn run two threads have exclusive access to one object at once (rule 2 of the discipline).
///
/// # Errors
/// [`Failing`], with a shrunk run.
pub fn predicates_exclude_each_other(system: &System, sample: Sample) -> Result<(), Box<Failing>> {
    Property::Exclusion.check(system, sample, None)
}

/// Checks that in no drawn run a thread accesses a protected object without its exclusive access predicate (rule 1).
///
/// # Errors
/// [`Failing`], with a shrunk run.
///
/// ```
/// use reductio::language::parse_system;
/// use reductio::testing::{Sample, access_implies_predicate};
///
/// let text = "
///     lock m
///     protected x : 0 .. 1 by m
///     thread one { acquire m; x := 1; release m }
///     thread two { A: x := 0 }";
/// let system = parse_system(text, "forgotten lock", &[]).unwrap();
/// let failing = access_implies_predicate(&system, Sample::default()).unwrap_err();
/// assert!(failing.to_string().contains("two"));
/// ```
pub fn access_implies_predicate(system: &System, sample: Sample) -> Result<(), Box<Failing>> {
    Property::Access.check(system, sample, None)
}

fn no_violation(
    system: &System,
    sample: Sample,
    cancel: Option<&AtomicBool>,
    is_meant: impl Fn(&Violation) -> bool,
) -> Result<(), Box<Failing>> {
    let discipline = Discipline::new(system);
    let property = |run: &Execution<'_>| {
        let exclusive = run.violations().iter().flatten().filter_map(|found| match found {
            LockViolation::Exclusive(violation) => Some(violation),
            LockViolation::Access { .. } => None,
        });
        match exclusive.copied().find(|violation| is_meant(violation)) {
            None => Ok(()),
            Some(violation) => Err(words(system, violation)),
        }
    };
    let Err(failing) = for_runs(&discipline, sample, cancel, property) else { return Ok(()) };
    let shortest = shortest(&discipline, &failing, cancel, &is_meant);
    Err(shortest.map_or(failing, Box::new))
}

/// The states of the search for a shorter run.
const MAX_SHORTENED: usize = 100_000;

/// A shortest run to a violation that is meant, if there is a shorter one than was drawn and it is found with few
/// states.
fn shortest(
    discipline: &Discipline,
    drawn: &Failing,
    cancel: Option<&AtomicBool>,
    is_meant: impl Fn(&Violation) -> bool,
) -> Option<Failing> {
    let query = Query {
        deadlocks: false,
        failures: false,
        keep_going: true,
        max_states: MAX_SHORTENED,
        workers: 1,
        cancel,
        ..Query::default()
    };
    let found = search(&Packed::new(discipline), &Order::Unreduced, &query);
    let meant = found.findings.iter().filter_map(|finding| match &finding.kind {
        FindingKind::Discipline(violation) if is_meant(violation) => {
            Some((violation, &finding.run))
        }
        _ => None,
    });
    let (violation, run) = meant.min_by_key(|(_, run)| run.len())?;
    if run.len() >= drawn.steps.len() {
        return None;
    }
    let steps: Vec<_> = run.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
    let execution = Execution::replay(discipline, &steps).ok()?;
    Some(Failing::in_run(words(discipline.system(), *violation), &execution, drawn.seed))
}

fn words(system: &System, violation: Violation) -> String {
    let object = system.objects()[violation.object().index()].name();
    let name = |thread: ThreadId| system.thread(thread).name();
    match violation {
        Violation::Access { thread, .. } => {
            format!("{} accesses {object} without exclusive access", name(thread))
        }
        Violation::NotExclusive { first, second, .. } => {
            format!(
                "{} and {} have exclusive access to {object} at once",
                name(first),
                name(second)
            )
        }
    }
}

/// Checks that hypotheses (13)-(21) of the reduction theorem and its conclusion hold in all reachable states.
///
/// # Errors
/// [`Failing`] with the hypothesis that fails, or for a system with too many states to be gone through.
pub fn hypotheses_hold(system: &System) -> Result<(), Box<Failing>> {
    hypotheses(system, None)
}

fn hypotheses(system: &System, cancel: Option<&AtomicBool>) -> Result<(), Box<Failing>> {
    let discipline = Discipline::new(system);
    let validation = match validate(&discipline, Space::Reachable, MAX_STATES, cancel) {
        Ok(validation) => validation,
        Err(Unexplored::Cancelled) => return Ok(()),
        Err(error) => return Err(Failing::without_run(error.to_string(), None).undecided().into()),
    };
    let first = validation.failing().next();
    match first.map(|check| format!("({}) does not hold", check.label)) {
        None => Ok(()),
        Some(reason) => Err(Failing::without_run(reason, Some(validation)).into()),
    }
}

/// Checks that the reduced and the unreduced search of the whole system agree: on the discipline and, while it is
/// followed, on deadlocks, failures, invariants, reachable control points and predicates that are to be reached.
///
/// # Errors
/// [`Failing`] with what they differ on, or where the theorem does not apply; and with the run of the unreduced search.
pub fn reduced_agrees_with_unreduced(system: &System) -> Result<(), Box<Failing>> {
    agreement(system, None)
}

fn agreement(system: &System, cancel: Option<&AtomicBool>) -> Result<(), Box<Failing>> {
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(system, &settings, None).expect("there is no flag");
    let explore = |order: Order| {
        let query = Query { keep_going: true, cancel, ..Query::default() };
        search(&Packed::new(&discipline), &order, &query)
    };
    let (unreduced, reduced) = (explore(Order::Unreduced), explore(Order::Reduced));
    let outside = discipline.outside().next();
    let reason = match (disagreement(&unreduced, &reduced, true), outside) {
        (None, None) => return Ok(()),
        (_, Some((object, _))) => {
            let object = system.objects()[object.index()].name();
            format!(
                "the reduction theorem does not apply: {object} meets no set of side conditions"
            )
        }
        (Some(difference), None) => format!("the searches differ: {difference:?}"),
    };
    let is_cut = !unreduced.is_complete() || !reduced.is_complete();
    let failing = with_first_run(&discipline, reason, &unreduced);
    Err(Box::new(if is_cut { failing.undecided() } else { failing }))
}

fn with_first_run(
    discipline: &Discipline,
    reason: String,
    found: &Exploration<Violation>,
) -> Failing {
    let steps: Vec<_> = found.findings.first().map_or_else(Vec::new, |finding| {
        finding.run.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect()
    });
    let replayed = Execution::replay(discipline, &steps).and_then(|execution| {
        let found = found.clone().map(LockViolation::Exclusive);
        match found.findings.first().map(|finding| ending(&finding.kind, &execution)) {
            Some(ending) => execution.ending_in(ending),
            None => Ok(execution),
        }
    });
    match replayed {
        Ok(execution) => Failing::in_run(reason, &execution, None),
        Err(error) => Failing::without_run(format!("{reason}; {error}"), None),
    }
}
