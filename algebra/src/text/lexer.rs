//! Tokens of the three languages: terms, statement files, proof scripts.

use logos::Logos;

use super::error::{ParseError, ParseErrorKind, Span};
use crate::{MAX_DEPTH, MAX_SOURCE_BYTES};

/// A token. Unicode and ASCII spellings of a sign are one token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
#[allow(missing_docs)] // each variant is its spelling
pub enum Token {
    #[token("+")]
    Plus,
    #[token(".")]
    #[token("·")]
    Dot,
    #[token("?")]
    #[token("⋆")]
    Loop,
    #[token("*")]
    #[token("^*")]
    #[token("∗")]
    Star,
    #[token("^w")]
    #[token("^ω")]
    #[token("ω")]
    Omega,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("T", priority = 10)]
    #[token("⊤")]
    Top,
    #[token("<=")]
    #[token("≤")]
    #[token("⩽")]
    Below,
    #[token(">=")]
    #[token("≥")]
    #[token("⩾")]
    Above,
    #[token("=")]
    Equal,
    #[token("!=")]
    #[token("≠")]
    Apart,
    #[token("=>")]
    #[token("⇒")]
    Implies,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[regex(r"\]'*")]
    CloseSquare,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(":=")]
    Becomes,
    #[token("_")]
    Underscore,
    #[token("-")]
    #[token("–")]
    Hyphen,
    #[regex("[ᵢⱼₖₗₘₙ]")]
    Subscript,
    #[regex("[0-9]+[A-Za-z]?'*")]
    Number,
    #[regex("[A-Za-zα-ψΓΔΘΛΞΠΣΦΨ][A-Za-z0-9α-ψ]*'*")]
    Ident,
    /// The end of the text.
    End,
}

impl Token {
    /// The description of the token in messages.
    pub fn describe(self) -> &'static str {
        match self {
            Token::Plus => "`+`",
            Token::Dot => "`.`",
            Token::Loop => "`?`",
            Token::Star => "`*`",
            Token::Omega => "`^w`",
            Token::Not => "`!`",
            Token::Top => "`T`",
            Token::Below => "`<=`",
            Token::Above => "`>=`",
            Token::Equal => "`=`",
            Token::Apart => "`!=`",
            Token::Implies => "`=>`",
            Token::Open => "`(`",
            Token::Close => "`)`",
            Token::OpenSquare => "`[`",
            Token::CloseSquare => "`]`",
            Token::OpenBrace => "`{`",
            Token::CloseBrace => "`}`",
            Token::Comma => "`,`",
            Token::Colon => "`:`",
            Token::Semicolon => "`;`",
            Token::Becomes => "`:=`",
            Token::Underscore => "`_`",
            Token::Hyphen => "`-`",
            Token::Subscript => "a subscript",
            Token::Number => "a number",
            Token::Ident => "a name",
            Token::End => "the end of the text",
        }
    }
}

/// The tokens of a text with their places; the last is [`Token::End`].
///
/// # Errors
/// All unknown characters of the text, or one error when it is too large, or nested too deeply to be
/// read with a bounded stack.
pub fn tokenize(text: &str) -> Result<Vec<(Token, Span)>, Vec<ParseError>> {
    if text.len() > MAX_SOURCE_BYTES {
        return Err(vec![ParseError {
            kind: ParseErrorKind::TooLarge { bytes: text.len(), limit: MAX_SOURCE_BYTES },
            span: 0..0,
        }]);
    }
    let mut tokens = Vec::new();
    let mut errors: Vec<ParseError> = Vec::new();
    let mut depth = 0usize;
    for (token, span) in Token::lexer(text).spanned() {
        let Ok(token) = token else {
            errors.push(ParseError {
                kind: ParseErrorKind::UnknownCharacter(text[span.clone()].to_owned()),
                span,
            });
            continue;
        };
        match token {
            Token::Open | Token::OpenSquare | Token::OpenBrace => {
                depth += 1;
                if depth > MAX_DEPTH {
                    errors.push(ParseError {
                        kind: ParseErrorKind::TooDeep { limit: MAX_DEPTH },
                        span,
                    });
                    return Err(errors);
                }
            }
            Token::Close | Token::CloseSquare | Token::CloseBrace => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        tokens.push((token, span));
    }
    if errors.is_empty() {
        tokens.push((Token::End, text.len()..text.len()));
        Ok(tokens)
    } else {
        Err(errors)
    }
}

/// Checks size and encoding of the bytes of a file.
///
/// # Errors
/// [`ParseErrorKind::TooLarge`] and [`ParseErrorKind::NotUtf8`].
pub fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(ParseError {
            kind: ParseErrorKind::TooLarge { bytes: bytes.len(), limit: MAX_SOURCE_BYTES },
            span: 0..0,
        });
    }
    std::str::from_utf8(bytes).map_err(|e| ParseError {
        kind: ParseErrorKind::NotUtf8 { byte: e.valid_up_to() },
        span: e.valid_up_to()..e.valid_up_to(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Token, tokenize};
    use crate::name::{KEYWORDS, Name};

    /// Whether the lexer reads a text as one name that is no keyword.
    fn is_read(text: &str) -> bool {
        tokenize(text)
            .is_ok_and(|tokens| tokens.len() == 2 && tokens[0] == (Token::Ident, 0..text.len()))
            && !KEYWORDS.contains(&text)
    }

    #[test]
    fn names_are_what_the_lexer_reads_as_one() {
        let signs: Vec<char> =
            ('\0'..='\u{500}').chain("'’′ωΩT₁ᵢⁿ\u{2028}\u{202e}⊤≤.=+*?()[]{}_-".chars()).collect();
        let mut names = 0;
        let mut check = |text: &str| {
            assert_eq!(Name::is_valid(text), is_read(text), "{text:?}");
            names += usize::from(Name::is_valid(text));
        };
        check("");
        for a in &signs {
            check(&a.to_string());
            for b in &signs {
                check(&format!("{a}{b}"));
            }
            for text in [format!("x{a}y"), format!("T{a}"), format!("λ1{a}'"), format!("x'{a}")] {
                check(&text);
            }
        }
        for word in KEYWORDS {
            check(word);
        }
        assert!(names > 5_000, "{names}");
    }
}
