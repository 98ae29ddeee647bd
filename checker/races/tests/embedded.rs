//! A detector within somebody else's tracer: several threads tell it what they do.

use std::sync::{Arc, Mutex};
use std::thread;

use reductio_races::{
    Clocks, Detector, Engine, Event, Lazy, Lock, Operation, Reading, Table, Thread, Variable,
};

/// Threads that write a variable under a lock, and one more without, if `careless`.
fn traced<E: Engine + Send + 'static>(careless: bool) -> u64
where
    E::Stamp: Send,
{
    let detector: Arc<Mutex<(Detector<E>, u64)>> =
        Arc::new(Mutex::new((Detector::new(Reading::default()), 0)));
    let threads: Vec<_> = (0..4)
        .map(|number| {
            let detector = detector.clone();
            thread::spawn(move || {
                for _ in 0..100 {
                    // The tracer's own lock stands for the program's: its owner tells all that it does under it.
                    let (detector, line) = &mut *detector.lock().unwrap();
                    let mut tell = |operation| {
                        *line += 1;
                        let thread = Thread(number);
                        let event = Event { thread, operation, line: *line, location: None };
                        detector.observe(&event).unwrap();
                    };
                    tell(Operation::Acquire(Lock(0)));
                    tell(Operation::Write(Variable(0)));
                    tell(Operation::Release(Lock(0)));
                    if careless {
                        tell(Operation::Write(Variable(1)));
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let (detector, _) = &*detector.lock().unwrap();
    detector.tallies().iter().map(|tally| tally.races).sum()
}

#[test]
fn detectors_go_from_thread_to_thread() {
    assert_eq!((traced::<Lazy>(false), traced::<Table>(false), traced::<Clocks>(false)), (0, 0, 0));
    assert!(traced::<Lazy>(true) > 0);
}

/// Memory does not grow with the number of events: few spans are remembered, however many there were.
#[test]
fn what_no_access_needs_is_forgotten() {
    fn spans<E: Engine>() -> usize {
        let mut detector: Detector<E> = Detector::new(Reading::default());
        let mut most = 0;
        for line in 1..=200_000_u64 {
            let round = line / 4;
            let thread = Thread(u32::try_from(round % 5).unwrap());
            let (lock, variable) = (Lock(u32::try_from(round % 3).unwrap()), Variable(0));
            let operation = match line % 4 {
                0 => Operation::Acquire(lock),
                1 => Operation::Read(variable),
                2 => Operation::Write(Variable(u32::try_from(round % 11).unwrap())),
                _ => Operation::Release(lock),
            };
            // The first events have no acquire before them.
            let _ = detector.observe(&Event { thread, operation, line, location: None });
            most = most.max(detector.spans());
        }
        most
    }
    let counts = [spans::<Lazy>(), spans::<Table>(), spans::<Clocks>()];
    // Of 11 variables the last write, and the last reads of 5 threads, and what each thread does now.
    assert!(counts.iter().all(|&count| count <= 11 + 11 * 5 + 5), "{counts:?}");
}
