//! What the answers of `decide`, `prove --formula` and `models --find` say alike: under which hypotheses.

use reductio::Verdict;
use reductio::question::Answer;
use reductio_algebra::Label;

use crate::page::ranges;

/// On which hypotheses an answer rests, where the theory has some.
pub(crate) fn hypotheses_in_words(answer: &Answer) -> Option<String> {
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
