//! Writes the certificate of the answers of `check`.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio::Exit;
use reductio::certify::{
    CertifyError, CertifyLimits, FAMILIES_FIRST, FIRST, certify, families_to_file, to_file,
};
use reductio::check::{CheckReport, FamilyReport};
use reductio::diagnostics::Diagnostic;
use reductio_report::check::json::{CertificateEntry, NOT_COVERED, NOT_COVERED_OF_FAMILIES};

use crate::replace::{may_write, replace};

/// Writes the certificates of all reports to one file; writes nothing if one cannot be made, or if there are not
/// reports on all that was asked for. An error comes with how the run ends.
pub(super) fn write<'r>(
    reports: Option<impl Iterator<Item = &'r CheckReport>>,
    families: &[(FamilyReport, Option<Duration>)],
    path: &Path,
    memory: usize,
    cancel: Option<&AtomicBool>,
) -> Result<CertificateEntry, (Box<Diagnostic>, Exit)> {
    let name = path.display().to_string();
    let fault = |message: String| Box::new(Diagnostic::error("E0706", message));
    let refused = |fault| (fault, Exit::BadInput);
    if name == "-" {
        let message = "a certificate is written to a file: give its name";
        return Err(refused(fault(message.to_owned())));
    }
    if !may_write(path, FIRST) && !may_write(path, FAMILIES_FIRST) {
        let message = format!("`{name}` is there, and is no certificate: it is left as it is");
        return Err(refused(fault(message).help("give another name, or remove the file").into()));
    }
    let Some(reports) = reports else {
        let message = "no certificate is written: not everything could be read";
        return Err(refused(fault(message.to_owned())));
    };
    let mut reports = reports.peekable();
    if !families.is_empty() {
        if reports.peek().is_some() {
            let message =
                "no certificate is written: it is about systems, or about families of threads";
            return Err(refused(
                fault(message.to_owned()).help("check them one after the other").into(),
            ));
        }
        let families: Vec<&FamilyReport> = families.iter().map(|(report, _)| report).collect();
        return of_families(&families, path);
    }
    let limits = CertifyLimits { memory, cancel, ..CertifyLimits::default() };
    let mut certificates = Vec::new();
    for report in reports {
        let made = certify(report, &limits).map_err(|error| {
            let system = report.subject.system().name();
            let fault = fault(format!("{system}: no certificate is written: {error}"));
            let exit = match error {
                CertifyError::Contradiction { .. }
                | CertifyError::Disagreement(_)
                | CertifyError::States { .. } => Exit::Bug,
                _ => Exit::Declined,
            };
            (fault, exit)
        })?;
        certificates.push(made);
    }
    let text = to_file(&certificates);
    replace(path, &text).map_err(|e| refused(fault(format!("cannot write `{name}`: {e}"))))?;
    Ok(CertificateEntry {
        file: name,
        bytes: text.len(),
        checks: certificates.len(),
        states: certificates.iter().filter_map(|one| one.states).sum(),
        not_covered: NOT_COVERED.to_vec(),
        cases: certificates.iter().map(|one| one.cases).sum(),
        left_out: Vec::new(),
        is_of_families: false,
    })
}

/// Writes the certificates of families of threads.
fn of_families(
    families: &[&FamilyReport],
    path: &Path,
) -> Result<CertificateEntry, (Box<Diagnostic>, Exit)> {
    let name = path.display().to_string();
    let fault = |message: String| Box::new(Diagnostic::error("E0706", message));
    let text = families_to_file(families.iter().copied()).map_err(|(report, why)| {
        let file = report.file.name();
        (fault(format!("{file}: no certificate is written: {why}")), Exit::Declined)
    })?;
    replace(path, &text)
        .map_err(|e| (fault(format!("cannot write `{name}`: {e}")), Exit::BadInput))?;
    let made = || families.iter().filter_map(|one| one.certificate.as_ref()?.as_ref().ok());
    Ok(CertificateEntry {
        file: name,
        bytes: text.len(),
        checks: families.len(),
        states: made().map(|one| one.pairs + one.listed).sum(),
        cases: 0,
        not_covered: NOT_COVERED_OF_FAMILIES.to_vec(),
        left_out: made().flat_map(|one| one.left_out.clone()).collect(),
        is_of_families: true,
    })
}
