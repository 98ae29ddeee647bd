//! Each fault makes the search miss ends of some random program.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Mutant;
use crate::random::program::{Program, Random};
use crate::random::{bounded, engine, oracle};
use crate::rc11::language::{self, Do, Program as Program11};
use crate::rc11::{auto, brute, threads};
use crate::{Explorer, Memory, Strategy};

/// The number of times that the two ways to decide about the order of what is `SeqCst` did not agree.
pub(crate) static DISAGREED: AtomicUsize = AtomicUsize::new(0);

static ACTIVE: Mutex<Option<Mutant>> = Mutex::new(None);

/// A lock whose holder puts in faults, or must not meet those of others.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something with a fault.
pub(crate) fn with<T>(mutant: Option<Mutant>, act: impl FnOnce() -> T) -> T {
    *ACTIVE.lock().unwrap() = mutant;
    let done = act();
    *ACTIVE.lock().unwrap() = None;
    done
}

/// The fault that is put in.
pub(crate) fn active() -> Option<Mutant> {
    *ACTIVE.lock().unwrap()
}

/// Whether the ends of a random program, the one with this number, are other ones than those that the interpreter
/// finds.
fn differs(mutant: Option<Mutant>, strategy: Strategy, number: usize) -> bool {
    let mut random = Random(4);
    let mut program = Program::random(&mut random, 4);
    for _ in 1..number {
        program = Program::random(&mut random, 4);
    }
    let Some(expected) = oracle::outcomes(&program, 3000) else { return false };
    let explorer = Explorer::new().strategy(strategy).executions(300);
    let (found, report) = with(mutant, || engine::outcomes(&explorer, &program));
    report.is_complete() && !oracle::agree(&expected, &found)
}

/// The faults that programs with loops or destructors show, with the numbers of the first ones that do.
const ODD: [(Mutant, Make, usize); 4] = [
    (Mutant::Inside, Program::looping, 1),
    (Mutant::Twice, Program::looping, 3),
    (Mutant::Keeps, Program::dropping, 5),
    (Mutant::Queue, Program::dropping, 3),
];

/// A way to make random programs.
type Make = fn(&mut Random) -> Program;

/// As [`differs`], for programs of another kind.
fn differs_odd(mutant: Option<Mutant>, make: Make, number: usize) -> bool {
    let mut random = Random(5);
    let mut program = make(&mut random);
    for _ in 1..number {
        program = make(&mut random);
    }
    let Some(expected) = oracle::outcomes(&program, 3000) else { return false };
    let explorer = Explorer::new().steps(1500).executions(300);
    let (found, report) = with(mutant, || engine::outcomes(&explorer, &program));
    report.is_complete() && !oracle::agree(&expected, &found)
}

/// The faults of bounds on preemptions, with the numbers of the first programs that show them.
const BOUNDED: [(Mutant, usize); 2] = [(Mutant::Cut, 36), (Mutant::Linear, 24)];

/// As [`differs`], for searches with a bound of one preemption.
fn differs_bounded(mutant: Option<Mutant>, number: usize) -> bool {
    let mut random = Random(6);
    let mut program = bounded::program(&mut random);
    for _ in 1..number {
        program = bounded::program(&mut random);
    }
    assert!(bounded::is_plain(&program));
    let Some(expected) = bounded::outcomes(&program, 1, 10_000) else { return false };
    let explorer = Explorer::new().preemptions(1).executions(300);
    let (found, report) = with(mutant, || engine::outcomes(&explorer, &program));
    report.executions + report.blocked < 300 && !oracle::agree(&expected, &found)
}

/// Locks when it is dropped.
struct Locks(std::sync::Arc<crate::sync::Mutex<u32>>);

impl Drop for Locks {
    fn drop(&mut self) {
        *self.0.lock().unwrap() += 1;
    }
}

/// One of two threads may drop the last handle, whose destructor locks what the thread holds.
fn the_last_one_locks() {
    let lock = std::sync::Arc::new(crate::sync::Mutex::new(0));
    let value = crate::sync::Arc::new(Locks(std::sync::Arc::clone(&lock)));
    let other = crate::sync::Arc::clone(&value);
    let thread = crate::thread::spawn(move || drop(other));
    let held = lock.lock().unwrap();
    drop(value);
    drop(held);
    thread.join().unwrap();
}

