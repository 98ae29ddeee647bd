//! Faults of the text of a program, with their places.

use reductio_algebra::TextError;
use rustc_hash::FxHashSet;
use thiserror::Error;

use super::syntax::Span;
use crate::program::ProgramError;

/// A fault of the text of a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct SourceError {
    /// The kind of the fault.
    pub kind: SourceErrorKind,
    /// The place, in bytes of the text; none where the text as a whole lacks something.
    pub span: Option<Span>,
    /// A second place that matters, with a description of it.
    pub other: Option<(Span, String)>,
}

impl SourceError {
    /// The stable code, such as `E1010`.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl TextError for SourceError {
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

/// The kinds of faults of the text of a program. Each has a code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SourceErrorKind {
    /// The text, or the program that it describes, is larger than can be worked on.
    #[error("{size} {}: more than the limit of {}", limit.unit(), limit.most())]
    Limit {
        /// The limit that is passed.
        limit: TextLimit,
        /// The size.
        size: u64,
    },
    /// Characters that no token starts with.
    #[error("unknown character `{0}`")]
    UnknownCharacter(String),
    /// Something else was expected.
    #[error("expected {}, found {found}", one_of(expected))]
    Expected {
        /// Descriptions of what may stand here, at most five.
        expected: Vec<String>,
        /// A description of what stands here.
        found: String,
    },
    /// An opening bracket without its closing one.
    #[error("this `{open}` is never closed")]
    Unbalanced {
        /// The bracket.
        open: String,
    },
    /// Nesting deeper than [`MAX_NESTING`](super::MAX_NESTING).
    #[error("nested more than {limit} levels deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A number that needs more than 64 bits.
    #[error("{0} needs more than 64 bits")]
    BigNumber(String),
    /// A thread that the program does not have.
    #[error("there is no thread `{name}`")]
    UnknownThread {
        /// The name.
        name: String,
        /// The nearest name of a thread.
        nearest: Option<String>,
    },
    /// The program does not have the thread that it is to begin with.
    #[error("the program has no thread `{entry}` to begin with")]
    NoEntry {
        /// The thread.
        entry: String,
        /// The names of the threads that it has.
        threads: Vec<String>,
    },
    /// A thread, label or program with a second declaration.
    #[error("{what} `{name}` is declared twice")]
    Duplicate {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: String,
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
    /// A jump to a label within a block in which the jump is not.
    #[error("`goto {label}` jumps into a block")]
    JumpsIn {
        /// The label.
        label: String,
    },
    /// A jump that would leave a lock behind.
    #[error("`{what}` jumps out of `synchronized`, past its release")]
    JumpsOut {
        /// The statement.
        what: String,
    },
    /// `break` or `continue` outside of a loop.
    #[error("`{what}` may only stand in a loop")]
    NotInLoop {
        /// The statement.
        what: &'static str,
    },
    /// A local variable is read, and on some way to the place nothing was assigned to it.
    #[error("`{name}` may be used before it is bound")]
    Unbound {
        /// The name.
        name: String,
        /// The nearest name that is bound somewhere.
        nearest: Option<String>,
    },
    /// A `join` is of a value that is no thread, whatever the program does.
    #[error("{what} is no thread, so it cannot be joined")]
    NeverThread {
        /// A description of what is joined.
        what: String,
    },
    /// A variable or class that the program does not have, in a condition about its states.
    #[error("the program has no static variable, and no class with a field, `{name}`")]
    UnknownVariable {
        /// The name.
        name: String,
        /// The nearest name of a variable or class.
        nearest: Option<String>,
    },
    /// A field that no object of the program has, in a condition about its states.
    #[error("no object of that class has a field `{name}`")]
    UnknownField {
        /// The name.
        name: String,
        /// The nearest name of a field.
        nearest: Option<String>,
    },
    /// Two operators of formulas that are read in different ways.
    #[error("`{one}` and `{other}` can be read in two ways here")]
    TwoReadings {
        /// The one.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// An operator for the next state.
    #[error("a formula says nothing of the next state")]
    NextState,
    /// The program cannot be made of the instructions: a statement is too large.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// A limit on the size of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextLimit {
    /// The bytes of the text: 1 MiB.
    Text,
    /// The declared threads: 4,096.
    Threads,
    /// The local variables of a thread, with those of the threads that it forks: 1,024.
    Locals,
    /// The instructions of the program times the local variables of its threads: 2^28.
    Size,
}

impl TextLimit {
    /// The greatest size that is worked on.
    pub fn most(self) -> u64 {
        match self {
            TextLimit::Text => 1 << 20,
            TextLimit::Threads => 4_096,
            TextLimit::Locals => 1_024,
            TextLimit::Size => 1 << 28,
        }
    }

    fn unit(self) -> &'static str {
        match self {
            TextLimit::Text => "bytes of text",
            TextLimit::Threads => "declared threads",
            TextLimit::Locals => "local variables in a thread and those that it forks",
            TextLimit::Size => "instructions times local variables",
        }
    }
}

impl SourceErrorKind {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Limit { limit: TextLimit::Text, .. } => "E1001",
            Self::UnknownCharacter(_) => "E1002",
            Self::Expected { .. } => "E1003",
            Self::Unbalanced { .. } => "E1004",
            Self::TooDeep { .. } => "E1005",
            Self::BigNumber(_) => "E1006",
            Self::UnknownThread { .. } => "E1007",
            Self::NoEntry { .. } => "E1008",
            Self::Duplicate { .. } => "E1009",
            Self::UnknownLabel { .. } => "E1010",
            Self::JumpsIn { .. } => "E1011",
            Self::Unbound { .. } => "E1012",
            Self::JumpsOut { .. } => "E1013",
            Self::NotInLoop { .. } => "E1014",
            Self::NeverThread { .. } => "E1015",
            Self::Limit { limit: TextLimit::Threads, .. } => "E1016",
            Self::Limit { limit: TextLimit::Locals, .. } => "E1017",
            Self::Limit { limit: TextLimit::Size, .. } => "E1018",
            Self::Program(_) => "E1019",
            Self::UnknownVariable { .. } => "E1020",
            Self::UnknownField { .. } => "E1021",
            Self::TwoReadings { .. } => "E1022",
            Self::NextState => "E1023",
        }
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::UnknownThread { nearest: Some(name), .. }
            | Self::UnknownLabel { nearest: Some(name), .. }
            | Self::UnknownVariable { nearest: Some(name), .. }
            | Self::UnknownField { nearest: Some(name), .. }
            | Self::Unbound { nearest: Some(name), .. } => format!("did you mean `{name}`?"),
            Self::NoEntry { threads, .. } if !threads.is_empty() => {
                format!("`--entry {}` begins with another thread", threads[0])
            }
            Self::JumpsIn { .. } => {
                "a label can be jumped to from its own block and from blocks inside of that".into()
            }
            Self::JumpsOut { .. } => {
                "let the block end first, or use `acquire` and `release`".into()
            }
            Self::Unbound { .. } => {
                "a fork copies the locals that are bound where it stands; bind the name before"
                    .into()
            }
            Self::UnknownVariable { .. } => {
                "a condition is about static variables, `Class.variable`, and about fields of the \
                 only object of a class, `Class.field`; locals and labels cannot be asked for"
                    .into()
            }
            Self::TwoReadings { .. } => "put one of them into parentheses".into(),
            Self::NextState => "which state is the next one depends on how finely steps are cut; \
                 use `until`, `eventually` or `always`"
                .into(),
            Self::NeverThread { .. } => "`t := fork worker` gives a thread to join".into(),
            Self::BigNumber(_) => {
                format!("numbers are between {} and {}", i64::MIN, i64::MAX)
            }
            _ => return None,
        })
    }
}

