//! The memory that is the default: by DRF-SC where its premise holds in all schedules, by graphs where it does not.

#[path = "rc11/mod.rs"]
#[allow(dead_code, reason = "other tests use them as well")]
mod rc11;

use std::sync::Arc as Plain;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release, SeqCst};

use rc11::auto::{Decided, decided};
use rc11::language::{Random, random, strengthened};
use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, fence};
use reductio_schedules::sync::{Barrier, Condvar, Mutex, Once, RwLock, mpsc};
use reductio_schedules::{C11, Explorer, FindingKind, Memory, Report, Shared, Strategy, thread};

/// Decides random programs. How many were decided by DRF-SC, by graphs, by a finding.
fn compare(seed: u64, programs: usize, size: usize, most: usize) -> [usize; 3] {
    let mut source = Random(seed);
    let mut counts = [0; 3];
    for number in 0..programs {
        let mut program = random(&mut source, size);
        if number % 4 > 0 {
            program = strengthened(&mut source, program);
        }
        match decided(&program, most) {
            None => {}
            Some(Ok(Decided::ByDrfSc)) => counts[0] += 1,
            Some(Ok(Decided::ByGraphs)) => counts[1] += 1,
            Some(Ok(Decided::Found)) => counts[2] += 1,
            Some(Err(how)) => panic!("seed {seed}, program {number}: {how}"),
        }
    }
    counts
}

#[test]
fn random_programs_are_decided_as_by_definition() {
    let counts = compare(5151, 160, 6, 2_000);
    println!("seed 5151: {counts:?}");
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
}

#[test]
#[ignore = "minutes: 4,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn many_random_programs_are_decided_as_by_definition() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(4_000);
    let seed = u64::try_from(number("REDUCTIO_SEED").unwrap_or(5152)).unwrap();
    println!("seed {seed}: {:?}", compare(seed, programs, 8, 20_000));
}

fn join(threads: [thread::JoinHandle<()>; 2]) {
    for thread in threads {
        thread.join().unwrap();
    }
}

#[track_caller]
fn runs(closure: impl Fn() + Send + Sync + 'static) -> Report {
    Explorer::new().run(closure)
}

#[track_caller]
fn is_decided(report: &Report) {
    assert!(report.holds() && matches!(report.c11, C11::ByDrfSc { .. }), "{report}");
    assert!(report.to_string().contains("For C11's memory as well, by DRF-SC"), "{report}");
    assert!(!report.to_string().contains("Taken as"), "{report}");
}

/// Passes a value by a flag.
fn passes(write: Ordering, read: Ordering) {
    let all = Plain::new((Shared::new(0), AtomicBool::new(false)));
    let other = Plain::clone(&all);
    let thread = thread::spawn(move || {
        other.0.set(1);
        other.1.store(true, write);
    });
    if all.1.load(read) {
        assert_eq!(all.0.get(), 1);
    }
    thread.join().unwrap();
}

/// Two threads that each enter if the other one has not said that it wants to.
fn enters(store: Ordering, load: Ordering) -> usize {
    let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false)]);
    let start = |own: usize| {
        let all = Plain::clone(&all);
        thread::spawn(move || {
            all[own].store(true, store);
            !all[1 - own].load(load)
        })
    };
    let threads = [start(0), start(1)];
    threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
}

#[test]
fn programs_of_locks_and_the_strongest_ordering_are_decided() {
    let report = runs(|| {
        let sum = Plain::new((Mutex::new(0), AtomicUsize::new(0)));
        let other = Plain::clone(&sum);
        let thread = thread::spawn(move || {
            *other.0.lock().unwrap() += 1;
            other.1.fetch_add(1, SeqCst);
        });
        *sum.0.lock().unwrap() += 1;
        sum.1.load(SeqCst);
        thread.join().unwrap();
    });
    is_decided(&report);
    assert_eq!(report.c11, C11::ByDrfSc { watched: false });
    assert_eq!(report.restarted, 0);
    is_decided(&runs(|| assert!(enters(SeqCst, SeqCst) < 2)));
    // Weaker orderings where something else says who is first.
    is_decided(&runs(|| {
        let all = Plain::new((Mutex::new(()), AtomicUsize::new(0)));
        let adds = |_| {
            let all = Plain::clone(&all);
            thread::spawn(move || {
                let _held = all.0.lock().unwrap();
                all.1.store(all.1.load(Relaxed) + 1, Relaxed);
            })
        };
        join([0, 1].map(adds));
        assert_eq!(all.1.load(Relaxed), 2);
    }));
}

