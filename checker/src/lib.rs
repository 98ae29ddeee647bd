//! # Reductio: reduction theorems re-checked, tried out and used
//!
//! A reduction theorem says: explore a coarse-grained system, with far fewer interleavings, and what you learn holds for
//! the fine-grained one. This library has such theorems with proofs that a small kernel checks, and uses them.
//!
//! - **Statements.** [`source`] reads files, [`library`] finds for each script its theory, [`selection`] says what is
//!   asked for, [`mod@prove`] replays derivations. [`question`] and [`mod@decide`] ask about formulas of one's own,
//!   [`models`] evaluates statements in finite relational models, [`mod@verify`] checks certificates again.
//! - **Systems of threads.** [`system`] and [`language`] make them, [`discipline`] says which steps are visible,
//!   [`search`] goes through their states, [`mod@check`] puts these together, [`execution`] makes runs again,
//!   [`mod@validate`] evaluates the theorem in the states of a system, [`monitors`] guesses locks. The module `testing`,
//!   behind the feature of that name, has generated systems and properties for a user's own tests.
//!
//! Every answer is a [`Verdict`]: it holds, with evidence; it fails, with a witness; or it was given up. What answers
//! say to people and to programs, as text, JSON, pictures and pages, is the matter of the crate `reductio-report`; errors
//! and warnings are values too ([`diagnostics`]). [`guide`] has chapters for users from Rust. Nothing here is trusted:
//! what holds was proved by the kernel of `reductio-theorems`.
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

pub mod appearance;
pub mod bundled;
pub mod check;
pub mod claim;
pub mod decide;
pub mod diagnostics;
pub mod execution;
mod file;
pub mod guide;
pub mod header;
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
    reductio_discipline as discipline, reductio_language as language, reductio_search as search,
    reductio_system as system, reductio_validate as validate,
};

/// The Rust of the guide's tutorials, which are outside of this package.
#[cfg(doctest)]
#[doc = include_str!("../../guide/src/tutorials/systems.md")]
mod tutorials {}

/// The one `use` for a notebook or a test.
pub mod prelude {
    pub use crate::{
        Claim, Evidence, Exit, File, Library, Proved, Refusal, Selection, Verdict, prove,
    };
    pub use reductio_algebra::{Formula, Label, Status, Style, Term, Theory};
    pub use reductio_proofs::{ReplayLimits, Script, replay};
    pub use reductio_theorems::{Certificate, Theorem};
}
