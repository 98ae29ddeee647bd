//! Peers: programs in C around libraries that may be installed, compiled when they are, and asked over pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A library to compare with.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// Whether its products are Boolean, so that their pairs can be counted.
    is_boolean: bool,
    program: PathBuf,
}

struct Source {
    name: &'static str,
    is_boolean: bool,
    text: &'static str,
    library: &'static str,
    package: &'static str,
}

const SOURCES: [Source; 2] = [
    Source {
        name: "M4RI",
        is_boolean: false,
        text: include_str!("m4ri.c"),
        library: "-lm4ri",
        package: "libm4ri-dev",
    },
    Source {
        name: "GraphBLAS",
        is_boolean: true,
        text: include_str!("graphblas.c"),
        library: "-lgraphblas",
        package: "libgraphblas-dev",
    },
];

/// Compiles the peers that are installed into `folder`; says of the others that and why they are left out.
pub(crate) fn compile(folder: &Path) -> Vec<Peer> {
    let mut peers = Vec::new();
    for source in SOURCES {
        match compiled(&source, folder) {
            Ok(program) => {
                peers.push(Peer { name: source.name, is_boolean: source.is_boolean, program });
            }
            Err(why) => println!("{why}"),
        }
    }
    peers
}

/// The program, or why there is none.
fn compiled(source: &Source, folder: &Path) -> Result<PathBuf, String> {
    let (text, program) = (folder.join(source.name).with_extension("c"), folder.join(source.name));
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|e| e.to_string());
    write(&folder.join("peer.h"), include_str!("peer.h"))?;
    write(&text, source.text)?;
    let output = Command::new("cc")
        .args(["-O3", "-march=native", "-std=gnu11", "-o"])
        .args([&program, &text])
        .arg(source.library)
        .output();
    let because = match output {
        Ok(output) if output.status.success() => return Ok(program),
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            errors.lines().find(|line| line.contains("error")).unwrap_or("").to_string()
        }
        Err(error) => format!("cc: {error}"),
    };
    Err(format!("{} is skipped (Debian package {}): {because}", source.name, source.package))
}

/// A running peer that has read the two factors.
pub(crate) struct Running {
    process: Child,
    is_boolean: bool,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Nanoseconds for one repetition, and the number of pairs of the result where it is a Boolean one.
pub(crate) type Answer = (f64, Option<usize>);

impl Peer {
    /// Starts the peer on a file of two relations.
    pub(crate) fn start(&self, factors: &Path) -> Running {
        let mut process = Command::new(&self.program)
            .arg(factors)
            .env("OMP_NUM_THREADS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the peer was compiled");
        let orders = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("a pipe"));
        Running { process, is_boolean: self.is_boolean, orders, answers }
    }
}

impl Running {
    /// Runs an operation so many times.
    pub(crate) fn run(&mut self, operation: &str, repetitions: u32, squarings: u32) -> Answer {
        let orders = self.orders.as_mut().expect("the peer listens");
        writeln!(orders, "{operation} {repetitions} {squarings}").expect("the peer listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the peer answers");
        let mut numbers = line.split_whitespace();
        let mut number = || numbers.next().unwrap_or_else(|| panic!("the peer says `{line}`"));
        let time = number().parse().expect("a time");
        let pairs = number().parse().expect("a count");
        (time, self.is_boolean.then_some(pairs))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Without further orders the peer ends.
        self.orders = None;
        let _ = self.process.wait();
    }
}
