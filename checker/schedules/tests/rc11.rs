//! C11's memory: the executions are those of the definition, each once; what the memory does not have is undecided.

#[path = "rc11/mod.rs"]
#[allow(dead_code, reason = "the tests of the library use them as well")]
mod rc11;

use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};

use rc11::language::{Do, Program, Random, random};
use rc11::{brute, threads};
use reductio_schedules::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicUsize, fence};
use reductio_schedules::sync::{Arc, Barrier, Mutex, RwLock, RwLockWriteGuard, Semaphore, mpsc};
use reductio_schedules::{
    Bound, Explorer, FindingKind, Memory, Report, Shared, Strategy, choose, statics, thread,
};

fn load(at: usize, order: Ordering) -> Do {
    // The register is set by `numbered`.
    Do::Load { at, order, to: 0 }
}

fn store(at: usize, order: Ordering, value: u64) -> Do {
    Do::Store { at, order, value }
}

fn add(at: usize, order: Ordering) -> Do {
    Do::Add { at, order, value: 1, to: 0 }
}

/// Each read of a thread has a register of its own.
fn numbered(mut program: Program) -> Program {
    for steps in &mut program {
        let mut next = 0;
        for step in steps {
            if let Do::Load { to, .. } | Do::Add { to, .. } | Do::Cas { to, .. } = step {
                *to = next;
                next += 1;
            }
        }
    }
    program
}

/// The number of executions by the definition, by the search under C11's memory, and by the search of schedules.
#[track_caller]
fn counts(expected: (usize, usize), threads: &[&[Do]]) {
    let program = numbered(threads.iter().map(|steps| steps.to_vec()).collect());
    let atomics = 4;
    let (found, report) = threads::rc11(&program, atomics);
    assert!(report.is_complete() && report.blocked == 0, "{report}");
    assert_eq!(report.executions, expected.0, "{program:?}: {report}");
    if let Some(known) = brute::known(&program, atomics, 3_000) {
        assert_eq!(known, found, "{program:?}");
    }
    let schedules = Explorer::new().memory(Memory::SequentiallyConsistent);
    let (_, report) = threads::known(&schedules, &program, atomics);
    assert_eq!((report.executions, report.blocked), (expected.1, 0), "{program:?}: {report}");
}

