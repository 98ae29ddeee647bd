//! The hypotheses of answers in words, which `decide`, `prove --formula` and `models --find` tell alike.

use reductio::Verdict;
use reductio::question::FormulaAnswer;
use reductio_algebra::Label;

use crate::page::ranges;

/// The words for the hypotheses on which an answer rests, if its theory has some.
pub(crate) fn hypotheses_in_words(answer: &FormulaAnswer) -> Option<String> {
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
