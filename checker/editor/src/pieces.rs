//! The tokens and comments of a text in any of the languages, by their places.

use std::ops::Range;

use logos::Logos as _;
use reductio::Language;
use reductio::{language, programs};
use reductio_algebra::text::lexer::Token;

/// A token or a comment of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// Tells whether the piece is a comment: from `--` to the end of the line.
    pub is_comment: bool,
}

impl Piece {
    /// The piece as it stands in the text.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.clone()]
    }
}

/// Finds the tokens and comments of a text, in order. Characters that no token begins with are pieces too. What lies
/// between is white space.
///
/// ```
/// use reductio::Language;
/// use reductio_editor::pieces;
///
/// let text = "x <= y -- so\n";
/// let found: Vec<&str> = pieces(Language::Statements, text).iter().map(|p| p.text(text)).collect();
/// assert_eq!(found, ["x", "<=", "y", "-- so"]);
/// ```
pub fn pieces(language: Language, text: &str) -> Vec<Piece> {
    let tokens: Vec<Range<usize>> = match language {
        Language::System => language::token_spans(text),
        Language::Program => programs::token_spans(text),
        Language::Statements | Language::Script => {
            Token::lexer(text).spanned().map(|(_, span)| span).collect()
        }
    };
    let mut found = Vec::new();
    let mut at = 0;
    for span in tokens {
        comments(text, at..span.start, &mut found);
        at = span.end;
        found.push(Piece { span, is_comment: false });
    }
    comments(text, at..text.len(), &mut found);
    found
}

/// Adds the comments between two tokens.
fn comments(text: &str, gap: Range<usize>, found: &mut Vec<Piece>) {
    let mut at = gap.start;
    while let Some(start) = text[at..gap.end].find("--").map(|start| at + start) {
        let end = text[start..gap.end].find('\n').map_or(gap.end, |end| start + end);
        let shown = text[start..end].trim_end().len();
        found.push(Piece { span: start..start + shown, is_comment: true });
        at = end;
    }
}
