//! What the printed pseudo-code does, read to the letter, on a bundled program each.
use crate::bundled::bundled;
use reductio_locksets::{Options, Slip, Variant, check};

#[test]
fn s4_line_50_the_intersection_blames_an_innocent_variable() {
    let program = bundled("printed_intersection");
    let exact = check(&program, &Options::default());
    assert!(exact.races.is_empty() && exact.wrong.is_empty() && exact.is_complete());
    let printed = check(&program, &Options { variant: Variant::Printed, ..Options::default() });
    println!("{:?}", printed.races.iter().map(|r| (&r.variable, r.confirmed)).collect::<Vec<_>>());
    assert_eq!(printed.races.len(), 1);
    assert!(!printed.races[0].confirmed && printed.racy().is_empty());
}

#[test]
fn s4_line_43_a_proper_subset_does_not_end() {
    let program = bundled("printed_subset");
    let exact = check(&program, &Options::default());
    assert!(exact.is_complete());
    let options = Options {
        slip: Some(Slip::ProperSubset),
        memory: 3_000_000,
        deadlocks: false,
        ..Options::default()
    };
    let printed = check(&program, &options);
    println!("{} {} {:?}", printed.states, printed.expansions, printed.stopped);
    assert!(!printed.is_complete());
}

#[test]
fn s4_figure_5_one_last_access_loses_a_failure() {
    loses("printed_one_last_access", Slip::OneLastAccess);
}

#[test]
fn s4_figure_7_line_9_a_shared_map_loses_a_failure() {
    loses("printed_shared_map", Slip::SharedLastAccesses);
}

/// A wrong reading misses the one failure of a program.
fn loses(name: &str, slip: Slip) {
    let program = bundled(name);
    let exact = check(&program, &Options::default());
    assert_eq!(exact.wrong.len(), 1, "{name}");
    let printed = check(&program, &Options { slip: Some(slip), ..Options::default() });
    assert!(printed.is_complete() && printed.wrong.is_empty(), "{name}");
}
