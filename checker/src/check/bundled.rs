//! The bundled systems of `checker/examples`: the papers' own and the field's, each with broken siblings.

use super::agreement::{disagreement, disagreement_on_properties};
use super::options::CheckOptions;
use super::report::CheckReport;
use super::run::check;
use super::subject::{Parameters, Subject};
use crate::file::File;
use crate::search::{FindingKind, Order};
use crate::verdict::Exit;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result that is expected of a bundled system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Every claim about the system holds.
    Holds,
    /// The discipline of the system is violated.
    Discipline,
    /// A thread of the system fails.
    Failure,
    /// The system deadlocks.
    Deadlock,
    /// A thread of the system is stuck for ever, while others go on.
    Stuck,
    /// An invariant of the system is violated.
    Invariant,
    /// A property of the system is false of some fair run.
    Property,
}

/// A bundled system: its name, its text, and the result that is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The name of the file without `.sys`.
    pub name: &'static str,
    /// The text of the system.
    pub text: &'static str,
    /// The result that is expected of the system.
    pub expected: Expected,
}

macro_rules! example {
    ($name:literal, $expected:ident) => {
        Example {
            name: $name,
            text: include_str!(concat!("../../examples/", $name, ".sys")),
            expected: Expected::$expected,
        }
    };
}

/// All bundled systems, by name.
pub const EXAMPLES: &[Example] = &[
    example!("ab_ba_ticker", Holds),
    example!("ab_ba_ticker_broken", Stuck),
    example!("b_link_tree", Holds),
    example!("bounded_buffer", Holds),
    example!("bounded_buffer_broken", Deadlock),
    example!("bounded_buffer_bytecode", Holds),
    example!("bounded_buffer_bytecode_broken", Discipline),
    example!("bounded_buffer_monitored", Holds),
    example!("bounded_buffer_monitored_broken", Discipline),
    example!("cached_data", Holds),
    example!("cached_data_broken", Discipline),
    example!("cached_data_upgrade_broken", Deadlock),
    example!("clean", Holds),
    example!("clean_broken", Discipline),
    example!("clean_bytecode", Holds),
    example!("clean_bytecode_broken", Deadlock),
    example!("clean_monitored", Holds),
    example!("clean_monitored_broken", Discipline),
    example!("device_driver", Holds),
    example!("device_driver_broken", Discipline),
    example!("device_driver_hidden_broken", Discipline),
    example!("device_driver_impatient_broken", Discipline),
    example!("double_checked", Holds),
    example!("double_checked_broken", Discipline),
    example!("double_checked_early_broken", Failure),
    example!("file_system", Holds),
    example!("file_system_broken", Discipline),
    example!("flanagan_godefroid", Holds),
    example!("flanagan_godefroid_broken", Discipline),
    example!("indexer", Holds),
    example!("indexer_broken", Invariant),
    example!("initializer", Holds),
    example!("initializer_broken", Discipline),
    example!("initializer_eraser_broken", Discipline),
    example!("initializer_locks", Holds),
    example!("initializer_locks_broken", Discipline),
    example!("lock_splitting", Holds),
    example!("lock_splitting_broken", Discipline),
    example!("m_ex", Holds),
    example!("m_ex_broken", Discipline),
    example!("m_ex_deadlock_broken", Deadlock),
    example!("m_ex_printed", Holds),
    example!("m_ex_printed_broken", Discipline),
    example!("master_workers", Holds),
    example!("master_workers_broken", Discipline),
    example!("peterson", Holds),
    example!("peterson_broken", Property),
    example!("philosophers", Holds),
    example!("philosophers_broken", Deadlock),
    example!("philosophers_once_broken", Deadlock),
    example!("pool", Holds),
    example!("pool_broken", Stuck),
    example!("readers_turnstile", Holds),
    example!("readers_turnstile_broken", Property),
    example!("readers_writers", Holds),
    example!("readers_writers_broken", Invariant),
    example!("ticket_lock", Holds),
    example!("ticket_lock_broken", Property),
];

impl Example {
    /// Reads the system.
    ///
    /// # Panics
    /// If the bundled text does not parse: a bug that the tests find.
    pub fn subject(&self) -> Subject {
        let file = Arc::new(File::new(&format!("{}.sys", self.name), self.text));
        Subject::load(&file, &Parameters::default(), None).expect("a bundled system")
    }

    /// Decides whether a report of the system has the expected result.
    pub fn is_met_by(&self, report: &CheckReport) -> bool {
        let wanted = |kind: &FindingKind<crate::locking::LockViolation>| match kind {
            FindingKind::Discipline(_) => self.expected == Expected::Discipline,
            FindingKind::Failure { .. } => self.expected == Expected::Failure,
            FindingKind::Deadlock => self.expected == Expected::Deadlock,
            FindingKind::Invariant(_) => self.expected == Expected::Invariant,
            FindingKind::Stuck { .. } => self.expected == Expected::Stuck,
            FindingKind::EndlessLoop { .. } => false,
            FindingKind::Property { .. } => self.expected == Expected::Property,
        };
        match self.expected {
            Expected::Holds => report.exit() == Exit::Holds,
            _ => report.exploration.findings.iter().any(|finding| wanted(&finding.kind)),
        }
    }
}

/// One system, explored by all steps and by reduced steps.
#[derive(Debug)]
pub struct ExploredBothWays {
    /// The report of the search by all steps.
    pub unreduced: CheckReport,
    /// The report of the search by reduced steps.
    pub reduced: CheckReport,
}

/// The bundled systems that were explored both ways before the run was ended.
pub struct ExploredExamples {
    /// The systems that were explored, in the order of [`EXAMPLES`].
    pub systems: Vec<ExploredBothWays>,
    /// The systems with another result than the expected one.
    pub wrong: Vec<&'static Example>,
    /// Whether all bundled systems were explored.
    is_complete: bool,
}

impl ExploredExamples {
    /// The exit of a run that explores the systems: it fails where a system has another result than the expected one.
    pub fn exit(&self) -> Exit {
        let undecided = if self.is_complete { Exit::Holds } else { Exit::Declined };
        if self.wrong.is_empty() { undecided } else { Exit::Fails }
    }
}

/// Explores the bundled systems both ways, until `cancel` is raised.
pub fn explore_all(cancel: Option<&AtomicBool>) -> ExploredExamples {
    let mut systems = Vec::new();
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let subject = example.subject();
        let both = [Order::Unreduced, Order::Reduced].map(|order| {
            let options = CheckOptions {
                order,
                keep_going: true,
                symmetry: false,
                ..CheckOptions::default()
            };
            check(&subject, &options, cancel, None)
        });
        if cancel.is_some_and(|flag| flag.load(Ordering::Acquire)) {
            return ExploredExamples { systems, wrong, is_complete: false };
        }
        let [all, few] = &both;
        let goals = few.subject.settings().exact_reach;
        let differ = disagreement(&all.exploration, &few.exploration, goals);
        let differ = differ.is_some() || disagreement_on_properties(all, few).is_some();
        if differ || !both.iter().all(|report| example.is_met_by(report)) {
            wrong.push(example);
        }
        let [unreduced, reduced] = both;
        systems.push(ExploredBothWays { unreduced, reduced });
    }
    ExploredExamples { systems, wrong, is_complete: true }
}
