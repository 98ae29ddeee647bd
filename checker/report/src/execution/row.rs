//! The contents of a table's rows, one for each step.

use reductio::execution::names::{and, at_most, has_label, statement};
use reductio::execution::{Execution, StepRole};
use reductio::system::ThreadId;

use super::words::{cut, objects};

/// The largest number of changed variables that are shown for a step; the JSON form has all.
const SHOWN_CHANGES: usize = 8;

/// The largest number of characters of a statement in a table; the JSON form has all.
const LONGEST_STATEMENT: usize = 160;

/// The contents of the row for one step.
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) line: Option<usize>,
    pub(super) role: StepRole,
    pub(super) thread: ThreadId,
    /// The statement, with its label if it has one.
    pub(super) statement: String,
    pub(super) has_label: bool,
    /// The changes of variables, and the failure.
    pub(super) effects: Vec<String>,
    /// For each thread whose access changes: which objects it has, or no longer has, access to.
    pub(super) access: Vec<(ThreadId, String)>,
    /// The reason why the state after the step is bad, where it is told here.
    pub(super) bad: Option<String>,
}

/// Makes the row of the step with this number, from 1.
pub(super) fn row(execution: &Execution<'_>, number: usize) -> Row {
    let (system, step) = (execution.system(), execution.steps()[number - 1]);
    let facts = execution.facts(number);
    let mut effects: Vec<String> =
        facts.changes.iter().map(|found| found.in_words(system, step.thread)).collect();
    effects = at_most(effects, SHOWN_CHANGES);
    if let Some(failure) = step.failure {
        effects.push(format!("fails: {failure}"));
    }
    let access = system
        .thread_ids()
        .filter_map(|thread| {
            let gained: Vec<_> = facts.gained.iter().filter(|a| a.thread == thread).collect();
            let lost: Vec<_> = facts.lost.iter().filter(|a| a.thread == thread).collect();
            let mut words = Vec::new();
            if !lost.is_empty() {
                words.push(format!("no longer has {}", objects(system, lost)));
            }
            if !gained.is_empty() {
                words.push(format!("has {}", objects(system, gained)));
            }
            (!words.is_empty()).then(|| (thread, and(&words)))
        })
        .collect();
    // The last state is what the ending is about; what stays bad is said once.
    let is_new = number < execution.steps().len()
        && execution.violations()[number] != execution.violations()[number - 1];
    let bad = execution.bad_state(number).filter(|_| is_new);
    Row {
        number,
        line: execution.line(&step),
        role: step.role,
        thread: step.thread,
        statement: cut(&statement(system, step.thread, step.transition), LONGEST_STATEMENT),
        has_label: has_label(system, step.thread, step.transition),
        effects,
        access,
        bad: bad.map(|bad| bad.to_string()),
    }
}

/// The reason why the initial state is bad, unless it is also the last state.
pub(super) fn bad_at_first(execution: &Execution<'_>) -> Option<String> {
    let bad = execution.bad_state(0).filter(|_| !execution.steps().is_empty())?;
    Some(bad.to_string())
}
