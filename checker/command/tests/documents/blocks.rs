//! The fenced blocks of a page, and the comparison of transcripts.

/// A fenced block: the words after the fence, and the lines between.
pub(crate) struct Block<'a> {
    pub(crate) info: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
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
    assert!(!open, "a block is not closed");
    blocks
}

/// Whether lines are as expected: `...` stands for any lines, `[..]` for anything within one.
pub(crate) fn matches(expected: &[&str], actual: &[&str]) -> bool {
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
fn the_comparison_can_fail() {
    assert!(matches(&["a", "...", "d[..]f"], &["a", "b", "c", "def"]));
    assert!(matches(&["..."], &[]));
    assert!(!matches(&["a"], &["b"]));
    assert!(!matches(&["a[..]c"], &["abd"]));
    assert!(!matches(&["a"], &["a", "b"]));
}
