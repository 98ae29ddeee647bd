//! `check` and `java` with Java programs: the fixtures of the crate that reads class files.

mod common;

use std::path::{Path, PathBuf};

use common::Folder;
use serde_json::Value;

/// The class files of a fixture.
fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    folder.join("java/fixtures").join(name).join("classes")
}

/// Runs a command about a fixture. `{}` stands for its class files.
fn run(name: &str, command: &str) -> common::Answer {
    let path = fixture(name).display().to_string();
    let words: Vec<String> = command
        .split(' ')
        .map(|word| if word == "{}" { path.clone() } else { word.to_owned() })
        .collect();
    Folder::new().run_with(&words.iter().map(String::as_str).collect::<Vec<_>>(), None)
}

fn json(name: &str) -> (i32, Value) {
    let answer = run(name, "check {} --format json");
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    (answer.code, value["results"][0].clone())
}

#[test]
fn the_run_of_a_deadlock_has_lines_threads_and_names() {
    let answer = run("BoundedBufferNotify", "check {}");
    assert_eq!(answer.code, 1, "{answer:?}");
    for told in [
        "fails     no total deadlock",
        "BoundedBufferNotify.java:19  thread 2  frees BoundedBufferNotify#",
        "BoundedBufferNotify.java:18  thread 1  reads BoundedBufferNotify#",
        "no thread can go on, and not all have ended: a total deadlock",
    ] {
        assert!(answer.out.contains(told), "{told}: {answer:?}");
    }
    // Fair queues hide it.
    let fair = run("BoundedBufferNotify", "check {} --queues first-come");
    assert_eq!(fair.code, 0, "{fair:?}");
    assert_eq!(run("BoundedBuffer", "check {}").code, 0);
}

#[test]
fn answers_in_json_name_exceptions_and_races() {
    let (code, result) = json("AtomicGetSet");
    assert_eq!(code, 1);
    let failure = &result["failures"][0];
    assert_eq!(failure["exception"], "java.lang.AssertionError");
    assert_eq!(
        (&failure["class"], &failure["file"]),
        (&"AtomicGetSet".into(), &"AtomicGetSet.java".into())
    );
    assert_eq!(failure["line"], 15);
    assert_eq!(result["deadlock"], false);
    let (_, result) = json("ArrayOverlap");
    assert_eq!(result["races"][0], "ArrayOverlap.cells[]");
    let (_, result) = json("ArrayListUnsynchronized");
    assert_eq!(result["races"][0], "java.util.ArrayList.size");
}

#[test]
fn classes_are_found_from_a_folder_and_from_a_class_file() {
    let file = fixture("AtomicCounter").join("AtomicCounter.class");
    let answer = Folder::new().run_with(&["check", &file.display().to_string()], None);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.starts_with("AtomicCounter: "), "{answer:?}");
}

#[test]
fn suggested_classes_are_right() {
    let suggested = run("BoundedBuffer", "java suggest {}");
    assert_eq!(suggested.code, 0, "{suggested:?}");
    let folder = Folder::new().with("Main.classes", suggested.out.clone().into_bytes());
    let path = fixture("BoundedBuffer").display().to_string();
    let answer = folder.run_with(&["check", &path, "--classes", "Main.classes"], None);
    assert_eq!(answer.code, 0, "{answer:?}");
    // The buffer is shared.
    let wrong = folder.with("wrong.classes", b"unshared BoundedBuffer\n");
    let answer = wrong.run_with(&["check", &path, "--classes", "wrong.classes"], None);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("BoundedBuffer"), "{answer:?}");
}

#[test]
fn what_is_not_supported_is_listed_beforehand_and_leaves_the_answer_open() {
    let missing = run("BoundedBuffer", "java missing {}");
    assert_eq!((missing.code, missing.out.as_str()), (0, "All of it is supported.\n"));
    let missing = run("UnsupportedBranch", "java missing {}");
    assert_eq!(missing.code, 2, "{missing:?}");
    assert!(missing.out.contains("UnsupportedBranch.java:"), "{missing:?}");
    let answer = run("UnsupportedBranch", "check {}");
    assert!(answer.out.contains("is not supported"), "{answer:?}");
}

#[test]
fn a_bound_is_told_and_is_no_proof() {
    let answer = run("BoundedBuffer", "check {} --bound threads=2");
    assert_eq!(answer.code, 2, "{answer:?}");
    for told in ["the search is bounded", "--bound threads=N", "BoundedBuffer.java:"] {
        assert!(answer.out.contains(told), "{told}: {answer:?}");
    }
}

#[test]
fn bad_input_is_told_once_with_its_code() {
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("java");
    let several = java.join("tests/programs/classes");
    // Several fixtures have a `Consumer` of their own.
    let twice = java.join("fixtures");
    let folder = Folder::new().with("text.class", b"no class file").with("cut.jar", b"PK\x03\x04");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let cases = [
        (several.display().to_string(), "E1211"),
        (twice.display().to_string(), "E1218"),
        ("text.class".to_owned(), "E1202"),
        ("cut.jar".to_owned(), "E1212"),
        ("nowhere.class".to_owned(), "E1201"),
        ("nowhere.java".to_owned(), "E1201"),
        ("empty".to_owned(), "E0003"),
    ];
    for (path, code) in cases {
        let answer = folder.run_with(&["check", &path], None);
        assert_eq!((answer.code, answer.codes()), (3, vec![code]), "{path}: {answer:?}");
    }
    let path = fixture("BoundedBuffer").display().to_string();
    for (option, value, code) in [
        ("--main", "Nowhere", "E1207"),
        ("--const", "N=1", "E0016"),
        ("--property", "eventually Nowhere.x", "E1020"),
    ] {
        let answer = folder.run_with(&["check", &path, option, value], None);
        assert_eq!((answer.code, answer.codes()), (3, vec![code]), "{option}: {answer:?}");
    }
    let answer = folder.run_with(&["check", &path, "--bound", "cats=3"], None);
    assert!(
        answer.code == 3 && answer.err.contains("expected a bound such as objects=100"),
        "{answer:?}"
    );
}
