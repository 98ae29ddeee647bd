//! # Searches: every state, or the visible ones only
//!
//! A search explores the states of a [`Model`] from its initial state: by every single step (*unreduced*: `u + v`), or
//! by *reduced* steps (`N`), which go from a visible state by one visible step and then all invisible steps of the
//! same thread to the next visible state. The states on the way are looked at and not stored: that is the `M` prefix of
//! the last step in `N* R`. By Theorem 1 of S5 a reduced search meets a bad state if the unreduced system can; while it
//! meets none, deadlocks, failures and reachable control points agree as well (S1, Theorems 4 and 5).
//!
//! Membership of a state is decided by comparing it in full. A finding carries a run in single steps.
//!
//! ```
//! use reductio_discipline::Discipline;
//! use reductio_search::{FindingKind, Order, Packed, Query, search};
//! use reductio_system::{Position, SystemBuilder};
//!
//! // Two threads take two locks in opposite orders.
//! let mut system = SystemBuilder::new("opposite orders");
//! let threads = [system.thread("one")?, system.thread("two")?];
//! let locks = ["a", "b"].map(|name| system.locks(name, &[name.to_owned()], 1, false));
//! let [a, b] = locks;
//! let (a, b) = (a?.at(vec![]), b?.at(vec![]));
//! for (thread, order) in threads.into_iter().zip([[&a, &b], [&b, &a]]) {
//!     let points = ["A", "B", "end"].map(|name| system.point(thread, name, true));
//!     let [start, between, end] = points;
//!     let (start, between, end) = (start?, between?, end?);
//!     let at = |start, end| Position { thread, start, end, text: "acquire".into(), place: None };
//!     system.acquire(&at(start, between), order[0])?;
//!     system.acquire(&at(between, end), order[1])?;
//! }
//! let system = system.finish()?;
//! let discipline = Discipline::new(&system);
//! let model = Packed::new(&discipline);
//! let found = search(&model, &Query { order: Order::Unreduced, ..Query::default() });
//! assert_eq!(found.findings[0].kind, FindingKind::Deadlock);
//! assert_eq!(found.findings[0].run.len(), 2);
//! # Ok::<(), reductio_system::Defect>(())
//! ```

mod begin;
mod closure;
mod expand;
mod look;
mod model;
mod parallel;
mod query;
mod sequential;
mod store;
mod verdict;

pub use model::Model;
pub use query::{
    Exploration, Finding, FindingKind, Order, Progress, Query, Step, Stopped, Strategy,
};
pub use store::{PackedStore, Store, ValueStore};
pub use verdict::Verdict;

/// Explores a model. Cost: unreduced, the number of states times the steps from each.
pub fn search<M: Model>(model: &M, query: &Query<'_>) -> Exploration<M::Violation> {
    if query.workers > 1 && query.strategy == Strategy::BreadthFirst {
        parallel::search(model, query)
    } else {
        sequential::search(model, query)
    }
}
