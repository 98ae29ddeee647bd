//! The arguments of the verbs about notebooks: `notebook`, `jupyter`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(super) const NOTEBOOK_EXAMPLES: &str = "\
Examples:
  reductio notebook check notebooks/*.md               run them, compare what they answer with what is stored
  reductio notebook bless mine.md                      run it, store what it answers
  reductio notebook grade mine.md                      which exercises are answered, and which answers are right
  reductio notebook grade 05.md --answers mine.md      the answers of mine.md to the exercises of 05.md
  reductio notebook html mine.md --output mine.html    one page, no network";

#[derive(Args, Debug)]
pub(crate) struct NotebookArgs {
    #[command(subcommand)]
    pub(crate) verb: NotebookVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NotebookVerb {
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
    /// Run notebooks, and say of each exercise whether its answer is right
    Grade {
        /// Markdown with `{code-cell}` fences
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// A notebook with the answers: those of FILES are left out, and of this one nothing else is run
        #[arg(long, value_name = "FILE")]
        answers: Option<PathBuf>,
        /// Grade the solutions in place of the answers
        #[arg(long, conflicts_with = "answers")]
        solutions: bool,
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

pub(super) const JUPYTER_LONG: &str = "\
Runs cells for Jupyter: each as soon as it is sent, with pictures and tables beside the texts, completion, and help \
on what is under the cursor. Needs a build with it: cargo install --path checker/command --features jupyter";

pub(super) const JUPYTER_EXAMPLES: &str = "\
Examples:
  reductio jupyter install                   tell Jupyter of the kernel, then: jupyter lab notebooks
  reductio jupyter install --prefix venv     for one Python environment";

#[derive(Args, Debug)]
pub(crate) struct JupyterArgs {
    #[command(subcommand)]
    pub(crate) verb: JupyterVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum JupyterVerb {
    /// Tell Jupyter of this kernel
    Install {
        /// The folder with share/jupyter [default: the folder of the user, as Jupyter has it]
        #[arg(long, value_name = "DIR")]
        prefix: Option<PathBuf>,
    },
    /// Run cells for Jupyter, which starts this itself
    Serve {
        /// Written by Jupyter
        #[arg(value_name = "CONNECTION_FILE")]
        connection: PathBuf,
    },
}
