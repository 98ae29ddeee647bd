//! A tree tells its subscribers what is written, by channels that have a bound.
//!
//! Report: `sled`, issues 1152 and 1515 (the destructor of `Subscriber` never returns); for `std`'s channel it was rust-lang/rust, issue 76220.
//!
//! Broken: a subscriber that goes needs the lock to take itself off the list. Who sends holds it, and waits for room in the channel of just
//! this subscriber, who reads no more.

use reductio_schedules::sync::mpsc::{Receiver, SyncSender, sync_channel};
use reductio_schedules::sync::{Arc, RwLock};
use reductio_schedules::thread;

type Senders = Arc<RwLock<Vec<SyncSender<u32>>>>;

struct Subscriber {
    messages: Option<Receiver<u32>>,
    senders: Senders,
    is_mended: bool,
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        if self.is_mended {
            self.messages = None;
        }
        self.senders.write().unwrap().clear();
    }
}

fn run(is_mended: bool) {
    let (sender, receiver) = sync_channel(1);
    let senders: Senders = Arc::new(RwLock::new(vec![sender]));
    let own = Arc::clone(&senders);
    let subscriber = Subscriber { messages: Some(receiver), senders: own, is_mended };
    let thread = thread::spawn(move || {
        let first = subscriber.messages.as_ref().unwrap().recv();
        assert_eq!(first, Ok(1));
    });
    for message in 1..=3 {
        for sender in &*senders.read().unwrap() {
            // Who has gone gets nothing.
            _ = sender.send(message);
        }
    }
    thread.join().unwrap();
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
