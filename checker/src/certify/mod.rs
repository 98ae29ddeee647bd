//! Certificates of checks: what a report says about a system, in a form that another program decides again.
//!
//! A [`Certificate`] has the whole meaning of the system, constants substituted: cells, threads, control points,
//! transitions as guards and assignments. It has the exclusive access predicates, which control points are visible, the
//! sets that are chosen, the hypotheses of the theorem with the numbers of cases in which they were decided, the
//! visible states, and the answers, each failure with its run. The format is in the guide
//! (`guide/src/reference/check-certificates.md`), and so is how a verifier decides everything again;
//! `checker/certificate/verify.py` is one, which shares no code with this library.
//!
//! What is written is worked out anew here: each hypothesis by going through valuations ([`LocalHypothesis`]), the
//! states by another search. An answer that this does not confirm is a fault of this library, and an error.
//!
//! ```
//! use reductio::certify::{CertifyLimits, certify};
//! use reductio::check::{CheckOptions, EXAMPLES, check};
//!
//! let example = EXAMPLES.iter().find(|example| example.name == "m_ex").unwrap();
//! let report = check(&example.subject(), &CheckOptions::default(), None, None);
//! let certificate = certify(&report, &CertifyLimits::default()).unwrap();
//! assert_eq!(certificate.states, Some(report.exploration.states));
//! ```
//!
//! [`LocalHypothesis`]: crate::discipline::LocalHypothesis

mod answers;
mod case;
mod comparison;
mod description;
mod facts;
mod families;
mod hypotheses;
mod pairs;
mod questions;
mod states;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::check::{Argument, CheckOptions, CheckReport, SystemClaim, check};
pub use comparison::{
    CheckCertificate, Compared, ComparisonError, Difference, MOST, is_check_certificate,
};

pub use families::{FAMILIES_FIRST, FamilyCertificate, families_to_file, is_family_certificate};

use crate::search::{Order, Stopped};
use crate::system::{PackedState, System};
use crate::verdict::Verdict;
use facts::Facts;
use hypotheses::Decided;
use states::{Limits, States};

/// The certificate of one report, as text.
#[derive(Clone, Debug)]
pub struct Certificate {
    text: String,
    /// The number of states that are listed: visible ones, or all of them for an unreduced search; none where the
    /// search was not complete.
    pub states: Option<usize>,
    /// The number of cases in which hypotheses were decided.
    pub cases: u64,
}

/// The limits of the making of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct CertifyLimits<'a> {
    /// The most bytes that states may take.
    pub memory: usize,
    /// The flag that ends it early.
    pub cancel: Option<&'a AtomicBool>,
    /// Tells whether an answer is written that is not confirmed here: for experiments with verifiers, never for
    /// answers.
    pub trusts: bool,
}

impl Default for CertifyLimits<'_> {
    fn default() -> Self {
        CertifyLimits { memory: 4 << 30, cancel: None, trusts: false }
    }
}

/// The reason why no certificate was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The flag was raised.
    #[error("interrupted while the certificate was made")]
    Cancelled,
    /// The states take too much memory.
    #[error("the states of the certificate take more memory than is allowed")]
    Memory,
    /// The hypotheses are about too many valuations to go through.
    #[error("the hypotheses of the theorem are about more than {0} cases, too many to go through")]
    TooManyCases(u64),
    /// The transitions of the system were not classified.
    #[error("the transitions were not classified: there is no answer to certify")]
    Unclassified,
    /// The lock discipline was searched for with a monitor, of which certificates know nothing.
    #[error(
        "the answer about its lock discipline comes from a search with a monitor, and certificates are about exclusive \
         access"
    )]
    LockDiscipline,
    /// A hypothesis that the discipline has decided is false in a case: a fault of this library.
    #[error(
        "a hypothesis of the theorem does not hold of `{step}` of {thread}: a fault of this program"
    )]
    Contradiction {
        /// The name of the thread.
        thread: String,
        /// The text of the transition.
        step: String,
    },
    /// The discipline of some variable was watched as a claim, of which certificates know nothing, and a search by all
    /// steps, which needs no theorem, came to a limit.
    #[error(
        "some variable meets no set of side conditions, and a search by all steps, which needs none, came to a limit"
    )]
    Watched,
    /// A search by all steps gives another answer about a claim: a fault of this library.
    #[error("a search by all steps says something else about {0:?}: a fault of this program")]
    Disagreement(SystemClaim),
    /// The states are not those of the search: a fault of this library.
    #[error("there are {found} states, and the search says {said}: a fault of this program")]
    States {
        /// The number that was found.
        found: usize,
        /// The number of the search.
        said: usize,
    },
}