/// A thread reads while it reads, and another one writes.
fn a_reader_reads_again() {
    let lock = std::sync::Arc::new(crate::sync::RwLock::new(0));
    let other = std::sync::Arc::clone(&lock);
    let thread = crate::thread::spawn(move || *other.write().unwrap() += 1);
    let both = (lock.read().unwrap(), lock.read().unwrap());
    drop(both);
    thread.join().unwrap();
}

/// A loop looks at a flag 250 times, and then gives up, which is wrong.
fn a_loop_gives_up() {
    use crate::sync::atomic::{AtomicBool, Ordering::SeqCst};
    let flag = std::sync::Arc::new(AtomicBool::new(false));
    let set = std::sync::Arc::clone(&flag);
    let thread = crate::thread::spawn(move || set.store(true, SeqCst));
    assert!((0..250).any(|_| flag.load(SeqCst)), "gave up");
    thread.join().unwrap();
}

/// Stores when it is dropped.
struct Stores(std::sync::Arc<crate::sync::atomic::AtomicBool>);

impl Drop for Stores {
    fn drop(&mut self) {
        self.0.store(true, crate::sync::atomic::Ordering::SeqCst);
    }
}

crate::thread_local! {
    static STORES: std::cell::RefCell<Option<Stores>> = const { std::cell::RefCell::new(None) };
}

/// A variable of a thread stores when the thread ends, and another thread thinks that it does not.
fn a_variable_stores_at_the_end() {
    let flag = std::sync::Arc::new(crate::sync::atomic::AtomicBool::new(false));
    let stores = Stores(std::sync::Arc::clone(&flag));
    let thread =
        crate::thread::spawn(move || STORES.with(|own| own.replace(Some(stores)).is_some()));
    assert!(!flag.load(crate::sync::atomic::Ordering::SeqCst), "not stored so far");
    thread.join().unwrap();
}

