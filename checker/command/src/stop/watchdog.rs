//! The thread that watches the time and the memory of the process, and ends it when it does not end in time.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reductio::Exit;
use signal_hook::consts::SIGABRT;
use signal_hook::flag;

use super::memory::{most_addresses, of_machine, processor_time, size};
use super::{Allowance, Cause, Stop};

/// The time between two looks.
const TICK: Duration = Duration::from_millis(20);

/// The time that a run may take from when it is told to end to when it writes what it has, as time on a processor.
const GRACE: Duration = Duration::from_millis(800);

/// The same time by the clock, for machines that are too busy, and for runs that wait.
const LAST: Duration = Duration::from_secs(6);

/// Begins to watch over the process. If no thread can be made, nobody watches.
pub(super) fn watch(stop: &Stop, allowance: Allowance) {
    let start = Instant::now();
    let addresses = most_addresses();
    if addresses.is_some() {
        // Where there are no addresses for what is asked for, the standard library says so and aborts. That is a limit
        // that somebody set, and no fault of ours.
        let code = i32::from(Exit::Declined.code());
        let always = Arc::new(AtomicBool::new(true));
        let _ = flag::register_conditional_shutdown(SIGABRT, code, always);
    }
    let limits = Limits {
        end: allowance.time.and_then(|time| start.checked_add(time)),
        resident: allowance.memory.or_else(|| of_machine().map(|most| most / 10 * 9)),
        // Tables double: what is left must do for the answer, not for the next table.
        addresses: addresses.map(|most| most.saturating_sub((most / 8).max(64 << 20))),
    };
    let stop = stop.clone();
    let _ = thread::Builder::new()
        .name("watchdog".to_owned())
        .stack_size(64 << 10)
        .spawn(move || limits.keep(&stop));
}

struct Limits {
    end: Option<Instant>,
    resident: Option<u64>,
    addresses: Option<u64>,
}

impl Limits {
    fn keep(&self, stop: &Stop) {
        let mut raised = None;
        loop {
            let now = Instant::now();
            if stop.cause().is_none()
                && let Some(cause) = self.reached(now)
            {
                stop.raise_for(cause);
            }
            if let Some(cause) = stop.cause() {
                let (since, before) = *raised.get_or_insert_with(|| (now, processor_time()));
                let worked = processor_time()
                    .zip(before)
                    .map(|(now, before)| now.checked_sub(before).unwrap());
                let waited = now - since;
                if stop.is_answering.load(Ordering::Acquire) {
                    return;
                }
                // Where it is not known how long it worked, it worked all the time.
                if waited >= LAST || (waited >= GRACE && worked.unwrap_or(waited) >= GRACE) {
                    end(stop, cause);
                }
            }
            thread::sleep(self.end.map_or(TICK, |end| {
                let left = end.saturating_duration_since(now);
                if left.is_zero() { TICK } else { left.min(TICK) }
            }));
        }
    }

    /// The limit that the process has reached, if it has.
    fn reached(&self, now: Instant) -> Option<Cause> {
        if self.end.is_some_and(|end| now >= end) {
            return Some(Cause::TimeIsUp);
        }
        let size = size();
        let is_full = self.resident.is_some_and(|most| size.resident > most)
            || self.addresses.is_some_and(|most| size.addresses > most);
        is_full.then_some(Cause::MemoryIsUp)
    }
}

/// Ends the process because the work did not end by itself.
fn end(stop: &Stop, cause: Cause) -> ! {
    let _ = writeln!(
        anstream::stderr(),
        "reductio: {}: what was under way is not at a place where it can end, and was given up",
        cause.word()
    );
    if let Some(answer) = stop.answer_given_up(cause) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    }
    std::process::exit(i32::from(Exit::Declined.code()))
}
