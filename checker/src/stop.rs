//! What ends a long run early: Ctrl-C, or the time that it was given.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::verdict::Exit;

/// Why a run was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Ctrl-C.
    Interrupted,
    /// The time was up.
    TimeIsUp,
}

impl Cause {
    /// The word for reports: `interrupted after 3 of 7 units`.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Interrupted => "interrupted",
            Cause::TimeIsUp => "out of time",
        }
    }
}

/// A flag that long runs look at.
///
/// ```
/// assert_eq!(reductio::stop::Stop::default().cause(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    is_late: Arc<AtomicBool>,
}

impl Stop {
    /// The flag of the process: the first Ctrl-C raises it, the second ends the process at once.
    ///
    /// # Errors
    /// What the system says when it does not let signals be caught.
    pub fn at_signals() -> io::Result<Self> {
        let stop = Stop::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the second signal finds the flag raised.
            let code = i32::from(Exit::Declined.code());
            flag::register_conditional_shutdown(signal, code, stop.flag.clone())?;
            flag::register(signal, stop.flag.clone())?;
        }
        Ok(stop)
    }

    /// Raises the flag when the time is up.
    pub fn after(&self, time: Duration) {
        let stop = self.clone();
        thread::spawn(move || {
            thread::sleep(time);
            stop.is_late.store(true, Ordering::Relaxed);
            stop.flag.store(true, Ordering::Release);
        });
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// The flag.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Why the flag is raised, if it is.
    pub fn cause(&self) -> Option<Cause> {
        let is_late = || self.is_late.load(Ordering::Relaxed);
        let cause = || if is_late() { Cause::TimeIsUp } else { Cause::Interrupted };
        self.flag.load(Ordering::Acquire).then(cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_remembered() {
        let stop = Stop::default();
        stop.after(Duration::ZERO);
        while stop.cause().is_none() {
            thread::yield_now();
        }
        assert_eq!(stop.cause(), Some(Cause::TimeIsUp));
        let stop = Stop::default();
        stop.raise();
        assert_eq!(stop.cause(), Some(Cause::Interrupted));
    }
}
