//! # Searches for what happens for ever
//!
//! [`refute`] looks for a fair run of a [`Model`] of which a formula of linear temporal logic is false. Runs are infinite,
//! or end because no thread can move, or each that can may stop where it is ([`Model::may_stop`]); then their last state counts as
//! repeated for ever. What is assumed of each thread is
//! a [`Fairness`]. The run that is found is a [`Lasso`]: a stem, and a cycle or an end, in single steps, and
//! [`confirm`] has followed it once more.
//!
//! The negation of the formula becomes an automaton, and the product of the model and the automaton is searched for a
//! cycle that has all marks: those of the automaton and those of fairness. The search goes through strongly connected
//! components, while the product is made, and ends with the first that is accepted (Couvreur 1999); strong fairness is
//! a matter of Streett pairs (Duret-Lutz, Poitrenaud and Couvreur 2009).
//!
//! Under a [`Reduction`] reduced steps are taken. A run that is found is a run of the model in any case. That none is
//! missed needs more: that invisible steps change the truth of no atom, that they commute as the reduction's theorem
//! asks, and that they enable and disable fair threads as the next paragraph says. `reductio_discipline` sees to that.
//!
//! Fairness is a matter of single steps, of which a reduced step has several. The states that count are the one just
//! after its first single step and the one at its end: a weakly fair thread has a mark if it moves or cannot move in one of
//! them, a strongly fair one can move if it can in one of them. Where it may stop, that it can move does not count. In between steps of a thread may enable another one, which
//! the end sees as well.
//!
//! ```
//! use reductio_liveness::{Ending, Question, refute};
//! use reductio_search::{Model, Query, Unreduced, ValueStore};
//! use reductio_temporal::{Fairness, Formula};
//!
//! /// One thread ticks modulo three, the other one waits for its turn, at one, to end.
//! struct Turn;
//!
//! impl Model for Turn {
//!     type State = (u8, bool);
//!     type Violation = ();
//!     type Store = ValueStore<(u8, bool)>;
//!     fn threads(&self) -> usize {
//!         2
//!     }
//!     fn initial(&self) -> (u8, bool) {
//!         (0, false)
//!     }
//!     fn steps(&self, thread: usize, state: &(u8, bool), mut visit: impl FnMut(usize, &(u8, bool))) {
//!         let &(clock, ended) = state;
//!         if thread == 0 {
//!             visit(0, &((clock + 1) % 3, ended));
//!         } else if clock == 1 && !ended {
//!             visit(0, &(clock, true));
//!         }
//!     }
//!     fn store(&self) -> ValueStore<(u8, bool)> {
//!         ValueStore::default()
//!     }
//! }
//!
//! let ends = Formula::atom("ended").eventually();
//! let truth = |_: &&str, state: &(u8, bool)| state.1;
//! let query = Query::default();
//! let answer = |fairness: &[Fairness]| {
//!     let question = Question { model: &Turn, formula: &ends, truth, fairness };
//!     refute(&question, &Unreduced, &query).unwrap()
//! };
//! // The clock ticks, and its turn passes by: it can move only now and then.
//! let lasso = answer(&[Fairness::Weak, Fairness::Weak]).lasso.unwrap();
//! assert_eq!((lasso.stem.len(), lasso.ending), (0, Ending::Repeats(vec![(0, 0); 3])));
//! assert!(answer(&[Fairness::Weak, Fairness::Strong]).has_none());
//! ```

mod acceptance;
mod answer;
mod automata;
mod components;
mod confirm;
mod lasso;
mod path;
mod product;
mod refute;
mod round;
mod shorten;
mod starving;

pub use answer::{Answer, Ending, Lasso};
pub use confirm::{Question, Unconfirmed, confirm};
pub use refute::refute;

#[cfg(doc)]
use reductio_search::{Model, Reduction};
#[cfg(doc)]
use reductio_temporal::Fairness;
