//! Several workers report what one reports: they take the same executions, in parts, and put them in the same order.

use std::collections::BTreeSet;
use std::sync::Mutex as Plain;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::{Bound, Explorer, FindingKind, Report, Strategy, choose, thread};

/// All that a report says, but how long it took.
fn told(report: &Report) -> String {
    let mut report = report.clone();
    report.time = Duration::ZERO;
    format!("{report:?}")
}

/// Three threads take a lock so many times, and then something looks at the order.
fn locks(rounds: usize, look: impl Fn(&[usize])) {
    let order = Arc::new(Mutex::new(Vec::new()));
    let start = |me| {
        let order = Arc::clone(&order);
        thread::spawn(move || (0..rounds).for_each(|_| order.lock().unwrap().push(me)))
    };
    [0, 1, 2].map(start).into_iter().for_each(|thread| thread.join().unwrap());
    look(&order.lock().unwrap());
}

#[test]
fn all_classes_once() {
    let met = std::sync::Arc::new(Plain::new(Vec::new()));
    let to = std::sync::Arc::clone(&met);
    let report = Explorer::new().workers(2).run(move || {
        locks(3, |order| to.lock().unwrap().push(order.to_vec()));
    });
    assert!(report.holds(), "{report}");
    let met = std::mem::take(&mut *met.lock().unwrap());
    assert_eq!((report.executions, report.blocked, met.len()), (1680, 0, 1680));
    assert_eq!(met.into_iter().collect::<BTreeSet<_>>().len(), 1680);
}

#[test]
#[ignore = "seconds: 34,650 executions, twice"]
fn many_classes() {
    let [one, two] =
        [1, 2].map(|workers| Explorer::new().workers(workers).run(|| locks(4, |_| ())));
    println!("{:?}, with two workers {:?}", one.time, two.time);
    assert_eq!(one.executions, 34_650);
    assert_eq!(told(&one), told(&two));
}

/// Some orders of three threads are wrong.
fn wrong() {
    locks(3, |order| {
        let wrong = [[2, 1, 0, 2, 1, 0], [1, 2, 2, 1, 0, 0], [2, 2, 1, 1, 0, 0]];
        assert!(!wrong.contains(&order[3..].try_into().unwrap()), "the order {order:?}");
    });
}

#[test]
fn the_first_finding_is_the_same_each_time() {
    // Charts have the line of the caller.
    let run = |explorer: Explorer| explorer.run(wrong);
    let (one, all) = (run(Explorer::new()), run(Explorer::new().all_findings()));
    assert!(one.executions > 20 && all.findings.len() > 5, "{one}{all}");
    for workers in [2, 3, 4] {
        for _ in 0..5 {
            assert_eq!(told(&run(Explorer::new().workers(workers))), told(&one));
        }
        assert_eq!(told(&run(Explorer::new().workers(workers).all_findings())), told(&all));
    }
    let again = run(Explorer::new().workers(2).replay(one.findings[0].schedule().clone()));
    assert_eq!(again.findings[0].message(), one.findings[0].message());
    assert_eq!(again.executions, 1);
}

/// Somebody polls, somebody asks whether a lock is free, threads start threads late: the search begins again several times.
fn odd() {
    let all = Arc::new((Mutex::new(0), AtomicBool::new(false), AtomicUsize::new(0)));
    let polls = Arc::clone(&all);
    let polls = thread::spawn(move || {
        while !polls.1.load(SeqCst) {}
        polls.2.fetch_add(1, SeqCst);
        if polls.0.try_lock().is_ok() {
            thread::spawn(move || polls.2.fetch_add(1, SeqCst)).join().unwrap();
        }
    });
    let starts = Arc::clone(&all);
    let starts = thread::spawn(move || {
        *starts.0.lock().unwrap() += choose(2);
        if starts.2.load(SeqCst) == 1 {
            thread::spawn(move || *starts.0.lock().unwrap() += 1).join().unwrap();
        }
    });
    all.1.store(true, SeqCst);
    *all.0.lock().unwrap() += 1;
    all.2.fetch_add(1, SeqCst);
    polls.join().unwrap();
    starts.join().unwrap();
}

#[test]
fn searches_that_begin_again_and_number_threads_late() {
    for explorer in [
        Explorer::new(),
        Explorer::new().strategy(Strategy::Source),
        Explorer::new().preemptions(2),
        Explorer::new().strategy(Strategy::InvisibleFirst),
    ] {
        let one = explorer.run(odd);
        assert!(one.findings.is_empty() && one.restarted > 1 && one.executions > 20, "{one}");
        for workers in [2, 3] {
            assert_eq!(told(&explorer.clone().workers(workers).run(odd)), told(&one));
        }
    }
}

#[test]
fn threads_of_the_operating_system() {
    let report = Explorer::new().os_threads().workers(2).run(|| locks(2, |_| ()));
    assert!(report.holds(), "{report}");
    assert_eq!((report.executions, report.blocked), (90, 0));
    // A thread that has to wait while it unwinds: coroutines cannot, and the search goes on with threads.
    let unwinds = || {
        let pair = Arc::new((Mutex::new(0), Condvar::new()));
        let other = Arc::clone(&pair);
        let panics = thread::spawn(move || {
            let _guard = other.0.lock().unwrap();
            panic!("while it holds the lock");
        });
        let third = Arc::clone(&pair);
        let tries = thread::spawn(move || third.0.try_lock().is_ok());
        panics.join().unwrap_err();
        tries.join().unwrap();
    };
    let explorer = Explorer::new().expect_panics();
    let one = explorer.run(unwinds);
    assert!(one.holds(), "{one}");
    assert_eq!(told(&explorer.workers(2).run(unwinds)), told(&one));
}

#[test]
fn bounds() {
    let report = Explorer::new().workers(2).executions(100).run(|| locks(4, |_| ()));
    assert_eq!(report.bounds, [Bound::Executions(100)]);
    assert!(report.executions + report.blocked <= 100 && report.executions > 50, "{report}");
    let report = Explorer::new().workers(2).executions(6).run(|| locks(1, |_| ()));
    assert!(report.holds() && report.executions == 6, "{report}");
    let most = Duration::from_millis(50);
    let report = Explorer::new().workers(2).time(most).run(|| locks(6, |_| ()));
    assert_eq!(report.bounds, [Bound::Time(most)]);
    assert!(report.time < Duration::from_secs(5), "{report}");
    let explorer = Explorer::new().preemptions(1);
    let one = explorer.run(|| locks(3, |_| ()));
    assert_eq!(one.bounds, [Bound::Preemptions(1)]);
    assert_eq!(told(&explorer.workers(2).run(|| locks(3, |_| ()))), told(&one));
}

#[test]
fn a_thread_that_stalls() {
    let stalls = || {
        locks(2, |order| {
            if *order == [1, 2, 0, 2, 0, 1] {
                std::thread::sleep(Duration::from_millis(1500));
            }
        });
    };
    let explorer = Explorer::new().stall(Duration::from_millis(300)).workers(2);
    let report = explorer.run(stalls);
    assert_eq!(report.findings[0].kind(), FindingKind::Stalled, "{report}");
}

#[test]
#[should_panic(expected = "leave out `workers`, or run several explorers with seeds of their own")]
fn samples_are_refused() {
    Explorer::new().strategy(Strategy::Random(1)).workers(2).run(|| ());
}
