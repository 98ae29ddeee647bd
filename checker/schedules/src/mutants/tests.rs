//! Each fault makes the search miss ends of some random program.

use std::sync::Mutex;

use super::Mutant;
use crate::random::program::{Program, Random};
use crate::random::{engine, oracle};
use crate::{Explorer, Strategy};

static ACTIVE: Mutex<Option<Mutant>> = Mutex::new(None);

/// The fault that is put in.
pub(crate) fn active() -> Option<Mutant> {
    *ACTIVE.lock().unwrap()
}

/// The number of random programs after which a difference is seen.
fn noticed(mutant: Option<Mutant>, strategy: Strategy, most: usize) -> Option<usize> {
    let mut random = Random(4);
    for number in 1..=most {
        let program = Program::random(&mut random, 4);
        let Some(expected) = oracle::outcomes(&program, 1000) else { continue };
        *ACTIVE.lock().unwrap() = mutant;
        let explorer = Explorer::new().strategy(strategy).executions(300);
        let (found, report) = engine::outcomes(&explorer, &program);
        *ACTIVE.lock().unwrap() = None;
        if report.is_complete() && !oracle::agree(&expected, &found) {
            if mutant.is_none() {
                println!("{program:?}\nexpected {expected:?}\nfound {found:?}\n{report}");
            }
            return Some(number);
        }
    }
    None
}

#[test]
fn faults_are_noticed() {
    println!("seed 4");
    let mutants = [
        (Mutant::Acquire, Strategy::Optimal),
        (Mutant::ReadWrite, Strategy::Optimal),
        (Mutant::Notify, Strategy::Optimal),
        (Mutant::Down, Strategy::Optimal),
        (Mutant::Release, Strategy::Optimal),
        (Mutant::Sleep, Strategy::InvisibleFirst),
        (Mutant::Blocked, Strategy::Optimal),
        (Mutant::Hidden, Strategy::Optimal),
        (Mutant::Apart, Strategy::Source),
        (Mutant::Seen, Strategy::Optimal),
        (Mutant::Choice, Strategy::Optimal),
    ];
    for (mutant, strategy) in mutants {
        let found = noticed(Some(mutant), strategy, 400);
        println!("{mutant:?}: {found:?}");
        assert!(found.is_some(), "{mutant:?}");
    }
    for strategy in [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst] {
        assert_eq!(noticed(None, strategy, 70), None);
    }
}
