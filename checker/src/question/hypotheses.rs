//! Whether hypotheses can hold at all: what holds under contradictory ones says nothing.

use reductio_algebra::{Formula, Label, Term};

use super::limits::QuestionLimits;
use super::portfolio::Asker;
use crate::diagnostics::Diagnostic;
use crate::library::Library;
use crate::verdict::Verdict;

/// What is known of hypotheses together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// They hold in a model that was found.
    Model,
    /// `1 = 0` was proved from them.
    Contradiction,
    /// Neither a model nor a contradiction was found; up to so many states a model was searched for.
    Unknown {
        /// The most states.
        states: usize,
    },
}

/// Asks whether `1 = 0`, which is false in every model, follows from the hypotheses of a theory.
pub fn consistency(library: &Library, theory: usize, limits: QuestionLimits<'_>) -> Consistency {
    let states = limits.models.map_or(0, |m| m.states);
    let absurd = Formula::equal(&Term::one(), &Term::zero());
    match Asker::new(library, theory, limits).answer(&absurd).map(|a| a.verdict) {
        Ok(Verdict::Fails(_)) => Consistency::Model,
        Ok(Verdict::Holds(_)) => Consistency::Contradiction,
        _ => Consistency::Unknown { states },
    }
}

/// The warning for what was proved under the hypotheses `used` of a theory, where they may never hold.
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
