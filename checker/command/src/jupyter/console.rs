//! The test whether the text of a cell is complete.

use reductio_editor::names;

use crate::notebook::Content;
use crate::notebook::commands::words;

/// Decides whether a console should run a text (`true`) or wait for more (`false`); `None` if more cannot make it
/// right. A text of several lines ends with an empty one.
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
