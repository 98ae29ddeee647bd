//! The programs of the bench `schedules` under loom and shuttle: `schedules-peers SEARCH PROGRAM SECONDS` prints the number of
//! executions, the seconds, and whether all were walked. `schedules-peers weak SECONDS` is a table of its own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

mod weak;

mod with_loom {
    use loom::sync::{Arc, Condvar, Mutex};
    use loom::thread;

    include!("../programs.rs");
}

/// With `std`'s `Arc`, whose counters loom does not see.
mod with_loom_and_std {
    use loom::sync::{Condvar, Mutex};
    use loom::thread;
    use std::sync::Arc;

    include!("../programs.rs");
}

mod with_shuttle {
    use shuttle::sync::{Arc, Condvar, Mutex};
    use shuttle::thread;

    include!("../programs.rs");
}

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

fn counted(body: fn()) -> impl Fn() + Send + Sync + 'static {
    move || {
        EXECUTIONS.fetch_add(1, Relaxed);
        body();
    }
}

fn by_loom(body: fn(), preemptions: Option<usize>, time: Duration) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = preemptions;
    builder.max_duration = Some(time);
    builder.max_branches = 10_000;
    builder.check(counted(body));
}

fn by_shuttle(body: fn(), time: Duration) {
    let mut config = shuttle::Config::new();
    config.max_time = Some(time);
    let scheduler = shuttle::scheduler::DfsScheduler::new(None, false);
    shuttle::Runner::new(scheduler, config).run(counted(body));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [search, seconds] = &arguments[..]
        && search == "weak"
    {
        return weak::table(seconds.parse().expect("a number of seconds"));
    }
    let [search, name, seconds] = &arguments[..] else { panic!("SEARCH PROGRAM SECONDS") };
    let time = Duration::from_secs(seconds.parse().expect("a number of seconds"));
    let start = Instant::now();
    match search.as_str() {
        "loom" => by_loom(with_loom::program(name), None, time),
        "loom-std-arc" => by_loom(with_loom_and_std::program(name), None, time),
        "loom-2" => by_loom(with_loom_and_std::program(name), Some(2), time),
        "shuttle" => by_shuttle(with_shuttle::program(name), time),
        other => panic!("there is no search {other}"),
    }
    let spent = start.elapsed();
    println!("{} {} {}", EXECUTIONS.load(Relaxed), spent.as_secs_f64(), spent < time);
}
