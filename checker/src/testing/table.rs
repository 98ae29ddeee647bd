//! Runs as plain text, for the failures of tests: a line for each step, how the run ends, and how it is made again.

use std::fmt::Write as _;

use crate::execution::names::{one_line, point_name, statement_text, thread_name};
use crate::execution::{Ending, Execution};

/// The most columns of a statement that those of the others are put below.
const WIDEST: usize = 40;

/// The run: its steps, each with its thread, control point, statement and changes; the sentences about its end; the
/// command that shows it again.
pub(super) fn of(execution: &Execution<'_>) -> String {
    let rows: Vec<[String; 4]> = (1..=execution.steps().len()).map(|k| row(execution, k)).collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0).min(WIDEST)
    };
    let widths = [width(0), width(1), width(2)];
    let mut out = String::new();
    for (index, [thread, point, statement, effects]) in rows.iter().enumerate() {
        if repeats_from(execution) == Some(index) {
            out += "        again and again:\n";
        }
        let line = format!(
            "  {:>3}  {thread:<a$}  {point:<b$}  {statement:<c$}  {effects}",
            index + 1,
            a = widths[0],
            b = widths[1],
            c = widths[2],
        );
        out += line.trim_end();
        out.push('\n');
    }
    // Where a run just stops, there is nothing to tell but the reason.
    if execution.ending() != Ending::Stopped {
        let sentence = execution.ending_in_words();
        out.extend(sentence.before.iter().map(|before| format!("{before}\n")));
        let colon = if sentence.parts.is_empty() { "" } else { ":" };
        let _ = writeln!(out, "{}{colon}", sentence.head);
        out.extend(sentence.parts.iter().map(|part| format!("  {part}\n")));
    }
    let _ = write!(
        out,
        "the run again: `Failing::execution`; as a table, where FILE has the text of {}: `reductio replay FILE --steps \
         {}`",
        one_line(execution.system().name()),
        steps(execution),
    );
    out
}

/// Where the run begins to go round and round: the number of steps before.
fn repeats_from(execution: &Execution<'_>) -> Option<usize> {
    match execution.ending() {
        Ending::EndlessLoop { from, .. } => Some(from),
        Ending::PropertyFalse { from, .. } => from,
        _ => None,
    }
}

/// The thread, control point, statement and effects of a step.
fn row(execution: &Execution<'_>, number: usize) -> [String; 4] {
    let (system, step) = (execution.system(), execution.steps()[number - 1]);
    let transition = &system.thread(step.thread).transitions()[step.transition];
    let changes = execution.facts(number).changes.into_iter();
    let mut effects: Vec<String> =
        changes.map(|change| change.in_words(system, step.thread)).collect();
    effects.extend(step.failure.map(|failure| format!("fails: {failure}")));
    [
        thread_name(system, step.thread),
        point_name(system, step.thread, transition.start()),
        statement_text(system, step.thread, step.transition),
        effects.join(", "),
    ]
}

/// The steps as the option `--steps` of the command has them.
fn steps(execution: &Execution<'_>) -> String {
    let of = |step: &crate::execution::Step| format!("{}.{}", step.thread.index(), step.transition);
    let mut words: Vec<String> = execution.steps().iter().map(of).collect();
    match execution.ending() {
        Ending::PropertyFalse { from: Some(from), .. } => words.insert(from, "loop".to_owned()),
        Ending::PropertyFalse { from: None, .. } => words.push("end".to_owned()),
        _ if words.is_empty() => words.push("none".to_owned()),
        _ => {}
    }
    words.join(",")
}
