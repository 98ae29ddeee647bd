//! Executions of C11's memory by chance: nothing but what the definition has, all of it after enough of them, and
//! reports that say that executions were drawn.

#[path = "rc11/mod.rs"]
#[allow(dead_code, reason = "other tests use them as well")]
mod rc11;

use std::collections::BTreeSet;
use std::sync::Arc as Plain;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release, SeqCst};

use rc11::brute::{self, Known};
use rc11::language::{Program, Random, random};
use rc11::threads;
use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, fence};
use reductio_schedules::sync::{Condvar, Mutex, Semaphore};
use reductio_schedules::{
    Bound, C11, Explorer, FindingKind, Memory, Report, Shared, Strategy, thread,
};

/// So many executions are drawn at a time, and so many times at most.
const AT_A_TIME: usize = 500;
const TIMES: u64 = 60;

fn weak(strategy: Strategy) -> Explorer {
    Explorer::new().memory(Memory::Rc11).strategy(strategy).steps(300)
}

/// Whether an execution that was drawn is none of the definition.
fn is_wrong(program: &Program, expected: &Known, found: &Known, report: &Report) -> Option<String> {
    let is_stuck = report.findings.iter().any(|finding| {
        use FindingKind::{Deadlock, Endless, Stuck};
        matches!(finding.kind(), Deadlock | Endless | Stuck)
    });
    let is_known = |end: &String| expected.ends.contains_key(end);
    let fits = found.ends.keys().all(is_known)
        && (!is_stuck || expected.stuck > 0)
        && (!found.races || expected.races);
    // A program with a race has no other meaning.
    let fits = fits || expected.races && found.races;
    (!fits).then(|| format!("{program:#?}\n{expected:?}\n{found:?}\n{report}"))
}

/// Draws executions of random programs until all are found that the definition has. How many programs there were.
fn compare(seed: u64, programs: usize, size: usize, most: usize) -> usize {
    let mut source = Random(seed);
    let mut compared = 0;
    for number in 0..programs {
        let program = random(&mut source, size);
        let Some(expected) = brute::known(&program, 2, most) else { continue };
        let (mut ends, mut stuck, mut races) = (BTreeSet::new(), false, false);
        let mut is_all = false;
        for time in 0..TIMES {
            let explorer = weak(Strategy::Random(time)).executions(AT_A_TIME);
            let (found, report) = threads::known(&explorer, &program, 2);
            let wrong = is_wrong(&program, &expected, &found, &report);
            assert!(wrong.is_none(), "seed {seed}, program {number}: {}", wrong.unwrap());
            assert!(!report.is_complete(), "{report}");
            races |= found.races;
            stuck |= report.findings.iter().any(|found| found.kind() != FindingKind::Discipline);
            ends.extend(found.ends.into_keys());
            is_all = if expected.races {
                races
            } else {
                ends.iter().eq(expected.ends.keys()) && stuck == (expected.stuck > 0)
            };
            if is_all {
                break;
            }
        }
        assert!(is_all, "seed {seed}, program {number}: {program:#?}\n{expected:?}\n{ends:?}");
        // Few changes of priorities do not come to all executions, but to no others.
        let pct = weak(Strategy::Pct { seed, changes: 3 }).executions(100);
        let (found, report) = threads::known(&pct, &program, 2);
        let wrong = is_wrong(&program, &expected, &found, &report);
        assert!(wrong.is_none(), "PCT, seed {seed}, program {number}: {}", wrong.unwrap());
        compared += 1;
    }
    compared
}

#[test]
fn what_is_drawn_of_random_programs_is_what_the_definition_has() {
    let compared = compare(6161, 60, 6, 1_500);
    println!("seed 6161: {compared} programs");
    assert!(compared > 50, "{compared}");
}

#[test]
#[ignore = "minutes: 1,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn what_is_drawn_of_many_random_programs_is_what_the_definition_has() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(1_000);
    let seed = u64::try_from(number("REDUCTIO_SEED").unwrap_or(6162)).unwrap();
    println!("seed {seed}: {} programs", compare(seed, programs, 7, 5_000));
}

