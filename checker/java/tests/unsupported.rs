//! What is not supported halts a thread that comes to it, and is listed beforehand.

use std::path::Path;

use crate::support;
use crate::support::{classes, run};
use reductio_java::{Options, missing};

fn path(name: &str) -> reductio_java::ClassPath {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unsupported/classes").join(name);
    classes(&[&folder]).unwrap()
}

fn outcome(arguments: &[&str]) -> support::Run {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    run(&path("Calls"), &Options { arguments, ..Options::default() }).unwrap()
}

#[test]
fn what_is_not_reached_does_no_harm() {
    let run = outcome(&[]);
    assert_eq!(run.problems, Vec::<String>::new());
    assert_eq!(run.printed, "begin\nend\n");
}

#[test]
fn what_is_reached_halts_the_thread_and_is_told() {
    let what = [
        ("file", "the class `java.io.File`"),
        (
            "method",
            "the method `java.lang.String.describeConstable()` (its class has no method of that name)",
        ),
        ("native", "the native method `Calls.own()`"),
        ("lock", "the lock of a text"),
    ];
    for (argument, what) in what {
        let run = outcome(&[argument]);
        assert_eq!(run.printed, "begin\n", "{argument}");
        let [problem] = &run.problems[..] else { panic!("{argument}: {:?}", run.problems) };
        assert!(problem.starts_with("Calls.java:") && problem.contains(what), "{problem}");
    }
}

#[test]
fn a_superclass_that_is_missing_halts_the_thread_that_needs_it() {
    let run = run(&path("Above"), &Options::default()).unwrap();
    let [problem] = &run.problems[..] else { panic!("{:?}", run.problems) };
    let what = "the class `java.util.TimerTask`, which `Above$Task` needs";
    assert!(problem.starts_with("Above.java:") && problem.contains(what), "{problem}");
}

#[test]
fn all_of_it_is_listed_whether_it_is_reached_or_not() {
    let listed = missing(&path("Calls"));
    let told: Vec<String> =
        listed.iter().map(|one| format!("{}:{} {}", one.file, one.line, one.what)).collect();
    for what in [
        "the class `java.io.File`",
        "String.describeConstable()`",
        "native method",
        "the method `java.lang.Math.sin(double)`",
        "the method `java.lang.Thread.interrupt()`",
    ] {
        assert!(told.iter().any(|told| told.contains(what)), "{what} is not in {told:?}");
    }
    assert!(!told.iter().any(|told| told.contains("sqrt")), "{told:?}");
    let overloaded = listed.iter().find(|one| one.what.contains("parseInt")).unwrap();
    assert!(overloaded.instead.contains("`parseInt(java.lang.String)`"), "{overloaded:?}");
    let above = missing(&path("Above"));
    assert!(above.iter().any(|one| one.what == "the class `java.util.TimerTask`"), "{above:?}");
}

#[test]
fn nothing_is_missing_in_programs_that_are_supported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/classes");
    assert_eq!(missing(&classes(&[&folder]).unwrap()), []);
}
