//! The faults that a trace can have.

use thiserror::Error;

use crate::event::{Event, Lock, Operation, Thread};
use crate::names::Names;

/// An event that cannot come at this point of an execution. `T` and `L` are threads and locks: numbers, or names
/// ([`OrderFault::named`]).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrderFault<T = Thread, L = Lock> {
    /// A lock is taken that another thread has.
    #[error("{thread} acquires {lock}, which {owner} has since line {since}")]
    Held {
        /// The thread that takes the lock.
        thread: T,
        /// The lock.
        lock: L,
        /// The thread that has it.
        owner: T,
        /// The line in which that thread acquired it.
        since: u64,
    },
    /// A lock is released by a thread that does not have it.
    #[error("{thread} releases {lock}, which it does not have")]
    NotOwner {
        /// The thread that releases.
        thread: T,
        /// The lock.
        lock: L,
        /// The thread that has the lock, if one has.
        owner: Option<T>,
    },
    /// A thread starts itself.
    #[error("{thread} forks itself")]
    ForksItself {
        /// The thread.
        thread: T,
    },
    /// A thread waits for its own end.
    #[error("{thread} joins itself")]
    JoinsItself {
        /// The thread.
        thread: T,
    },
    /// A thread is started a second time.
    #[error("{thread} is forked a second time; the first time was line {first}")]
    ForkedTwice {
        /// The thread that is started.
        thread: T,
        /// The line in which it was started before.
        first: u64,
    },
    /// A thread is started that has acted already, or for which another one has waited.
    #[error("{thread} is forked, but it was there already in line {first}")]
    ForkedLate {
        /// The thread that is started.
        thread: T,
        /// The line of its first event, or of the first event that joins it.
        first: u64,
    },
    /// A thread acts after another one has waited for its end.
    #[error("{thread} acts, but it has ended: it was joined in line {joined}")]
    ActsAfterJoin {
        /// The thread that acts.
        thread: T,
        /// The line in which it was joined.
        joined: u64,
    },
}

impl OrderFault {
    /// The fault with names in place of numbers.
    pub fn named(&self, names: &Names) -> OrderFault<String, String> {
        let name = |thread: Thread| names.of_thread(thread).to_owned();
        match *self {
            Self::Held { thread, lock, owner, since } => OrderFault::Held {
                thread: name(thread),
                lock: names.of_lock(lock).to_owned(),
                owner: name(owner),
                since,
            },
            Self::NotOwner { thread, lock, owner } => OrderFault::NotOwner {
                thread: name(thread),
                lock: names.of_lock(lock).to_owned(),
                owner: owner.map(name),
            },
            Self::ForksItself { thread } => OrderFault::ForksItself { thread: name(thread) },
            Self::JoinsItself { thread } => OrderFault::JoinsItself { thread: name(thread) },
            Self::ForkedTwice { thread, first } => {
                OrderFault::ForkedTwice { thread: name(thread), first }
            }
            Self::ForkedLate { thread, first } => {
                OrderFault::ForkedLate { thread: name(thread), first }
            }
            Self::ActsAfterJoin { thread, joined } => {
                OrderFault::ActsAfterJoin { thread: name(thread), joined }
            }
        }
    }
}

/// A fault in one line of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line is not text.
    #[error("the line has bytes that are not UTF-8, from byte {at} on")]
    NotUtf8 {
        /// The first such byte, counted from one.
        at: usize,
    },
    /// The line is too long to be an event.
    #[error("the line has more than {limit} bytes")]
    TooLong {
        /// The number of bytes that a line may have.
        limit: usize,
    },
    /// The line does not have three fields.
    #[error("the line has {} between `|`, not three: thread|operation|location", fields(*found))]
    Fields {
        /// The number of fields.
        found: usize,
    },
    /// The operation is none of those that there are.
    #[error("`{word}` is no operation")]
    UnknownOperation {
        /// The word before the parenthesis.
        word: String,
    },
    /// An operation that works on something does not say on what.
    #[error("`{word}` needs a name in parentheses")]
    NoArgument {
        /// The operation.
        word: String,
    },
    /// A name is missing.
    #[error("the name of the {of} is empty")]
    EmptyName {
        /// The kind of thing that has the name.
        of: &'static str,
    },
    /// A name has blanks.
    #[error("the name `{name}` of the {of} has blanks")]
    BlankName {
        /// The kind of thing that has the name.
        of: &'static str,
        /// The name.
        name: String,
    },
    /// A parenthesis is not closed.
    #[error("the parenthesis in `{text}` is not closed")]
    Unclosed {
        /// The field.
        text: String,
    },
    /// There is more text behind the parenthesis.
    #[error("there is more behind the parenthesis that closes in `{text}`")]
    Trailing {
        /// The field.
        text: String,
    },
    /// The event cannot come at this point.
    #[error(transparent)]
    Order(OrderFault<String, String>),
}

impl Fault {
    /// The code of the fault, under which it is explained: `E0901` and so on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "E0901",
            Self::TooLong { .. } => "E0902",
            Self::Fields { .. } => "E0903",
            Self::UnknownOperation { .. } | Self::NoArgument { .. } => "E0904",
            Self::EmptyName { .. } => "E0905",
            Self::BlankName { .. } => "E0906",
            Self::Unclosed { .. } | Self::Trailing { .. } => "E0907",
            Self::Order(fault) => match fault {
                OrderFault::Held { .. } => "E0908",
                OrderFault::NotOwner { .. } => "E0909",
                OrderFault::ForksItself { .. } | OrderFault::JoinsItself { .. } => "E0910",
                OrderFault::ForkedTwice { .. } => "E0911",
                OrderFault::ForkedLate { .. } => "E0912",
                OrderFault::ActsAfterJoin { .. } => "E0913",
            },
        }
    }
}

/// A line of a trace that is no event, or cannot be one at this point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct LineFault {
    /// The number of the line, from one.
    pub line: u64,
    /// The fault.
    pub fault: Fault,
    /// The line, cut off where it is long.
    pub text: String,
}

/// A trace cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// A line is refused.
    #[error(transparent)]
    Line(Box<LineFault>),
    /// The bytes of the trace cannot be had: a file system says no, or compressed data are broken.
    #[error("after line {after}: {error}")]
    Read {
        /// The number of lines that were read before.
        after: u64,
        /// The error of the system.
        error: std::io::Error,
    },
}

/// Writes an event as a line of a trace.
pub(crate) fn text_of(event: &Event, names: &Names) -> String {
    let (word, name) = match event.operation {
        Operation::Read(variable) => ("r", names.of_variable(variable)),
        Operation::Write(variable) => ("w", names.of_variable(variable)),
        Operation::Acquire(lock) => ("acq", names.of_lock(lock)),
        Operation::Release(lock) => ("rel", names.of_lock(lock)),
        Operation::Fork(thread) => ("fork", names.of_thread(thread)),
        Operation::Join(thread) => ("join", names.of_thread(thread)),
        Operation::VolatileRead(volatile) => ("vr", names.of_volatile(volatile)),
        Operation::VolatileWrite(volatile) => ("vw", names.of_volatile(volatile)),
    };
    let location = event.location.map_or("", |location| names.of_location(location));
    format!("{}|{word}({name})|{location}", names.of_thread(event.thread))
}

/// A number of fields in words.
fn fields(found: usize) -> String {
    if found == 1 { "one field".to_owned() } else { format!("{found} fields") }
}
