//! Pieces of the text for reports: statements on one line, numbers of lines.

use super::faults::Faults;
use super::lexer::{Token, is_keyword, tokenize};

/// A piece of text on one line, without comments, with the spaces that its tokens have in the usual layout. Pieces with
/// the same tokens have the same words, however they are laid out. Linear.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = Before::Start;
    // Whether the next dot is that of a quantifier, as in `exists i : T . p`.
    let mut is_binding = false;
    for (token, span) in tokenize(text, &mut Faults::default()) {
        let word = &text[span];
        let ends_binding = token == Token::Dot && is_binding;
        if token != Token::End && !ends_binding && !before.touches(token)
            || ends_binding && before != Before::Start
        {
            out.push(' ');
        }
        out.push_str(word);
        is_binding = is_binding && !ends_binding || ["exists", "forall"].contains(&word);
        before = match token {
            Token::Minus if before != Before::Operand => Before::Tight,
            Token::Dot if !ends_binding => Before::Tight,
            Token::Open | Token::OpenSquare => Before::Tight,
            Token::Number | Token::Text | Token::Close | Token::CloseSquare => Before::Operand,
            Token::Name if !is_keyword(word) || VALUES.contains(&word) => Before::Operand,
            _ => Before::Sign,
        };
    }
    out
}

/// Keywords that are operands.
const VALUES: [&str; 4] = ["false", "me", "none", "true"];

/// The kind of token before another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// None.
    Start,
    /// One with no space behind it: `(`, `[`, the dot of a field, the sign of a number.
    Tight,
    /// The end of an operand: an index or a field may follow.
    Operand,
    /// A word or a sign.
    Sign,
}

impl Before {
    /// Whether no space stands before the next token.
    fn touches(self, token: Token) -> bool {
        match token {
            Token::Close | Token::CloseSquare | Token::Comma | Token::Semicolon | Token::Dot => {
                true
            }
            Token::OpenSquare if self == Before::Operand => true,
            _ => matches!(self, Before::Start | Before::Tight),
        }
    }
}

/// Finds the line of a byte in logarithmic time.
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub(super) fn new(text: &str) -> Self {
        Lines {
            starts: std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect(),
        }
    }

    /// The line of a byte, from 1.
    pub(super) fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }
}