#[test]
fn what_orders_by_c11_orders_what_is_weak() {
    // Each is a hand-over of an atomic that is used by `Relaxed`.
    let programs: [fn(); 8] = [
        || hands_over(|_, value| value.store(1, Relaxed), |_, value| value.load(Relaxed)),
        || {
            let (send, receive) = mpsc::channel();
            let value = Plain::new(AtomicUsize::new(0));
            let other = Plain::clone(&value);
            let thread = thread::spawn(move || {
                other.store(1, Relaxed);
                send.send(()).unwrap();
            });
            receive.recv().unwrap();
            assert_eq!(value.load(Relaxed), 1);
            thread.join().unwrap();
        },
        || {
            // A place in a channel that is taken again.
            let (send, receive) = mpsc::sync_channel(1);
            let value = Plain::new(AtomicUsize::new(0));
            let other = Plain::clone(&value);
            let thread = thread::spawn(move || {
                other.store(1, Relaxed);
                receive.recv().unwrap();
                receive.recv().unwrap();
            });
            send.send(()).unwrap();
            send.send(()).unwrap();
            assert_eq!(value.load(Relaxed), 1);
            thread.join().unwrap();
        },
        || {
            let value = Plain::new(AtomicUsize::new(0));
            let (other, waits) = (Plain::clone(&value), thread::current());
            let thread = thread::spawn(move || {
                other.store(1, Relaxed);
                waits.unpark();
            });
            thread::park();
            assert_eq!(value.load(Relaxed), 1);
            thread.join().unwrap();
        },
        || {
            let all = Plain::new((AtomicUsize::new(0), Barrier::new(2)));
            let other = Plain::clone(&all);
            let thread = thread::spawn(move || {
                other.0.store(1, Relaxed);
                other.1.wait();
            });
            all.1.wait();
            assert_eq!(all.0.load(Relaxed), 1);
            thread.join().unwrap();
        },
        || {
            let all = Plain::new((AtomicUsize::new(0), Once::new()));
            let start = |_| {
                let all = Plain::clone(&all);
                thread::spawn(move || {
                    all.1.call_once(|| all.0.store(1, Relaxed));
                    assert_eq!(all.0.load(Relaxed), 1);
                })
            };
            join([0, 1].map(start));
        },
        || {
            let all = Plain::new((RwLock::new(0), AtomicUsize::new(0)));
            let other = Plain::clone(&all);
            let thread = thread::spawn(move || {
                let mut held = other.0.write().unwrap();
                other.1.store(1, Relaxed);
                *held = 1;
            });
            let held = all.0.read().unwrap();
            assert_eq!(all.1.load(Relaxed), *held);
            drop(held);
            thread.join().unwrap();
        },
        || {
            // Fences, and a change that goes on with what was released.
            let all = Plain::new((AtomicUsize::new(0), Mutex::new(0), Condvar::new()));
            let other = Plain::clone(&all);
            let thread = thread::spawn(move || {
                other.0.store(1, Relaxed);
                *other.1.lock().unwrap() = 1;
                other.2.notify_one();
            });
            let mut held = all.1.lock().unwrap();
            while *held == 0 {
                held = all.2.wait(held).unwrap();
            }
            assert_eq!(all.0.load(Relaxed), 1);
            drop(held);
            thread.join().unwrap();
        },
    ];
    for program in programs {
        is_decided(&runs(program));
    }
}

/// One thread does something before it sets a flag that is `SeqCst`, and another one when it finds it set.
fn hands_over(
    first: impl Fn(&AtomicBool, &AtomicUsize) + Send + Sync + 'static,
    then: impl Fn(&AtomicBool, &AtomicUsize) -> usize,
) {
    let all = Plain::new((AtomicBool::new(false), AtomicUsize::new(0)));
    let other = Plain::clone(&all);
    let thread = thread::spawn(move || {
        first(&other.0, &other.1);
        other.0.store(true, SeqCst);
    });
    if all.0.load(SeqCst) {
        assert_eq!(then(&all.0, &all.1), 1);
    }
    thread.join().unwrap();
}

