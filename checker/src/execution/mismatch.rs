//! The reasons why an execution does not end as claimed.

use std::fmt;

use super::bad::BadState;
use super::ending::Ending;
use super::ending_entry::EndingEntry;
use crate::system::Failure;

/// The ending that an execution was claimed to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedEnding {
    /// The ending that a caller claimed, with numbers.
    Ending(Ending),
    /// The ending that a run file claimed, with names.
    Entry(EndingEntry),
}

/// The reason why an execution does not end as claimed. Steps are counted from 1; state 0 is the initial one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndingMismatch {
    /// A violation was claimed, and the last state is not bad.
    #[error("the last state is not bad")]
    NotBad,
    /// A violation was claimed, and the last state has another one.
    #[error("{0}")]
    BadOtherwise(Box<BadState>),
    /// A failure was claimed of a thread that takes no step.
    #[error("the thread takes no step")]
    TakesNoStep,
    /// A failure was claimed of a thread that fails for another reason.
    #[error("it fails for another reason: {0}")]
    FailsOtherwise(Failure),
    /// A failure was claimed of a thread that does not fail.
    #[error("{thread} does not fail")]
    DoesNotFail {
        /// The name of the thread.
        thread: String,
    },
    /// The violation of an invariant was claimed that the system does not have.
    #[error("the system has {count} invariants")]
    FewerInvariants {
        /// The number of invariants of the system.
        count: usize,
    },
    /// The violation of an invariant was claimed that holds in the last state.
    #[error("\"{name}\" holds in the last state")]
    InvariantHolds {
        /// The name of the invariant.
        name: String,
    },
    /// A deadlock, or that all threads rest, was claimed, and some thread can go on.
    #[error("{thread} can go on: {statement}")]
    CanGoOn {
        /// The name of the thread.
        thread: String,
        /// The statement that it can execute.
        statement: String,
    },
    /// A thread was claimed to be stuck that need not go on.
    #[error("{thread} has ended, has failed or is idle")]
    NeedNotGoOn {
        /// The name of the thread.
        thread: String,
    },
    /// A thread was claimed to be stuck for ever, and after some steps of others it can go on.
    #[error("{thread} can go on after {}: {steps}", steps_more(*count))]
    GoesOnLater {
        /// The name of the thread.
        thread: String,
        /// The number of steps.
        count: usize,
        /// The steps, with the names of their threads.
        steps: String,
    },
    /// A deadlock, or that all threads rest, was claimed, and a thread has failed.
    #[error("a thread has failed")]
    HasFailed,
    /// A deadlock was claimed, and no thread has to go on.
    #[error("all threads have ended or are idle")]
    AllRest,
    /// The claim was that all threads rest, and some thread would have to go on.
    #[error("some thread neither has ended nor is idle")]
    SomeMustGoOn,
    /// A predicate was claimed to be reached, and there is none with its number.
    #[error("the system has {count} such claims")]
    FewerClaims {
        /// The number of such claims of the system.
        count: usize,
    },
    /// A predicate was claimed to be reached that does not hold in the last state.
    #[error("\"{name}\" does not hold in the last state")]
    NotReached {
        /// The name of the claim.
        name: String,
    },
    /// The claim was that the execution just stops, and it has this ending.
    #[error("it ends in this: {}", words(*.0))]
    EndsIn(Ending),
    /// A property was claimed to be false that the system does not have.
    #[error("the system has {count} properties")]
    FewerProperties {
        /// The number of properties of the system.
        count: usize,
    },
    /// A property was claimed to be false of a run, and is true of it.
    #[error("\"{name}\" is true of the run")]
    PropertyTrue {
        /// The name of the property.
        name: String,
    },
    /// A property was claimed to be false of a run that is not fair.
    #[error(
        "the run is not fair to {thread}: it can move {often} and does not move on the way round"
    )]
    NotFair {
        /// The name of the thread.
        thread: String,
        /// The frequency with which it can move, in words.
        often: &'static str,
    },
    /// Properties were claimed to be false of a run, and each is true of it.
    #[error("every property is true of the run")]
    NoneFalse,
    /// A loop was claimed that has no step.
    #[error("no step comes after step {from}")]
    NoStepAfter {
        /// The number of steps that were claimed to lead to the loop.
        from: usize,
    },
    /// A loop was claimed in which another thread takes a step.
    #[error("step {step} is one of another thread")]
    OtherThread {
        /// The number of the step.
        step: usize,
    },
    /// A loop was claimed with a visible step.
    #[error("step {step} is visible")]
    Visible {
        /// The number of the step.
        step: usize,
    },
    /// A loop was claimed with a bad state.
    #[error("the {} is bad", state(*after))]
    BadBefore {
        /// The number of steps that lead to the bad state.
        after: usize,
    },
    /// A loop was claimed that does not lead back to its first state.
    #[error("the last state is not the one after step {from}")]
    NotBack {
        /// The number of steps that were claimed to lead to the loop.
        from: usize,
    },
    /// The claim names a thread that the system does not have.
    #[error("there is no thread `{name}`")]
    NoThread {
        /// The name in the claim.
        name: String,
    },
    /// The claim names a protected object that the system does not have.
    #[error("there is no protected object `{name}`")]
    NoObject {
        /// The name in the claim.
        name: String,
    },
    /// The claim names a variable that has no lock discipline here.
    #[error("no variable `{name}` has a lock discipline")]
    NoClass {
        /// The name in the claim.
        name: String,
    },
    /// The claim names an invariant, or a predicate to be reached, that the system does not have.
    #[error("there is no claim {number} called \"{name}\"")]
    NoClaim {
        /// The number in the claim.
        number: usize,
        /// The name in the claim.
        name: String,
    },
}

