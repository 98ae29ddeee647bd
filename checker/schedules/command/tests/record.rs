//! What the library writes is what the command reads.

#[path = "../src/table.rs"]
mod table;

use std::process::Command;

use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::{Explorer, thread};

/// Run by the other test, in a process of its own.
#[test]
fn explores() {
    if std::env::var_os("REDUCTIO_RECORD").is_none() {
        return;
    }
    let program = |locks: bool| {
        move || {
            let lock = Arc::new(Mutex::new(()));
            let other = Arc::clone(&lock);
            let thread = thread::spawn(move || drop(other.lock()));
            let held = locks.then(|| lock.lock());
            thread.join().unwrap();
            drop(held);
        }
    };
    Explorer::new().run(program(false)).assert_holds();
    assert!(!Explorer::new().run(program(true)).findings.is_empty());
}

#[test]
fn a_table_of_a_test() {
    let file = std::env::temp_dir().join(format!("cargo-reductio-test-{}", std::process::id()));
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["explores", "--exact"])
        .env("REDUCTIO_RECORD", &file)
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    let lines = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let table = table::table(&lines);
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[1].starts_with("explores") && rows[1].ends_with("all schedules"), "{table}");
    assert!(rows[2].ends_with("Deadlock"), "{table}");
    let [.., replay] = &rows[..] else { panic!("{table}") };
    assert!(replay.starts_with("  REDUCTIO_REPLAY='0"), "{table}");
    assert!(replay.ends_with("' cargo test explores -- --exact"), "{table}");
}

#[test]
fn other_words_are_told() {
    let command = || Command::new(env!("CARGO_BIN_EXE_cargo-reductio"));
    let answer = command().args(["reductio", "tset"]).output().unwrap();
    assert_eq!(answer.status.code(), Some(3));
    assert!(
        String::from_utf8(answer.stderr).unwrap().starts_with("`tset` is no command.\nusage: ")
    );
    assert!(command().arg("--help").status().unwrap().success());
}
