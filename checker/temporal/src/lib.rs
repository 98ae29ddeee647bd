//! # Linear temporal logic without next
//!
//! A [`Formula`] says how the states of a run follow one another: `always (not critical)`, `wants leads_to critical`.
//! There is no operator for the next state: which states lie between two others depends on how finely steps are cut,
//! and a formula without it does not see how often a state is repeated (it is *stutter-invariant*). What its atoms are,
//! and when they are true, is the user's matter: a formula is generic in them.
//!
//! [`holds_on`] decides a formula for one run that goes round and round in the end. [`Automaton::of`] makes an automaton
//! that accepts the runs of which a formula is true. [`Fairness`] is what users assume of threads in runs that go on for
//! ever.
//!
//! ```
//! use reductio_temporal::Formula;
//!
//! let wants = Formula::atom("wants");
//! let served = wants.leads_to(Formula::atom("critical"));
//! let claim = Formula::atom("request").not().always().or(served);
//! assert_eq!(claim.to_string(), "always not request or (wants leads_to critical)");
//! assert_eq!(claim.atoms(), [&"request", &"wants", &"critical"]);
//! ```

mod alternating;
mod automaton;
mod bits;
mod display;
mod fairness;
mod formula;
mod lasso;
mod limits;
mod normal;
mod simplify;
mod translate;

pub use automaton::{Automaton, Guard, Transition};
pub use bits::BitSet;
pub use fairness::Fairness;
pub use formula::{Binary, Formula, Shape, Subformula, Unary};
pub use lasso::holds_on;
pub use limits::{NotTranslated, TranslationLimits};
