//! Tokens of the language of systems.

use logos::Logos;

use super::error::SystemErrorKind;
use super::faults::Faults;
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
    #[regex(r#""[^"\n]*""#)]
    Text,
    #[token(":=")]
    Becomes,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("..")]
    To,
    #[token(".")]
    Dot,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("=")]
    Is,
    #[token("=>")]
    Implies,
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

impl Token {
    /// The description of the token in messages.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Token::Name => "a name",
            Token::Number => "a number",
            Token::Text => "a text in quotes",
            Token::Becomes => "`:=`",
            Token::Colon => "`:`",
            Token::Semicolon => "`;`",
            Token::Comma => "`,`",
            Token::To => "`..`",
            Token::Dot => "`.`",
            Token::Open => "`(`",
            Token::Close => "`)`",
            Token::OpenSquare => "`[`",
            Token::CloseSquare => "`]`",
            Token::OpenBrace => "`{`",
            Token::CloseBrace => "`}`",
            Token::Is => "`=`",
            Token::Implies => "`=>`",
            Token::Equal => "`==`",
            Token::Different => "`!=`",
            Token::Less => "`<`",
            Token::AtMost => "`<=`",
            Token::Greater => "`>`",
            Token::AtLeast => "`>=`",
            Token::Plus => "`+`",
            Token::Minus => "`-`",
            Token::Times => "`*`",
            Token::Unknown => "an unknown character",
            Token::End => "the end of the text",
        }
    }
}

/// The words that start declarations, each at the start of a line.
pub const DECLARATIONS: [&str; 13] = [
    "system",
    "const",
    "type",
    "var",
    "lock",
    "monitor",
    "semaphore",
    "queue",
    "protected",
    "unshared",
    "disciplined",
    "invariant",
    "reach",
];

/// The words, besides those of [`DECLARATIONS`], that cannot be names.
pub const WORDS: [&str; 46] = [
    "acquire",
    "and",
    "any",
    "assert",
    "at",
    "atomic",
    "await",
    "bool",
    "break",
    "by",
    "choose",
    "continue",
    "div",
    "down",
    "else",
    "exists",
    "false",
    "for",
    "forall",
    "idle",
    "if",
    "in",
    "into",
    "local",
    "loop",
    "me",
    "mod",
    "none",
    "not",
    "notify",
    "notifyAll",
    "or",
    "receive",
    "record",
    "release",
    "send",
    "skip",
    "stop",
    "synchronized",
    "then",
    "thread",
    "true",
    "up",
    "wait",
    "when",
    "while",
];

/// The words that start statements.
pub const STATEMENTS: [&str; 22] = [
    "acquire",
    "assert",
    "atomic",
    "await",
    "break",
    "choose",
    "continue",
    "down",
    "idle",
    "if",
    "loop",
    "notify",
    "notifyAll",
    "receive",
    "release",
    "send",
    "skip",
    "stop",
    "synchronized",
    "up",
    "wait",
    "while",
];

/// The words of properties and of fairness. They have a meaning in their places only, and may be names; `release` is
/// one of [`WORDS`].
pub const PROPERTY_WORDS: [&str; 7] =
    ["always", "eventually", "fair", "leads_to", "property", "strongly", "until"];

/// The words that stand between two operands, or behind one.
const BETWEEN: [&str; 14] = [
    "and", "at", "by", "div", "else", "for", "in", "leads_to", "mod", "or", "release", "then",
    "until", "when",
];

/// Decides whether a word stands between two operands, or behind one.
pub(super) fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

/// Decides whether a word has a meaning of its own. Those of [`PROPERTY_WORDS`] and `capacity`, `depth`, `end`,
/// `failed`, `free`, `initialized`, `length`, `max`, `of`, `owner`, `read`, `value` and `waiters` have one in some
/// places only, and may be names.
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
        faults.add(SystemErrorKind::UnknownCharacter(text[span.clone()].to_owned()), span.clone());
    }
    tokens.push((Token::End, text.len()..text.len()));
    tokens
}

/// The places of the tokens of a text, in order; what no token begins with has places too. What lies between is white
/// space and comments. For tools that look at a text without reading it, such as formatters.
///
/// ```
/// assert_eq!(reductio_language::token_spans("x:=1 -- one"), [0..1, 1..3, 3..4]);
/// ```
pub fn token_spans(text: &str) -> Vec<Span> {
    let tokens = tokenize(text, &mut Faults::default());
    tokens.into_iter().filter(|(token, _)| *token != Token::End).map(|(_, span)| span).collect()
}
