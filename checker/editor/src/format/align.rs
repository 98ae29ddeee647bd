//! Spaces that line texts up: they are kept where they do, and become one space elsewhere.
//!
//! A space that is taken away moves the rest of its line, which may end what lined up with it. So lines are looked at
//! again until nothing changes; each look takes spaces away, which is why formatting twice is formatting once.

use std::collections::BTreeSet;

use reductio::Language;

use super::lines::Line;

/// The most looks at a line; then it is lined up with nothing. Texts of people take two or three.
const MOST_LOOKS: usize = 20;

/// The most lines between two that are lined up: those of one declaration that goes on, comments, empty ones.
const MOST_BETWEEN: usize = 5;

/// Takes away the spaces between tokens that line up nothing. A token is lined up if one of the next line above or
/// below with the same indentation begins in the same column, behind a space.
pub(super) fn tokens(language: Language, lines: &mut [Line<'_>]) {
    let above: Vec<Option<usize>> =
        (0..lines.len()).map(|number| alike_above(lines, number)).collect();
    let mut below = vec![None; lines.len()];
    for (number, above) in above.iter().enumerate() {
        if let Some(above) = above {
            below[*above] = Some(number);
        }
    }
    let mut looks = vec![0; lines.len()];
    let mut waiting: BTreeSet<usize> = (0..lines.len()).collect();
    while let Some(number) = waiting.pop_first() {
        looks[number] += 1;
        let may_line_up = looks[number] <= MOST_LOOKS;
        let near = [above[number], below[number]].into_iter().flatten();
        let starts: Vec<Vec<usize>> = near.map(|near| starts(&lines[near])).collect();
        let is_lined_up = |column: usize| {
            may_line_up && starts.iter().any(|line| line.binary_search(&column).is_ok())
        };
        let line = &mut lines[number];
        // The sign `=` may be as wide as `<=`.
        let is_sign = language == Language::Script && line.first() == Some("=");
        let (mut at, mut has_changed) = (line.indent, false);
        for (k, item) in line.items.iter_mut().enumerate().filter(|(_, item)| !item.is_comment) {
            let is_wide_sign = is_sign && k == 1 && item.spaces == 2;
            if item.spaces > 1 && !is_wide_sign && !is_lined_up(at + item.spaces) {
                item.spaces = 1;
                has_changed = true;
            }
            at += item.spaces + item.width();
        }
        if has_changed {
            waiting.extend([above[number], Some(number), below[number]].into_iter().flatten());
        }
    }
}

/// The next line above with the same indentation, if no line between has less.
fn alike_above(lines: &[Line<'_>], number: usize) -> Option<usize> {
    let line = &lines[number];
    line.first()?;
    let first = number.saturating_sub(MOST_BETWEEN + 1);
    let mut between = (first..number).rev().filter(|above| lines[*above].first().is_some());
    let next = between.find(|above| lines[*above].indent <= line.indent)?;
    (lines[next].indent == line.indent).then_some(next)
}

/// The columns at which tokens begin that have a space before them, in order.
fn starts(line: &Line<'_>) -> Vec<usize> {
    let behind_space = line.items.iter().zip(line.columns()).skip(1);
    behind_space.filter(|(item, _)| item.spaces > 0 && !item.is_comment).map(|(_, at)| at).collect()
}

/// Puts comments at the ends of lines back into the columns in which they were, if the lines leave room.
pub(super) fn comments(lines: &mut [Line<'_>]) {
    for line in lines.iter_mut().filter(|line| line.items.len() > 1) {
        let column = line.columns().last().unwrap_or_default();
        let Some(last) = line.items.last_mut().filter(|last| last.is_comment) else { continue };
        let end = column - last.spaces;
        last.spaces = last.column.saturating_sub(end).max(1);
    }
}
