//! States of a program, each with what is remembered of the run to it.

use reductio_programs::State;

use crate::monitor::Memory;

/// A state of a program, with what is remembered of the run to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Monitored {
    /// The state of the program.
    pub state: State,
    pub(crate) memory: Memory,
}
