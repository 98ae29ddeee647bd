//! What the stand-ins for `std` do where their answers depend on the schedule: compared with what `std` says of itself.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::mpsc::{Sender, channel, sync_channel};
use reductio_schedules::sync::{Arc, Mutex, Once, OnceLock, RwLock, Weak};
use reductio_schedules::{Explorer, Finding, FindingKind, Report, Shared, thread};

/// All results of a closure, over all schedules, and the report of a search that finds nothing wrong.
#[track_caller]
fn outcomes<T: Ord + Debug + Send + 'static>(
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (Vec<T>, Report) {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    let report = Explorer::new().run(move || {
        let outcome = closure();
        kept.lock().unwrap().insert(outcome);
    });
    report.assert_holds();
    let all = std::mem::take(&mut *all.lock().unwrap());
    (all.into_iter().collect(), report)
}

/// The kinds of all findings of a closure.
#[track_caller]
fn kinds(closure: impl Fn() + Send + Sync + 'static) -> Vec<FindingKind> {
    let report = Explorer::new().all_findings().run(closure);
    let kinds: BTreeSet<_> =
        report.findings.iter().map(reductio_schedules::Finding::kind).collect();
    kinds.into_iter().collect()
}

#[test]
fn once_is_called_once_however_often_it_is_asked() {
    let (calls, report) = outcomes(|| {
        let (once, mut calls) = (Once::new(), 0);
        for _ in 0..6 {
            once.call_once(|| calls += 1);
        }
        calls
    });
    assert_eq!(calls, [1]);
    assert_eq!(report.executions, 1);
}

#[test]
fn a_cell_that_is_filled_costs_one_execution_for_each_who_may_fill_it() {
    let (values, report) = outcomes(|| {
        let cell = Arc::new(OnceLock::new());
        let threads: Vec<_> = (0..3)
            .map(|me| {
                let cell = Arc::clone(&cell);
                thread::spawn(move || *cell.get_or_init(|| me))
            })
            .collect();
        let seen: BTreeSet<usize> = threads.into_iter().map(|t| t.join().unwrap()).collect();
        assert_eq!(seen.len(), 1);
        seen.into_iter().next()
    });
    assert_eq!(values, [Some(0), Some(1), Some(2)]);
    assert_eq!(report.executions, 3);
    // To ask again is no attempt.
    let (_, report) = outcomes(|| {
        let cell = Arc::new(OnceLock::new());
        let threads: Vec<_> = (0..3)
            .map(|me| {
                let cell = Arc::clone(&cell);
                thread::spawn(move || *cell.get_or_init(|| me) == *cell.get_or_init(|| me))
            })
            .collect();
        threads.into_iter().all(|thread| thread.join().unwrap())
    });
    assert_eq!(report.executions, 3);
}

#[test]
fn a_dropped_receiver_drops_its_messages() {
    // The reply's sender is in the message: whoever asks is told that nobody answers.
    let (answers, _) = outcomes(|| {
        let (requests, server) = channel::<Sender<u32>>();
        let (reply, answer) = channel();
        requests.send(reply).unwrap();
        drop(server);
        answer.recv().is_err()
    });
    assert_eq!(answers, [true]);
    let (answers, _) = outcomes(|| {
        let (requests, server) = sync_channel::<Sender<u32>>(1);
        let (reply, answer) = channel();
        requests.send(reply).unwrap();
        drop(server);
        answer.recv().is_err()
    });
    assert_eq!(answers, [true]);
}

#[test]
fn a_rendezvous_leaves_the_message_with_its_sender() {
    let (returned, _) = outcomes(|| {
        let (sender, receiver) = sync_channel::<Vec<u32>>(0);
        let other = thread::spawn(move || sender.send(vec![7]).map_err(|error| error.0));
        drop(receiver);
        other.join().unwrap()
    });
    assert_eq!(returned, [Err(vec![7])]);
}

/// Locks when it is dropped.
struct Locks(Plain<Mutex<u32>>);

