//! Faults of models, and their places in a text.

use reductio_algebra::Name;

/// A fault of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// The numbers of states or processes are missing from the text, or come too late.
    #[error("a model starts with its number of {0}, for instance `{0} 2`")]
    NoHeader(&'static str),
    /// The number of states or processes is zero, or past the limit.
    #[error("a model has 1 to {limit} {what}, not {got}")]
    Size {
        /// `states` or `processes`.
        what: &'static str,
        /// The number given.
        got: usize,
        /// The largest number that is read.
        limit: usize,
    },
    /// Another text was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// A description of the text that may stand here.
        expected: &'static str,
        /// A description of the text that stands here.
        found: String,
    },
    /// A name that no formula in question uses.
    #[error("`{name}` is not declared{}", suggestion(nearest.as_deref()))]
    UnknownName {
        /// The name as written, with its indices.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// A name with the wrong number of indices.
    #[error("`{name}` takes {takes} {}, not {got}", if *takes == 1 { "index" } else { "indices" })]
    Arity {
        /// The name.
        name: Name,
        /// The number of indices that the name takes.
        takes: usize,
        /// The number of indices that it was given.
        got: usize,
    },
    /// An index that is not a process.
    #[error("there is no process {index}: they are 0 to {}", processes - 1)]
    Process {
        /// The index.
        index: usize,
        /// The number of processes.
        processes: usize,
    },
    /// A state that the model does not have.
    #[error("there is no state {state}: they are 0 to {}", states - 1)]
    State {
        /// The state.
        state: usize,
        /// The number of states.
        states: usize,
    },
    /// A predicate that relates two different states.
    #[error("`{name}` is a predicate: it cannot relate {from} to {to}")]
    NotPredicate {
        /// The predicate.
        name: Name,
        /// The state before.
        from: usize,
        /// The state after.
        to: usize,
    },
    /// A name with two values.
    #[error("`{name}` has a value already")]
    Duplicate {
        /// The name as written, with its indices.
        name: String,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(": did you mean `{name}`?"))
}

/// A fault of the text of a model, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct ModelError {
    /// The kind of the fault.
    pub fault: ModelFault,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
