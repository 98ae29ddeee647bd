//! Speed of state-less searches: executions and transitions per second, beside shuttle's depth-first search of the same
//! program in Rust, in one run.
//!
//! `cargo bench -p reductio-selective --bench stateless`. Shuttle is built from `benches/peers/shuttle`; without a
//! network it may have to be left out, and then the bench says so. Shuttle runs real code and switches between stacks;
//! a system of threads is interpreted, and steps are taken back by keeping the states of the execution.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_selective::{Ahead, Choice, Limits, Selection, Sleep, explore};

const COUNTERS: &str = "
    const THREADS = 3
    const ROUNDS = 2
    var count : 0 .. THREADS * ROUNDS
    thread t[i : 0 .. THREADS - 1] {
      local k : 0 .. ROUNDS = 0
      local seen : 0 .. THREADS * ROUNDS
      while k < ROUNDS { seen := count; count := seen + 1; k := k + 1 }
    }";

const LOCKED: &str = "
    const THREADS = 3
    const ROUNDS = 2
    lock m
    var count : 0 .. THREADS * ROUNDS
    thread t[i : 0 .. THREADS - 1] {
      local k : 0 .. ROUNDS = 0
      while k < ROUNDS { acquire m; count := count + 1; release m; k := k + 1 }
    }";

/// The number of executions after which a search is given up: enough for a second or so.
const MOST: u64 = 300_000;

/// Builds shuttle's side. `None` if that cannot be done here.
fn shuttle() -> Option<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/shuttle");
    let target = std::env::temp_dir().join("reductio-shuttle-peer");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status();
    built.is_ok_and(|status| status.success()).then(|| target.join("release/shuttle-peer"))
}

/// Executions and steps per second of shuttle.
fn by_shuttle(program: &Path, name: &str, threads: i64, rounds: i64) -> Option<(f64, f64)> {
    let arguments = [name.to_owned(), threads.to_string(), rounds.to_string(), MOST.to_string()];
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [executions, steps, seconds] = numbers[..] else { return None };
    Some((executions / seconds, steps / seconds))
}

#[expect(clippy::cast_precision_loss)]
fn main() {
    let peer = shuttle();
    if peer.is_none() {
        println!("shuttle cannot be built here: its rows are left out");
    }
    for (name, text, threads, rounds) in [("counters", COUNTERS, 3, 2), ("locked", LOCKED, 4, 2)] {
        let constants = [("THREADS".to_owned(), threads), ("ROUNDS".to_owned(), rounds)];
        let system = parse_system(text, name, &constants).expect("it is a system");
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        let ahead = Ahead::of(&system);
        println!("{name}, {threads} threads, {rounds} rounds");
        let rate = peer.as_deref().and_then(|peer| by_shuttle(peer, name, threads, rounds));
        if let Some((executions, steps)) = rate {
            println!(
                "  {:28} {executions:12.0} executions/s {steps:12.0} steps/s",
                "shuttle, depth-first"
            );
        }
        for (what, choice, sleep) in [
            ("all", Choice::All, Sleep::Never),
            ("all, sleep sets", Choice::All, Sleep::Unconditional),
            ("persistent, sleep sets", Choice::Persistent(&ahead), Sleep::Unconditional),
            ("dynamic, sleep sets", Choice::Dynamic, Sleep::Unconditional),
            ("source sets, sleep sets", Choice::Source, Sleep::Unconditional),
        ] {
            let limits = Limits { executions: MOST, ..Limits::default() };
            let selection = Selection { choice, sleep, ..Selection::default() };
            let start = Instant::now();
            let found = explore(&model, &selection, &limits);
            let seconds = start.elapsed().as_secs_f64();
            let per_second = |number: u64| number as f64 / seconds;
            let ratio = rate.map_or_else(String::new, |(executions, _)| {
                format!(", {:.1} times shuttle", per_second(found.executions) / executions)
            });
            println!(
                "  {what:28} {:12.0} executions/s {:12.0} transitions/s; {} executions{}{ratio}",
                per_second(found.executions),
                per_second(found.transitions),
                found.executions,
                if found.stopped.is_some() { " and more" } else { "" },
            );
        }
    }
}
