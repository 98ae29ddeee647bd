//! Searches by several processes: `--processes`, and `--hosts` with `--process`.
//!
//! With `--processes` the command starts itself again, once for each worker, and waits for them. Every worker makes the
//! whole check; what it searches, all search together. So each has the whole answer, and the first one prints it.

mod launch;
mod workers;

use reductio::check::Subject;
pub(super) use reductio_cluster::is_carrier;

use super::programs::Classified;

pub(super) use launch::launch;
pub(super) use workers::Workers;

/// What is checked: systems, and programs.
type Checked<'c> = (&'c [Subject], &'c [Classified]);
