//! The README and the guide: every command block is a true transcript, of the files that its page shows, and every list
//! is complete.

mod blocks;
mod guide;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Answer, Folder, words};
use blocks::{Block, blocks, matches};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"))
}

/// Runs a command of a page, and compares its output.
fn run(page: &str, folder: &Folder, lines: &[&str]) -> Answer {
    let [prompt, expected @ ..] = lines else { panic!("{page}: an empty block") };
    let arguments = prompt.strip_prefix("$ reductio").expect("a command of ours");
    let answer = folder.run_with(&words(arguments), None);
    let all = answer.err.clone() + &answer.out;
    let actual: Vec<&str> = all.lines().collect();
    assert!(matches(expected, &actual), "{page}: {prompt}\n{all}");
    answer
}

/// The folder of a Java program of the fixtures, by the name of its source file.
fn fixture(file: &str) -> PathBuf {
    root().join("checker/java/fixtures").join(file.strip_suffix(".java").unwrap())
}

/// The lines of a Java program of the fixtures, without the comment that says what is expected of it.
fn java(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(fixture(file).join(file)).unwrap();
    text.lines().skip_while(|line| line.starts_with("//")).map(str::to_owned).collect()
}

/// Goes through the blocks of a page, and returns the answers of its commands.
fn answers(page: &str, blocks: &[Block<'_>]) -> Vec<Answer> {
    let mut folder = Folder::new();
    let mut answers = Vec::new();
    for block in blocks {
        match block.info.split_once(' ') {
            Some(("java", name)) => {
                assert_eq!(java(name), block.lines, "{page}: {name}");
                let classes = fixture(name).join("classes");
                std::fs::create_dir(folder.path().join("classes")).unwrap();
                for entry in std::fs::read_dir(classes).unwrap() {
                    let path = entry.unwrap().path();
                    let file = Path::new("classes").join(path.file_name().unwrap());
                    folder = folder.with(file.to_str().unwrap(), std::fs::read(&path).unwrap());
                }
            }
            Some(("rust", name)) => guide::is_in_fixture(page, name, &block.lines),
            Some(("text", name)) => folder = folder.with(name, block.lines.join("\n") + "\n"),
            None if block.info == "console" => answers.push(run(page, &folder, &block.lines)),
            None if block.info == "sh" => {
                let known = [
                    "cargo run --release",
                    "cargo install --path checker/command",
                    // What the kernel answers in Jupyter is tested by `tests/jupyter.rs`.
                    "pip install jupyterlab jupytext",
                    "reductio jupyter install",
                    "jupyter lab notebooks",
                    // In a crate of the reader's; `checker/schedules/tests/tutorial.rs` has its tests.
                    "cargo add --dev reductio-schedules",
                    "cargo test",
                    "REDUCTIO_REPLAY=",
                    "  cargo test tests::",
                    "RUSTFLAGS=\"--cfg reductio\" cargo test",
                    // On several machines, or on folders of the reader's; `checker/command/tests/processes.rs` has such
                    // runs.
                    "host7$ reductio check big.sys",
                    "host8$ reductio check big.sys",
                    "$ reductio check big.sys --processes",
                ];
                let is_known = |l: &&str| known.iter().any(|k| l.starts_with(k));
                assert!(block.lines.iter().all(is_known), "{page}, untested: {:?}", block.lines);
            }
            None if block.info == "statements" => guide::are_bundled(page, &block.lines),
            None if block.info == "rust" => guide::is_doc_test(page),
            _ => panic!("{page}: a block of an unknown kind: `{}`", block.info),
        }
    }
    answers
}

#[test]
fn every_block_is_true() {
    let mut pages = guide::pages();
    pages.push("README.md".to_owned());
    let commands = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for page in &pages {
            let commands = &commands;
            scope.spawn(move || {
                let count = answers(page, &blocks(&read(page))).len();
                assert!(page != "README.md" || count >= 4, "the README lost its commands");
                commands.fetch_add(count, Ordering::Relaxed);
            });
        }
    });
    let commands = commands.into_inner();
    assert!(commands >= 60, "only {commands} commands");
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    let readme = read("README.md");
    let help = Folder::new().run("--help").out;
    let rows =
        readme.lines().filter_map(|l| l.strip_prefix("| ")).filter_map(|l| l.split_once(" | "));
    let rows: Vec<(&str, &str)> = rows.filter(|(code, _)| code.parse::<u8>().is_ok()).collect();
    assert_eq!(rows.len(), 5);
    for (code, meaning) in rows {
        let meaning = meaning.trim_end_matches(" |");
        assert!(
            help.lines().any(|l| l.trim() == format!("{code:<4}{meaning}")),
            "{code} {meaning}\n{help}"
        );
    }
}

/// The documents below a folder, without those that are built.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules"].contains(&&*name) && !name.starts_with('.') {
                documents(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// Rows of tables cannot be broken, and outputs that notebooks store stay as they were written.
#[test]
fn lines_of_documents_can_be_read() {
    let mut found = Vec::new();
    documents(&root(), &mut found);
    assert!(found.len() > 30, "{found:?}");
    let mut long = Vec::new();
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            if line.chars().count() > 160 && !line.starts_with('|') {
                long.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "lines of more than 160 columns: {long:?}");
}
