//! Pinned numbers of systems, compared with systems gone through one at a time.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reductio_relations::Watch;
use reductio_relations::systems::{
    CheckpointFault, Conclusion, Count, CountOptions, CountOutcome, Hypotheses, System,
    SystemError, UnitProgress, Vacuity, count, for_each_system, raw_count,
};

fn counted(states: usize, processes: usize) -> Count {
    let options = CountOptions { threads: 2, ..CountOptions::default() };
    count(states, processes, &options).unwrap().complete().unwrap()
}

/// States, processes, satisfying systems, these up to renaming, choices for which (22) was decided.
const TABLE: [(usize, usize, u128, u128, u64); 18] = [
    (1, 1, 5, 5, 0),
    (1, 2, 13, 9, 0),
    (1, 3, 35, 14, 0),
    (1, 4, 97, 20, 0),
    (1, 8, 6817, 54, 0),
    (2, 1, 123, 67, 4),
    (2, 2, 1899, 523, 9),
    (2, 3, 32747, 3273, 13),
    (2, 4, 645_155, 18154, 17),
    (2, 5, 13_804_443, 90139, 21),
    (3, 1, 11735, 2088, 24),
    (3, 2, 3_172_561, 267_517, 113),
    (3, 3, 1_667_618_747, 46_617_626, 258),
    (3, 4, 1_069_396_144_873, 7_496_601_206, 503),
    (4, 1, 4_147_191, 178_957, 160),
    (4, 2, 84_440_762_907, 1_760_943_578, 2788),
    (4, 3, 5_949_006_561_505_199, 41_314_924_637_423, 40647),
    (5, 1, 5_440_169_675, 46_027_359, 1699),
];

#[test]
fn satisfying_systems_are_as_many_as_pinned() {
    for (states, processes, satisfying, up_to_renaming, decided) in TABLE {
        let found = counted(states, processes);
        assert_eq!(found.satisfying, satisfying.into(), "({states},{processes})");
        assert_eq!(found.up_to_renaming, up_to_renaming.into(), "({states},{processes})");
        assert_eq!(found.conclusion, Conclusion::Holds { decided });
        let vacuity = match states {
            1 => Vacuity::NoViolation,
            2 => Vacuity::NoStepOfN,
            _ => Vacuity::None,
        };
        assert_eq!(found.vacuity, vacuity, "({states},{processes})");
        assert_eq!(found.raw, raw_count(states, processes));
    }
}

