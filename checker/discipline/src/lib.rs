//! # Exclusive access and what it makes invisible (S5 sections 5-7, reconstructed; S1 section 3)
//!
//! A [`Discipline`] is what the reduction theorem needs to know of a [`System`]: which transitions are *visible*
//! (`v_i`) and which *invisible* (`u_i`), and which states are *bad*. A state is bad when
//!
//! 1. some thread accesses a protected object `x` in it without its exclusive access predicate `e(x, i)`, or
//! 2. two threads' predicates for one object both hold.
//!
//! A thread accesses what its pending guards read, and what the commands of its enabled transitions read or write
//! (S1 section 3.4). The history variable `q` is "some state so far was bad", a latch; so a run violates the
//! discipline when it meets a bad state. A thread is at a *visible control point* when every transition that starts
//! there is visible, and so where nothing starts; `p_i` is "thread `i` is at a visible control point".
//!
//! Classification is automatic, and says why for every transition ([`Reason`]). In short: what touches open
//! variables or may block is visible; what touches only unshared, constant and protected variables, and
//! `release`, `notify`, `notifyAll` and the first half of `wait`, is invisible, unless it would break one of the side
//! conditions, which are decided one transition at a time without exploring anything ([`effects`]). Each protected
//! object must meet
//!
//! - **Set A**: (a) invisible transitions change no other thread's predicate, (b) visible ones falsify no other
//!   thread's predicate, (c) invisible ones do not falsify their own thread's; or
//! - **Set B**: (a), (b') visible transitions change no other thread's predicate at all, (c') where an invisible
//!   transition of `i` can falsify `e(x, i)`, no other thread can make its own true while `e(x, i)` holds.
//!
//! All this in the states in which the transition's own accesses are allowed; for (b) and (b') where moreover its own
//! thread does not have access. Not only in states that are not bad: an invisible transition must not mend a bad one
//! ([`effects`]).
//!
//! A transition that would break (a), (c) or (c') becomes visible, which is always safe; an object for which (b) and
//! (b') fail is one to which the theorem does not apply ([`Conditions::Neither`]), and the checker says so. Treating it
//! as open ([`Settings::demoted`]) may put other objects outside, since accesses to it then say nothing about a state.
//!
//! The conditions are reconstructed. The crate `reductio-validate` holds them against the hypotheses: in half a million
//! generated systems none that meets them breaks one of (14)-(21), and for each condition there is a system that does
//! without it ([`Omission`]).
//!
//! ```
//! use reductio_discipline::Discipline;
//! use reductio_system::{Domain, Expression, Position, SystemBuilder, VariableClass};
//!
//! let mut system = SystemBuilder::new("one lock");
//! let (one, two) = (system.thread("one")?, system.thread("two")?);
//! let lock = system.locks("m", &["m".to_owned()], 1, false)?.at(vec![]);
//! let x = system.variable("x", VariableClass::Protected, Domain::integers(0, 1)?, 0)?;
//! let predicates = [one, two].map(|thread| lock.is_owned_by(thread));
//! system.protect("x", vec![x], predicates.to_vec())?;
//! for thread in [one, two] {
//!     let points = ["A", "B", "C", "end"].map(|name| system.point(thread, name, true));
//!     let [a, b, c, end] = points;
//!     system.end(thread, end.clone()?)?;
//!     let at = |start, end, text: &str| Position { thread, start, end, text: text.into(), place: None };
//!     system.acquire(&at(a.clone()?, b.clone()?, "acquire m"), &lock)?;
//!     system.transition(thread, b?, c.clone()?).assign(x, 1).text("x := 1").add()?;
//!     system.release(&at(c?, end?, "release m"), &lock)?;
//! }
//! let system = system.finish()?;
//! let discipline = Discipline::new(&system);
//! assert!(discipline.is_visible_point(one, 0));
//! // The write and the release are invisible: x meets Set B.
//! assert!(!discipline.is_visible_point(one, 1) && !discipline.is_visible_point(one, 2));
//! assert_eq!(discipline.violation(&system.initial()), None);
//! # Ok::<(), reductio_system::Defect>(())
//! ```

mod classify;
mod conditions;
pub mod effects;
mod execute;
mod hiding;
mod omission;
mod packed;
mod partial;
mod paths;
mod plan;
mod ranges;
mod solve;
mod survey;
mod terms;
mod usage;
mod violation;

pub use classify::{Classification, Reason};
pub use conditions::{Breach, Conditions};
pub use omission::Omission;
pub use packed::Packed;
pub use partial::PartialState;
pub use usage::{Role, Usage};
pub use violation::Violation;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reductio_system::{ObjectId, PackedState, Point, StateProperty, System, ThreadId};
use violation::Watch;

/// What may be asked of a classification.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// These objects are treated as open variables: touching them is visible, and nothing is required of them.
    pub demoted: Vec<ObjectId>,
    /// Whether transitions that could hide that something was reached are visible, so that "no state reaches it" is
    /// as certain as "no state violates it". Invariants are always treated so.
    pub exact_reach: bool,
}

