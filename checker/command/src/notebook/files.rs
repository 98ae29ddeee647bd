//! Notebooks as files: the text, and the pictures in the folder `pictures` beside it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reductio::Exit;
use reductio::File;
use reductio::diagnostics::Diagnostic;
use reductio::source::read_text;

use super::execute::{CellFault, CellRun, NotebookRun, execute};
use super::format::Notebook;
use crate::replace::replace;
use crate::stop::Stop;

/// Reads a notebook from a file.
///
/// # Errors
/// A [`Diagnostic`] when the file cannot be read, or is no notebook.
pub fn read_notebook(path: &Path) -> Result<Notebook, Box<Diagnostic>> {
    let name = path.display().to_string();
    let text = read_text(&name).map_err(|error| Diagnostic::of_source(&error))?;
    Notebook::parse(&text).map_err(|error| {
        let file = Arc::new(File::new(&name, &text));
        let start: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
        let length = text[start..].lines().next().map_or(0, str::len);
        Diagnostic::error("E0803", error.to_string()).at(&file, &(start..start + length)).into()
    })
}

/// A notebook that was read from a file and run.
#[derive(Clone, Debug)]
pub struct NotebookFile {
    /// The path of the file, as given.
    pub path: PathBuf,
    /// The run of the notebook.
    pub ran: NotebookRun,
    /// The faults of stored pictures: they are not what the cells draw, or belong to no cell.
    pub wrong_pictures: Vec<String>,
}

impl NotebookFile {
    /// Reads a notebook from a file and runs it. When `stop` is raised, each cell that is not done ends early and
    /// answers what it has.
    ///
    /// # Errors
    /// A [`Diagnostic`] when the file cannot be read, or is no notebook.
    pub fn run(path: &Path, stop: &Stop) -> Result<Self, Box<Diagnostic>> {
        let notebook = read_notebook(path)?;
        let ran = execute(&notebook, &stem(path), stop);
        let mut out = NotebookFile { path: path.to_owned(), ran, wrong_pictures: Vec::new() };
        out.wrong_pictures = out.compare_pictures();
        Ok(out)
    }

    fn folder(&self) -> PathBuf {
        self.path.with_file_name("pictures")
    }

    /// The names of the picture files beside the notebook that belong to it.
    fn pictures_there(&self) -> BTreeSet<String> {
        let prefix = format!("{}-", stem(&self.path));
        let is_own = |name: &String| {
            let number = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".svg"));
            number.is_some_and(|n| n.parse::<usize>().is_ok())
        };
        let entries = std::fs::read_dir(self.folder()).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(is_own)
            .collect()
    }

    fn compare_pictures(&self) -> Vec<String> {
        let mut there = self.pictures_there();
        let mut wrong = Vec::new();
        for picture in &self.ran.pictures {
            there.remove(&picture.name);
            let stored = std::fs::read_to_string(self.folder().join(&picture.name));
            if stored.ok().as_deref() != Some(&picture.text) {
                wrong.push(format!("pictures/{} is not what the cell draws", picture.name));
            }
        }
        wrong.extend(there.iter().map(|name| format!("pictures/{name} belongs to no cell")));
        wrong
    }

    /// Writes the outputs of this run into the notebook, and its pictures beside it.
    ///
    /// # Errors
    /// The error of the file system.
    pub fn bless(&self) -> std::io::Result<()> {
        if !self.ran.pictures.is_empty() {
            std::fs::create_dir_all(self.folder())?;
        }
        let mut left = self.pictures_there();
        for picture in &self.ran.pictures {
            replace(&self.folder().join(&picture.name), &picture.text)?;
            left.remove(&picture.name);
        }
        // Pictures first: the notebook never shows what is not there.
        replace(&self.path, self.ran.notebook.to_text())?;
        left.iter().try_for_each(|old| std::fs::remove_file(self.folder().join(old)))
    }

    /// The exit code of a check of the notebook.
    pub fn exit(&self) -> Exit {
        if self.is_without_cells() {
            return Exit::BadInput;
        }
        let pictures = if self.wrong_pictures.is_empty() { Exit::Holds } else { Exit::Fails };
        self.ran.exit().worst(pictures)
    }

    /// Whether there is nothing to check: neither cells nor pictures.
    fn is_without_cells(&self) -> bool {
        self.ran.cells.is_empty() && self.ran.pictures.is_empty()
    }

    /// The exit code after [`Self::bless`]: a cell that is refused or accepted against its mark stays a fault.
    pub fn exit_when_blessed(&self) -> Exit {
        let of = |fault: CellFault| match fault {
            CellFault::Refused(exit) => exit,
            CellFault::Accepted => Exit::Fails,
            CellFault::Differs(_) => Exit::Holds,
        };
        let faults = self.ran.cells.iter().flat_map(CellRun::faults);
        faults.map(of).fold(Exit::Holds, Exit::worst)
    }

    /// The faults of the notebook with their places, or one line if there are none. `blessed` leaves out the faults
    /// that [`Self::bless`] has mended.
    pub fn report(&self, blessed: bool) -> String {
        let name = self.path.display();
        let mut out = String::new();
        for cell in &self.ran.cells {
            let line = cell.cell.line;
            for fault in cell.faults() {
                let _ = match fault {
                    CellFault::Refused(_) => writeln!(
                        out,
                        "{name}:{line}: this cell is refused, and not marked as one that is (tag `raises-exception`)"
                    ),
                    CellFault::Accepted => writeln!(
                        out,
                        "{name}:{line}: this cell is marked as one that is refused, and it is accepted"
                    ),
                    CellFault::Differs(_) if blessed => Ok(()),
                    CellFault::Differs(diff) => {
                        writeln!(
                            out,
                            "{name}:{line}: the output is not as stored\n{}",
                            indented(&diff)
                        )
                    }
                };
            }
        }
        if !blessed {
            for wrong in &self.wrong_pictures {
                let _ = writeln!(out, "{name}: {wrong}");
            }
        }
        let (cells, pictures) = (self.ran.cells.len(), self.ran.pictures.len());
        if out.is_empty() && !blessed && self.is_without_cells() {
            out = format!("{name}: there is no cell: nothing is checked\n");
        }
        if out.is_empty() {
            let word = if blessed { "written" } else { "as stored" };
            out = format!("{name}: {cells} cells, {pictures} pictures: {word}\n");
        }
        out
    }

    /// The diagnostics of cells that are refused and not marked.
    pub fn diagnostics(&self) -> String {
        let unmarked = self
            .ran
            .cells
            .iter()
            .filter(|cell| matches!(cell.faults().first(), Some(CellFault::Refused(_))));
        let outputs = unmarked.flat_map(|cell| &cell.answer.outputs);
        outputs.filter(|output| output.is_diagnostic).map(|output| output.text.as_str()).collect()
    }
}

/// The name of a file without folder and ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem()
        .map_or_else(|| "notebook".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn indented(text: &str) -> String {
    text.lines().flat_map(|line| ["    ", line, "\n"]).collect()
}