#[test]
fn what_does_not_order_by_c11_is_walked() {
    // No value is passed, so nothing is wrong; but the two accesses of the flag are not ordered.
    let report = runs(|| {
        enters(Release, Acquire);
    });
    assert!(report.holds(), "{report}");
    let C11::Walked { executions: 4, blocked: 0, since } = &report.c11 else { panic!("{report}") };
    assert!(since.contains("nothing orders the two") && since.contains("auto.rs:"), "{since}");
    assert!(since.contains("(`Release`)") && since.contains("(`Acquire`)"), "{since}");
    let text = report.to_string();
    assert!(text.contains("4 executions of it (RC11; 0 given up in between)"), "{text}");
    assert!(!text.contains("Taken as"), "{text}");
    // A notification orders nothing, nor do readers of one lock among themselves.
    let reads = runs(|| {
        let all = Plain::new((RwLock::new(()), AtomicUsize::new(0)));
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || {
            let _held = other.0.read().unwrap();
            other.1.store(1, Relaxed);
        });
        let _held = all.0.read().unwrap();
        all.1.load(Relaxed);
        thread.join().unwrap();
    });
    assert!(!matches!(reads.c11, C11::ByDrfSc { .. }), "{reads}");
}

/// The findings under the default memory, and a replay of the first one.
#[track_caller]
fn finds(kind: FindingKind, closure: fn()) -> (Report, String) {
    let report = runs(closure);
    let finding = report.findings.first().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding.kind(), kind, "{report}");
    let text = finding.schedule().to_string();
    let again = Explorer::new().replay(text.parse().unwrap()).run(closure);
    let found = again.findings.first().unwrap_or_else(|| panic!("{text}: {again}"));
    assert_eq!((found.kind(), found.message()), (kind, finding.message()), "{text}: {again}");
    (report, text)
}

#[test]
fn faults_of_orderings_are_found() {
    // The race is there in a schedule as well, by the clocks of C11.
    let (report, text) = finds(FindingKind::Discipline, || passes(Relaxed, Acquire));
    assert!(
        report.to_string().contains("orderings of atomics in between are too weak"),
        "{report}"
    );
    assert!(!text.starts_with('~'), "{text}");
    finds(FindingKind::Discipline, || passes(Release, Relaxed));
    assert!(runs(|| passes(Release, Acquire)).holds());
    // In no schedule do both enter.
    let (report, text) =
        finds(FindingKind::Panic, || assert!(enters(Release, Acquire) < 2, "both"));
    assert!(text.starts_with('~') && text.contains('@'), "{text}");
    assert!(report.to_string().contains("an old value: 1 newer"), "{report}");
    let check = || Explorer::new().check(|| assert!(enters(Relaxed, Relaxed) < 2, "both"));
    assert!(std::panic::catch_unwind(check).is_err());
    // A fence for both mends it.
    assert!(
        runs(|| {
            let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false)]);
            let start = |own: usize| {
                let all = Plain::clone(&all);
                thread::spawn(move || {
                    all[own].store(true, Relaxed);
                    fence(SeqCst);
                    !all[1 - own].load(Relaxed)
                })
            };
            let all = [start(0), start(1)].map(|thread| thread.join().unwrap());
            assert!(all != [true, true]);
        })
        .holds()
    );
}

#[test]
fn what_cannot_be_decided_is_said() {
    // Something that neither the theorem nor the graphs have: no panic, and no word that is not true.
    let program = || {
        let all = Plain::new((AtomicUsize::new(0), thread::current()));
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || other.0.store(1, Relaxed));
        all.0.load(Relaxed);
        thread.is_finished();
        thread.join().unwrap();
    };
    let report = Explorer::new().check(program);
    assert!(report.holds(), "{report}");
    let C11::Undecided { since: Some(since), why } = &report.c11 else { panic!("{report}") };
    assert!(since.contains("nothing orders the two"), "{since}");
    assert!(why.contains("ask whether a thread has ended"), "{why}");
    let text = report.to_string();
    assert!(text.contains("About sequential consistency only"), "{text}");
    assert!(text.contains("Taken as `SeqCst`") && text.contains("is not known"), "{text}");
    // A part of the schedules says nothing of C11's memory, whatever they show.
    let some = Explorer::new().strategy(Strategy::Random(1)).executions(5).run(program);
    assert!(!some.c11.is_decided(), "{some}");
    let bounded = Explorer::new().preemptions(0).run(|| {
        enters(SeqCst, SeqCst);
    });
    assert!(!bounded.c11.is_decided(), "{bounded}");
    let alone = Explorer::new().memory(Memory::SequentiallyConsistent).run(program);
    assert_eq!(alone.c11, C11::NotAsked);
    assert!(alone.to_string().contains("was not looked at"), "{alone}");
    // What is passed on by a lock that the search does not see is no finding.
    let unseen = runs(|| {
        let all = Plain::new((AtomicUsize::new(0), std::sync::OnceLock::new()));
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || {
            other.1.set(AtomicUsize::new(7)).unwrap();
        });
        all.0.store(1, Relaxed);
        if let Some(value) = all.1.get() {
            value.load(Relaxed);
        }
        thread.join().unwrap();
    });
    assert!(unseen.findings.is_empty(), "{unseen}");
}

