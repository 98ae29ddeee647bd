//! The making of certificate files.

use std::collections::BTreeMap;

use reductio_exchange::proof_file::{self, Counts, Section};

use crate::claim::Proved;
use crate::diagnostics::Diagnostic;
use crate::library::Library;

/// The text of a certificate, with counts of its statements and steps.
#[derive(Clone, Debug)]
pub struct CertificateText {
    /// The text of the file.
    pub text: String,
    /// The numbers of statements that the certificate proves, and of steps.
    pub counts: Counts,
}

/// Makes the certificate of all claims of a run, each of which must be proved.
///
/// ```
/// use reductio::prelude::*;
/// use reductio::verify::{certificate, verify};
///
/// let library = Library::bundled();
/// let selection = Selection::new(&library, &["star unfold L".to_owned()]);
/// let proved = prove(&library, &selection, ReplayLimits::default(), None);
/// let made = certificate(&proved, &library).unwrap();
/// let verified = verify("mine.cert", made.text.as_bytes(), &library, true);
/// assert!(verified.verdict.evidence().is_some());
/// ```
///
/// # Errors
/// E0706: something was not proved, or there is nothing to prove.
pub fn certificate(proved: &Proved, library: &Library) -> Result<CertificateText, Box<Diagnostic>> {
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
    Ok(CertificateText { text, counts: checked.counts })
}
