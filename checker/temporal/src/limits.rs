//! The limits of translations, and what happens when one is reached.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// The limits of a translation. An automaton may have exponentially more states than its formula has operators.
#[derive(Clone, Copy, Debug)]
pub struct TranslationLimits<'a> {
    /// The largest number of states before they are put together.
    pub states: usize,
    /// The largest amount of work, in transitions that are made and compared: some ten million in a second.
    pub work: usize,
    /// The flag that ends the translation early.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for TranslationLimits<'_> {
    /// Up to 100,000 states, and some seconds.
    fn default() -> Self {
        TranslationLimits { states: 100_000, work: 50_000_000, cancel: None }
    }
}

/// The reason why a formula was not translated.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotTranslated {
    /// The automaton is larger than the limits allow.
    #[error(
        "the automaton of the formula is too large: the limit is {states} states and {work} steps of work"
    )]
    TooLarge {
        /// The limit on states.
        states: usize,
        /// The limit on work.
        work: usize,
    },
    /// The flag was raised.
    #[error("the translation of the formula was cancelled")]
    Cancelled,
}

/// The part of the limits that is left.
pub(super) struct Budget<'a> {
    limits: TranslationLimits<'a>,
    spent: usize,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: &TranslationLimits<'a>) -> Self {
        Budget { limits: *limits, spent: 0 }
    }

    /// The largest number of states.
    pub(super) fn states(&self) -> usize {
        self.limits.states
    }

    /// Takes some work from what is left.
    ///
    /// # Errors
    /// When nothing is left, or the flag is raised.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), NotTranslated> {
        self.spent = self.spent.saturating_add(work);
        if self.limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            Err(NotTranslated::Cancelled)
        } else if self.spent > self.limits.work {
            Err(self.too_large())
        } else {
            Ok(())
        }
    }

    pub(super) fn too_large(&self) -> NotTranslated {
        NotTranslated::TooLarge { states: self.limits.states, work: self.limits.work }
    }
}
