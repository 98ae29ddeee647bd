//! # What is evaluated
//!
//! Finite relational models of omega algebra. An action is a relation between the states before and
//! after it; a predicate relates the states where it holds to themselves (S5 section 3). A
//! [`reductio_algebra::Formula`] that the kernel certifies is evaluated here, as the same object: a
//! formula that is false in one of these models has no proof, and the model shows why.
//!
//! [`Naive`] holds the operations, straight from the paper's prose. An [`Assignment`] says what the
//! symbols mean and how many processes there are. Small models are enumerated ([`Naive::assignments`]),
//! larger ones drawn from a seed ([`Random`]). [`Bits`] holds the same operations once more, on rows of bits, for up to
//! thousands of states.
//!
//! A [`FiniteModel`] is an assignment with its states, as text; [`satisfies`] says whether a formula holds in one
//! and why not; [`find_countermodel`] looks for a small model in which a formula is false, and [`Drawing`]
//! shows it.
//!
//! ```
//! use reductio_algebra::{Evaluator, Symbol, Vocabulary, name};
//! use reductio_relations::Naive;
//! let mut names = Vocabulary::new();
//! let symbols = [Symbol::action(name!("x"), 0), Symbol::action(name!("y"), 0)];
//! symbols.iter().for_each(|s| assert!(names.declare(s.clone())));
//! let claim = names.parse_formula("(x + y)^w = x^w + y^w")?;
//! let model = Naive { states: 2 };
//! let wrong = model
//!     .assignments(1, &symbols)
//!     .find(|a| Evaluator::new(&model, a).formula(&claim) == Ok(false));
//! assert_eq!(wrong.unwrap().to_string(), "1 process; x = {(1,0)}; y = {(0,0)}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assignment;
mod bits;
mod draw;
mod enumeration;
mod naive;
mod relation;
mod satisfies;
mod search;
pub mod svg;
pub mod systems;
mod watch;
mod word_model;

pub use assignment::Assignment;
pub use bits::{BitRelation, Bits};
pub use draw::Drawing;
pub use enumeration::Random;
pub use naive::Naive;
pub use relation::PairSet;
pub use satisfies::{
    Falsity, FiniteModel, How, ModelError, ModelFault, Path, RelationalModel, Satisfaction, Side,
    Witness, satisfies,
};
pub use search::{
    Countermodel, Coverage, Declined, SearchLimits, SearchOutcome, Size, find_countermodel,
    holds_in, refute_step, step_formula,
};
pub use watch::{UnitProgress, Watch};
pub use word_model::word_model;
