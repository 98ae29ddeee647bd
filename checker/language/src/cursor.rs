//! Reading tokens: the current token, the token that must be here, the fault when it is not, and the place to go on
//! from.

use super::error::SystemErrorKind;
use super::faults::Faults;
use super::lexer::{DECLARATIONS, Token, is_between, is_keyword, tokenize};
use super::syntax::{ClaimKind, Name, Span};

/// The mark of a fault that has been reported; the caller goes on at the next statement or declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

/// The result of reading something.
pub(super) type Read<T> = Result<T, Reported>;

/// The most levels of brackets, blocks and operators.
pub const MAX_NESTING: usize = 200;

/// A reader of tokens.
#[expect(clippy::struct_excessive_bools, reason = "each says where the reader is")]
pub(super) struct Cursor<'a, 'f> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    /// For each token the bytes of its line before it, and the blanks at the start of that line.
    columns: Vec<(usize, usize)>,
    at: usize,
    depth: usize,
    /// The outermost pairs of braces, by their tokens.
    braces: Vec<(usize, usize)>,
    /// Whether every brace is closed, and none is closed that was not opened.
    is_balanced: bool,
    /// The token of the last fault: a token is at fault once only.
    last_fault: Option<usize>,
    /// Tells whether a bound of a type is being read: a `.` ends it.
    pub(super) in_bound: bool,
    /// Tells whether the statements that are read are those of a procedure.
    pub(super) is_in_procedure: bool,
    /// The kind of the claim that is being read, if it is one.
    pub(super) claim: Option<ClaimKind>,
    /// The names whose declarations could not be read: nothing is said about their uses.
    pub(super) broken: Vec<&'a str>,
    /// Tells whether some declaration could not be read as far as its name: then unknown names are not reported.
    pub(super) has_nameless: bool,
    pub(super) faults: &'f mut Faults,
}

impl<'a, 'f> Cursor<'a, 'f> {
    /// A cursor at the start of a text.
    pub(super) fn new(text: &'a str, faults: &'f mut Faults) -> Self {
        let tokens = tokenize(text, faults);
        let (braces, is_balanced) = outermost(&tokens);
        let columns = columns(text, &tokens);
        Cursor {
            text,
            tokens,
            columns,
            braces,
            is_balanced,
            at: 0,
            depth: 0,
            last_fault: None,
            in_bound: false,
            is_in_procedure: false,
            claim: None,
            broken: Vec::new(),
            has_nameless: false,
            faults,
        }
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

    /// The text of a token by its number.
    pub(super) fn text_of(&self, token: usize) -> &'a str {
        &self.text[self.tokens[token].1.clone()]
    }

    /// Notes all names since a token as names that cannot be known: nothing is said about their uses. Returns whether
    /// there are any.
    pub(super) fn note_names(&mut self, since: usize) -> bool {
        let before = self.broken.len();
        let is_name = |(token, span): &&(Token, Span)| {
            *token == Token::Name && !is_keyword(&self.text[span.clone()])
        };
        let names = self.tokens[since..self.at].iter().filter(is_name);
        self.broken.extend(names.map(|(_, span)| &self.text[span.clone()]));
        self.broken.len() > before
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
        self.starts_line(0)
    }

    /// Decides whether the last token that was read is the given one.
    pub(super) fn is_after(&self, token: Token) -> bool {
        self.at > 0 && self.tokens[self.at - 1].0 == token
    }

    /// Tells whether a declaration begins here: its keyword, at the start of a line.
    pub(super) fn at_declaration(&self) -> bool {
        self.is_declaration_at(0)
    }

    /// Decides whether a declaration begins `ahead` tokens further.
    pub(super) fn is_declaration_at(&self, ahead: usize) -> bool {
        if self.peek_at(ahead) != Token::Name || !self.starts_line(ahead) {
            return false;
        }
        let at = (self.at + ahead).min(self.tokens.len() - 1);
        // One in the middle of a thread is misplaced, unless a `}` was forgotten before.
        if self.is_balanced && self.column(at) > 0 && self.is_in_braces(at) {
            return false;
        }
        let word = self.word_at(ahead);
        // Words that may be names: what follows tells.
        let is_next = |next: usize, word: &str| {
            self.word_at(ahead + next) == word && !self.starts_line(ahead + next)
        };
        match word {
            "thread" => true,
            "fair" => is_next(1, "thread"),
            "procedure" => self.peek_at(ahead + 1) == Token::Name && !self.starts_line(ahead + 1),
            "strongly" => is_next(1, "fair") && is_next(2, "thread"),
            "property" => {
                let next = self.peek_at(ahead + 1);
                let is_operand = matches!(next, Token::Text | Token::Number | Token::Open)
                    || next == Token::Name && !is_between(self.word_at(ahead + 1));
                is_operand && !self.starts_line(ahead + 1)
            }
            word => DECLARATIONS.contains(&word),
        }
    }

    /// Whether a token is within braces, in a text in which each brace is closed.
    fn is_in_braces(&self, token: usize) -> bool {
        let at = self.braces.partition_point(|(from, _)| *from <= token);
        at > 0 && self.braces[at - 1].1 > token
    }

    /// Decides whether the token `ahead` tokens further is the first of its line.
    pub(super) fn starts_line(&self, ahead: usize) -> bool {
        let at = (self.at + ahead).min(self.tokens.len() - 1);
        at == 0 || self.text[self.tokens[at - 1].1.end..self.tokens[at].1.start].contains('\n')
    }

