//! The errors of executions and run files.

use super::mismatch::{ClaimedEnding, EndingMismatch};
use super::waiting::Waiting;

/// The reason why steps are no execution of a system, or do not end as claimed. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutionError {
    /// A step is one of a thread that the system does not have.
    #[error(
        "step {step}: there is no thread with the number {thread}: the system has {count}, from 0"
    )]
    NoThread {
        /// The number of the step.
        step: usize,
        /// The number of the thread that was asked for.
        thread: usize,
        /// The number of threads of the system.
        count: usize,
    },
    /// A step is a transition that the thread does not have.
    #[error("step {step}: {thread} has no transition {transition}: it has {count}, from 0")]
    NoTransition {
        /// The number of the step.
        step: usize,
        /// The name of the thread.
        thread: String,
        /// The number of the transition that was asked for.
        transition: usize,
        /// The number of transitions of the thread.
        count: usize,
    },
    /// The transition of a step starts at another control point than the one where the thread is.
    #[error("step {step}: `{text}` of {thread} starts at {start}, and {thread} is at {at}")]
    NotPending {
        /// The number of the step.
        step: usize,
        /// The name of the thread.
        thread: String,
        /// The statement.
        text: String,
        /// The name of the control point where the transition starts.
        start: String,
        /// The name of the control point where the thread is.
        at: String,
    },
    /// The transition of a step cannot be executed, as its guard is false.
    #[error("step {step}: {thread} cannot execute `{text}` at {at}: {why}")]
    Disabled {
        /// The number of the step.
        step: usize,
        /// The name of the thread.
        thread: String,
        /// The statement.
        text: String,
        /// The name of the control point where the thread is.
        at: String,
        /// The condition for which the thread would have to wait.
        why: Box<Waiting>,
    },
    /// The execution does not end as claimed.
    #[error("the run does not end as claimed ({claimed}): {reason}")]
    Ending {
        /// The ending that was claimed.
        claimed: Box<ClaimedEnding>,
        /// The reason why the execution does not end so.
        reason: Box<EndingMismatch>,
    },
}

/// The reason why a run file is refused. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunFileError {
    /// The file is no JSON, or breaks off.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The message of the JSON reader.
        message: String,
        /// Tells whether the text ends too early.
        is_cut: bool,
    },
    /// The file is JSON of another kind.
    #[error("this is JSON, but no run: {found}")]
    NotARun {
        /// The kind of JSON that it seems to be.
        found: String,
    },
    /// The file has a field that runs do not have, lacks one that they need, or has one of another type.
    #[error("line {line}, column {column}: {message}")]
    Field {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The message of the JSON reader.
        message: String,
    },
    /// The run is a run of another system.
    #[error("the run is one of `{run}`, and the system is `{system}`")]
    OtherSystem {
        /// The name of the system in the file.
        run: String,
        /// The name of the system.
        system: String,
    },
    /// The run was made with other constants.
    #[error("the run was made with {run}, and the system has {system}")]
    OtherConstants {
        /// The values in the file.
        run: String,
        /// The values in the system.
        system: String,
        /// The options of the command that would make both equal.
        options: String,
    },
    /// Other objects are treated as open.
    #[error("in the run the objects treated as open are [{run}], and in the system [{system}]")]
    OtherDemotion {
        /// The values in the file.
        run: String,
        /// The objects that the discipline treats as open.
        system: String,
        /// The options of the command that would make both equal.
        option: String,
    },
    /// The run was made under another form of the lock discipline.
    #[error(
        "the run was made under the lock discipline `{run}`, and the system has {}",
        system.as_ref().map_or("none".to_owned(), |name| format!("`{name}`"))
    )]
    OtherRule {
        /// The name of the form in the file.
        run: String,
        /// The name of the form in the system; none if no variable has a class.
        system: Option<String>,
    },
    /// The threads are not those of the system.
    #[error("the run has the threads {run}, and the system has {system}")]
    OtherThreads {
        /// The values in the file.
        run: String,
        /// The values in the system.
        system: String,
    },
    /// A step is one of a thread that the system does not have.
    #[error("step {step}: there is no thread `{thread}`")]
    NoThread {
        /// The number of the step.
        step: usize,
        /// The name of the thread in the file.
        thread: String,
        /// The names of the threads of the system.
        known: String,
    },
    /// The file says of a step, or of the whole run, something that is not so.
    #[error("{}by the file, `{field}` is {run}; in the system it is {system}", at(*step))]
    Changed {
        /// The number of the step; `None` if the field is one of the whole run.
        step: Option<usize>,
        /// The name of the field.
        field: &'static str,
        /// The value in the file.
        run: String,
        /// The value that the replay gives.
        system: String,
    },
    /// The steps cannot be executed, or do not end as the file says.
    #[error(transparent)]
    Replay(#[from] ExecutionError),
}

impl RunFileError {
    /// The remedy.
    pub fn help(&self) -> String {
        const ANEW: &str = "make the run anew: `reductio check FILE.sys --format json`";
        match self {
            RunFileError::Syntax { is_cut: true, .. } => format!("the file breaks off; {ANEW}"),
            RunFileError::Syntax { .. } => {
                "a run is a JSON object, as `reductio simulate FILE.sys --format json` writes it".to_owned()
            }
            RunFileError::NotARun { .. } => {
                "a run has `\"kind\": \"run\"`; `reductio simulate FILE.sys --format json` writes one".to_owned()
            }
            RunFileError::Field { .. } => {
                "a step needs at least `thread` (a name) and `transition` (a number from 0)".to_owned()
            }
            RunFileError::OtherSystem { run, .. } => format!("give the file of `{run}`"),
            RunFileError::OtherConstants { options, .. } => format!("give `{options}`"),
            RunFileError::OtherDemotion { option, .. } => format!("give {option}"),
            RunFileError::OtherRule { run, system: Some(_) } => {
                format!("give `--discipline {run}`")
            }
            RunFileError::NoThread { known, .. } => format!("the threads are {known}"),
            RunFileError::OtherRule { system: None, .. }
            | RunFileError::OtherThreads { .. }
            | RunFileError::Changed { .. } => {
                format!("the system has changed since; {ANEW}")
            }
            RunFileError::Replay(ExecutionError::Ending { .. }) => {
                "give the options that the run was made with, or leave `ending` out: then it is worked out \
                 from the states"
                    .to_owned()
            }
            RunFileError::Replay(_) => format!("if the system has changed since, {ANEW}"),
        }
    }

    /// Line and column, from 1, where the fault is a place of the text.
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            RunFileError::Syntax { line, column, .. }
            | RunFileError::Field { line, column, .. } => Some((*line, *column)),
            _ => None,
        }
    }
}

fn at(step: Option<usize>) -> String {
    step.map_or_else(String::new, |step| format!("step {step}: "))
}
