#![doc = include_str!("../README.md")]

mod bits;
mod comparison;
mod detector;
mod elements;
pub mod engine;
mod event;
mod fault;
mod history;
mod names;
mod order;
mod printed;
mod race;
mod survey;
mod together;
mod trace;
mod why;

pub use comparison::{Alarms, Comparison, Older};
pub use detector::{Conflicts, Detector, Reading, Volatiles};
pub use elements::Element;
pub use engine::{Clocks, Engine, Lazy, Table};
pub use event::{AccessKind, Event, Location, Lock, Operation, Thread, Variable, Volatile};
pub use fault::{Fault, LineFault, OrderFault, TraceError};
pub use names::Names;
pub use printed::Printed;
pub use race::{Access, Race, Tally};
pub use survey::{Counts, EngineName, Survey, SurveyProgress, Surveyed};
pub use together::{Disagreement, Together};
pub use trace::{TraceReader, gunzip, open};
pub use why::{End, HandOver, LocksetChange, Step, Why};