    /// Tells whether the brackets that open here hold a comma, not counting those within inner brackets.
    pub(super) fn at_list(&self) -> bool {
        let mut depth = 0_usize;
        for (token, _) in &self.tokens[self.at..] {
            match token {
                Token::Open | Token::OpenSquare | Token::OpenBrace => depth += 1,
                Token::Close | Token::CloseSquare | Token::CloseBrace => depth -= 1,
                Token::Comma if depth == 1 => return true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        false
    }

    /// Reports a fault at the current token, unless there was one.
    pub(super) fn fault(&mut self, kind: SystemErrorKind, span: Span) -> Reported {
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
        self.fault(SystemErrorKind::Expected { expected, found }, span)
    }

    /// "Expected a statement", or another thing that stands at the start of a line.
    pub(super) fn expected_start(&mut self, what: &str) -> Reported {
        let (found, span) = match self.peek() {
            Token::End => (Token::End.describe().to_owned(), self.since(self.last_end())),
            _ => (format!("`{}`", self.word()), self.span()),
        };
        self.fault(SystemErrorKind::Expected { expected: vec![what.to_owned()], found }, span)
    }

    /// The number of the braces since a token that are still open.
    pub(super) fn open_braces(&self, since: usize) -> usize {
        self.tokens[since..self.at].iter().fold(0, |depth: usize, (token, _)| match token {
            Token::OpenBrace => depth + 1,
            Token::CloseBrace => depth.saturating_sub(1),
            _ => depth,
        })
    }

    /// Reads a token.
    pub(super) fn expect(&mut self, token: Token) -> Read<()> {
        if self.accept(token) { Ok(()) } else { Err(self.expected(&[token.describe()])) }
    }

    /// Reads a word.
    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&[&format!("`{word}`")])) }
    }

    /// Reads a name.
    pub(super) fn name(&mut self, what: &str) -> Read<Name<'a>> {
        if !self.at_name() {
            return Err(self.expected(&[what]));
        }
        let name = Name { text: self.word(), start: self.span().start };
        self.advance();
        Ok(name)
    }

    /// Reads the closing bracket of the one at `open`; `or` are the tokens that could stand here as well.
    pub(super) fn close(&mut self, token: Token, open: &Span, or: &[&str]) -> Read<()> {
        if self.accept(token) {
            return Ok(());
        }
        if self.peek() == Token::End || self.at_declaration() {
            let open = self.unclosed(open);
            let open_text = self.text[open.clone()].to_owned();
            return Err(self.fault(SystemErrorKind::Unbalanced { open: open_text }, open));
        }
        Err(self.expected(&[&[token.describe()], or].concat()))
    }

    /// The bracket that is not closed, where the one at `open` seems to be it. A `}` at the start of a line belongs to
    /// the `{` of a line that is indented no more: one that is indented more, and was opened later, was forgotten.
    fn unclosed(&self, open: &Span) -> Span {
        let first = self.tokens.partition_point(|(_, span)| span.start < open.start);
        let mut still_open: Vec<usize> = Vec::new();
        for at in first..self.at {
            match self.tokens[at].0 {
                Token::OpenBrace => still_open.push(at),
                Token::CloseBrace => {
                    let Some(last) = still_open.pop() else { break };
                    let is_first = self.indentation(at) == self.column(at);
                    if is_first && self.indentation(at) < self.indentation(last) {
                        return self.tokens[last].1.clone();
                    }
                }
                _ => {}
            }
        }
        still_open.last().map_or_else(|| open.clone(), |last| self.tokens[*last].1.clone())
    }

    /// The bytes of its line before a token.
    fn column(&self, token: usize) -> usize {
        self.columns[token].0
    }

    /// The blanks at the start of the line of a token.
    fn indentation(&self, token: usize) -> usize {
        self.columns[token].1
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
        self.fault(SystemErrorKind::TooDeep { limit: MAX_NESTING }, span);
        self.at = self.tokens.len() - 1;
        self.last_fault = Some(self.at);
        Reported
    }
}

/// For each token the bytes of its line before it, and the blanks at the start of that line. Cost: linear, also in
/// lines that are very long.
fn columns(text: &str, tokens: &[(Token, Span)]) -> Vec<(usize, usize)> {
    let (mut from, mut line, mut blanks) = (0, 0, 0);
    let mut is_first = true;
    let columns = tokens.iter().map(|(_, span)| {
        if let Some(end) = text[from..span.start].rfind('\n') {
            line = from + end + 1;
            is_first = true;
        }
        from = span.start;
        if is_first {
            let before = &text[line..span.start];
            blanks = before.len() - before.trim_start().len();
            is_first = false;
        }
        (span.start - line, blanks)
    });
    columns.collect()
}

/// The outermost pairs of braces, and whether all braces are in pairs.
fn outermost(tokens: &[(Token, Span)]) -> (Vec<(usize, usize)>, bool) {
    let (mut pairs, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::OpenBrace => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            Token::CloseBrace if depth == 0 => return (pairs, false),
            Token::CloseBrace => {
                depth -= 1;
                if depth == 0 {
                    pairs.push((start, at));
                }
            }
            _ => {}
        }
    }
    (pairs, depth == 0)
}
