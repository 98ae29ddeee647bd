// The programs of the bench, which is for `include!`: once for each library, with its `Arc`, `Condvar`, `Mutex` and `thread`.

fn join<T>(threads: Vec<thread::JoinHandle<T>>) {
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Philosophers who take their forks in a fixed order, once around.
fn philosophers(seats: usize) {
    let forks: Vec<_> = (0..seats).map(|_| Arc::new(Mutex::new(()))).collect();
    let threads: Vec<_> = (0..seats)
        .map(|seat| {
            let next = (seat + 1) % seats;
            let (first, second) =
                (Arc::clone(&forks[seat.min(next)]), Arc::clone(&forks[seat.max(next)]));
            thread::spawn(move || {
                let _first = first.lock().unwrap();
                let _second = second.lock().unwrap();
            })
        })
        .collect();
    join(threads);
}

/// Three threads, each of which adds to a number twice.
fn counter() {
    let count = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let count = Arc::clone(&count);
            thread::spawn(move || {
                *count.lock().unwrap() += 1;
                *count.lock().unwrap() += 1;
            })
        })
        .collect();
    join(threads);
    assert_eq!(*count.lock().unwrap(), 6);
}

/// Three threads, each of which locks the same mutex four times.
fn locks() {
    let lock = Arc::new(Mutex::new(()));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let lock = Arc::clone(&lock);
            thread::spawn(move || {
                for _ in 0..4 {
                    drop(lock.lock().unwrap());
                }
            })
        })
        .collect();
    join(threads);
}

/// A readers-writer lock of a mutex and a condition variable: two readers, one writer.
fn readers_writer() {
    let lock = Arc::new((Mutex::new(0_i32), Condvar::new()));
    let start = |writes: bool| {
        let lock = Arc::clone(&lock);
        thread::spawn(move || {
            let (state, changed) = &*lock;
            let mut readers = state.lock().unwrap();
            while *readers < 0 || (writes && *readers > 0) {
                readers = changed.wait(readers).unwrap();
            }
            *readers += if writes { -1 } else { 1 };
            drop(readers);
            let mut readers = state.lock().unwrap();
            *readers -= if writes { -1 } else { 1 };
            if *readers == 0 {
                changed.notify_all();
            }
        })
    };
    let threads = vec![start(false), start(false), start(true)];
    join(threads);
}

/// A buffer for one item: a producer of some, and a consumer.
fn bounded_buffer(items: i32) {
    let buffer = Arc::new((Mutex::new(None), Condvar::new()));
    let other = Arc::clone(&buffer);
    let producer = thread::spawn(move || {
        for item in 0..items {
            let mut place = other.0.lock().unwrap();
            while place.is_some() {
                place = other.1.wait(place).unwrap();
            }
            *place = Some(item);
            drop(place);
            other.1.notify_all();
        }
    });
    for expected in 0..items {
        let mut place = buffer.0.lock().unwrap();
        while place.is_none() {
            place = buffer.1.wait(place).unwrap();
        }
        assert_eq!(place.take(), Some(expected));
        drop(place);
        buffer.1.notify_all();
    }
    producer.join().unwrap();
}

/// A queue of two jobs for two workers, closed when both are in it.
fn work_queue() {
    let queue = Arc::new((Mutex::new((Vec::new(), false)), Condvar::new()));
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let queue = Arc::clone(&queue);
            thread::spawn(move || {
                let mut done = 0;
                loop {
                    let mut state = queue.0.lock().unwrap();
                    while state.0.is_empty() && !state.1 {
                        state = queue.1.wait(state).unwrap();
                    }
                    let Some(job) = state.0.pop() else { return done };
                    done += job;
                }
            })
        })
        .collect();
    for job in [1, 2] {
        queue.0.lock().unwrap().0.push(job);
        queue.1.notify_one();
    }
    queue.0.lock().unwrap().1 = true;
    queue.1.notify_all();
    let done: i32 = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    assert_eq!(done, 3);
}

/// A value that is made once, by whoever of three threads comes first.
fn once_cell() {
    let cell = Arc::new(Mutex::new(None));
    let threads: Vec<_> = (0..3)
        .map(|number| {
            let cell = Arc::clone(&cell);
            thread::spawn(move || {
                let first = *cell.lock().unwrap().get_or_insert(number);
                assert_eq!(*cell.lock().unwrap(), Some(first));
            })
        })
        .collect();
    join(threads);
}

/// The program of this name. The last part of the name of philosophers is their number.
pub(crate) fn program(name: &str) -> fn() {
    match name {
        "philosophers 2" => || philosophers(2),
        "philosophers 3" => || philosophers(3),
        "philosophers 4" => || philosophers(4),
        "counter" => counter,
        "readers-writer lock" => readers_writer,
        "bounded buffer" => || bounded_buffer(3),
        "bounded buffer, 6 items" => || bounded_buffer(6),
        "work queue" => work_queue,
        "once-cell" => once_cell,
        "three threads, four locks" => locks,
        other => panic!("there is no program {other}"),
    }
}
