//! The tutorial of the guide: its code is that of the fixtures, and `cargo test` prints what it shows.

// The crate of the tutorial is a library.
#[expect(unreachable_pub)]
#[path = "tutorial/bank.rs"]
mod bank;
#[path = "../../command/tests/documents/blocks.rs"]
mod blocks;
#[expect(unreachable_pub)]
#[path = "tutorial/mended.rs"]
mod mended;

use std::fmt::Write;
use std::process::Command;

use blocks::{Block, blocks, matches};

const PAGE: &str = include_str!("../../../guide/src/tutorials/rust.md");
const BANK: &str = include_str!("tutorial/bank.rs");
const SWAP: &str = include_str!("tutorial/swap.rs");
const MENDED: &str = include_str!("tutorial/mended.rs");

/// Fixtures whose tests fail are expected to; the crate of the tutorial does not expect it.
fn is_expected_panic(line: &str) -> bool {
    line.trim_start().starts_with("#[should_panic")
}

/// What `cargo test` prints of a test of a fixture, as if the fixture were the crate of the tutorial.
fn printed(module: &str, fixture: &str) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([&format!("{module}::tests::money_is_sent_both_ways"), "--exact", "--nocapture"])
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let text = text.replace(&format!("{module}::tests::"), "tests::");
    let long = format!("checker/schedules/tests/tutorial/{module}.rs:");
    let text = text.replace(&long, "src/lib.rs:").replace(&format!("{module}.rs:"), "lib.rs:");
    let hidden = fixture.lines().position(is_expected_panic).unwrap_or(usize::MAX);
    text.lines().map(|line| renumbered(line, hidden)).collect()
}

/// A line of output with the numbers of lines as they are without the hidden line.
fn renumbered(line: &str, hidden: usize) -> String {
    let mut parts = line.split("lib.rs:");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let number: usize = part[..end].parse().unwrap();
        let number = if number > hidden { number - 1 } else { number };
        _ = write!(text, "lib.rs:{number}{}", &part[end..]);
    }
    text
}

fn page() -> Vec<Block<'static>> {
    blocks(PAGE)
}

#[test]
fn code_of_the_tutorial_is_that_of_the_fixtures() {
    let mut count = 0;
    for block in page() {
        let fixture = match block.info {
            "rust bank.rs" => BANK,
            "rust mended.rs" => MENDED,
            "rust swap.rs" => SWAP,
            _ => continue,
        };
        let fixture: Vec<&str> = fixture.lines().filter(|line| !is_expected_panic(line)).collect();
        let size = block.lines.len();
        assert!(fixture.windows(size).any(|window| window == block.lines), "{:?}", block.lines);
        count += 1;
    }
    assert_eq!(count, 4);
    // Its lines are `use`s of names that are there, and none is used.
    let names = ["reductio_schedules::{sync, thread}", "std::{sync, thread}"];
    assert!(names.iter().all(|name| SWAP.contains(name)));
}

#[test]
fn output_of_the_tutorial_is_that_of_cargo_test() {
    let outputs: Vec<_> = page().into_iter().filter(|block| block.info == "text output").collect();
    assert_eq!(outputs.len(), 2);
    for (block, (module, fixture)) in outputs.iter().zip([("bank", BANK), ("mended", MENDED)]) {
        let printed = printed(module, fixture);
        let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
        assert!(matches(&block.lines, &printed), "{}", printed.join("\n"));
        // As a terminal of 80 columns shows it.
        let is_wide = |line: &&&str| line.chars().count() > 80;
        assert_eq!(block.lines.iter().find(is_wide), None);
    }
}

#[test]
fn lines_after_a_hidden_one_have_smaller_numbers() {
    assert_eq!(renumbered("in lib.rs:5:3, lib.rs:12", 7), "in lib.rs:5:3, lib.rs:11");
}