/// Makes the certificate of a report. Cost: the number of states, and for a reduced search the number of cases of all
/// hypotheses.
///
/// # Errors
/// [`CertifyError`]; nothing is written in part.
pub fn certify(
    report: &CheckReport,
    limits: &CertifyLimits<'_>,
) -> Result<Certificate, CertifyError> {
    let discipline = report.subject.discipline().ok_or(CertifyError::Unclassified)?;
    if report.subject.locks().is_some() {
        return Err(CertifyError::LockDiscipline);
    }
    if report.symmetry.is_used() {
        return certify(&without_symmetry(report, limits)?, limits);
    }
    if !discipline.settings().watched.is_empty() {
        return certify(&by_all_steps(report, limits)?, limits);
    }
    let system = discipline.system();
    let facts = Facts::new(discipline, report.order);
    let within = Limits { memory: limits.memory, cancel: limits.cancel };
    let is_reduced = report.basis.argument == Argument::Reduction;
    let hypotheses = if is_reduced {
        hypotheses::decide(&facts, limits.trusts, limits.cancel)?
    } else {
        Vec::new()
    };
    let is_closed = !matches!(report.basis.argument, Argument::Nothing(_));
    let states = if is_closed {
        let states = States::explore(discipline, report.order, within, |_| false)?;
        let (found, said) = (states.kept().len(), report.exploration.states);
        if found != said && !limits.trusts {
            return Err(CertifyError::States { found, said });
        }
        Some(states)
    } else {
        None
    };
    let mut answers = answers::answers(report, states.as_ref(), within)?;
    if is_reduced {
        answers::add_found(&mut answers, system, discipline.found_invariants().len());
    }
    let mut out = Object::new();
    out.field("system", system.name());
    out.field("file", report.subject.file.name());
    out.field("constants", &report.subject.parameters.constants);
    out.field("search", if report.order == Order::Reduced { "reduced" } else { "unreduced" });
    out.field("theorem", &is_reduced.then_some("claims, mixed sets"));
    for (name, mut entries) in description::system(&facts) {
        if name == "invariants" && is_reduced {
            let found = discipline.found_invariants();
            entries.extend(found.map(|one| description::found(system, one)));
        }
        out.list(name, &entries);
    }
    let entries: Vec<Json> = hypotheses.iter().map(entry).collect();
    out.list("hypotheses", &entries);
    out.list("answers", &answers);
    let listed: Option<Vec<Vec<i32>>> =
        states.as_ref().map(|states| states.kept().map(|state| values(system, state)).collect());
    match &listed {
        Some(listed) => out.list("states", listed),
        None => out.field("states", &None::<()>),
    }
    Ok(Certificate {
        text: out.finish(),
        states: listed.map(|listed| listed.len()),
        cases: hypotheses.iter().filter_map(|one| one.counts).map(|(_, cases)| cases).sum(),
    })
}

