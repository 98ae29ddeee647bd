//! Every command block of the README is a transcript that is true, of the files that the README shows.

mod common;

use std::path::Path;

use common::{Folder, words};

/// A fenced block: the words after the fence, and the lines between.
struct Block<'a> {
    info: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(info), false) => {
                blocks.push(Block { info, lines: Vec::new() });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => blocks.last_mut().unwrap().lines.push(line),
            (None, false) => {}
        }
    }
    blocks
}

/// Whether lines are as expected: `...` stands for any lines, `[..]` for anything within one.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match (expected, actual) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=actual.len()).any(|k| matches(rest, &actual[k..])),
        ([e, expected @ ..], [a, actual @ ..]) => line_matches(e, a) && matches(expected, actual),
        _ => false,
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == actual,
        Some((before, after)) => actual.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(k, _)| k).chain([rest.len()]);
            ends.any(|k| line_matches(after, &rest[k..]))
        }),
    }
}

#[test]
fn every_block_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut folder = Folder::new();
    let mut commands = 0;
    for block in blocks(&text) {
        match block.info.split_once(' ') {
            Some(("text", name)) => folder = folder.with(name, block.lines.join("\n") + "\n"),
            None if block.info == "console" => {
                commands += 1;
                let [prompt, expected @ ..] = &block.lines[..] else { panic!("an empty block") };
                let arguments = prompt.strip_prefix("$ reductio").expect("a command of ours");
                let answer = folder.run_with(&words(arguments), None);
                let all = answer.err.clone() + &answer.out;
                let actual: Vec<&str> = all.lines().collect();
                assert!(matches(expected, &actual), "{prompt}\n{all}");
            }
            None if block.info == "sh" => {
                let known = ["cargo run --release ", "cargo install --path checker "];
                let is_known = |l: &&str| known.iter().any(|k| l.starts_with(k));
                assert!(block.lines.iter().all(is_known), "untested: {:?}", block.lines);
            }
            _ => panic!("a block of an unknown kind: `{}`", block.info),
        }
    }
    assert!(commands >= 5, "the README lost its commands");
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
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

#[test]
fn the_comparison_can_fail() {
    assert!(matches(&["a", "...", "d[..]f"], &["a", "b", "c", "def"]));
    assert!(matches(&["..."], &[]));
    assert!(!matches(&["a"], &["b"]));
    assert!(!matches(&["a[..]c"], &["abd"]));
    assert!(!matches(&["a"], &["a", "b"]));
}
