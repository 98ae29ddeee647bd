//! The limits of a question.

use reductio_proofs::ReplayLimits;
use reductio_relations::{SearchLimits, Watch};

/// The limits of the work that the answer to one question may cost, and the watch of that work.
#[derive(Clone, Copy, Debug)]
pub struct QuestionLimits<'a> {
    /// The most states of an automaton of the decision procedure.
    pub states: usize,
    /// The limits of the searches for a proof. Their flag is not looked at: that of `watch` takes its place.
    pub proving: ReplayLimits<'a>,
    /// The limits of the search for a model; `None` for no such search. `watch` takes the place of their watch.
    pub models: Option<SearchLimits<'a>>,
    /// Tells whether a formula that is false is to be shown with a model as small as the search finds, in place of the
    /// first.
    pub smallest: bool,
    /// The watch: a flag that ends the work early, and a function that is told how far it has come.
    pub watch: Watch<'a>,
}

impl Default for QuestionLimits<'_> {
    fn default() -> Self {
        QuestionLimits {
            states: 10_000,
            proving: ReplayLimits::default(),
            models: Some(SearchLimits::default()),
            smallest: false,
            watch: Watch::default(),
        }
    }
}
