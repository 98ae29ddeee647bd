//! # Model checking by locksets (S4)
//!
//! [`check`] searches a [`Program`](reductio_programs::Program) with a heap for failures and races, and answers with a
//! [`Report`].
//!
//! A *lockset* of a variable is what has heard of its last access: the threads and locks that come after it in
//! happens-before ([`Locksets`]). An access races with the last one if and only if its thread holds nothing of the lockset
//! (S4, Theorem 1). So the search of all states knows the races, and it needs locksets for a second thing: a step
//! that does not race with anything later need not be tried in another order. The search takes the steps of one thread from
//! a state and goes on, depth first; where a later access races, it comes back and tries the other threads as well. A
//! state that was met before is left if its locksets find nothing new.
//!
//! It finds every place where the program can go wrong, and every variable with a race, by allocation site and field. It does
//! not promise deadlocks; [`deadlocks`] and [`stuck`] search for them without reduction.

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