#[test]
fn as_many_executions_as_the_literature_counts() {
    let (x, y, z) = (0, 1, 2);
    let (r, a, l, s) = (Relaxed, Acquire, Release, SeqCst);
    let fence = Do::Fence(SeqCst);
    // Store buffering.
    counts((4, 3), &[&[store(x, r, 1), load(y, r)], &[store(y, r, 1), load(x, r)]]);
    counts((3, 3), &[&[store(x, s, 1), load(y, s)], &[store(y, s, 1), load(x, s)]]);
    let one = [store(x, r, 1), fence, load(y, r)];
    counts((3, 3), &[&one, &[store(y, r, 1), fence, load(x, r)]]);
    counts((4, 3), &[&[store(x, s, 1), load(y, a)], &[store(y, s, 1), load(x, a)]]);
    // Message passing, and load buffering, of which the fourth execution is none of RC11.
    counts((3, 3), &[&[store(x, r, 1), store(y, l, 1)], &[load(y, a), load(x, r)]]);
    counts((4, 3), &[&[store(x, r, 1), store(y, r, 1)], &[load(y, r), load(x, r)]]);
    counts((3, 3), &[&[load(x, r), store(y, r, 1)], &[load(y, r), store(x, r, 1)]]);
    // S, R, 2+2W.
    counts((4, 3), &[&[store(x, r, 2), store(y, r, 1)], &[load(y, r), store(x, r, 1)]]);
    counts((4, 3), &[&[store(x, r, 1), store(y, r, 1)], &[store(y, r, 2), load(x, r)]]);
    counts((4, 3), &[&[store(x, r, 1), store(y, r, 2)], &[store(y, r, 1), store(x, r, 2)]]);
    counts((3, 3), &[&[store(x, s, 1), store(y, s, 2)], &[store(y, s, 1), store(x, s, 2)]]);
    // Coherence.
    counts((6, 6), &[&[store(x, r, 1), store(x, r, 2)], &[load(x, r), load(x, r)]]);
    let reads = [load(x, r), load(x, r)];
    counts((72, 72), &[&[store(x, r, 1)], &[store(x, r, 2)], &reads, &reads]);
    // From one to another, reads and writes of independent ones.
    let middle = [load(x, r), store(y, r, 1)];
    counts((8, 7), &[&[store(x, r, 1)], &middle, &[load(y, r), load(x, r)]]);
    let reader = [load(x, r), fence, load(y, r)];
    counts((7, 7), &[&[store(x, r, 1)], &reader, &[store(y, r, 1), fence, load(x, r)]]);
    let iriw = |write, first, second, expected| {
        let (one, two) = ([load(x, first), load(y, second)], [load(y, first), load(x, second)]);
        counts(expected, &[&[store(x, write, 1)], &one, &two, &[store(y, write, 1)]]);
    };
    iriw(r, r, r, (16, 15));
    iriw(s, s, s, (15, 15));
    iriw(s, a, s, (16, 15));
    let (one, two) = ([load(x, r), fence, load(y, r)], [load(y, r), fence, load(x, r)]);
    counts((15, 15), &[&[store(x, r, 1)], &one, &two, &[store(y, r, 1)]]);
    let z6u = [add(y, s), load(y, r)];
    counts((24, 18), &[&[store(x, s, 1), store(y, l, 1)], &z6u, &[store(y, s, 3), load(x, s)]]);
    // Changes: n! and more.
    for (threads, expected) in [(2, 2), (3, 6), (4, 24)] {
        counts((expected, expected), &vec![&[add(x, r)][..]; threads]);
    }
    for (threads, expected) in [(2, 4), (3, 36), (4, 576)] {
        let step = [load(x, r), Do::StoreFrom { at: x, order: r, from: 0, more: 1 }];
        counts((expected, expected), &vec![&step[..]; threads]);
    }
    // One exchanges 0 by 1, the next 1 by 2, and so on.
    for (threads, expected) in [(2, 2), (3, 5), (4, 14), (5, 43), (6, 144), (7, 523)] {
        let cas = |expected: u64| {
            let new = expected + 1;
            vec![Do::Cas { at: x, expected, new, success: s, failure: s, to: 0 }]
        };
        let steps: Vec<Vec<Do>> = (0..threads).map(cas).collect();
        let steps: Vec<&[Do]> = steps.iter().map(Vec::as_slice).collect();
        counts((expected, expected), &steps);
    }
    // A ring of store buffering.
    let pair = |one, two| [store(one, r, 1), load(two, r)];
    counts((8, 7), &[&pair(x, y), &pair(y, z), &pair(z, x)]);
    counts((16, 15), &[&pair(x, y), &pair(y, z), &pair(z, 3), &pair(3, x)]);
    // One writes and n read; n write and one reads.
    let reader = [load(x, r)];
    counts((8, 8), &[&[store(x, r, 1)], &reader, &reader, &reader]);
    counts((24, 24), &[&[store(x, r, 1)], &[store(x, r, 2)], &[store(x, r, 3)], &reader]);
    // n messages, one flag.
    let sends = [store(x, r, 1), store(y, r, 1), store(z, l, 1)];
    counts((2, 2), &[&sends, &[load(z, a), Do::Unless { register: 0, value: 1, skip: 2 }]]);
}

#[test]
fn locks_have_as_many_executions_as_orders() {
    let section = |lock| [Do::Lock(lock), store(0, Relaxed, 1), Do::Unlock(lock)];
    for (threads, expected) in [(2, 2), (3, 6), (4, 24)] {
        counts((expected, expected), &vec![&section(0)[..]; threads]);
    }
    let nested = |one, two| [Do::Lock(one), Do::Lock(two), Do::Unlock(two), Do::Unlock(one)];
    // Two orders, and a deadlock.
    counts((3, 3), &[&nested(0, 1), &nested(1, 0)]);
    counts((2, 2), &[&nested(0, 1), &nested(0, 1)]);
}

