//! The language of systems: `systems/accept` holds texts with claims that an exhaustive search decides,
//! `systems/reject` texts with the faults that must be found, all of them and nothing else.

#[path = "language/accept.rs"]
mod accept;
#[path = "language/ends.rs"]
mod ends;
#[path = "language/folding.rs"]
mod folding;
#[path = "language/formulas.rs"]
mod formulas;
#[path = "language/heads.rs"]
mod heads;
#[path = "language/limits.rs"]
mod limits;
#[path = "language/reject.rs"]
mod reject;
#[path = "language/robust.rs"]
mod robust;
#[path = "language/structure.rs"]
mod structure;
#[path = "language/words.rs"]
mod words;

use std::path::Path;

use reductio::language::{SystemError, parse_system};
use reductio::system::System;
use reductio_algebra::TextErrors;

/// The texts of a folder, by name.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut texts: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "sys"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), text)
        })
        .collect();
    texts.sort();
    texts
}

/// The rests of the lines that begin with a mark.
fn marked<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.strip_prefix(mark)).map(str::trim)
}

fn parse(text: &str) -> Result<System, TextErrors<SystemError>> {
    parse_system(text, "test", &[])
}

/// The codes of the faults of a text.
fn codes(text: &str) -> Vec<&'static str> {
    parse(text).err().unwrap_or_default().iter().map(SystemError::code).collect()
}

/// The system of a text without faults.
fn good(text: &str) -> System {
    parse(text).unwrap_or_else(|errors| panic!("{}", shown(text, &errors)))
}

/// Faults as `E0603 4:7 message`, each with its remedy.
fn shown(text: &str, errors: &[SystemError]) -> String {
    let lines = errors.iter().map(|error| {
        let place = error.span.as_ref().map_or("-".to_owned(), |span| {
            let (line, column) = reductio_algebra::line_col(text, span.start);
            format!("{line}:{column}")
        });
        let help = error.help().map_or(String::new(), |help| format!("\n--? {help}"));
        format!("--! {} {place} {error}{help}", error.code())
    });
    lines.collect::<Vec<_>>().join("\n")
}
