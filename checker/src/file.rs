//! A text with its name, and the lines and columns of its bytes.

use std::fmt;

use reductio_algebra::Span;

/// The number of bytes between two offsets for which line and column are stored.
const STRIDE: usize = 256;

/// A text with its name.
#[derive(Clone)]
pub struct File {
    name: String,
    text: String,
    /// The number of lines before the text, for an excerpt.
    before: usize,
    /// The line and column, from 0, of every [`STRIDE`]-th byte: a file of a megabyte with an error at each byte is
    /// still reported in time linear in its size.
    stored: Vec<(usize, usize)>,
}

/// The name: a text of a megabyte is not read in a message.
impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("File").field(&self.name).finish()
    }
}

impl File {
    /// Makes a file of a name for messages and a text.
    pub fn new(name: &str, text: &str) -> Self {
        let mut stored = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut at = (0, 0);
        for (k, byte) in text.bytes().enumerate() {
            if k % STRIDE == 0 {
                stored.push(at);
            }
            step(&mut at, byte);
        }
        File { name: name.to_owned(), text: text.to_owned(), before: 0, stored }
    }

    /// Makes an excerpt of a file that is not kept as a whole: a text, and the line of the file with which it begins,
    /// from 1.
    ///
    /// ```
    /// use reductio::File;
    /// let line = File::excerpt("long.std", "T1|r(x|", 1_000_000);
    /// assert_eq!(line.line_col(3), (1_000_000, 4));
    /// ```
    pub fn excerpt(name: &str, text: &str, line: usize) -> Self {
        File { before: line.saturating_sub(1), ..Self::new(name, text) }
    }

    /// The name for messages: a path as the user gave it, or the name of an input that is no file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte, both from 1; columns count characters. An offset behind the end counts as the
    /// end.
    ///
    /// ```
    /// use reductio::File;
    /// let file = File::new("law.oa", "p ≤ 1\nx ≤ T");
    /// assert_eq!(file.line_col(14), (2, 5));
    /// ```
    pub fn line_col(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let block = (offset / STRIDE).min(self.stored.len().saturating_sub(1));
        let mut at = self.stored.get(block).copied().unwrap_or_default();
        for byte in &self.text.as_bytes()[block * STRIDE..offset] {
            step(&mut at, *byte);
        }
        (at.0 + 1 + self.before, at.1 + 1)
    }

    /// The span of all lines that a span touches.
    pub fn lines_of(&self, span: &Span) -> Span {
        let bytes = self.text.as_bytes();
        let (start, end) = (span.start.min(bytes.len()), span.end.min(bytes.len()));
        let first = bytes[..start].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let last = bytes[end..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| end + at);
        first..last
    }
}

/// Moves line and column over a byte. Every byte but the continuation bytes of UTF-8 starts a character.
fn step(at: &mut (usize, usize), byte: u8) {
    if byte == b'\n' {
        *at = (at.0 + 1, 0);
    } else if byte & 0xC0 != 0x80 {
        at.1 += 1;
    }
}
