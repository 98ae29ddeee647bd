//! The verb `fmt`.

use std::fmt::Write as _;
use std::path::Path;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::source::{STDIN_NAME, Wanted, read_all};
use reductio_editor::format;

use super::{Said, tell};
use crate::cli::FmtArgs;
use crate::replace::replace;

/// Answers `reductio fmt`.
pub(super) fn fmt(args: &FmtArgs) -> Said {
    let (sources, errors) = read_all(&args.files, Wanted::Texts);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let (mut text, mut exit) = (String::new(), Exit::Holds);
    let is_filter = !args.check && args.files.iter().any(|path| path == "-");
    for source in sources {
        let name = source.file.name();
        let formatted = match format(&source.file, source.language) {
            Ok(formatted) => formatted,
            Err(more) => {
                faults.extend(more);
                continue;
            }
        };
        let is_same = formatted == source.file.text();
        if args.check {
            if !is_same {
                exit = exit.worst(Exit::Fails);
                let _ = writeln!(text, "{name} is laid out otherwise");
            }
        } else if name == STDIN_NAME {
            text += &formatted;
        } else if !is_same {
            match replace(Path::new(name), &formatted) {
                Ok(()) if is_filter => {}
                Ok(()) => drop(writeln!(text, "{name}")),
                Err(error) => {
                    let message = format!("cannot write to `{name}`: {error}");
                    faults.push(Diagnostic::error("E0012", message));
                }
            }
        }
    }
    tell(&faults);
    if !faults.is_empty() {
        exit = exit.worst(Exit::BadInput);
    }
    Said::either(text, exit, !is_filter)
}
