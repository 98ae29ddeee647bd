//! The verb `verify`: a certificate file is checked again, step by step, and compared with the statement files.

mod certificate;

use std::sync::Arc;

use reductio_exchange::proof_file::{self, Checked, CheckedTheory, ReadErrorKind};

pub use certificate::{CertificateText, certificate};

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::library::Library;
use crate::verdict::Verdict;

/// The largest certificate that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// The result of checking a certificate file.
#[derive(Debug)]
pub struct Verified {
    /// The name of the file.
    pub name: String,
    /// The accepted certificate, or the reasons why it is refused.
    pub verdict: Verdict<Accepted, Vec<Diagnostic>>,
}

/// An accepted certificate: the kernel takes all its steps, and no statement file says something else.
#[derive(Debug)]
pub struct Accepted {
    /// The statements that it proves, by theory.
    pub checked: Checked,
    /// For each theory of the certificate, the name of the statement file with which it agrees; `None` where there was
    /// no statement file of the theory.
    pub compared: Vec<Option<String>>,
}

/// Checks a certificate: every step through the kernel, then every statement against the statement file of its
/// theory in the library, label by label. With `all`, a theory without a statement file is a fault.
///
/// ```
/// use reductio::{Library, Verdict, verify};
/// let verified = verify::verify("empty.cert", b"reductio certificate 3\n", &Library::bundled(), false);
/// let Verdict::Fails(faults) = verified.verdict else { panic!() };
/// assert!(faults[0].message.contains("version 3"));
/// ```
pub fn verify(name: &str, bytes: &[u8], library: &Library, all: bool) -> Verified {
    let verdict = checked(name, bytes, library, all);
    Verified { name: name.to_owned(), verdict }
}

fn checked(
    name: &str,
    bytes: &[u8],
    library: &Library,
    all: bool,
) -> Verdict<Accepted, Vec<Diagnostic>> {
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("`{name}` has more bytes than the limit of {MAX_BYTES}");
        return Verdict::Declined(vec![Diagnostic::error("E0705", message)]);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.valid_up_to();
            let line = 1 + String::from_utf8_lossy(&bytes[..valid]).matches('\n').count();
            let message = format!("line {line}: the bytes are not UTF-8");
            let mut fault = Diagnostic::error("E0703", message);
            fault.path = Some(name.to_owned());
            return Verdict::Fails(vec![fault]);
        }
    };
    let checked = match proof_file::read(text) {
        Ok(checked) => checked,
        Err(error) => {
            let file = Arc::new(File::new(name, text));
            let is_limit = error.kind.is_limit();
            let faults = vec![refusal(&file, &error)];
            return if is_limit { Verdict::Declined(faults) } else { Verdict::Fails(faults) };
        }
    };
    let mut faults = Vec::new();
    let mut compared = Vec::new();
    for theory in &checked.theories {
        match compare(theory, library, all) {
            Ok(with) => compared.push(with),
            Err(found) => {
                let file = Arc::new(File::new(name, text));
                faults.extend(found.into_iter().map(|f| at_item(f, &file, theory)));
            }
        }
    }
    if faults.is_empty() {
        Verdict::Holds(Accepted { checked, compared })
    } else {
        Verdict::Fails(faults.into_iter().map(|(fault, _)| fault).collect())
    }
}

/// A difference from a statement file, with the label it is about.
type Fault = (Diagnostic, String);

fn compare(
    theory: &CheckedTheory,
    library: &Library,
    all: bool,
) -> Result<Option<String>, Vec<Fault>> {
    let Some(number) = library.theory(&theory.name) else {
        let message = format!("there is no statement file of the theory `{}`", theory.name);
        let fault = Diagnostic::error("E0704", message).help(
            "give it with `--statements`, or leave `--statements` out to compare with nothing",
        );
        return if all { Err(vec![(fault, String::new())]) } else { Ok(None) };
    };
    let loaded = &library.theories[number];
    let fault = |d: proof_file::Difference| {
        let label = d.label().to_string();
        let mut out = Diagnostic::error("E0704", format!("{}: {d}", theory.name));
        let statement = loaded.theory.statement(d.label());
        if let (Some(s), Some(file)) = (statement, library.file_of(number, d.label())) {
            out = out.with(file, &s.span, "the theory states this");
        }
        (out.help("the certificate proves something else than this statement file says"), label)
    };
    let faults: Vec<Fault> = theory.differences(&loaded.theory).into_iter().map(fault).collect();
    if faults.is_empty() { Ok(Some(loaded.file.name().to_owned())) } else { Err(faults) }
}

/// Gives a fault the place of the item of the certificate that it is about.
fn at_item((fault, label): Fault, file: &Arc<File>, theory: &CheckedTheory) -> Fault {
    let text = file.text();
    let heading = format!("\ntheory {}\n", theory.name);
    let start = text.find(&heading).map_or(0, |at| at + 1);
    let found = text[start..].find(&format!(" {label}: ")).map(|at| start + at);
    let place = found.filter(|_| !label.is_empty()).unwrap_or(start);
    (fault.at(file, &file.lines_of(&(place..place))), label)
}

/// Makes the diagnostic for a certificate that is refused, at the line of the fault.
fn refusal(file: &Arc<File>, error: &proof_file::ReadError) -> Diagnostic {
    use ReadErrorKind as K;
    let code = match &*error.kind {
        K::Truncated | K::AfterEnd | K::Count { .. } => "E0701",
        K::NotACertificate { .. } | K::Version { .. } => "E0702",
        K::Limit { .. } => "E0705",
        _ => "E0703",
    };
    let text = file.text();
    let start = text
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .nth(error.line.wrapping_sub(2))
        .filter(|_| error.line > 1)
        .unwrap_or(0);
    let step = error.step.map_or_else(String::new, |s| format!("step {s}: "));
    let line = file.lines_of(&(start..start));
    let out = Diagnostic::error(code, format!("{step}{}", error.kind)).at(file, &line);
    match &*error.kind {
        K::Truncated => out
            .help("was the file copied to its end? `reductio prove --certificate` writes it anew"),
        K::Text { .. } => {
            out.help("a text says what its formula says, sign by sign: one of them was changed")
        }
        _ => out,
    }
}
