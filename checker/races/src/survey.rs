//! A whole trace, from its first line to its last.

use std::io::BufRead;

use crate::comparison::Comparison;
use crate::detector::{Detector, Reading};
use crate::engine::{Clocks, Engine, Lazy, Table};
use crate::event::{Event, Operation};
use crate::fault::{LineFault, OrderFault, TraceError};
use crate::names::Names;
use crate::race::{Race, Tally};
use crate::together::{Disagreement, Together};
use crate::trace::TraceReader;
use crate::why::Why;

/// The engine of a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineName {
    /// Lazy locksets.
    #[default]
    Lazy,
    /// The lockset table (S4 section 7).
    Table,
    /// Vector clocks.
    Clocks,
    /// All of them, compared at each event.
    All,
}

/// The tasks of a survey of a trace.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The engine.
    pub engine: EngineName,
    /// The reading: which accesses conflict, and what volatile variables order.
    pub reading: Reading,
    /// Leave out lines that are no event and events that cannot be at their place, and count them.
    pub is_lenient: bool,
    /// Use locksets in older ways too.
    pub compare: bool,
    /// The names of variables of which is told how they were handed on.
    pub why: Vec<String>,
}

/// The progress of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyProgress {
    /// The number of lines that were read.
    pub lines: u64,
    /// The number of bytes that were read, after they were uncompressed.
    pub bytes: u64,
    /// The number of accesses that race.
    pub races: u64,
}

/// The numbers of events of each kind in a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Reads and writes.
    pub accesses: u64,
    /// Acquires, releases, forks, joins, and accesses of volatile variables.
    pub synchronizations: u64,
    /// Lines that say nothing about races.
    pub passed_over: u64,
    /// Lines that were left out because they are faulty.
    pub dropped: u64,
}

/// The result of a survey.
#[derive(Debug, Default)]
pub struct Surveyed {
    /// The names in the trace.
    pub names: Names,
    /// The tallies of all variables, by number.
    pub tallies: Vec<Tally>,
    /// The numbers of events.
    pub counts: Counts,
    /// The number of events that waited for a thread of which nothing else was told.
    pub unknown_joins: u64,
    /// The first faulty lines, at most twenty.
    pub faults: Vec<LineFault>,
    /// The reason why the trace could not be read to its end.
    pub unread: Option<TraceError>,
    /// Tells whether the survey was ended early.
    pub is_cut: bool,
    /// A place in which the engines do not agree: a fault of this library.
    pub disagreement: Option<Box<Disagreement>>,
    /// The alarms of older ways to use locksets.
    pub comparison: Option<Comparison>,
    /// The ways in which variables were handed on.
    pub why: Vec<Why>,
}

impl Surveyed {
    /// The number of accesses that race.
    pub fn races(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.races).sum()
    }

    /// The first races of the variables that have some, in the order of their lines.
    pub fn first_races(&self) -> Vec<&Race> {
        let mut races: Vec<&Race> =
            self.tallies.iter().filter_map(|tally| tally.first.as_deref()).collect();
        races.sort_by_key(|race| race.access.line);
        races
    }
}

/// The number of faulty lines that are remembered.
const MOST_FAULTS: usize = 20;
/// The number of lines after which is asked whether to go on.
const PATIENCE: u64 = 1 << 12;

/// One detector, or all.
enum Detectors {
    Lazy(Detector<Lazy>),
    Table(Detector<Table>),
    Clocks(Detector<Clocks>),
    All(Box<Together>),
}

fn plain<E: Engine>(
    detector: &mut Detector<E>,
    event: &Event,
) -> Result<Result<Option<Race>, Box<Disagreement>>, OrderFault> {
    detector.observe(event).map(Ok)
}

impl Detectors {
    fn new(engine: EngineName, reading: Reading) -> Self {
        match engine {
            EngineName::Lazy => Self::Lazy(Detector::new(reading)),
            EngineName::Table => Self::Table(Detector::new(reading)),
            EngineName::Clocks => Self::Clocks(Detector::new(reading)),
            EngineName::All => Self::All(Together::new(reading).into()),
        }
    }

