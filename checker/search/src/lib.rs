#![doc = include_str!("../README.md")]

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
mod orbits;
mod parallel;
mod portable;
mod query;
mod reduction;
mod renamings;
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
pub use renamings::Renamings;
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
