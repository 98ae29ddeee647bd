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
use reductio_schedules::sync::{
    Arc, Barrier, Condvar, Mutex, RwLock, RwLockWriteGuard, Semaphore, mpsc,
};
use reductio_schedules::{
    Bound, C11, Explorer, FindingKind, Memory, Report, Shared, Strategy, is_given_up, thread,
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
            let [finding] = &report.findings[..] else {
                panic!("{strategy:?} {memory:?} {report}")
            };
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
    let C11::Sampled { executions: 40, blocked: 0, since } = &report.c11 else {
        panic!("{report}")
    };
    assert!(since.contains("nothing orders the two"), "{since}");
    assert!(!report.c11.is_decided() && !report.holds());
    let text = report.to_string();
    assert!(text.contains("40 executions were drawn by chance as well"), "{text}");
    assert!(text.contains("Nothing is said of other executions."), "{text}");
    // Nothing weaker than the strongest ordering: schedules were drawn, and that is all.
    let strong = random.run(|| _ = buffers(SeqCst, SeqCst, false));
    assert_eq!(strong.c11, C11::NotAsked, "{strong}");
    // What graphs do not have.
    let ruled = || _ = Shared::with_rule(1, |_| true).get();
    let other = random.clone().memory(Memory::Rc11).run(ruled);
    assert!(matches!(other.bounds[..], [Bound::Memory(_)]), "{other}");
    let other = random.run(move || {
        buffers(Relaxed, Relaxed, false);
        ruled();
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
    // With as many steps as there are if nobody says otherwise.
    let random = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Random(1));
    let report = random.run(|| {
        let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false)]);
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || while !other[0].load(Relaxed) {});
        while !all[1].load(SeqCst) {}
        thread.join().unwrap();
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Endless, "{report}");
    println!("{:?}", report.time);
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

/// The results of a closure.
fn results<T: Ord + Send + 'static>(
    explorer: &Explorer,
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (BTreeSet<T>, Report) {
    let all = Plain::new(std::sync::Mutex::new(BTreeSet::new()));
    let to = Plain::clone(&all);
    let report = explorer.run(move || {
        let result = closure();
        if !is_given_up() {
            to.lock().unwrap().insert(result);
        }
    });
    let found = std::mem::take(&mut *all.lock().unwrap());
    (found, report)
}

/// Draws what a search of all schedules finds, for what has no weak orderings; there are so many results.
#[track_caller]
fn as_in_schedules<T: Ord + Send + std::fmt::Debug + 'static>(count: usize, closure: fn() -> T) {
    let schedules = Explorer::new().memory(Memory::SequentiallyConsistent);
    let (expected, report) = results(&schedules, closure);
    assert!(report.holds() && expected.len() == count, "{expected:?} {report}");
    let explorer = weak(Strategy::Random(7)).executions(2_000);
    let (found, report) = results(&explorer, closure);
    assert!(report.findings.is_empty() && report.bounds == [Bound::Sampled], "{report}");
    assert_eq!(found, expected, "{report}");
    let text = report.to_string();
    assert!(text.contains("Taken to come one after the other"), "{text}");
}

#[test]
fn what_graphs_have_no_rule_for_comes_one_after_the_other() {
    // Who gets one of the two places, and how many are left.
    as_in_schedules(3, || {
        let all = Plain::new((Semaphore::new(1), Mutex::new(Vec::new())));
        let start = |number: usize| {
            let all = Plain::clone(&all);
            thread::spawn(move || {
                if all.0.try_acquire() {
                    all.1.lock().unwrap().push(number);
                    all.0.release(1);
                }
            })
        };
        for thread in [start(0), start(1)] {
            thread.join().unwrap();
        }
        let mut who = all.1.lock().unwrap().clone();
        who.sort_unstable();
        (who, all.0.available())
    });
    as_in_schedules(2, || {
        let barrier = Plain::new(Barrier::new(2));
        let other = Plain::clone(&barrier);
        let thread = thread::spawn(move || other.wait().is_leader());
        (barrier.wait().is_leader(), thread.join().unwrap())
    });
    as_in_schedules(2, || {
        let (send, receive) = mpsc::channel();
        let thread = thread::spawn(move || send.send(1).unwrap());
        let seen = format!("{:?}", receive.try_recv());
        thread.join().unwrap();
        seen
    });
    as_in_schedules(2, || {
        let (send, receive) = mpsc::sync_channel(1);
        let other = send.clone();
        let thread = thread::spawn(move || other.send(1).unwrap());
        let sent = send.try_send(2);
        drop(send);
        let all: Vec<i32> = receive.iter().collect();
        thread.join().unwrap();
        (sent.is_ok(), all.len())
    });
    as_in_schedules(2, || {
        let thread = thread::spawn(|| ());
        let is_over = thread.is_finished();
        thread.join().unwrap();
        is_over
    });
    as_in_schedules(2, || {
        let value = Arc::new(1);
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || drop(other));
        let count = Arc::strong_count(&value);
        thread.join().unwrap();
        count
    });
}

