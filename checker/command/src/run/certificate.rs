//! Writes the certificate of the statements that were proved.

use std::path::Path;

use reductio::claim::Proved;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::verify::certificate;
use reductio_report::prove::json::CertificateEntry;

use crate::replace::{may_write, replace};

/// The beginning of every certificate.
const FIRST: &str = "reductio certificate ";

/// Writes the certificate of everything that was proved; writes nothing if something was not proved.
pub(super) fn write(
    proved: &Proved,
    library: &Library,
    path: &Path,
) -> Result<CertificateEntry, Box<Diagnostic>> {
    let made = certificate(proved, library)?;
    let name = path.display().to_string();
    let fault = |message: String| Box::new(Diagnostic::error("E0706", message));
    if name == "-" {
        return Err(fault("a certificate is written to a file: give its name".to_owned()));
    }
    if !may_write(path, FIRST) {
        let message = format!("`{name}` is there, and is no certificate: it is left as it is");
        return Err(Box::new(fault(message).help("give another name, or remove the file")));
    }
    replace(path, &made.text).map_err(|e| fault(format!("cannot write `{name}`: {e}")))?;
    Ok(CertificateEntry {
        file: name,
        bytes: made.text.len(),
        statements: made.counts.claims,
        steps: made.counts.steps,
    })
}
