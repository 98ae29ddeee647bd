//! The latest block of a chain, which is written by one thread and read by others.
//!
//! Report: Zebra, pull request 3378 (a deadlock in the watch channel of the chain's tip).
//!
//! Broken: for a line of a log the tip is borrowed twice at the same time. A writer that comes in between waits for the first one, and the second
//! one waits behind the writer.

use reductio_schedules::sync::{Arc, RwLock};
use reductio_schedules::thread;

struct Tip {
    height: u32,
    hash: u32,
}

fn run(is_mended: bool) {
    let tip = Arc::new(RwLock::new(Tip { height: 1, hash: 11 }));
    let other = Arc::clone(&tip);
    let writer = thread::spawn(move || *other.write().unwrap() = Tip { height: 2, hash: 22 });
    let (height, hash) = if is_mended {
        let tip = tip.read().unwrap();
        (tip.height, tip.hash)
    } else {
        // Guards live as long as the whole of the tuple is made.
        (tip.read().unwrap().height, tip.read().unwrap().hash)
    };
    assert_eq!(hash, 11 * height);
    writer.join().unwrap();
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
