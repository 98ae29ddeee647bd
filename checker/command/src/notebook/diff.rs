//! Differences between two texts, line by line.

use std::fmt::Write as _;

/// The largest number of changed lines that are compared; past it, all old lines are shown before all new ones.
const MOST: usize = 2_000;

/// The number of lines of context around a change.
const AROUND: usize = 2;

/// The difference of two texts: lines that are gone with `-`, new lines with `+`, some lines around them with a space,
/// gaps as `...`.
///
/// ```
/// use reductio_command::notebook::diff;
/// assert_eq!(diff("a\nb\nc\n", "a\nB\nc\n"), "  a\n- b\n+ B\n  c\n");
/// ```
pub fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let marked = edits(&old, &new);
    let is_near = |k: usize| {
        let from = k.saturating_sub(AROUND);
        marked[from..marked.len().min(k + AROUND + 1)].iter().any(|(mark, _)| *mark != ' ')
    };
    let (mut out, mut skipped) = (String::new(), false);
    for (k, (mark, line)) in marked.iter().enumerate() {
        if is_near(k) {
            let _ = writeln!(out, "{}{mark} {line}", if skipped { "  ...\n" } else { "" });
        }
        skipped = !is_near(k);
    }
    out
}

/// All lines with their marks, with as few changes as possible.
fn edits<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    if old.len().max(new.len()) > MOST {
        let gone = old.iter().map(|line| ('-', *line));
        return gone.chain(new.iter().map(|line| ('+', *line))).collect();
    }
    // The longest common subsequence of what is left of both.
    let mut common = vec![vec![0usize; new.len() + 1]; old.len() + 1];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            common[a][b] = if old[a] == new[b] {
                common[a + 1][b + 1] + 1
            } else {
                common[a + 1][b].max(common[a][b + 1])
            };
        }
    }
    let (mut a, mut b, mut out) = (0, 0, Vec::new());
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            out.push((' ', old[a]));
            (a, b) = (a + 1, b + 1);
        } else if b == new.len() || a < old.len() && common[a + 1][b] >= common[a][b + 1] {
            out.push(('-', old[a]));
            a += 1;
        } else {
            out.push(('+', new[b]));
            b += 1;
        }
    }
    out
}
