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
mod search;
mod stuck;
mod table;
mod together;

pub use check::{check, most_states};
pub use common::Guard;
pub use exclusive::{
    Breach, Declined, Guarded, GuardedState, Guards, Reduced, derive, guess, reduce,
};
pub use locksets::{Last, LastAccesses, LastRead, Locksets, Raced, held};
pub use options::{Options, Slip, Variant};
pub use promised::{Deadlocks, deadlocks};
pub use reductio_watched::{
    Alarm, Conflict, Member, Race, Replay, Run, Shared, Step, Stopped, Stuck, Taken, Wrong,
};
pub use report::Report;
pub use stuck::stuck;
pub use table::{LocksetId, LocksetTable, Members};
pub use together::Together;
