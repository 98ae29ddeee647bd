//! The findings of an exploration: what is wrong, the schedule that leads there, and a chart of it.

use std::fmt;
use std::time::Duration;

use crate::schedule::Schedule;
use crate::search::access::ObjectId;
use crate::search::event::Site;

/// A fault, by numbers of threads and objects of an execution.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Panic {
        thread: usize,
        message: String,
        at: String,
    },
    Stuck,
    Again {
        thread: usize,
        lock: ObjectId,
        site: Site,
    },
    Leaked {
        thread: usize,
        lock: ObjectId,
    },
    Discipline {
        object: ObjectId,
        thread: usize,
        site: Site,
        earlier: Option<(usize, Site)>,
        how: String,
    },
    Endless {
        thread: usize,
        steps: usize,
        /// It does the same in vain again and again, and nothing else can go on.
        spins: bool,
    },
    Stalled {
        thread: usize,
        after: Duration,
    },
    Differs {
        how: String,
    },
    NoThread,
}

/// The kind of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// A thread panics.
    Panic,
    /// No thread can go on, and the first one, which runs the closure, has not returned.
    Deadlock,
    /// The closure has returned, and a thread waits for ever: for a notification, a message, a lock.
    Stuck,
    /// A thread locks what it holds itself.
    LockedTwice,
    /// A thread ends with a lock that it never gives back: a guard was leaked.
    LeakedGuard,
    /// A [`Shared`](crate::Shared) value is accessed against its discipline.
    Discipline,
    /// A thread goes on for ever: it spins while nothing else can go on, or the bound on steps is reached.
    Endless,
    /// A thread runs for a long time and comes to no operation.
    Stalled,
    /// The closure does something else when it is run again with the same schedule.
    NotRepeatable,
    /// The operating system gives no more threads.
    NoThread,
}

impl Found {
    /// Tells whether the execution came to its own end: no thread could go on, but those that spin.
    pub(crate) fn is_end(&self) -> bool {
        matches!(self, Found::Stuck | Found::Endless { spins: true, .. })
    }

    /// The kind. `returned` says whether the closure has returned.
    pub(crate) fn kind(&self, returned: bool) -> FindingKind {
        match self {
            Found::Panic { .. } => FindingKind::Panic,
            Found::Stuck if returned => FindingKind::Stuck,
            Found::Stuck => FindingKind::Deadlock,
            Found::Again { .. } => FindingKind::LockedTwice,
            Found::Leaked { .. } => FindingKind::LeakedGuard,
            Found::Discipline { .. } => FindingKind::Discipline,
            Found::Endless { .. } => FindingKind::Endless,
            Found::Stalled { .. } => FindingKind::Stalled,
            Found::Differs { .. } => FindingKind::NotRepeatable,
            Found::NoThread => FindingKind::NoThread,
        }
    }
}

/// Something that is wrong with the closure under test, with the schedule on which it shows.
#[derive(Clone, Debug)]
pub struct Finding {
    pub(crate) kind: FindingKind,
    pub(crate) message: String,
    pub(crate) schedule: Schedule,
    pub(crate) chart: String,
    /// The name of the thread that explores, which is that of the test.
    pub(crate) test: Option<String>,
}

impl Finding {
    /// The kind of what is wrong.
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// The fault in words, in one or more lines: which thread does or waits for what, and in which lines of the
    /// program.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The schedule on which it shows; [`Explorer::replay`](crate::Explorer::replay) runs it again.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The execution as a sequence chart: a row for each step, a column for each thread.
    pub fn chart(&self) -> &str {
        &self.chart
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message)?;
        writeln!(f)?;
        write!(f, "{}", self.chart)?;
        writeln!(f)?;
        writeln!(f, "To run just this schedule again:")?;
        let test = self.test.as_deref().unwrap_or("NAME_OF_THE_TEST");
        writeln!(f, "  REDUCTIO_REPLAY='{}' \\\n    cargo test {test} -- --exact", self.schedule)
    }
}
