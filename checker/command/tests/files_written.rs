//! Files that the command writes are whole or not written at all, whatever happens to the disk or to the process.

#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{Answer, Folder, command};

const SYSTEM: &str =
    "system one\nvar a : 0 .. 1\nthread t { A: a := 1 }\ninvariant \"small\": a <= 1\n";
const THEORY: &str = "theory Own extends S5\n(1) x <= x + y\n";
const PAGE: &str = "<!DOCTYPE html>\n<!-- a page of reductio -->\n";

/// A command that writes a file, the file, and the beginning of files of this kind: others would not be written over.
struct Writer {
    arguments: &'static [&'static str],
    file: &'static str,
    start: &'static str,
}

const fn writer(
    arguments: &'static [&'static str],
    file: &'static str,
    start: &'static str,
) -> Writer {
    Writer { arguments, file, start }
}

const WRITERS: [Writer; 14] = [
    writer(&["check", "one.sys", "--html", "out"], "out", PAGE),
    writer(&["prove", "24", "--html", "out"], "out", PAGE),
    writer(&["models", "--drop", "18", "--html", "out"], "out", PAGE),
    writer(&["models", "--drop", "18", "--format", "svg", "--save", "."], "without-18.svg", ""),
    writer(&["decide", "x* = x* x*", "--html", "out"], "out", PAGE),
    writer(&["report", "one.sys", "--output", "out"], "out", PAGE),
    writer(&["notebook", "html", "one.md", "--output", "out"], "out", PAGE),
    writer(&["notebook", "bless", "one.md"], "one.md", ""),
    writer(&["prove", "24", "--certificate", "out"], "out", "reductio certificate "),
    writer(
        &["check", "one.sys", "--certificate", "out"],
        "out",
        "{\"reductio check certificate\": 1,",
    ),
    writer(&["export", "coq", "24", "--output", "out", "--force"], "out", ""),
    writer(&["export", "tptp", "24", "--output", "out", "--force"], "out", ""),
    writer(&["explain", "E0101", "--save", "."], "E0101.oa", ""),
    writer(&["fmt", "messy.sys"], "messy.sys", ""),
];

/// The contents of the file before, longer than the limit of these tests.
fn old(writer: &Writer) -> String {
    if writer.file == "one.md" {
        let cells = format!("```{{code-cell}}\n{SYSTEM}```\n\n```{{code-cell}}\ncheck one\n```\n");
        return "prose\n".repeat(1000) + "\n" + &cells;
    }
    if writer.file == "messy.sys" {
        return "-- prose\n".repeat(1000) + "thread t{skip}";
    }
    format!("{}{}", writer.start, "what was there before\n".repeat(1000))
}

fn folder(writer: &Writer) -> Folder {
    let folder = Folder::new().with("one.sys", SYSTEM).with("own.oa", THEORY);
    folder.with("one.md", "# One\n\n```{code-cell}\neval\n```\n").with(writer.file, old(writer))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Runs the command where no file may be longer than a block of 512 bytes. Writing more is an error if `SIGXFSZ` is
/// ignored, as on a full disk; else the process is killed while it writes.
fn limited(folder: &Folder, arguments: &[&str], is_killed: bool) -> Output {
    let trap = if is_killed { "" } else { "trap '' XFSZ; " };
    Command::new("sh")
        .args(["-c", &format!("ulimit -c 0; ulimit -f 1; {trap}exec \"$0\" \"$@\"")])
        .arg(command().get_program())
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    for writer in &WRITERS {
        let folder = folder(writer);
        let before = names(folder.path());
        let output = limited(&folder, writer.arguments, false);
        let answer = Answer::from(output);
        assert_eq!(answer.code, 3, "{:?}: {answer:?}", writer.arguments);
        assert!(answer.err.contains("cannot write"), "{:?}: {answer:?}", writer.arguments);
        assert_eq!(read(folder.path().join(writer.file)), old(writer), "{:?}", writer.arguments);
        assert_eq!(names(folder.path()), before, "{:?}", writer.arguments);
    }
}

#[test]
fn a_kill_leaves_what_was_there() {
    for writer in &WRITERS {
        let folder = folder(writer);
        let output = limited(&folder, writer.arguments, true);
        assert!(output.status.signal().is_some(), "{:?}: {output:?}", writer.arguments);
        assert_eq!(read(folder.path().join(writer.file)), old(writer), "{:?}", writer.arguments);
    }
}

#[test]
fn nothing_else_is_in_the_folder_afterwards() {
    for writer in &WRITERS {
        let folder = folder(writer);
        let before = names(folder.path());
        let path = folder.path().join(writer.file);
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let answer = folder.run_with(writer.arguments, None);
        assert_eq!(answer.code, 0, "{:?}: {answer:?}", writer.arguments);
        assert_ne!(read(&path), old(writer));
        assert_eq!(names(folder.path()), before, "{:?}", writer.arguments);
        let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o640, "{:?}", writer.arguments);
    }
}

