//! Reading tokens: the current token, the token that must be here, and the error when it is not.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::error::{ParseError, ParseErrorKind, Span};
use super::label::Label;
use super::lexer::{Token, tokenize};
use super::vocabulary::nearest;
pub use crate::name::KEYWORDS;
use crate::name::Name;
use crate::term::Symbol;

/// The texts that are references when they stand between parentheses: labels, `hyp`, `regular algebra`.
pub type References = FxHashSet<String>;

/// A reader of tokens. Every reader of one of the three languages goes through it.
pub struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<(Token, Span)>,
    pub(super) at: usize,
    pub(super) scope: Vec<Name>,
    /// The bound names of symbols, innermost last, each with the symbol that stands for it.
    pub(super) symbols: Vec<(Name, Symbol)>,
    references: Option<Rc<References>>,
    pub(super) depth: usize,
}

/// The sign between two terms as it was written: `<=`, `=` or `>=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<=`.
    Below,
    /// `=`.
    Equal,
    /// `>=`.
    Above,
}

impl<'a> Parser<'a> {
    /// A parser at the start of a text.
    ///
    /// # Errors
    /// See [`tokenize`].
    pub fn new(text: &'a str) -> Result<Self, Vec<ParseError>> {
        Ok(Parser {
            text,
            tokens: tokenize(text)?,
            at: 0,
            scope: Vec::new(),
            symbols: Vec::new(),
            references: None,
            depth: 0,
        })
    }

    /// The current token.
    pub fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    /// The token `ahead` tokens further.
    pub fn peek_at(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }

    /// The place of the current token.
    pub fn span(&self) -> Span {
        self.tokens[self.at].1.clone()
    }