#[test]
fn what_comes_one_after_the_other_is_no_race() {
    let hand_overs: [fn(); 5] = [
        || {
            let all = Plain::new((Shared::new(0), Semaphore::new(0)));
            let other = Plain::clone(&all);
            let thread = thread::spawn(move || {
                other.0.set(1);
                other.1.release(1);
            });
            all.1.acquire();
            assert_eq!(all.0.get(), 1);
            thread.join().unwrap();
        },
        || {
            let all = Plain::new((Shared::new(0), Barrier::new(2)));
            let other = Plain::clone(&all);
            let thread = thread::spawn(move || {
                other.0.set(1);
                other.1.wait();
            });
            all.1.wait();
            assert_eq!(all.0.get(), 1);
            thread.join().unwrap();
        },
        || {
            // A message, and a place in a channel that is taken again.
            let value = Plain::new((Shared::new(0), AtomicUsize::new(0)));
            let other = Plain::clone(&value);
            let (send, receive) = mpsc::sync_channel(1);
            let thread = thread::spawn(move || {
                other.1.store(1, Relaxed);
                receive.recv().unwrap();
                receive.recv().unwrap();
                assert_eq!(other.0.get(), 1);
            });
            send.send(()).unwrap();
            value.0.set(1);
            send.send(()).unwrap();
            assert_eq!(value.1.load(Relaxed), 1);
            thread.join().unwrap();
        },
        || {
            let value = Plain::new(Shared::new(0));
            let other = Plain::clone(&value);
            let (send, receive) = mpsc::channel();
            let thread = thread::spawn(move || {
                other.set(1);
                send.send(()).unwrap();
            });
            if receive.try_recv().is_ok() {
                assert_eq!(value.get(), 1);
            }
            thread.join().unwrap();
        },
        || {
            // The writer goes on as a reader.
            let all = Plain::new((RwLock::new(0), Shared::new(0)));
            let start = |_| {
                let all = Plain::clone(&all);
                thread::spawn(move || {
                    let mut guard = all.0.write().unwrap();
                    *guard += 1;
                    all.1.with_mut(|count| *count += 1);
                    let guard = RwLockWriteGuard::downgrade(guard);
                    assert_eq!(all.1.get(), *guard);
                })
            };
            for thread in [start(0), start(1)] {
                thread.join().unwrap();
            }
        },
    ];
    for (number, closure) in hand_overs.into_iter().enumerate() {
        for strategy in [Strategy::Random(8), Strategy::Pct { seed: 8, changes: 3 }] {
            let report = weak(strategy).executions(400).run(closure);
            let is_well = report.findings.is_empty() && report.bounds == [Bound::Sampled];
            assert!(is_well, "{number}: {report}");
        }
    }
}

#[test]
fn what_is_found_beside_it_can_be_run_again() {
    // What orderings leave open is drawn as ever.
    finds(FindingKind::Panic, || {
        let seats = Semaphore::new(1);
        seats.acquire();
        assert!(buffers(Relaxed, Relaxed, false) < 2, "both");
        seats.release(1);
    });
    finds(FindingKind::Deadlock, || {
        let seats = Plain::new([Semaphore::new(1), Semaphore::new(1)]);
        let other = Plain::clone(&seats);
        let thread = thread::spawn(move || {
            other[1].acquire();
            other[0].acquire();
        });
        seats[0].acquire();
        seats[1].acquire();
        thread.join().unwrap();
    });
    finds(FindingKind::Panic, || {
        let thread = thread::spawn(|| ());
        assert!(!thread.is_finished(), "it has ended");
    });
    finds(FindingKind::Panic, || {
        let value = Arc::new(1);
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || drop(other));
        assert!(Arc::strong_count(&value) == 2, "one is gone");
        thread.join().unwrap();
    });
}

#[test]
fn a_weak_exchange_fails_without_reason() {
    let exchanges = || AtomicUsize::new(0).compare_exchange_weak(0, 1, Relaxed, Relaxed);
    let (found, report) = results(&weak(Strategy::Random(9)).executions(50), exchanges);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [Ok(0), Err(0)], "{report}");
    assert!(report.to_string().contains("one at most fails without reason"), "{report}");
    finds(FindingKind::Panic, || {
        let value = Plain::new(AtomicUsize::new(0));
        let other = Plain::clone(&value);
        let thread =
            thread::spawn(
                move || {
                    while other.compare_exchange_weak(0, 1, Relaxed, Relaxed) == Err(1) {}
                },
            );
        thread.join().unwrap();
        assert_eq!(value.load(Relaxed), 1);
    });
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

fn strong_ring(threads: usize, times: usize) {
    let all: Plain<Vec<_>> = Plain::new((0..threads).map(|_| AtomicUsize::new(0)).collect());
    let start = |own: usize| {
        let all = Plain::clone(&all);
        thread::spawn(move || {
            for time in 1..=times {
                all[own].store(time, SeqCst);
                all[(own + 1) % all.len()].load(SeqCst);
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
    for strategy in [Strategy::Random(1), Strategy::Pct { seed: 1, changes: 5 }] {
        let strong = Explorer::new().memory(Memory::Rc11).strategy(strategy).executions(20);
        let report = strong.run(|| strong_ring(8, 10));
        println!("{report}");
        assert!(report.findings.is_empty() && report.executions == 20, "{report}");
    }
}
