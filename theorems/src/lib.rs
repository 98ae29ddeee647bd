//! # What is certified
//!
//! [`kernel`] holds the inference rules of S5 section 3: the only way to make a [`Theorem`].
//! [`bundled`] holds the papers' numbered statements, as text that a reader can hold against the page.
//! [`Certificate`] says that a theorem proves such a statement.
//! An auditor of Reductio reads these and may skip everything that proposes steps, or carries them elsewhere.
//!
//! ```
//! use reductio_algebra::{Vocabulary, name};
//! use reductio_theorems::kernel;
//! let mut names = Vocabulary::new();
//! names.declare(reductio_algebra::Symbol::action(name!("x"), 0));
//! names.declare(reductio_algebra::Symbol::action(name!("y"), 0));
//! // (* ind L): whoever has x y <= y may conclude x* y = y, and the theorem remembers the hypothesis.
//! let premise = kernel::assume(&names.parse_formula("x y <= y")?).unwrap();
//! let theorem = kernel::star_ind_l(&premise).unwrap();
//! assert_eq!(theorem.to_string(), "x y <= y |- x* y = y");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A theorem cannot be forged
//!
//! There is no constructor but the rules, and no default:
//!
//! ```compile_fail,E0599
//! let theorem = reductio_theorems::Theorem::default();
//! ```
//!
//! ```compile_fail,E0599
//! let f = reductio_algebra::Formula::equal(&reductio_algebra::Term::one(), &reductio_algebra::Term::zero());
//! let theorem = reductio_theorems::Theorem::new(f);
//! ```
//!
//! The fields are private, for making a theorem and for changing one:
//!
//! ```compile_fail,E0423
//! let theorem = reductio_theorems::Theorem(todo!());
//! ```
//!
//! ```compile_fail,E0616
//! let mut theorem = reductio_theorems::kernel::refl(&reductio_algebra::Term::one()).unwrap();
//! theorem.0 = todo!();
//! ```
//!
//! What the rules make theorems with is private to the kernel:
//!
//! ```compile_fail,E0603
//! use reductio_theorems::kernel::theorem::outright;
//! ```
//!
//! What a theorem lends out cannot be changed:
//!
//! ```compile_fail,E0594
//! let theorem = reductio_theorems::kernel::refl(&reductio_algebra::Term::one()).unwrap();
//! *theorem.conclusion() = theorem.conclusion().clone();
//! ```
//!
//! Formulas and texts do not turn into theorems:
//!
//! ```compile_fail,E0277
//! let f = reductio_algebra::Formula::equal(&reductio_algebra::Term::one(), &reductio_algebra::Term::zero());
//! let theorem: reductio_theorems::Theorem = f.into();
//! ```
//!
//! ```compile_fail,E0277
//! let theorem: reductio_theorems::Theorem = "|- 1 = 0".parse().unwrap();
//! ```

mod axiom;
pub mod bundled;
mod certificate;
mod given;
pub mod kernel;
mod proof;
mod rule;
mod rule_error;

pub use certificate::{Certificate, CertificateError, allowed};
pub use kernel::{Axiom, Expression, Given, Rule, RuleError, Theorem};
pub use proof::{Proof, ProofStep, StepSet};