/// The report of a search by all steps. Where the discipline of some variable was watched as a claim, the theorem does
/// not apply to it, and certificates know nothing of other claims about bad states; a search by all steps needs no
/// theorem.
fn by_all_steps(
    report: &CheckReport,
    limits: &CertifyLimits<'_>,
) -> Result<CheckReport, CertifyError> {
    let options = CheckOptions {
        order: Order::Unreduced,
        keep_going: true,
        memory: limits.memory,
        symmetry: false,
        ..CheckOptions::default()
    };
    let every = check(&report.subject.unwatched(limits.cancel), &options, limits.cancel, None);
    if limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
        return Err(CertifyError::Cancelled);
    } else if !every.exploration.is_complete() {
        return Err(CertifyError::Watched);
    }
    for (claim, verdict) in &report.claims {
        let other = every.verdict(*claim).map(Verdict::word);
        let is_decided = !matches!(verdict, Verdict::Declined(_));
        let is_asked = *claim != SystemClaim::NoEndlessLoop;
        if is_decided && is_asked && other.is_some_and(|other| other != verdict.word()) {
            return Err(CertifyError::Disagreement(*claim));
        }
    }
    Ok(every)
}

/// The report of the same search without symmetry: certificates list all states.
fn without_symmetry(
    report: &CheckReport,
    limits: &CertifyLimits<'_>,
) -> Result<CheckReport, CertifyError> {
    let options = CheckOptions {
        order: report.order,
        keep_going: report.exploration.is_complete(),
        memory: limits.memory,
        symmetry: false,
        ..CheckOptions::default()
    };
    let plain = check(&report.subject, &options, limits.cancel, None);
    match plain.exploration.stopped {
        Some(Stopped::Cancelled) => Err(CertifyError::Cancelled),
        Some(Stopped::Memory | Stopped::States) => Err(CertifyError::Memory),
        Some(Stopped::Found) | None => Ok(plain),
    }
}

fn entry(decided: &Decided) -> Json {
    let mut entry = json!({ "labels": decided.labels, "by": decided.by });
    if let Some((questions, cases)) = decided.counts {
        entry["questions"] = questions.into();
        entry["cases"] = cases.into();
    }
    entry
}

fn values(system: &System, state: &PackedState) -> Vec<i32> {
    let cells = (0..system.cells().len()).map(crate::system::CellId::new);
    cells.map(|cell| system.value(state, cell)).collect()
}

/// The field that every file of certificates begins with.
const FIELD: &str = "reductio check certificate";
/// The version of the format, which is the value of that field.
const FORMAT: u32 = 2;
/// The command line that compares a certificate with the texts of its systems, which each certificate names.
pub const COMPARE: &str = "reductio verify FILE.json FILE.sys";

/// The beginning of a file of certificates, up to the number of its version: a file of an older version may be
/// replaced.
pub const FIRST: &str = "{\"reductio check certificate\": ";

/// The text of a file that has these certificates.
pub fn to_file(certificates: &[Certificate]) -> String {
    let texts: Vec<&str> = certificates.iter().map(|one| one.text.as_str()).collect();
    let texts = texts.join(",\n");
    format!("{FIRST}{FORMAT}, \"compare\": \"{COMPARE}\", \"checks\": [\n{texts}\n]}}\n")
}

/// A JSON object that is written field by field; each entry of a list has a line of its own.
struct Object(String);

impl Object {
    fn new() -> Self {
        Object("{".to_owned())
    }

    fn name(&mut self, name: &str) {
        let comma = if self.0.len() > 1 { ",\n" } else { "" };
        let _ = write!(self.0, "{comma}\"{name}\": ");
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        self.0 += &to_json(value);
    }

    fn list<T: Serialize>(&mut self, name: &str, entries: &[T]) {
        self.name(name);
        let entries: Vec<String> = entries.iter().map(to_json).collect();
        let space = if entries.is_empty() { "" } else { "\n" };
        let _ = write!(self.0, "[{space}{}]", entries.join(",\n"));
    }

    fn finish(self) -> String {
        self.0 + "}"
    }
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("the keys of all objects are texts")
}
