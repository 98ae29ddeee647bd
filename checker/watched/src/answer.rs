//! The answer of a search under a watch.

use std::fmt;
use std::time::Duration;

use reductio_search::Verdict;

use crate::limits::Stopped;
use crate::race::{Race, Wrong};
use crate::run::Run;
use crate::stuck::Stuck;

/// The reason why it is not known that something cannot happen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A limit was reached.
    Stopped(Stopped),
    /// A class of objects is wrong: the reduction says nothing then.
    WrongClass,
    /// A claim about the heap is wrong: the reduction says nothing then.
    WrongClaim,
    /// The rules were not checked.
    NoMonitor,
    /// A step is a line of the source.
    Lines,
    /// Of races: a thread has learned something of others without being ordered after them, by a lock that it was
    /// refused, or by asking whether a thread is over, and some accesses are kept apart by no claim. Then two accesses
    /// may race although no two threads are at them at a time.
    Peeked,
    /// Races were not looked for.
    NoRaces,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Stopped(stopped) => stopped.fmt(f),
            Unknown::WrongClass => f.write_str("a class of the classification is wrong"),
            Unknown::WrongClaim => f.write_str("a claim is wrong"),
            Unknown::NoMonitor => f.write_str("the classes were not checked"),
            Unknown::Lines => f.write_str("what happens within a line was not looked at"),
            Unknown::Peeked => {
                f.write_str("a thread learns of others without being ordered after them")
            }
            Unknown::NoRaces => f.write_str("races were not looked for"),
        }
    }
}

/// A rule that a run shows to be broken.
pub trait Breached {
    /// The reason why nothing else is known then.
    const UNKNOWN: Unknown;
}

/// The thing that a run shows which ends where a rule is broken.
#[derive(Clone, Debug)]
pub enum Confirmed<B> {
    /// The rule is broken.
    Breach(B),
    /// Two accesses race.
    Race(Box<Race>),
}

/// The questions that a watch leaves open, apart from limits and broken rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// The reason why nothing is known of what was not found.
    pub all: Option<Unknown>,
    /// The reason why it is not known that there are no races.
    pub races: Option<Unknown>,
    /// The reason why it is not known that the rules are kept.
    pub rules: Option<Unknown>,
    /// Says that steps were left out which would show nothing new only as long as the rules are kept.
    pub rests_on_rules: bool,
}

/// The findings of a search under a watch. Every run was run again, and shows what it is said to show.
#[derive(Clone, Debug)]
pub struct Answer<B> {
    /// The rules that are broken, each once.
    pub breaches: Vec<B>,
    /// The failures that can be reached, each with a run at whose end a thread goes wrong; by place and reason.
    pub wrong: Vec<Wrong>,
    /// The races that were met, by variable and instructions, if they were looked for.
    pub races: Vec<Race>,
    /// A run to a total deadlock, if one was found: a state in which no thread can go on, some thread has not ended,
    /// and none has gone wrong.
    pub deadlock: Option<Run>,
    /// The threads that can be stuck for ever, although no run on is a total deadlock or goes wrong; `None` if it is
    /// not known or was not asked for.
    pub stuck: Option<Vec<Stuck>>,
    /// The questions that the watch leaves open.
    pub doubts: Doubts,
    /// The number of states that were kept.
    pub states: usize,
    /// The number of steps that were taken between them.
    pub transitions: u64,
    /// The greatest distance of a state from the initial one, in steps.
    pub depth: usize,
    /// The number of bytes that the states take.
    pub bytes: usize,
    /// The time that the search took.
    pub time: Duration,
    /// The reason why the search is not complete, or `None` if it is.
    pub stopped: Option<Stopped>,
}

impl<B: Breached> Answer<B> {
    /// The reason why it is not known that what was not found cannot happen, or `None` if it is known: no state of the
    /// program has a failure or a deadlock that the answer does not have.
    pub fn unknown(&self) -> Option<Unknown> {
        let is_broken = self.doubts.rests_on_rules && !self.breaches.is_empty();
        let stopped = self.stopped.map(Unknown::Stopped);
        stopped.or_else(|| self.doubts.all.clone()).or(is_broken.then_some(B::UNKNOWN))
    }

    /// The verdict about the rules: they are kept, or these are broken.
    pub fn rules(&self) -> Verdict<(), &[B], Unknown> {
        self.verdict(&self.breaches, self.doubts.rules.as_ref())
    }

    /// The verdict about failures: there is none, or these can be reached.
    pub fn failures(&self) -> Verdict<(), &[Wrong], Unknown> {
        self.verdict(&self.wrong, None)
    }

    /// The verdict about races: there is none, or these can be reached. There may be more: variables that are accessed
    /// only after a race on another one may race as well.
    pub fn races(&self) -> Verdict<(), &[Race], Unknown> {
        self.verdict(&self.races, self.doubts.races.as_ref())
    }

    /// The verdict about total deadlocks: there is none, or this run leads to one.
    pub fn deadlocks(&self) -> Verdict<(), &Run, Unknown> {
        if let Some(run) = &self.deadlock {
            return Verdict::Fails(run);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }

    fn verdict<'s, T>(
        &self,
        found: &'s [T],
        doubt: Option<&Unknown>,
    ) -> Verdict<(), &'s [T], Unknown> {
        if !found.is_empty() {
            return Verdict::Fails(found);
        }
        let unknown = self.unknown().or_else(|| doubt.cloned());
        unknown.map_or(Verdict::Holds(()), Verdict::Declined)
    }
}
