//! The meeting of the workers, where they wait for each other several times on each level.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a worker that waits looks out for the others before it sleeps. It does not let other programs run
/// meanwhile: on a busy machine its turn would come again milliseconds later, where one who sleeps is woken at once.
const LOOK: Duration = Duration::from_micros(30);

/// How often it looks between two looks at the clock.
const LOOKS: usize = 32;

/// A point at which all workers wait for the last one: as [`std::sync::Barrier`], but who waits looks out for the
/// others for a while before it sleeps. To wake a thread takes longer than a level with few states, and there may be
/// thousands of these.
#[derive(Debug)]
pub(super) struct Meeting {
    workers: usize,
    arrived: AtomicUsize,
    /// The number of times that all have met.
    round: AtomicUsize,
    /// The number of workers that sleep.
    asleep: Mutex<usize>,
    wake: Condvar,
}

impl Meeting {
    /// A meeting of so many workers.
    pub(super) fn new(workers: usize) -> Self {
        Meeting {
            workers,
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            asleep: Mutex::new(0),
            wake: Condvar::new(),
        }
    }

    /// Waits until all workers wait. What each has done before, all know of afterwards.
    pub(super) fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.workers {
            // Nobody arrives at the next meeting before this one is over.
            self.arrived.store(0, Ordering::Relaxed);
            let asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            if *asleep > 0 {
                self.wake.notify_all();
            }
            return;
        }
        let is_over = || self.round.load(Ordering::Acquire) != round;
        let start = Instant::now();
        while start.elapsed() < LOOK {
            for _ in 0..LOOKS {
                if is_over() {
                    return;
                }
                std::hint::spin_loop();
            }
        }
        let mut asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        *asleep += 1;
        while !is_over() {
            asleep = self.wake.wait(asleep).unwrap_or_else(PoisonError::into_inner);
        }
        *asleep -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Workers that count, some of them slowly: none is ever a round ahead of another one.
    #[test]
    fn nobody_goes_on_alone() {
        const ROUNDS: usize = 2_000;
        for workers in [1, 2, 5] {
            let meeting = Meeting::new(workers);
            let counts: Vec<AtomicUsize> = (0..workers).map(|_| AtomicUsize::new(0)).collect();
            std::thread::scope(|scope| {
                for (worker, own) in counts.iter().enumerate() {
                    let (meeting, counts) = (&meeting, &counts);
                    scope.spawn(move || {
                        for round in 1..=ROUNDS {
                            if round % 500 == worker {
                                // Long enough for the others to fall asleep.
                                std::thread::sleep(std::time::Duration::from_millis(2));
                            }
                            own.store(round, Ordering::Relaxed);
                            meeting.wait();
                            let all = || counts.iter().map(|count| count.load(Ordering::Relaxed));
                            assert!(all().all(|count| count == round), "{worker}, {round}");
                            meeting.wait();
                        }
                    });
                }
            });
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == ROUNDS));
        }
    }
}
