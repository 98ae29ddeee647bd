//! Families of threads, decided for every number of threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::file::File;
use crate::language::Families;
use crate::parameterized::{
    Answer, Certificate, FamilyError, Limits, Outcome, decide, decide_certified,
};
use crate::verdict::{Exit, Verdict};

/// The report on a text with families of threads, for every number of them.
#[derive(Debug)]
pub struct FamilyReport {
    /// The text.
    pub file: Arc<File>,
    /// The names of the index types of the families.
    pub indices: Vec<String>,
    /// The values of constants, in place of those in the text.
    pub constants: Vec<(String, i64)>,
    /// The answer.
    pub answer: Answer,
    /// The certificate of the answer, or the reason why there is none; nothing if none was asked for.
    pub certificate: Option<Result<Certificate, String>>,
}

/// The index types over which a text is to be decided for every number: those that were asked for, and those that are
/// declared as `any` and have no number among the constants.
///
/// ```
/// use reductio::check::families_asked;
///
/// let text = "type User = any\nthread user[u : User] { skip }";
/// assert_eq!(families_asked(text, &[], &[]), ["User"]);
/// assert!(families_asked(text, &[], &[("User".to_owned(), 3)]).is_empty());
/// assert!(families_asked("thread t { skip }", &[], &[]).is_empty());
/// ```
pub fn families_asked(text: &str, asked: &[String], constants: &[(String, i64)]) -> Vec<String> {
    let mut indices = asked.to_vec();
    // Most texts have none: they are not read for it.
    if text.contains("any") {
        let declared = Families::declared(text).into_iter().map(|(name, _)| name);
        let open = declared.filter(|name| constants.iter().all(|(given, _)| given != name));
        indices.extend(open.filter(|name| !asked.contains(name)));
    }
    indices
}

impl FamilyReport {
    /// Decides a text for every number of threads of the families over some index types.
    ///
    /// # Errors
    /// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
    pub fn new(
        file: &Arc<File>,
        indices: &[String],
        constants: &[(String, i64)],
        limits: &Limits<'_>,
    ) -> Result<FamilyReport, FamilyError> {
        let answer = decide(file.text(), indices, constants, limits)?;
        let (file, indices, constants) = (file.clone(), indices.to_vec(), constants.to_vec());
        Ok(FamilyReport { file, indices, constants, answer, certificate: None })
    }

    /// Decides as [`FamilyReport::new`] does, with a certificate.
    ///
    /// # Errors
    /// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
    pub fn certified(
        file: &Arc<File>,
        indices: &[String],
        constants: &[(String, i64)],
        limits: &Limits<'_>,
    ) -> Result<FamilyReport, FamilyError> {
        let (answer, certificate) = decide_certified(file.text(), indices, constants, limits)?;
        let (file, indices, constants) = (file.clone(), indices.to_vec(), constants.to_vec());
        Ok(FamilyReport { file, indices, constants, answer, certificate: Some(certificate) })
    }

    /// The end of a run of the command: the worst of the claims.
    pub fn exit(&self) -> Exit {
        let exits = self.answer.outcomes().map(|outcome| Exit::from(&verdict(outcome)));
        exits.fold(Exit::Holds, Exit::worst)
    }
}

/// The verdict on a claim: what `reach` asks for must be reached with some number of threads.
pub fn verdict(outcome: &Outcome) -> Verdict<(), (), &str> {
    match outcome {
        Outcome::Holds(_) | Outcome::Reached { .. } => Verdict::Holds(()),
        Outcome::Fails { .. } | Outcome::Never(_) => Verdict::Fails(()),
        Outcome::Undecided { reason } => Verdict::Declined(reason),
    }
}

/// Limits for [`FamilyReport::new`], by what a user allows.
pub fn family_limits(
    max_states: Option<usize>,
    memory: usize,
    cancel: Option<&AtomicBool>,
) -> Limits<'_> {
    let default = Limits::default();
    let configurations = max_states.unwrap_or(default.configurations);
    let states = default.states.min(configurations);
    Limits { configurations, states, memory: default.memory.min(memory), cancel, ..default }
}
