//! Reading tokens: the current token, the token that must be here, the fault when it is not.

use super::error::{Faults, SourceErrorKind};
use super::lexer::{DECLARATIONS, Token, is_keyword, tokenize};
use super::syntax::{Name, Span};

/// The mark of a fault that has been reported; the caller goes on at the next statement or declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

/// The result of reading something.
pub(super) type Read<T> = Result<T, Reported>;

/// The most levels of brackets, blocks and operators.
pub const MAX_NESTING: usize = 200;

/// A reader of tokens.
pub(super) struct Cursor<'a, 'f> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    /// The token of the last fault: a token is at fault once only.
    last_fault: Option<usize>,
    pub(super) faults: &'f mut Faults,
}

impl<'a, 'f> Cursor<'a, 'f> {
    /// A cursor at the start of a text.
    pub(super) fn new(text: &'a str, faults: &'f mut Faults) -> Self {
        let tokens = tokenize(text, faults);
        Cursor { text, tokens, at: 0, depth: 0, last_fault: None, faults }
    }

    /// The current token.
    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    /// The token `ahead` tokens further.
    pub(super) fn peek_at(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }

    /// The place of the current token.
    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1.clone()
    }

    /// The end of the last token that was read.
    pub(super) fn last_end(&self) -> usize {
        if self.at == 0 { 0 } else { self.tokens[self.at - 1].1.end }
    }

    /// The place from `start` to the last token that was read.
    pub(super) fn since(&self, start: usize) -> Span {
        start..self.last_end().max(start)
    }

    /// The text of the current token.
    pub(super) fn word(&self) -> &'a str {
        &self.text[self.span()]
    }

    /// The text of the token `ahead` tokens further.
    pub(super) fn word_at(&self, ahead: usize) -> &'a str {
        &self.text[self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].1.clone()]
    }

    /// The number of tokens that have been read: it tells whether something was.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Moves to the next token.
    pub(super) fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// Reads `token` if it is the current one.
    pub(super) fn accept(&mut self, token: Token) -> bool {
        let here = self.peek() == token;
        if here {
            self.advance();
        }
        here
    }

    /// Decides whether the current token is the word.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Name && self.word() == word
    }

    /// Reads a word if it is the current token.
    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.advance();
        }
        here
    }

    /// Tells whether the current token is a name and not a keyword.
    pub(super) fn at_name(&self) -> bool {
        self.peek() == Token::Name && !is_keyword(self.word())
    }

    /// Tells whether the current token is the first of its line.
    pub(super) fn at_line_start(&self) -> bool {
        let before = self.at.checked_sub(1).map(|before| self.tokens[before].1.end);
        before.is_none_or(|before| self.text[before..self.span().start].contains('\n'))
    }

    /// Decides whether the last token that was read is the given one.
    pub(super) fn is_after(&self, token: Token) -> bool {
        self.at > 0 && self.tokens[self.at - 1].0 == token
    }

    /// Tells whether a declaration begins here: its keyword, at the start of a line.
    pub(super) fn at_declaration(&self) -> bool {
        self.peek() == Token::Name && DECLARATIONS.contains(&self.word()) && self.at_line_start()
    }

    /// Reports a fault at the current token, unless there was one.
    pub(super) fn fault(&mut self, kind: SourceErrorKind, span: Span) -> Reported {
        let is_known = self.last_fault == Some(self.at) || self.peek() == Token::Unknown;
        self.last_fault = Some(self.at);
        if !is_known {
            self.faults.add(kind, span);
        }
        Reported
    }

    /// "Expected ... found ..." at the current token; behind the last one where the line or the text ends too early.
    pub(super) fn expected(&mut self, expected: &[&str]) -> Reported {
        debug_assert!(expected.len() <= 5, "at most five");
        let behind = self.last_end()..self.last_end();
        let (found, span) = match self.peek() {
            Token::End if self.at > 0 => ("the end of the text".to_owned(), behind),
            _ if self.at > 0 && self.at_line_start() => ("the end of the line".to_owned(), behind),
            Token::End => ("the end of the text".to_owned(), self.span()),
            _ => (format!("`{}`", self.word()), self.span()),
        };
        let expected = expected.iter().map(|what| (*what).to_owned()).collect();
        self.fault(SourceErrorKind::Expected { expected, found }, span)
    }

    /// "Expected a statement", or another thing that stands at the start of a line.
    pub(super) fn expected_start(&mut self, what: &str) -> Reported {
        let (found, span) = match self.peek() {
            Token::End => ("the end of the text".to_owned(), self.since(self.last_end())),
            _ => (format!("`{}`", self.word()), self.span()),
        };
        self.fault(SourceErrorKind::Expected { expected: vec![what.to_owned()], found }, span)
    }

    /// The number of the braces since a token that are still open.
    pub(super) fn open_braces(&self, since: usize) -> usize {
        self.tokens[since..self.at].iter().fold(0, |depth: usize, (token, _)| match token {
            Token::OpenBrace => depth + 1,
            Token::CloseBrace => depth.saturating_sub(1),
            _ => depth,
        })
    }

    /// Reads a name.
    pub(super) fn name(&mut self, what: &str) -> Read<Name> {
        if !self.at_name() {
            return Err(self.expected(&[what]));
        }
        let name = Name { text: self.word().to_owned(), span: self.span() };
        self.advance();
        Ok(name)
    }

    /// Reads the closing bracket of the one at `open`; `or` are the tokens that could stand here as well.
    pub(super) fn close(&mut self, token: Token, open: &Span, or: &[&str]) -> Read<()> {
        if self.accept(token) {
            return Ok(());
        }
        if self.peek() == Token::End || self.at_declaration() {
            let open_text = self.text[open.clone()].to_owned();
            return Err(self.fault(SourceErrorKind::Unbalanced { open: open_text }, open.clone()));
        }
        let close = if token == Token::Close { "`)`" } else { "`}`" };
        Err(self.expected(&[&[close], or].concat()))
    }

    /// Reads a part one level deeper.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reports the nesting and gives up: the rest cannot be told apart.
    pub(super) fn too_deep(&mut self) -> Reported {
        let span = self.span();
        self.fault(SourceErrorKind::TooDeep { limit: MAX_NESTING }, span);
        self.at = self.tokens.len() - 1;
        self.last_fault = Some(self.at);
        Reported
    }
}
