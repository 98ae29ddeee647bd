#![allow(dead_code, reason = "each test uses a part of it")]
//! The Java programs of the repository, and random programs.

pub(crate) mod oracle;
pub(crate) mod programs;

use std::path::{Path, PathBuf};

use reductio_java::{ClassPath, Options, lower};
use reductio_programs::Program;

pub(crate) fn java_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/fixtures")
}

/// The names of the Java programs, sorted.
pub(crate) fn java_names() -> Vec<String> {
    let entries = std::fs::read_dir(java_folder()).unwrap();
    let folders = entries.map(Result::unwrap).filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A Java program that is compiled in a folder.
pub(crate) fn java_in(folder: &Path, arguments: &[&str]) -> Program {
    let mut path = ClassPath::default();
    path.add(folder).unwrap();
    let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
    let options = Options { arguments, ..Options::default() };
    lower(&path, &options).unwrap().program.forgetting()
}

/// A Java program of the fixtures.
pub(crate) fn java(name: &str, arguments: &[&str]) -> Program {
    java_in(&java_folder().join(name).join("classes"), arguments)
}
