//! The real virtual machine: programs are compiled and run many times.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An outcome of a run, in parts such as `seen 3`, `died IllegalStateException`, `deadlock`, `ends`.
pub(crate) type Outcome = BTreeSet<String>;

/// What was seen of each program, and how often.
pub(crate) type Seen = BTreeMap<String, BTreeMap<Outcome, usize>>;

/// The folder with the Java sources of the harness.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java/outcomes")
}

/// How late the runner makes threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lateness {
    /// By times most of which are as short as what threads do between the points where they are late.
    Small,
    /// Not at all, or by times of different orders of magnitude: what is rare otherwise happens in a few hundred runs.
    Great,
}

/// Whether Java's compiler and machine are there. `REDUCTIO_REQUIRE_JAVA` makes their absence a failure.
pub(crate) fn is_there() -> bool {
    let runs = |name: &str| {
        Command::new(name).arg("-version").output().is_ok_and(|found| found.status.success())
    };
    let is_there = runs("javac") && runs("java");
    if !is_there {
        assert!(
            std::env::var_os("REDUCTIO_REQUIRE_JAVA").is_none(),
            "there is no javac, or no java"
        );
        println!("skipped: there is no javac, or no java");
    }
    is_there
}

/// The Java sources of a folder and of those in it.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut inside: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    inside.sort();
    for path in inside {
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|found| found == "java") {
            out.push(path);
        }
    }
}

/// Compiles the Java sources of folders.
pub(crate) fn compile(folders: &[PathBuf], to: &Path) {
    let mut files = Vec::new();
    for folder in folders {
        sources(folder, &mut files);
    }
    let compiled = Command::new("javac")
        .args([
            "-g",
            "-nowarn",
            "-Xlint:none",
            "-XDsuppressNotes",
            "--release",
            "17",
            "-encoding",
            "UTF-8",
            "-d",
        ])
        .arg(to)
        .args(files)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

/// Compiled programs: the class files, and the runner with its own twins of `Seen` and `Jitter`.
pub(crate) struct Compiled {
    pub(crate) classes: PathBuf,
    runner: PathBuf,
    list: PathBuf,
}

impl Compiled {
    /// Compiles programs of our own and sources that were written into a folder.
    pub(crate) fn new(own: &[PathBuf], work: &Path) -> Compiled {
        let at = |name: &str| work.join(name);
        let mut all = vec![folder().join("checked")];
        all.extend_from_slice(own);
        compile(&all, &at("classes"));
        compile(&[folder().join("runner")], &at("runner"));
        Compiled { classes: at("classes"), runner: at("runner"), list: at("programs") }
    }

    /// Runs programs so often, as far as the time for each suffices, in milliseconds.
    pub(crate) fn run(
        &self,
        names: &[String],
        rounds: usize,
        milliseconds: usize,
        lateness: Lateness,
    ) -> Seen {
        fs::write(&self.list, names.join("\n")).unwrap();
        let out = Command::new("java")
            .args(["-Xss256k", "-XX:+UseSerialGC", "-cp"])
            .arg(&self.runner)
            .arg("Runner")
            .arg(&self.classes)
            .args([rounds.to_string(), "6".to_owned(), milliseconds.to_string()])
            .arg(&self.list)
            .arg((lateness == Lateness::Great).to_string())
            .output()
            .unwrap();
        let told = String::from_utf8(out.stdout).unwrap();
        assert!(out.status.success(), "{told}{}", String::from_utf8_lossy(&out.stderr));
        let mut seen = Seen::new();
        for line in told.lines() {
            let mut parts = line.split('\t');
            let (Some(name), Some(count), Some(outcome)) =
                (parts.next(), parts.next(), parts.next())
            else {
                panic!("the runner says `{line}`");
            };
            let outcome = outcome.split(", ").map(str::to_owned).collect();
            let count = count.parse().unwrap();
            assert!(count > 0, "the runner says `{line}`");
            seen.entry(name.to_owned()).or_default().insert(outcome, count);
        }
        seen
    }
}
