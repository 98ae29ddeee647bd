//! # Exclusive access, and the steps that it makes invisible (S5 sections 5-7, reconstructed; S1 section 3)
//!
//! A [`Discipline`] has the facts about a [`System`](reductio_system::System) that the reduction theorem needs: which
//! transitions are *visible* (`v_i`) and which *invisible* (`u_i`), and which states are *bad*. A state is bad when
//!
//! 1. some thread accesses a protected object `x` in it without its exclusive access predicate `e(x, i)`, or
//! 2. two threads' predicates for one object both hold,
//!
//! or, where an `up` of a semaphore is invisible,
//!
//! 3. some thread is at an `up` of that semaphore while it is full, and so is about to fail.
//!
//! A thread accesses the cells that its pending guards read, and those that the commands of its enabled transitions
//! read or write (S1 section 3.4). The history variable `q` is "some state so far was bad", a latch; so a run violates
//! the discipline when it meets a bad state. A thread is at a *visible control point* when every transition that starts
//! there is visible, and so where nothing starts; `p_i` is "thread `i` is at a visible control point".
//!
//! Classification is automatic, and says why for every transition ([`Reason`]). In short: a transition that touches
//! open variables or may block is visible. A transition that touches only unshared, constant and protected variables is
//! invisible, and so are `release`, `notify`, `notifyAll`, the first half of `wait` and `up`, unless it would break one of
//! the side conditions. These are decided one transition at a time, without exploring anything ([`effects`]). For each
//! protected object these must hold:
//!
//! - **(a)** Invisible transitions change no other thread's predicate.
//! - **(b)** Visible ones falsify no other thread's predicate where that thread is about to access the object by an
//!   invisible transition.
//!
//! Where an invisible transition of `i` falsifies `e(x, i)`, moreover one of
//!
//! - **Set A**: there is none; what would be one is made visible;
//! - **Set B**: (b') visible transitions make no other thread's predicate true, and (c') no other thread can make its own
//!   true while `e(x, i)` holds;
//! - **Set C**: where `i` is about to take this transition, no transition of another thread leads from a state in which
//!   no two threads have access into one in which `i` and another have. It follows from Set B, and needs a question
//!   more.
//!
//! The conditions are about the states in which the transition's own accesses are allowed, and for (b) and (b') in
//! which moreover its own thread does not have access. They are not only about states that are not bad: an invisible
//! transition must not mend a bad state ([`effects`]).
//!
//! A transition that would break (a), or that no set lets drop access, becomes visible, which is always safe. An object
//! for which (b) fails is one to which the theorem does not apply ([`SideConditions::Neither`]), and the checker says so. Treating it
//! as open ([`Settings::demoted`]) may put other objects outside, since accesses to it then say nothing about a state.
//!
//! The conditions are reconstructed. Why they suffice is said in [`local`]: from them follow hypotheses about one step or
//! two, and from these, by a proof of the kernel, Theorem 1. The crate `reductio-validate` evaluates both kinds of
//! hypotheses: in half a million generated systems none that meets the conditions breaks one of (14)-(21), in ten thousand
//! none breaks a local one, and for each [`Requirement`] there is a system that breaks a hypothesis without it.
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

mod accesses;
mod candidate;
mod classify;
mod conditions;
mod discipline;
pub mod effects;
mod execute;
mod found;
mod hiding;
mod invariant;
pub mod local;
mod locks;
mod observe;
mod overflow;
mod packed;
mod partial;
mod paths;
mod plan;
mod protocol;
mod ranges;
mod requirement;
mod semaphores;
mod set_c;
mod solve;
mod survey;
mod taking;
mod terms;
mod theorem;
mod usage;
mod violation;

pub use accesses::{FixedAccesses, may_access};
pub use candidate::FoundInvariant;
pub use classify::{Classification, Reason};
pub use conditions::{Breach, SideConditions};
pub use discipline::{Discipline, Interrupted, Settings, classifications};
pub use local::{ChosenSet, LocalHypothesis};
pub use packed::Packed;
pub use partial::PartialState;
pub use protocol::Protocol;
pub use requirement::Requirement;
pub use theorem::{Checker, Condition, Link, Outcome, Premise};
pub use usage::{Role, Usage};
pub use violation::Violation;
