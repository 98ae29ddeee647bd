//! Running a notebook, and what is wrong with it.

use reductio::Exit;

use super::diff::diff;
use super::format::{Cell, Notebook, NotebookPart, PictureFile, to_stored};
use super::output::CellAnswer;
use super::session::Session;
use crate::stop::Stop;

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellFault {
    /// It is refused, and is not marked.
    Refused(Exit),
    /// It is marked as one that is refused, and is accepted.
    Accepted,
    /// What is stored is not what it answers.
    Differs(String),
}

/// A cell with its answer.
#[derive(Clone, Debug)]
pub struct CellRun {
    /// The cell.
    pub cell: Cell,
    /// Its answer.
    pub answer: CellAnswer,
    /// The answer as it is to be stored.
    pub now: String,
}

impl CellRun {
    /// What is wrong with it, the worst first.
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

/// A notebook that ran.
#[derive(Clone, Debug)]
pub struct NotebookRun {
    /// Its cells.
    pub cells: Vec<CellRun>,
    /// The pictures of their outputs.
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
    /// How the run ends: a cell that is refused and not marked as the command line would, anything else that is
    /// wrong as a claim that fails.
    pub fn exit(&self) -> Exit {
        let of = |fault: CellFault| match fault {
            CellFault::Refused(exit) => exit,
            CellFault::Accepted | CellFault::Differs(_) => Exit::Fails,
        };
        self.cells.iter().flat_map(CellRun::faults).map(of).fold(Exit::Holds, Exit::worst)
    }
}