/// Threads that lock one of some locks, or two of them in turn, several times.
fn locking(locks: usize, times: usize, threads: usize, nested: bool) {
    let all: std::sync::Arc<Vec<_>> =
        std::sync::Arc::new((0..locks).map(|_| Mutex::new(0)).collect());
    let start = |number: usize| {
        let all = std::sync::Arc::clone(&all);
        thread::spawn(move || {
            let next = (number + 1) % locks;
            for _ in 0..times {
                let first = all[if nested { number.min(next) } else { 0 }].lock();
                let second = nested.then(|| all[number.max(next)].lock());
                *first.unwrap() += 1;
                drop(second);
            }
        })
    };
    let threads: Vec<_> = (0..threads).map(start).collect();
    join(threads);
}

#[test]
fn programs_of_locks_have_the_executions_of_the_other_search() {
    // Philosophers with ordered forks, and threads that lock one mutex again and again.
    let programs = [(2, 1, 2, 2), (3, 1, 3, 6), (4, 1, 4, 14), (1, 2, 3, 90), (1, 3, 3, 1_680)];
    for (locks, times, threads, expected) in programs {
        let closure = move || locking(locks, times, threads, locks > 1);
        let (weak, strong) = (runs(closure), Explorer::new().run(closure));
        assert!(weak.holds() && strong.holds(), "{weak}{strong}");
        assert_eq!((weak.executions, weak.blocked), (expected, 0), "{weak}");
        assert_eq!((strong.executions, strong.blocked), (expected, 0), "{strong}");
        println!("{expected}: {:?} under RC11, {:?}", weak.time, strong.time);
    }
}

/// Compares the search with the definition on random programs. How many there were, and how many graphs.
fn compare(seed: u64, programs: usize, size: usize, most: usize) -> (usize, usize) {
    let mut source = Random(seed);
    let (mut compared, mut graphs) = (0, 0);
    for number in 0..programs {
        let program = random(&mut source, size);
        let Some(expected) = brute::known(&program, 2, most) else { continue };
        let both = threads::rc11(&program, 2);
        let is_same = threads::agree(&program, &expected, &both);
        let (found, report) = both;
        assert!(
            is_same,
            "seed {seed}, program {number}: {program:#?}\n{expected:?}\n{found:?}\n{report}"
        );
        assert!(found.races || report.is_complete(), "{program:#?}\n{report}");
        compared += 1;
        graphs += report.executions;
    }
    (compared, graphs)
}

#[test]
fn random_programs_have_the_executions_of_the_definition() {
    let (compared, graphs) = compare(4343, 120, 6, 1_500);
    println!("seed 4343: {compared} programs, {graphs} executions");
    assert!(compared > 100 && graphs > 500, "{compared} {graphs}");
}

#[test]
#[ignore = "minutes: 4,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn many_random_programs_have_the_executions_of_the_definition() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(4_000);
    let seed = u64::try_from(number("REDUCTIO_SEED").unwrap_or(4344)).unwrap();
    // Most are short; one in twenty has as many graphs as can be counted by hand.
    let long = programs / 20;
    for (seed, programs, size, most) in
        [(seed, programs - long, 6, 1_500), (seed + 1, long, 8, 20_000)]
    {
        let (compared, graphs) = compare(seed, programs, size, most);
        println!("seed {seed}: {compared} programs, {graphs} executions");
    }
}

#[track_caller]
fn runs(closure: impl Fn() + Send + Sync + 'static) -> Report {
    Explorer::new().memory(Memory::Rc11).run(closure)
}

