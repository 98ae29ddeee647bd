//! The way in which a lock discipline was decided, as sentences and as JSON.

use reductio::check::{CheckReport, LockArgument, Protection, Unprotected};
use reductio::execution::names::{cell_name, lock_name, thread_name};
use reductio::locking::{Class, Classes};
use reductio::system::{CellId, System};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::shortened;

/// The paragraph that says how the lock discipline was decided; none where no variable has one.
pub(super) fn paragraph(report: &CheckReport) -> Option<String> {
    let answer = report.locks.as_ref()?;
    let system = report.subject.system();
    let form = answer.rule.name();
    Some(match &answer.argument {
        LockArgument::ExclusiveAccess(protections) => {
            let said: Vec<String> = protections
                .iter()
                .map(|&(cell, protection)| said(system, cell, protection))
                .collect();
            format!(
                "The lock discipline ({form}) follows from exclusive access, which was checked: {}.",
                shortened(&said)
            )
        }
        LockArgument::EveryStep(None) => {
            format!("The search of all steps looked at the lock discipline ({form}).")
        }
        LockArgument::EveryStep(Some(why)) => format!(
            "The lock discipline ({form}) was checked at every step, since {}: then a reduced search that finds \
             nothing decides nothing.",
            reason(system, *why)
        ),
        LockArgument::Monitor(_) => format!(
            "The lock discipline ({form}) was checked at reduced steps: what was found is real, and what was not found \
             may exist."
        ),
    })
}

/// The protection of a variable in words.
fn said(system: &System, cell: CellId, protection: Protection) -> String {
    let name = cell_name(system, cell, None);
    match protection {
        Protection::Constant => format!("{name} is not changed"),
        Protection::Thread(only) => format!("{name} by {} alone", thread_name(system, only)),
        Protection::Lock(lock) => format!("{name} by {}", lock_name(system, lock)),
        Protection::LockAfter(first, lock) => {
            let first = thread_name(system, first);
            format!("{name} by {first} alone, then by {}", lock_name(system, lock))
        }
        Protection::ReadOnly(None) => format!("{name} is only read"),
        Protection::ReadOnly(Some(first)) => {
            format!("{name} by {} alone, then only read", thread_name(system, first))
        }
    }
}

fn reason(system: &System, why: Unprotected) -> String {
    let name = |cell| cell_name(system, cell, None);
    match why {
        Unprotected::Variable(cell) => {
            format!("nothing protects {} in all executions alike", name(cell))
        }
        Unprotected::Phases(cell) => format!(
            "where its initializing thread is does not tell whether {} is initialized",
            name(cell)
        ),
        Unprotected::Form(cell) => {
            format!("the printed form lets the first state with an access to {} pass", name(cell))
        }
        Unprotected::Otherwise => {
            "the theorem about exclusive access does not apply to this system".to_owned()
        }
    }
}

/// The way in which a lock discipline was decided.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct LockDisciplineEntry {
    /// The form of the discipline.
    #[schemars(extend("enum" = ["repaired", "mover", "printed", "eraser"]))]
    form: &'static str,
    /// By exclusive access under the protections of the variables, and the reduction theorem; by a search of all steps
    /// with a monitor; or, where something was found, by a reduced search with a monitor, which decides nothing else.
    #[schemars(extend("enum" = ["exclusive_access", "every_step", "monitor"]))]
    argument: &'static str,
    /// The reason why it is not exclusive access, where that was tried.
    reason: Option<String>,
    /// The cells of the variables that have a class.
    #[schemars(length(min = 1))]
    variables: Vec<VariableEntry>,
}

/// The words for protections.
const PROTECTIONS: [Option<&str>; 7] = [
    Some("constant"),
    Some("thread"),
    Some("lock"),
    Some("lock_after_initialization"),
    Some("read_only"),
    Some("read_only_after_initialization"),
    None,
];

/// A cell of a variable that has a class.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct VariableEntry {
    variable: String,
    #[schemars(extend("enum" = ["unshared", "disciplined"]))]
    class: &'static str,
    /// The thread that initializes it.
    initialized_by: Option<String>,
    /// The protection that it has in all executions, where the argument is exclusive access.
    #[schemars(extend("enum" = PROTECTIONS))]
    protection: Option<&'static str>,
    /// The lock that is owned at every access, or at every one after initialization.
    lock: Option<String>,
    /// The thread that alone touches it.
    thread: Option<String>,
}

/// The entry for a report; none where no variable has a lock discipline.
pub(super) fn entry(report: &CheckReport) -> Option<LockDisciplineEntry> {
    let answer = report.locks.as_ref()?;
    let system = report.subject.system();
    let mut protections: &[(CellId, Protection)] = &[];
    let (argument, why) = match &answer.argument {
        LockArgument::ExclusiveAccess(found) => {
            protections = found;
            ("exclusive_access", None)
        }
        LockArgument::EveryStep(why) => ("every_step", *why),
        LockArgument::Monitor(why) => ("monitor", Some(*why)),
    };
    let classes = Classes::of(system);
    let variable = |&(cell, class): &(CellId, Class)| {
        let found = protections.iter().find(|(known, _)| *known == cell);
        let (protection, lock, thread) = match found.map(|(_, protection)| *protection) {
            None => (None, None, None),
            Some(Protection::Constant) => (Some("constant"), None, None),
            Some(Protection::Thread(only)) => (Some("thread"), None, Some(only)),
            Some(Protection::Lock(lock)) => (Some("lock"), Some(lock), None),
            Some(Protection::LockAfter(_, lock)) => {
                (Some("lock_after_initialization"), Some(lock), None)
            }
            Some(Protection::ReadOnly(None)) => (Some("read_only"), None, None),
            Some(Protection::ReadOnly(Some(_))) => {
                (Some("read_only_after_initialization"), None, None)
            }
        };
        let name = |thread| thread_name(system, thread);
        VariableEntry {
            variable: system.cell(cell).name().to_owned(),
            class: if class == Class::Unshared { "unshared" } else { "disciplined" },
            initialized_by: match class {
                Class::Disciplined { initializer } => initializer.map(name),
                Class::Unshared => None,
            },
            protection,
            lock: lock.map(|lock| lock_name(system, lock)),
            thread: thread.map(name),
        }
    };
    let open = report.subject.open_cells();
    let cells = classes.cells().iter().filter(|(cell, _)| !open.contains(cell));
    Some(LockDisciplineEntry {
        form: answer.rule.name(),
        argument,
        reason: why.map(|why| reason(system, why)),
        variables: cells.map(variable).collect(),
    })
}
