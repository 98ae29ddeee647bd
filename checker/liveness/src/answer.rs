//! Answers of searches for runs, and the runs: lassos.

use reductio_search::{Met, Stopped, ThreadStep};

/// A run that goes on for ever, or ends because nobody can move, in single steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The steps from the initial state to where the ending begins.
    pub stem: Vec<ThreadStep>,
    /// The way in which the run ends.
    pub ending: Ending,
}

/// The ending of a [`Lasso`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// These steps, at least one, come again and again: they lead back to the state where they start.
    Repeats(Vec<ThreadStep>),
    /// No thread can move any more. For formulas the last state is repeated for ever.
    Ends,
}

impl Lasso {
    /// The steps of the stem and of the cycle, if there is one.
    pub fn steps(&self) -> impl Iterator<Item = ThreadStep> {
        self.stem.iter().chain(self.cycle()).copied()
    }

    /// The steps of the cycle; none if the run ends.
    pub fn cycle(&self) -> &[ThreadStep] {
        match &self.ending {
            Ending::Repeats(cycle) => cycle,
            Ending::Ends => &[],
        }
    }
}

/// The answer to the question whether a formula fails.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A fair run of which the formula is false, if one was found. It has been [confirmed](super::confirm).
    pub lasso: Option<Lasso>,
    /// A run that was found and could not be confirmed. This is a fault: of the program, or of a model whose states are
    /// not what it says of them, for example whose invisible steps change whether an atom is true.
    pub unconfirmed: Option<(Lasso, super::Unconfirmed)>,
    /// The number of states of the model that were met; in a reduced search of those that are stored.
    pub states: usize,
    /// The number of states of the product of the model and the automaton.
    pub product_states: usize,
    /// The number of steps that were taken between them.
    pub transitions: u64,
    /// The number of bytes that the search takes at its end.
    pub bytes: usize,
    /// The events that a reduced search met and did not follow. There may be a run that it has not found.
    pub met: Met,
    /// The reason why the search is not complete; `None` if it is, or found a run.
    pub stopped: Option<Stopped>,
}

impl Answer {
    /// Tells whether there is no fair run of which the formula is false, as far as the reduction's theorem applies: the
    /// search was complete, and found none.
    pub fn has_none(&self) -> bool {
        self.lasso.is_none()
            && self.unconfirmed.is_none()
            && self.stopped.is_none()
            && self.met.is_nothing()
    }
}