/// Explores, and expects one kind of finding, which its schedule leads to again.
#[track_caller]
fn finds(kind: FindingKind, part: &str, closure: fn()) -> String {
    let report = runs(closure);
    let finding = report.findings.first().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding.kind(), kind, "{report}");
    assert!(report.to_string().contains(part), "{report}");
    let text = finding.schedule().to_string();
    let again = Explorer::new().memory(Memory::Rc11).replay(text.parse().unwrap()).run(closure);
    let found = again.findings.first().unwrap_or_else(|| panic!("{text}: {again}"));
    assert_eq!(found.kind(), kind, "{text}: {again}");
    if kind != FindingKind::Endless {
        assert_eq!(found.message(), finding.message());
    }
    text
}

/// Waits for threads.
fn join(threads: impl IntoIterator<Item = thread::JoinHandle<()>>) {
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Passes a value by a flag.
fn passes(write: Ordering, read: Ordering) {
    let all = std::sync::Arc::new((Shared::new(0), AtomicBool::new(false)));
    let other = std::sync::Arc::clone(&all);
    let thread = thread::spawn(move || {
        other.0.set(1);
        other.1.store(true, write);
    });
    if all.1.load(read) {
        assert_eq!(all.0.get(), 1);
    }
    thread.join().unwrap();
    assert_eq!(all.0.get(), 1);
}

#[test]
fn a_value_that_is_passed_by_a_flag() {
    let report = runs(|| passes(Release, Acquire));
    assert!(report.holds() && report.executions == 2, "{report}");
    let text = report.to_string();
    assert!(text.contains("All executions of C11's memory (RC11) were walked"), "{text}");
    assert!(!text.contains("Taken as"), "{text}");
    let part = "nothing else says who is first";
    finds(FindingKind::Discipline, part, || passes(Relaxed, Acquire));
    finds(FindingKind::Discipline, part, || passes(Release, Relaxed));
    // Under the other memory both pass, and the report says that nothing is said of them.
    let schedules = Explorer::new().memory(Memory::SequentiallyConsistent);
    let report = schedules.run(|| passes(Relaxed, Acquire));
    assert!(report.holds() && report.to_string().contains("Taken as `SeqCst`"), "{report}");
}

/// Two owners of a value; who gives it up last destroys it.
fn owners(drops: Ordering, with_fence: bool) {
    let all = std::sync::Arc::new((AtomicUsize::new(2), Shared::new(1)));
    let start = |_| {
        let all = std::sync::Arc::clone(&all);
        thread::spawn(move || {
            assert_eq!(all.1.get(), 1);
            if all.0.fetch_sub(1, drops) == 1 {
                if with_fence {
                    fence(Acquire);
                }
                all.1.set(0);
            }
        })
    };
    join([0, 1].map(start));
}

#[test]
fn who_gives_up_a_value_last_destroys_it() {
    for (drops, with_fence) in [(Release, true), (AcqRel, false)] {
        let report = runs(move || owners(drops, with_fence));
        assert!(report.holds() && report.executions == 2, "{report}");
    }
    let part = "nothing else says who is first";
    finds(FindingKind::Discipline, part, || owners(Relaxed, true));
    finds(FindingKind::Discipline, part, || owners(Release, false));
}

/// Two threads that each enter if the other one has not said that it wants to.
fn enters(order: Ordering, with_fence: bool) {
    let all =
        std::sync::Arc::new(([AtomicBool::new(false), AtomicBool::new(false)], Shared::new(0)));
    let start = |own: usize| {
        let all = std::sync::Arc::clone(&all);
        thread::spawn(move || {
            let (store, load) = if order == SeqCst { (SeqCst, SeqCst) } else { (Release, Acquire) };
            all.0[own].store(true, store);
            if with_fence {
                fence(SeqCst);
            }
            if !all.0[1 - own].load(load) {
                all.1.set(own);
            }
        })
    };
    let threads = [start(0), start(1)];
    join(threads);
}

#[test]
fn who_comes_second_sees_who_came_first() {
    for (order, with_fence) in [(SeqCst, false), (AcqRel, true)] {
        let report = runs(move || enters(order, with_fence));
        assert!(report.holds() && report.executions == 3, "{report}");
    }
    let schedule =
        finds(FindingKind::Discipline, "an old value: 1 newer", || enters(AcqRel, false));
    assert!(schedule.contains('@'), "{schedule}");
}

#[test]
fn loops_that_wait() {
    // A lock by an exchange, one by tickets, and one that looks first.
    let spin_lock = |threads: usize| {
        runs(move || {
            let all = std::sync::Arc::new((AtomicBool::new(false), Shared::new(0)));
            let start = |_| {
                let all = std::sync::Arc::clone(&all);
                thread::spawn(move || {
                    while all.0.compare_exchange(false, true, Acquire, Relaxed).is_err() {
                        std::hint::spin_loop();
                    }
                    all.1.with_mut(|count| *count += 1);
                    all.0.store(false, Release);
                })
            };
            let threads: Vec<_> = (0..threads).map(start).collect();
            let count = threads.len();
            join(threads);
            assert_eq!(all.1.get(), count);
        })
    };
    let report = spin_lock(2);
    println!("spin lock, 2 threads: {} executions", report.executions);
    assert!(report.holds() && report.blocked == 0, "{report}");
    assert!(report.to_string().contains("waits until it changes"), "{report}");
    let tickets = runs(|| {
        let all = (AtomicUsize::new(0), AtomicUsize::new(0), Shared::new(0));
        let all = std::sync::Arc::new(all);
        let start = |_| {
            let all = std::sync::Arc::clone(&all);
            thread::spawn(move || {
                let own = all.0.fetch_add(1, Relaxed);
                while all.1.load(Acquire) != own {
                    thread::yield_now();
                }
                all.2.with_mut(|count| *count += 1);
                all.1.store(own + 1, Release);
            })
        };
        let threads = [0, 1].map(start);
        join(threads);
    });
    println!("tickets, 2 threads: {} executions", tickets.executions);
    assert!(tickets.holds(), "{tickets}");
    // Waits twice in one line, for other values each time.
    let twice = runs(|| {
        let flag = std::sync::Arc::new(AtomicU8::new(0));
        let other = std::sync::Arc::clone(&flag);
        let wait = |value| while flag.load(Acquire) != value {};
        let thread = thread::spawn(move || {
            other.store(1, Release);
            other.store(2, Release);
        });
        // One may pass by.
        if choose(2) == 0 {
            wait(2);
        }
        thread.join().unwrap();
        wait(2);
        wait(2);
    });
    assert!(twice.holds(), "{twice}");
    finds(FindingKind::Endless, "does the same again and again", || {
        let flag = AtomicBool::new(false);
        while !flag.load(Relaxed) {}
    });
    // A loop that gives up is no loop that waits.
    let gives_up = runs(|| {
        let flag = std::sync::Arc::new(AtomicBool::new(false));
        let other = std::sync::Arc::clone(&flag);
        let thread = thread::spawn(move || other.store(true, Relaxed));
        let seen = (0..6).filter(|_| flag.load(Relaxed)).count();
        assert!(seen <= 6);
        thread.join().unwrap();
    });
    assert!(gives_up.holds() && gives_up.executions == 7, "{gives_up}");
}

#[test]
fn pointers_and_what_they_lead_to() {
    /// A value with an atomic of its own.
    struct Node {
        value: Shared<u32>,
        next: AtomicPtr<Node>,
    }
    fn publishes(write: Ordering) {
        let all = std::sync::Arc::new((AtomicUsize::new(0), Mutex::new(None)));
        let other = std::sync::Arc::clone(&all);
        let thread = thread::spawn(move || {
            let node = Node { value: Shared::new(1), next: AtomicPtr::default() };
            *other.1.lock().unwrap() = Some(std::sync::Arc::new(node));
            other.0.store(1, write);
        });
        if all.0.load(Acquire) == 1 {
            let node = all.1.lock().unwrap().clone().unwrap();
            assert!(node.next.load(Relaxed).is_null());
            assert_eq!(node.value.get(), 1);
        }
        thread.join().unwrap();
    }
    // The lock says who is first, whatever the flag does.
    for order in [Relaxed, Release] {
        let report = runs(move || publishes(order));
        assert!(report.holds(), "{report}");
    }
    // Nothing says that the node was made: it is reached by a lock of `std`, which this search does not see.
    finds(FindingKind::Discipline, "nothing says that this was done before", || {
        let all = std::sync::Arc::new((AtomicUsize::new(0), std::sync::OnceLock::new()));
        let other = std::sync::Arc::clone(&all);
        let thread = thread::spawn(move || {
            other.1.set(AtomicUsize::new(7)).unwrap();
            other.0.store(1, Relaxed);
        });
        if all.0.load(Acquire) == 1 {
            all.1.get().unwrap().load(Relaxed);
        }
        thread.join().unwrap();
    });
}

#[test]
fn all_operations_of_atomics_by_one_thread() {
    let report = runs(|| {
        let mut byte = AtomicU8::new(250);
        assert_eq!(byte.fetch_add(10, Relaxed), 250);
        assert_eq!((byte.fetch_max(9, AcqRel), byte.fetch_sub(5, SeqCst)), (4, 9));
        assert_eq!((byte.fetch_nand(6, Relaxed), byte.swap(3, Relaxed)), (4, 251));
        assert_eq!(byte.compare_exchange(2, 9, Relaxed, Relaxed), Err(3));
        assert_eq!(byte.compare_exchange_weak(3, 9, AcqRel, Acquire), Ok(3));
        assert_eq!(byte.fetch_update(AcqRel, Relaxed, |value| value.checked_mul(2)), Ok(9));
        assert_eq!(*byte.get_mut(), 18);
        assert_eq!(byte.into_inner(), 18);
        let flag = AtomicBool::new(true);
        assert!(flag.fetch_not(Relaxed) && !flag.fetch_or(true, Relaxed) && flag.load(SeqCst));
        let mut values = [1, 2, 3];
        let pointer = AtomicPtr::new(values.as_mut_ptr());
        assert_eq!(pointer.fetch_ptr_add(2, Relaxed), values.as_mut_ptr());
        assert_eq!(pointer.load(Relaxed), values.as_mut_ptr().wrapping_add(2));
    });
    assert!(report.holds() && report.executions == 1, "{report}");
}

#[test]
fn panics_deadlocks_and_who_ends_with_a_lock() {
    finds(FindingKind::Panic, "too late", || {
        let value = std::sync::Arc::new(AtomicUsize::new(0));
        let other = std::sync::Arc::clone(&value);
        let thread = thread::spawn(move || assert!(other.load(Relaxed) == 0, "too late"));
        value.store(1, Relaxed);
        thread.join().unwrap();
    });
    finds(FindingKind::Deadlock, "No thread can go on", || {
        let locks = std::sync::Arc::new([Mutex::new(0), Mutex::new(0)]);
        let other = std::sync::Arc::clone(&locks);
        let thread = thread::spawn(move || {
            let _one = other[1].lock().unwrap();
            drop(other[0].lock().unwrap());
        });
        let one = locks[0].lock().unwrap();
        drop(locks[1].lock().unwrap());
        drop(one);
        thread.join().unwrap();
    });
    finds(FindingKind::LockedTwice, "which it holds already", || {
        let lock = Mutex::new(0);
        let _one = lock.lock().unwrap();
        drop(lock.lock().unwrap());
    });
    // A scope, an `Arc` whose last handle is dropped by whoever does, and a thread of the operating system for each.
    for explorer in [Explorer::new(), Explorer::new().os_threads()] {
        let report = explorer.memory(Memory::Rc11).run(|| {
            let sum = Arc::new(Mutex::new(0));
            thread::scope(|scope| {
                for number in 1..3 {
                    let sum = Arc::clone(&sum);
                    scope.spawn(move || *sum.lock().unwrap() += number);
                }
            });
            assert_eq!(*sum.lock().unwrap(), 3);
        });
        assert!(report.holds() && report.executions == 2, "{report}");
    }
}

statics! {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
}

reductio_schedules::thread_local! {
    static OWN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[test]
fn statics_and_variables_of_threads() {
    let report = runs(|| {
        let adds = |_| {
            thread::spawn(|| {
                COUNT.fetch_add(1, Relaxed);
                OWN.set(OWN.get() + 1);
                assert_eq!(OWN.get(), 1);
            })
        };
        join([0, 1].map(adds));
        assert_eq!((COUNT.load(Relaxed), OWN.get()), (2, 0));
    });
    assert!(report.holds() && report.executions == 2, "{report}");
    // Orderings that no operation has panic, as they do in `std`.
    let wrong: [fn(); 2] = [|| COUNT.store(1, Acquire), || fence(Relaxed)];
    for closure in wrong {
        assert_eq!(runs(closure).findings[0].kind(), FindingKind::Panic);
    }
}

/// Locks when it is dropped.
struct Locks(std::sync::Arc<Mutex<u32>>);

impl Drop for Locks {
    fn drop(&mut self) {
        *self.0.lock().unwrap() += 1;
    }
}

#[test]
fn what_the_memory_does_not_have_is_undecided() {
    let tests: [(&str, fn()); 8] = [
        ("count a semaphore", || _ = Semaphore::new(1).available()),
        ("look at a lock or a cell", || _ = Mutex::new(0).is_poisoned()),
        ("downgrade a lock", || _ = RwLockWriteGuard::downgrade(RwLock::new(0).write().unwrap())),
        ("send", || mpsc::sync_channel(1).0.send(1).unwrap_or_default()),
        ("receive", || _ = mpsc::channel::<u8>().1.try_recv()),
        ("come to a barrier", || _ = Barrier::new(1).wait()),
        ("ask whether a thread has ended", || {
            thread::spawn(|| ()).is_finished();
        }),
        ("drop the last handle of an `Arc`", || {
            let lock = std::sync::Arc::new(Mutex::new(0));
            let value = Arc::new(Locks(lock));
            let other = Arc::clone(&value);
            let thread = thread::spawn(move || drop(other));
            drop(value);
            thread.join().unwrap();
        }),
    ];
    for (what, closure) in tests {
        let report = runs(closure);
        assert!(report.findings.is_empty() && !report.holds(), "{what}: {report}");
        let [Bound::Memory(told)] = report.bounds[..] else { panic!("{what}: {report}") };
        assert!(told.contains(what), "{told}: {report}");
        assert!(report.to_string().contains("nothing is decided"), "{report}");
        let check = || Explorer::new().memory(Memory::Rc11).check(closure);
        assert!(std::panic::catch_unwind(check).is_err(), "{what}");
    }
    let report = runs(|| {
        let mut value = AtomicUsize::new(0);
        value.store(1, Relaxed);
        *value.get_mut() = 2;
        value.load(Relaxed);
    });
    assert!(matches!(report.bounds[..], [Bound::Memory(_)]), "{report}");
    let many = Explorer::new().memory(Memory::Rc11).steps(60).run(|| {
        let flag = std::sync::Arc::new(AtomicBool::new(false));
        let other = std::sync::Arc::clone(&flag);
        let thread = thread::spawn(move || other.store(true, Relaxed));
        while !flag.swap(true, Relaxed) {
            flag.store(false, Relaxed);
        }
        thread.join().unwrap();
    });
    assert!(many.bounds.contains(&Bound::Steps(60)) || !many.findings.is_empty(), "{many}");
    let wrong = || Explorer::new().memory(Memory::Rc11).strategy(Strategy::All).run(|| ());
    assert!(std::panic::catch_unwind(wrong).is_err());
}

#[reductio_schedules::test(memory = Memory::Rc11)]
fn a_test_by_an_attribute() {
    passes(Release, Acquire);
}
