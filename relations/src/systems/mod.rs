//! # Systems that satisfy the hypotheses of Theorem 1, and those that do not
//!
//! A [`System`] is what S5 section 4 starts from: for each process an invisible action `u_i`, a visible
//! action `v_i`, a predicate `p_i` where `u_i` is disabled, and a predicate `q` for violations. Each of (13)-(21)
//! is checked on rows of bits ([`Hypothesis`]), and the conclusion (22) `p (u + v)* q <= N* R` by going backwards
//! from `q` ([`System::violation`]). Four things are built on that:
//!
//! - [`for_each_system`] goes through small systems one at a time;
//! - [`count()`] says how many satisfy the hypotheses, also up to renaming, and decides (22) in all of them
//!   without going through them;
//! - [`necessity`] finds, for each hypothesis, the smallest system that shows what it is for;
//! - `generate`, behind the feature of that name, draws larger systems that satisfy the hypotheses.
//!
//! ```
//! use reductio_relations::{Watch, systems::{Dropped, necessity}};
//! let need = necessity(Dropped::labelled("(15)").unwrap(), &[(3, 2)], Watch::default())?;
//! // u_1 and v_0 lead from 0 out of and into p_1.
//! assert_eq!(
//!     need.counterexample.unwrap().to_string(),
//!     "states 3\nprocesses 2\nq = {2}\nu_0 = {}\nv_0 = {(0,2)}\nu_1 = {(0,1)}\nv_1 = {(1,0)}\n"
//! );
//! # Ok::<(), reductio_relations::systems::SystemError>(())
//! ```

mod admissible;
mod conclusion;
mod cores;
mod counting;
mod error;
mod explain;
#[cfg(feature = "generate")]
pub mod generate;
mod greatest;
mod hypotheses;
mod necessity;
mod plain;
mod renaming;
mod rows;
mod system;
mod text;

pub use crate::watch::UnitProgress;
pub use conclusion::{ProcessStep, Violation};
pub use counting::{
    Conclusion, Count, CountOptions, CountOutcome, MAX_CHECKPOINT_SECONDS, MAX_COUNTED_PROCESSES,
    MAX_COUNTED_SECONDS, MAX_COUNTED_STATES, Vacuity, count, raw_count,
};
pub use error::{CheckpointFault, SystemError};
pub use hypotheses::{BrokenHypothesis, Hypotheses, Hypothesis};
pub use necessity::{
    Dropped, MAX_NECESSITY_PROCESSES, MAX_NECESSITY_STATES, Need, necessity, parse_table,
};
pub use plain::for_each_system;
pub use rows::{Rows, States, Wide, Word, members};
pub use system::{LargeSystem, MAX_PROCESSES, System};
