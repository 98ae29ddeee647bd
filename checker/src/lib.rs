//! # Reductio: reduction theorems re-checked, tried out and used
//!
//! A reduction theorem says: explore a coarse-grained system, with far fewer interleavings, and what you learn holds for
//! the fine-grained one. This library has such theorems with proofs that a small kernel checks, and uses them.
//!
//! - **Statements.** [`source`] reads files ([`header`] their first lines, [`appearance`] the characters that deceive a
//!   reader), [`library`] puts them together with the [`bundled`] ones, [`selection`] says which statements a run is
//!   about. [`mod@prove`] certifies these by replaying derivations and makes [`claim`]s of them, with a [`refutation`] of
//!   false steps. [`mod@verify`] writes certificates and checks them again.
//! - **Formulas of one's own.** [`question`] asks a portfolio of methods whether a formula holds under the hypotheses of
//!   a theory, [`mod@decide`] asks it several formulas, and [`models`] evaluates statements and formulas in finite
//!   relational models.
//! - **Systems of threads.** [`system`] makes them in Rust and [`language`] from text. [`discipline`] says which steps are
//!   visible, [`search`] goes through states, and [`mod@check`] puts these together to verdicts about a system;
//!   [`mod@compare`] makes many searches of a system, side by side.
//!   [`execution`] makes runs again and reads and writes run files, [`mod@validate`] evaluates the theorem in the states
//!   of a system, [`monitors`] guesses which locks protect what, [`mod@certify`] writes answers for other programs to
//!   confirm. The module `testing`, behind the feature of that name,
//!   has generated systems and properties for a user's own tests.
//! - **Executions of programs.** [`races`] finds the data races in the trace of an execution.
//!
//! Every decision is a [`Verdict`]: it holds, with evidence; it fails, with a witness; or it was given up, with a reason.
//! Errors and warnings are values too ([`diagnostics`]). The crate `reductio-report` shows these values as text, JSON,
//! pictures and pages; this library knows no terminals and no arguments. [`guide`] has chapters for users from Rust.
//!
//! A statement that holds was proved by the kernel of `reductio-theorems`, which does not trust this library. A claim
//! about a system that holds rests on the search and the discipline of this library as well ([`check::Basis`]).
//!
//! A statement is proved:
//!
//! ```
//! use reductio::prelude::*;
//!
//! let library = Library::bundled();
//! let selection = Selection::new(&library, &["Theorem 1, minimal".to_owned()]);
//! let proved = prove(&library, &selection, ReplayLimits::default(), None);
//! let evidence = proved.claims[0].verdict.evidence().unwrap();
//! let used: Vec<&str> = evidence.hypotheses.iter().map(|l| l.as_str()).collect();
//! // One inclusion of (14) and of (15) is enough.
//! assert!(used.contains(&"14a") && !used.contains(&"14"));
//! ```
//!
//! A system is checked:
//!
//! ```
//! use reductio::check::{CheckOptions, Subject, SystemClaim, check};
//! use reductio::discipline::Discipline;
//! use reductio::language::parse_system;
//!
//! let text = "
//!     lock m
//!     protected x : 0 .. 1 by m
//!     thread one { acquire m; x := 1; release m }
//!     thread two { x := 0 }";
//! let system = parse_system(text, "forgotten lock", &[]).unwrap();
//! let subject = Subject::of_discipline(Discipline::new(&system));
//! let report = check(&subject, &CheckOptions::default(), None, None);
//! // The discipline is violated, and a run shows it.
//! let verdict = report.verdict(SystemClaim::Discipline).unwrap();
//! assert!(matches!(verdict, reductio::Verdict::Fails(Some(_))));
//! ```

pub mod appearance;
pub mod bundled;
pub mod certify;
pub mod check;
pub mod claim;
pub mod compare;
pub mod decide;
pub mod diagnostics;
pub mod execution;
mod file;
pub mod guide;
pub mod header;
pub mod lazily;
pub mod library;
pub mod models;
pub mod monitors;
pub mod prove;
pub mod question;
pub mod refutation;
pub mod selection;
pub mod source;
#[cfg(feature = "testing")]
pub mod testing;
mod verdict;
pub mod verify;

pub use claim::{Claim, Evidence, Proved, Refusal};
pub use diagnostics::{Diagnostic, FilePlace};
pub use file::File;
pub use library::Library;
pub use prove::prove;
pub use selection::Selection;
pub use source::{Language, Source, SourceError};
pub use verdict::{Exit, Verdict};

#[doc(inline)]
pub use {
    reductio_coarsening as coarsening, reductio_discipline as discipline,
    reductio_disciplined as disciplined, reductio_exclusive as exclusive, reductio_heap as heap,
    reductio_java as java, reductio_language as language, reductio_liveness as liveness,
    reductio_locking as locking, reductio_locksets as locksets, reductio_programs as programs,
    reductio_races as races, reductio_search as search, reductio_selective as selective,
    reductio_system as system, reductio_temporal as temporal, reductio_validate as validate,
};

/// The Rust of the guide's tutorials, which are outside of this package.
#[cfg(doctest)]
#[doc = include_str!("../../guide/src/tutorials/systems.md")]
mod tutorials {}

/// The names that most users need, for one `use` in a notebook or a test.
pub mod prelude {
    pub use crate::{
        Claim, Evidence, Exit, File, Library, Proved, Refusal, Selection, Verdict, prove,
    };
    pub use reductio_algebra::{Formula, Label, Status, Style, Term, Theory};
    pub use reductio_proofs::{ReplayLimits, Script, replay};
    pub use reductio_theorems::{Certificate, Theorem};
}
