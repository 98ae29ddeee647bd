//! Runs notebooks, and finds what is wrong with their cells.

use reductio::Exit;

use super::diff::diff;
use super::format::{Cell, Notebook, NotebookPart, PictureFile, to_stored};
use super::output::CellAnswer;
use super::session::Session;
use crate::stop::Stop;

/// A fault of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellFault {
    /// The cell is refused, and is not marked as one that is to be refused.
    Refused(Exit),
    /// The cell is marked as one that is to be refused, and is accepted.
    Accepted,
    /// The stored output is not what the cell answers; this is the difference.
    Differs(String),
}

/// A cell with its answer in a run.
#[derive(Clone, Debug)]
pub struct CellRun {
    /// The cell, with its stored outputs.
    pub cell: Cell,
    /// The answer of the cell.
    pub answer: CellAnswer,
    /// The outputs of the answer as they are to be stored.
    pub now: String,
}

impl CellRun {
    /// The faults of the cell, the worst first.
    pub fn faults(&self) -> Vec<CellFault> {
        let mut faults = Vec::new();
        match (self.cell.is_refusal(), self.answer.is_accepted()) {
            (false, false) => faults.push(CellFault::Refused(self.answer.exit)),
            (true, true) => faults.push(CellFault::Accepted),
            _ => {}
        }
        if self.cell.stored != self.now {
            faults.push(CellFault::Differs(diff(&self.cell.stored, &self.now)));
        }
        faults
    }
}

/// The run of a notebook.
#[derive(Clone, Debug)]
pub struct NotebookRun {
    /// The cells with their answers.
    pub cells: Vec<CellRun>,
    /// The pictures of the cells' outputs.
    pub pictures: Vec<PictureFile>,
    /// The notebook with the outputs of this run.
    pub notebook: Notebook,
}

/// Runs all cells of a notebook, also those after a refused one. `stem` begins the names of pictures. When `stop` is
/// raised, each cell that is not done ends early and answers what it has.
pub fn execute(notebook: &Notebook, stem: &str, stop: &Stop) -> NotebookRun {
    let mut session = Session::new().stopped_by(stop.clone());
    let mut ran =
        NotebookRun { cells: Vec::new(), pictures: Vec::new(), notebook: notebook.clone() };
    for part in &mut ran.notebook.parts {
        let NotebookPart::Cell(cell) = part else { continue };
        let answer = session.run(&cell.source);
        let now = to_stored(&answer.outputs, stem, &mut ran.pictures);
        ran.cells.push(CellRun { cell: cell.clone(), answer, now: now.clone() });
        cell.stored = now;
    }
    ran
}

impl NotebookRun {
    /// The exit code of the run. A cell that is refused and not marked counts as it would on the command line, every
    /// other fault as a claim that fails.
    pub fn exit(&self) -> Exit {
        let of = |fault: CellFault| match fault {
            CellFault::Refused(exit) => exit,
            CellFault::Accepted | CellFault::Differs(_) => Exit::Fails,
        };
        self.cells.iter().flat_map(CellRun::faults).map(of).fold(Exit::Holds, Exit::worst)
    }
}
