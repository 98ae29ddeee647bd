//! The claims about programs with a heap.

/// A claim about a program with a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramClaim {
    /// No thread goes wrong: no assertion fails, nothing null is used, no lock is given back that is not owned.
    NoFailure,
    /// No two accesses of a variable race: of any two by different threads, one of them a write, one happens before the
    /// other (S4 section 4).
    NoRace,
    /// No run ends in a total deadlock.
    NoDeadlock,
    /// No thread is stuck for ever: each can still come to take a step, unless it has ended or gone wrong.
    NoStuckThread,
}

impl ProgramClaim {
    /// The claim in a few words, such as `no two accesses race`.
    pub fn in_words(self) -> &'static str {
        match self {
            ProgramClaim::NoFailure => "no thread goes wrong",
            ProgramClaim::NoRace => "no two accesses race",
            ProgramClaim::NoDeadlock => "no total deadlock",
            ProgramClaim::NoStuckThread => "no thread is stuck for ever",
        }
    }
}
