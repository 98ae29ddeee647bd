//! The verb `verify`.

use std::io::{IsTerminal, Read};

use reductio::diagnostics::Diagnostic;
use reductio::source::{STDIN_NAME, SourceError, open, unreadable};
use reductio::verify;
use reductio::{Exit, Verdict};
use reductio_report::json;
use reductio_report::verify::{json::VerifyAnswer, text};

use super::{Said, load, tell};
use crate::cli::{Output, VerifyArgs};
use crate::terminal;

/// Answers `reductio verify`: checks a certificate.
pub(super) fn run_verify(args: &VerifyArgs, output: Output) -> Said {
    let (_, library, errors) = load(&args.statements);
    let mut bad_input: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    bad_input.extend(library.faults.iter().cloned());
    let content = read(&args.file).map_err(|e| bad_input.push(Diagnostic::of_source(&e)));
    let name = if args.file == "-" { STDIN_NAME } else { &args.file };
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
