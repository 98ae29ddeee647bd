//! Writes pages to files.

use std::path::Path;

use reductio::diagnostics::Diagnostic;
use reductio_report::html::START;

use crate::replace::{may_write, replace};

/// Writes a page. A file that exists and is no page of ours is left as it is.
///
/// # Errors
/// E0012 in that case, and when the file system refuses.
pub(crate) fn write(path: &Path, page: &str) -> Result<(), Box<Diagnostic>> {
    let name = path.display();
    if !may_write(path, START) {
        let message = format!("`{name}` is there, and `reductio` did not write it");
        return Err(Diagnostic::error("E0012", message)
            .help("give another name, or remove it")
            .into());
    }
    replace(path, page).map_err(|error| {
        Diagnostic::error("E0012", format!("cannot write to `{name}`: {error}")).into()
    })
}
