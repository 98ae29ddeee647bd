//! Each fault makes the search miss ends of some random program.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Mutant;
use crate::random::program::{Program, Random};
use crate::random::{bounded, engine, oracle};
use crate::{Explorer, Strategy};

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
