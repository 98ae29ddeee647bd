//! Why an execution does not end as claimed.

use std::fmt;

use super::bad::BadState;
use super::ending::Ending;
use super::ending_entry::EndingEntry;
use crate::system::Failure;

/// How an execution was claimed to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedEnding {
    /// By a caller, who knows numbers.
    Ending(Ending),
    /// By a run file, which has names.
    Entry(EndingEntry),
}

/// Why an execution does not end as claimed. Steps are counted from 1; state 0 is the initial one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndingMismatch {
    /// The discipline is followed.
    #[error("the last state is not bad")]
    NotBad,
    /// The discipline is violated in another way.
    #[error("{0}")]
    BadOtherwise(BadState),
    /// A thread that takes no step cannot fail.
    #[error("the thread takes no step")]
    TakesNoStep,
    /// The thread fails for another reason.
    #[error("it fails for another reason: {0}")]
    FailsOtherwise(Failure),
    /// The thread does not fail.
    #[error("{thread} does not fail")]
    DoesNotFail {
        /// The name of the thread.
        thread: String,
    },
    /// There is no invariant with that number.
    #[error("the system has {count} invariants")]
    FewerInvariants {
        /// How many there are.
        count: usize,
    },
    /// The invariant holds.
    #[error("\"{name}\" holds in the last state")]
    InvariantHolds {
        /// The name of the invariant.
        name: String,
    },
    /// Some thread can go on.
    #[error("{thread} can go on: {statement}")]
    CanGoOn {
        /// The name of the thread.
        thread: String,
        /// The statement that it can execute.
        statement: String,
    },
    /// Where a thread has failed there is no deadlock.
    #[error("a thread has failed")]
    HasFailed,
    /// No thread has to go on.
    #[error("all threads have ended or are idle")]
    AllRest,
    /// Some thread would have to go on.
    #[error("some thread neither has ended nor is idle")]
    SomeMustGoOn,
    /// There is no claim with that number that something is reached.
    #[error("the system has {count} such claims")]
    FewerClaims {
        /// How many there are.
        count: usize,
    },
    /// What the claim is about is not so in the last state.
    #[error("\"{name}\" does not hold in the last state")]
    NotReached {
        /// The name of the claim.
        name: String,
    },
    /// Something can be said of the end.
    #[error("it ends in this: {}", words(*.0))]
    EndsIn(Ending),
    /// A loop has at least one step.
    #[error("no step comes after step {from}")]
    NoStepAfter {
        /// Where the loop was said to begin.
        from: usize,
    },
    /// A loop has steps of one thread only.
    #[error("step {step} is one of another thread")]
    OtherThread {
        /// The step.
        step: usize,
    },
    /// A loop has invisible steps only.
    #[error("step {step} is visible")]
    Visible {
        /// The step.
        step: usize,
    },
    /// A loop has no bad state.
    #[error("the {} is bad", state(*after))]
    BadBefore {
        /// How many steps lead to the bad state.
        after: usize,
    },
    /// A loop leads back.
    #[error("the last state is not the one after step {from}")]
    NotBack {
        /// Where the loop was said to begin.
        from: usize,
    },
    /// There is no thread of this name.
    #[error("there is no thread `{name}`")]
    NoThread {
        /// The name.
        name: String,
    },
    /// There is no protected object of this name.
    #[error("there is no protected object `{name}`")]
    NoObject {
        /// The name.
        name: String,
    },
    /// There is no such claim.
    #[error("there is no claim {number} called \"{name}\"")]
    NoClaim {
        /// Its number.
        number: usize,
        /// Its name.
        name: String,
    },
}

fn state(after: usize) -> String {
    if after == 0 { "initial state".to_owned() } else { format!("state after step {after}") }
}

/// What an ending is called in errors, where the names of the system are not known.
fn words(ending: Ending) -> String {
    match ending {
        Ending::DisciplineViolated(_) => "the discipline is violated".to_owned(),
        Ending::Failed { failure, .. } => format!("a thread fails: {failure}"),
        Ending::InvariantViolated(number) => format!("invariant {number} is violated"),
        Ending::EndlessLoop { from, .. } => {
            format!("an endless loop of invisible steps after step {from}")
        }
        Ending::Deadlock => "a deadlock".to_owned(),
        Ending::AtRest => "all threads rest".to_owned(),
        Ending::Reached(number) => format!("claim {number} is reached"),
        Ending::Stopped => "nothing in particular".to_owned(),
    }
}

impl fmt::Display for ClaimedEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimedEnding::Ending(ending) => write!(f, "{}", words(*ending)),
            ClaimedEnding::Entry(EndingEntry::Access { .. } | EndingEntry::NotExclusive { .. }) => {
                write!(f, "the discipline is violated")
            }
            ClaimedEnding::Entry(EndingEntry::Failed { failure, .. }) => {
                write!(f, "a thread fails: {failure}")
            }
            ClaimedEnding::Entry(EndingEntry::Invariant { name, .. }) => {
                write!(f, "\"{name}\" is violated")
            }
            ClaimedEnding::Entry(EndingEntry::Reached { name, .. }) => {
                write!(f, "\"{name}\" is reached")
            }
            ClaimedEnding::Entry(_) => write!(f, "an endless loop"),
        }
    }
}
