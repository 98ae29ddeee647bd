//! The theorems of S1 about lock disciplines and selective searches, each held against generated systems that meet its
//! hypotheses, and against those that miss one of them. Accesses count by state (`checker/locking/src/discipline.rs`).
//!
//! Theorem 1 is held in `checker/selective/tests` (`agreement.rs`, `stored.rs`), 8 and 9 in `tests/theorems.rs`.
//!
//! `cargo test --release -p reductio-locking --test locking s1:: -- --include-ignored --nocapture` prints the counts.

mod agreement;
mod algorithm;
mod composition;
mod hypotheses;
mod oracle;
mod printed;
mod run_time;
mod systems;
