//! One question, one answer: does a formula hold under the hypotheses of a theory?
//!
//! `decide`, `prove --formula` and `models --find` ask the same portfolio of methods, cheap ones first: the decision
//! procedure, small models, a search for a proof from nothing but the hypotheses, more models, a search for a proof by
//! induction, and one from the lemmas of the theory too. The first method that knows the answer gives it, and the
//! answer names the method. A formula *holds* when a certificate of the kernel says so; it *fails* when it is false in
//! a model that was evaluated; everything else is undecided, with the reasons of each method.

mod answer;
mod equivalence;
mod free;
mod hypotheses;
mod limits;
mod portfolio;
mod proof;
mod read;
mod single;

pub use answer::{Counterexample, FormulaAnswer, Method};
pub(crate) use equivalence::directions;
pub(crate) use free::unused;
pub(crate) use hypotheses::warning;
pub use hypotheses::{Consistency, consistency};
pub use limits::QuestionLimits;
pub use portfolio::Asker;
pub use proof::FormulaProof;
pub use read::read;
