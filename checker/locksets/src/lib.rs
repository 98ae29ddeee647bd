#![doc = include_str!("../README.md")]

mod check;
mod common;
mod exclusive;
mod locksets;
mod maps;
mod options;
mod promised;
mod races;
mod report;
mod run;
mod search;
mod shared;
mod stuck;
mod table;
mod together;

pub use check::{check, most_states};
pub use common::Guard;
pub use exclusive::{
    Breach, Declined, Guarded, GuardedState, Guards, Reduced, derive, guess, reduce,
};
pub use locksets::{Conflict, Last, LastAccesses, LastRead, Locksets, Raced, held};
pub use options::{Alarm, Options, Slip, Stopped, Variant};
pub use promised::{Deadlocks, deadlocks, search_until, until};
pub use report::{Race, Report, Stuck, Wrong};
pub use run::{Replay, Run, Step, Taken};
pub use shared::Shared;
pub use stuck::{Steps, stuck, stuck_by};
pub use table::{LocksetId, LocksetTable, Member, Members};
pub use together::Together;
