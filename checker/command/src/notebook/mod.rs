//! # Notebooks
//!
//! A notebook is prose and cells ([`Notebook`]; the text is `MyST` Markdown). A cell holds statements, a derivation, a
//! system, a program, a model, a trace, or commands ([`Content`]). A [`Session`] runs cells one after another: what a
//! cell defines is known to those after it. A cell answers with texts that have a richer form, a picture or a table,
//! where there is one ([`Output`]); its errors are those of the command line. A cell that is tagged `raises-exception`
//! is meant to be refused.
//!
//! [`execute`] runs a notebook and finds its faults: a cell is refused and not marked, or marked and accepted, or its
//! answer is not the stored one. The verb `notebook` does it with files ([`NotebookFile`]), and writes one as a page
//! ([`html_page`]).
//!
//! An exercise has a cell to write into, a cell that checks what was written, and a solution ([`Mark`]); [`grade`] says
//! of each answer whether it is right.
//!
//! Commands are the verbs of the command line with labels and names in place of files, and three more: `show` (a
//! derivation, the states of a system, the model), `eval` (a term or a formula in the model) and `test` (a system
//! against the rules of its discipline).
//!
//! ```
//! use reductio_command::notebook::{Notebook, execute};
//! use reductio_command::stop::Stop;
//! let text = "```{code-cell}\nstates 3\nx = {(0,1), (1,2)}\n```\n\n```{code-cell}\neval x x\n```\n";
//! let ran = execute(&Notebook::parse(text).unwrap(), "mine", &Stop::default());
//! assert!(ran.cells[1].answer.outputs[0].text.starts_with("x x = {(0,2)}"));
//! // Nothing is stored yet.
//! assert_eq!(ran.exit().code(), 1);
//! let blessed = Notebook::parse(&ran.notebook.to_text()).unwrap();
//! assert_eq!(execute(&blessed, "mine", &Stop::default()).exit().code(), 0);
//! ```

mod answer;
mod cell;
pub(crate) mod commands;
mod content;
mod defined;
mod diff;
mod execute;
mod exercise;
mod files;
mod format;
mod html;
mod output;
mod prose;
mod session;

pub use answer::{Grade, Mark};
#[cfg(feature = "jupyter")]
pub(crate) use cell::interrupted;
pub use content::Content;
pub use diff::diff;
pub use execute::{CellFault, CellRun, NotebookRun, execute};
pub use exercise::{Answers, GradedExercise, GradedNotebook, grade};
pub use files::{NotebookFile, read_notebook};
pub use format::{Cell, FormatError, Notebook, NotebookPart, PictureFile};
pub use html::page as html_page;
pub use output::{CellAnswer, Output, Rich};
pub use session::Session;
