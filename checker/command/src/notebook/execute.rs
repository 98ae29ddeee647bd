//! Running a notebook, and what is wrong with it.

use reductio::Exit;

use super::diff::diff;
use super::format::{Cell, Notebook, Part, PictureFile, to_stored};
use super::output::Answer;
use super::session::Session;
use crate::stop::Stop;

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is refused, and is not marked.
    Refused(Exit),
    /// It is marked as one that is refused, and is accepted.
    Accepted,
    /// What is stored is not what it answers.
    Differs(String),
}

/// A cell with its answer.
#[derive(Clone, Debug)]
pub struct RanCell {
    /// The cell.
    pub cell: Cell,
    /// Its answer.
    pub answer: Answer,
    /// The answer as it is to be stored.
    pub now: String,
}

impl RanCell {
    /// What is wrong with it, the worst first.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        match (self.cell.is_refusal(), self.answer.is_accepted()) {
            (false, false) => faults.push(Fault::Refused(self.answer.exit)),
            (true, true) => faults.push(Fault::Accepted),
            _ => {}
        }
        if self.cell.stored != self.now {
            faults.push(Fault::Differs(diff(&self.cell.stored, &self.now)));
        }
        faults
    }
}

/// A notebook that ran.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Its cells.
    pub cells: Vec<RanCell>,
    /// The pictures of their outputs.
    pub pictures: Vec<PictureFile>,
    /// The notebook with the outputs of this run.
    pub notebook: Notebook,
}

/// Runs all cells of a notebook, also those after a refused one. `stem` begins the names of pictures. When `stop` is
/// raised, each cell that is not done ends early and answers what it has.
pub fn execute(notebook: &Notebook, stem: &str, stop: &Stop) -> Ran {
    let mut session = Session::new().stopped_by(stop.clone());
    let mut ran = Ran { cells: Vec::new(), pictures: Vec::new(), notebook: notebook.clone() };
    for part in &mut ran.notebook.parts {
        let Part::Cell(cell) = part else { continue };
        let answer = session.run(&cell.source);
        let now = to_stored(&answer.outputs, stem, &mut ran.pictures);
        ran.cells.push(RanCell { cell: cell.clone(), answer, now: now.clone() });
        cell.stored = now;
    }
    ran
}

impl Ran {
    /// How the run ends: a cell that is refused and not marked as the command line would, anything else that is
    /// wrong as a claim that fails.
    pub fn exit(&self) -> Exit {
        let of = |fault: Fault| match fault {
            Fault::Refused(exit) => exit,
            Fault::Accepted | Fault::Differs(_) => Exit::Fails,
        };
        self.cells.iter().flat_map(RanCell::faults).map(of).fold(Exit::Holds, Exit::worst)
    }
}
