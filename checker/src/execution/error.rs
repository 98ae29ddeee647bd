//! What can be wrong with a run.

use super::mismatch::{ClaimedEnding, EndingMismatch};
use super::waiting::Waiting;

/// Why steps are no execution of a system, or do not end as claimed. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutionError {
    /// There is no such thread.
    #[error(
        "step {step}: there is no thread with the number {thread}: the system has {count}, from 0"
    )]
    NoThread {
        /// The step.
        step: usize,
        /// What was asked for.
        thread: usize,
        /// How many there are.
        count: usize,
    },
    /// There is no such transition.
    #[error("step {step}: {thread} has no transition {transition}: it has {count}, from 0")]
    NoTransition {
        /// The step.
        step: usize,
        /// The thread.
        thread: String,
        /// What was asked for.
        transition: usize,
        /// How many there are.
        count: usize,
    },
    /// The thread is somewhere else.
    #[error("step {step}: `{text}` of {thread} starts at {start}, and {thread} is at {at}")]
    NotPending {
        /// The step.
        step: usize,
        /// The thread.
        thread: String,
        /// The statement.
        text: String,
        /// Where the transition starts.
        start: String,
        /// Where the thread is.
        at: String,
    },
    /// The guard is false.
    #[error("step {step}: {thread} cannot execute `{text}` at {at}: {why}")]
    Disabled {
        /// The step.
        step: usize,
        /// The thread.
        thread: String,
        /// The statement.
        text: String,
        /// Where the thread is.
        at: String,
        /// What it would have to wait for.
        why: Box<Waiting>,
    },
    /// It does not end so.
    #[error("the run does not end as claimed ({claimed}): {reason}")]
    Ending {
        /// What was claimed.
        claimed: Box<ClaimedEnding>,
        /// Why it is not so.
        reason: Box<EndingMismatch>,
    },
}

/// Why a run file is refused. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunFileError {
    /// It is no JSON, or breaks off.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
        /// Whether the text ends too early.
        is_cut: bool,
    },
    /// It is JSON of another kind.
    #[error("this is JSON, but no run: {found}")]
    NotARun {
        /// What it looks like.
        found: String,
    },
    /// A run has no such field, or it has another type.
    #[error("line {line}, column {column}: {message}")]
    Field {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The run is one of another system.
    #[error("the run is one of `{run}`, and the system is `{system}`")]
    OtherSystem {
        /// The name in the file.
        run: String,
        /// The name of the system.
        system: String,
    },
    /// The run was made with other constants.
    #[error("the run was made with {run}, and the system has {system}")]
    OtherConstants {
        /// Those of the file.
        run: String,
        /// Those of the system.
        system: String,
        /// What to write on the command line.
        options: String,
    },
    /// Other objects are treated as open.
    #[error("in the run the objects treated as open are [{run}], and in the system [{system}]")]
    OtherDemotion {
        /// Those of the file.
        run: String,
        /// Those of the discipline.
        system: String,
        /// What to write on the command line.
        option: String,
    },
    /// The threads are not those of the system.
    #[error("the run has the threads {run}, and the system has {system}")]
    OtherThreads {
        /// Those of the file.
        run: String,
        /// Those of the system.
        system: String,
    },
    /// There is no thread of this name.
    #[error("step {step}: there is no thread `{thread}`")]
    NoThread {
        /// The step.
        step: usize,
        /// The name in the file.
        thread: String,
        /// The threads of the system.
        known: String,
    },
    /// What the file says is not what the system does.
    #[error("{}by the file, `{field}` is {run}; in the system it is {system}", at(*step))]
    Changed {
        /// The step; none if it is said of the whole run.
        step: Option<usize>,
        /// The field.
        field: &'static str,
        /// Its value in the file.
        run: String,
        /// Its value in the system.
        system: String,
    },
    /// The steps cannot be executed, or do not end as the file says.
    #[error(transparent)]
    Replay(#[from] ExecutionError),
}

impl RunFileError {
    /// What would help.
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
            RunFileError::NoThread { known, .. } => format!("the threads are {known}"),
            RunFileError::OtherThreads { .. } | RunFileError::Changed { .. } => {
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
