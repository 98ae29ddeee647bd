//! # What is certified
//!
//! [`kernel`] holds the inference rules of S5 section 3: the only way to make a [`Theorem`].
//! [`bundled`] holds the papers' numbered statements, as text that a reader can hold against the page.
//! An auditor of Reductio reads these two and may skip everything that proposes steps.
//!
//! ```
//! use reductio_algebra::Vocabulary;
//! use reductio_theorems::kernel;
//! let mut names = Vocabulary::new();
//! names.declare(reductio_algebra::Symbol::action("x", 0));
//! names.declare(reductio_algebra::Symbol::action("y", 0));
//! // (* ind L): whoever has x y <= y may conclude x* y = y, and the theorem remembers the hypothesis.
//! let premise = kernel::assume(&names.parse_formula("x y <= y")?).unwrap();
//! let theorem = kernel::star_ind_l(&premise).unwrap();
//! assert_eq!(theorem.to_string(), "x y <= y |- x* y = y");
//! # Ok::<(), Vec<reductio_algebra::ParseError>>(())
//! ```

pub mod bundled;
pub mod kernel;

pub use kernel::{Axiom, RuleError, StepSet, Theorem};
