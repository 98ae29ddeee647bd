//! The verifier in Python, which shares no code with ours, accepts and refuses the same certificates.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::corruptions::{Corrupted, certificate, corrupted, quantified, stated};
use reductio_exchange::proof_file;

/// The name of Python, if it is there. `REDUCTIO_REQUIRE_PYTHON` makes its absence a failure.
fn python(test: &str) -> Option<&'static str> {
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../theorems/exchange/certificate/verify.py")
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("python-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(python: &str, file: &Path) -> Output {
    Command::new(python).arg(verifier()).arg(file).output().unwrap()
}

/// A program that checks many files, and writes one line for each: Python is started once.
const MANY: &str = "\
import sys, os
sys.path.insert(0, os.path.dirname(sys.argv[1]))
sys.dont_write_bytecode = True
import verify
for path in sys.argv[2:]:
    try:
        verify.verify(path)
        print('accepted')
    except verify.Refused as refusal:
        print(str(refusal).replace('\\n', ' '))
";

/// Asserts that both verifiers refuse the changed certificates and name the step, or find a change harmless.
fn agree(python: &str, name: &str, text: &str, all: &[Corrupted]) {
    let folder = folder(name);
    let files: Vec<PathBuf> = (0..all.len()).map(|k| folder.join(format!("{k}.cert"))).collect();
    for (file, one) in files.iter().zip(all) {
        std::fs::write(file, &one.text).unwrap();
    }
    let output =
        Command::new(python).args(["-c", MANY]).arg(verifier()).args(&files).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<&str> = said.lines().collect();
    assert_eq!(answers.len(), all.len());
    let (mut refused, mut same_line) = (0, 0);
    for ((answer, one), file) in answers.iter().zip(all).zip(&files) {
        match proof_file::read(&one.text) {
            Ok(_) => {
                assert_eq!(*answer, "accepted", "{}", one.what);
                assert_eq!(stated(&one.text), stated(text));
            }
            Err(ours) => {
                assert_ne!(*answer, "accepted", "{}: {ours}", one.what);
                assert!(answer.contains("step"), "{}: {answer}", one.what);
                let place = format!("{}:{}: ", file.display(), ours.line);
                same_line += usize::from(answer.starts_with(&place));
                refused += 1;
            }
        }
    }
    assert!(refused * 20 >= all.len() * 19, "{refused} of {}", all.len());
    // Where a line breaks two rules, either may be named first, but not on another line.
    assert_eq!(same_line, refused);
}

#[test]
fn accepts_what_we_write_and_prints_it() {
    let Some(python) = python("accepts_what_we_write_and_prints_it") else { return };
    let folder = folder("accepts");
    let mut claims = 0;
    for theory in ["S5", "Lipton", "StaticReduction"] {
        let file = folder.join(format!("{theory}.cert"));
        let text = certificate(theory, &[]);
        std::fs::write(&file, &text).unwrap();
        let output = run(python, &file);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        for item in stated(&text) {
            let Some((_, item)) = item.split_once(" (") else { continue };
            assert!(said.contains(item), "{item}");
            claims += 1;
        }
    }
    std::fs::write(folder.join("cut.cert"), "reductio certificate 1\n").unwrap();
    let output = run(python, &folder.join("cut.cert"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(run(python, &folder.join("none.cert")).status.code(), Some(3));
    let _ = std::fs::remove_dir_all(&folder);
    assert!(claims > 80, "{claims}");
}

#[test]
fn two_hundred_changed_steps_are_refused_by_both() {
    let Some(python) = python("two_hundred_changed_steps_are_refused_by_both") else { return };
    let text = certificate("S5", &["25", "26", "28", "31", "33"]);
    agree(python, "some", &text, &corrupted(&text, 200, 0x5EED));
}

/// Statements about all actions and predicates are in files of version 2.
#[test]
fn changed_steps_about_all_actions_are_refused_by_both() {
    let Some(python) = python("changed_steps_about_all_actions_are_refused_by_both") else {
        return;
    };
    let text = quantified();
    assert!(text.starts_with("reductio certificate 2\n"), "{text}");
    let folder = folder("quantified");
    let file = folder.join("quantified.cert");
    std::fs::write(&file, &text).unwrap();
    let output = run(python, &file);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for item in stated(&text) {
        let Some((_, item)) = item.split_once(" (") else { continue };
        assert!(said.contains(item), "{item}");
    }
    let _ = std::fs::remove_dir_all(&folder);
    for rule in [" spec_sym ", " gen_sym ", " every "] {
        assert!(text.matches(rule).count() > 1, "{rule}: {text}");
    }
    agree(python, "quantified", &text, &corrupted(&text, 300, 0x5EED));
}

#[test]
#[ignore = "twelve seconds of Python: all of S5, 200 times"]
fn two_hundred_changed_steps_of_all_of_s5_are_refused_by_both() {
    let Some(python) = python("all of S5") else { return };
    let text = certificate("S5", &[]);
    agree(python, "all", &text, &corrupted(&text, 200, 0x5EED));
}

#[test]
fn what_no_statement_file_can_hold_is_refused_by_both() {
    let Some(python) = python("what_no_statement_file_can_hold_is_refused_by_both") else { return };
    let text = certificate("S5", &["28"]);
    let folder = folder("unreadable");
    for (from, to, what) in [
        ("(28): ", "(28 -- 29): ", "a label"),
        ("(28): ", "(28: 1 = 0): ", "a label"),
        ("(28): ", "([28]): ", "a label"),
        ("(28): ", "(2\u{430}): ", "a label"),
        ("theory S5\n", "theory theorem\n", "name"),
        ("theory S5\n", "theory with\n", "name"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let ours = proof_file::read(&changed).unwrap_err().to_string();
        assert!(ours.contains("expected") && ours.contains(what), "{to}: {ours}");
        let file = folder.join("changed.cert");
        std::fs::write(&file, &changed).unwrap();
        let output = run(python, &file);
        let theirs = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{to}");
        assert!(theirs.contains("expected") && theirs.contains(what), "{to}: {theirs}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
