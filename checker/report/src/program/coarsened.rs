//! The answer of a search of the reduced transition system of S2, as text and JSON.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{Coarsened, CoarsenedOpen, ProgramReport};
use reductio::coarsening::Reading;
use reductio::locksets::Run;
use schemars::JsonSchema;
use serde::Serialize;

use super::entries::{CLAIMS, StepEntry, claim_name};
use super::others_words;
use crate::json::VERDICTS;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped};

/// The answer of a search of the reduced transition system of S2.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CoarsenedEntry {
    /// The reading of the rules of the analysis.
    #[schemars(extend("enum" = ["repaired", "printed"]))]
    reading: &'static str,
    /// The reason why the analysis knows nothing; null if it has answered.
    declined: Option<String>,
    /// The states of the reduced system.
    states: usize,
    /// The transitions of the reduced system.
    transitions: u64,
    /// The visible operations of all threads, as S2 counts them.
    transforms: usize,
    claims: Vec<CoarsenedClaim>,
    /// The lines at which a thread goes wrong.
    wrong: Vec<u32>,
    /// A run to a deadlock.
    deadlock_run: Option<Vec<StepEntry>>,
}

/// A claim about the reduced system.
#[derive(Debug, Serialize, JsonSchema)]
struct CoarsenedClaim {
    #[schemars(extend("enum" = CLAIMS))]
    claim: &'static str,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is declined.
    reason: Option<String>,
}

/// The entry of an answer. `steps` tells runs.
pub(super) fn entry(
    report: &ProgramReport,
    coarsened: &Coarsened,
    steps: impl Fn(&Run) -> Vec<StepEntry>,
) -> CoarsenedEntry {
    let Coarsened { reading, declined, answer, .. } = coarsened;
    let of = |(claim, verdict): reductio::check::CoarsenedClaim| CoarsenedClaim {
        claim: claim_name(claim),
        verdict: verdict.word(),
        reason: match &verdict {
            Verdict::Declined(why) => Some(words(report, why)),
            _ => None,
        },
    };
    CoarsenedEntry {
        reading: word(*reading),
        declined: declined.as_ref().map(|error| error.told(&report.subject.program)),
        states: answer.states,
        transitions: answer.transitions,
        transforms: answer.transforms,
        claims: coarsened.claims().into_iter().map(of).collect(),
        wrong: answer.wrong.iter().map(|wrong| wrong.line).collect(),
        deadlock_run: answer.deadlock.as_ref().map(steps),
    }
}

fn word(reading: Reading) -> &'static str {
    if reading == Reading::repaired() { "repaired" } else { "printed" }
}

/// Why a claim is not decided, as the rest of a sentence.
fn words(report: &ProgramReport, why: &CoarsenedOpen) -> String {
    match why {
        CoarsenedOpen::Unknown(why) => why.to_string(),
        CoarsenedOpen::Printed => {
            "the rules as printed call variables owned or protected that are not".to_owned()
        }
        CoarsenedOpen::Others(others) => others_words(&report.subject, *others),
    }
}

/// The answer as text. `table` tells a run; those of what the other searches have found as well are left out.
pub(super) fn text(report: &ProgramReport, page: &Page, table: impl Fn(&Run) -> String) -> String {
    let Some(coarsened) = report.coarsened() else { return String::new() };
    let answer = &coarsened.answer;
    let mut out = format!(
        "\n{HEADING}Reduced by S2, section 4{HEADING:#}: {} states, {} transitions\n",
        grouped(&(answer.states as u64)),
        grouped(&answer.transitions)
    );
    let mut open: Vec<String> = Vec::new();
    for (claim, verdict) in coarsened.claims() {
        let colour = match &verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(()) => BAD,
            Verdict::Declined(why) => {
                let words = words(report, why);
                if !open.contains(&words) {
                    open.push(words);
                }
                OPEN
            }
        };
        let word = verdict.word();
        let _ = writeln!(out, "  {colour}{word:8}{colour:#}  {}", claim.in_words());
    }
    for why in open {
        out += &page.prose(&format!("Declined: {why}."), 0);
    }
    if let Some(error) = &coarsened.declined {
        let told = error.told(&report.subject.program);
        out += &page.prose(
            &format!("Nothing is known of variables, and only locks and notifications are reduced: {told}."),
            0,
        );
    }
    out += &page.prose(&sentence(coarsened), 0);
    if let Some(run) = answer.deadlock.as_ref().filter(|_| report.report.deadlock != Some(true)) {
        let ending = "no thread can go on, and not all have ended: a total deadlock";
        let _ = write!(out, "\n{}\n{}", page.prose(ending, 2), table(run));
    }
    out
}

fn sentence(coarsened: &Coarsened) -> String {
    let order = "Who comes first is served first there (S2, section 3): what happens only in another order, which Java \
                 allows, is missed.";
    let rests = match (&coarsened.declined, coarsened.reading == Reading::repaired()) {
        (Some(_), _) => {
            "That nothing else happens rests on S2, section 4, which is tested against an oracle."
        }
        (None, true) => {
            "That nothing else happens rests on S2, section 4, and on the analysis of sections 5 and 6, as mended: \
             both are tested, not proved."
        }
        (None, false) => "The analysis of S2, sections 5 and 6, was made as printed.",
    };
    format!("{order} {rests}")
}