/// Two threads that each look whether the other one has said something: how many have seen nothing.
fn buffers(store: Ordering, load: Ordering, with_fence: bool) -> usize {
    let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false)]);
    let start = |own: usize| {
        let all = Plain::clone(&all);
        thread::spawn(move || {
            all[own].store(true, store);
            if with_fence {
                fence(SeqCst);
            }
            !all[1 - own].load(load)
        })
    };
    [start(0), start(1)].map(|thread| usize::from(thread.join().unwrap())).into_iter().sum()
}

#[test]
fn store_buffering_by_chance() {
    for strategy in [Strategy::Random(1), Strategy::Pct { seed: 1, changes: 2 }] {
        for memory in [Memory::Rc11, Memory::Auto] {
            let explorer = Explorer::new().memory(memory).strategy(strategy);
            let closure = || assert!(buffers(Relaxed, Relaxed, false) < 2, "both");
            let report = explorer.run(closure);
            let [finding] = &report.findings[..] else { panic!("{strategy:?} {memory:?} {report}") };
            assert_eq!(finding.kind(), FindingKind::Panic);
            let text = finding.schedule().to_string();
            assert!(text.starts_with('~') && text.contains('@'), "{text}");
            assert!(report.to_string().contains("an old value: 1 newer"), "{report}");
            // The schedule leads there again.
            let again = Explorer::new().memory(memory).replay(text.parse().unwrap()).run(closure);
            let [found] = &again.findings[..] else { panic!("{text}: {again}") };
            assert_eq!(found.message(), finding.message(), "{text}: {again}");
            // The same seed, the same executions.
            let same = explorer.run(closure);
            assert_eq!(same.findings[0].schedule().to_string(), text);
            for (store, load, with_fence) in [(SeqCst, SeqCst, false), (Relaxed, Relaxed, true)] {
                let closure = move || assert!(buffers(store, load, with_fence) < 2, "both");
                let report = explorer.clone().executions(3_000).run(closure);
                assert!(report.findings.is_empty(), "{strategy:?} {memory:?} {report}");
            }
        }
    }
    // With priorities that never change, nothing old is read.
    let pct = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Pct { seed: 1, changes: 0 });
    assert!(pct.run(|| assert!(buffers(Relaxed, Relaxed, false) < 2)).findings.is_empty());
}

#[test]
fn a_report_says_what_was_drawn() {
    let closure = || _ = buffers(Relaxed, Relaxed, false);
    let random = Explorer::new().strategy(Strategy::Random(4)).executions(40);
    let report = random.clone().memory(Memory::Rc11).run(closure);
    assert_eq!((report.executions, &report.bounds[..]), (40, &[Bound::Sampled][..]));
    assert!(report.findings.is_empty() && !report.holds());
    let text = report.to_string();
    let says = "Not all executions of C11's memory (RC11) were walked: they were drawn by chance.";
    assert!(text.contains(says) && text.contains("40 executions ("), "{text}");
    assert!(!text.contains("nothing is wrong") && !text.contains("Reduced"), "{text}");
    // First schedules, then executions of C11's memory, since DRF-SC does not decide.
    let report = random.run(closure);
    let C11::Sampled { executions: 40, blocked: 0, since } = &report.c11 else { panic!("{report}") };
    assert!(since.contains("nothing orders the two"), "{since}");
    assert!(!report.c11.is_decided() && !report.holds());
    let text = report.to_string();
    assert!(text.contains("40 executions were drawn by chance as well"), "{text}");
    assert!(text.contains("Nothing is said of other executions."), "{text}");
    // Nothing weaker than the strongest ordering: schedules were drawn, and that is all.
    let strong = random.run(|| _ = buffers(SeqCst, SeqCst, false));
    assert_eq!(strong.c11, C11::NotAsked, "{strong}");
    // What graphs do not have.
    let other = random.clone().memory(Memory::Rc11).run(|| _ = Semaphore::new(1).available());
    assert!(matches!(other.bounds[..], [Bound::Memory(_)]), "{other}");
    let other = random.run(|| {
        buffers(Relaxed, Relaxed, false);
        Semaphore::new(1).available();
    });
    assert!(matches!(other.c11, C11::Undecided { .. }) && other.executions == 40, "{other}");
    for strategy in [Strategy::All, Strategy::Source] {
        let wrong = || Explorer::new().memory(Memory::Rc11).strategy(strategy).run(|| ());
        assert!(std::panic::catch_unwind(wrong).is_err());
    }
}

