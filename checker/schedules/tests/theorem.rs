//! DRF-SC in all small programs: where in all sequentially consistent graphs any two accesses that conflict are
//! ordered, or both are `SeqCst`, the graphs of RC11 are these. Both memories and the premise are those of the
//! definition.

#[path = "rc11/mod.rs"]
#[allow(dead_code, reason = "other tests use them as well")]
mod rc11;

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

use rc11::brute;
use rc11::language::{Do, Program};

/// The pieces of which threads are made: loads and stores of two atomics, changes of one, accesses to data with and
/// without a lock, what is done only where the last load found something, a fence.
fn pieces() -> Vec<Vec<Do>> {
    let mut all = Vec::new();
    for at in 0..2 {
        for order in [Relaxed, Acquire, SeqCst] {
            all.push(vec![Do::Load { at, order, to: 0 }]);
        }
        for order in [Relaxed, Release, SeqCst] {
            all.push(vec![Do::Store { at, order, value: 1 }]);
        }
    }
    for order in [Relaxed, AcqRel, SeqCst] {
        all.push(vec![Do::Add { at: 0, order, value: 1, to: 1 }]);
    }
    let (read, write) = (Do::Read { at: 0, to: 2 }, Do::Write { at: 0, value: 1 });
    for access in [read, write] {
        all.push(vec![access]);
        all.push(vec![Do::Lock(0), access, Do::Unlock(0)]);
        for order in [Relaxed, Acquire, SeqCst] {
            let only = Do::Unless { register: 0, value: 1, skip: 1 };
            all.push(vec![Do::Load { at: 1, order, to: 0 }, only, access]);
        }
    }
    all.push(vec![Do::Fence(SeqCst)]);
    all
}

/// The number of programs, and of those in which the premise holds; of these, the theorem is checked.
fn all_programs(threads: &[Vec<Do>]) -> (usize, usize) {
    let (mut count, mut ordered) = (0, 0);
    for (number, one) in threads.iter().enumerate() {
        for two in &threads[number..] {
            let program: Program = vec![one.clone(), two.clone()];
            let (schedules, is_ordered) = brute::sequential(&program, 2, 20_000).unwrap();
            count += 1;
            if !is_ordered {
                continue;
            }
            ordered += 1;
            let graphs = brute::known(&program, 2, 20_000).unwrap();
            assert_eq!(schedules, graphs, "{program:?}");
            assert!(!graphs.races, "{program:?}");
        }
    }
    (count, ordered)
}

#[test]
fn the_theorem_holds_in_all_small_programs() {
    // Threads of one piece, and of two pieces that are `SeqCst` or not atomic.
    let pieces = pieces();
    let mut some: Vec<Vec<Do>> = pieces.clone();
    let strong = |step: &Do| {
        matches!(
            step,
            Do::Load { order: SeqCst, .. }
                | Do::Store { order: SeqCst, .. }
                | Do::Read { .. }
                | Do::Write { .. }
                | Do::Unless { .. }
        )
    };
    let first = pieces.iter().filter(|piece| piece.iter().all(strong));
    let first: Vec<&Vec<Do>> = first.collect();
    for one in &first {
        for two in &first {
            some.push([&one[..], &two[..]].concat());
        }
    }
    let (count, ordered) = all_programs(&some);
    println!("{count} programs, in {ordered} the premise holds");
    assert!(count > 2_000 && ordered > 500, "{count} {ordered}");
}

#[test]
#[ignore = "minutes: all programs of two threads of two pieces"]
fn the_theorem_holds_in_all_programs_of_four_pieces() {
    let pieces = pieces();
    let two = |one: &Vec<Do>| {
        let one = one.clone();
        pieces.iter().map(move |two| [&one[..], &two[..]].concat()).collect::<Vec<_>>()
    };
    let threads: Vec<Vec<Do>> = pieces.iter().flat_map(two).collect();
    let (count, ordered) = all_programs(&threads);
    println!("{count} programs, in {ordered} the premise holds");
}

/// Whether a program has a race under RC11, and whether it has the premise.
fn judged(program: &Program) -> (bool, bool) {
    let graphs = brute::known(program, 2, 20_000).unwrap();
    (graphs.races, brute::sequential(program, 2, 20_000).unwrap().1)
}

/// The lock discipline (LD, S1) alone is not enough: it asks for a lock from the first access of a second thread on.
#[test]
fn the_lock_discipline_needs_its_two_conditions() {
    let flag = |at, order| Do::Store { at, order, value: 1 };
    let sees = |at, order| Do::Load { at, order, to: 0 };
    let only = |skip| Do::Unless { register: 0, value: 1, skip };
    let (read, write) = (Do::Read { at: 0, to: 1 }, Do::Write { at: 0, value: 1 });
    // (I): the second thread comes after all that the first one did without the lock.
    let locked = |order| {
        let second = vec![sees(0, order), only(3), Do::Lock(0), read, Do::Unlock(0)];
        let release = if order == Relaxed { Relaxed } else { Release };
        vec![vec![write, flag(0, release)], second]
    };
    assert_eq!(judged(&locked(Relaxed)), (true, false));
    assert!(!judged(&locked(Acquire)).0);
    // (R): where nobody writes any more, so that no lock is needed, each reader comes after the last write, not only
    // the second thread.
    let read_only = |order| {
        let release = if order == Relaxed { Relaxed } else { Release };
        vec![
            vec![write, flag(0, Release)],
            vec![sees(0, Acquire), only(2), read, flag(1, release)],
            vec![sees(1, order), only(1), read],
        ]
    };
    assert_eq!(judged(&read_only(Relaxed)), (true, false));
    assert!(!judged(&read_only(Acquire)).0);
}
