//! What somebody who begins is given: `new` writes what checks, `examples` shows and saves what is bundled.

use std::fs;
use std::process::Command;

use crate::common::Folder;

/// What the answer says to do next.
fn next(out: &str) -> String {
    let last = out.lines().find_map(|line| line.strip_prefix("next: reductio "));
    last.unwrap_or_else(|| panic!("{out}")).to_owned()
}

#[test]
fn what_is_written_checks() {
    let folder = Folder::new();
    for (arguments, files) in [
        ("new", &["account.sys"][..]),
        ("new bank --system", &["bank.sys"]),
        ("new --proof", &["law.oa", "law.oap"]),
        ("new below/two --proof", &["below/two.oa", "below/two.oap"]),
    ] {
        let written = folder.run(arguments);
        assert_eq!(written.code, 0, "{arguments}: {written:?}");
        assert!(files.iter().all(|file| folder.path().join(file).is_file()), "{arguments}");
        let checked = folder.run(&next(&written.out));
        assert_eq!(checked.code, 0, "{arguments}: {checked:?}");
    }
}

#[test]
fn a_java_program_checks() {
    let folder = Folder::new();
    let written = folder.run("new Bank --java");
    assert_eq!(written.code, 0, "{written:?}");
    if Command::new("javac").arg("-version").output().is_err() {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_JAVA").is_none(), "there is no javac");
        eprintln!("a_java_program_checks: skipped, there is no javac");
        return;
    }
    let checked = folder.run(&next(&written.out));
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn a_crate_names_the_clone() {
    let folder = Folder::new();
    let clone = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let written = folder.run(&format!("new bank-account --rust {clone}"));
    assert_eq!(written.code, 0, "{written:?}");
    let manifest = fs::read_to_string(folder.path().join("bank-account/Cargo.toml")).unwrap();
    let path = manifest.lines().find_map(|line| line.split_once("path = \"")).expect("a path").1;
    let path = path.split_once('"').expect("the end of the path").0;
    assert!(
        fs::read_to_string(format!("{path}/Cargo.toml")).unwrap().contains("reductio-schedules")
    );
    let answer = folder.run("new other --rust nowhere");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{answer:?}");
    assert!(!folder.path().join("other").exists());
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new().with("account.sys", "mine").with("law.oap", "mine");
    for arguments in ["new", "new --proof"] {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{arguments}: {answer:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("account.sys")).unwrap(), "mine");
    assert!(!folder.path().join("law.oa").exists());
    let folder = Folder::new().with("pool.sys", "mine");
    let answer = folder.run("examples --save .");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{answer:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_name_that_is_none_is_refused() {
    let folder = Folder::new();
    for arguments in
        ["new 1", "new a-b --proof", "new class --java", "new lemma --proof", "new ..", "new a/"]
    {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{arguments}: {answer:?}");
    }
}

#[test]
fn examples_are_listed_shown_and_saved() {
    let folder = Folder::new();
    let list = folder.run("examples");
    assert_eq!(list.code, 0, "{list:?}");
    let rows = list.out.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    assert_eq!(rows.count(), reductio::check::EXAMPLES.len() + reductio::check::PROGRAMS.len());
    let shown = folder.run("examples pool_broken.sys");
    let pool =
        reductio::check::EXAMPLES.iter().find(|example| example.name == "pool_broken").unwrap();
    assert_eq!((shown.code, shown.out.as_str()), (0, pool.text));
    // A name that a system and a program share is both.
    assert_eq!(folder.run("examples file_system --save both").code, 0);
    assert_eq!(fs::read_dir(folder.path().join("both")).unwrap().count(), 2);
    // Again, over what is the same.
    assert_eq!(folder.run("examples file_system --save both").code, 0);
    let saved = folder.run("examples pool_broken --save .");
    assert_eq!(saved.code, 0, "{saved:?}");
    assert_eq!(folder.run("check pool_broken.sys").code, 1);
    let unknown = folder.run("examples pol");
    assert_eq!((unknown.code, unknown.codes()), (3, vec!["E0016"]), "{unknown:?}");
    assert!(unknown.err.contains("did you mean `pool`?"), "{unknown:?}");
}
