//! The verb `fmt`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::source::{STDIN_NAME, Wanted, read_all};
use reductio_editor::format;

use super::{Said, tell};
use crate::cli::FmtArgs;
use crate::replace::replace;

/// The paths, and for each folder those below it that have texts too. A folder whose name begins with a dot is left
/// out, and so are `target` and `node_modules`, which are made by tools.
fn with_folders_below(paths: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for path in paths {
        let count = all.len();
        let mut waiting = vec![path.clone()];
        while let Some(folder) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            let mut has_texts = false;
            let mut below = Vec::new();
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                // Links to folders may go round.
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                let is_made = ["target", "node_modules"].contains(&&*name);
                if is_folder && !name.starts_with('.') && !is_made {
                    below.push(entry.path().to_string_lossy().into_owned());
                }
                let ending = Path::new(&name).extension().and_then(|ending| ending.to_str());
                has_texts |= ending.is_some_and(|ending| ENDINGS.contains(&ending));
            }
            if has_texts {
                all.push(folder);
            }
            below.sort_unstable_by(|one, other| other.cmp(one));
            waiting.extend(below);
        }
        // A file, or a folder about which there is something to say.
        if all.len() == count {
            all.push(path.clone());
        }
    }
    all
}

/// The endings of the names of texts.
const ENDINGS: [&str; 4] = ["oa", "oap", "sys", "prog"];

/// Answers `reductio fmt`.
pub(super) fn fmt(args: &FmtArgs) -> Said {
    let (sources, errors) = read_all(&with_folders_below(&args.files), Wanted::Texts);
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
