//! Writing the certificate of what was proved.

use std::collections::BTreeMap;
use std::path::Path;

use reductio_exchange::proof_file::{self, Counts, Section};

use crate::claim::Proved;
use crate::diagnostics::Diagnostic;
use crate::library::Library;
use crate::replace::replace;

/// A certificate that was written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The file.
    pub(crate) path: String,
    /// Its size.
    pub(crate) bytes: usize,
    /// What is in it.
    pub(crate) counts: Counts,
}

/// Writes the certificate of everything that was proved; nothing, if something was not.
pub(crate) fn write(
    proved: &Proved,
    library: &Library,
    path: &Path,
) -> Result<Written, Box<Diagnostic>> {
    let name = path.display().to_string();
    let fault = |message: String| Box::new(Diagnostic::error("E0706", message));
    let mut sections: BTreeMap<usize, Section<'_>> = BTreeMap::new();
    for claim in &proved.claims {
        let Some(number) = library.theory(&claim.theory) else { continue };
        let Some(evidence) = claim.verdict.evidence() else {
            return Err(fault(format!("no certificate is written: {} is not proved", claim.id())));
        };
        let theory = &library.theories[number].theory;
        let section =
            sections.entry(number).or_insert_with(|| Section { theory, certificates: Vec::new() });
        section.certificates.push(&evidence.certificate);
    }
    if sections.is_empty() || !proved.bad_input.is_empty() {
        return Err(fault(
            "no certificate is written: there is nothing, or not everything, to prove".to_owned(),
        ));
    }
    let sections: Vec<Section<'_>> = sections.into_values().collect();
    let text = proof_file::write(&sections)
        .map_err(|e| fault(format!("no certificate is written: {e}")))?;
    // What this verifier would refuse is not written.
    let checked = proof_file::read(&text)
        .map_err(|e| fault(format!("no certificate is written: its {e}")))?;
    if name == "-" {
        return Err(fault("a certificate is written to a file: give its name".to_owned()));
    }
    if !may_write(path, FIRST) {
        let message = format!("`{name}` is there, and is no certificate: it is left as it is");
        return Err(Box::new(fault(message).help("give another name, or remove the file")));
    }
    replace(path, &text).map_err(|e| fault(format!("cannot write `{name}`: {e}")))?;
    Ok(Written { path: name, bytes: text.len(), counts: checked.counts })
}

/// How every certificate starts.
const FIRST: &str = "reductio certificate ";

/// Whether a file may be written: it is not there, or is empty, or starts as what we write, or is no plain file.
pub(crate) fn may_write(path: &Path, start: &str) -> bool {
    let is_plain = std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() > 0);
    let starts = || {
        let mut bytes = vec![0; start.len()];
        let read = std::fs::File::open(path)
            .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut bytes));
        read.is_ok() && bytes == start.as_bytes()
    };
    !is_plain || starts()
}
