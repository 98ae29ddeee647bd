//! Classes are read and linked as the virtual machine of Java 17 does it, and what it refuses ends the runs that come
//! to it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::support::{classes, run};
use reductio_java::{ClassPath, JavaError, Options, lower, missing};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn options(arguments: &[&str]) -> Options {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    Options { arguments, ..Options::default() }
}

/// The bytes of a class file of a program of the folder `linked`.
fn bytes(program: &str, class: &str) -> Vec<u8> {
    fs::read(tests().join("linked/classes").join(program).join(class)).unwrap()
}

/// Puts one text in the place of another one of that length.
fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
    let mut bytes = bytes.to_vec();
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        jar.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap().into_inner()
}

/// A folder of its own, which is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("reductio-linked-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn each_error_of_linking_ends_the_run_that_comes_to_it_and_is_named() {
    let path = classes(&[&tests().join("linked/classes/Stale")]).unwrap();
    // What the virtual machine throws.
    let expected = fs::read_to_string(tests().join("linked/Stale.expected")).unwrap();
    assert!(expected.lines().count() >= 17);
    for line in expected.lines() {
        let (which, error) = line.split_once(": java.lang.").unwrap();
        let run = run(&path, &options(&[which])).unwrap();
        let [problem] = &run.problems[..] else { panic!("{which}: {run:?}") };
        let is_named = problem.contains(&format!("`{error}`"))
            // What is not there could be of a class that has no model as well.
            || error == "NoSuchFieldError" && problem.contains("the field `")
            || error == "NoSuchMethodError" && problem.contains("the method `");
        assert!(is_named && problem.contains("not supported"), "{which}: {error}, not {problem}");
        assert_eq!(run.printed, "", "{which}");
    }
    let run = run(&path, &options(&["something else"])).unwrap();
    assert_eq!((&*run.printed, run.problems.len()), ("something else: 0\n", 0));
}

/// What a jar prints, with these classes for versions of Java, and a manifest.
fn printed_by(manifest: &str, versions: &[&str]) -> String {
    let main = bytes("Versions", "Versions.class");
    let base = bytes("Versions", "Versions$Own.class");
    let mut entries = vec![
        ("META-INF/MANIFEST.MF".to_owned(), manifest.as_bytes().to_vec()),
        ("Versions.class".to_owned(), main),
        ("Versions$Own.class".to_owned(), base.clone()),
    ];
    for version in versions {
        let name = format!("META-INF/versions/{version}/Versions$Own.class");
        entries.push((name, replaced(&base, "version 00", &format!("version {version:0>2}"))));
    }
    let entries: Vec<(&str, &[u8])> =
        entries.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let mut path = ClassPath::default();
    path.add_bytes("versions.jar", &jar(&entries)).unwrap();
    run(&path, &Options::default()).unwrap().printed
}

#[test]
fn of_a_jar_for_several_versions_the_classes_for_java_17_count() {
    let yes = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    assert_eq!(printed_by(yes, &["9", "17", "11", "18"]), "version 17\n");
    assert_eq!(printed_by(yes, &["11", "9", "21"]), "version 11\n");
    assert_eq!(printed_by(yes, &["8", "18"]), "version 00\n");
    assert_eq!(printed_by("multi-release: TRUE\n", &["9"]), "version 09\n");
    for no in [
        "Manifest-Version: 1.0\r\n\r\n",
        "Multi-Release: false\n\n",
        "Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n\n",
        "Multi-Release: true\n x\n\n",
    ] {
        assert_eq!(printed_by(no, &["9", "17"]), "version 00\n", "{no:?}");
    }
}