/// Peterson's lock, with an ordering for stores and one for loads.
fn peterson(store: Ordering, load: Ordering) {
    let flags = [AtomicBool::new(false), AtomicBool::new(false)];
    let all = Plain::new((flags, AtomicUsize::new(0), Shared::new(0)));
    let start = |own: usize| {
        let all = Plain::clone(&all);
        thread::spawn(move || {
            all.0[own].store(true, store);
            all.1.store(1 - own, store);
            while all.0[1 - own].load(load) && all.1.load(load) == 1 - own {}
            all.2.with_mut(|count| *count += 1);
            all.0[own].store(false, store);
        })
    };
    join([start(0), start(1)]);
    assert_eq!(all.2.get(), 2);
}

#[test]
fn locks_and_buffers_by_the_strongest_ordering_raise_no_alarm() {
    for memory in [Memory::Auto, Memory::Rc11] {
        let explorer = Explorer::new().memory(memory);
        let report = explorer.run(|| peterson(SeqCst, SeqCst));
        assert!(report.holds(), "{memory:?}: {report}");
        let report = explorer.run(|| assert!(enters(SeqCst, SeqCst) < 2));
        assert!(report.holds(), "{memory:?}: {report}");
    }
    let weak = runs(|| peterson(Release, Acquire));
    assert!(!weak.findings.is_empty(), "{weak}");
}

/// A reader says that it uses a value, and looks whether it is still the one; a writer puts another one in its place,
/// and destroys the first one unless somebody says that he uses it. A bug of this kind was reported in public.
fn debts(store: Ordering, load: Ordering, swap: Ordering) {
    let all = Plain::new((AtomicUsize::new(1), AtomicUsize::new(0), Shared::new(7)));
    let other = Plain::clone(&all);
    let reader = thread::spawn(move || {
        let seen = other.0.load(load);
        other.1.store(seen, store);
        if seen == 1 && other.0.load(load) == 1 {
            assert_eq!(other.2.get(), 7);
        }
    });
    all.0.swap(2, swap);
    if all.1.load(load) != 1 {
        all.2.set(0);
    }
    reader.join().unwrap();
}

#[test]
fn a_debt_that_is_published_too_weakly_is_found() {
    let report = runs(|| debts(Release, Acquire, Ordering::AcqRel));
    assert!(!report.findings.is_empty(), "{report}");
    let schedules = Explorer::new().memory(Memory::SequentiallyConsistent);
    assert!(schedules.run(|| debts(Release, Acquire, Ordering::AcqRel)).holds());
    let strong = runs(|| debts(SeqCst, SeqCst, SeqCst));
    assert!(strong.holds(), "{strong}");
}

#[test]
fn a_bound_on_preemptions_is_none_on_graphs() {
    let seen = Plain::new(std::sync::Mutex::new(std::collections::BTreeSet::new()));
    let to = Plain::clone(&seen);
    let report = Explorer::new().preemptions(0).run(move || {
        to.lock().unwrap().insert(enters(Release, Acquire));
    });
    assert!(matches!(report.c11, C11::Walked { executions: 4, .. }), "{report}");
    assert_eq!(seen.lock().unwrap().len(), 3);
}

