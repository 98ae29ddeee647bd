//! Wrong rules are noticed by the comparisons of the other files.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use reductio_programs::mutant::{self, Mutant};

use super::{canonical, oracle, searches};

/// The kind of comparison that notices a wrong rule.
#[derive(Clone, Copy, Debug)]
enum By {
    Interpreter,
    Odd,
    Renamings,
    Searches,
    OddSearches,
}

fn by(mutant: Mutant) -> By {
    match mutant {
        Mutant::NotifyWakesAll
        | Mutant::OwnLockBlocks
        | Mutant::JoinDoesNotWait
        | Mutant::ZeroIsNotWritten
        | Mutant::NoShortCircuit
        | Mutant::GarbageIsKept => By::Interpreter,
        Mutant::ReleaseAtOnce
        | Mutant::WaitForgetsDepth
        | Mutant::LockFoundAnew
        | Mutant::DivisionRoundsToZero => By::Odd,
        Mutant::NoSignatures | Mutant::NoOtherOrders => By::Renamings,
        Mutant::JumpsForgotten
        | Mutant::WritesAreReads
        | Mutant::LocksUntouched
        | Mutant::JoinsUntouched
        | Mutant::ForksUnforeseen
        | Mutant::ReadsUnforeseen => By::Searches,
        Mutant::PathsUnforeseen => By::OddSearches,
    }
}

/// A seed near which a comparison notices a wrong rule, so that the test is quick; others are looked at after it.
fn near(mutant: Mutant) -> u64 {
    match mutant {
        Mutant::WritesAreReads | Mutant::ReadsUnforeseen => 136,
        Mutant::LocksUntouched => 131,
        Mutant::JoinsUntouched => 704,
        Mutant::ForksUnforeseen => 394,
        _ => 0,
    }
}

/// The number of the first comparison that notices a wrong rule.
fn noticed(by: By, first: u64, most: u64) -> Option<u64> {
    let fails = |seed| {
        let run = || match by {
            By::Interpreter => drop(oracle::check(seed)),
            By::Odd => oracle::check_odd(),
            By::OddSearches => searches::compare_odd(),
            By::Renamings => drop(canonical::check(seed)),
            By::Searches => searches::compare(seed, &mut searches::Tally::default()),
        };
        catch_unwind(AssertUnwindSafe(run)).is_err()
    };
    (first..first + most).find(|seed| fails(*seed))
}

#[test]
fn wrong_rules_are_noticed() {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let mut missed = Vec::new();
    let mut report = Vec::new();
    for wrong in Mutant::ALL {
        mutant::choose(Some(wrong));
        let most = if matches!(by(wrong), By::Odd | By::OddSearches) { 1 } else { 2_000 };
        match noticed(by(wrong), near(wrong), most) {
            Some(seed) => report.push(format!("{wrong:?}: {:?}, seed {seed}", by(wrong))),
            None => missed.push(wrong),
        }
    }
    mutant::choose(None);
    set_hook(hook);
    println!("{}", report.join("\n"));
    assert!(missed.is_empty(), "{missed:?}");
}
