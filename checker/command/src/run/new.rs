//! The verb `new`: a small text that checks, to begin with.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::{Said, tell};
use crate::cli::NewArgs;
use crate::replace::replace;

const SYSTEM: &str = include_str!("../begin/system.sys");
const JAVA: &str = include_str!("../begin/Program.java");
const STATEMENTS: &str = include_str!("../begin/law.oa");
const SCRIPT: &str = include_str!("../begin/law.oap");
const MANIFEST: &str = include_str!("../begin/crate/Cargo.toml.txt");
const LIBRARY: &str = include_str!("../begin/crate/lib.rs.txt");

/// A text that is to be written: where, and what.
type Text = (PathBuf, String);

/// Answers `reductio new`.
pub(super) fn new(args: &NewArgs) -> Said {
    match texts(args).and_then(|(texts, next)| write(&texts).map(|()| (texts, next))) {
        Ok((texts, next)) => {
            let written = texts.iter().map(|(path, _)| format!("{} is written\n", path.display()));
            Said::report(format!("{}next: {next}\n", written.collect::<String>()), Exit::Holds)
        }
        Err(fault) => {
            tell(&[*fault]);
            Said::nothing(Exit::BadInput)
        }
    }
}

/// The texts that are asked for, and what to do with them.
fn texts(args: &NewArgs) -> Result<(Vec<Text>, String), Box<Diagnostic>> {
    let given = |default: &str| args.name.clone().unwrap_or_else(|| default.to_owned());
    let ending = |name: &str, ending: &str| PathBuf::from(format!("{name}.{ending}"));
    if let Some(clone) = &args.rust {
        let name = given("account");
        let manifest = manifest(&named(&name, is_crate, CRATE)?, clone)?;
        let folder = PathBuf::from(&name);
        let next = format!("cd {name} && cargo test");
        let library = (folder.join("src").join("lib.rs"), LIBRARY.to_owned());
        Ok((vec![(folder.join("Cargo.toml"), manifest), library], next))
    } else if args.java {
        let name = given("Account");
        let text = JAVA.replace("NAME", &named(&name, is_word, CLASS)?);
        let path = ending(&name, "java");
        let next = format!("reductio check {}", path.display());
        Ok((vec![(path, text)], next))
    } else if args.proof {
        let name = given("law");
        let word = named(&name, is_word, WORD)?;
        let files = [("oa", STATEMENTS), ("oap", SCRIPT)];
        let next = format!("reductio prove {name}.oa {name}.oap");
        let texts = files.map(|(end, text)| (ending(&name, end), text.replace("NAME", &word)));
        Ok((texts.to_vec(), next))
    } else {
        let name = given("account");
        let text = SYSTEM.replace("NAME", &named(&name, is_word, WORD)?);
        let path = ending(&name, "sys");
        let next = format!("reductio check {}", path.display());
        Ok((vec![(path, text)], next))
    }
}

const WORD: &str = "letters, digits and `_`, a letter first, and no word of the language";
const CLASS: &str = "the name of a class: letters, digits and `_`, a letter first";
const CRATE: &str = "the name of a crate: small letters, digits, `_` and `-`, a letter first";

/// The last part of a path, which gives what is written its name.
fn named(path: &str, is_right: fn(&str) -> bool, wanted: &str) -> Result<String, Box<Diagnostic>> {
    let name = Path::new(path).file_name().and_then(OsStr::to_str).unwrap_or_default();
    if is_right(name) && !path.ends_with(std::path::is_separator) {
        return Ok(name.to_owned());
    }
    let message = format!("`{path}` gives what is written no name");
    let fault = Diagnostic::error("E0016", message);
    Err(fault.help(format!("give {wanted}; endings are added")).into())
}

/// Words that a name must not be, of the languages of the texts above.
const TAKEN: [&str; 24] = [
    "system",
    "lock",
    "protected",
    "by",
    "thread",
    "acquire",
    "release",
    "invariant",
    "reach",
    "theory",
    "action",
    "lemma",
    "proofs",
    "of",
    "class",
    "public",
    "private",
    "static",
    "void",
    "int",
    "new",
    "package",
    "import",
    "predicate",
];

fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !TAKEN.contains(&name)
}

fn is_crate(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c))
}

/// The manifest of a crate that finds the stand-ins in a clone of this project.
fn manifest(name: &str, clone: &Path) -> Result<String, Box<Diagnostic>> {
    let stand_ins = clone.join("checker").join("schedules");
    let found = fs::canonicalize(&stand_ins).ok().filter(|f| f.join("Cargo.toml").is_file());
    let Some(found) = found else {
        let message = format!("`{}` is no clone of Reductio", clone.display());
        let help = "give the folder that has `checker/schedules/Cargo.toml`";
        return Err(Diagnostic::error("E0016", message).help(help).into());
    };
    // A string of JSON is one of TOML too.
    let path = serde_json::Value::from(found.to_string_lossy()).to_string();
    Ok(MANIFEST.replace("NAME", name).replace("CLONE", &path))
}

/// Writes texts, none of which is there; the folders that they need are made.
fn write(texts: &[Text]) -> Result<(), Box<Diagnostic>> {
    for (path, _) in texts {
        if fs::symlink_metadata(path).is_ok() {
            let message = format!("`{}` is there already", path.display());
            return Err(Diagnostic::error("E0012", message).help("give another name").into());
        }
    }
    texts.iter().try_for_each(|(path, text)| save(path, text))
}

/// Writes a text to a file; the folder that it needs is made.
pub(super) fn save(path: &Path, text: &str) -> Result<(), Box<Diagnostic>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| replace(path, text)).map_err(|error| {
        let message = format!("cannot write to `{}`: {error}", path.display());
        Diagnostic::error("E0012", message).into()
    })
}