thread_local! {
    static CLASSIFICATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often this thread has classified the transitions of a system. Tests of what a command costs count with it.
pub fn classifications() -> usize {
    CLASSIFICATIONS.get()
}

/// A classification was ended before it was complete: its flag was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted while transitions were classified")]
pub struct Interrupted;

/// How protected objects are treated, and everything that follows for the transitions of a system.
#[derive(Clone, Debug)]
pub struct Discipline {
    system: Arc<System>,
    usage: Usage,
    effects: effects::Effects,
    conditions: Vec<Conditions>,
    classification: Classification,
    watch: Watch,
    exact_claims: usize,
    settings: Settings,
}

impl Discipline {
    /// Classifies the transitions of a system, which it keeps; every protected object is kept protected. Cost: for each transition and
    /// all objects with the same predicates that it may change, the ways through its text and the predicates, up to a
    /// limit; how many values variables have does not count.
    pub fn new(system: impl Into<Arc<System>>) -> Self {
        Self::with(system, &Settings::default())
    }

    /// The same with some objects treated as open variables, for example.
    ///
    /// # Panics
    /// Never: nobody interrupts it.
    pub fn with(system: impl Into<Arc<System>>, settings: &Settings) -> Self {
        Self::build(system.into(), settings, None, None).expect("there is no flag")
    }

    /// The same, unless `cancel` is raised before it is done.
    ///
    /// # Errors
    /// [`Interrupted`] when `cancel` was raised.
    pub fn interruptible(
        system: impl Into<Arc<System>>,
        settings: &Settings,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Interrupted> {
        Self::build(system.into(), settings, None, cancel)
    }

    /// For experiments only: a discipline that leaves out a condition, and so in general allows reduced searches that
    /// miss violations. `reductio-validate` shows what the condition is for.
    ///
    /// # Panics
    /// Never: nobody interrupts it.
    pub fn unsound_without(system: impl Into<Arc<System>>, omitted: Omission) -> Self {
        Self::build(system.into(), &Settings::default(), Some(omitted), None)
            .expect("there is no flag")
    }

    fn build(
        shared: Arc<System>,
        settings: &Settings,
        omitted: Option<Omission>,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Interrupted> {
        CLASSIFICATIONS.set(CLASSIFICATIONS.get() + 1);
        let system = &*shared;
        let usage = Usage::new(system, &settings.demoted);
        let exact = system.invariants().len()
            + if settings.exact_reach { system.reachable().len() } else { 0 };
        let survey = survey::Survey::new(system, &usage, exact);
        let effects = effects::Effects::new(&survey, omitted, cancel);
        let conditions = conditions::conditions(system, &usage, &effects, omitted);
        let classification = classify::classify(&classify::Basis {
            system,
            survey: &survey,
            usage: &usage,
            effects: &effects,
            conditions: &conditions,
            exact_claims: exact,
            omitted,
            cancel,
        });
        let watch = Watch::new(&survey, &usage, omitted, cancel);
        if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Interrupted);
        }
        drop(survey);
        Ok(Discipline {
            system: shared,
            usage,
            effects,
            conditions,
            classification,
            watch,
            exact_claims: exact,
            settings: settings.clone(),
        })
    }

    /// The system, which others may keep too.
    pub fn shared_system(&self) -> Arc<System> {
        self.system.clone()
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// What was asked of the classification.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What each cell counts as.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// What each transition can do to predicates and claims.
    pub fn effects(&self) -> &effects::Effects {
        &self.effects
    }

    /// Which side conditions each protected object meets, by [`ObjectId`].
    pub fn conditions(&self) -> &[Conditions] {
        &self.conditions
    }

    /// The objects to which the reduction theorem does not apply: they meet neither set of side conditions.
    pub fn outside(&self) -> impl Iterator<Item = (ObjectId, &[Breach])> {
        self.conditions.iter().enumerate().filter_map(|(index, conditions)| match conditions {
            Conditions::Neither(breaches) => Some((ObjectId::new(index), breaches.as_slice())),
            _ => None,
        })
    }

    /// Why each transition is visible, or that it is not.
    pub fn classification(&self) -> &Classification {
        &self.classification
    }

    /// The claims that no invisible transition hides: the invariants, and what is to be reached if that was asked.
    pub fn exact_claims(&self) -> impl Iterator<Item = &StateProperty> {
        effects::all_claims(&self.system).take(self.exact_claims)
    }

    /// Whether a control point is visible: everything that starts there is.
    #[inline]
    pub fn is_visible_point(&self, thread: ThreadId, point: Point) -> bool {
        self.classification.is_visible_point(thread, point)
    }

    /// Whether a state is visible: `p` holds.
    pub fn is_visible(&self, state: &PackedState) -> bool {
        self.system
            .thread_ids()
            .all(|thread| self.is_visible_point(thread, self.system.at(state, thread)))
    }

    /// Why a state is bad, if it is. Cost: the guards and commands that touch protected objects in it, and the
    /// predicates that could overlap.
    #[inline]
    pub fn violation(&self, state: &PackedState) -> Option<Violation> {
        self.watch.violation(&self.system, state)
    }

    /// Everything that is bad about a state, the first as [`Self::violation`] has it: each forbidden access once, and
    /// each object to which two threads have access at once. Cost: as for [`Self::violation`].
    pub fn violations(&self, state: &PackedState) -> Vec<Violation> {
        self.watch.violations(&self.system, state)
    }
}
