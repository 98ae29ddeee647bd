//! Tokens of the text of programs.

use logos::Logos;

use super::error::{Faults, SourceErrorKind};
use super::syntax::Span;

/// A token; keywords are names that [`is_keyword`] knows.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[regex("[A-Za-z][A-Za-z0-9_]*")]
    Name,
    #[regex("[0-9]+")]
    Number,
    #[regex("\"[^\"\n]*\"")]
    Title,
    #[token(":=")]
    Becomes,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token("..")]
    To,
    #[token(".")]
    Dot,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("==")]
    Equal,
    #[token("!=")]
    Different,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,
    #[token("=>")]
    Implies,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    /// Characters that no token starts with; they have been reported.
    Unknown,
    /// The end of the text.
    End,
}

/// The words that start declarations, each at the start of a line.
pub const DECLARATIONS: [&str; 4] = ["program", "property", "thread", "volatile"];

/// The words, besides those of [`DECLARATIONS`], that cannot be names.
pub const WORDS: [&str; 29] = [
    "acquire",
    "and",
    "any",
    "assert",
    "break",
    "continue",
    "div",
    "else",
    "false",
    "fork",
    "goto",
    "if",
    "join",
    "loop",
    "mod",
    "new",
    "not",
    "notify",
    "notifyAll",
    "null",
    "or",
    "release",
    "skip",
    "stop",
    "synchronized",
    "true",
    "wait",
    "while",
    "yield",
];

/// The words that start statements.
pub(super) const STATEMENTS: [&str; 18] = [
    "acquire",
    "assert",
    "break",
    "continue",
    "fork",
    "goto",
    "if",
    "join",
    "loop",
    "notify",
    "notifyAll",
    "release",
    "skip",
    "stop",
    "synchronized",
    "wait",
    "while",
    "yield",
];

/// Decides whether a word has a meaning of its own.
pub(super) fn is_keyword(word: &str) -> bool {
    DECLARATIONS.contains(&word) || WORDS.contains(&word)
}

/// The tokens of a text with their places; the last is [`Token::End`]. Unknown characters are reported.
pub(super) fn tokenize(text: &str, faults: &mut Faults) -> Vec<(Token, Span)> {
    let mut tokens: Vec<(Token, Span)> = Vec::new();
    for (token, span) in Token::lexer(text).spanned() {
        match (token, tokens.last_mut()) {
            (Ok(token), _) => tokens.push((token, span)),
            (Err(()), Some((Token::Unknown, last))) if last.end == span.start => {
                last.end = span.end;
            }
            (Err(()), _) => tokens.push((Token::Unknown, span)),
        }
    }
    for (_, span) in tokens.iter().filter(|(token, _)| *token == Token::Unknown) {
        // What is shown of a long run of such characters is its begin.
        let shown: String = text[span.clone()].chars().take(20).collect();
        faults.add(SourceErrorKind::UnknownCharacter(shown), span.clone());
    }
    tokens.push((Token::End, text.len()..text.len()));
    tokens
}

/// The places of the tokens of a text, in order; what no token begins with has places too. What lies between is white
/// space and comments. For tools that look at a text without reading it, such as formatters.
///
/// ```
/// assert_eq!(reductio_programs::token_spans("x:=1 -- one"), [0..1, 1..3, 3..4]);
/// ```
pub fn token_spans(text: &str) -> Vec<Span> {
    let tokens = tokenize(text, &mut Faults::default());
    tokens.into_iter().filter(|(token, _)| *token != Token::End).map(|(_, span)| span).collect()
}
