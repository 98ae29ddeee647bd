//! A bounded buffer of a mutex and a condition variable, with one producer and one consumer: `bounded_buffer.sys`.
//!
//! Broken: the consumer does not tell the producer that there is room again.

use std::collections::VecDeque;

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

const CAPACITY: usize = 2;
const ITEMS: u32 = 3;

#[derive(Default)]
struct Buffer {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether the consumer tells nobody.
    is_silent: bool,
}

#[derive(Default)]
struct State {
    items: VecDeque<u32>,
    halted: bool,
}

impl Buffer {
    fn put(&self, item: u32) {
        let mut state = self.state.lock().unwrap();
        while state.items.len() == CAPACITY {
            state = self.changed.wait(state).unwrap(); // one side
        }
        if state.items.is_empty() {
            self.changed.notify_all();
        }
        state.items.push_back(item);
    }

    fn halt(&self) {
        self.state.lock().unwrap().halted = true;
        self.changed.notify_all();
    }

    /// The next item; none if there will be no more.
    fn take(&self) -> Option<u32> {
        let mut state = self.state.lock().unwrap();
        while state.items.is_empty() && !state.halted {
            state = self.changed.wait(state).unwrap(); // other side
        }
        if state.items.len() == CAPACITY && !self.is_silent {
            self.changed.notify_all();
        }
        state.items.pop_front()
    }
}

fn run(is_silent: bool) {
    let buffer = Arc::new(Buffer { is_silent, ..Buffer::default() });
    let producer = Arc::clone(&buffer);
    let producer = thread::spawn(move || {
        (1..=ITEMS).for_each(|item| producer.put(item));
        producer.halt();
    });
    let mut last = 0;
    while let Some(item) = buffer.take() {
        assert_eq!(item, last + 1);
        last = item;
    }
    assert_eq!(last, ITEMS);
    producer.join().unwrap();
}

pub(crate) fn correct() {
    run(false);
}

pub(crate) fn broken() {
    run(true);
}
