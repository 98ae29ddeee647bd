//! A barrier of a mutex and a condition variable that can be used again and again.
//!
//! Broken: it has no generations. Who is quick comes to it again, before the others have seen that all had come.

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

const SIZE: u32 = 2;

#[derive(Default)]
struct State {
    here: u32,
    generation: u32,
}

#[derive(Default)]
struct Barrier {
    state: Mutex<State>,
    all_here: Condvar,
}

impl Barrier {
    /// Counts the thread. Whether it is the last one.
    fn arrive(&self, state: &mut State) -> bool {
        state.here += 1;
        let is_last = state.here == SIZE;
        if is_last {
            state.here = 0;
            state.generation += 1;
            self.all_here.notify_all();
        }
        is_last
    }

    fn wait(&self) {
        let mut state = self.state.lock().unwrap();
        let mine = state.generation;
        if !self.arrive(&mut state) {
            while state.generation == mine {
                state = self.all_here.wait(state).unwrap();
            }
        }
    }

    fn wait_without_generation(&self) {
        let mut state = self.state.lock().unwrap();
        if !self.arrive(&mut state) {
            while state.here != 0 {
                state = self.all_here.wait(state).unwrap(); // one side
            }
        }
    }
}

fn run(wait: fn(&Barrier)) {
    let barrier = Arc::new(Barrier::default());
    let rounds = move |barrier: &Barrier| {
        wait(barrier);
        wait(barrier);
    };
    let other = Arc::clone(&barrier);
    let other = thread::spawn(move || rounds(&other));
    rounds(&barrier);
    other.join().unwrap();
    assert_eq!(barrier.state.lock().unwrap().generation, 2);
}

pub(crate) fn correct() {
    run(Barrier::wait);
}

pub(crate) fn broken() {
    run(Barrier::wait_without_generation);
}