/// "a", "a or b", "a, b or c".
fn one_of(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The faults found so far, each once.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<SourceError>,
    seen: FxHashSet<(usize, usize, &'static str)>,
}

impl Faults {
    /// Adds a fault, unless one of this kind is known here.
    pub(super) fn add(&mut self, kind: SourceErrorKind, span: Span) {
        self.push(SourceError { kind, span: Some(span), other: None });
    }

    /// Adds a fault with a second place.
    pub(super) fn add_with(&mut self, kind: SourceErrorKind, span: Span, other: Span, what: &str) {
        self.push(SourceError { kind, span: Some(span), other: Some((other, what.to_owned())) });
    }

    /// Adds a fault of the text as a whole.
    pub(super) fn add_outside(&mut self, kind: SourceErrorKind) {
        self.push(SourceError { kind, span: None, other: None });
    }

    fn push(&mut self, error: SourceError) {
        let span = error.span.clone().unwrap_or_default();
        if self.seen.insert((span.start, span.end, error.code())) {
            self.list.push(error);
        }
    }

    /// Tells whether there are more than anyone reads: then no near names are looked for.
    pub(super) fn are_many(&self) -> bool {
        self.list.len() > 100
    }

    /// Tells whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults, by place.
    pub(super) fn into_errors(mut self) -> Vec<SourceError> {
        self.list.sort_by_key(|error| error.span.as_ref().map(|span| (span.start, span.end)));
        self.list
    }
}

/// The nearest of some names, if one is near.
pub(super) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    const LONGEST: usize = 64;
    let is_comparable = |name: &&str| name.len() <= LONGEST && word.len() <= LONGEST;
    names
        .filter(is_comparable)
        .filter(|name| *name != word)
        .map(|name| (strsim::damerau_levenshtein(name, word), name))
        .filter(|(distance, name)| *distance <= name.len().max(3) / 3)
        .min()
        .map(|(_, name)| name.to_owned())
}
