//! `check` and `java` with Java programs: the fixtures of the crate that reads class files.

use std::path::{Path, PathBuf};

use crate::common;
use crate::common::Folder;
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
    assert_eq!(missing.code, 0, "{missing:?}");
    assert!(missing.out.starts_with("Nothing is missing of what `main` can reach."), "{missing:?}");
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

/// The fixtures whose comments say that something is found, each with the line that says it.
fn fixtures_that_expect(what: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("java/fixtures");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if !entry.file_type().unwrap().is_dir() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        let file = fixture(&name).parent().unwrap().join(format!("{name}.java"));
        let source = std::fs::read_to_string(file).unwrap();
        let start = format!("// expect: {what} ");
        let line = source.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
        // Arguments are left to the tests of the crate that reads class files.
        if line != "none" && !source.contains("// args: ") {
            out.push((name, line.to_owned()));
        }
    }
    out.sort();
    out
}

fn verdicts(result: &Value) -> Vec<(String, String)> {
    let claims = result["claims"].as_array().unwrap().iter();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    claims.map(|claim| (word(&claim["claim"]), word(&claim["verdict"]))).collect()
}

#[test]
fn where_accesses_race_nothing_else_holds() {
    let racy = fixtures_that_expect("races");
    assert!(racy.len() >= 20, "{}", racy.len());
    for (name, _) in racy {
        let (code, result) = json(&name);
        assert_eq!(code, 1, "{name}");
        for (claim, verdict) in verdicts(&result) {
            assert_ne!(verdict, "holds", "{name}: {claim}");
            assert!(claim != "no_race" || verdict == "fails", "{name}: {verdict}");
        }
    }
    let (_, result) = json("StoreBuffering");
    let declined = |claim: &str| (claim.to_owned(), "declined".to_owned());
    assert_eq!(
        verdicts(&result),
        [
            declined("no_failure"),
            ("no_race".to_owned(), "fails".to_owned()),
            declined("no_deadlock"),
            declined("no_stuck_thread")
        ]
    );
    let answer = run("StoreBuffering", "check {}");
    let told = answer.out.replace('\n', " ");
    assert!(told.contains("Declined: of executions that are sequentially consistent it holds"));
    // What was not looked for by name either, the races of the program leave open.
    let answer = run("StoreBuffering", "check {} --search unreduced");
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.out.contains("sequentially consistent"), "{answer:?}");
    assert_eq!(run("AtomicCounter", "check {} --search unreduced").code, 0);
    let property = "check {} --queues first-come --property";
    let with_property = |name: &str, formula: &str| {
        let path = fixture(name).display().to_string();
        let words: Vec<&str> = property.split(' ').skip(2).collect();
        let all = [&["check", &*path][..], &words, &[formula]].concat();
        Folder::new().run_with(&all, None)
    };
    let answer = with_property("StoreBuffering", "always (StoreBuffering.x <= 1)");
    let told = answer.out.replace('\n', " ");
    assert!(told.contains("declined  property"), "{answer:?}");
}

#[test]
fn every_failure_has_its_exception() {
    for (name, _) in fixtures_that_expect("failures") {
        let (code, result) = json(&name);
        assert_eq!(code, 1, "{name}");
        let failures = result["failures"].as_array().unwrap();
        assert!(!failures.is_empty(), "{name}");
        for failure in failures {
            let exception = failure["exception"].as_str();
            // Classes of the fixtures are in no package.
            let is_class = |name: &str| name.contains('.') || name.starts_with(char::is_uppercase);
            assert!(exception.is_some_and(is_class), "{name}: {failure}");
        }
    }
    let (_, result) = json("NestedAccount");
    assert_eq!(result["failures"][0]["message"], "overdrawn: -2");
}

#[test]
fn a_thread_that_an_exception_ends_may_leave_others_in_a_deadlock() {
    let answer = run("ExceptionThenDeadlock", "compare {}");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("a total deadlock"), "{answer:?}");
    let rows = answer.out.lines().filter(|line| line.contains(" fails ")).collect::<Vec<_>>();
    assert!(rows.len() >= 15, "{rows:?}");
    // One search is too long to be compared.
    assert!(rows.iter().all(|row| !row.contains(" no ")), "{rows:?}");
}