    fn observe(
        &mut self,
        event: &Event,
    ) -> Result<Result<Option<Race>, Box<Disagreement>>, OrderFault> {
        match self {
            Self::Lazy(detector) => plain(detector, event),
            Self::Table(detector) => plain(detector, event),
            Self::Clocks(detector) => plain(detector, event),
            Self::All(together) => together.observe(event),
        }
    }

    fn tallies(&self) -> (&[Tally], u64) {
        match self {
            Self::Lazy(detector) => (detector.tallies(), detector.unknown_joins()),
            Self::Table(detector) => (detector.tallies(), detector.unknown_joins()),
            Self::Clocks(detector) => (detector.tallies(), detector.unknown_joins()),
            Self::All(together) => {
                (together.detector().tallies(), together.detector().unknown_joins())
            }
        }
    }
}

impl Survey {
    /// Reads a trace to its end. Now and then `go_on` is told how far it is, and may end it.
    ///
    /// A faulty line ends the search for races, unless the survey is lenient: what comes after it says nothing certain.
    /// Further lines are then only looked at for their form.
    ///
    /// ```
    /// use reductio_races::Survey;
    ///
    /// let trace = "T1|w(x)|\nT2|r(x)|\nT2|w(y)|\n";
    /// let found = Survey::default().of(trace.as_bytes(), |_| true);
    /// assert_eq!((found.races(), found.counts.accesses), (1, 3));
    /// assert_eq!(found.names.all_variables().collect::<Vec<_>>(), ["x", "y"]);
    /// ```
    pub fn of<R: BufRead>(
        &self,
        source: R,
        mut go_on: impl FnMut(SurveyProgress) -> bool,
    ) -> Surveyed {
        let mut trace = TraceReader::new(source);
        let mut detectors = Detectors::new(self.engine, self.reading);
        let mut found = Surveyed {
            comparison: self.compare.then(Comparison::default),
            why: self.why.iter().map(|name| Why::new(self.reading, name)).collect(),
            ..Surveyed::default()
        };
        let (mut asked, mut races) = (0, 0);
        loop {
            if trace.lines() >= asked + PATIENCE {
                asked = trace.lines();
                if !go_on(SurveyProgress { lines: asked, bytes: trace.bytes(), races }) {
                    found.is_cut = true;
                    break;
                }
            }
            let event = match trace.next_event() {
                Ok(Some(event)) => event,
                Ok(None) => break,
                Err(TraceError::Line(fault)) => {
                    if self.refuse(&mut found, *fault) {
                        continue;
                    }
                    break;
                }
                Err(error) => {
                    found.unread = Some(error);
                    break;
                }
            };
            if !self.is_lenient && !found.faults.is_empty() {
                continue;
            }
            match detectors.observe(&event) {
                Err(fault) => {
                    self.refuse(&mut found, trace.refuse(&event, &fault));
                }
                Ok(Err(disagreement)) => {
                    found.disagreement = Some(disagreement);
                    break;
                }
                Ok(Ok(race)) => {
                    races += u64::from(race.is_some());
                    found.pass(&event, trace.names());
                }
            }
        }
        let (tallies, unknown_joins) = detectors.tallies();
        found.tallies = tallies.to_vec();
        found.unknown_joins = unknown_joins;
        found.counts.passed_over = trace.passed_over();
        found.names = trace.into_names();
        found.tallies.resize_with(found.names.variables(), Tally::default);
        found
    }

    /// Takes a faulty line down. Says whether to go on.
    fn refuse(&self, found: &mut Surveyed, fault: LineFault) -> bool {
        found.counts.dropped += 1;
        if found.faults.len() < MOST_FAULTS {
            found.faults.push(fault);
        }
        self.is_lenient || found.faults.len() < MOST_FAULTS
    }
}

impl Surveyed {
    /// Counts an event that was accepted, and tells it to those who want to know.
    fn pass(&mut self, event: &Event, names: &Names) {
        match event.operation {
            Operation::Read(_) | Operation::Write(_) => self.counts.accesses += 1,
            _ => self.counts.synchronizations += 1,
        }
        // They keep the same order as the detector, which has accepted the event.
        if let Some(comparison) = &mut self.comparison {
            let _ = comparison.observe(event);
        }
        for why in &mut self.why {
            let _ = why.observe(event, names);
        }
    }
}
