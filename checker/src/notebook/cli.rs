//! The verb `notebook`.

use std::io::Write as _;
use std::path::PathBuf;

use annotate_snippets::Renderer;
use clap::{Args, Subcommand};

use super::files::NotebookFile;
use super::html::page;
use crate::diagnostics::{Diagnostic, render_all};
use crate::verdict::Exit;

/// Examples for `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  reductio notebook check notebooks/*.md               run them, compare what they answer with what is stored
  reductio notebook bless mine.md                      run it, store what it answers
  reductio notebook html mine.md --output mine.html    one page, no network";

#[derive(Args, Debug)]
pub(crate) struct NotebookArgs {
    #[command(subcommand)]
    verb: NotebookVerb,
}

#[derive(Debug, Subcommand)]
enum NotebookVerb {
    /// Run notebooks, and compare what they answer with what is stored
    Check {
        /// Markdown with `{code-cell}` fences
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Run notebooks, and store what they answer: in them, and in the folder `pictures`
    Bless {
        /// Markdown with `{code-cell}` fences
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Run a notebook, and write it with its outputs as one HTML file
    Html {
        /// Markdown with `{code-cell}` fences
        file: PathBuf,
        /// Where to [default: standard output]
        #[arg(long, short, value_name = "PAGE.html")]
        output: Option<PathBuf>,
    },
}

/// Answers `reductio notebook`: how it ends, the answer, and what is to be told apart from it.
pub(crate) fn run(args: &NotebookArgs) -> (Exit, String) {
    match &args.verb {
        NotebookVerb::Check { files } => {
            each(files, |notebook| (notebook.exit(), notebook.report(false)))
        }
        NotebookVerb::Bless { files } => each(files, |notebook| {
            if let Err(error) = notebook.bless() {
                tell(&cannot_write(&notebook.path, &error));
                return (Exit::BadInput, String::new());
            }
            (notebook.exit_when_blessed(), notebook.report(true))
        }),
        NotebookVerb::Html { file, output } => each(std::slice::from_ref(file), |notebook| {
            let text = page(&notebook.ran);
            let Some(path) = output else { return (Exit::Holds, text) };
            match crate::html::write(path, &text) {
                Ok(()) => (Exit::Holds, format!("{}\n", path.display())),
                Err(fault) => {
                    tell(&fault);
                    (Exit::BadInput, String::new())
                }
            }
        }),
    }
}

fn each(files: &[PathBuf], work: impl Fn(&NotebookFile) -> (Exit, String)) -> (Exit, String) {
    let (mut exit, mut text) = (Exit::Holds, String::new());
    for path in files {
        let (one, said) = match NotebookFile::run(path) {
            Ok(notebook) => {
                let _ = anstream::stderr().write_all(notebook.diagnostics().as_bytes());
                work(&notebook)
            }
            Err(fault) => {
                tell(&fault);
                (Exit::BadInput, String::new())
            }
        };
        exit = exit.worst(one);
        text += &said;
    }
    (exit, text)
}

fn cannot_write(path: &std::path::Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("E0012", format!("cannot write to `{}`: {error}", path.display()))
}

fn tell(fault: &Diagnostic) {
    let text = render_all(std::slice::from_ref(fault), &Renderer::styled());
    let _ = anstream::stderr().write_all(text.as_bytes());
}
