//! The hypotheses of the theorem in the states of a subject.

use std::sync::atomic::AtomicBool;

use super::subject::Subject;
use crate::discipline::Packed;
use crate::validate::{
    Space, Undecided, Unexplored, Validation, ValidationOptions, validate, validate_model,
};
use crate::verdict::Verdict;

/// The reason why the hypotheses were not decided for a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotValidated {
    /// There are too many states, or the cancel flag was raised.
    #[error(transparent)]
    Unexplored(#[from] Unexplored),
    /// There are too many states with what a lock discipline remembers, or no thread.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// All valuations were asked for, and a lock discipline says something of states that are reached only.
    #[error("what a lock discipline remembers of a run is known in reachable states only")]
    AllStates,
}

impl NotValidated {
    /// The remedy.
    pub fn help(self) -> &'static str {
        match self {
            Self::AllStates => "leave `--all-states` out",
            Self::Unexplored(_) | Self::Undecided(_) => {
                "`--const NAME=VALUE` gives a constant another value"
            }
        }
    }

    /// Tells whether the cancel flag was raised.
    pub fn is_cancelled(self) -> bool {
        matches!(
            self,
            Self::Unexplored(Unexplored::Cancelled) | Self::Undecided(Undecided::Cancelled)
        )
    }
}

impl Subject {
    /// Evaluates the hypotheses of the theorem, its conclusion, and the local hypotheses in a subject of at most
    /// `limit` states. Where variables have a lock discipline, states have what its monitor remembers, which steps are
    /// visible is up to it, and there are no local hypotheses.
    ///
    /// # Errors
    /// [`NotValidated`].
    pub fn validate(
        &self,
        space: Space,
        limit: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Validation, NotValidated> {
        let discipline = self.discipline().ok_or(Unexplored::Cancelled)?;
        let Some(locks) = self.locks() else {
            return Ok(validate(discipline, space, limit, cancel)?);
        };
        if space == Space::All {
            return Err(NotValidated::AllStates);
        }
        let name = self.system().name();
        // As in the search, goals may be hidden by invisible steps unless they must not.
        let goals = self.settings().exact_reach;
        let default = ValidationOptions::default();
        let options = ValidationOptions { name, goals, max_states: limit, cancel, ..default };
        match validate_model(&Packed::new(&**locks), &options) {
            Verdict::Holds(found) | Verdict::Fails(found) => Ok(found),
            Verdict::Declined(why) => Err(why.into()),
        }
    }
}
