//! Certificates as files: proofs, written down step by step, that another program can check.
//!
//! [`FORMAT`] is the document that tells everything about the files; [`write()`] writes them, [`read()`] checks
//! them: every step of a file is made again by the kernel, so that what comes out are theorems, and a file that
//! lies is refused with the line, and the step, that does not hold. Nothing here is trusted: the writer's files are
//! checked, and the reader has no other way to a theorem than the kernel's rules.
//!
//! ```
//! use reductio_algebra::{Label, Theory};
//! use reductio_exchange::proof_file::{self, Section};
//! use reductio_theorems::{Certificate, kernel};
//! let theory = Theory::parse(
//!     "theory Small action x hypothesis (h) ours: x x <= x lemma (a) ours: x x* = x",
//!     &[],
//! )
//! .unwrap();
//! let label = |text| Label::new(text).unwrap();
//! let hypothesis = kernel::assume(&theory.statement(&label("h")).unwrap().formula)?;
//! let theorem = kernel::star_ind_r(&hypothesis)?;
//! let certificate = Certificate::new(&theory, &label("a"), &theorem)?;
//! let text = proof_file::write(&[Section { theory: &theory, certificates: vec![&certificate] }])?;
//! assert!(text.contains("lemma 0 1 0 (a): x x* = x\n"));
//!
//! let checked = proof_file::read(&text)?;
//! assert_eq!(checked.theories[0].claims[0].theorem.to_string(), "x x <= x |- x x* = x");
//! assert!(checked.theories[0].differences(&theory).is_empty());
//!
//! let forged = text.replace("star_r", "loop");
//! assert_eq!(
//!     proof_file::read(&forged).unwrap_err().to_string(),
//!     "line 13: step 1: loop_ind needs a premise x <= y x + z, not x x <= x",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checked;
mod compare;
mod error;
mod fields;
mod items;
mod read;
mod rule;
mod sequents;
mod size;
mod steps;
mod table;
mod terms;
mod write;

pub use checked::{Checked, CheckedClaim, CheckedTheory, Counts};
pub use compare::Difference;
pub use error::{ReadError, ReadErrorKind, WriteError};
pub use read::read;
pub use write::{Section, write};

/// The document that defines the format.
pub const FORMAT: &str = include_str!("../../certificate/FORMAT.md");

/// The versions of the format that are read. What speaks of all actions, or of all predicates, is written in the
/// second, all else in the first.
pub const VERSIONS: [u32; 2] = [1, 2];

/// The deepest term or formula, definitions unfolded.
pub const MAX_DEPTH: u32 = 400;

/// The most nodes of a formula written out, definitions unfolded.
pub const MAX_NODES: u64 = 1_000_000;

/// The most hypotheses of one step.
pub const MAX_HYPOTHESES: usize = 1_000;

/// The longest line, in bytes.
pub const MAX_LINE: usize = 1 << 16;

/// The most nodes that all steps of a file together may look at; those of all bundled theories look at some
/// five millions.
pub const MAX_WORK: u64 = 100_000_000;
