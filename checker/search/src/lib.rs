//! # Searches of the states of concurrent systems
//!
//! A [`search`] explores the states of a [`Model`] from its initial state. A model is a system of threads; its states
//! are values of any Rust type. A [`Reduction`] says which steps the search takes from a state. [`Unreduced`] takes
//! all. [`VisibleStates`] goes from a visible state by one visible step and then all invisible steps of the same thread
//! to the next visible state (`N`); the states on the way are looked at and not stored (the `M` prefix of the last step
//! in `N* R`). By Theorem 1 of S5 such a search meets a bad state if the unreduced system can; while it meets none,
//! deadlocks, failures and reachable control points agree as well (S1, Theorems 4 and 5). Other reductions plug in.
//!
//! Whether a state has been visited is decided by comparing it in full. Each finding carries the run that leads to it,
//! in single steps.
//!
//! ```
//! use reductio_search::{FindingKind, Model, Query, Unreduced, ValueStore, search};
//!
//! /// Two threads take two locks in opposite orders. A state is what each thread holds: 0, 1 or both 2 locks.
//! struct Opposite;
//!
//! impl Model for Opposite {
//!     type State = [u8; 2];
//!     type Violation = String;
//!     type Store = ValueStore<[u8; 2]>;
//!     fn threads(&self) -> usize {
//!         2
//!     }
//!     fn initial(&self) -> [u8; 2] {
//!         [0, 0]
//!     }
//!     fn steps(&self, thread: usize, state: &[u8; 2], mut visit: impl FnMut(usize, &[u8; 2])) {
//!         let mut next = *state;
//!         next[thread] += 1;
//!         // The first lock of one is the second of the other.
//!         if next[thread] <= 2 && next[thread] + state[1 - thread] <= 2 {
//!             visit(0, &next);
//!         }
//!     }
//!     fn store(&self) -> ValueStore<[u8; 2]> {
//!         ValueStore::default()
//!     }
//!     fn may_rest(&self, thread: usize, state: &[u8; 2]) -> bool {
//!         state[thread] == 2
//!     }
//! }
//!
//! let found = search(&Opposite, &Unreduced, &Query::default());
//! assert_eq!(found.findings[0].kind, FindingKind::Deadlock);
//! assert_eq!(found.findings[0].run.len(), 2);
//! ```

mod access;
mod apart;
mod batch;
mod begin;
mod closure;
mod edges;
mod expand;
mod index;
mod look;
mod model;
mod parallel;
mod portable;
mod query;
mod reduction;
mod run;
mod sequential;
mod share;
mod steps;
mod store;
mod stuck;
mod verdict;

pub use access::{Access, Accesses, Level, Touch};
pub use apart::{
    FEW, FoundApart, LevelTotals, Next, Parcel, Restored, Settling, Snapshot, Stored, Strand,
    StuckApart, Totals, Way, Worker,
};
pub use model::{Model, Visibility};
pub use portable::{Portable, put_number, take_number};
pub use query::{
    Exploration, Finding, FindingKind, Query, SearchProgress, Stopped, Strategy, StuckAnswer,
    ThreadStep,
};
pub use reduction::{Composed, Order, Reduction, Unreduced, VisibleStates};
pub use steps::{Met, ReducedStep, ReducedSteps};
pub use store::{Chunks, Copies, PackedRows, PackedStore, Rows, Store, ValueStore};
pub use stuck::{MovesAgain, moves_again};
pub use verdict::Verdict;

/// Explores a model by the steps that a reduction takes, and looks for what the query asks. Cost: unreduced, the number
/// of states times the number of steps from each.
pub fn search<M: Model, R: Reduction<M>>(
    model: &M,
    reduction: &R,
    query: &Query<'_>,
) -> Exploration<M::Violation> {
    let task = Task { model, reduction, query };
    if query.workers > 1 && query.strategy == Strategy::BreadthFirst {
        parallel::search(task, parallel::FEW)
    } else {
        sequential::search(task)
    }
}

/// A model, a reduction and a query, which every part of a search needs together.
struct Task<'a, M, R> {
    model: &'a M,
    reduction: &'a R,
    query: &'a Query<'a>,
}

impl<M, R> Clone for Task<'_, M, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, R> Copy for Task<'_, M, R> {}
