//! C11's memory beside loom, in one process: `schedules-peers weak SECONDS` prints executions and times of each program
//! by both, so many seconds at most for loom, and the geometric mean of the ratios.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// With `std`'s `Arc`, whose counters loom does not see.
mod by_loom {
    use loom::sync::{Mutex, atomic};
    use loom::thread;
    use std::sync::Arc;

    include!("../litmus.rs");
}

mod here {
    use reductio_schedules::sync::{Arc, Mutex, atomic};
    use reductio_schedules::thread;

    include!("../litmus.rs");
}

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

/// Executions and time of loom, and whether all were walked.
fn loom_does(name: &str, most: Duration) -> (u64, Duration, bool) {
    let body = by_loom::program(name);
    EXECUTIONS.store(0, Relaxed);
    let mut builder = loom::model::Builder::new();
    builder.max_duration = Some(most);
    let start = Instant::now();
    builder.check(move || {
        EXECUTIONS.fetch_add(1, Relaxed);
        body();
    });
    let spent = start.elapsed();
    (EXECUTIONS.load(Relaxed), spent, spent < most)
}

/// Executions and time of this search: the best time of some runs.
fn ours(name: &str) -> (u64, Duration) {
    use reductio_schedules::{Explorer, Memory};
    let explorer = Explorer::new().memory(Memory::Rc11);
    let runs = (0..5).map(|_| explorer.run(here::program(name)));
    let report = runs.min_by_key(|report| report.time).expect("five runs");
    assert!(report.holds(), "{report}");
    (u64::try_from(report.executions + report.blocked).unwrap_or(0), report.time)
}

/// The seconds for which processors have worked for this process, where the system tells that.
fn worked() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may have anything in it, there are 11 numbers before the two.
    let mut numbers = text.rsplit(')').next()?.split_whitespace().skip(11);
    let mut next = || numbers.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / 100.0)
}

/// Executions per second of three threads, for about two seconds; and per second of work, which is that of one core
/// that does nothing else.
fn rate(name: &str) -> (f64, Option<f64>) {
    let (start, before, mut executions) = (Instant::now(), worked(), 0);
    while start.elapsed() < Duration::from_secs(2) {
        executions += ours(name).0 * 5;
    }
    let executions = executions as f64;
    let spent = before.and_then(|before| Some(worked()? - before));
    (executions / start.elapsed().as_secs_f64(), spent.map(|spent| executions / spent))
}

pub(crate) fn table(seconds: u64) {
    println!("| program | RC11 | executions | time | loom | time | executions by loom for one here |");
    println!("|---|---|---|---|---|---|---|");
    let (mut product, mut count, mut more, mut slower) = (0.0, 0, 0, 0);
    for (name, optimum) in here::NAMES {
        let (own, time) = ours(name);
        let (theirs, spent, is_all) = loom_does(name, Duration::from_secs(seconds));
        let ratio = theirs as f64 / own as f64;
        (product, count) = (product + ratio.ln(), count + 1);
        more += usize::from(is_all && own > theirs);
        slower += usize::from(own > 4 && time > spent);
        let sign = if is_all { "" } else { "> " };
        println!("| {name} | {optimum} | {own} | {time:.2?} | {sign}{theirs} | {spent:.2?} | {sign}{ratio:.1} |");
    }
    println!();
    println!("geometric mean of the ratios: {:.1}", (product / f64::from(count)).exp());
    println!("more executions here: {more} programs; slower here, of those above four: {slower}");
    for name in ["ring of 3", "lock twice, 3 threads", "lock three times, 3 threads"] {
        let (rate, by_core) = rate(name);
        let by_core = by_core.map_or("?".to_owned(), |rate| format!("{rate:.0}"));
        println!("{name}: {rate:.0} executions per second, {by_core} per second of one core");
    }
}
