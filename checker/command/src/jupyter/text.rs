//! The text of a cell around the cursor. Jupyter counts in Unicode code points, Rust in bytes, and this module converts
//! between them.

use crate::notebook::Content;
use crate::notebook::commands::words;

/// The text of a cell with a cursor.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    /// The text of the whole cell.
    pub(super) code: &'a str,
    /// The number of bytes before the cursor.
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Puts the cursor after so many code points, or at the end if there are fewer.
    pub(super) fn new(code: &'a str, points: usize) -> Self {
        let at = code.char_indices().nth(points).map_or(code.len(), |(at, _)| at);
        Cursor { code, at }
    }

    /// The text before the cursor.
    pub(super) fn before(&self) -> &'a str {
        &self.code[..self.at]
    }

    /// The text of the line up to the cursor.
    pub(super) fn line(&self) -> &'a str {
        self.before().rsplit('\n').next().unwrap_or_default()
    }

    /// The text of the whole line.
    pub(super) fn whole_line(&self) -> &'a str {
        let start = self.at - self.line().len();
        self.code[start..].lines().next().unwrap_or_default()
    }

    /// The number of code points before a byte.
    pub(super) fn points(&self, byte: usize) -> usize {
        self.code[..byte].chars().count()
    }

    /// The beginning of the name in which, or after which, the cursor stands.
    pub(super) fn name_start(&self) -> usize {
        self.before().trim_end_matches(is_name).len()
    }

    /// The whole name at the cursor.
    pub(super) fn name(&self) -> &'a str {
        let rest = &self.code[self.at..];
        let end = self.at + rest.len() - rest.trim_start_matches(is_name).len();
        &self.code[self.name_start()..end]
    }

    /// The beginning of the word of a command in which the cursor stands. A quotation mark before the word belongs to
    /// it.
    pub(super) fn word_start(&self) -> usize {
        let line = self.line();
        let (mut start, mut mark) = (0, None);
        for (at, c) in line.char_indices() {
            match mark {
                Some(open) if c == open => mark = None,
                None if c == '"' || c == '\'' => mark = Some(c),
                None if c.is_whitespace() => start = at + c.len_utf8(),
                _ => {}
            }
        }
        self.at - line.len() + start
    }

    /// The beginning of the text between the last open parenthesis of the line, or the last comma after it, and the
    /// cursor.
    pub(super) fn reference_start(&self) -> Option<usize> {
        let line = self.line();
        let (_, inside) = line.rsplit_once('(').filter(|(_, rest)| !rest.contains(')'))?;
        let last = inside.rsplit(',').next().unwrap_or(inside);
        Some(self.at - last.trim_start().len())
    }
}

/// Whether a character may stand in names of any of the languages. Names of actions may have primes.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// The names in a text, each once, in order.
pub(super) fn names(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let code = line.split("--").next().unwrap_or_default();
        for name in code.split(|c| !is_name(c)) {
            if name.starts_with(char::is_alphabetic) && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// Whether a console should run a text (`true`) or wait for more (`false`); `None` if more cannot make it right. A text
/// of several lines ends with an empty one.
pub(super) fn is_complete(code: &str) -> Option<bool> {
    let is_ended =
        code.ends_with("\n\n") || code.lines().last().is_some_and(|l| l.trim().is_empty());
    let count = |word: &str| names(code).contains(&word);
    match Content::of(code) {
        Content::Commands => {
            let lines = code.lines().map(str::trim).filter(|line| !line.starts_with("--"));
            let mut lines = lines.filter(|line| !line.starts_with("eval "));
            lines.all(|line| words::split(line).is_some()).then_some(true)
        }
        Content::System | Content::Program => {
            let braces = |c| code.matches(c).count();
            Some(is_ended && braces('{') <= braces('}'))
        }
        Content::Script => Some(is_ended && (count("qed") || !count("proof"))),
        Content::Statements | Content::Model | Content::Trace | Content::Exercise => Some(is_ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_count_code_points() {
        let code = "-- näch 𝒳\nprove law";
        let cursor = Cursor::new(code, 15);
        assert_eq!(
            (cursor.line(), cursor.whole_line(), cursor.name()),
            ("prove", "prove law", "prove")
        );
        assert_eq!(cursor.points(cursor.name_start()), 10);
        assert_eq!(Cursor::new(code, 1000).name(), "law");
        assert_eq!(Cursor::new("", 3).name(), "");
    }

    #[test]
    fn a_quotation_mark_begins_a_word() {
        let cursor = Cursor::new("prove 24 'Theorem 1", 19);
        assert_eq!(&cursor.code[cursor.word_start()..], "'Theorem 1");
        assert_eq!(Cursor::new("{x <= y (1), (Theo", 18).reference_start(), Some(14));
        assert_eq!(Cursor::new("{x <= y (1)", 11).reference_start(), None);
    }

    #[test]
    fn a_console_waits_for_more() {
        assert_eq!(is_complete("prove 24"), Some(true));
        assert_eq!(is_complete("prove 'Theorem 1"), None);
        assert_eq!(is_complete("eval a'"), Some(true));
        assert_eq!(is_complete("theory T\naction x"), Some(false));
        assert_eq!(is_complete("theory T\naction x\n\n"), Some(true));
        assert_eq!(is_complete("system s\nthread t {\n\n"), Some(false));
        assert_eq!(is_complete("system s\nthread t {\n}\n\n"), Some(true));
        assert_eq!(is_complete("program p\nthread main {\n\n"), Some(false));
        assert_eq!(is_complete("program p\nthread main {\n}\n\n"), Some(true));
        assert_eq!(is_complete("proofs of T\nlemma (1): x = x\nproof\n  x\n\n"), Some(false));
    }
}