impl Drop for Locks {
    fn drop(&mut self) {
        *self.0.lock().unwrap() += 1;
    }
}

#[test]
fn who_drops_last_is_explored() {
    // The first thread drops while it holds the lock that the destructor takes.
    let found = kinds(|| {
        let lock = Plain::new(Mutex::new(0));
        let value = Arc::new(Locks(Plain::clone(&lock)));
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || drop(other));
        {
            let _held = lock.lock().unwrap();
            drop(value);
        }
        thread.join().unwrap();
    });
    assert_eq!(found, [FindingKind::LockedTwice]);
}

#[test]
fn each_of_three_may_be_the_last_one() {
    struct Says(Plain<PlainMutex<Option<thread::ThreadId>>>);
    impl Drop for Says {
        fn drop(&mut self) {
            *self.0.lock().unwrap() = Some(thread::current().id());
        }
    }
    let (last, report) = outcomes(|| {
        let who = Plain::new(PlainMutex::new(None));
        let value = Arc::new(Says(Plain::clone(&who)));
        let threads: Vec<_> = (0..3)
            .map(|_| {
                let value = Arc::clone(&value);
                thread::spawn(move || drop(value))
            })
            .collect();
        drop(value);
        let ids: Vec<_> = threads.iter().map(|thread| thread.thread().id()).collect();
        for thread in threads {
            thread.join().unwrap();
        }
        let who = *who.lock().unwrap();
        ids.iter().position(|id| Some(*id) == who)
    });
    assert_eq!(last, [None, Some(0), Some(1), Some(2)]);
    assert_eq!(report.executions, 4, "{report}");
}

#[test]
fn who_only_clones_and_drops_pays_nothing() {
    let (sums, report) = outcomes(|| {
        let sum = Arc::new(Mutex::new(Vec::new()));
        for me in 0..2 {
            let sum = Arc::clone(&sum);
            drop(thread::spawn(move || sum.lock().unwrap().push(me)));
        }
        sum.lock().unwrap().len()
    });
    assert_eq!(sums, [0, 1, 2]);
    // Three critical sections in any order, and no step for a drop: a start, and a lock, for each thread.
    assert_eq!((report.executions, report.restarted, report.longest), (6, 0, 6), "{report}");
}

#[test]
fn counts_are_explored() {
    let (seen, _) = outcomes(|| {
        let value = Arc::new(0);
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || {
            let more = Arc::clone(&other);
            drop((other, more));
        });
        let seen = Arc::strong_count(&value);
        thread.join().unwrap();
        seen
    });
    assert_eq!(seen, [1, 2, 3]);
}

#[test]
fn try_unwrap_get_mut_and_upgrade_may_fail() {
    let (seen, _) = outcomes(|| {
        let value = Arc::new(5);
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || drop(other));
        let unwrapped = Arc::try_unwrap(value).ok();
        thread.join().unwrap();
        unwrapped
    });
    assert_eq!(seen, [None, Some(5)]);
    let (seen, _) = outcomes(|| {
        let mut value = Arc::new(5);
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || drop(other));
        let got = Arc::get_mut(&mut value).is_some();
        thread.join().unwrap();
        got
    });
    assert_eq!(seen, [false, true]);
    let (seen, _) = outcomes(|| {
        let value = Arc::new(5);
        let weak = Arc::downgrade(&value);
        let thread = thread::spawn(move || drop(value));
        let got = Weak::upgrade(&weak).map(|value| *value);
        thread.join().unwrap();
        got
    });
    assert_eq!(seen, [None, Some(5)]);
    let (seen, report) = outcomes(|| {
        let value = Arc::new(5);
        let others: Vec<_> = (0..2)
            .map(|_| {
                let other = Arc::clone(&value);
                thread::spawn(move || Arc::into_inner(other))
            })
            .collect();
        let mine = Arc::into_inner(value);
        let mut all = vec![mine];
        all.extend(others.into_iter().map(|other| other.join().unwrap()));
        assert_eq!(all.iter().flatten().count(), 1, "one of them gets the value");
        all.iter().position(Option::is_some)
    });
    assert_eq!(seen, [Some(0), Some(1), Some(2)]);
    assert_eq!(report.executions, 3);
}