const PROVE: [&str; 4] = ["decide", "x* = x* x*", "--html", "out"];

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let folder = Folder::new().with("any", "");
    assert_eq!(folder.run_with(&PROVE, None).code, 0);
    let mode = |name: &str| folder.path().join(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("out"), mode("any"));
}

#[test]
fn links_stay_and_lead_to_what_is_written() {
    let folder = Folder::new().with("far", PAGE);
    std::fs::create_dir(folder.path().join("deep")).unwrap();
    symlink("deep/near", folder.path().join("out")).unwrap();
    symlink("../far", folder.path().join("deep/near")).unwrap();
    assert_eq!(folder.run_with(&PROVE, None).code, 0);
    assert!(folder.path().join("out").is_symlink() && folder.path().join("deep/near").is_symlink());
    assert!(read(folder.path().join("far")).ends_with("</html>\n"));
    assert_eq!(names(folder.path()), ["deep", "far", "out"]);
    assert_eq!(names(&folder.path().join("deep")), ["near"]);
    // To a file that is not there yet.
    std::fs::remove_file(folder.path().join("far")).unwrap();
    assert_eq!(folder.run_with(&PROVE, None).code, 0);
    assert!(folder.path().join("out").is_symlink());
    assert!(read(folder.path().join("far")).ends_with("</html>\n"));
    // In a circle.
    symlink("b", folder.path().join("a")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    let answer = folder.run_with(&["decide", "x = x", "--html", "a"], None);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{answer:?}");
}

#[test]
fn a_protected_file_is_not_replaced() {
    let folder = Folder::new().with("out", PAGE);
    let path = folder.path().join("out");
    std::fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(&path).is_ok() {
        println!("skipped: this user may write what is protected");
        return;
    }
    let answer = folder.run_with(&PROVE, None);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{answer:?}");
    assert_eq!((read(&path), names(folder.path())), (PAGE.to_owned(), vec!["out".to_owned()]));
}

#[test]
fn what_is_no_file_is_written_to_as_it_is() {
    let folder = Folder::new();
    let to = |path: &str| folder.run_with(&["decide", "x = x", "--html", path], None);
    let answer = to("/dev/stdout");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.starts_with(PAGE) && answer.out.contains("</html>\n"), "{answer:?}");
    assert_eq!(to("/dev/null").code, 0);
    assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    assert_eq!(to(".").codes(), ["E0012"]);
    if Path::new("/dev/full").exists() {
        let answer = to("/dev/full");
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{answer:?}");
    }
    // A pipe with a name: whoever reads it gets the page, and it is a pipe afterwards.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(to("pipe").code, 0);
    assert!(reader.join().unwrap().ends_with("</html>\n"));
    assert_eq!(names(folder.path()), ["pipe"]);
    assert!(!pipe.metadata().unwrap().is_file());
    // Standard output that is a file is written to, and stays the file that it is.
    let file = std::fs::File::create(folder.path().join("said")).unwrap();
    let status = command()
        .args(["--quiet", "decide", "x = x", "--html", "/dev/stdout"])
        .stdout(file.try_clone().unwrap())
        .status();
    assert!(status.unwrap().success());
    assert_eq!(file.metadata().unwrap().len(), read(folder.path().join("said")).len() as u64);
    assert!(read(folder.path().join("said")).ends_with("</html>\n"));
}

/// All code but tests writes files in one place.
#[test]
fn nothing_writes_files_in_another_way() {
    fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { sources(&path, found) } else { found.push(path) }
        }
    }
    let mut found = Vec::new();
    for folder in ["src", "../src"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 100, "only {} files", found.len());
    for path in found.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let text = read(path);
        let code = text.split("#[cfg(test)]").next().unwrap();
        for way in ["fs::write", "File::create", "OpenOptions", "fs::rename", "fs::copy"] {
            assert!(!code.contains(way) || path.ends_with("replace.rs"), "{way} in {path:?}");
        }
    }
}
