//! Executions as text: heading, table, ending.

use std::fmt::Write as _;

use reductio::execution::names::thread_name;
use reductio::execution::{Execution, Step, StepRole};
use reductio::system::ThreadId;

use super::words::{heading, objects};
use super::{locks, table};
use crate::page::{FAINT, Page, columns, wrapped};

/// The execution as text for people. Each step has one line or a few in the column of its thread, with its changes and
/// with the threads that begin or cease to have exclusive access; the last lines say how the execution ends. On a page
/// that is too narrow for the columns the threads stand below each other.
pub fn to_text(execution: &Execution<'_>, page: &Page) -> String {
    let ending = ending_lines(execution, page);
    format!("{}\n{ending}{}", steps_to_text(execution, page), locks::table(execution, page))
}

/// A finding as text for people: what is wrong at the end of the execution, the command that shows it again, then the
/// steps that lead there.
pub(crate) fn finding_to_text(execution: &Execution<'_>, replay: &str, page: &Page) -> String {
    let mut out = ending_lines(execution, page);
    let _ = writeln!(out, "{FAINT}{replay}{FAINT:#}");
    if !execution.steps().is_empty() || !first_access(execution).is_empty() {
        out.push('\n');
        out.push_str(&steps_to_text(execution, page));
    }
    out + &locks::table(execution, page)
}

/// The steps of an execution under a heading.
fn steps_to_text(execution: &Execution<'_>, page: &Page) -> String {
    let mut out = wrapped(&heading(execution), page.width, 0, 2).join("\n") + "\n";
    let first = first_access(execution);
    if !first.is_empty() {
        let text = format!("Initially {}.", first.join("; "));
        out += &(wrapped(&text, page.width, 0, 2).join("\n") + "\n");
    }
    if !execution.steps().is_empty() {
        let _ = write!(out, "\n{}", table::table(execution, page));
        out.push('\n');
        for meaning in key(execution) {
            out += &(wrapped(&meaning, page.width, 0, 2).join("\n") + "\n");
        }
    }
    out
}

/// One line that says how the execution ends: the violated property, the step, the threads and objects.
pub fn ending_in_words(execution: &Execution<'_>) -> String {
    execution.ending_in_words().line()
}

/// The accesses of the threads in the initial state: `user[0] has data[0]`.
fn first_access(execution: &Execution<'_>) -> Vec<String> {
    let (system, access) = (execution.system(), execution.access(&execution.states()[0]));
    let of = |thread: ThreadId| {
        let own: Vec<_> = access.iter().filter(|access| access.thread == thread).collect();
        let has = || {
            format!("{} has {}", thread_name(system, thread), objects(system, own.iter().copied()))
        };
        (!own.is_empty()).then(has)
    };
    system.thread_ids().filter_map(of).collect()
}

/// The legend of the table's marks, of those that occur.
fn key(execution: &Execution<'_>) -> Vec<String> {
    let meanings = [
        (StepRole::Initial, "comes before the first visible step of its thread"),
        (StepRole::Begins, "begins a reduced step"),
        (StepRole::GoesOn, "goes on with it"),
        (StepRole::Resumes, "goes on with an earlier one of its thread"),
    ];
    if execution.steps().iter().all(Step::is_visible) {
        return vec!["+ is a reduced step".to_owned()];
    }
    let there =
        meanings.iter().filter(|(role, _)| execution.steps().iter().any(|step| step.role == *role));
    there.map(|(role, meaning)| format!("{} {meaning}", table::mark(*role))).collect()
}

fn ending_lines(execution: &Execution<'_>, page: &Page) -> String {
    let sentence = execution.ending_in_words();
    let broken = |text: &str, indent: usize| {
        let lines = wrapped(text, page.width, indent, indent + 2);
        format!("{}{}\n", " ".repeat(indent), lines.join("\n"))
    };
    let mut out = sentence.before.iter().map(|before| broken(before, 0)).collect::<String>();
    let line = sentence.last_line();
    if sentence.parts.is_empty() || columns(&line) <= page.width {
        return out + &broken(&line, 0);
    }
    out += &broken(&format!("{}:", sentence.head), 0);
    out.extend(sentence.parts.iter().map(|part| broken(part, 2)));
    out
}
