//! The answer of `explain FILE.sys` for programs; schema `classification.schema.json`.

use std::sync::Arc;

use reductio::check::Subject;
use reductio::discipline::{Discipline, SideConditions};
use reductio::{Diagnostic, Exit, File};
use schemars::JsonSchema;
use serde::Serialize;

use super::alike::at_first;
use super::family_alike::AlikeEntry;
use super::granularity::{self, ConditionEntry};
use super::grounds::assumed_names;
use super::reasons::{breach_words, reason_words};
use crate::json::{DiagnosticEntry, entries};

/// The answer of `explain FILE.sys` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassificationAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<SystemEntry>,
    /// The text is decided for every number of threads, since it treats them alike; only where it has families of any
    /// number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AlikeEntry")]
    alike: Option<AlikeEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// The classification of one system.
#[derive(Debug, Serialize, JsonSchema)]
struct SystemEntry {
    system: String,
    file: String,
    /// Tells whether every protected object that is not demoted meets Set A, Set B or Set C.
    theorem_applies: bool,
    /// The declared invariants that are inductive, in whose states transitions were looked at; empty where all states
    /// were.
    assumed_invariants: Vec<String>,
    objects: Vec<ObjectEntry>,
    transitions: Vec<TransitionEntry>,
    /// The properties, each with what is visible for it.
    properties: Vec<PropertyEntry>,
    /// The conditions of S1, section 3.6.
    conditions: Vec<ConditionEntry>,
}

/// A protected object with its side conditions.
#[derive(Debug, Serialize, JsonSchema)]
struct ObjectEntry {
    object: String,
    /// The set of side conditions that it meets.
    #[schemars(extend("enum" = ["A", "B", "C", "neither", "demoted"]))]
    conditions: &'static str,
    /// The transitions that break them, if it meets none.
    breaches: Vec<String>,
}

/// A transition with the reasons why it is visible.
#[derive(Debug, Serialize, JsonSchema)]
struct TransitionEntry {
    thread: String,
    /// Its number in its thread.
    transition: usize,
    /// The control point where it starts.
    point: String,
    text: String,
    #[schemars(range(min = 1))]
    line: Option<usize>,
    visible: bool,
    /// The reasons why it is visible.
    reasons: Vec<String>,
    /// The reasons why it is visible as long as a variable with a lock discipline is not initialized.
    visible_at_first: Vec<String>,
}

/// A property with the transitions that are visible for it besides.
#[derive(Debug, Serialize, JsonSchema)]
struct PropertyEntry {
    property: String,
    formula: String,
    /// The transitions that are visible when the property is decided, and not otherwise.
    visible: Vec<ObservedEntry>,
}

/// A transition that is visible for a property.
#[derive(Debug, Serialize, JsonSchema)]
struct ObservedEntry {
    thread: String,
    /// Its number in its thread.
    transition: usize,
    text: String,
    /// The atoms of the property that it may change, and the fair threads that it may enable or disable.
    reasons: Vec<String>,
}

impl ClassificationAnswer {
    /// Makes the answer for the systems that were read and the errors.
    pub fn new(subjects: &[Subject], errors: &[Diagnostic]) -> Self {
        ClassificationAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "explain",
            results: subjects.iter().filter_map(system_entry).collect(),
            alike: None,
            errors: entries(errors),
        }
    }

    /// Makes the answer for a text with families of any number of threads over these index types, and says how the
    /// command ends.
    pub fn of_families(
        file: &Arc<File>,
        indices: &[String],
        constants: &[(String, i64)],
    ) -> (Self, Exit) {
        match AlikeEntry::new(file, indices, constants) {
            Ok(entry) => {
                (ClassificationAnswer { alike: Some(entry), ..Self::new(&[], &[]) }, Exit::Holds)
            }
            Err((errors, exit)) => (Self::new(&[], &errors), exit),
        }
    }
}

fn system_entry(subject: &Subject) -> Option<SystemEntry> {
    let system = subject.system();
    let discipline = subject.classifying(subject.discipline()?);
    let objects = system.objects().iter().zip(discipline.conditions());
    let objects = objects.map(|(object, conditions)| ObjectEntry {
        object: object.name().to_owned(),
        conditions: match conditions {
            SideConditions::Demoted => "demoted",
            SideConditions::Watched => "watched",
            SideConditions::SetA => "A",
            SideConditions::SetB => "B",
            SideConditions::SetC => "C",
            SideConditions::Neither(_) => "neither",
        },
        breaches: match conditions {
            SideConditions::Neither(all) => {
                all.iter().map(|b| breach_words(system, object.name(), b)).collect()
            }
            _ => Vec::new(),
        },
    });
    let transitions = system.thread_ids().flat_map(|thread| {
        let owner = system.thread(thread);
        let entry = |(number, transition): (usize, &reductio::system::Transition)| {
            let reasons = discipline.classification().reasons(thread, number);
            TransitionEntry {
                thread: owner.name().to_owned(),
                transition: number,
                point: owner.points()[usize::from(transition.start())].name().to_owned(),
                text: transition.text().to_owned(),
                line: transition.place().map(|place| subject.file.line_col(place.start).0),
                visible: !reasons.is_empty(),
                reasons: reasons
                    .iter()
                    .map(|reason| reason_words(system, thread, reason))
                    .collect(),
                visible_at_first: subject
                    .locks()
                    .map(|locks| locks.visible_at_first(thread, number))
                    .iter()
                    .flatten()
                    .map(|cell| at_first(subject, *cell))
                    .collect(),
            }
        };
        owner.transitions().iter().enumerate().map(entry).collect::<Vec<_>>()
    });
    Some(SystemEntry {
        system: system.name().to_owned(),
        file: subject.file.name().to_owned(),
        theorem_applies: !subject.is_outside(),
        assumed_invariants: assumed_names(subject),
        objects: objects.collect(),
        transitions: transitions.collect(),
        properties: (0..system.properties().len()).map(|n| property(discipline, n)).collect(),
        conditions: granularity::entries(subject),
    })
}

fn property(discipline: &Discipline, number: usize) -> PropertyEntry {
    let system = discipline.system();
    let more = discipline.observing(number, None).expect("nobody interrupts it");
    let mut visible = Vec::new();
    for thread in system.thread_ids() {
        let owner = system.thread(thread);
        for (transition, of) in owner.transitions().iter().enumerate() {
            let reasons = more.classification().reasons(thread, transition);
            if reasons.is_empty() || discipline.classification().is_visible(thread, transition) {
                continue;
            }
            visible.push(ObservedEntry {
                thread: owner.name().to_owned(),
                transition,
                text: of.text().to_owned(),
                reasons: reasons.iter().map(|r| reason_words(system, thread, r)).collect(),
            });
        }
    }
    let known = &system.properties()[number];
    let (property, formula) = (known.name().to_owned(), known.to_string());
    PropertyEntry { property, formula, visible }
}
