//! All engines at once.

use thiserror::Error;

use crate::detector::{Detector, Reading};
use crate::engine::{Clocks, Lazy, Table};
use crate::event::Event;
use crate::fault::OrderFault;
use crate::race::Race;

/// Engines gave different answers: one of them has a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the engines disagree about line {line}: races with lines {table:?} by the lockset table, {lazy:?} by lazy \
     locksets, {clocks:?} by vector clocks"
)]
pub struct Disagreement {
    /// The line of the event.
    pub line: u64,
    /// The lines with which it races by the lockset table.
    pub table: Vec<u64>,
    /// The lines with which it races by lazy locksets.
    pub lazy: Vec<u64>,
    /// The lines with which it races by vector clocks.
    pub clocks: Vec<u64>,
}

/// Detectors with all engines, each of which is told every event.
#[derive(Debug)]
pub struct Together {
    table: Detector<Table>,
    lazy: Detector<Lazy>,
    clocks: Detector<Clocks>,
}

fn lines(race: Option<&Race>) -> Vec<u64> {
    race.iter().flat_map(|race| race.with.iter().map(|access| access.line)).collect()
}

impl Together {
    /// Detectors at the begin of an execution.
    pub fn new(reading: Reading) -> Self {
        Self {
            table: Detector::new(reading),
            lazy: Detector::new(reading),
            clocks: Detector::new(reading),
        }
    }

    /// Takes the next event in. Returns the race on which all agree, or that they do not.
    ///
    /// # Errors
    /// The event cannot come at this point. Then everything is left as it was.
    pub fn observe(
        &mut self,
        event: &Event,
    ) -> Result<Result<Option<Race>, Box<Disagreement>>, OrderFault> {
        let table = self.table.observe(event)?;
        let lazy = self.lazy.observe(event)?;
        let clocks = self.clocks.observe(event)?;
        if table == lazy && lazy == clocks {
            return Ok(Ok(lazy));
        }
        Ok(Err(Box::new(Disagreement {
            line: event.line,
            table: lines(table.as_ref()),
            lazy: lines(lazy.as_ref()),
            clocks: lines(clocks.as_ref()),
        })))
    }

    /// The detector with lazy locksets, which has what is known of each variable.
    pub fn detector(&self) -> &Detector<Lazy> {
        &self.lazy
    }
}
