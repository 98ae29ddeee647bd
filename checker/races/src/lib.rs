//! # Data races of an execution
//!
//! A [`Detector`] is told the events of an execution, one after the other: which thread reads or writes which variable, acquires
//! or releases a lock, starts a thread or waits for its end. It says of each access whether it *races*: whether an earlier
//! access of the same variable, of which at least one writes, does not happen before it (S4 Definition 1). It reports a race if
//! and only if there is one in this execution. Other executions of the same program may have others.
//!
//! The order of events is kept by an [`Engine`]. There are three, with the same answers: [`Table`], the lockset table of S4
//! section 7; [`Lazy`], locksets that grow when somebody asks; and [`Clocks`], vector clocks and epochs. [`Together`] asks all
//! three, and [`Printed`] has the paper's rules as they stand there.
//!
//! Locksets say more than yes and no. A [`Race`] comes with the locks that would have prevented it, and [`Why`] tells how a
//! variable was handed on from thread to thread without a race. [`Comparison`] has older ways to use locksets, which raise
//! false alarms. A [`Survey`] does all of this for a whole trace.
//!
//! Events may come from anywhere. A [`TraceReader`] reads them from text, one event a line, RAPID's format STD:
//!
//! ```
//! use reductio_races::{Detector, Reading, TraceReader};
//!
//! let text = "\
//! T1|fork(T2)|Main.java:3
//! T1|w(x)|Main.java:4
//! T2|acq(m)|Main.java:9
//! T2|r(x)|Main.java:10
//! T2|rel(m)|Main.java:11
//! ";
//! let mut trace = TraceReader::new(text.as_bytes());
//! let mut detector: Detector = Detector::new(Reading::default());
//! let mut races = Vec::new();
//! while let Some(event) = trace.next_event()? {
//!     races.extend(detector.observe(&event)?);
//! }
//! let [race] = &races[..] else { panic!("{races:?}") };
//! // The read in line 4 races with the write in line 2.
//! assert_eq!((race.access.line, race.with[0].line), (4, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