#[test]
fn an_upgrade_that_came_too_early_makes_its_thread_the_last_one() {
    let found = kinds(|| {
        let lock = Plain::new(Mutex::new(0));
        let value = Arc::new(Locks(Plain::clone(&lock)));
        let weak = Arc::downgrade(&value);
        let thread = thread::spawn(move || {
            let _held = lock.lock().unwrap();
            drop(weak.upgrade());
        });
        drop(value);
        thread.join().unwrap();
    });
    assert_eq!(found, [FindingKind::LockedTwice]);
}

#[test]
fn unwrapping_after_all_are_joined_costs_nothing() {
    let (seen, report) = outcomes(|| {
        let value = Arc::new(Mutex::new(0));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let value = Arc::clone(&value);
                thread::spawn(move || *value.lock().unwrap() += 1)
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        Arc::try_unwrap(value).unwrap().into_inner().unwrap()
    });
    assert_eq!(seen, [2]);
    assert_eq!((report.executions, report.restarted), (2, 0), "{report}");
}

#[test]
fn a_reader_that_meets_a_waiting_writer_may_have_to_wait() {
    let recursive = || {
        let lock = Arc::new(RwLock::new(0));
        let other = Arc::clone(&lock);
        let writer = thread::spawn(move || *other.write().unwrap() += 1);
        {
            let _outer = lock.read().unwrap();
            let _inner = lock.read().unwrap();
        }
        writer.join().unwrap();
    };
    let report = Explorer::new().run(recursive);
    let finding = report.findings.first().expect("a recursive reader may wait for ever");
    assert_eq!(finding.kind(), FindingKind::Deadlock);
    for part in ["`std` leaves open", "thread 0 waits for RwLock 1, behind a writer"] {
        assert!(finding.message().contains(part), "{finding}");
    }
    let again = Explorer::new().replay(finding.schedule().clone()).run(recursive);
    assert_eq!(again.findings[0].message(), finding.message());
    // A reader that is joined by a reader that holds.
    let found = kinds(|| {
        let lock = Arc::new(RwLock::new(0));
        let (one, two) = (Arc::clone(&lock), Arc::clone(&lock));
        let writer = thread::spawn(move || *one.write().unwrap() += 1);
        {
            let _held = lock.read().unwrap();
            thread::spawn(move || *two.read().unwrap()).join().unwrap();
        }
        writer.join().unwrap();
    });
    assert_eq!(found, [FindingKind::Deadlock]);
    // One that holds and waits for the lock of a reader.
    let found = kinds(|| {
        let lock = Arc::new((RwLock::new(0), Mutex::new(0)));
        let (one, two) = (Arc::clone(&lock), Arc::clone(&lock));
        let writer = thread::spawn(move || *one.0.write().unwrap() += 1);
        let reader = thread::spawn(move || {
            let _first = two.1.lock().unwrap();
            let _second = two.0.read().unwrap();
        });
        {
            let _first = lock.0.read().unwrap();
            let _second = lock.1.lock().unwrap();
        }
        writer.join().unwrap();
        reader.join().unwrap();
    });
    assert_eq!(found, [FindingKind::Deadlock]);
}

#[test]
fn try_read_may_fail_while_only_readers_hold() {
    let (seen, _) = outcomes(|| {
        let lock = Arc::new(RwLock::new(0));
        let other = Arc::clone(&lock);
        let held = lock.read().unwrap();
        let writer = thread::spawn(move || *other.write().unwrap() += 1);
        let got = lock.try_read().is_ok();
        drop(held);
        writer.join().unwrap();
        got
    });
    assert_eq!(seen, [false, true]);
}