/// Some seconds in release mode.
#[test]
#[ignore = "the largest sizes"]
fn the_largest_counts_are_as_pinned() {
    for (states, processes, satisfying, up_to_renaming) in [
        (4, 4, 472_187_672_469_520_054_019u128, 819_832_455_545_804_627u128),
        (5, 2, 39_718_419_862_959_433, 165_507_610_151_631),
    ] {
        let found = counted(states, processes);
        assert_eq!(found.satisfying, satisfying.into());
        assert_eq!(found.up_to_renaming, up_to_renaming.into());
    }
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    (0..size).fold(vec![vec![]], |shorter, last| {
        let longer =
            |p: Vec<usize>| (0..=p.len()).map(move |at| [&p[..at], &[last], &p[at..]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// Every system by itself: numbers, (22), vacuity, canonical forms whose orbits add up.
fn one_at_a_time(states: usize, processes: usize) {
    let (by_state, by_process) = (permutations(states), permutations(processes));
    let (mut number, mut doomed, mut needs_n) = (0usize, false, false);
    let mut canonical: BTreeSet<System> = BTreeSet::new();
    let mut orbits = 0;
    for_each_system(states, processes, Hypotheses::ALL, |system| {
        number += 1;
        assert!(system.conclusion(), "{system}{}", system.explanation());
        let start = system.p_all() & system.doomed() & !system.q();
        doomed |= start != 0;
        needs_n |= start & !system.detected_at_once() != 0;
        let images: BTreeSet<System> =
            by_state.iter().flat_map(|s| by_process.iter().map(|p| system.renamed(s, p))).collect();
        let least = images.first().unwrap().clone();
        if canonical.insert(least) {
            orbits += images.len();
        }
    });
    let found = counted(states, processes);
    assert_eq!(found.satisfying, number.into());
    assert_eq!(found.up_to_renaming, canonical.len().into());
    assert_eq!(orbits, number, "orbit sizes add up");
    let vacuity = match (doomed, needs_n) {
        (_, true) => Vacuity::None,
        (true, _) => Vacuity::NoStepOfN,
        _ => Vacuity::NoViolation,
    };
    assert_eq!(found.vacuity, vacuity);
}

#[test]
fn counts_agree_with_systems_one_at_a_time() {
    for (states, processes) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)] {
        one_at_a_time(states, processes);
    }
}

#[test]
#[ignore = "two minutes: three million systems one at a time"]
fn counts_agree_with_systems_one_at_a_time_at_3_2() {
    one_at_a_time(3, 2);
    one_at_a_time(2, 3);
}

#[test]
fn sizes_past_the_limits_are_declined_with_an_estimate() {
    let refused =
        |states, processes| count(states, processes, &CountOptions::default()).unwrap_err();
    assert!(matches!(refused(0, 1), SystemError::States { states: 0, .. }));
    assert!(matches!(refused(1, 0), SystemError::Processes { processes: 0, .. }));
    assert!(matches!(refused(65, 1), SystemError::States { states: 65, .. }));
    assert!(matches!(refused(1, 65), SystemError::Processes { processes: 65, .. }));
    for ((states, processes), words) in [
        (
            (6, 1),
            "2^78 systems with 6 states and 1 process, some 2 minutes of work; the limit is 5 states",
        ),
        (
            (5, 3),
            "2^155 systems with 5 states and 3 processes, some 37 minutes of work; the limit is two",
        ),
        (
            (4, 6),
            "2^196 systems with 4 states and 6 processes, some 19 minutes of work; the limit is two",
        ),
        (
            (5, 4),
            "2^205 systems with 5 states and 4 processes, some 38 days of work; the limit is a week",
        ),
        (
            (9, 9),
            "2^1467 systems with 9 states and 9 processes, thousands of years of work; the limit is 5",
        ),
        ((1, 9), "2^19 systems with 1 state and 9 processes, some seconds of work; the limit is 5"),
        ((64, 64), "2^524352 systems with 64 states"),
    ] {
        let refused = refused(states, processes);
        assert!(
            matches!(&refused, SystemError::TooLarge { raw, .. } if *raw == raw_count(states, processes))
        );
        assert!(refused.to_string().contains(words), "{refused}");
    }
    // With a checkpoint up to a week is accepted.
    let path = file("never-written.txt");
    let patient = CountOptions { checkpoint: Some(&path), ..CountOptions::default() };
    assert_eq!(patient.check(5, 3), Ok(()));
    assert!(matches!(patient.check(5, 4), Err(SystemError::TooLarge { .. })));
    assert_eq!(CountOptions::default().check(4, 5), Ok(()));
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_cancelled_run_is_taken_up_again() {
    let path = file("cancelled.txt");
    let (cancel, seen) = (AtomicBool::new(false), AtomicUsize::new(0));
    let stop = |progress: UnitProgress| {
        seen.fetch_add(1, Ordering::Relaxed);
        if progress.done == 5 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let mut options = CountOptions {
        watch: Watch { cancel: Some(&cancel), progress: Some(&stop) },
        checkpoint: Some(&path),
        ..CountOptions::default()
    };
    let CountOutcome::Cancelled(at) = count(3, 2, &options).unwrap() else {
        panic!("not cancelled")
    };
    assert!(at.done == 5 && at.units > 5);
    options.watch.cancel = None;
    let whole = count(3, 2, &options).unwrap().complete().unwrap();
    assert_eq!(whole, counted(3, 2));
    assert_eq!(seen.load(Ordering::Relaxed), at.units, "no unit was done twice");
}

#[test]
fn a_checkpoint_of_another_run_or_a_damaged_one_is_refused() {
    let path = file("refused.txt");
    let options = CountOptions { checkpoint: Some(&path), ..CountOptions::default() };
    let whole = count(3, 1, &options).unwrap();
    assert_eq!(count(3, 1, &options).unwrap(), whole);
    let refused = |states| match count(states, 1, &options) {
        Err(SystemError::Checkpoint(fault)) => fault,
        other => panic!("{other:?}"),
    };
    assert!(matches!(refused(2), CheckpointFault::OtherRun { .. }));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen('1', "2", 5)).unwrap();
    assert!(matches!(refused(3), CheckpointFault::Damaged(_) | CheckpointFault::Version(_)));
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert!(matches!(refused(3), CheckpointFault::Damaged(_)));
    std::fs::write(&path, "something else\n").unwrap();
    assert!(matches!(refused(3), CheckpointFault::Foreign(_)));
}