/// A thread polls under a lock until another one says so; that one is thought to come before a third.
fn who_sets_a_flag_comes_first() {
    use crate::sync::atomic::{AtomicBool, Ordering::SeqCst};
    let all = (crate::sync::Mutex::new(()), AtomicBool::new(false), crate::sync::Mutex::new(0));
    let all = std::sync::Arc::new(all);
    let start = |number: usize| {
        let all = std::sync::Arc::clone(&all);
        crate::thread::spawn(move || {
            let mut last = all.2.lock().unwrap();
            assert!(number > *last, "the first one comes second");
            *last = number;
            drop(last);
            if number == 1 {
                all.1.store(true, SeqCst);
            }
        })
    };
    let threads = [start(1), start(2)];
    loop {
        let _guard = all.0.lock().unwrap();
        if all.1.load(SeqCst) {
            break;
        }
    }
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Whether a search finds nothing wrong with a program.
fn passes(mutant: Option<Mutant>, program: fn()) -> bool {
    with(mutant, || Explorer::new().run(program)).holds()
}

#[test]
fn faults_are_noticed() {
    let _alone = alone();
    println!("seed 4");
    // The numbers of the first programs that show it.
    let mutants = [
        (Mutant::Acquire, Strategy::Optimal, 3),
        (Mutant::ReadWrite, Strategy::Optimal, 8),
        (Mutant::Notify, Strategy::Optimal, 257),
        (Mutant::Down, Strategy::Optimal, 9),
        (Mutant::Release, Strategy::Optimal, 16),
        (Mutant::Sleep, Strategy::InvisibleFirst, 3),
        (Mutant::Blocked, Strategy::Optimal, 4),
        (Mutant::Hidden, Strategy::Optimal, 9),
        (Mutant::Apart, Strategy::Source, 71),
        (Mutant::Seen, Strategy::Optimal, 16),
        (Mutant::Choice, Strategy::Optimal, 11),
    ];
    for (mutant, strategy, number) in mutants {
        let shows = |number: &usize| differs(Some(mutant), strategy, *number);
        let found = (number..number + 20).find(shows);
        assert!(
            found.is_some_and(|number| !differs(None, strategy, number)),
            "{mutant:?} {found:?}"
        );
    }
    for (mutant, make, number) in ODD {
        assert!(differs_odd(Some(mutant), make, number), "{mutant:?}");
        assert!(!differs_odd(None, make, number), "{mutant:?}");
    }
    for (mutant, number) in BOUNDED {
        assert!(differs_bounded(Some(mutant), number), "{mutant:?}");
        assert!(!differs_bounded(None, number), "{mutant:?}");
    }
    let programs: [(Mutant, fn()); 5] = [
        (Mutant::Last, the_last_one_locks),
        (Mutant::Queue, a_reader_reads_again),
        (Mutant::Probe, a_loop_gives_up),
        (Mutant::Outside, a_variable_stores_at_the_end),
        (Mutant::Woken, who_sets_a_flag_comes_first),
    ];
    for (mutant, program) in programs {
        assert!(passes(Some(mutant), program), "{mutant:?}");
        assert!(!passes(None, program), "{mutant:?}");
    }
}

/// Whether the executions of a program are other ones than those of C11's memory by definition.
fn differs_weak(mutant: Option<Mutant>, program: &Program11) -> bool {
    let expected = brute::known(program, 2, 30_000).unwrap();
    let explorer = Explorer::new().memory(Memory::Rc11).executions(2_000);
    let found = with(mutant, || threads::known(&explorer, program, 2));
    !threads::agree(program, &expected, &found)
}

#[test]
fn faults_of_weak_memory_are_noticed() {
    let _alone = alone();
    let (x, y) = (0, 1);
    let load = |at, order, to| Do::Load { at, order, to };
    let store = |at, order, value| Do::Store { at, order, value };
    let data = Do::Write { at: 0, value: 1 };
    let reads_data = [Do::Unless { register: 0, value: 1, skip: 1 }, Do::Read { at: 0, to: 1 }];
    let old = vec![data, store(y, Release, 2), store(y, Relaxed, 1)];
    let exchange = Do::Cas { at: y, expected: 5, new: 6, success: AcqRel, failure: Relaxed, to: 0 };
    let section = vec![Do::Lock(0), Do::Unlock(0)];
    let adds = vec![Do::Add { at: x, order: Relaxed, value: 1, to: 0 }];
    let adds_once = adds.clone();
    let exchanges = vec![Do::Increment { at: x, order: Relaxed }];
    let reads = |first, second| vec![load(first, SeqCst, 0), load(second, SeqCst, 1)];
    let writes_twice = vec![store(x, Relaxed, 1), store(x, Relaxed, 2)];
    let programs: [(Mutant, Program11); 7] = [
        (Mutant::OldRelease, vec![old, [&[load(y, Acquire, 0)], &reads_data[..]].concat()]),
        (
            Mutant::FailedOrder,
            vec![vec![data, store(y, Release, 1)], [&[exchange], &reads_data[..]].concat()],
        ),
        (
            Mutant::NoHappensOnOne,
            vec![
                vec![store(x, SeqCst, 1)],
                reads(x, y),
                vec![store(y, SeqCst, 1), load(x, SeqCst, 0)],
            ],
        ),
        (Mutant::AtomicityFirst, vec![adds.clone(), adds.clone(), adds]),
        (Mutant::ReadItself, vec![reads(x, x), writes_twice]),
        (Mutant::ReadWrites, vec![adds_once, exchanges.clone(), exchanges]),
        (Mutant::Thawed, vec![section.clone(), section.clone(), section]),
    ];
    for (mutant, program) in &programs {
        assert!(!differs_weak(None, program), "{mutant:?}");
        assert!(differs_weak(Some(*mutant), program), "{mutant:?}");
    }
}

/// A value is passed by a flag.
fn passes_by_a_flag(write: Ordering, read: Ordering) {
    let all = std::sync::Arc::new((crate::Shared::new(0), crate::sync::atomic::AtomicU8::new(0)));
    let other = std::sync::Arc::clone(&all);
    let thread = crate::thread::spawn(move || {
        other.0.set(1);
        other.1.store(2, Release);
        other.1.store(1, write);
    });
    if all.1.load(read) == 1 {
        all.0.get();
    }
    thread.join().unwrap();
}

/// A notification comes after a store, and a load after the wait that it ends.
fn is_notified() {
    let all = (
        crate::sync::atomic::AtomicU8::new(0),
        crate::sync::Mutex::new(()),
        crate::sync::Condvar::new(),
    );
    let all = std::sync::Arc::new(all);
    let other = std::sync::Arc::clone(&all);
    let thread = crate::thread::spawn(move || {
        other.0.store(1, Relaxed);
        other.2.notify_one();
    });
    let held = all.1.lock().unwrap();
    let (held, waited) = all.2.wait_timeout(held, std::time::Duration::ZERO).unwrap();
    if !waited.timed_out() {
        all.0.load(Relaxed);
    }
    drop(held);
    thread.join().unwrap();
}

/// One tries to take a lock that another one takes.
fn tries_to_lock() {
    let lock = std::sync::Arc::new(crate::sync::Mutex::new(()));
    let other = std::sync::Arc::clone(&lock);
    let thread = crate::thread::spawn(move || drop(other.lock().unwrap()));
    drop(lock.try_lock());
    thread.join().unwrap();
}

/// A reader hands a value on to a writer.
fn a_reader_hands_on() {
    let all = std::sync::Arc::new((crate::sync::RwLock::new(0), crate::Shared::new(0)));
    let other = std::sync::Arc::clone(&all);
    let thread = crate::thread::spawn(move || {
        let held = other.0.read().unwrap();
        if *held == 0 {
            other.1.set(1);
        }
    });
    *all.0.write().unwrap() = 1;
    all.1.get();
    thread.join().unwrap();
}

#[test]
fn faults_of_locks_in_graphs_are_noticed() {
    let _alone = alone();
    let holds = |mutant, program: fn()| {
        with(mutant, || Explorer::new().memory(Memory::Rc11).run(program)).holds()
    };
    assert!(holds(None, a_reader_hands_on));
    assert!(!holds(Some(Mutant::ReadersForgotten), a_reader_hands_on));
    // Who is never found to have the lock.
    let steps = vec![Do::TryLock { lock: 0, to: 0, skip: 1 }, Do::Unlock(0)];
    let program = vec![steps, vec![Do::Lock(0), Do::Unlock(0)]];
    assert!(!differs_weak(None, &program));
    assert!(differs_weak(Some(Mutant::TriesInside), &program));
}

/// Whether something is drawn that the definition does not have.
fn differs_drawn(mutant: Option<Mutant>, program: &Program11) -> bool {
    let expected = brute::known(program, 2, 3_000).unwrap();
    let strategy = Strategy::Random(11);
    let explorer = Explorer::new().memory(Memory::Rc11).strategy(strategy).executions(400);
    let (found, _) = with(mutant, || threads::known(&explorer, program, 2));
    !found.races && found.ends.keys().any(|end| !expected.ends.contains_key(end))
}

#[test]
fn faults_of_chance_are_noticed() {
    let _alone = alone();
    let (order, to) = (SeqCst, 0);
    let steps =
        |one, two| vec![Do::Store { at: one, order, value: 1 }, Do::Load { at: two, order, to }];
    let buffers = vec![steps(0, 1), steps(1, 0)];
    let adds = vec![vec![Do::Add { at: 0, order: Relaxed, value: 1, to }]; 2];
    for (mutant, program) in [(Mutant::AnyOrder, buffers), (Mutant::DrawnTwice, adds)] {
        assert!(!differs_drawn(None, &program));
        assert!(differs_drawn(Some(mutant), &program), "{mutant:?}");
    }
}

/// What is drawn asks two definitions for the order of what is `SeqCst`, each time, and they agree.
#[test]
fn what_is_drawn_is_in_the_order_of_the_definition() {
    let _alone = alone();
    // Fences between what others write and read: random programs rarely have them so.
    let (order, fence) = (Relaxed, Do::Fence(SeqCst));
    let (load, store) =
        (|at, to| Do::Load { at, order, to }, |at| Do::Store { at, order, value: 1 });
    let reads = |one, two| vec![load(one, 0), fence, load(two, 1)];
    let strong = |at| Do::Store { at, order: SeqCst, value: 1 };
    let programs = [
        vec![vec![store(0)], reads(0, 1), vec![store(1), fence, load(0, 0)]],
        vec![vec![store(0)], reads(0, 1), reads(1, 0), vec![store(1)]],
        vec![vec![strong(0)], reads(0, 1), vec![store(1), fence, load(0, 0)]],
        vec![vec![store(0), fence, store(1)], vec![store(1), fence, load(0, 0)]],
        vec![vec![store(0), fence, strong(1)], vec![strong(1), fence, store(0)], reads(0, 1)],
    ];
    for program in programs {
        let explorer = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Random(1));
        let (found, _) = threads::known(&explorer.executions(600), &program, 2);
        let expected = brute::known(&program, 2, 3_000).unwrap();
        assert!(found.ends.keys().eq(expected.ends.keys()), "{program:?} {found:?} {expected:?}");
    }
    let mut source = language::Random(7171);
    for number in 0..150 {
        let mut program = language::random(&mut source, 8);
        if number % 2 == 0 {
            program = language::strengthened(&mut source, program);
        }
        let explorer = Explorer::new().memory(Memory::Rc11).strategy(Strategy::Random(number));
        let (found, report) = threads::known(&explorer.steps(300).executions(60), &program, 2);
        assert!(!found.ends.is_empty() || !report.findings.is_empty(), "{program:?} {report}");
    }
    assert_eq!(DISAGREED.load(Relaxed), 0);
}

