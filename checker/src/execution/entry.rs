//! The steps of a run file.

use serde::{Deserialize, Serialize};

use super::error::RunFileError;
use super::facts::{Change, ExclusiveAccess};
use super::names::{point_name, statement_text};
use super::run::Execution;
use crate::system::System;

/// A step as a [`RunFile`](super::RunFile) has it. Only the thread and the transition are needed to replay it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a step with `thread` and `transition`")]
pub struct StepEntry {
    /// The name of the thread.
    pub thread: String,
    /// The number of the transition, from 0, among those of the thread.
    pub transition: usize,
    /// The statement.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub text: Option<String>,
    /// The line of the statement, from 1.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
    #[serde(default)]
    pub line: Option<usize>,
    /// The control point of the thread before the step.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub from: Option<String>,
    /// The control point of the thread after the step.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub to: Option<String>,
    /// Tells whether the step is visible: a reduced step begins.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub visible: Option<bool>,
    /// The variables that the step changes.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub changes: Option<Vec<ChangeEntry>>,
    /// The exclusive access predicates that begin to hold.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub gained: Option<Vec<AccessEntry>>,
    /// The exclusive access predicates that cease to hold.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub lost: Option<Vec<AccessEntry>>,
    /// The reason why the thread fails in the step, if it does.
    #[serde(default)]
    pub failure: Option<String>,
    /// The violation in the state after the step, if that state is bad.
    #[serde(default)]
    pub violation: Option<String>,
}

/// A variable that a step changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a change with `name`, `before` and `after`")]
pub struct ChangeEntry {
    /// The full name of the variable.
    pub name: String,
    /// The value before the step.
    pub before: String,
    /// The value after the step.
    pub after: String,
}

/// The exclusive access of a thread to an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "an object with `thread` and `object`")]
pub struct AccessEntry {
    /// The name of the thread.
    pub thread: String,
    /// The name of the object.
    pub object: String,
}

pub(super) fn entries(system: &System, accesses: &[ExclusiveAccess]) -> Vec<AccessEntry> {
    let entry = |access: &ExclusiveAccess| AccessEntry {
        thread: system.thread(access.thread).name().to_owned(),
        object: system.objects()[access.object.index()].name().to_owned(),
    };
    accesses.iter().map(entry).collect()
}

pub(super) fn violation(execution: &Execution<'_>, number: usize) -> Option<String> {
    execution.bad_state(number).map(|bad| bad.to_string())
}

impl StepEntry {
    /// Makes the entry of step `number`, from 1, with all fields.
    pub(super) fn of(execution: &Execution<'_>, number: usize) -> Self {
        let (system, step) = (execution.system(), execution.steps[number - 1]);
        let at = |state| {
            point_name(system, step.thread, system.at(&execution.states[state], step.thread))
        };
        let facts = execution.facts(number);
        let change = |change: &Change| {
            let cell = system.cell(change.cell);
            let shown = |value| cell.domain().show(value);
            ChangeEntry {
                name: cell.name().to_owned(),
                before: shown(change.before),
                after: shown(change.after),
            }
        };
        StepEntry {
            thread: system.thread(step.thread).name().to_owned(),
            transition: step.transition,
            text: Some(statement_text(system, step.thread, step.transition)),
            line: execution.line(&step),
            from: Some(at(number - 1)),
            to: Some(at(number)),
            visible: Some(step.is_visible()),
            changes: Some(facts.changes.iter().map(change).collect()),
            gained: Some(entries(system, &facts.gained)),
            lost: Some(entries(system, &facts.lost)),
            failure: step.failure.map(|failure| failure.to_string()),
            violation: violation(execution, number),
        }
    }

    /// Compares the entry of a file with that of the execution. A field that the file leaves out may have any value.
    pub(super) fn check(&self, actual: &StepEntry, step: usize) -> Result<(), RunFileError> {
        let step = Some(step);
        same("text", self.text.as_ref(), actual.text.as_ref(), step)?;
        same("from", self.from.as_ref(), actual.from.as_ref(), step)?;
        same("to", self.to.as_ref(), actual.to.as_ref(), step)?;
        same("changes", self.changes.as_ref(), actual.changes.as_ref(), step)?;
        same("failure", self.failure.as_ref(), actual.failure.as_ref(), step)?;
        same("gained", self.gained.as_ref(), actual.gained.as_ref(), step)?;
        same("lost", self.lost.as_ref(), actual.lost.as_ref(), step)
    }
}

/// Compares a field of a file with that of the execution; a field that the file leaves out may have any value.
pub(super) fn same<T: PartialEq + Serialize>(
    field: &'static str,
    claimed: Option<&T>,
    actual: Option<&T>,
    step: Option<usize>,
) -> Result<(), RunFileError> {
    if claimed.is_none() || claimed == actual {
        return Ok(());
    }
    let shown = |value: Option<&T>| serde_json::to_string(&value).unwrap_or_default();
    Err(RunFileError::Changed { step, field, run: shown(claimed), system: shown(actual) })
}
