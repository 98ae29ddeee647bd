//! Searches by this process alone, where the command is built without the feature `cluster`.

use std::convert::Infallible;

use reductio::Exit;
use reductio::check::{Engine, Subject};
use reductio::diagnostics::Diagnostic;

use super::Said;
use crate::cli::CheckArgs;
use crate::monitor::Monitor;

/// The other workers, of which there are none.
pub(super) struct Workers(Infallible);

/// Starts no workers.
pub(super) fn launch(_: &CheckArgs, _: &Monitor) -> Option<Said> {
    None
}

impl Workers {
    pub(super) fn of(
        _: &CheckArgs,
        _: &[Subject],
        _: bool,
        _: &Monitor,
    ) -> Result<Option<Self>, (Vec<Diagnostic>, Exit)> {
        Ok(None)
    }

    pub(super) fn is_first(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        match self.0 {}
    }

    pub(super) fn leave(self) -> Option<Diagnostic> {
        match self.0 {}
    }
}
