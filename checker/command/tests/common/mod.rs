//! Runs the command in a folder of its own.

#![allow(dead_code)] // each test file uses its part

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is removed when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.0.join(name), content).unwrap();
        self
    }

    /// Runs the command with arguments separated by white space.
    pub(crate) fn run(&self, arguments: &str) -> Answer {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>(), None)
    }

    /// Starts the command, without standard input; its output can be read.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.start_with(arguments, Stdio::null())
    }

    fn start_with(&self, arguments: &[&str], input: Stdio) -> Child {
        let mut command = command();
        command.args(arguments).current_dir(&self.0).stdin(input);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs the command, with a text for standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: Option<&[u8]>) -> Answer {
        let piped = if input.is_some() { Stdio::piped() } else { Stdio::null() };
        let mut child = self.start_with(arguments, piped);
        if let Some(input) = input {
            // The command may stop reading early.
            let _ = child.stdin.take().unwrap().write_all(input);
        }
        Answer::from(child.wait_with_output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reductio"));
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    command
}

/// Sends a signal to a process, such as `INT`.
pub(crate) fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(sent.is_ok());
}

/// The processes that a process has started, as Linux knows them.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let path = format!("/proc/{process}/task/{process}/children");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// What Linux says of a process that has not ended, from its state on.
pub(crate) fn status_of(process: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<String> =
        text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect();
    // One that has ended stays there until somebody asks how.
    (fields[0] != "Z").then_some(fields)
}

/// The output and the exit code of a command.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Answer {
            code: output.status.code().expect("the command was not killed"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Answer {
    /// The codes of the errors and warnings that were shown, in order.
    pub(crate) fn codes(&self) -> Vec<&str> {
        self.err
            .lines()
            .filter_map(|l| l.strip_prefix("error[").or_else(|| l.strip_prefix("warning[")))
            .filter_map(|l| l.split(']').next())
            .collect()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("no JSON ({e}): {}", self.out))
    }
}

/// The arguments of a command line; double quotes keep one together.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for (k, part) in line.split('"').enumerate() {
        if k % 2 == 1 { all.push(part) } else { all.extend(part.split_whitespace()) }
    }
    all
}

/// The JSON of an answer, checked against its schema.
pub(crate) fn assert_valid(schema: &str, answer: &Answer) -> serde_json::Value {
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let json = answer.json();
    let errors: Vec<String> =
        validator.iter_errors(&json).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", answer.out);
    assert_eq!(answer.err, "", "JSON runs say everything in JSON");
    json
}

/// The words of the list `const NAME` in a source file of the project.
pub(crate) fn listed(file: &str, name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let source = std::fs::read_to_string(path).unwrap();
    let list = source.split(&format!("const {name}: [")).nth(1).unwrap();
    let list = list.split_once('=').unwrap().1.split("];").next().unwrap();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}
