// Small programs over weak memory, which is for `include!`: once for each library, with its `Arc`, `Mutex`, `atomic`
// and `thread`.

type Atomics = Arc<[atomic::AtomicUsize; 4]>;

/// What a thread does.
type Body = fn(&Atomics);

fn add(atomics: &Atomics) {
    atomics[0].fetch_add(1, std::sync::atomic::Ordering::Relaxed);
}

fn more(atomics: &Atomics) {
    use std::sync::atomic::Ordering::Relaxed;
    atomics[0].store(atomics[0].load(Relaxed) + 1, Relaxed);
}

/// Runs each body in a thread.
fn all(bodies: &[Body]) {
    let atomics: Atomics = Arc::new([0, 0, 0, 0].map(atomic::AtomicUsize::new));
    let start = |body: &Body| {
        let (atomics, body) = (atomics.clone(), *body);
        thread::spawn(move || body(&atomics))
    };
    let threads: Vec<_> = bodies.iter().map(start).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Threads that lock one mutex several times.
fn locking(threads: usize, times: usize) {
    let lock = Arc::new(Mutex::new(0));
    let start = |_| {
        let lock = lock.clone();
        thread::spawn(move || {
            for _ in 0..times {
                *lock.lock().unwrap() += 1;
            }
        })
    };
    let threads: Vec<_> = (0..threads).map(start).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

macro_rules! bodies {
    ($($body:expr),*) => { all(&[$($body as Body),*]) };
}

/// The names of the programs, and the number of executions of RC11.
pub(crate) const NAMES: [(&str, usize); 21] = [
    ("SB", 4),
    ("SB, SeqCst", 3),
    ("MP, Release/Acquire", 3),
    ("2+2W", 4),
    ("CoRR", 6),
    ("WRC", 8),
    ("RWC, fences", 7),
    ("IRIW", 16),
    ("IRIW, SeqCst", 15),
    ("Z6.U", 24),
    ("two writers, two readers", 72),
    ("ring of 3", 8),
    ("ring of 4", 16),
    ("add, 3 threads", 6),
    ("add, 4 threads", 24),
    ("read and write, 3 threads", 36),
    ("exchange in turn, 4 threads", 14),
    ("one writes, 3 read", 8),
    ("3 write, one reads", 24),
    ("lock, 3 threads", 6),
    ("lock twice, 3 threads", 90),
];

/// The program of a name.
pub(crate) fn program(name: &str) -> fn() {
    use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
    match name {
        "SB" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[1].load(Relaxed); }, |a: &Atomics| {
            a[1].store(1, Relaxed); a[0].load(Relaxed); }),
        "SB, SeqCst" => || bodies!(|a: &Atomics| { a[0].store(1, SeqCst); a[1].load(SeqCst); }, |a: &Atomics| {
            a[1].store(1, SeqCst); a[0].load(SeqCst); }),
        "MP, Release/Acquire" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[1].store(1, Release); },
            |a: &Atomics| { a[1].load(Acquire); a[0].load(Relaxed); }),
        "2+2W" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[1].store(2, Relaxed); }, |a: &Atomics| {
            a[1].store(1, Relaxed); a[0].store(2, Relaxed); }),
        "CoRR" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[0].store(2, Relaxed); }, |a: &Atomics| {
            a[0].load(Relaxed); a[0].load(Relaxed); }),
        "WRC" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed), |a: &Atomics| { a[0].load(Relaxed);
            a[1].store(1, Relaxed); }, |a: &Atomics| { a[1].load(Relaxed); a[0].load(Relaxed); }),
        "RWC, fences" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed), |a: &Atomics| { a[0].load(Relaxed);
            atomic::fence(SeqCst); a[1].load(Relaxed); }, |a: &Atomics| { a[1].store(1, Relaxed);
            atomic::fence(SeqCst); a[0].load(Relaxed); }),
        "IRIW" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed), |a: &Atomics| { a[0].load(Relaxed);
            a[1].load(Relaxed); }, |a: &Atomics| { a[1].load(Relaxed); a[0].load(Relaxed); },
            |a: &Atomics| a[1].store(1, Relaxed)),
        "IRIW, SeqCst" => || bodies!(|a: &Atomics| a[0].store(1, SeqCst), |a: &Atomics| { a[0].load(SeqCst);
            a[1].load(SeqCst); }, |a: &Atomics| { a[1].load(SeqCst); a[0].load(SeqCst); },
            |a: &Atomics| a[1].store(1, SeqCst)),
        "Z6.U" => || bodies!(|a: &Atomics| { a[0].store(1, SeqCst); a[1].store(1, Release); }, |a: &Atomics| {
            a[1].fetch_add(1, SeqCst); a[1].load(Relaxed); }, |a: &Atomics| { a[1].store(3, SeqCst);
            a[0].load(SeqCst); }),
        "two writers, two readers" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed),
            |a: &Atomics| a[0].store(2, Relaxed), |a: &Atomics| { a[0].load(Relaxed); a[0].load(Relaxed); },
            |a: &Atomics| { a[0].load(Relaxed); a[0].load(Relaxed); }),
        "ring of 3" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[1].load(Relaxed); },
            |a: &Atomics| { a[1].store(1, Relaxed); a[2].load(Relaxed); },
            |a: &Atomics| { a[2].store(1, Relaxed); a[0].load(Relaxed); }),
        "ring of 4" => || bodies!(|a: &Atomics| { a[0].store(1, Relaxed); a[1].load(Relaxed); },
            |a: &Atomics| { a[1].store(1, Relaxed); a[2].load(Relaxed); },
            |a: &Atomics| { a[2].store(1, Relaxed); a[3].load(Relaxed); },
            |a: &Atomics| { a[3].store(1, Relaxed); a[0].load(Relaxed); }),
        "add, 3 threads" => || all(&[add as Body; 3]),
        "add, 4 threads" => || all(&[add as Body; 4]),
        "read and write, 3 threads" => || all(&[more as Body; 3]),
        "exchange in turn, 4 threads" => || bodies!(
            |a: &Atomics| _ = a[0].compare_exchange(0, 1, SeqCst, SeqCst),
            |a: &Atomics| _ = a[0].compare_exchange(1, 2, SeqCst, SeqCst),
            |a: &Atomics| _ = a[0].compare_exchange(2, 3, SeqCst, SeqCst),
            |a: &Atomics| _ = a[0].compare_exchange(3, 4, SeqCst, SeqCst)),
        "one writes, 3 read" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed), |a: &Atomics| { a[0].load(Relaxed); },
            |a: &Atomics| { a[0].load(Relaxed); }, |a: &Atomics| { a[0].load(Relaxed); }),
        "3 write, one reads" => || bodies!(|a: &Atomics| a[0].store(1, Relaxed), |a: &Atomics| a[0].store(2, Relaxed),
            |a: &Atomics| a[0].store(3, Relaxed), |a: &Atomics| { a[0].load(Relaxed); }),
        "lock, 3 threads" => || locking(3, 1),
        "lock twice, 3 threads" => || locking(3, 2),
        "lock three times, 3 threads" => || locking(3, 3),
        other => panic!("there is no program {other}"),
    }
}