#[test]
fn the_ordering_that_helps_is_suggested() {
    let report = runs(|| passes(Relaxed, Acquire));
    let [suggestion] = &report.suggestions[..] else { panic!("{report}") };
    assert!(suggestion.starts_with("`Acquire`, `Release` or `AcqRel` in "), "{suggestion}");
    // The line of the store.
    let line = include_str!("auto.rs").lines().position(|line| line.contains("store(true, write)"));
    let place = format!("auto.rs:{}:", line.unwrap() + 1);
    assert!(suggestion.contains(&place), "{suggestion}");
    assert!(report.to_string().contains("One stronger ordering is enough: "), "{report}");
    // None for a race that has nothing to do with orderings.
    let race = runs(|| {
        let value = Plain::new((Shared::new(0), AtomicBool::new(false)));
        let other = Plain::clone(&value);
        let thread = thread::spawn(move || other.0.set(1));
        value.1.store(true, Relaxed);
        value.0.set(2);
        thread.join().unwrap();
    });
    assert!(!race.findings.is_empty() && race.suggestions.is_empty(), "{race}");
    // Store buffering with one side that is strong: the other one is enough.
    let one = runs(|| {
        let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false)]);
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || {
            other[0].store(true, SeqCst);
            other[1].load(SeqCst)
        });
        all[1].store(true, SeqCst);
        let seen = all[0].load(Relaxed);
        assert!(thread.join().unwrap() || seen, "neither saw the other one");
    });
    let [suggestion] = &one.suggestions[..] else { panic!("{one}") };
    assert!(suggestion.starts_with("`SeqCst` in "), "{suggestion}");
}

/// The place of the first line of this file that has a text, after another one: as suggestions have it.
fn place_of(after: &str, text: &str) -> String {
    let lines = include_str!("auto.rs").lines().enumerate();
    let mut lines = lines.skip_while(|(_, line)| !line.contains(after)).skip(1);
    let (line, _) = lines.find(|(_, line)| line.contains(text)).unwrap();
    format!("auto.rs:{}:", line + 1)
}

#[test]
fn the_fence_that_helps_is_suggested_where_no_ordering_does() {
    // One fence after the store, which both threads come to.
    let buffers = runs(|| assert!(enters(Relaxed, Relaxed) < 2, "both"));
    let [suggestion] = &buffers.suggestions[..] else { panic!("{buffers}") };
    let store = place_of("fn enters(", "all[own].store");
    assert!(suggestion.starts_with("`fence(SeqCst)` after "), "{suggestion}");
    assert!(suggestion.contains(&store), "{suggestion}");
    assert!(buffers.to_string().contains("One fence is enough: `fence(SeqCst)`"), "{buffers}");
    // Two that are both too weak: a fence that releases and one that acquires.
    let both = runs(|| passes(Relaxed, Relaxed));
    let [suggestion] = &both.suggestions[..] else { panic!("{both}") };
    let one = format!(
        "`fence(Release)` before checker/schedules/tests/{}",
        place_of("fn passes(", "store(")
    );
    let two = format!(
        "`fence(Acquire)` after checker/schedules/tests/{}",
        place_of("fn passes(", "load(")
    );
    assert!(suggestion.contains(&one) && suggestion.contains(&two), "{suggestion}");
    assert!(both.to_string().contains("Two fences are enough: "), "{both}");
    // Store buffering in two closures.
    let two = runs(|| {
        let all = Plain::new([AtomicBool::new(false), AtomicBool::new(false)]);
        let other = Plain::clone(&all);
        let thread = thread::spawn(move || {
            other[0].store(true, Release);
            other[1].load(Acquire)
        });
        all[1].store(true, Release);
        let seen = all[0].load(Acquire);
        assert!(thread.join().unwrap() || seen, "neither saw the other one");
    });
    let [suggestion] = &two.suggestions[..] else { panic!("{two}") };
    assert_eq!(suggestion.matches("`fence(SeqCst)`").count(), 2, "{suggestion}");
    assert!(two.to_string().contains("Two fences are enough: "), "{two}");
    // No fence helps where nothing is about orderings.
    let lost = runs(|| {
        let count = Plain::new((AtomicUsize::new(0), Shared::new(0)));
        let adds = |_| {
            let count = Plain::clone(&count);
            thread::spawn(move || {
                count.0.fetch_add(1, Relaxed);
                count.1.with_mut(|value| *value += 1);
            })
        };
        join([0, 1].map(adds));
    });
    assert!(!lost.findings.is_empty() && lost.suggestions.is_empty(), "{lost}");
    // What was drawn by chance is searched for what helps.
    let drawn = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Random(1));
    let drawn = drawn.run(|| assert!(enters(Relaxed, Relaxed) < 2, "both"));
    assert!(drawn.suggestions[0].starts_with("`fence(SeqCst)` after "), "{drawn}");
}
