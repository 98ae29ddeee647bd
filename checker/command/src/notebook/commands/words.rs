//! Splits a line into words as a shell would: quotation marks hold words together.

/// The words of a line, or `None` if a quotation mark is not closed.
///
/// Single and double marks mean the same; there are no other special characters.
pub(crate) fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut mark: Option<char> = None;
    for c in line.chars() {
        match (mark, c) {
            (Some(open), _) if c == open => mark = None,
            (None, '"' | '\'') => {
                mark = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    mark.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn marks_hold_words_together() {
        let words = |line| split(line).unwrap();
        assert_eq!(
            words("models --find \"x y = y x\"  24"),
            ["models", "--find", "x y = y x", "24"]
        );
        assert_eq!(words("prove 'Theorem 1' \"\""), ["prove", "Theorem 1", ""]);
        assert_eq!(split("prove 'Theorem 1"), None);
    }
}
