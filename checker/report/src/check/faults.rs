//! Faults of systems as diagnostics.

use reductio::Diagnostic;
use reductio::check::SubjectError;

/// The diagnostics for the faults of a system or of its parameters.
pub fn diagnostics(faults: &[SubjectError]) -> Vec<Diagnostic> {
    faults.iter().map(diagnostic).collect()
}

fn diagnostic(fault: &SubjectError) -> Diagnostic {
    let mut out = Diagnostic::error(fault.code(), fault.to_string());
    if let SubjectError::Text { file, error } = fault {
        out.path = Some(file.name().to_owned());
        if let Some(span) = &error.span {
            out = out.at(file, span);
        }
        if let Some((span, what)) = &error.other {
            out = out.with(file, span, what.clone());
        }
    }
    out.help.extend(fault.help());
    out
}
