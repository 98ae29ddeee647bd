//! A channel for one message, which its receiver may close.
//!
//! Report: `tokio`, issue 4225 (`send` of `sync::oneshot` panics), RUSTSEC-2021-0124.
//!
//! Broken: the sender marks the message as sent even where the channel is closed, and then takes it back. A receiver that sees the mark takes
//! it as well.

use reductio_schedules::sync::atomic::{AtomicU8, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

const SENT: u8 = 1;
const CLOSED: u8 = 2;

#[derive(Default)]
struct Channel {
    state: AtomicU8,
    message: Mutex<Option<u32>>,
    is_mended: bool,
}

impl Channel {
    fn send(&self, message: u32) -> Result<(), u32> {
        *self.message.lock().unwrap() = Some(message);
        let before = if self.is_mended {
            let mark = |state| (state & CLOSED == 0).then_some(state | SENT);
            self.state.fetch_update(SeqCst, SeqCst, mark).unwrap_or_else(|state| state)
        } else {
            self.state.fetch_or(SENT, SeqCst)
        };
        if before & CLOSED == 0 {
            return Ok(());
        }
        let own = self.message.lock().unwrap().take();
        Err(own.expect("the message that was not sent"))
    }

    fn close(&self) {
        self.state.fetch_or(CLOSED, SeqCst);
    }

    fn try_receive(&self) -> Option<u32> {
        let is_sent = self.state.load(SeqCst) & SENT != 0;
        is_sent.then(|| self.message.lock().unwrap().take()).flatten()
    }
}

fn run(is_mended: bool) {
    let channel = Arc::new(Channel { is_mended, ..Channel::default() });
    let other = Arc::clone(&channel);
    let receiver = thread::spawn(move || {
        other.close();
        other.try_receive()
    });
    let sent = channel.send(7);
    let received = receiver.join().unwrap();
    assert_eq!(sent.is_ok(), received.is_some());
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
