//! The answer of a reduced search about the classes of objects, as text and JSON.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{ClassesOpen, ProgramReport};
use reductio::disciplined::{Answer, Breach};
use schemars::JsonSchema;
use serde::Serialize;

use super::entries::StepEntry;
use super::others_words;
use crate::json::VERDICTS;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped};

/// The answer of a reduced search (S1) about the classes of objects.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ClassesEntry {
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is declined.
    reason: Option<String>,
    /// The states of the reduced search.
    states: usize,
    /// The steps of the reduced search.
    transitions: u64,
    /// The lines at which a thread goes wrong in the reduced search.
    wrong: Vec<u32>,
    /// Tells whether the reduced search finds a total deadlock; null if it does not and there may be one.
    deadlock: Option<bool>,
    /// The classes that are wrong.
    breaches: Vec<BreachEntry>,
}

/// A class that is wrong.
#[derive(Debug, Serialize, JsonSchema)]
struct BreachEntry {
    /// The class that is wrong.
    #[schemars(extend("enum" = ["unshared", "atomic", "method", "disciplined", "communication"]))]
    class: &'static str,
    /// The line in which the object is made; 0 if the variable belongs to no object.
    site: u32,
    /// The name of the class of the object in the program.
    of: String,
    /// The field, `[]` for the elements of an array, `lock`, or `call` where a call of a method is no single operation.
    field: String,
    /// The thread that touches it in the end.
    thread: String,
    /// The line in which it does.
    line: u32,
    /// The place in the run of an earlier step that touches the same, from 0.
    earlier: Option<usize>,
    text: String,
    run: Vec<StepEntry>,
}

/// The entry of an answer. `steps` tells runs.
pub(super) fn entry(
    report: &ProgramReport,
    answer: &Answer,
    steps: impl Fn(&reductio::locksets::Run) -> Vec<StepEntry>,
) -> ClassesEntry {
    let program = &report.subject.program;
    let verdict = report.classes().unwrap_or(Verdict::Holds(()));
    let breach = |breach: &Breach| BreachEntry {
        class: breach.class.word(),
        site: breach.variable.line,
        of: breach.of.clone(),
        field: breach.variable.field.clone(),
        thread: breach.run.thread_name(program, breach.thread),
        line: breach.line,
        earlier: breach.earlier,
        text: breach.told(program).to_string(),
        run: steps(&breach.run),
    };
    ClassesEntry {
        verdict: verdict.word(),
        reason: match &verdict {
            Verdict::Declined(why) => Some(words(report, why)),
            _ => None,
        },
        states: answer.states,
        transitions: answer.transitions,
        wrong: answer.wrong.iter().map(|wrong| wrong.line).collect(),
        deadlock: match answer.deadlocks() {
            Verdict::Holds(()) => Some(false),
            Verdict::Fails(_) => Some(true),
            Verdict::Declined(_) => None,
        },
        breaches: answer.breaches.iter().map(breach).collect(),
    }
}

/// Why it is not decided whether objects are of their classes, as the rest of a sentence.
fn words(report: &ProgramReport, why: &ClassesOpen) -> String {
    match why {
        ClassesOpen::Unknown(why) => why.to_string(),
        ClassesOpen::Others(others) => others_words(&report.subject, *others),
    }
}

/// The answer as text. `table` tells the run of a breach.
pub(super) fn text(
    report: &ProgramReport,
    page: &Page,
    table: impl Fn(&Breach) -> String,
) -> String {
    let (Some(answer), Some(verdict)) = (report.by_classes(), report.classes()) else {
        return String::new();
    };
    let program = &report.subject.program;
    let colour = match verdict {
        Verdict::Holds(()) => GOOD,
        Verdict::Fails(()) => BAD,
        Verdict::Declined(_) => OPEN,
    };
    let mut out = format!("\n{HEADING}Classes{HEADING:#}\n");
    let word = verdict.word();
    let _ = writeln!(out, "  {colour}{word:8}{colour:#}  every object is of its class");
    let states = grouped(&(answer.states as u64));
    let told = match verdict {
        Verdict::Holds(()) => format!(
            "Checked in the {states} states of the reduced search, in which nobody sees accesses of objects that are \
             not for communication: it has met all failures and deadlocks (S1, Theorems 4 and 5). That it would have \
             found a wrong class is argued and tested, not proved."
        ),
        Verdict::Fails(()) => format!(
            "The reduced search, of {states} states, says nothing about what it has not found: a class is wrong."
        ),
        Verdict::Declined(why) => format!("Declined: {}.", words(report, &why)),
    };
    out += &page.prose(&told, 0);
    for breach in &answer.breaches {
        let _ = writeln!(out, "\n{}", page.prose(&breach.told(program).to_string(), 2));
        out += &table(breach);
    }
    out
}