#[test]
fn two_different_classes_of_one_name_in_a_folder_are_refused() {
    let folder = Folder::new("twice");
    let base = bytes("Versions", "Versions$Own.class");
    let other = replaced(&base, "version 00", "version 01");
    for (name, bytes) in [("one", &base), ("two", &base), ("three", &other)] {
        fs::create_dir_all(folder.0.join(name)).unwrap();
        fs::write(folder.0.join(name).join("Own.class"), bytes).unwrap();
    }
    let mut path = ClassPath::default();
    let error = path.add(&folder.0).unwrap_err();
    assert!(matches!(&error, JavaError::Twice { class, .. } if class == "Versions$Own"), "{error}");
    // Of two folders, the one that is named first counts.
    classes(&[&folder.0.join("one"), &folder.0.join("two"), &folder.0.join("three")]).unwrap();
    let twice = jar(&[("a/Own.class", &base), ("b/Own.class", &other)]);
    let error = ClassPath::default().add_bytes("twice.jar", &twice).unwrap_err();
    assert!(matches!(error, JavaError::Twice { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("X.class");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (done, wait) = std::sync::mpsc::channel();
    let path = folder.0.clone();
    std::thread::spawn(move || done.send(ClassPath::default().add(&path).unwrap_err()));
    let error = wait.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
    assert!(
        error.to_string().ends_with("X.class` cannot be read: it is no regular file"),
        "{error}"
    );
    fs::remove_file(&pipe).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &pipe).unwrap();
    let error = ClassPath::default().add(&folder.0).unwrap_err();
    assert!(matches!(error, JavaError::Unreadable { .. }), "{error}");
}

#[test]
fn a_class_that_cannot_be_read_ends_the_runs_that_come_to_it() {
    let main = bytes("Versions", "Versions.class");
    let own = bytes("Versions", "Versions$Own.class");
    // `ldc` of a text and `areturn` become an unknown instruction.
    let at = own.windows(3).position(|part| part[0] == 0x12 && part[2] == 0xb0).unwrap();
    let mut broken = own.clone();
    broken[at] = 0xcb;
    broken[at + 1] = 0xcb;
    let mut path = ClassPath::default();
    path.add_bytes("Versions.class", &main).unwrap();
    path.add_bytes("Own.class", &broken).unwrap();
    let run = run(&path, &Options::default()).unwrap();
    let [problem] = &run.problems[..] else { panic!("{run:?}") };
    let what = "its class cannot be read (the class file `Own.class` is corrupt";
    assert!(problem.starts_with("Versions.java:10: ") && problem.contains(what), "{problem}");
    let listed = missing(&path);
    assert!(listed.iter().any(|one| one.what.contains("Versions$Own")), "{listed:?}");
    // As the class that is started, it is refused.
    let options = Options { main: Some("Versions$Own".to_owned()), ..Options::default() };
    assert!(matches!(lower(&path, &options).unwrap_err(), JavaError::Corrupt { .. }));
}

#[test]
fn computed_constants_do_no_harm_where_nobody_comes() {
    for version in ["21", "25"] {
        let path = classes(&[&tests().join("dynamic/classes").join(version)]).unwrap();
        let plain = run(&path, &Options::default()).unwrap();
        assert_eq!((&*plain.printed, plain.problems.len()), ("run\n", 0), "{plain:?}");
        let reached = run(&path, &options(&["of"])).unwrap();
        let [problem] = &reached.problems[..] else { panic!("{reached:?}") };
        assert!(problem.contains("java.lang.runtime.SwitchBootstraps"), "{problem}");
    }
}

#[test]
fn a_main_that_is_not_public_is_none() {
    let path = classes(&[&tests().join("linked/classes/Inherited")]).unwrap();
    assert_eq!(path.mains(), ["Base"]);
    let bytes = bytes("Inherited", "Base.class");
    // The flags, the name and the type of `main`: `public static` becomes `static`.
    let text = |of: &str| {
        let mut head = vec![1, 0, u8::try_from(of.len()).unwrap()];
        head.extend(of.as_bytes());
        bytes.windows(head.len()).position(|part| part == head).unwrap()
    };
    assert!(text("main") > 0);
    let flags: Vec<usize> = (0..bytes.len() - 6)
        .filter(|at| bytes[*at..at + 2] == [0, 9] && bytes[at + 6..at + 8] == [0, 1])
        .collect();
    for at in flags {
        let mut changed = bytes.clone();
        changed[at + 1] = 8;
        let mut path = ClassPath::default();
        if path.add_bytes("Base.class", &changed).is_ok() && path.mains().is_empty() {
            assert_eq!(lower(&path, &Options::default()).unwrap_err(), JavaError::NoMain);
            return;
        }
    }
    panic!("`main` was not found");
}
