//! Executions and time of the search, beside loom's and shuttle's of the same programs in one run: the table of the guide.
//!
//! `cargo bench -p reductio-schedules --bench schedules [-- SECONDS]`: each search of a peer is cut after so many seconds (60). Loom and
//! shuttle are built from `benches/peers`; without a network they may have to be left out, and then the bench says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use reductio_schedules::Explorer;
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

include!("peers/programs.rs");

/// The programs, with the number of classes of equivalent executions.
const PROGRAMS: [(&str, Option<usize>); 8] = [
    ("philosophers 2", Some(2)),
    ("philosophers 3", Some(6)),
    ("philosophers 4", Some(14)),
    ("counter", Some(90)),
    ("readers-writer lock", Some(62)),
    ("bounded buffer", None),
    ("work queue", None),
    ("once-cell", Some(90)),
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

/// Executions and time of a peer, as a cell of the table.
fn by_peer(peer: &Path, search: &str, name: &str, seconds: u64) -> String {
    let output = Command::new(peer).args([search, name, &seconds.to_string()]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let [.., executions, time, all] = words[..] else { return "fails".to_owned() };
    let executions = grouped(executions.parse().unwrap_or(0));
    if all == "true" {
        format!("{executions} ({} s)", shown(time.parse().unwrap_or(0.0)))
    } else {
        format!("> {executions}")
    }
}

fn shown(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

fn main() {
    let seconds = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(60);
    let peers = peers();
    if peers.is_none() {
        println!("loom and shuttle cannot be built here: their columns are left out");
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
