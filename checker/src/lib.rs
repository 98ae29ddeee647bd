#![doc = include_str!("../README.md")]

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
    reductio_locking as locking, reductio_locksets as locksets,
    reductio_parameterized as parameterized, reductio_programs as programs,
    reductio_races as races, reductio_search as search, reductio_selective as selective,
    reductio_system as system, reductio_temporal as temporal, reductio_validate as validate,
    reductio_watched as watched,
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
