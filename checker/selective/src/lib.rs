#![doc = include_str!("../README.md")]

mod ahead;
mod clock;
mod deepen;
mod explore;
mod foresight;
mod frame;
mod interference;
mod moves;
mod notes;
mod outcome;
mod persistent;
mod races;
mod selection;
mod stored;

pub use ahead::Ahead;
pub use deepen::{Deepening, deepen};
pub use explore::explore;
pub use foresight::{Foresight, foreseen_threads};
pub use interference::{Object, Owner, might_interfere};
pub use outcome::{Ended, Executions, Limits, Progress, StateLimits, States, Stopped};
pub use persistent::persistent_threads;
pub use selection::{Choice, Granularity, Selection, SelectionError, Sleep};
pub use stored::explore_states;
