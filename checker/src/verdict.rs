//! The three answers to a question, and the exit codes of the command.

/// The answer to a claim: it holds, with the evidence `E`; it fails, with the witness `W`; or the question was
/// given up, with the reason `R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E, W, R = W> {
    /// The claim holds.
    Holds(E),
    /// The claim fails.
    Fails(W),
    /// Not decided: a limit was reached.
    Declined(R),
}

impl<E, W, R> Verdict<E, W, R> {
    /// The word for reports.
    ///
    /// ```
    /// use reductio::Verdict;
    /// assert_eq!(Verdict::<(), ()>::Declined(()).word(), "declined");
    /// ```
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Fails(_) => "fails",
            Verdict::Declined(_) => "declined",
        }
    }

    /// The exit code that the verdict alone would give.
    pub fn exit(&self) -> Exit {
        match self {
            Verdict::Holds(_) => Exit::Holds,
            Verdict::Fails(_) => Exit::Fails,
            Verdict::Declined(_) => Exit::Declined,
        }
    }

    /// The evidence, if the claim holds.
    pub fn evidence(&self) -> Option<&E> {
        match self {
            Verdict::Holds(evidence) => Some(evidence),
            _ => None,
        }
    }
}

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
