//! The verb `notebook`.

use std::path::{Path, PathBuf};

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::{Said, ended_early, tell};
use crate::cli::{NotebookArgs, NotebookVerb};
use crate::monitor::Monitor;
use crate::notebook::{NotebookFile, html_page};
use crate::page_file;
use crate::terminal;

/// Answers `reductio notebook`.
pub(super) fn notebook(args: &NotebookArgs, monitor: &Monitor) -> Said {
    // A page rather than a report.
    let is_page = matches!(args.verb, NotebookVerb::Html { output: None, .. });
    let (exit, text) = match &args.verb {
        NotebookVerb::Check { files } => {
            each(files, monitor, |notebook| (notebook.exit(), notebook.report(false)))
        }
        NotebookVerb::Bless { files } => each(files, monitor, |notebook| {
            if let Err(error) = notebook.bless() {
                tell(&[cannot_write(&notebook.path, &error)]);
                return (Exit::BadInput, String::new());
            }
            (notebook.exit_when_blessed(), notebook.report(true))
        }),
        NotebookVerb::Html { file, output } => {
            each(std::slice::from_ref(file), monitor, |notebook| {
                let text = html_page(&notebook.ran);
                let Some(path) = output else { return (Exit::Holds, text) };
                match page_file::write(path, &text) {
                    Ok(()) => (Exit::Holds, format!("{}\n", path.display())),
                    Err(fault) => {
                        tell(&[*fault]);
                        (Exit::BadInput, String::new())
                    }
                }
            })
        }
    };
    Said::either(text, exit, !is_page)
}

fn each(
    files: &[PathBuf],
    monitor: &Monitor,
    work: impl Fn(&NotebookFile) -> (Exit, String),
) -> (Exit, String) {
    let (mut exit, mut text) = (Exit::Holds, String::new());
    for path in files {
        let (one, said) = match NotebookFile::run(path, &monitor.stop) {
            // Half a notebook is neither compared nor stored.
            Ok(_) if monitor.stop.cause().is_some() => {
                tell(&[ended_early(monitor)]);
                (Exit::Declined, String::new())
            }
            Ok(notebook) => {
                terminal::tell(&notebook.diagnostics());
                work(&notebook)
            }
            Err(fault) => {
                tell(&[*fault]);
                (Exit::BadInput, String::new())
            }
        };
        exit = exit.worst(one);
        text += &said;
    }
    (exit, text)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("E0012", format!("cannot write to `{}`: {error}", path.display()))
}
