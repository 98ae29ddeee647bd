//! `reductio check --emit-test rust`: the tests in this folder are what the command writes, they compile, and they
//! pass.
//!
//! To write them anew: `REDUCTIO_EMITTED=overwrite cargo test -p reductio-command --test command emitted::`.


#[rustfmt::skip]
mod clean;
#[rustfmt::skip]
mod philosophers;
#[rustfmt::skip]
mod served;
#[rustfmt::skip]
mod twice;

use std::fs;
use std::path::Path;

use crate::common::{Folder, words};

/// The tests: their names, the systems, and the options.
const ALL: [(&str, &str, &str); 4] = [
    ("clean", "checker/examples/clean_broken.sys", ""),
    ("philosophers", "checker/examples/philosophers_broken.sys", "--const SEATS=3"),
    ("served", "checker/command/tests/cmd/properties.in/served.sys", "--unreduced"),
    ("twice", "checker/command/tests/emitted/twice.sys", "--property \"x < 2\" --demote x"),
];

#[test]
fn these_are_what_the_command_writes() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new();
    for (name, system, options) in ALL {
        let text = fs::read_to_string(project.join(system)).unwrap();
        let file = Path::new(system).file_name().unwrap().to_str().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let line = format!("check {file} --emit-test rust {options}");
        let answer = folder.run_with(&words(&line), None);
        assert_eq!((answer.code, &*answer.err), (1, ""), "{name}: {}", answer.out);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/emitted/{name}.rs"));
        if std::env::var("REDUCTIO_EMITTED").is_ok_and(|value| value == "overwrite") {
            fs::write(&path, &answer.out).unwrap();
        }
        assert_eq!(answer.out, fs::read_to_string(&path).unwrap(), "{name}");
    }
}

#[test]
fn there_is_no_test_without_a_violation() {
    let folder = Folder::new()
        .with("good.sys", "var x : bool\nthread t { x := true }")
        .with("p.prog", "thread main { assert 0 == 1 }");
    let answer = folder.run("check good.sys --emit-test rust");
    assert_eq!((answer.code, &*answer.out, answer.codes()), (0, "", vec!["W0002"]));
    let answer = folder.run("check p.prog --emit-test rust");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{}", answer.err);
    for wrong in
        ["check good.sys --emit-test java", "check good.sys --emit-test rust --format json"]
    {
        assert_eq!(folder.run(wrong).code, 3, "{wrong}");
    }
}

/// The text of a system that is mended is not one on which the run can be executed.
#[test]
fn a_mended_system_does_not_pass() {
    use std::sync::Arc;

    use reductio::File;
    use reductio::check::{Parameters, Subject};
    use reductio::execution::RunFile;

    let good = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checker/examples/clean.sys"),
    )
    .unwrap();
    let good = good.replace("system clean\n", "system clean_broken\n");
    let file = Arc::new(File::new("clean_broken.sys", &good));
    let subject = Subject::load(&file, &Parameters::default(), None).unwrap();
    let test = include_str!("clean.rs");
    let run = test.split("const RUN: &str = r#\"").nth(1).unwrap().split("\"#;").next().unwrap();
    let run = RunFile::parse(run).unwrap();
    assert!(run.replay(subject.rules().unwrap(), subject.origin()).is_err());
}
