//! The claims about a system, and their verdicts.

use crate::search::Stopped;
use crate::system::System;
use crate::verdict::Verdict;

/// A claim about a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemClaim {
    /// Every run follows the discipline.
    Discipline,
    /// No thread fails.
    NoFailure,
    /// No run ends in a total deadlock: no thread can go on, and some thread would have to.
    NoDeadlock,
    /// No thread is stuck for ever: from every state each thread can still come to take a step, unless it may rest
    /// there, as it has ended, is idle or has failed.
    NoStuckThread,
    /// No thread takes invisible steps for ever (13). This is a condition of the theorem on which reduced searches
    /// rest: where it is not met, nothing is wrong with the system, and the claims that rest on the theorem are not
    /// decided.
    NoEndlessLoop,
    /// The invariant with this number, from 0, holds in every state.
    Invariant(usize),
    /// Some run reaches a state in which the predicate with this number, from 0, holds; the numbers are those of
    /// [`System::reachable`](crate::system::System::reachable).
    Reach(usize),
    /// The property with this number, from 0, is true of every fair run.
    Property(usize),
}

impl SystemClaim {
    /// The claim in a few words, such as `no thread is stuck for ever`.
    ///
    /// # Panics
    /// If it is a numbered claim that the system does not have.
    pub fn in_words(self, system: &System) -> String {
        match self {
            SystemClaim::Discipline => "the discipline is followed".to_owned(),
            SystemClaim::NoFailure => "no thread fails".to_owned(),
            SystemClaim::NoDeadlock => "no total deadlock".to_owned(),
            SystemClaim::NoStuckThread => "no thread is stuck for ever".to_owned(),
            SystemClaim::NoEndlessLoop => "no thread takes invisible steps for ever".to_owned(),
            SystemClaim::Invariant(number) => {
                format!("invariant \"{}\"", system.invariants()[number].name)
            }
            SystemClaim::Reach(number) => {
                format!("reached: \"{}\"", system.reachable()[number].name)
            }
            SystemClaim::Property(number) => {
                format!("property \"{}\"", system.properties()[number].name())
            }
        }
    }
}

/// The reason why a claim is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inconclusive {
    /// The search ended before it was complete.
    Stopped(Stopped),
    /// The discipline is violated, so that a reduced search does not speak for the original system.
    NoDiscipline,
    /// Some object meets no set of side conditions: the theorem does not apply.
    Outside,
    /// Some thread takes invisible steps for ever: (13) does not hold, and the theorem does not apply.
    Endless,
    /// The steps between states, which claims about threads that are stuck need, could not be kept or looked at for
    /// this reason.
    Steps(Stopped),
    /// The automaton of the formula is too large.
    Formula,
}

/// A claim with its verdict; a claim that fails has the number of its finding, where a run shows that it fails.
pub type JudgedClaim = (SystemClaim, Verdict<(), Option<usize>, Inconclusive>);
