//! Limits: what is not decided says so.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio_parameterized::{Limits, Outcome, decide};

use crate::table::text;

fn undecided(limits: &Limits<'_>, why: &str) {
    let answer = decide(&text("driver"), &["User"], &[], limits).unwrap();
    for outcome in answer.outcomes() {
        match outcome {
            Outcome::Undecided { reason } => assert!(reason.contains(why), "{reason}"),
            // A run is a run.
            Outcome::Fails { .. } | Outcome::Reached { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_limit_leaves_claims_undecided() {
    undecided(
        &Limits { configurations: 100, ..Limits::default() },
        "the limit on the number of configurations",
    );
    undecided(&Limits { memory: 1_000, ..Limits::default() }, "the limit on memory");
    undecided(&Limits { timeout: Some(Duration::ZERO), ..Limits::default() }, "the limit on time");
    let cancel = AtomicBool::new(true);
    undecided(&Limits { cancel: Some(&cancel), ..Limits::default() }, "it was ended early");
}
