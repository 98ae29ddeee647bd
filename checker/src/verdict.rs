//! The exit codes of the command.

pub use reductio_search::Verdict;

/// How the command ends. The order is that of importance: the worst of several ends is the end of a run.
///
/// ```
/// use reductio::Exit;
/// assert_eq!(Exit::Holds.worst(Exit::Declined).worst(Exit::Fails), Exit::Fails);
/// assert_eq!(Exit::BadInput.code(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: every claim holds.
    Holds,
    /// 2: nothing failed, but something is undecided.
    Declined,
    /// 1: some claim fails.
    Fails,
    /// 3: the input cannot be read, or the command line makes no sense.
    BadInput,
    /// 70: our own bug.
    Bug,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Fails => 1,
            Exit::Declined => 2,
            Exit::BadInput => 3,
            Exit::Bug => 70,
        }
    }

    /// The worse of two ends.
    #[must_use]
    pub fn worst(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// The exit code that a verdict alone would give.
impl<E, W, R> From<&Verdict<E, W, R>> for Exit {
    fn from(verdict: &Verdict<E, W, R>) -> Self {
        match verdict {
            Verdict::Holds(_) => Exit::Holds,
            Verdict::Fails(_) => Exit::Fails,
            Verdict::Declined(_) => Exit::Declined,
        }
    }
}
