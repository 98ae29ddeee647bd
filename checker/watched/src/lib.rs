#![doc = include_str!("../README.md")]

mod answer;
mod canonical;
mod check;
mod limits;
mod model;
mod race;
mod run;
mod shared;
mod stuck;
mod watch;

pub use answer::{Answer, Breached, Confirmed, Doubts, Unknown};
pub use canonical::{chosen, replay_begin, replay_step};
pub use check::{Searcher, check};
pub use limits::{Alarm, Limits, Stopped, search_until, until};
pub use model::Watched;
pub use race::{Race, Wrong};
pub use run::{Conflict, Member, Replay, Run, Shown, Step, Taken};
pub use shared::Shared;
pub use stuck::{Steps, Stuck, stuck_by};
pub use watch::{Fault, Rules, Watch, may_be_invisible};
