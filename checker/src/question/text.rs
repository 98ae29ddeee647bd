//! Words for answers that the verbs share.

use reductio_algebra::Label;

use super::Answer;
use crate::page::ranges;
use crate::verdict::Verdict;

/// Why a question is open: what each part of the portfolio came to.
pub(crate) fn reason(parts: &[String]) -> String {
    if parts.is_empty() { "no part of the search knows".to_owned() } else { parts.join("; ") }
}

/// On which hypotheses an answer rests, where the theory has some.
pub(crate) fn hypotheses(answer: &Answer) -> Option<String> {
    if answer.assumed.is_empty() {
        return None;
    }
    let of = |labels: &[Label]| format!("{} of {}", ranges(labels), answer.theory);
    Some(match &answer.verdict {
        Verdict::Holds(proof) if proof.hypotheses.is_empty() => "uses no hypothesis".to_owned(),
        Verdict::Holds(proof) => {
            format!("in every omega algebra that satisfies {}", of(&proof.hypotheses))
        }
        Verdict::Fails(_) | Verdict::Declined(_) => format!("under {}", of(&answer.assumed)),
    })
}
