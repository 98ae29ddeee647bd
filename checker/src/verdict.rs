//! Verdicts, and the exit codes of the command.

pub use reductio_search::Verdict;

/// The end of a run of the command, as its exit code says it. The order is that of importance: the worst of several
/// ends is the end of the run.
///
/// ```
/// use reductio::Exit;
/// assert_eq!(Exit::Holds.worst(Exit::Declined).worst(Exit::Fails), Exit::Fails);
/// assert_eq!(Exit::BadInput.code(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every claim holds; exit code 0.
    Holds,
    /// No claim fails, but some claim is undecided; exit code 2.
    Declined,
    /// Some claim fails; exit code 1.
    Fails,
    /// The input cannot be read, or the command line makes no sense; exit code 3.
    BadInput,
    /// The program has a bug; exit code 70.
    Bug,
}

impl Exit {
    /// The exit code as a number.
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

/// The end of a run with this verdict alone.
impl<E, W, R> From<&Verdict<E, W, R>> for Exit {
    fn from(verdict: &Verdict<E, W, R>) -> Self {
        match verdict {
            Verdict::Holds(_) => Exit::Holds,
            Verdict::Fails(_) => Exit::Fails,
            Verdict::Declined(_) => Exit::Declined,
        }
    }
}
