//! Runs work on a thread of its own, so that an interrupt is heard while it goes on, and a panic does not end the
//! kernel.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use crate::stop::Stop;

/// The time after an interrupt in which the work may still answer with what it has found. Searches look at the flag
/// many times a second; a single proof or decision does not.
const PATIENCE: Duration = Duration::from_secs(2);

/// The size of the thread's stack, that of the main thread of a command: the readers are made for it.
const STACK: usize = 8 << 20;

/// The interrupt of one cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    /// The flag that commands look at.
    pub(super) stop: Stop,
    told: Arc<Notify>,
}

impl Interrupt {
    /// Interrupts the cell.
    pub(super) fn raise(&self) {
        self.stop.raise();
        self.told.notify_one();
    }
}

/// The way in which work ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended<T> {
    /// It ended with its answer.
    Done(T),
    /// It ended with a panic, which had this message.
    Panicked(String),
    /// It was interrupted, did not end soon, and was left alone: it goes on, and nobody hears of its end.
    Left,
}

/// Runs the work on a thread. The work owns everything that it uses, so nothing can be seen half done.
pub(super) async fn apart<T: Send + 'static>(
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send + 'static,
) -> Ended<T> {
    let (sender, mut answer) = oneshot::channel();
    let guarded = move || {
        let ended = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => Ended::Done(done),
            Err(panic) => Ended::Panicked(said(panic.as_ref())),
        };
        // Where nobody waits any more the answer is dropped.
        let _ = sender.send(ended);
    };
    let builder = std::thread::Builder::new().name("cell".to_owned()).stack_size(STACK);
    if let Err(error) = builder.spawn(guarded) {
        return Ended::Panicked(format!("no thread could be started: {error}"));
    }
    let lost = || Ended::Panicked("the thread is gone".to_owned());
    tokio::select! {
        ended = &mut answer => ended.unwrap_or_else(|_| lost()),
        () = interrupt.told.notified() => match tokio::time::timeout(PATIENCE, answer).await {
            Ok(ended) => ended.unwrap_or_else(|_| lost()),
            Err(_) => Ended::Left,
        },
    }
}

/// The message of a panic.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(future)
    }

    #[test]
    fn work_ends_in_one_of_three_ways() {
        let interrupt = Interrupt::default();
        assert_eq!(block(apart(&interrupt, || 7)), Ended::Done(7));
        let panics: fn() -> u8 = || panic!("of our own");
        assert_eq!(block(apart(&interrupt, panics)), Ended::Panicked("of our own".to_owned()));
        // Work that never looks at the flag is left alone.
        let (keep, wait) = std::sync::mpsc::channel::<()>();
        let interrupt = Interrupt::default();
        interrupt.raise();
        let deaf = move || wait.recv().is_ok();
        assert_eq!(block(apart(&interrupt, deaf)), Ended::Left);
        drop(keep);
    }

    #[test]
    fn work_that_looks_at_the_flag_answers_after_an_interrupt() {
        let interrupt = Interrupt::default();
        let stop = interrupt.stop.clone();
        let work = move || {
            while stop.cause().is_none() {
                std::thread::yield_now();
            }
            "so far"
        };
        let ended =
            block(async { tokio::join!(apart(&interrupt, work), async { interrupt.raise() }).0 });
        assert_eq!(ended, Ended::Done("so far"));
    }
}
