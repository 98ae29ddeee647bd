//! Executions of Java programs that no search takes.

use crate::verdict::Verdict;

/// The reason why a Java program may have executions that no search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherExecutions {
    /// Some accesses race, so that executions need not be sequentially consistent (The Java Language Specification,
    /// section 17.4.5).
    Races,
    /// It is not known whether some accesses race.
    PerhapsRaces,
    /// A thread that waits outside of a loop may wake up without a notification (section 17.2.1).
    Spurious,
}

impl OtherExecutions {
    /// The verdict about a claim of which a search of the other executions has this verdict: what it refutes is
    /// refuted, since these are among those that Java allows.
    pub fn of<E, W, R>(
        others: Option<Self>,
        verdict: Verdict<E, W, R>,
        open: impl FnOnce(Self) -> R,
    ) -> Verdict<E, W, R> {
        match (verdict, others) {
            (Verdict::Holds(_), Some(others)) => Verdict::Declined(open(others)),
            (verdict, _) => verdict,
        }
    }
}