#[test]
fn what_was_not_followed_is_told_beside_what_was_refuted() {
    let answer = run("UnsupportedLater", "check {}");
    assert_eq!(answer.code, 1, "{answer:?}");
    let told = answer.out.replace('\n', " ");
    let sentence = "Runs were not followed further: UnsupportedLater.java:14, in UnsupportedLater.choose: the class \
                    `java.util.concurrent.Phaser` is not supported.";
    assert!(told.contains(sentence), "{answer:?}");
    let (_, result) = json("UnsupportedLater");
    let limits = result["limits"].as_array().unwrap();
    assert!(limits.len() == 1 && limits[0].as_str().unwrap().contains("Phaser"), "{limits:?}");
}

#[test]
fn who_waits_outside_of_a_loop_may_wake_up_without_a_notification() {
    for name in ["IfWithOneWaiter", "AwaitOnce"] {
        let answer = run(name, "check {}");
        assert_eq!(answer.code, 2, "{answer:?}");
        let told = answer.out.replace('\n', " ");
        assert!(
            told.contains(&format!("{name}.java:17 a thread waits outside of a loop")),
            "{told}"
        );
        assert!(!told.contains("holds  "), "{told}");
        let answer = run(name, "check {} --spurious");
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.out.contains("wakes up by itself"), "{answer:?}");
    }
    // Who looks again is not misled; and a deadlock stays one, since nobody has to wake up.
    for (name, code) in [("BoundedBuffer", 0), ("ConditionBuffer", 0), ("BoundedBufferNotify", 1)] {
        let answer = run(name, "check {} --spurious");
        assert_eq!(answer.code, code, "{answer:?}");
    }
    let answer = run("BoundedBufferNotify", "check {} --spurious");
    assert!(answer.out.contains("fails     no total deadlock"), "{answer:?}");
}

#[test]
fn a_run_tells_values_calls_of_the_library_and_messages() {
    let answer = run("CheckThenAct", "check {}");
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for what in [
        "AtomicInteger#2.get() = 5",
        "AtomicInteger#2.addAndGet(-4) = 1",
        "AtomicInteger#2.addAndGet(-3) = -2",
        "java.lang.IllegalStateException (\"overdrawn: -2\") is not caught",
    ] {
        assert!(told.contains(what), "{what}: {answer:?}");
    }
    let answer = run("NestedAccount", "check {}");
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for what in ["Account#6.balance = 5", "Account#6.balance := 1"] {
        assert!(told.contains(what), "{what}: {answer:?}");
    }
    // A thread that has nothing to do with it is left out, and counted.
    let answer = run("DeadlockBeside", "check {}");
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for what in ["counted", "count :="] {
        assert!(!told.contains(what), "{what}: {answer:?}");
    }
    assert!(told.contains("steps are left out, on which this does not depend"), "{answer:?}");
    let (_, result) = json("DeadlockBeside");
    let all = result["deadlock_run"].as_array().unwrap();
    assert!(all.iter().any(|step| step["does"] == "prints \"counted\\n\""), "{all:?}");
}

#[test]
fn what_is_missing_is_what_main_can_reach() {
    let missing = run("MissingParts", "java missing {}");
    assert_eq!(missing.code, 2, "{missing:?}");
    let line = "MissingParts.java:11 (MissingParts): the class `java.io.FileFilter`";
    assert!(missing.out.contains(line), "{missing:?}");
    assert!(!missing.out.contains("Phaser"), "{missing:?}");
    let all = run("MissingParts", "java missing {} --all");
    assert!(all.out.contains("Phaser"), "{all:?}");
}

#[test]
fn identity_that_java_leaves_open_is_open() {
    let known = |argument: &str| run("ReferencesKnown", &format!("check {{}} --args {argument}"));
    for argument in ["same", "new", "kept"] {
        assert_eq!(known(argument).code, 0, "{argument}");
    }
    let answer = run("ReferencesOpen", "check {} --args lambda");
    assert_eq!(answer.code, 2, "{answer:?}");
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("a comparison of references whose result is left open"), "{answer:?}");
}

#[test]
fn an_argument_in_quotes_has_spaces() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let classes = folder.join("java/tests/concurrent/classes/Words").display().to_string();
    let run = |words: &str| Folder::new().run_with(&["check", &classes, "--args", words], None);
    // The program goes wrong unless it has the arguments `two words`, none at all, `#3` and `it's`.
    let answer = run("'two words'  \"\" #3 it\\'s");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(run("two words '' #3 it\\'s").code, 1);
    let answer = run("'two words");
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.err.contains("a quotation mark has no partner"), "{answer:?}");
}
