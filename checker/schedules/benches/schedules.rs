//! Executions and time of the search, beside loom's and shuttle's of the same programs in one run: the tables of the guide.
//!
//! `cargo bench -p reductio-schedules --bench schedules [-- SECONDS]`: each search of a peer is cut after so many seconds (10). Loom and
//! shuttle are built from `benches/peers`; without a network they may have to be left out, and then the bench says so.
//!
//! First come executions per second of one core: with coroutines, with threads of the operating system, loom's and shuttle's; then two workers beside
//! one, which says something on a machine that has two cores to spare; then executions per second under C11's memory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use reductio_schedules::sync::atomic::{AtomicBool, Ordering::Relaxed};
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::{Explorer, Memory, thread};

include!("peers/programs.rs");

/// The programs, with the number of classes of equivalent executions.
const PROGRAMS: [(&str, Option<usize>); 10] = [
    ("philosophers 2", Some(2)),
    ("philosophers 3", Some(6)),
    ("philosophers 4", Some(14)),
    ("counter", Some(90)),
    ("readers-writer lock", Some(62)),
    ("bounded buffer", None),
    ("bounded buffer, 6 items", None),
    ("work queue", None),
    ("once-cell", Some(90)),
    ("three threads, four locks", Some(34_650)),
];

const PEERS: [(&str, &str); 4] = [
    ("loom, its Arc", "loom"),
    ("loom, std Arc", "loom-std-arc"),
    ("loom, 2 preemptions", "loom-2"),
    ("shuttle, depth-first", "shuttle"),
];

/// Builds the other side. `None` if that cannot be done here.
fn peers() -> Option<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/Cargo.toml");
    let target = std::env::temp_dir().join("reductio-schedules-peers");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--quiet", "--manifest-path"]).arg(manifest);
    let built = cargo.arg("--target-dir").arg(&target).status();
    built.is_ok_and(|status| status.success()).then(|| target.join("release/schedules-peers"))
}

/// `12,345`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a peer prints of a search: executions, seconds, and whether these are all.
fn asked(peer: &Path, search: &str, name: &str, seconds: u64) -> Option<(u64, f64, bool)> {
    let output = Command::new(peer).args([search, name, &seconds.to_string()]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let [.., executions, time, all] = words[..] else { return None };
    Some((executions.parse().ok()?, time.parse().ok()?, all == "true"))
}

/// Executions and time of a peer, as a cell of the table.
fn by_peer(peer: &Path, search: &str, name: &str, seconds: u64) -> String {
    match asked(peer, search, name, seconds) {
        None => "fails".to_owned(),
        Some((executions, time, true)) => format!("{} ({} s)", grouped(executions), shown(time)),
        Some((executions, ..)) => format!("> {}", grouped(executions)),
    }
}

/// Executions per second of a search that is repeated for about a second.
fn rate(explorer: &Explorer, closure: fn()) -> u64 {
    let (start, mut executions) = (Instant::now(), 0_u64);
    while start.elapsed() < Duration::from_secs(1) {
        let report = explorer.clone().time(Duration::from_secs(2)).run(closure);
        executions += u64::try_from(report.executions + report.blocked).unwrap_or(0);
    }
    per_second(executions, start.elapsed().as_secs_f64())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn per_second(executions: u64, seconds: f64) -> u64 {
    (executions as f64 / seconds) as u64
}

/// How much faster two workers are than one, of the best of some runs in turn.
fn workers() {
    let name = "three threads, four locks";
    let mut best = [f64::INFINITY; 2];
    for _ in 0..5 {
        for (place, best) in best.iter_mut().enumerate() {
            let report = Explorer::new().workers(place + 1).run(program(name));
            assert!(report.holds() && report.executions == 34_650, "{report}");
            *best = best.min(report.time.as_secs_f64());
        }
    }
    let [one, two] = best;
    println!("{name}: one worker {} s, two {} s: {:.2} times\n", shown(one), shown(two), one / two);
}

/// The time under `Memory::Auto`, of which that of schedules alone is a part: the best of some runs in turn.
fn watched() {
    let name = "three threads, four locks";
    let mut best = [f64::INFINITY; 2];
    for _ in 0..5 {
        let memories = [Memory::SequentiallyConsistent, Memory::Auto];
        for (memory, best) in memories.into_iter().zip(&mut best) {
            let report = Explorer::new().memory(memory).run(program(name));
            assert!(report.holds() && report.executions == 34_650, "{report}");
            *best = best.min(report.time.as_secs_f64());
        }
    }
    let [alone, watched] = best;
    println!(
        "{name}: schedules alone {} s, decided for C11 as well {} s: {:.2} times\n",
        shown(alone),
        shown(watched),
        watched / alone
    );
}

/// The table of executions per second.
fn rates(peer: Option<&Path>) {
    println!(
        "| executions per second | coroutines | threads of the system | loom, std Arc | shuttle |"
    );
    println!("|---|---|---|---|---|");
    for name in
        ["counter", "bounded buffer", "bounded buffer, 6 items", "three threads, four locks"]
    {
        let coroutines = rate(&Explorer::new(), program(name));
        let threads = rate(&Explorer::new().os_threads(), program(name));
        let of = |search: &str| {
            let found = peer.and_then(|peer| asked(peer, search, name, 2));
            found.map_or("?".to_owned(), |(executions, seconds, _)| {
                grouped(per_second(executions, seconds))
            })
        };
        let (coroutines, threads) = (grouped(coroutines), grouped(threads));
        println!(
            "| {name} | {coroutines} | {threads} | {} | {} |",
            of("loom-std-arc"),
            of("shuttle")
        );
    }
    println!();
}

fn shown(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

/// A ring of three threads, each of which stores to its atomic and loads the next one's.
fn ring() {
    let all = Arc::new([AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false)]);
    let start = |own: usize| {
        let all = Arc::clone(&all);
        thread::spawn(move || {
            all[own].store(true, Relaxed);
            all[(own + 1) % 3].load(Relaxed)
        })
    };
    join((0..3).map(start).collect());
}

/// Executions per second under C11's memory.
fn weak() {
    let explorer = Explorer::new().memory(Memory::Rc11);
    let counts = rate(&explorer, program("counter"));
    let rings = rate(&explorer, ring);
    println!(
        "RC11, executions per second: counter {}, ring of store buffering {}\n",
        grouped(counts),
        grouped(rings)
    );
}

fn main() {
    let seconds = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(10);
    let peers = peers();
    if peers.is_none() {
        println!("loom and shuttle cannot be built here: their columns are left out");
    }
    rates(peers.as_deref());
    workers();
    watched();
    weak();
    if let Some(peer) = &peers {
        let output = Command::new(peer).args(["weak", &seconds.to_string()]).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        println!("C11's memory beside loom, in one process:\n\n{}", text.unwrap_or_default());
    }
    let names: Vec<&str> =
        PEERS.iter().filter(|_| peers.is_some()).map(|(name, _)| *name).collect();
    println!("| program | optimum | here | {} |", names.join(" | "));
    println!("|---|---|---|{}", "---|".repeat(names.len()));
    for (name, optimum) in PROGRAMS {
        let report = Explorer::new().run(program(name));
        assert!(report.holds(), "{name}: {report}");
        let all = report.executions + report.blocked;
        let optimum = optimum.map_or_else(|| "?".to_owned(), |optimum: usize| optimum.to_string());
        print!("| {name} | {optimum} | {all} ({} s) |", shown(report.time.as_secs_f64()));
        for (_, search) in PEERS {
            if let Some(peer) = &peers {
                print!(" {} |", by_peer(peer, search, name, seconds));
            }
        }
        println!();
    }
}
