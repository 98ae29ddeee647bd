//! A channel keeps messages in blocks. A receiver that goes frees the first one, and so does the end of the channel, if it is still there.
//!
//! Report: `crossbeam`, pull request 1187 (a double free of `crossbeam-channel`), RUSTSEC-2025-0024.
//!
//! Broken: a receiver that finds a message announced but no block yet waits for the block, and then leaves it where it is when it frees it.

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::{hint, thread};

/// There is no block.
const NONE: usize = 0;

#[derive(Default)]
struct Channel {
    /// How many messages were announced.
    tail: AtomicUsize,
    /// The number of the first block.
    head: AtomicUsize,
    /// The blocks that were freed.
    freed: Mutex<Vec<usize>>,
    is_mended: bool,
}

impl Channel {
    fn send(&self) {
        self.tail.fetch_add(1, SeqCst);
        self.head.store(1, SeqCst);
    }

    fn discard(&self) {
        let sent = self.tail.load(SeqCst);
        let mut block = self.head.swap(NONE, SeqCst);
        if sent > 0 && block == NONE {
            while self.head.load(SeqCst) == NONE {
                hint::spin_loop();
            }
            block =
                if self.is_mended { self.head.swap(NONE, SeqCst) } else { self.head.load(SeqCst) };
        }
        self.free(block);
    }

    fn free(&self, block: usize) {
        if block != NONE {
            let mut freed = self.freed.lock().unwrap();
            assert!(!freed.contains(&block), "freed twice");
            freed.push(block);
        }
    }
}

fn run(is_mended: bool) {
    let channel = Arc::new(Channel { is_mended, ..Channel::default() });
    let other = Arc::clone(&channel);
    let receiver = thread::spawn(move || other.discard());
    channel.send();
    receiver.join().unwrap();
    // The end of the channel.
    channel.free(channel.head.load(SeqCst));
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
