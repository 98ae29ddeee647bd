//! The verb `check`: does a system follow its discipline, can it deadlock, fail, violate an invariant?
//!
//! A [`Subject`] is a system as it was given: its text, its constants, the objects that are treated as open.
//! [`check()`] explores it, by reduced steps unless asked otherwise, and gives each [`SystemClaim`] about it a verdict.
//! A violation that a reduced search finds is real, whatever the discipline; that it finds none speaks for the original
//! system if the reduction theorem applies: every protected object meets Set A or Set B, and no bad state was met (S5,
//! Theorem 1). A [`CheckReport`] has the verdicts and, in its [`Basis`], what they rest on.

mod agreement;
mod basis;
mod bundled;
mod bundled_programs;
mod claim;
mod coarsened;
mod engine;
mod error;
mod explore;
mod family;
mod granularity;
mod java;
mod judge;
mod locks;
mod memory;
mod options;
mod others;
mod ownership;
mod program;
mod program_claim;
mod program_found;
mod program_property;
mod program_report;
mod program_search;
mod properties;
mod property_answer;
mod protections;
mod report;
mod resort;
mod run;
mod subject;
mod symmetry;
mod validation;

pub use agreement::{Disagreement, disagreement, disagreement_on_properties};
pub use basis::{Argument, Basis, CitedTheorem, Ground, NotPreserved};
pub use bundled::{EXAMPLES, Example, Expected, ExploredBothWays, ExploredExamples, explore_all};
pub use bundled_programs::{PROGRAMS, ProgramExample, SearchedPrograms, search_programs};
pub use claim::{Inconclusive, JudgedClaim, SystemClaim};
pub use coarsened::{Coarsened, CoarsenedClaim, CoarsenedOpen};
pub use engine::Engine;
pub use error::{SubjectError, SubjectErrors};
pub use family::{FamilyReport, families_asked, family_limits, verdict as family_verdict};
pub use granularity::{GranularityAnswer, GranularityCondition};
pub use java::{is_java, java_classes};
pub use memory::read_without_lock;
pub use options::CheckOptions;
pub use others::OtherExecutions;
pub use ownership::Ownership;
pub(crate) use program::is_impossible_in_java;
pub use program::{
    Besides, ClassesOpen, GuardsVerdict, JudgedProgramClaim, ProgramOpen, ProgramReport,
    ProgramSubject, check_program, check_program_by,
};
pub use program_claim::ProgramClaim;
pub use program_property::{DecidedProperties, ProgramProperties, Undecided};
pub(crate) use program_report::other_executions;
pub use program_search::{ProgramBasis, ProgramMethod, ProgramSearch, Said};
pub use property_answer::PropertyAnswer;
pub use protections::{LockAnswer, LockArgument, Protection, Unprotected};
pub use report::{CheckReport, Resort, ending};
pub use run::{check, check_by, check_guessing};
pub use subject::{Demotion, Parameters, Subject};
pub use symmetry::{SymmetryAnswer, SymmetryOff};
pub use validation::NotValidated;
