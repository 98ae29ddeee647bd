//! Faults of the text of a system, with their places.

use reductio_algebra::TextError;
use reductio_algebra::text::error::one_of;

use super::syntax::Span;

/// A fault of the text of a system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct SystemError {
    /// The kind of the fault.
    pub kind: SystemErrorKind,
    /// The place, in bytes of the text; none for a fault of the command line.
    pub span: Option<Span>,
    /// A second place that matters, with a description of it.
    pub other: Option<(Span, String)>,
}

impl SystemError {
    /// The stable code, such as `E0613`.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl TextError for SystemError {
    fn code(&self) -> &'static str {
        self.kind.code()
    }

    fn place(&self) -> Option<&Span> {
        self.span.as_ref()
    }

    fn other(&self) -> Option<(&Span, &str)> {
        self.other.as_ref().map(|(span, what)| (span, what.as_str()))
    }

    fn remedy(&self) -> Option<String> {
        self.help()
    }
}

/// The kinds of faults. Each has a code (see [`SystemErrorKind::code`]).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SystemErrorKind {
    /// The text, or the system that it describes, is larger than can be worked on.
    #[error("{size} {}: more than the limit of {}", limit.unit(), limit.most())]
    Limit {
        /// The limit that is passed.
        limit: Limit,
        /// The size.
        size: u64,
    },
    /// Characters that no token starts with.
    #[error("unknown character `{0}`")]
    UnknownCharacter(String),
    /// Another token was expected.
    #[error("expected {}, found {found}", one_of(expected))]
    Expected {
        /// Descriptions of the tokens that may stand here, at most five.
        expected: Vec<String>,
        /// A description of the token that stands here.
        found: String,
    },
    /// An opening bracket without its closing one.
    #[error("this `{open}` is never closed")]
    Unbalanced {
        /// The bracket.
        open: String,
    },
    /// Nesting deeper than [`super::MAX_NESTING`].
    #[error("nested more than {limit} levels deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A number, or the value of a constant expression, that needs more than 32 bits.
    #[error("{what} is not between -2147483648 and 2147483647")]
    BigNumber {
        /// The number or the operation.
        what: String,
    },
    /// A name that is not declared.
    #[error("there is no {what} `{name}`")]
    UnknownName {
        /// The kind of thing that was looked for.
        what: &'static str,
        /// The name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// A name declared twice.
    #[error("`{name}` is declared twice")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A variable with a class of its own has a second declaration.
    #[error("`{name}` is declared as {first} and as {second}: it can be one of them only")]
    Contradiction {
        /// The variable.
        name: String,
        /// The words of the first declaration.
        first: &'static str,
        /// The words of the second one.
        second: &'static str,
    },
    /// A label that the thread does not have.
    #[error("`{thread}` has no label `{label}`")]
    UnknownLabel {
        /// The thread.
        thread: String,
        /// The label.
        label: String,
        /// The nearest label.
        nearest: Option<String>,
    },
    /// A field, local variable or property that does not exist.
    #[error("{of} has no `{field}`")]
    UnknownField {
        /// The thing in which it is looked for.
        of: String,
        /// The name.
        field: String,
        /// The nearest one.
        nearest: Option<String>,
    },
    /// A constant of the command line that the system does not have.
    #[error("`--const {name}`: the system has no constant `{name}`")]
    UnknownConstant {
        /// The constant.
        name: String,
        /// The nearest constant.
        nearest: Option<String>,
    },
    /// A name that stands for another kind of thing than is needed here.
    #[error("expected {wanted}, but `{name}` is {is}")]
    WrongKind {
        /// The name.
        name: String,
        /// The kind of thing that it stands for.
        is: String,
        /// The kind of thing that is needed.
        wanted: String,
    },
    /// A value of the wrong type.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// The types that fit.
        expected: String,
        /// The type of the value that stands there.
        found: String,
    },
    /// The wrong number of indices, fields or targets.
    #[error("{what}: {expected} needed, {found} given")]
    WrongCount {
        /// The things that are counted, and of which object.
        what: String,
        /// The number that is needed.
        expected: usize,
        /// The number that is given.
        found: usize,
    },
    /// An expression depends on the state where a constant is needed.
    #[error("a constant is needed here, but {what} is not one")]
    NotConstant {
        /// The part that depends on the state.
        what: String,
    },
    /// Constants or types that are declared through themselves.
    #[error("`{name}` is declared through itself: {cycle}")]
    Cycle {
        /// A name on the cycle.
        name: String,
        /// The names on the cycle, in order.
        cycle: String,
    },
    /// A range without values.
    #[error("the range {low} .. {high} is empty")]
    EmptyRange {
        /// The lower bound.
        low: i64,
        /// The upper bound.
        high: i64,
    },
    /// A system without threads.
    #[error("the system has no thread")]
    NoThreads,
    /// A value, or an index, that is out of range whatever the state.
    #[error("{what} is {value}, never in {range}")]
    NeverInRange {
        /// The thing that has the value.
        what: &'static str,
        /// The possible values of the thing.
        value: String,
        /// The values that fit.
        range: String,
    },
    /// An index that may be out of range, in a predicate or of a thread.
    #[error(
        "this index must be in range in every state, but it is {value}, and the range is {range}"
    )]
    PartialIndex {
        /// The possible values of the index.
        value: String,
        /// The values that fit.
        range: String,
    },
    /// Arithmetic in a predicate that may have no result.
    #[error("a predicate must have a value in every state, but {0}")]
    PartialArithmetic(&'static str),
    /// A division by the constant 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The code of a thread reads a local variable or control point of another.
    #[error("the code of a thread cannot read {what}: it is not shared")]
    Foreign {
        /// The thing that the code reads.
        what: String,
    },
    /// The code of a thread reads the state of a lock, semaphore or queue.
    #[error("the code of a thread cannot read {what}: only predicates can")]
    Hidden {
        /// The thing that the code reads.
        what: String,
    },
    /// An assignment to something that does not vary.
    #[error("`{name}` cannot be assigned to: it is {is}")]
    NotAssignable {
        /// The name.
        name: String,
        /// The kind of thing that it stands for.
        is: String,
    },
    /// A word stands in a place where it means nothing.
    #[error("{what} may only stand {wanted}")]
    Misplaced {
        /// The word that stands in the wrong place.
        what: String,
        /// The place where it may stand.
        wanted: &'static str,
    },
    /// An operator about the next state, which a formula does not have.
    #[error(
        "`{operator}` cannot be said: which state comes next depends on how finely steps are cut"
    )]
    NextState {
        /// The operator as it is written.
        operator: String,
    },
    /// Two operators of a formula without parentheses that say which is the outer one.
    #[error("`{one}` and `{other}` side by side can be read in two ways")]
    TwoReadings {
        /// The one operator.
        one: &'static str,
        /// The other operator.
        other: &'static str,
    },
    /// A step where a formula speaks of states.
    #[error("a property speaks of states, and {what} is a step")]
    Action {
        /// The step.
        what: String,
    },
    /// A jump that would leave a lock behind.
    #[error("`{what}` jumps out of `synchronized`, past its release")]
    JumpsOut {
        /// The statement.
        what: &'static str,
    },
    /// `t at L` for any thread, where some thread has no `L`.
    #[error("not every thread that is meant here has the label `{label}`: `{thread}` has not")]
    LabelNotCommon {
        /// The label.
        label: String,
        /// A thread without it.
        thread: String,
    },
    /// A loop that can go round without a step.
    #[error("this loop can go round without a step")]
    NoStep,
    /// A `for` that is about every thread, though its predicate is about none.
    #[error(
        "`{name}` is no thread, so it stands for every thread, but its predicate does not mention it"
    )]
    UnusedName {
        /// The name.
        name: String,
        /// The nearest thread.
        nearest: Option<String>,
    },
    /// A thread is to initialize a variable that it never touches.
    #[error("`{thread}` never touches `{name}`, so it cannot initialize it")]
    NeverTouches {
        /// The thread.
        thread: String,
        /// The variable, or the element of an array.
        name: String,
    },
    /// A type with any number of values, where a number is needed.
    #[error("`{name}` has any number of values, and here one number is needed")]
    NoNumber {
        /// The name of the type.
        name: String,
    },
    /// A size of a lock, semaphore or queue that makes no sense.
    #[error("{what} is {value}: it must be between {least} and {most}")]
    BadSize {
        /// The size that makes no sense.
        what: &'static str,
        /// The value that was given.
        value: i64,
        /// The least that makes sense.
        least: i64,
        /// The greatest that makes sense.
        most: i64,
    },
}

/// A limit on the size of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The bytes of the text: 1 MiB.
    Text,
    /// The threads: 64.
    Threads,
    /// The control points of a thread: 4,096.
    Points,
    /// The nodes of expressions, quantifiers and replicated threads expanded: 1,000,000.
    Nodes,
    /// The cells, the smallest things with a value: 65,536.
    Cells,
    /// The values of a type: 2^31.
    Values,
}

impl Limit {
    /// The greatest size that is worked on.
    pub fn most(self) -> u64 {
        match self {
            Limit::Text => 1 << 20,
            Limit::Threads => 64,
            Limit::Points => 4_096,
            Limit::Nodes => 1_000_000,
            Limit::Cells => 65_536,
            Limit::Values => 1 << 31,
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Limit::Text => "bytes of text",
            Limit::Threads => "threads",
            Limit::Points => "control points in a thread",
            Limit::Nodes => "nodes in expressions, with quantifiers expanded",
            Limit::Cells => "cells of variables",
            Limit::Values => "values in a type",
        }
    }
}
