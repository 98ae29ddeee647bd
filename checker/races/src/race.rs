//! Races, and what explains them.

use crate::event::{AccessKind, Event, Location, Lock, Thread, Variable};

/// An access of a variable, and what its thread had when it made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The thread.
    pub thread: Thread,
    /// Tells whether the access reads or writes.
    pub kind: AccessKind,
    /// The number of the event's line.
    pub line: u64,
    /// The place in the program's text, if it is known.
    pub location: Option<Location>,
    /// The locks that the thread had, in the order in which it acquired them.
    pub held: Vec<Lock>,
    /// The thread's last synchronization before the access. If there was none yet, the fork that started the thread.
    pub synchronized: Option<Event>,
}

/// An access that races with earlier ones: none of them happens before it (S4 Definition 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The variable.
    pub variable: Variable,
    /// The access.
    pub access: Access,
    /// The earlier accesses with which it races, by their lines. Of each thread the last read since the last write, and
    /// of all threads the last write: what came before these is not compared again. If all accesses conflict, the last
    /// access.
    pub with: Vec<Access>,
    /// Locks, at most eight: had the thread acquired one of them just before the access, all of `with` would happen
    /// before it. They are what all their locksets have. Only the first race of each variable says so, as it costs a
    /// look at all locks.
    pub remedies: Vec<Lock>,
}

/// The number of races of a variable, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of accesses that race with earlier ones.
    pub races: u64,
    /// The first of them.
    pub first: Option<Box<Race>>,
}
