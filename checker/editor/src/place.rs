//! Places as editors count them: lines from 0, and within a line code units of UTF-16.

use std::ops::Range;

/// A place in a text: a line and a column, both from 0; columns count code units of UTF-16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The number of code units of UTF-16 before the place in its line.
    pub column: u32,
}

/// The beginnings of the lines of a text, for turning bytes into places and back. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text. Linear in its size.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let is_end = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if is_end {
                starts.push(at + 1);
            }
        }
        Lines { starts }
    }

    /// The place of a byte of the text. A byte within a character counts as the beginning of the character, and one
    /// behind the end as the end. Linear in the length of the line.
    ///
    /// ```
    /// use reductio_editor::{Lines, Position};
    ///
    /// let text = "x\n-- 𝒳 ≤ y";
    /// let lines = Lines::new(text);
    /// let at = text.find('y').unwrap();
    /// // The script letter takes two code units of UTF-16, and four bytes.
    /// assert_eq!(lines.position(text, at), Position { line: 1, column: 8 });
    /// assert_eq!(lines.byte(text, Position { line: 1, column: 8 }), at);
    /// ```
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let column = text[self.starts[line]..byte].encode_utf16().count();
        Position { line: small(line), column: small(column) }
    }

    /// The byte of a place. A column behind the end of its line counts as the end of the line, one within a character
    /// as its beginning, and a line behind the last as the end of the text.
    pub fn byte(&self, text: &str, place: Position) -> usize {
        let Some(&start) = self.starts.get(place.line as usize) else { return text.len() };
        let end = self.starts.get(place.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = place.column as usize;
        for (at, c) in line.char_indices() {
            if left < c.len_utf16() {
                return start + at;
            }
            left -= c.len_utf16();
        }
        start + line.len()
    }

    /// The places of both ends of a span.
    pub fn range(&self, text: &str, span: &Range<usize>) -> Range<Position> {
        self.position(text, span.start)..self.position(text, span.end.max(span.start))
    }

    /// The bytes between two places; none if they are in the wrong order.
    pub fn span(&self, text: &str, range: &Range<Position>) -> Range<usize> {
        let (start, end) = (self.byte(text, range.start), self.byte(text, range.end));
        start..end.max(start)
    }
}

/// Texts have at most a megabyte, so that lines and columns fit.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_again() {
        let text = "a\r\nβ𝒳\n\n𝒳𝒳 b\rend";
        let lines = Lines::new(text);
        let mut seen = 0;
        for (byte, c) in text.char_indices() {
            let place = lines.position(text, byte);
            if c != '\n' && c != '\r' {
                assert_eq!(lines.byte(text, place), byte, "{byte}");
                seen += 1;
            }
        }
        assert_eq!(seen, 10);
        assert_eq!(lines.position(text, text.len()), Position { line: 4, column: 3 });
    }

    #[test]
    fn places_that_are_none_are_moved_to_the_nearest() {
        let text = "𝒳y\nz";
        let lines = Lines::new(text);
        let byte = |line, column| lines.byte(text, Position { line, column });
        assert_eq!([byte(0, 1), byte(0, 2), byte(0, 3), byte(0, 99)], [0, 4, 5, 5]);
        assert_eq!([byte(1, 1), byte(2, 0), byte(u32::MAX, u32::MAX)], [7, 7, 7]);
        assert_eq!(lines.position(text, 2), Position { line: 0, column: 0 });
        assert_eq!(lines.position(text, 99), Position { line: 1, column: 1 });
        assert_eq!(Lines::new("").position("", 0), Position::default());
    }
}
