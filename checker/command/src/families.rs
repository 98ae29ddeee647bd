//! Families of threads of any number, as `check` decides them: for files and for cells.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reductio::check::{FamilyReport, families_asked, family_limits};
use reductio::diagnostics::Diagnostic;
use reductio::{Exit, File};
use reductio_report as told;

use crate::cli::CheckArgs;

/// The report on a family, or what is wrong with its text and how the command ends.
pub(crate) type Decided = Result<FamilyReport, (Vec<Diagnostic>, Exit)>;

/// Decides a text that has families of any number of threads, or of which one was asked for. None if it has none, or
/// if something was asked that only one system can be asked.
pub(crate) fn decide(
    args: &CheckArgs,
    file: &Arc<File>,
    memory: usize,
    cancel: Option<&AtomicBool>,
) -> Option<Decided> {
    let constants = &args.reading.constants;
    if args.any.is_empty() && args.for_one_system().is_some() {
        return None;
    }
    let indices = families_asked(file.text(), &args.any, constants);
    if indices.is_empty() {
        return None;
    }
    let limits = family_limits(args.max_states, memory, cancel);
    let is_certified = args.certificate.is_some();
    let decide = if is_certified { FamilyReport::certified } else { FamilyReport::new };
    Some(
        decide(file, &indices, constants, &limits)
            .map_err(|error| told::check::family::diagnostics(file, &indices, &error)),
    )
}
