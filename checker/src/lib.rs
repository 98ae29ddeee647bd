//! # The command `reductio`, as a library
//!
//! Text becomes a verdict in four steps, one module each: [`source`] reads files, folders and standard input;
//! [`library`] finds for every script its theory, and for every theory the one that it extends; [`selection`] says
//! which statements are asked for; [`mod@prove`] replays their derivations and gives each statement a [`Verdict`]: it
//! holds, with a certificate of the kernel; it fails, with the faults of its derivation; or it was given up.
//!
//! What comes out is written by [`report`] (for people), [`derivation`] (one proof, as the paper lays it out),
//! [`json`] (for programs) and [`diagnostics`] (errors and warnings: the one place that gives them their form).
//! [`models`] evaluates statements in finite relational models; [`mod@progress`] and [`stop`] are for its long runs. [`mod@decide`] asks whether a formula is a law. [`explain`] knows what every code means. [`run`] is the command itself.
//!
//! [`guide`] has chapters for users from Rust.
//!
//! Nothing here is trusted: what holds was proved by the kernel of `reductio-theorems`.
//!
//! ```
//! use reductio::prelude::*;
//!
//! let library = Library::bundled();
//! let selection = Selection::new(&library, &["Theorem 1, minimal".to_owned()]);
//! let proved = prove(&library, &selection, Limits::default(), None);
//! let evidence = proved.claims[0].verdict.evidence().unwrap();
//! let used: Vec<&str> = evidence.hypotheses.iter().map(|l| l.as_str()).collect();
//! // One inclusion of (14) and of (15) is enough.
//! assert!(used.contains(&"14a") && !used.contains(&"14"));
//! ```

mod appearance;
pub mod bundled;
pub mod check;
pub mod claim;
mod cli;
pub mod decide;
pub mod derivation;
pub mod diagnostics;
pub mod execution;
pub mod explain;
mod explanations;
mod file;
pub mod guide;
mod header;
mod html;
pub mod json;
#[cfg(feature = "jupyter")]
mod jupyter;
pub mod library;
pub mod models;
pub mod monitors;
pub mod notebook;
pub mod page;
pub mod picture;
pub mod progress;
pub mod prove;
pub mod question;
pub mod refutation;
mod replace;
pub mod report;
pub mod run;
pub mod selection;
pub mod source;
pub mod stop;
mod terminal;
pub mod testing;
mod verdict;
pub mod verify;

pub use claim::{Claim, Evidence, Proved, Refusal};
pub use diagnostics::{Diagnostic, Place};
pub use explanations::EXPLANATIONS;
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
    pub use reductio_proofs::{Limits, Script, replay};
    pub use reductio_theorems::{Certificate, Theorem};
}
