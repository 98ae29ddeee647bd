//! The runs of a transition system, those included in which a thread goes round for ever and nobody sees it.

use reductio_search::{Model, Reduction};

use crate::coarse::Coarse;
use crate::model::CoarseModel;
use crate::single::{FAILED, HALTED};
use crate::slip::Slip;
use crate::store::CoarseStore;

/// A transition system with a step more from each state where a thread can go on for ever with invisible operations: it
/// leads back to the state. So for each run of single steps there is a run of transitions that looks the same, and is
/// as fair.
#[derive(Debug)]
pub(crate) struct Runs<'m, 'p> {
    pub(crate) model: &'m CoarseModel<'p>,
}

/// The reason why no steps are taken from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// A thread has gone wrong.
    Failed,
    /// A thread was halted at a limit.
    Halted,
}

impl Runs<'_, '_> {
    /// Decides whether the step of a thread from a state is the one with which it goes round for ever.
    pub(crate) fn is_round(&self, thread: usize, state: &Coarse, step: usize) -> bool {
        step >= self.model.of(thread, state).0.len()
    }
}

impl Model for Runs<'_, '_> {
    type State = Coarse;
    type Violation = Cut;
    type Store = CoarseStore;

    fn threads(&self) -> usize {
        self.model.threads()
    }

    fn initial(&self) -> Coarse {
        self.model.initial()
    }

    fn steps(&self, thread: usize, state: &Coarse, mut visit: impl FnMut(usize, &Coarse)) {
        if state.has(FAILED | HALTED) {
            return;
        }
        let (found, met) = self.model.of(thread, state);
        let count = found.len();
        for (step, transition) in found.into_iter().enumerate() {
            visit(step, &Coarse(transition.after));
        }
        if met.diverges && !self.model.has(Slip::DivergenceIsForgotten) {
            visit(count, state);
        }
    }

    fn store(&self) -> CoarseStore {
        self.model.store()
    }

    fn violation(&self, state: &Coarse) -> Option<Cut> {
        let halted = state.has(HALTED).then_some(Cut::Halted);
        halted.or(state.has(FAILED).then_some(Cut::Failed))
    }
}

/// All steps of [`Runs`]. Runs do not end where a thread has gone wrong or was halted: what comes then is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Followed;

impl<'m, 'p> Reduction<Runs<'m, 'p>> for Followed {
    type Memory = ();

    fn initial(&self, _model: &Runs<'m, 'p>) {}

    fn ends_in_bad_states(&self) -> bool {
        true
    }

    fn takes_every_step(&self) -> bool {
        true
    }
}
