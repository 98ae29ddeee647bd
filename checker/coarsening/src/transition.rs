//! Transitions, made and in the making.

use reductio_programs::Address;

use crate::parts::Numbers;
use crate::single::Taken;

/// The steps that may come next in a transition, after those that it has so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Invisible steps only, so far: anything may come, and a visible step ends the transition.
    Free,
    /// There was a notification at an object: invisible steps may come, or the unlock of the object, which ends the
    /// transition. What was between them is pushed forward (4.5), so that nothing else may be added.
    Notified(Address),
    /// There was an unlock: invisible steps may come, or unlocks (4.6).
    Unlocked,
}

/// A transition that is being made.
pub(crate) struct Begun {
    pub(crate) numbers: Numbers,
    pub(crate) mode: Mode,
    /// The end of the transition if what comes next cannot be added to it: the state after its last visible operation,
    /// and the number of steps that lead there.
    pub(crate) end: Option<(Numbers, usize)>,
    pub(crate) taken: Vec<Taken>,
    pub(crate) length: usize,
    /// The number of the state before, if it was noted.
    pub(crate) from: Option<usize>,
}

impl Begun {
    /// The transition as it ends if nothing can be added to it.
    pub(crate) fn ended(&self) -> Option<Transition> {
        let (after, steps) = self.end.clone()?;
        let taken = self.taken[..steps.min(self.taken.len())].to_vec();
        Some(Transition { after, taken })
    }
}

/// A transition: the state after it, and the steps of the machine that it is made of, if they were asked for.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub(crate) after: Numbers,
    pub(crate) taken: Vec<Taken>,
}
