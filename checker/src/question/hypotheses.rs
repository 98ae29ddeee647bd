//! The question whether hypotheses can hold at all: from contradictory ones everything follows.

use reductio_algebra::{Formula, Label, Term};

use super::limits::QuestionLimits;
use super::portfolio::Asker;
use crate::diagnostics::Diagnostic;
use crate::library::Library;
use crate::verdict::Verdict;

/// The consistency of hypotheses, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// The hypotheses hold in a model that was found.
    Model,
    /// The hypotheses contradict each other: `1 = 0` was proved from them.
    Contradiction,
    /// Neither a model nor a contradiction was found.
    Unknown {
        /// The most states of a model that was searched for.
        states: usize,
    },
}

/// Asks whether the hypotheses of a theory can hold: whether `1 = 0`, which is false in every model, follows from them.
pub fn consistency(library: &Library, theory: usize, limits: QuestionLimits<'_>) -> Consistency {
    let states = limits.models.map_or(0, |m| m.states);
    let absurd = Formula::equal(&Term::one(), &Term::zero());
    match Asker::new(library, theory, limits).answer(&absurd).map(|a| a.verdict) {
        Ok(Verdict::Fails(_)) => Consistency::Model,
        Ok(Verdict::Holds(_)) => Consistency::Contradiction,
        _ => Consistency::Unknown { states },
    }
}

/// Makes the warning that the hypotheses of a theory may never hold, if a proof used some of them and no model of them
/// is found.
pub(crate) fn warning(
    library: &Library,
    theory: usize,
    used: &[Label],
    limits: QuestionLimits<'_>,
) -> Option<Diagnostic> {
    let loaded = library.theories.get(theory)?;
    if used.is_empty() || loaded.is_bundled || limits.models.is_none() {
        return None;
    }
    let name = loaded.theory.name();
    let (message, help) = match consistency(library, theory, limits) {
        Consistency::Model => return None,
        Consistency::Contradiction => (
            format!("the hypotheses of `{name}` contradict each other: `1 = 0` follows from them"),
            "whatever was proved from them holds for nothing".to_owned(),
        ),
        Consistency::Unknown { states } => (
            format!("no model of the hypotheses of `{name}` was found with up to {states} states"),
            "what was proved from them may hold for nothing: do they say what you mean?".to_owned(),
        ),
    };
    let mut out = Diagnostic::error("W0005", message).warning().help(help);
    let first = loaded.theory.hypotheses().find(|h| used.contains(&h.label))?;
    if let Some(file) = library.file_of(theory, &first.label) {
        out = out.at(file, &first.span);
    }
    Some(out)
}