#[test]
fn readers_that_hold_nothing_pay_nothing_for_writers_that_wait() {
    let (_, report) = outcomes(|| {
        let lock = Arc::new(RwLock::new(0));
        let (one, two) = (Arc::clone(&lock), Arc::clone(&lock));
        let writer = thread::spawn(move || *one.write().unwrap() += 1);
        let reader = thread::spawn(move || *two.read().unwrap());
        let seen = *lock.read().unwrap();
        writer.join().unwrap();
        (seen, reader.join().unwrap())
    });
    assert_eq!((report.executions, report.restarted), (4, 0), "{report}");
}

#[test]
fn a_hand_over_is_no_breach() {
    let (values, _) = outcomes(|| {
        let value = Arc::new(Shared::new(0));
        let other = Arc::clone(&value);
        value.set(1);
        thread::spawn(move || other.set(other.get() + 1)).join().unwrap();
        value.set(value.get() + 1);
        value.get()
    });
    assert_eq!(values, [3]);
    let (values, _) = outcomes(|| {
        let value = Arc::new(Shared::new(0));
        let (sender, receiver) = channel();
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || {
            other.set(1);
            sender.send(()).unwrap();
        });
        receiver.recv().unwrap();
        value.set(value.get() + 1);
        thread.join().unwrap();
        value.get()
    });
    assert_eq!(values, [2]);
    let (values, _) = outcomes(|| {
        let shared = Arc::new((Shared::new(0), AtomicBool::new(false)));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other.0.set(1);
            other.1.store(true, SeqCst);
        });
        let seen = shared.1.load(SeqCst).then(|| shared.0.get());
        thread.join().unwrap();
        seen
    });
    assert_eq!(values, [None, Some(1)]);
}

#[test]
fn what_happens_after_the_hand_over_is_a_breach() {
    // The thread writes once more after it has sent, stored, or unlocked.
    let found = kinds(|| {
        let value = Arc::new(Shared::new(0));
        let (sender, receiver) = channel();
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || {
            sender.send(()).unwrap();
            other.set(1);
        });
        receiver.recv().unwrap();
        value.set(2);
        thread.join().unwrap();
    });
    assert_eq!(found, [FindingKind::Discipline]);
    let found = kinds(|| {
        let shared = Arc::new((Shared::new(0), AtomicUsize::new(0)));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other.1.store(1, SeqCst);
            other.0.set(1);
        });
        if shared.1.load(SeqCst) == 1 {
            shared.0.set(2);
        }
        thread.join().unwrap();
    });
    assert_eq!(found, [FindingKind::Discipline]);
    let found = kinds(|| {
        let shared = Arc::new((Shared::new(0), Mutex::new(0)));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            {
                let _held = other.1.lock().unwrap();
                other.0.set(1);
            }
            other.0.set(1);
        });
        {
            let _held = shared.1.lock().unwrap();
            shared.0.set(2);
        }
        thread.join().unwrap();
    });
    assert_eq!(found, [FindingKind::Discipline]);
}

#[test]
fn readers_that_wait_behind_a_writer_are_told_where_the_holder_waits_for_ever() {
    let report = Explorer::new().all_findings().run(|| {
        let lock = Arc::new(RwLock::new(0));
        let (writer, reader) = (Arc::clone(&lock), Arc::clone(&lock));
        let writer = thread::spawn(move || *writer.write().unwrap() = 1);
        let reader = thread::spawn(move || *reader.read().unwrap());
        let _guard = lock.read().unwrap();
        thread::park();
        writer.join().unwrap();
        reader.join().unwrap();
    });
    let deadlock = |finding: &&Finding| finding.kind() == FindingKind::Deadlock;
    let told: Vec<_> = report.findings.iter().filter(deadlock).map(Finding::message).collect();
    let behind = |message: &&&str| message.contains("behind a writer that waits");
    assert!(told.iter().any(|message| behind(&message)), "{report}");
    assert!(told.iter().any(|message| !behind(&message)), "{report}");
}
