//! Diagnostics for errors of the library that several verbs tell.

use reductio::diagnostics::Diagnostic;
use reductio::validate::TooLarge;

/// The diagnostic for a state graph of more states than its limit allows.
pub(crate) fn of_graph(system: &str, error: TooLarge) -> Diagnostic {
    Diagnostic::error("E0695", format!("{system}: {error}"))
        .help("`--const NAME=VALUE` gives a constant another value")
        .help("`reductio states FILE --max-states N` sets the limit; `reductio check` has none")
}
