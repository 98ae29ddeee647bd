//! Searches by this process alone, where the command is built without the feature `cluster`.

use std::convert::Infallible;

use reductio::Exit;
use reductio::check::{Engine, Subject};
use reductio::diagnostics::Diagnostic;

use super::Said;
use super::programs::Classified;
use crate::cli::CheckArgs;
use crate::monitor::Monitor;

/// The other workers, of which there are none.
pub(super) struct Workers(Infallible);

/// What is checked: systems, and programs.
type Checked<'c> = (&'c [Subject], &'c [Classified]);

/// Decides whether the current thread carries messages between workers: there are none.
pub(super) fn is_carrier() -> bool {
    false
}

/// Starts no workers.
pub(super) fn launch(_: &CheckArgs, _: &Monitor) -> Option<Said> {
    None
}

impl Workers {
    pub(super) fn of(
        _: &CheckArgs,
        _: Checked<'_>,
        _: &Monitor,
    ) -> Result<Option<Self>, (Vec<Diagnostic>, Exit)> {
        Ok(None)
    }

    pub(super) fn end(self, _: &mut Exit, _: &mut Vec<Diagnostic>) -> bool {
        match self.0 {}
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        match self.0 {}
    }
}
