//! The verifier in Python, on many certificates at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The name of Python, if it is there. `REDUCTIO_REQUIRE_PYTHON` makes its absence a failure.
pub(crate) fn python(test: &str) -> Option<&'static str> {
    let is_there = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success())
    };
    let found = ["python3", "python"].into_iter().find(is_there);
    if found.is_none() {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_PYTHON").is_none(), "there is no python3");
        eprintln!("{test}: skipped, there is no python3");
    }
    found
}

fn verifier() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("certificate/verify.py")
}

/// Writes files into a folder of their own, runs something with their names, and removes them.
fn with_files<T>(name: &str, texts: &[String], run: impl FnOnce(&[PathBuf]) -> T) -> T {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("certify-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files: Vec<PathBuf> = (0..texts.len()).map(|k| folder.join(format!("{k}.json"))).collect();
    for (file, text) in files.iter().zip(texts) {
        std::fs::write(file, text).unwrap();
    }
    let out = run(&files);
    let _ = std::fs::remove_dir_all(&folder);
    out
}

/// Runs the verifier on one file.
pub(crate) fn verify(python: &str, name: &str, text: &str) -> Output {
    with_files(name, &[text.to_owned()], |files| {
        Command::new(python).arg(verifier()).arg(&files[0]).output().unwrap()
    })
}

/// What the verifier writes to standard error if nobody reads what it prints.
pub(crate) fn verify_unread(python: &str, name: &str, text: &str) -> Output {
    with_files(name, &[text.to_owned()], |files| {
        let (unread, printed) = std::io::pipe().unwrap();
        drop(unread);
        Command::new(python).arg(verifier()).arg(&files[0]).stdout(printed).output().unwrap()
    })
}

/// A program that verifies many files, and writes one line for each: Python is started once.
const MANY: &str = "\
import sys, os
sys.path.insert(0, os.path.dirname(sys.argv[1]))
sys.dont_write_bytecode = True
import verify
sys.setrecursionlimit(verify.RECURSION)
for path in sys.argv[2:]:
    try:
        lines, are_decided = verify.verify(path, True)
        print('accepted')
    except verify.Refused as refusal:
        print('refused: ' + str(refusal).replace('\\n', ' '))
";

/// What the verifier says of each file: `accepted`, or `refused: ` and why.
pub(crate) fn verify_all(python: &str, name: &str, texts: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    // Not too many arguments at once.
    for texts in texts.chunks(500) {
        let output = with_files(name, texts, |files| {
            Command::new(python).args(["-c", MANY]).arg(verifier()).args(files).output().unwrap()
        });
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        out.extend(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned));
    }
    assert_eq!(out.len(), texts.len());
    out
}

/// What the verifier says of a certificate.
#[derive(Debug)]
pub(crate) enum Told {
    /// The answers are confirmed or undecided; the description that is printed.
    Accepted(String),
    Refused(String),
}

/// Prints one JSON value for each file: the reason of the refusal, or null, and the description, or null.
const DESCRIBED: &str = "\
import json, sys, os
sys.path.insert(0, os.path.dirname(sys.argv[1]))
sys.dont_write_bytecode = True
import verify
sys.setrecursionlimit(verify.RECURSION)
for path in sys.argv[2:]:
    why, lines = None, None
    try:
        verify.verify(path, True)
    except verify.Refused as refusal:
        why = str(refusal)
    try:
        with open(path, encoding='utf-8') as file:
            checks = json.load(file)['checks']
        lines = '\\n'.join(line for entry in checks for line in verify.describe(verify.System(entry)))
    except (verify.Refused, KeyError, TypeError):
        pass
    print(json.dumps([why, lines]))
";

fn described(python: &str, name: &str, texts: &[String]) -> Vec<(Option<String>, Option<String>)> {
    let mut out = Vec::new();
    for texts in texts.chunks(500) {
        let output = with_files(name, texts, |files| {
            let arguments = ["-c", DESCRIBED];
            Command::new(python).args(arguments).arg(verifier()).args(files).output().unwrap()
        });
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        out.extend(
            said.lines().map(|line| {
                serde_json::from_str::<(Option<String>, Option<String>)>(line).unwrap()
            }),
        );
    }
    assert_eq!(out.len(), texts.len());
    out
}

/// What the verifier says of each file, with the description of what it accepts.
pub(crate) fn describe_all(python: &str, name: &str, texts: &[String]) -> Vec<Told> {
    let told = |(why, lines): (Option<String>, Option<String>)| match why {
        Some(why) => Told::Refused(why),
        None => Told::Accepted(lines.expect("what is accepted is described")),
    };
    described(python, name, texts).into_iter().map(told).collect()
}

/// The descriptions alone, whether the answers are true or not.
pub(crate) fn systems(python: &str, name: &str, texts: &[String]) -> Vec<String> {
    let all = described(python, name, texts).into_iter();
    all.map(|(why, lines)| lines.unwrap_or_else(|| panic!("{why:?}"))).collect()
}
