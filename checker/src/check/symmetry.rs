//! The answer about symmetry: which threads were renamed in the states that a search stored, and why others were not.

use std::sync::atomic::AtomicBool;

use crate::discipline::Discipline;
use crate::system::{Asymmetry, FamilyAnswer, Symmetry};

use super::options::CheckOptions;
use super::subject::Subject;

/// The answer about the symmetry of a search of a system.
///
/// Where the threads of a family can be renamed, one state is stored for all that differ by a renaming, and the numbers
/// of states and steps are of such. Verdicts and runs are those of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymmetryAnswer {
    /// The reason why nothing was renamed, whatever the families are.
    pub off: Option<SymmetryOff>,
    /// The families of more than one thread, each with the reason why its threads were not renamed, if they were not;
    /// none where this was not looked at.
    pub families: Vec<FamilyAnswer>,
}

/// A reason why a search renames no threads, whatever the system is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryOff {
    /// It was asked not to.
    NotAsked,
    /// A monitor remembers what threads did, for a lock discipline.
    LockDiscipline,
    /// Several processes search together.
    Processes,
    /// No family has more than two members: at most half of the states would be saved, and numbers of states are those
    /// that other tools and the papers have.
    Few,
}

impl SymmetryAnswer {
    /// The families whose threads were renamed.
    pub fn renamed(&self) -> impl Iterator<Item = &FamilyAnswer> {
        self.families.iter().filter(|family| self.off.is_none() && family.asymmetry.is_none())
    }

    /// The families whose threads were not renamed, with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (&FamilyAnswer, &Asymmetry)> {
        self.families.iter().filter_map(|family| Some((family, family.asymmetry.as_ref()?)))
    }

    /// Tells whether states were stored up to a renaming of some threads.
    pub fn is_used(&self) -> bool {
        self.renamed().next().is_some()
    }
}

/// The number of members of a family from which on threads are renamed.
const FEWEST: usize = 3;

/// Finds the symmetry of a subject that is to be searched. Control points that are visible for one thread of a family
/// become visible for all of it: the subject that is returned is the one to be searched.
pub(super) fn find(
    subject: Subject,
    options: &CheckOptions,
    has_engine: bool,
    cancel: Option<&AtomicBool>,
) -> (Subject, Option<Symmetry>, SymmetryAnswer) {
    let off = if !options.symmetry {
        Some(SymmetryOff::NotAsked)
    } else if subject.locks().is_some() {
        Some(SymmetryOff::LockDiscipline)
    } else if has_engine {
        Some(SymmetryOff::Processes)
    } else if subject.system().families().iter().all(|family| family.threads.len() < FEWEST) {
        Some(SymmetryOff::Few)
    } else {
        None
    };
    let known = subject.discipline().filter(|_| off.is_none()).cloned();
    let Some(discipline) = known else {
        return (subject, None, SymmetryAnswer { off, families: Vec::new() });
    };
    let (symmetry, families) = discipline.symmetry(cancel);
    let more = symmetry.as_ref().map(|symmetry| Discipline::less_visible(&discipline, symmetry));
    let subject = match more {
        Some(more) if !more.is_empty() => {
            subject.with_discipline(Some(discipline.with_alike(&more)))
        }
        _ => subject,
    };
    (subject, symmetry, SymmetryAnswer { off, families })
}
