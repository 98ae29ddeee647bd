//! The answers about the properties of a program, as text and JSON.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{DecidedProperties, ProgramReport, Undecided};
use reductio::coarsening::{EndlessRun, Reading};
use reductio::locksets::Run;
use schemars::JsonSchema;
use serde::Serialize;

use super::entries::StepEntry;
use super::others_words;
use crate::json::VERDICTS;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped};

/// The properties of a program: formulas about its runs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PropertiesEntry {
    /// The reading of the rules of the analysis by which steps are put together; null with --unreduced.
    #[schemars(extend("enum" = ["repaired", "printed", null]))]
    reading: Option<&'static str>,
    /// The reason why the analysis knows nothing; null if it has answered or was not asked.
    declined: Option<String>,
    /// Tells whether only runs count in which no thread stops for ever where it can always go on.
    fair: bool,
    claims: Vec<PropertyEntry>,
}

/// A property with its verdict.
#[derive(Debug, Serialize, JsonSchema)]
struct PropertyEntry {
    title: String,
    formula: String,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is declined.
    reason: Option<String>,
    /// The states of the transition system that were met.
    states: usize,
    /// The states of its product with the automaton of the negated formula.
    product_states: usize,
    /// The steps between those.
    transitions: u64,
    /// A run of which the formula is false.
    run: Option<EndlessEntry>,
}

/// A run that goes on for ever, or ends.
#[derive(Debug, Serialize, JsonSchema)]
struct EndlessEntry {
    steps: Vec<StepEntry>,
    /// The number of steps before those that can be repeated for ever; null if the run ends.
    cycle: Option<usize>,
}

/// The entry of what was found out. `steps` tells runs.
pub(super) fn entry(
    report: &ProgramReport,
    found: &DecidedProperties,
    steps: impl Fn(&Run) -> Vec<StepEntry>,
) -> PropertiesEntry {
    let claims = found.all.iter().map(|(property, answer)| {
        let verdict = found.verdict(answer);
        PropertyEntry {
            title: property.title.clone(),
            formula: property.formula.to_string(),
            verdict: verdict.word(),
            reason: match &verdict {
                Verdict::Declined(why) => Some(words(report, why)),
                _ => None,
            },
            states: answer.states,
            product_states: answer.product_states,
            transitions: answer.transitions,
            run: answer
                .run
                .as_ref()
                .map(|found| EndlessEntry { steps: steps(&found.run), cycle: found.cycle }),
        }
    });
    PropertiesEntry {
        reading: found
            .reading
            .map(|reading| if reading == Reading::repaired() { "repaired" } else { "printed" }),
        declined: found.declined.as_ref().map(|error| error.told(&report.subject.program)),
        fair: found.is_fair,
        claims: claims.collect(),
    }
}

/// Why a property is not decided, as the rest of a sentence.
fn words(report: &ProgramReport, why: &Undecided) -> String {
    match why {
        Undecided::Unknown(why) => why.to_string(),
        Undecided::Printed => {
            "the rules as printed call variables owned or protected that are not".to_owned()
        }
        Undecided::Orders => "it holds where who comes first is served first, and other orders \
            were not searched; --queues first-come asks for no others"
            .to_owned(),
        Undecided::Others(others) => others_words(&report.subject, *others),
    }
}

/// The properties as text. `table` tells a run.
pub(super) fn text(report: &ProgramReport, page: &Page, table: impl Fn(&Run) -> String) -> String {
    let Some(found) = &report.properties else { return String::new() };
    let how = if found.reading.is_some() { "reduced by S2, section 4" } else { "all steps" };
    let which = if found.is_fair { "of fair runs" } else { "of runs" };
    let mut out = format!("\n{HEADING}Properties {which}{HEADING:#}, {how}\n");
    for (property, answer) in &found.all {
        let verdict = found.verdict(answer);
        let colour = match &verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(()) => BAD,
            Verdict::Declined(_) => OPEN,
        };
        let word = verdict.word();
        let states = grouped(&(answer.states as u64));
        let title = &property.title;
        let _ =
            writeln!(out, "  {colour}{word:8}{colour:#}  property \"{title}\": {states} states");
        if let Verdict::Declined(why) = &verdict {
            out += &page.prose(&format!("Declined: {}.", words(report, why)), 0);
        }
    }
    if let Some(error) = &found.declined {
        let told = error.told(&report.subject.program);
        out += &page.prose(
            &format!("Nothing is known of variables, and only locks and notifications are reduced: {told}."),
            0,
        );
    }
    out += &page.prose(&sentence(found), 0);
    for (property, answer) in &found.all {
        let Some(shown) = &answer.run else { continue };
        let ending = ending(shown, &property.title, found.is_fair);
        let _ = write!(out, "\n{}\n{}", page.prose(&ending, 2), table(&shown.run));
    }
    out
}

/// How a run goes on after its last step.
fn ending(shown: &EndlessRun, title: &str, is_fair: bool) -> String {
    let steps = shown.run.steps.len();
    let fair = if is_fair { "the run is fair, and " } else { "" };
    match shown.cycle {
        None => format!(
            "after step {steps}: no thread can go on, the state stays as it is, and \"{title}\" is false of the run"
        ),
        Some(cycle) if cycle + 1 == steps => format!(
            "after step {steps}: step {steps} can be repeated for ever; {fair}\"{title}\" is false of it"
        ),
        Some(cycle) => format!(
            "after step {steps}: steps {} to {steps} can be repeated for ever; {fair}\"{title}\" is false of it",
            cycle + 1
        ),
    }
}

fn sentence(found: &DecidedProperties) -> String {
    let mut out = "Who comes first is served first there (S2, section 3)".to_owned();
    out += if found.has_one_order {
        "."
    } else {
        ": what happens only in another order, which Java allows, is missed."
    };
    if found.reading.is_some() {
        out += " That a formula holds rests on S2, section 4, and on the analysis of sections 5 and 6: both are \
                tested, not proved.";
    }
    out
}
