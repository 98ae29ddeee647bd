//! Ends long runs early, on Ctrl-C, or when their time or memory is used up.
//!
//! A [`Stop`] is a flag that every long loop looks at; a loop that finds it raised ends with what it has. The command
//! has one [`Stop`], watched by a thread (`Stop::of_process`) that knows the clock and the size of the process. That
//! thread ends whatever does not look at the flag in time: a limit that was given is kept, whatever runs.

mod memory;
mod watchdog;

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reductio::Exit;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

pub(crate) use memory::room_for_threads;
pub use reductio::models::Cause;

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// The time that the run may take.
    pub time: Option<Duration>,
    /// The number of bytes that the process may have in memory; by default nine tenths of the machine's.
    pub memory: Option<u64>,
}

/// A flag that ends long runs.
///
/// ```
/// assert_eq!(reductio_command::stop::Stop::default().cause(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    /// The number of the first cause other than a signal; 0 if there is none.
    cause: Arc<AtomicU8>,
    /// Whether the answer is being written, which nobody may interrupt.
    is_answering: Arc<AtomicBool>,
    /// What is written where the work does not end in time and is given up.
    given_up: GivenUp,
}

/// A function that makes the answer of a run that is given up.
type Answer = dyn Fn(Cause) -> String + Send + Sync;

/// The function that makes the answer of a run that is given up, once it is known.
#[derive(Clone, Default)]
struct GivenUp(Arc<OnceLock<Box<Answer>>>);

impl fmt::Debug for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GivenUp").field(&self.0.get().is_some()).finish()
    }
}

impl Stop {
    /// Makes the flag of the process. The first Ctrl-C raises it, the second ends the process at once.
    ///
    /// # Errors
    /// The error of the system when it does not let signals be caught.
    pub fn at_signals() -> io::Result<Self> {
        let stop = Stop::default();
        // Of the signals alone: one that arrives just after a limit was reached is the first one.
        let is_signalled = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the second signal finds the flag raised.
            let code = i32::from(Exit::Declined.code());
            flag::register_conditional_shutdown(signal, code, is_signalled.clone())?;
            flag::register(signal, is_signalled.clone())?;
            flag::register(signal, stop.flag.clone())?;
        }
        Ok(stop)
    }

    /// Makes the flag of the process, which is also raised when the allowance is used up. Whatever still runs some time
    /// after the flag was raised is ended, with the exit code of what is undecided.
    pub(crate) fn of_process(allowance: Allowance) -> Self {
        // Where signals cannot be caught, Ctrl-C ends the process as ever.
        let stop = Stop::at_signals().unwrap_or_default();
        watchdog::watch(&stop, allowance);
        stop
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// Raises the flag for a cause, unless it has been raised; the first cause counts.
    fn raise_for(&self, cause: Cause) {
        if !self.flag.load(Ordering::Acquire) {
            self.cause.store(cause as u8, Ordering::Release);
            self.raise();
        }
    }

    /// The flag as loops look at it.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// The cause for which the flag is raised, if it is.
    pub fn cause(&self) -> Option<Cause> {
        let causes = [Cause::TimeIsUp, Cause::MemoryIsUp];
        let number = self.cause.load(Ordering::Acquire);
        let known = causes.into_iter().find(|cause| *cause as u8 == number);
        self.flag.load(Ordering::Acquire).then(|| known.unwrap_or(Cause::Interrupted))
    }

    /// Says what is written to standard output where the work does not end in time and is given up; the first time
    /// counts.
    pub(crate) fn when_given_up(&self, answer: impl Fn(Cause) -> String + Send + Sync + 'static) {
        let _ = self.given_up.0.set(Box::new(answer));
    }

    /// The answer of a run that is given up for a cause, if there is one.
    fn answer_given_up(&self, cause: Cause) -> Option<String> {
        Some(self.given_up.0.get()?(cause))
    }

    /// Notes that the answer is being written from now on, which may take any time.
    pub(crate) fn answering(&self) {
        self.is_answering.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cause_is_remembered() {
        let stop = Stop::default();
        stop.raise_for(Cause::TimeIsUp);
        stop.raise_for(Cause::MemoryIsUp);
        assert_eq!(stop.cause(), Some(Cause::TimeIsUp));
        let stop = Stop::default();
        stop.raise();
        stop.raise_for(Cause::MemoryIsUp);
        assert_eq!(stop.cause(), Some(Cause::Interrupted));
    }
}
