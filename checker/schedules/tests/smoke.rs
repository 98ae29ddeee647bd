//! Every stand-in, once.

use std::collections::BTreeSet;
use std::sync::Mutex as Plain;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use reductio_schedules::sync::mpsc::{channel, sync_channel};
use reductio_schedules::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock, Semaphore};
use reductio_schedules::{Explorer, FindingKind, Report, Shared, Strategy, choose, thread};

/// The set of results of all schedules.
fn results<T: Ord + Send + 'static>(
    strategy: Strategy,
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (BTreeSet<T>, Report) {
    let all = Arc::new(Plain::new(BTreeSet::new()));
    let found = Arc::clone(&all);
    let report = Explorer::new().strategy(strategy).all_findings().run(move || {
        let result = closure();
        found.lock().unwrap().insert(result);
    });
    let all = std::mem::take(&mut *all.lock().unwrap());
    (all, report)
}

#[track_caller]
fn same<T: Ord + std::fmt::Debug + Send + 'static>(
    closure: impl Fn() -> T + Send + Sync + Clone + 'static,
) -> BTreeSet<T> {
    let (all, whole) = results(Strategy::All, closure.clone());
    for strategy in
        [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst, Strategy::Selective]
    {
        let (found, report) = results(strategy, closure.clone());
        println!(
            "{strategy:?}: {} + {} of {}, {:?}",
            report.executions,
            report.blocked,
            whole.executions,
            report.findings.iter().map(|f| f.kind()).collect::<Vec<_>>()
        );
        assert_eq!(all, found, "{strategy:?} {report} {whole}");
        let kinds =
            |report: &Report| report.findings.iter().map(|f| f.kind()).collect::<BTreeSet<_>>();
        assert_eq!(kinds(&report), kinds(&whole), "{report}");
    }
    all
}

#[test]
fn atomics() {
    same(|| {
        let x = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let y = Arc::clone(&x);
        let t = thread::spawn(move || {
            y.0.store(1, Ordering::SeqCst);
            y.1.load(Ordering::SeqCst)
        });
        x.1.store(1, Ordering::SeqCst);
        let a = x.0.load(Ordering::SeqCst);
        (a, t.join().unwrap())
    });
}

#[test]
fn rwlock_try_lock_once() {
    same(|| {
        let m = Arc::new((Mutex::new(0), RwLock::new(0), OnceLock::new()));
        let n = Arc::clone(&m);
        let t = thread::spawn(move || {
            let a = n.0.try_lock().is_ok();
            *n.1.write().unwrap() += 1;
            (a, *n.2.get_or_init(|| 1))
        });
        let g = m.0.lock().unwrap();
        let r = *m.1.read().unwrap();
        drop(g);
        let v = *m.2.get_or_init(|| 2);
        (r, v, t.join().unwrap())
    });
}

#[test]
fn channels() {
    same(|| {
        let (s, r) = channel();
        let (s2, r2) = sync_channel(0);
        let q = s.clone();
        let t = thread::spawn(move || {
            q.send(1).unwrap();
            s2.send(7).is_ok()
        });
        let u = thread::spawn(move || s.send(2).unwrap());
        let a = r.try_recv().ok();
        let b = r2.try_recv().ok();
        let all: Vec<i32> = r.iter().collect();
        u.join().unwrap();
        drop(r2);
        (a, b, all, t.join().unwrap())
    });
}

#[test]
fn condition_barrier_semaphore_park() {
    same(|| {
        let c = Arc::new((Mutex::new(0), Condvar::new(), Semaphore::new(1), Barrier::new(2)));
        let d = Arc::clone(&c);
        let main = thread::current();
        let t = thread::spawn(move || {
            d.2.acquire();
            *d.0.lock().unwrap() += 1;
            d.1.notify_one();
            let l = d.3.wait().is_leader();
            main.unpark();
            l
        });
        let mut g = c.0.lock().unwrap();
        let mut late = false;
        while *g == 0 && !late {
            let (h, r) = c.1.wait_timeout(g, Duration::from_secs(1)).unwrap();
            g = h;
            late = r.timed_out();
        }
        drop(g);
        let l = c.3.wait().is_leader();
        thread::park();
        let f = c.2.try_acquire();
        (late, l, f, t.join().unwrap())
    });
}

#[test]
fn spinning_and_choices() {
    let all = same(|| {
        let f = Arc::new(AtomicBool::new(false));
        let g = Arc::clone(&f);
        let n = choose(2);
        let t = thread::spawn(move || g.store(true, Ordering::SeqCst));
        let mut k = 0;
        while !f.load(Ordering::SeqCst) {
            k += 1;
        }
        t.join().unwrap();
        (n, k.min(2))
    });
    println!("{all:?}");
}

#[test]
fn lost_wake_up_and_once() {
    same(|| {
        let o = Arc::new((Once::new(), Mutex::new(false), Condvar::new()));
        let p = Arc::clone(&o);
        let t = thread::spawn(move || {
            p.0.call_once(|| ());
            *p.1.lock().unwrap() = true;
            p.2.notify_all();
        });
        o.0.call_once(|| ());
        let g = o.1.lock().unwrap();
        let b = *g;
        drop(g);
        if !b {
            let g = o.1.lock().unwrap();
            drop(o.2.wait(g).unwrap());
        }
        t.join().unwrap();
    });
}

#[test]
fn discipline() {
    let (_, r) = results(Strategy::Optimal, || {
        let v = Arc::new(Shared::new(0));
        let w = Arc::clone(&v);
        let t = thread::spawn(move || w.set(1));
        v.set(2);
        t.join().unwrap();
    });
    println!("{r}");
    assert_eq!(r.findings[0].kind(), FindingKind::Discipline);
}
