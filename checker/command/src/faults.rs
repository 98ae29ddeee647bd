//! Errors of the library that more than one verb tells.

use reductio::diagnostics::Diagnostic;
use reductio_report::picture::TooMany;

/// What is said of a state graph that is too large.
pub(crate) fn of_graph(system: &str, error: TooMany) -> Diagnostic {
    Diagnostic::error("E0695", format!("{system}: {error}"))
        .help("`--const NAME=VALUE` gives a constant another value")
        .help("`reductio states FILE --max-states N` sets the limit; `reductio check` has none")
}