#[test]
fn faults_of_the_premise_are_noticed() {
    let _alone = alone();
    let (x, y) = (0, 1);
    let both = |write, read| {
        let steps = |one, two| {
            let value = 1;
            vec![
                Do::Store { at: one, order: write, value },
                Do::Load { at: two, order: read, to: 0 },
            ]
        };
        vec![steps(x, y), steps(y, x)]
    };
    for (mutant, program) in [
        (Mutant::OneStrongest, both(SeqCst, Acquire)),
        (Mutant::ReadsInOrder, both(Release, Acquire)),
    ] {
        let how = |mutant| with(mutant, || auto::decided(&program, 1_000)).unwrap();
        assert_eq!(how(None), Ok(auto::Decided::ByGraphs));
        assert!(how(Some(mutant)).is_err(), "{mutant:?}");
    }
    let is_decided = |mutant, program: fn()| {
        let report = with(mutant, || Explorer::new().run(program));
        matches!(report.c11, crate::C11::ByDrfSc { .. })
    };
    let programs: [(Mutant, fn()); 2] =
        [(Mutant::Notified, is_notified), (Mutant::TriesInside, tries_to_lock)];
    for (mutant, program) in programs {
        assert!(!is_decided(None, program) && is_decided(Some(mutant), program), "{mutant:?}");
    }
    // These races are there in schedules, where the clocks are right.
    let programs: [(Mutant, fn()); 2] = [
        (Mutant::AllAcquire, || passes_by_a_flag(Release, Relaxed)),
        (Mutant::LongRelease, || passes_by_a_flag(Relaxed, Acquire)),
    ];
    for (mutant, program) in programs {
        let is_found = |mutant| {
            let report = with(mutant, || Explorer::new().run(program));
            !report.findings[0].schedule().weak
        };
        assert!(is_found(None) && !is_found(Some(mutant)), "{mutant:?}");
    }
}

#[test]
#[ignore = "tells which programs show which fault"]
fn first_programs_that_show_a_fault() {
    let _alone = alone();
    let all = [
        Mutant::Acquire,
        Mutant::ReadWrite,
        Mutant::Notify,
        Mutant::Down,
        Mutant::Release,
        Mutant::Sleep,
        Mutant::Blocked,
        Mutant::Hidden,
        Mutant::Apart,
        Mutant::Seen,
        Mutant::Choice,
    ];
    for (mutant, _) in BOUNDED {
        let found = (1..500).find(|number| differs_bounded(Some(mutant), *number));
        println!("{mutant:?}: {found:?}");
    }
    for (mutant, make, _) in ODD {
        let found = (1..300).find(|number| differs_odd(Some(mutant), make, *number));
        println!("{mutant:?}: {found:?}");
    }
    for mutant in all {
        let strategy = match mutant {
            Mutant::Sleep => Strategy::InvisibleFirst,
            Mutant::Apart => Strategy::Source,
            _ => Strategy::Optimal,
        };
        let found = (1..500).find(|number| differs(Some(mutant), strategy, *number));
        println!("{mutant:?}: {found:?}");
        assert!(found.is_some(), "{mutant:?}");
    }
}
