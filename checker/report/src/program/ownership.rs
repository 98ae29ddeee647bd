//! The report on a search under exclusive access: the claims about the heap, those that were found to be wrong, and
//! what the answer rests on.

use reductio::Verdict;
use reductio::check::{Ownership, ProgramReport};
use reductio::exclusive::{Breach, Link, Variables, Wrong};
use reductio::heap::Reading;
use reductio::locksets::Run;
use reductio::programs::{Place, Program};
use schemars::JsonSchema;
use serde::Serialize;

use super::entries::StepEntry;
use super::shared_words;
use crate::page::{Page, grouped, plural};

/// The answer of the search under exclusive access.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OwnershipEntry {
    /// The reading of S2.
    #[schemars(extend("enum" = ["repaired", "printed", "other"]))]
    reading: &'static str,
    /// The number of claims that the analysis of the heap made.
    claims: usize,
    /// The number of guards that were claimed besides, since they were kept in some runs at random.
    observed: usize,
    /// The reason why it made none, if it gave up.
    gave_up: Option<String>,
    /// The claims that were found to be wrong and were taken back.
    taken_back: Vec<TakenBackEntry>,
    /// The states of the reduced system.
    states: usize,
    /// Tells whether the answer is that of this search alone. Otherwise `claims` says which search has decided what.
    decides: bool,
    /// The reason why it is not, if it is not.
    reason: Option<String>,
}

/// A claim that was found to be wrong.
#[derive(Debug, Serialize, JsonSchema)]
struct TakenBackEntry {
    text: String,
    run: Vec<StepEntry>,
}

/// The entry of a search under exclusive access.
pub(crate) fn entry(
    report: &ProgramReport,
    found: &Ownership,
    steps: impl Fn(&Run) -> Vec<StepEntry>,
) -> OwnershipEntry {
    let program = &report.subject.program;
    let of = |breach: &Breach| TakenBackEntry {
        text: wrong_words(program, breach.wrong),
        run: steps(&breach.run),
    };
    OwnershipEntry {
        reading: match found.reading {
            reading if reading == Reading::repaired() => "repaired",
            reading if reading == Reading::printed() => "printed",
            _ => "other",
        },
        claims: *found.claimed.as_ref().unwrap_or(&0),
        observed: found.observed,
        gave_up: found.claimed.as_ref().err().map(ToString::to_string),
        taken_back: found.derived.demoted.iter().map(of).collect(),
        states: found.derived.answer.states,
        decides: report.is_by_ownership(),
        reason: reason(report, found),
    }
}

/// Why the search under exclusive access does not decide everything, if it does not.
fn reason(report: &ProgramReport, found: &Ownership) -> Option<String> {
    if report.is_by_ownership() {
        return None;
    }
    let answer = &found.derived.answer;
    Some(match (answer.unknown(), answer.races()) {
        (Some(unknown), _) | (None, Verdict::Declined(unknown)) => unknown.to_string(),
        (None, Verdict::Fails(_)) => "some accesses race".to_owned(),
        (None, Verdict::Holds(())) => "it is not known which threads are stuck for ever".to_owned(),
    })
}

/// The grounds of the answer, as text.
pub(super) fn text(report: &ProgramReport, page: &Page) -> String {
    let all = rests_on(report);
    if all.is_empty() {
        return String::new();
    }
    "\n".to_owned() + &all.iter().map(|text| page.prose(text, 0)).collect::<String>()
}

/// The grounds of the answer, if it is that of a search under exclusive access, and the claims that were taken back.
pub(crate) fn rests_on(report: &ProgramReport) -> Vec<String> {
    let Some(found) = report.ownership() else { return Vec::new() };
    let program = &report.subject.program;
    let mut all: Vec<String> = Vec::new();
    let states = grouped(&(found.derived.answer.states as u64));
    let printed = if found.reading == Reading::printed() { " as printed" } else { "" };
    let more = grouped(&(found.observed as u64));
    let claimed = match &found.claimed {
        Ok(count) => {
            let more = format!(", and {more} more were seen to be so in some runs");
            let more = if found.observed > 0 { &more[..] } else { "" };
            format!("The analysis of the heap (S2{printed}) claims {count} things{more}")
        }
        Err(why) => {
            let why = why.told(program);
            let more = format!("; {more} things were seen to be so in some runs");
            let more = if found.observed > 0 { &more[..] } else { "; it claims nothing" };
            format!("The analysis of the heap (S2{printed}) gave up: {why}{more}")
        }
    };
    let checked = match reason(report, found) {
        None if found.claimed.is_err() && found.observed == 0 => format!(
            "{claimed}. All {states} states of the reduced system were looked at, in which objects are their makers' \
             own until others can reach them: by S5, Theorem 1, nothing else can go wrong."
        ),
        None => format!(
            "{claimed}, which were checked in the {states} states of the reduced system: by S5, Theorem 1, no run \
             breaks what is left of them, and nothing else can go wrong. Objects are their makers' own until others \
             can reach them."
        ),
        // What is left of the claims is right, and races are looked for elsewhere as well.
        Some(reason) if found.derived.answer.unknown().is_none() => format!(
            "{claimed}, which were checked in the {states} states of the reduced system: by S5, Theorem 1, no run \
             breaks what is left of them, and what is said of failures and deadlocks is so. It does not tell all \
             races: {reason}."
        ),
        Some(reason) => format!("{claimed}. The search under it does not decide: {reason}."),
    };
    all.push(checked);
    let demoted = &found.derived.demoted;
    if !demoted.is_empty() {
        let words: Vec<String> =
            demoted.iter().map(|breach| wrong_words(program, breach.wrong)).collect();
        let count = plural(demoted.len(), "claim");
        all.push(format!(
            "{count} taken back, since a run breaks what was claimed: {}.",
            words.join("; ")
        ));
    }
    all
}

/// What was claimed and is wrong, in words.
fn wrong_words(program: &Program, wrong: Wrong) -> String {
    let named = |variables: Variables| shared_words(program, &variables.told(program));
    let made = |site: Place| {
        let class = program.class_at(site).map(|class| &*program.classes()[class.index()].name);
        format!("`{}` made at {}", class.unwrap_or("object"), program.line_words(site))
    };
    let field =
        |field: reductio::programs::FieldId| format!("`{}`", program.fields()[field.index()]);
    match wrong {
        Wrong::NotOwned(place, variables) => format!(
            "at {} one thread owns the object of {}",
            program.line_words(place),
            named(variables)
        ),
        Wrong::NotProtected(variables) => format!("{} is protected by one lock", named(variables)),
        Wrong::SeveralUsers(variables) => {
            format!("one thread alone accesses {} once others can reach it", named(variables))
        }
        Wrong::WrittenLater(variables) => {
            format!("nobody writes {} once others can reach it", named(variables))
        }
        Wrong::TouchedLater(site) => {
            format!("{} is handed over and not touched again", made(site))
        }
        Wrong::SeveralHolders(site, link) => {
            let link = match link {
                Link::Field(number) => field(number),
                Link::Element => "an element".to_owned(),
            };
            format!("one object only refers to {} by {link}", made(site))
        }
        Wrong::FieldMoved(number) => {
            format!("{} is not written once its object is shared", field(number))
        }
        Wrong::StaticMoved(variable) => format!(
            "`{}` is not written once there are two threads",
            program.statics()[variable.index()].name
        ),
        Wrong::SeveralMade(site) => format!("only one {}", made(site)),
    }
}