fn steps_more(count: usize) -> String {
    format!("{count} more step{}", if count == 1 { "" } else { "s" })
}

fn state(after: usize) -> String {
    if after == 0 { "initial state".to_owned() } else { format!("state after step {after}") }
}

/// The words for an ending in errors, where the names of the system are not known.
fn words(ending: Ending) -> String {
    match ending {
        Ending::DisciplineViolated(_) => "the discipline is violated".to_owned(),
        Ending::Failed { failure, .. } => format!("a thread fails: {failure}"),
        Ending::InvariantViolated(number) => format!("invariant {number} is violated"),
        Ending::EndlessLoop { from, .. } => {
            format!("an endless loop of invisible steps after step {from}")
        }
        Ending::Deadlock => "a deadlock".to_owned(),
        Ending::Stuck { .. } => "a thread is stuck for ever".to_owned(),
        Ending::AtRest => "all threads rest".to_owned(),
        Ending::PropertyFalse { property, .. } => format!("property {property} is false"),
        Ending::Reached(number) => format!("claim {number} is reached"),
        Ending::Stopped => "nothing in particular".to_owned(),
    }
}

impl fmt::Display for ClaimedEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimedEnding::Ending(ending) => write!(f, "{}", words(*ending)),
            ClaimedEnding::Entry(
                EndingEntry::Access { .. }
                | EndingEntry::NotExclusive { .. }
                | EndingEntry::Locks { .. },
            ) => write!(f, "the discipline is violated"),
            ClaimedEnding::Entry(EndingEntry::Failed { failure, .. }) => {
                write!(f, "a thread fails: {failure}")
            }
            ClaimedEnding::Entry(EndingEntry::Invariant { name, .. }) => {
                write!(f, "\"{name}\" is violated")
            }
            ClaimedEnding::Entry(EndingEntry::Property { name, .. }) => {
                write!(f, "\"{name}\" is false of the run")
            }
            ClaimedEnding::Entry(EndingEntry::Reached { name, .. }) => {
                write!(f, "\"{name}\" is reached")
            }
            ClaimedEnding::Entry(EndingEntry::Stuck { thread }) => {
                write!(f, "{thread} is stuck for ever")
            }
            ClaimedEnding::Entry(_) => write!(f, "an endless loop"),
        }
    }
}
