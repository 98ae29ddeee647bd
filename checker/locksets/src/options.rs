//! The goals of a check, its variants and its limits.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::together::Together;
use reductio_programs::{Bounds, Granularity};
use reductio_search::SearchProgress;
use reductio_watched::{Alarm, Conflict};

/// The lockset maps that a search keeps for a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// All minimal maps with which the state was met: an antichain. Exact.
    #[default]
    Exact,
    /// The intersection of all of them, as printed (S4 figure 6, line 50). It loses nothing, but it may report races
    /// that no execution has. They are told as [not confirmed](crate::Race::confirmed).
    Printed,
}

/// A wrong reading of the search, for experiments: what it does not find may exist. All but [`Slip::StaysAfterAcquire`]
/// and those below it are what figures 5 to 7 of S4 say, read to the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Slip {
    /// Nodes share one map of last accesses (figure 7, line 9, `next.la = curr.la`): an access that was made in another
    /// branch hides the one on the way, whose node would have to try other threads. It loses failures.
    SharedLastAccesses,
    /// A state is left only if the kept map is less, not if it is equal (figure 6, line 43). The search need not end.
    ProperSubset,
    /// The races after a state are those of its last visit (figure 6, line 30).
    OverwrittenRaces,
    /// One last access of a variable, whether read or write (figure 5, line 3, with the rules of figure 8). It loses
    /// failures.
    OneLastAccess,
    /// The choice is not cleared after an acquire.
    StaysAfterAcquire,
    /// The choice is not cleared when a later access races.
    StaysAfterRace,
    /// The choice is not cleared when an edge leads to a state on the stack.
    StaysOnCycle,
    /// A node that closes a cycle does not take all variables as races.
    ForgetsCycle,
    /// The races after a known state are not looked at.
    ForgetsKnownRaces,
    /// The races after a state are not handed to the state before.
    KeepsRaces,
    /// A state that was met with any locksets is left.
    IgnoresLocksets,
    /// A state is left if the kept map is greater.
    GreaterMap,
    /// The choice is not cleared after an access of a volatile variable.
    StaysAfterVolatile,
    /// The choice is not cleared after a release, where threads may try to take locks.
    StaysAfterRelease,
    /// The locksets are not renamed with the state.
    KeepsNames,
    /// Accesses of one variable by a read are taken for a write: earlier reads are forgotten by it.
    ReadsReplaceReads,
    /// Fork does not add the new thread to locksets.
    ForkTellsNobody,
    /// Join adds nothing to locksets.
    JoinTellsNobody,
    /// Acquire adds nothing to locksets.
    AcquireTellsNobody,
    /// Of a step of several instructions the first one alone changes locksets.
    FirstInstructionTells,
}

/// The goals of a check, and its limits.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The accesses that conflict.
    pub conflict: Conflict,
    /// The lockset maps that are kept.
    pub variant: Variant,
    /// The size of a step of the search by locksets. Failures and races do not depend on it: local instructions commute
    /// with all that others do.
    pub granularity: Granularity,
    /// Tells whether total deadlocks are looked for, by a search of their own: S4 does not promise them.
    pub deadlocks: bool,
    /// Tells whether threads that are stuck for ever are looked for, by a search of their own.
    pub stuck: bool,
    /// The bounds of the program's states: threads, objects, frames.
    pub bounds: Bounds,
    /// The greatest number of states that each search keeps.
    pub max_states: usize,
    /// The greatest number of bytes that each search keeps, about.
    pub memory: usize,
    /// The time after which the check ends.
    pub timeout: Option<Duration>,
    /// The flag that ends the check early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
    /// The number of threads that search for deadlocks. The search by locksets depends on the order of its steps, and
    /// that for stuck threads follows names from state to state: one thread makes them.
    pub workers: usize,
    /// The processes that make this check together, if there are several.
    pub together: Option<&'a dyn Together>,
    /// A wrong reading, for experiments; `None` for the search that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// The exact search for failures, races and deadlocks, with up to 4 GiB of states.
    fn default() -> Self {
        Options {
            conflict: Conflict::default(),
            variant: Variant::default(),
            granularity: Granularity::Instruction,
            deadlocks: true,
            stuck: false,
            bounds: Bounds::default(),
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            workers: 1,
            together: None,
            slip: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("conflict", &self.conflict)
            .field("variant", &self.variant)
            .field("deadlocks", &self.deadlocks)
            .field("stuck", &self.stuck)
            .field("slip", &self.slip)
            .finish_non_exhaustive()
    }
}

impl<'a> Options<'a> {
    pub(crate) fn alarm(&self) -> Alarm<'a> {
        Alarm::new(self.timeout, self.cancel)
    }

    pub(crate) fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }
}
