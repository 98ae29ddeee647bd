//! A trial of one system: all ready properties, and which of them notices a forgotten statement.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Failing, Property, Sample, mutants};
use crate::Exit;
use crate::system::{System, ThreadId};

/// The outcome of a trial of a system.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The runs that were drawn.
    pub sample: Sample,
    /// The properties that were tested, with what shows that one of them fails.
    pub verdicts: Vec<(Property, Result<(), Box<Failing>>)>,
    /// The statements that were left out in turn, where that was asked for and the system itself has the properties.
    pub forgotten: Option<Vec<Forgotten>>,
    /// Tells whether the flag was raised, so that something is missing.
    pub is_cut_short: bool,
}

/// A statement that was left out of a system, and who notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// The thread of the statement.
    pub thread: ThreadId,
    /// The text of the statement.
    pub statement: String,
    /// The properties that the system without the statement does not have.
    pub noticed: Vec<Property>,
}

impl Trial {
    /// The first property that fails, or that is undecided where none fails.
    pub fn failing(&self) -> Option<&Failing> {
        let failing = || self.verdicts.iter().filter_map(|(_, verdict)| verdict.as_ref().err());
        failing().find(|failing| !failing.is_undecided).or_else(|| failing().next()).map(|f| &**f)
    }

    /// The exit code of a program that reports the trial. Where no property fails, no run that was drawn shows a fault;
    /// the searches of the last three properties are complete.
    pub fn exit(&self) -> Exit {
        match self.failing() {
            Some(failing) if !failing.is_undecided => Exit::Fails,
            None if !self.is_cut_short => Exit::Holds,
            _ => Exit::Declined,
        }
    }
}

/// Tests a system: each ready property, and if `with_mutants`, the properties of the system with each statement left
/// out in turn. When `cancel` is raised, the trial ends early.
///
/// ```
/// use reductio::Exit;
/// use reductio::language::parse_system;
/// use reductio::testing::{Property, Sample, trial};
///
/// let text = "
///     lock m
///     protected x : 0 .. 1 by m
///     thread one { acquire m; x := 1; release m }
///     thread two { acquire m; x := 0; release m }";
/// let system = parse_system(text, "two", &[]).unwrap();
/// let tried = trial(&system, Sample::default(), true, None);
/// assert_eq!(tried.exit(), Exit::Holds);
/// let forgotten = tried.forgotten.unwrap();
/// assert_eq!(forgotten[0].statement, "acquire m");
/// assert!(forgotten[0].noticed.contains(&Property::Access));
/// ```
pub fn trial(
    system: &System,
    sample: Sample,
    with_mutants: bool,
    cancel: Option<&AtomicBool>,
) -> Trial {
    let is_cancelled = || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
    let mut verdicts = Vec::new();
    for property in Property::ALL {
        let verdict = property.check(system, sample, cancel);
        // A property whose test was ended early has no verdict.
        if is_cancelled() {
            break;
        }
        verdicts.push((property, verdict));
    }
    let mut tried = Trial { sample, verdicts, forgotten: None, is_cut_short: is_cancelled() };
    // Where the system itself fails, that a mutant does says nothing.
    if with_mutants && tried.exit() == Exit::Holds {
        let mut forgotten = Vec::new();
        for mutant in mutants(system) {
            let fails = |property: &Property| {
                let verdict = property.check(&mutant.system, sample, cancel);
                verdict.is_err_and(|failing| !failing.is_undecided)
            };
            let noticed = Property::ALL.into_iter().filter(fails).collect();
            if is_cancelled() {
                tried.is_cut_short = true;
                break;
            }
            forgotten.push(Forgotten { thread: mutant.thread, statement: mutant.text, noticed });
        }
        tried.forgotten = Some(forgotten);
    }
    tried
}
