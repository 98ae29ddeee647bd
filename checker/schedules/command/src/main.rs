#![doc = include_str!("../README.md")]

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

mod table;

const USAGE: &str = "usage: cargo reductio test [ARGUMENTS OF cargo test]

Runs the tests, and prints a table of what `reductio-schedules` explored in them: the test, executions,
whether all schedules were walked or which bound was met, seconds; and how to run again what was found.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    // Cargo runs `cargo-reductio reductio test ..`.
    if arguments.first().is_some_and(|first| first == "reductio") {
        arguments.remove(0);
    }
    match arguments.first().map(String::as_str) {
        Some("test") => test(&arguments[1..]),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        other => {
            let got = other.map_or_else(String::new, |other| format!("`{other}` is no command.\n"));
            eprintln!("{got}{USAGE}");
            ExitCode::from(3)
        }
    }
}

/// Runs `cargo test`, and prints the table.
fn test(arguments: &[String]) -> ExitCode {
    let record = Record::new();
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status =
        Command::new(&cargo).arg("test").args(arguments).env("REDUCTIO_RECORD", &record.0).status();
    let status = match status {
        Ok(status) => status,
        Err(error) => {
            eprintln!("`{}` cannot be run: {error}", cargo.display());
            return ExitCode::from(3);
        }
    };
    // Nobody explored anything, if there is no file.
    let lines = std::fs::read_to_string(&record.0).unwrap_or_default();
    print!("\n{}", table::table(&lines));
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    // Without a code, a signal has ended it.
    code.map_or(ExitCode::from(101), ExitCode::from)
}

/// The file that tests add lines to, which is gone in the end.
struct Record(PathBuf);

impl Record {
    fn new() -> Self {
        Record(env::temp_dir().join(format!("cargo-reductio-{}.txt", std::process::id())))
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}
