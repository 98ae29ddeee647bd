//! # What goes to other checkers
//!
//! Nobody has to trust the kernel: what it proved can be carried elsewhere and checked again. [`proof_file`] writes
//! the steps behind a certificate into a file, and reads such files back through the kernel's rules; [`coq`] writes
//! statements and proofs as a Coq file that stands alone; [`tptp`] writes statements as problems for automated
//! provers. Nothing here makes a theorem: an auditor of Reductio reads `reductio-theorems` and may skip this crate.
//!
//! ```
//! use reductio_algebra::{Label, Term, Theory, name};
//! use reductio_exchange::proof_file::{self, Section};
//! use reductio_theorems::{Axiom, Certificate, kernel};
//! let theory = Theory::parse("theory Law action x lemma (1) ours: x + x = x", &[]).unwrap();
//! let x = Term::action(name!("x"));
//! let theorem = kernel::axiom(Axiom::PlusIdem, &x, &x, &x)?;
//! let certificate = Certificate::new(&theory, &Label::new("1").unwrap(), &theorem)?;
//! let text = proof_file::write(&[Section { theory: &theory, certificates: vec![&certificate] }])?;
//! assert!(text.contains("s 0 axiom plus_idem 0\n"));
//! let checked = proof_file::read(&text)?;
//! assert_eq!(checked.theories[0].claims[0].theorem.to_string(), "|- x + x = x");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod coq;
mod inference;
pub mod proof_file;
pub mod tptp;