    /// The place of the last token read.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1.clone()
    }

    /// The text of the current token.
    pub fn word(&self) -> &'a str {
        &self.text[self.span()]
    }

    /// The whole text.
    pub fn source(&self) -> &'a str {
        self.text
    }

    /// Moves to the next token.
    pub fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// A place to come back to with [`Parser::rewind`].
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes back to a mark.
    pub fn rewind(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Reads `token` if it is the current one.
    pub fn accept(&mut self, token: Token) -> bool {
        let here = self.peek() == token;
        if here {
            self.advance();
        }
        here
    }

    /// Decides whether the current token is the given keyword.
    pub fn at_keyword(&self, keyword: &str) -> bool {
        self.peek() == Token::Ident && self.word() == keyword
    }

    /// Reads a keyword if it is the current token.
    pub fn accept_keyword(&mut self, keyword: &str) -> bool {
        let here = self.at_keyword(keyword);
        if here {
            self.advance();
        }
        here
    }

    /// Tells whether the current token is a word that cannot be a name.
    pub fn at_reserved(&self) -> bool {
        self.peek() == Token::Ident && KEYWORDS.contains(&self.word())
    }

    /// An error at the current token.
    pub fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { kind, span: self.span() }
    }

    /// "Expected ... found ..." at the current token; behind the last token where the text, or with a
    /// keyword on a new line the next item, comes too early.
    pub fn expected(&self, expected: &[&str]) -> ParseError {
        let (before, here) = (self.last_span().end, self.span());
        let is_keyword = self.peek() == Token::Ident && KEYWORDS.contains(&self.word());
        let next_line = self.at > 0 && self.text[before..here.start].contains('\n');
        let (found, span) = match self.peek() {
            Token::End if self.at > 0 => (Token::End.describe().to_owned(), before..before),
            Token::End => (Token::End.describe().to_owned(), here),
            _ if is_keyword && next_line => ("the end of the line".to_owned(), before..before),
            _ => (format!("`{}`", self.word()), here),
        };
        let expected = expected.iter().map(|s| (*s).to_owned()).collect();
        ParseError { kind: ParseErrorKind::Expected { expected, found }, span }
    }

    /// Reads a token or fails.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`].
    pub fn expect(&mut self, token: Token) -> Result<Span, ParseError> {
        let span = self.span();
        if self.accept(token) { Ok(span) } else { Err(self.expected(&[token.describe()])) }
    }

    /// Reads a keyword or fails.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`].
    pub fn expect_keyword(&mut self, keyword: &str) -> Result<Span, ParseError> {
        let span = self.span();
        if self.accept_keyword(keyword) {
            Ok(span)
        } else {
            Err(self.expected(&[&format!("`{keyword}`")]))
        }
    }

    /// Closes a bracket that was opened at `open`.
    ///
    /// # Errors
    /// [`ParseErrorKind::Unbalanced`] at the opening bracket when the text ends first.
    pub fn close(&mut self, token: Token, open: &Span) -> Result<(), ParseError> {
        if self.accept(token) {
            Ok(())
        } else if matches!(self.peek(), Token::End | Token::CloseBrace) || self.at_next_item() {
            let open_text = self.text[open.clone()].to_owned();
            Err(ParseError {
                kind: ParseErrorKind::Unbalanced { open: open_text },
                span: open.clone(),
            })
        } else {
            let more = if token == Token::CloseBrace { "`,`" } else { "an operator" };
            Err(self.expected(&[token.describe(), more]))
        }
    }

    /// Whether a keyword stands here, on another line than what is before it: the next item begins.
    fn at_next_item(&self) -> bool {
        let is_keyword = self.peek() == Token::Ident && KEYWORDS.contains(&self.word());
        is_keyword && self.text[self.last_span().end..self.span().start].contains('\n')
    }

    /// Reads a name that is no keyword.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`].
    pub fn name(&mut self, what: &str) -> Result<Name, ParseError> {
        if self.peek() == Token::Ident && !KEYWORDS.contains(&self.word()) {
            // What the lexer takes for a name is one.
            let name = Name::new(self.word()).map_err(|_| self.expected(&[what]))?;
            self.advance();
            Ok(name)
        } else {
            Err(self.expected(&[what]))
        }
    }

    /// Reads `(label)`: digits or words between parentheses.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`] when no parenthesis stands here, or it is empty.
    pub fn label(&mut self) -> Result<(Label, Span), ParseError> {
        let open = self.span();
        if self.peek() != Token::Open {
            return Err(self.expected(&["a label in parentheses"]));
        }
        self.advance();
        let start = self.span().start;
        while !matches!(
            self.peek(),
            Token::Close | Token::End | Token::Open | Token::OpenBrace | Token::CloseBrace
        ) {
            self.advance();
        }
        let end = self.span().start;
        if self.text[start..end].trim().is_empty() {
            return Err(self.expected(&["a label"]));
        }
        let close = self.span();
        self.close(Token::Close, &open)?;
        let label = Label::new(&self.text[start..end]).map_err(|e| ParseError {
            kind: ParseErrorKind::Label(e),
            span: start..start + self.text[start..end].trim_end().len(),
        })?;
        Ok((label, open.start..close.end))
    }

    /// From here on, `(text)` is a reference when `text` is one of `references`, a number, or starts with
    /// `*` or `?`; it is not a factor. `None` switches references off.
    ///
    /// In a hint a lone number in parentheses is a label: `x (1)` cites (1); the product is `x 1`.
    pub fn set_references(&mut self, references: Option<Rc<References>>) {
        self.references = references;
    }

    /// Tells whether a reference such as `(34)`, `(hyp)` or `(* ind L)` stands here, and not a factor.
    pub fn at_reference(&self) -> bool {
        let Some(references) = self.references.as_ref().filter(|_| self.peek() == Token::Open)
        else {
            return false;
        };
        match self.peek_at(1) {
            Token::Number if self.peek_at(2) == Token::Close => true,
            Token::Star | Token::Loop => true,
            _ => {
                let inner = self.tokens[self.at + 1].1.start;
                let end = self.text[inner..].find([')', '(', '{', '}']);
                let Some(length) = end.filter(|at| self.text[inner + at..].starts_with(')')) else {
                    return false;
                };
                let label = Label::new(&self.text[inner..inner + length]);
                label.is_ok_and(|label| references.contains(label.as_str()))
            }
        }
    }

    /// The known reference that a text in parentheses may have been meant for, with its parentheses: one that differs
    /// in capital letters only, or the nearest one.
    pub fn nearest_reference(&self, text: &str) -> Option<String> {
        let known = || self.references.iter().flat_map(|all| all.iter()).map(String::as_str);
        let alike = known().filter(|label| label.eq_ignore_ascii_case(text)).min();
        let found = alike.map(str::to_owned).or_else(|| nearest(text, known()))?;
        Some(format!("({found})"))
    }

    /// Reads a sign, if one stands here.
    pub fn sign(&mut self) -> Option<Sign> {
        let sign = match self.peek() {
            Token::Below => Sign::Below,
            Token::Equal => Sign::Equal,
            Token::Above => Sign::Above,
            _ => return None,
        };
        self.advance();
        Some(sign)
    }
}
