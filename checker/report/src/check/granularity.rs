//! The conditions of S1, section 3.6, as text and as JSON.

use std::fmt::Write as _;

use reductio::check::{GranularityAnswer, GranularityCondition, Subject};
use reductio::system::ThreadId;
use schemars::JsonSchema;
use serde::Serialize;

use super::names::shortened;
use crate::page::{Page, padded, plural, wrapped};

/// The lines about the conditions, for `explain FILE.sys`.
pub(super) fn lines(subject: &Subject, page: &Page) -> String {
    let answers = subject.granularity();
    let mut out = "Conditions of S1, section 3.6\n".to_owned();
    for answer in &answers {
        let said = said(subject, answer);
        let said = wrapped(&said, page.width, NAME + 4, NAME + 6).join("\n");
        let _ = writeln!(out, "  {}  {said}", padded(name(answer.condition), NAME));
    }
    out
}

/// The width of the column of names.
const NAME: usize = 13;

fn name(condition: GranularityCondition) -> &'static str {
    match condition {
        GranularityCondition::Separation => "Separation",
        GranularityCondition::InitVis => "InitVis",
        GranularityCondition::BoundedInvis => "BoundedInvis",
        GranularityCondition::DetermInvis => "DetermInvis",
        GranularityCondition::NonBlockInvis => "NonBlockInvis",
        GranularityCondition::PureVis => "PureVis",
    }
}

/// The answer as a sentence.
fn said(subject: &Subject, answer: &GranularityAnswer) -> String {
    let at = shortened(&places(subject, &answer.at));
    match (answer.condition, answer.holds) {
        (GranularityCondition::BoundedInvis, Some(true)) => format!(
            "holds: at most {} in a row",
            plural(answer.bound.unwrap_or(0), "invisible transition")
        ),
        (GranularityCondition::BoundedInvis, _) => {
            format!("not known: {at} may lead round; a search finds out")
        }
        (GranularityCondition::NonBlockInvis, Some(true)) => {
            "holds: what may block is visible".to_owned()
        }
        (GranularityCondition::DetermInvis, None) => {
            format!("not known: these may be enabled at once: {at}")
        }
        (_, Some(true)) => "holds".to_owned(),
        (_, Some(false)) => format!("fails: {at}"),
        (_, None) => format!("not known: {at}"),
    }
}

fn places(subject: &Subject, at: &[(ThreadId, usize)]) -> Vec<String> {
    let place = |&(thread, number): &(ThreadId, usize)| {
        let owner = subject.system().thread(thread);
        let transition = &owner.transitions()[number];
        let point = owner.points()[usize::from(transition.start())].name();
        format!("`{}` of {} at {point}", transition.text(), owner.name())
    };
    at.iter().map(place).collect()
}

/// A condition of S1, section 3.6.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ConditionEntry {
    #[schemars(extend("enum" = NAMES))]
    condition: &'static str,
    /// Null where it is not known.
    holds: Option<bool>,
    /// The transitions at which it does not hold, or is not known to.
    at: Vec<String>,
    /// The most invisible transitions in a row, for `BoundedInvis` where it is known.
    bound: Option<usize>,
}

const NAMES: [&str; 6] =
    ["Separation", "InitVis", "BoundedInvis", "DetermInvis", "NonBlockInvis", "PureVis"];

/// The entries for a subject.
pub(super) fn entries(subject: &Subject) -> Vec<ConditionEntry> {
    let entry = |answer: &GranularityAnswer| ConditionEntry {
        condition: name(answer.condition),
        holds: answer.holds,
        at: places(subject, &answer.at),
        bound: answer.bound,
    };
    subject.granularity().iter().map(entry).collect()
}
