//! What can be wrong with a model, and where in its text.

use reductio_algebra::Name;

/// A fault of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// The text does not say how many states or processes there are, or says so too late.
    #[error("a model starts with its number of {0}, for instance `{0} 2`")]
    NoHeader(&'static str),
    /// Zero states or processes, or more than the limit.
    #[error("a model has 1 to {limit} {what}, not {got}")]
    Size {
        /// `states` or `processes`.
        what: &'static str,
        /// The number given.
        got: usize,
        /// The largest number that is read.
        limit: usize,
    },
    /// Some other text was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand here.
        expected: &'static str,
        /// What stands here.
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
        /// How many indices it takes.
        takes: usize,
        /// How many it got.
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
    /// What is wrong.
    pub fault: ModelFault,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
