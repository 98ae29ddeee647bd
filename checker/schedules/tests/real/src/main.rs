//! Runs programs with the real libraries, again and again, and with the stand-ins by all schedules: whatever the real ones did must be among what was found.
//! `schedules-real [RUNS]`, 2000 if nothing is said. Exits with 1 if something was not found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::Explorer;

type Program = Box<dyn Fn() -> String + Send + Sync>;

mod real_tasks {
    use tokio::task::yield_now;
    use tokio::{spawn, sync};

    include!("../tasks.rs");

    pub fn all(runtime: &'static tokio::runtime::Runtime) -> [(&'static str, super::Program); 13] {
        tasks!(|program| runtime.block_on(program))
    }
}

mod our_tasks {
    use reductio_schedules::future::{block_on, spawn, yield_now};
    use reductio_schedules::tokio::sync;

    include!("../tasks.rs");

    pub fn all() -> [(&'static str, super::Program); 13] {
        tasks!(block_on)
    }
}

mod real_threads {
    use std::sync::Arc;
    use std::thread;

    include!("../threads.rs");

    pub fn all() -> [(&'static str, Run); 9] {
        THREADS
    }
}

mod our_threads {
    use reductio_schedules::sync::Arc;
    use reductio_schedules::{parking_lot, thread};

    include!("../threads.rs");

    pub fn all() -> [(&'static str, Run); 9] {
        THREADS
    }
}

fn explored(program: Plain<Program>) -> (BTreeSet<String>, String) {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    let explorer = Explorer::new().executions(200_000);
    let report = explorer.expect_panics().run(move || {
        let outcome = program();
        kept.lock().unwrap().insert(outcome);
    });
    let told = match report.findings.first() {
        None if report.is_complete() => format!("{} executions", report.executions),
        None => format!("{} executions, not all", report.executions),
        Some(finding) => finding.to_string(),
    };
    let all = std::mem::take(&mut *all.lock().unwrap());
    (all, told)
}

fn main() {
    let runs: usize = std::env::args().nth(1).map_or(2000, |text| text.parse().expect("a number"));
    std::panic::set_hook(Box::new(|_| ()));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(3).build().unwrap();
    let runtime: &'static _ = Box::leak(Box::new(runtime));
    let mut pairs: Vec<(&str, Program, Program)> = Vec::new();
    for ((name, real), (_, ours)) in real_tasks::all(runtime).into_iter().zip(our_tasks::all()) {
        pairs.push((name, real, ours));
    }
    for ((name, real), (_, ours)) in real_threads::all().into_iter().zip(our_threads::all()) {
        pairs.push((name, Box::new(real), Box::new(ours)));
    }
    let mut is_right = true;
    for (name, real, ours) in pairs {
        let (found, told) = explored(Plain::new(ours));
        let mut seen = BTreeMap::<String, usize>::new();
        for _ in 0..runs {
            *seen.entry(real()).or_default() += 1;
        }
        println!("{name}: {} of {} outcomes seen in {runs} runs; {told}", seen.len(), found.len());
        for (outcome, count) in seen.iter().filter(|(outcome, _)| !found.contains(*outcome)) {
            println!("  NOT FOUND, seen {count} times: {outcome}");
            is_right = false;
        }
        if std::env::var_os("SHOW").is_some() {
            for outcome in &found {
                println!(
                    "  {outcome}{}",
                    if seen.contains_key(outcome) { "" } else { "   (not seen)" }
                );
            }
        }
    }
    std::process::exit(i32::from(!is_right));
}
