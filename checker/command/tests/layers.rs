//! The crates of the library can be used without the command and the libraries that it needs for terminals.

use std::path::Path;

/// Libraries that only the command uses: for arguments, signals, terminals, the prose of notebooks.
const OF_THE_COMMAND: [&str; 8] = [
    "reductio-command",
    "clap",
    "clap_complete",
    "clap_mangen",
    "indicatif",
    "pulldown-cmark",
    "signal-hook",
    "terminal_size",
];

/// The dependencies of the crate in a folder, without those of its tests.
fn dependencies(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let section = text.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split([' ', '.', '=']).next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(name).collect()
}

/// Crates that are needed only to show values.
const OF_THE_REPORT: [&str; 4] = ["reductio-report", "annotate-snippets", "anstream", "anstyle"];

#[test]
fn the_library_knows_nothing_that_only_reports_need() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let report = dependencies(&checker.join("report"));
    for name in &OF_THE_REPORT[1..] {
        assert!(report.iter().any(|dependency| dependency == name), "{name} is not used any more");
    }
    // Not in tests either: the report is made of the library.
    let manifest = std::fs::read_to_string(checker.join("Cargo.toml")).unwrap();
    for name in OF_THE_REPORT {
        assert!(!manifest.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

/// Tests of the whole workspace would not notice that a feature is missing: one crate that asks for it is enough there.
#[test]
fn the_command_has_every_feature_of_the_library() {
    let command = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::fs::read_to_string(command.parent().unwrap().join("Cargo.toml")).unwrap();
    let default = library.lines().find_map(|line| line.strip_prefix("default = ")).unwrap();
    let own = std::fs::read_to_string(command.join("Cargo.toml")).unwrap();
    assert!(
        own.contains(&format!("reductio = {{ workspace = true, features = {default} }}")),
        "{default}"
    );
}

#[test]
fn only_the_command_knows_arguments_signals_and_terminals() {
    let command = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = dependencies(command);
    for name in &OF_THE_COMMAND[1..] {
        assert!(own.iter().any(|dependency| dependency == name), "{name} is not used any more");
    }
    let root = command.ancestors().nth(2).unwrap();
    let mut folders = vec![root.join("checker")];
    for folder in ["algebra", "theorems", "theorems/exchange", "relations", "proofs"] {
        folders.push(root.join(folder));
    }
    for entry in std::fs::read_dir(root.join("checker")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("Cargo.toml").exists() && folder != command {
            folders.push(folder);
        }
    }
    assert!(folders.len() >= 13, "{folders:?}");
    assert!(folders.iter().any(|folder| folder.ends_with("report")), "{folders:?}");
    for folder in folders {
        let found = dependencies(&folder);
        assert!(!found.is_empty(), "{folder:?} depends on nothing");
        for name in OF_THE_COMMAND {
            assert!(!found.iter().any(|dependency| dependency == name), "{folder:?}: {name}");
        }
    }
}
