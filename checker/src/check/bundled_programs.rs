//! The bundled programs with a heap of `checker/examples`: those of S4 section 7, each with a broken sibling, and those
//! on which the printed search goes wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::program::{Besides, ProgramReport, ProgramSubject, check_program};
use crate::file::File;
use crate::locksets::Options;
use crate::verdict::Exit;

/// A bundled program: its name, its text, and what is to be found in it.
#[derive(Clone, Copy, Debug)]
pub struct ProgramExample {
    /// The name of the file without `.prog`.
    pub name: &'static str,
    /// The text of the program.
    pub text: &'static str,
    /// The lines at which a thread can go wrong, ascending.
    pub wrong: &'static [u32],
    /// The variables with a race, ascending: the line at which the object is made, and the field.
    pub races: &'static [(u32, &'static str)],
    /// The titles of the properties that are false of some run; the others hold where who comes first is served first.
    pub refuted: &'static [&'static str],
}

macro_rules! program {
    ($name:literal) => {
        program!($name, [], [])
    };
    ($name:literal, $wrong:expr, $races:expr) => {
        program!($name, $wrong, $races, [])
    };
    ($name:literal, $wrong:expr, $races:expr, $refuted:expr) => {
        ProgramExample {
            name: $name,
            text: include_str!(concat!("../../examples/", $name, ".prog")),
            wrong: &$wrong,
            races: &$races,
            refuted: &$refuted,
        }
    };
}

/// All bundled programs, by name. None has a deadlock.
pub const PROGRAMS: &[ProgramExample] = &[
    program!("answered"),
    program!("answered_broken", [], [], ["every request is answered"]),
    program!("b_link"),
    program!("b_link_broken", [], [(9, "first"), (34, "key"), (34, "next")]),
    program!("file_system"),
    program!("file_system_broken", [21], [(10, "busy")]),
    program!("halt_exception"),
    program!("halt_exception_broken", [45], [(18, "attempts")]),
    program!("independent_work_1"),
    program!("independent_work_1_broken", [30], [(8, "first"), (18, "next"), (18, "value")]),
    program!("independent_work_2"),
    program!("independent_work_2_broken", [24], [(9, "value")]),
    program!("indexer"),
    program!(
        "indexer_broken",
        [33, 34, 35],
        [(10, "word"), (11, "word"), (12, "word"), (13, "word")]
    ),
    program!("io_manager"),
    program!("io_manager_broken", [38, 50, 65], [(23, "data"), (23, "status")]),
    program!("printed_intersection"),
    program!("printed_one_last_access", [18], [(11, "value")]),
    program!("printed_shared_map", [16], [(8, "value")]),
    program!("printed_subset"),
];

impl ProgramExample {
    /// Reads the program.
    ///
    /// # Panics
    /// If the bundled text does not parse: a bug that the tests find.
    pub fn subject(&self) -> ProgramSubject {
        let file = Arc::new(File::new(&format!("{}.prog", self.name), self.text));
        ProgramSubject::load(&file, None).expect("a bundled program")
    }

    /// Decides whether a report finds what is to be found, and nothing else.
    pub fn is_met_by(&self, report: &ProgramReport) -> bool {
        let found = &report.report;
        let is_stuck = found.stuck.as_ref().is_none_or(|stuck| !stuck.is_empty());
        let properties = report.properties.iter().flat_map(|found| {
            // Of the transition system, in which who comes first is served first.
            found.all.iter().map(|(property, answer)| (&property.title, answer.verdict().word()))
        });
        let are_met = properties.into_iter().all(|(title, word)| {
            word == if self.refuted.contains(&&title[..]) { "fails" } else { "holds" }
        });
        are_met
            && found.is_complete()
            && found.wrong_lines() == self.wrong
            && found.racy() == self.races
            && found.deadlock == Some(false)
            && !is_stuck
    }
}

/// The bundled programs that were searched before the run was ended.
#[derive(Debug)]
pub struct SearchedPrograms {
    /// The reports, in the order of [`PROGRAMS`].
    pub reports: Vec<ProgramReport>,
    /// The programs in which something else was found than is to be found.
    pub wrong: Vec<&'static ProgramExample>,
    /// Whether all bundled programs were searched.
    is_complete: bool,
}

impl SearchedPrograms {
    /// The exit of a run that searches the programs: it fails where something else was found than is to be found.
    pub fn exit(&self) -> Exit {
        let undecided = if self.is_complete { Exit::Holds } else { Exit::Declined };
        if self.wrong.is_empty() { undecided } else { Exit::Fails }
    }
}

/// Searches the bundled programs, until `cancel` is raised.
pub fn search_programs(cancel: Option<&AtomicBool>) -> SearchedPrograms {
    let (mut reports, mut wrong) = (Vec::new(), Vec::new());
    for example in PROGRAMS {
        let options = Options { stuck: true, cancel, ..Options::default() };
        let report = check_program(&example.subject(), &options, &Besides::default());
        if cancel.is_some_and(|flag| flag.load(Ordering::Acquire)) {
            return SearchedPrograms { reports, wrong, is_complete: false };
        }
        if !example.is_met_by(&report) {
            wrong.push(example);
        }
        reports.push(report);
    }
    SearchedPrograms { reports, wrong, is_complete: true }
}