#[track_caller]
fn finds(kind: FindingKind, closure: fn()) {
    for strategy in [Strategy::Random(3), Strategy::Pct { seed: 3, changes: 3 }] {
        let report = weak(strategy).run(closure);
        let finding = report.findings.first().unwrap_or_else(|| panic!("{strategy:?} {report}"));
        assert_eq!(finding.kind(), kind, "{report}");
        let text = finding.schedule().to_string();
        let again = weak(strategy).replay(text.parse().unwrap()).run(closure);
        let found = again.findings.first().unwrap_or_else(|| panic!("{text}: {again}"));
        assert_eq!(found.kind(), kind, "{text}: {again}");
    }
}

/// Passes a value by a flag, to who waits for it.
fn waits(write: Ordering) {
    let all = Plain::new((Shared::new(0), AtomicBool::new(false)));
    let other = Plain::clone(&all);
    let thread = thread::spawn(move || {
        other.0.set(1);
        other.1.store(true, write);
    });
    while !all.1.load(Acquire) {}
    assert_eq!(all.0.get(), 1);
    thread.join().unwrap();
}

#[test]
fn findings_of_all_kinds_can_be_run_again() {
    finds(FindingKind::Discipline, || waits(Relaxed));
    finds(FindingKind::Deadlock, || {
        let locks = Plain::new([Mutex::new(0), Mutex::new(0)]);
        let other = Plain::clone(&locks);
        let thread = thread::spawn(move || {
            let _one = other[1].lock().unwrap();
            drop(other[0].lock().unwrap());
        });
        let one = locks[0].lock().unwrap();
        drop(locks[1].lock().unwrap());
        drop(one);
        thread.join().unwrap();
    });
    finds(FindingKind::Endless, || {
        let flag = AtomicBool::new(false);
        while !flag.load(Relaxed) {}
    });
    finds(FindingKind::Panic, || {
        // Both go on after one notification.
        let all = Plain::new((Mutex::new(0), Condvar::new(), AtomicUsize::new(0)));
        let start = |_| {
            let all = Plain::clone(&all);
            thread::spawn(move || {
                let mut count = all.0.lock().unwrap();
                if *count == 0 {
                    count = all.1.wait(count).unwrap();
                }
                *count -= 1;
                drop(count);
                assert_eq!(all.2.fetch_add(1, Relaxed), 0, "both");
            })
        };
        let threads = [start(0), start(1)];
        *all.0.lock().unwrap() += 2;
        all.1.notify_all();
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

#[test]
fn loops_that_wait_come_to_an_end() {
    for strategy in [Strategy::Random(5), Strategy::Pct { seed: 5, changes: 2 }] {
        let report = weak(strategy).executions(300).run(|| waits(Release));
        assert!(report.findings.is_empty() && report.executions == 300, "{report}");
        // A lock that writes in each round: others are let go on.
        let report = weak(strategy).executions(200).run(|| {
            let all = Plain::new((AtomicBool::new(false), Shared::new(0)));
            let start = |_| {
                let all = Plain::clone(&all);
                thread::spawn(move || {
                    while all.0.swap(true, Acquire) {}
                    all.1.with_mut(|count| *count += 1);
                    all.0.store(false, Release);
                })
            };
            for thread in [start(0), start(1)] {
                thread.join().unwrap();
            }
            assert_eq!(all.1.get(), 2);
        });
        assert!(report.findings.is_empty() && report.executions > 190, "{report}");
    }
}

/// A ring of threads, each of which writes and reads some times: far too much to be walked.
fn ring(threads: usize, times: usize) {
    let all: Plain<Vec<_>> = Plain::new((0..threads).map(|_| AtomicUsize::new(0)).collect());
    let start = |own: usize| {
        let all = Plain::clone(&all);
        thread::spawn(move || {
            let mut last = 0;
            for time in 1..=times {
                all[own].store(time, Release);
                let seen = all[(own + 1) % all.len()].load(Acquire);
                assert!(last <= seen, "values come back");
                last = seen;
            }
        })
    };
    (0..threads).map(start).collect::<Vec<_>>().into_iter().for_each(|t| t.join().unwrap());
}

#[test]
fn what_is_too_large_to_be_walked() {
    let random = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Random(1));
    let report = random.executions(50).run(|| ring(8, 10));
    println!("{report}");
    assert!(report.findings.is_empty() && report.executions == 50, "{report}");
}
