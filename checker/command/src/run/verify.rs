//! The verb `verify`.

use std::io::{IsTerminal, Read};

use reductio::certify::{
    CheckCertificate, Compared, ComparisonError, FamilyCertificate, is_check_certificate,
    is_family_certificate,
};
use reductio::diagnostics::Diagnostic;
use reductio::source::{Kind, STDIN_NAME, SourceError, Wanted, open, read_all, unreadable};
use reductio::verify;
use reductio::{Exit, Verdict};
use reductio_report as told;
use reductio_report::json;
use reductio_report::verify::{json::VerifyAnswer, text};

use super::{Said, ended_early, load, tell};
use crate::cli::{Output, VerifyArgs};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio verify`: checks a certificate of proofs, or compares a certificate of checks with texts.
pub(super) fn run_verify(args: &VerifyArgs, output: Output, monitor: &Monitor) -> Said {
    if !args.texts.is_empty() {
        return run_comparison(args, output, monitor);
    }
    let (_, library, errors) = load(&args.statements);
    let mut bad_input: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    bad_input.extend(library.faults.iter().cloned());
    let content = read(&args.file).map_err(|e| bad_input.push(Diagnostic::of_source(&e)));
    let name = if args.file == "-" { STDIN_NAME } else { &args.file };
    let is = |of: fn(&[u8]) -> bool| content.as_ref().is_ok_and(|bytes| of(bytes));
    if is(is_check_certificate) {
        bad_input.push(no_text(name, "verify.py"));
    } else if is(is_family_certificate) {
        bad_input.push(no_text(name, "verify_families.py"));
    } else if let Some(kind) = Kind::of_name(name).filter(|kind| *kind != Kind::Certificate)
        && content.as_ref().is_ok_and(|bytes| !bytes.starts_with(b"reductio certificate "))
    {
        let error = SourceError::OtherKind { path: name.to_owned(), kind };
        bad_input.push(Diagnostic::of_source(&error));
    }
    let verified = match content {
        Ok(bytes) if bad_input.is_empty() => {
            Some(verify::verify(name, &bytes, &library, !args.statements.is_empty()))
        }
        _ => None,
    };
    tell(&library.warnings);
    let exit = verified.as_ref().map_or(Exit::BadInput, |v| Exit::from(&v.verdict));
    if output.is_json() {
        let answer = VerifyAnswer::new(verified.as_ref(), &bad_input, output.style());
        return Said::product(json::to_text(&answer), exit);
    }
    tell(&bad_input);
    let Some(verified) = verified else { return Said::nothing(exit) };
    if let Verdict::Fails(faults) | Verdict::Declined(faults) = &verified.verdict {
        tell(faults);
    }
    Said::report(text::report(&verified, &terminal::page(output.style())), exit)
}

/// What to do with a certificate of checks that comes without the text of its system.
fn no_text(name: &str, verifier: &str) -> Diagnostic {
    let message = format!("`{name}` is a certificate of checks, and no text of a system is given");
    let fault = Diagnostic::error("E0016", message).help(format!(
        "`reductio verify {name} FILE.sys` compares the system that it describes with the text"
    ));
    fault.help(format!("`python3 checker/certificate/{verifier} {name}` confirms its answers"))
}

/// Compares a certificate of checks with the texts of its systems.
fn run_comparison(args: &VerifyArgs, output: Output, monitor: &Monitor) -> Said {
    let name = if args.file == "-" { STDIN_NAME } else { &args.file };
    let mut faults = Vec::new();
    let content = read(&args.file).map_err(|e| faults.push(Diagnostic::of_source(&e)));
    let (sources, errors) = read_all(&args.texts, Wanted::Systems);
    faults.extend(errors.iter().map(Diagnostic::of_source));
    if !args.statements.is_empty() || !args.reading.constants.is_empty() {
        let message = "a certificate of checks is compared with texts of systems, with the constants that it gives";
        let fault = Diagnostic::error("E0016", message);
        faults.push(fault.help("leave out `--statements` and `--const`"));
    }
    let mut compared = Vec::new();
    let mut exit = Exit::BadInput;
    if let Ok(bytes) = content
        && faults.is_empty()
    {
        let texts: Vec<_> = sources.iter().map(|source| source.file.clone()).collect();
        let cancel = Some(monitor.stop.flag());
        let parameters = args.reading.parameters();
        let found = if is_family_certificate(&bytes) {
            FamilyCertificate::parse(&bytes).and_then(|certificate| certificate.compare(&texts))
        } else {
            CheckCertificate::parse(&bytes)
                .and_then(|certificate| certificate.compare(&texts, &parameters, cancel))
        };
        match found {
            Ok(found) => {
                faults.extend(found.iter().filter_map(|one| difference(name, one)));
                exit = if faults.is_empty() { Exit::Holds } else { Exit::Fails };
                compared = found;
            }
            Err(error) => {
                let (more, ends) = incomparable(name, &error, monitor);
                faults.extend(more);
                exit = ends;
            }
        }
    }
    if output.is_json() {
        let answer = VerifyAnswer::of_texts(name, exit, &compared, &faults);
        return Said::product(json::to_text(&answer), exit);
    }
    tell(&faults);
    Said::report(text::compared(name, &compared, &terminal::page(output.style())), exit)
}

/// The differences between a description and a text, if there are any.
fn difference(name: &str, compared: &Compared) -> Option<Diagnostic> {
    compared.differences.first()?;
    let Compared { system, file, .. } = compared;
    let message = format!("{name}: the system `{system}` that it describes is not that of {file}");
    let mut fault = Diagnostic::error("E0704", message);
    for one in &compared.differences {
        let side = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let (found, wanted) = (side(&one.certificate), side(&one.text));
        fault = fault.help(format!("{}: {found} in the certificate, {wanted} in the text", one.at));
    }
    Some(fault)
}

fn incomparable(name: &str, error: &ComparisonError, monitor: &Monitor) -> (Vec<Diagnostic>, Exit) {
    let fault = |code, help: &str| {
        vec![Diagnostic::error(code, format!("{name}: {error}")).help(help.to_owned())]
    };
    match error {
        ComparisonError::Subject(faults) => {
            (told::check::faults::diagnostics(faults), Exit::BadInput)
        }
        ComparisonError::Cancelled => (vec![ended_early(monitor)], Exit::Declined),
        ComparisonError::NotACertificate(_) => {
            (fault("E0702", "`reductio check --certificate` writes them"), Exit::Fails)
        }
        ComparisonError::NoText { .. } => {
            (fault("E0016", "give the text of each system after the certificate"), Exit::BadInput)
        }
        ComparisonError::Family(_) => {
            (fault("E0704", "its text must be one that `check --any` decides"), Exit::Fails)
        }
        _ => (fault("E0016", "give the texts of its systems alone"), Exit::BadInput),
    }
}

fn read(path: &str) -> Result<Vec<u8>, SourceError> {
    let unreadable = |e: std::io::Error| unreadable(path, &e);
    if path == "-" {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            return Err(SourceError::Terminal);
        }
        return bytes(stdin.lock()).map_err(unreadable);
    }
    bytes(open(path)?).map_err(unreadable)
}

/// Reads the bytes of a certificate, at most one more than [`verify::MAX_BYTES`].
fn bytes(input: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(verify::MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
