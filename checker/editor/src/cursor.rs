//! The text around a cursor.

/// A text with a cursor.
///
/// ```
/// use reductio_editor::Cursor;
///
/// let cursor = Cursor::at("lemma (1) ours: x <= yz", 22);
/// assert_eq!((cursor.name(), cursor.name_start()), ("yz", 21));
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    /// The whole text.
    pub code: &'a str,
    /// The number of bytes before the cursor.
    pub at: usize,
}

impl<'a> Cursor<'a> {
    /// Puts the cursor before a byte; before the character of the byte if that is within one.
    pub fn at(code: &'a str, byte: usize) -> Self {
        let mut at = byte.min(code.len());
        while !code.is_char_boundary(at) {
            at -= 1;
        }
        Cursor { code, at }
    }

    /// Puts the cursor after so many code points, as Jupyter counts, or at the end if there are fewer.
    pub fn after_points(code: &'a str, points: usize) -> Self {
        let at = code.char_indices().nth(points).map_or(code.len(), |(at, _)| at);
        Cursor { code, at }
    }

    /// The text before the cursor.
    pub fn before(&self) -> &'a str {
        &self.code[..self.at]
    }

    /// The text of the line up to the cursor.
    pub fn line(&self) -> &'a str {
        self.before().rsplit('\n').next().unwrap_or_default()
    }

    /// The text of the whole line.
    pub fn whole_line(&self) -> &'a str {
        let start = self.at - self.line().len();
        self.code[start..].lines().next().unwrap_or_default()
    }

    /// The number of code points before a byte.
    pub fn points(&self, byte: usize) -> usize {
        self.code[..byte].chars().count()
    }

    /// The beginning of the name in which, or after which, the cursor stands.
    pub fn name_start(&self) -> usize {
        self.before().trim_end_matches(is_name).len()
    }

    /// The whole name at the cursor.
    pub fn name(&self) -> &'a str {
        let rest = &self.code[self.at..];
        let end = self.at + rest.len() - rest.trim_start_matches(is_name).len();
        &self.code[self.name_start()..end]
    }

    /// The beginning of the word of a command in which the cursor stands. A quotation mark before the word belongs to
    /// it.
    pub fn word_start(&self) -> usize {
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
    pub fn reference_start(&self) -> Option<usize> {
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

/// The names in a text, without those in comments, each once, in order.
pub fn names(text: &str) -> Vec<&str> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_count_code_points() {
        let code = "-- näch 𝒳\nprove law";
        let cursor = Cursor::after_points(code, 15);
        assert_eq!(
            (cursor.line(), cursor.whole_line(), cursor.name()),
            ("prove", "prove law", "prove")
        );
        assert_eq!(cursor.points(cursor.name_start()), 10);
        assert_eq!(Cursor::after_points(code, 1000).name(), "law");
        assert_eq!(Cursor::after_points("", 3).name(), "");
    }

    #[test]
    fn a_quotation_mark_begins_a_word() {
        let cursor = Cursor::after_points("prove 24 'Theorem 1", 19);
        assert_eq!(&cursor.code[cursor.word_start()..], "'Theorem 1");
        assert_eq!(Cursor::after_points("{x <= y (1), (Theo", 18).reference_start(), Some(14));
        assert_eq!(Cursor::after_points("{x <= y (1)", 11).reference_start(), None);
    }
}
