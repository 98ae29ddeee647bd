//! Counts of the systems that satisfy the hypotheses of Theorem 1, size by size.

use std::fs::File as Input;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use reductio_relations::systems::{
    CheckpointFault, CountOptions, CountOutcome, MAX_COUNTED_PROCESSES, MAX_COUNTED_STATES,
    SystemError, count,
};

use super::answer::ModelAnswer;
use super::run::{Run, watching};
use crate::diagnostics::Diagnostic;
use crate::file::File;

/// The largest size that is counted unless another one is asked for, as states and processes.
const DEFAULT: (usize, usize) = (4, 2);

/// The most bytes of a checkpoint that are read to show where it is wrong.
const SHOWN: u64 = 1 << 24;

const OTHER_NUMBERS: &str = "ask for other numbers with `--states` and `--processes`";

/// Counts the systems of all sizes up to the one asked for; with a checkpoint, of that size only.
pub(super) fn counts(run: &mut Run<'_>) {
    let (question, watcher) = (run.question, run.watcher);
    let checkpoint = question.checkpoint.as_deref();
    run.out.checkpoint = question.checkpoint.clone();
    watching(watcher, "", |watch| {
        let options = CountOptions { threads: 2, watch, checkpoint };
        let asked = (question.states.unwrap_or(DEFAULT.0), question.processes.unwrap_or(DEFAULT.1));
        if let Err(error) = options.check(asked.0, asked.1) {
            let patient = CountOptions { checkpoint: Some(Path::new("")), ..options };
            let help = if patient.check(asked.0, asked.1).is_ok() {
                "with `--checkpoint FILE` it is counted all the same, in several runs if need be"
            } else {
                OTHER_NUMBERS
            };
            run.out.refuse(&error, help);
            // A number that no count takes was not meant: nothing smaller is an answer.
            if !run.out.bad_input.is_empty() {
                return;
            }
        }
        let mut sizes = vec![asked];
        if checkpoint.is_none() {
            let (states, processes) = asked;
            sizes = (1..=states.min(MAX_COUNTED_STATES))
                .flat_map(|n| (1..=processes.min(MAX_COUNTED_PROCESSES)).map(move |k| (n, k)))
                .collect();
        }
        // What is past a limit was told for the size that was asked for.
        sizes.retain(|(states, processes)| options.check(*states, *processes).is_ok());
        for (states, processes) in sizes {
            if run.goes_on(|| format!("({states},{processes})")) {
                one_size(run, (states, processes), &options);
            }
        }
    });
}

fn one_size(run: &mut Run<'_>, (states, processes): (usize, usize), options: &CountOptions<'_>) {
    match count(states, processes, options) {
        Ok(CountOutcome::Complete(count)) => run.out.answers.push(ModelAnswer::Count(count.into())),
        Ok(CountOutcome::Cancelled(progress)) => {
            run.out.answers.push(ModelAnswer::Unfinished(progress));
        }
        Err(SystemError::Checkpoint(fault)) => {
            let path = options.checkpoint.unwrap_or(Path::new(""));
            run.out.bad_input.push(refused(path, &fault));
        }
        Err(error) => run.out.refuse(&error, OTHER_NUMBERS),
        Ok(other) => unreachable!("an outcome that is not known: {other:?}"),
    }
}

/// Makes the diagnostic for a checkpoint that is refused, with the line that is wrong.
fn refused(path: &Path, fault: &CheckpointFault) -> Diagnostic {
    let name = path.display().to_string();
    let mut out = Diagnostic::error("E0015", format!("the checkpoint `{name}` {fault}"));
    out.path = Some(name.clone());
    let mut bytes = Vec::new();
    if let Some(line) = fault.line()
        && Input::open(path).and_then(|file| file.take(SHOWN).read_to_end(&mut bytes)).is_ok()
    {
        let text = String::from_utf8_lossy(&bytes);
        let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
        let length = text[start..].lines().next().map_or(0, str::len);
        out = out.at(&Arc::new(File::new(&name, &text)), &(start..start + length));
    }
    out.help(fault.help())
}
