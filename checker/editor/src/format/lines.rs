//! The lines of a text as tokens and comments with the spaces before them.

use reductio::Language;

use crate::pieces::pieces;

/// A token or a comment, with the number of spaces before it; 0 at the start of a line.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    pub(super) text: &'t str,
    pub(super) spaces: usize,
    /// The column at which it began, from 0.
    pub(super) column: usize,
    pub(super) is_comment: bool,
}

impl Item<'_> {
    /// The number of columns that the text takes.
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// A line of a text; an empty line has no items.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    pub(super) indent: usize,
    pub(super) items: Vec<Item<'t>>,
}

impl<'t> Line<'t> {
    /// The first token, if the line has one.
    pub(super) fn first(&self) -> Option<&'t str> {
        self.tokens().next()
    }

    /// The tokens of the line.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &'t str> {
        self.items.iter().filter(|item| !item.is_comment).map(|item| item.text)
    }

    /// The columns at which the items begin, from 0.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        let mut at = self.indent;
        self.items.iter().map(move |item| {
            let start = at + item.spaces;
            at = start + item.width();
            start
        })
    }

    /// Writes the line.
    pub(super) fn write(&self, out: &mut String) {
        if !self.items.is_empty() {
            out.extend(std::iter::repeat_n(' ', self.indent));
        }
        for item in &self.items {
            out.extend(std::iter::repeat_n(' ', item.spaces));
            out.push_str(item.text);
        }
        out.push('\n');
    }
}

/// Splits a text into its lines. Of empty lines one stays between others, and none at the start or the end.
pub(super) fn split(language: Language, text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut line = Line::default();
    let (mut at, mut column) = (0, 0);
    for piece in pieces(language, text) {
        let gap = &text[at..piece.span.start];
        let ends = gap.bytes().filter(|byte| *byte == b'\n').count();
        if ends > 0 && !line.items.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        if ends > 1 && !lines.is_empty() {
            lines.push(Line::default());
        }
        let spaces = gap.rsplit('\n').next().unwrap_or_default().chars().count();
        let is_first = line.items.is_empty();
        if is_first {
            line.indent = spaces;
        }
        column = if is_first { spaces } else { column + spaces };
        let spaces = if is_first { 0 } else { spaces };
        let item = Item { text: piece.text(text), spaces, column, is_comment: piece.is_comment };
        column += item.width();
        line.items.push(item);
        at = piece.span.end;
    }
    if !line.items.is_empty() {
        lines.push(line);
    }
    lines
}
