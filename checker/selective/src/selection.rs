//! Selections: what a state-less search leaves out, and what it takes for a step.

use std::fmt;
use std::num::NonZeroUsize;

use reductio_system::PackedState;
use thiserror::Error;

use crate::ahead::Ahead;
use crate::foresight::Foresight;

/// A choice of the steps that a state-less search takes.
///
/// `S` is the type of the model's states.
#[derive(Debug)]
pub struct Selection<'a, S = PackedState> {
    /// The granularity of a step.
    pub granularity: Granularity,
    /// The threads whose steps are taken from a state.
    pub choice: Choice<'a, S>,
    /// The steps among these that are left out since they were taken before.
    pub sleep: Sleep,
    /// The greatest number of steps of an execution: longer ones are cut. Without a bound a search of a system with an
    /// execution that never ends is given up ([`Stopped::Cycle`](crate::Stopped::Cycle)).
    pub bound: Option<NonZeroUsize>,
}

impl<S> Clone for Selection<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Selection<'_, S> {}

impl<S> Default for Selection<'_, S> {
    /// All transitions, without sleep sets and bound.
    fn default() -> Self {
        let (granularity, sleep) = (Granularity::default(), Sleep::default());
        Selection { granularity, choice: Choice::All, sleep, bound: None }
    }
}

/// The granularity of a step of a selective search: a transition or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// A transition.
    #[default]
    Transition,
    /// A transition and then the invisible ones of its thread, until none is enabled (`execInvis` of IF-SSS, S1 section
    /// 4).
    InvisibleFirst,
    /// A transition and then the invisible ones of its thread, up to a visible control point; where these cannot all be
    /// taken, it is not enabled (the composed system C(M), S1 section 5).
    Composed,
}

/// The threads whose steps are taken from a state. `S` is the type of the model's states.
pub enum Choice<'a, S = PackedState> {
    /// All threads.
    All,
    /// A persistent set, as computed from what the threads may do from where they are: of the sets that a closure gives
    /// from each enabled thread, the first with the fewest steps.
    Persistent(&'a Ahead),
    /// A persistent set as with [`Choice::Persistent`], where something else says which threads interfere with one
    /// another.
    Foreseen(&'a dyn Foresight<S>),
    /// One thread, and those that races in the executions from there call for, by the rule of Flanagan and Godefroid
    /// (POPL 2005): a persistent set, found afterwards.
    Dynamic,
    /// The threads of [`Choice::Dynamic`], where a race calls for nothing if a thread is there already that can begin
    /// the reversed execution (*source sets*, Abdulla, Aronis, Jonsson and Sagonas, POPL 2014). Where the reversed step
    /// would have to wait, the rule of Flanagan and Godefroid decides.
    Source,
}

impl<S> Clone for Choice<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Choice<'_, S> {}

impl<S> fmt::Debug for Choice<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::All => "All",
            Choice::Persistent(_) => "Persistent",
            Choice::Foreseen(_) => "Foreseen",
            Choice::Dynamic => "Dynamic",
            Choice::Source => "Source",
        })
    }
}

impl<S> Choice<'_, S> {
    /// Tells whether races in executions decide what is taken.
    pub fn is_dynamic(self) -> bool {
        matches!(self, Choice::Dynamic | Choice::Source)
    }
}

/// The steps that sleep: they were taken from an earlier state of the execution, and no step since depends on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sleep {
    /// None.
    #[default]
    Never,
    /// Steps sleep while the steps since do not depend on them in any state.
    Unconditional,
    /// Steps sleep while the steps since do not depend on them in the states in which they were taken (S3 section 7).
    /// With [`Choice::Dynamic`] and [`Choice::Source`] it is [`Sleep::Unconditional`] that is done.
    Conditional,
}

/// The reason why a selection does not fit a search that keeps states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// Dynamic partial-order reduction looks for races in whole executions.
    #[error(
        "dynamic partial-order reduction walks executions; a search that keeps states does not"
    )]
    Dynamic,
    /// A bound is for executions.
    #[error("a bound on executions does not go with a search that keeps states")]
    Bounded,
}
