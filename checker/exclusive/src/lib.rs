//! # Exclusive access to a heap
//!
//! [`Claims`] say of a [`Program`](reductio_programs::Program) with a heap which lock protects a variable, and where a thread owns an
//! object: they are a family of *exclusive access predicates* (S5 section 2). They may come from a static analysis that nobody has proved (S2), or
//! from anywhere else. [`check`] searches the program by steps that end before the next instruction which other threads can see, if the claims are right,
//! and finds out whether they are. If so, it has met all failures and total deadlocks, and a race wherever there is one; a claim that is
//! wrong is a [`Breach`], with a run. [`derive()`] takes back what is wrong.
//!
//! What the theorem asks for (S5, Theorem 1) is seen to as follows.
//!
//! - *At most one thread has access.* An object that is not shared has one owner. A variable of a shared object that has a guard
//!   is accessed by the owner of one lock only: which lock that is does not change once the object is shared, for the links and
//!   fields that lead to it do not; where they would, that is a breach.
//! - *Only a thread's own steps decide whether it has access.* Its owner alone shares an object or hands it over; to hand something over is a fork, and visible.
//!   Who has handed something over never touches it again, whatever has become of it: else there is a breach.
//! - *Invisible steps commute with those of others.* They touch what one thread only has access to, or give a lock back; what is remembered of
//!   the run (who owns what, who refers to what) is touched by whoever has access to the object alone.
//! - *What is wrong stays wrong.* A breach is part of the state from then on, so that no order of steps hides it.
//! - *Invisible steps never wait.* A lock is taken by an invisible step only if it is free as far as the claims are right; who has come to
//!   a lock has touched it, whether it has to wait or not.
//!
//! Races are judged by what two threads are about to do: variables without a guard are accessed by visible steps, so that the states
//! between are states of the reduced search. Of a first race the two accesses can be brought together, since what happens before neither
//! can come before both. This needs that who learns something of others is ordered after them; else the answer about races is open.

mod analysis;
mod claims;
mod ghost;
mod judge;
mod model;
mod replay;
mod search;
mod slip;

pub use claims::{Claims, Guard, Link, Variables, Wrong};
pub use ghost::{Ghost, Owned, OwnedStore};
pub use model::{ClaimedModel, Fault};
pub use search::{Answer, Breach, Derived, Options, Race, Searcher, Unknown, check, derive};
pub use slip::Slip;
