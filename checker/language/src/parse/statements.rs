//! Statements and blocks.

use reductio_algebra::text::vocabulary::nearest;

use crate::cursor::{Cursor, Read, Reported};
use crate::error::SystemErrorKind;
use crate::help::{A_STATEMENT, DECLARES, FOREIGN};
use crate::lexer::{DECLARATIONS, STATEMENTS, Token, is_between, is_keyword};
use crate::syntax::{Arm, Expr, ExprKind, Span, Statement, StatementKind, Verb};

/// The content of a statement, and for one with blocks the place of its head.
type Body<'a> = (StatementKind<'a>, Option<Span>);

impl<'a> Cursor<'a, '_> {
    /// Reads `{ statements }`. A block that is not closed is reported, and has the statements that were found.
    pub(super) fn block(&mut self) -> Read<Vec<Statement<'a>>> {
        self.block_with(false)
    }

    fn block_with(&mut self, is_branch: bool) -> Read<Vec<Statement<'a>>> {
        let open = self.span();
        self.expect(Token::OpenBrace)?;
        let statements = self.deeper(|c| Ok(c.statements(is_branch)))?;
        // The fault has been reported; there is nothing else to do about it.
        let _ = self.close(Token::CloseBrace, &open, &[]);
        Ok(statements)
    }

    /// Reads statements up to a `}`. A statement that cannot be read becomes a broken one.
    pub(super) fn statements(&mut self, is_branch: bool) -> Vec<Statement<'a>> {
        let mut statements = Vec::new();
        while !self.at_block_end() {
            let start = self.position();
            let may_be_guard = is_branch && statements.is_empty();
            statements.push(self.statement(may_be_guard));
            if !self.at_statement_end() {
                self.expected(&["`;`", "a new line", "`}`", "an operator"]);
                self.skip_statement(start);
                // The part of it that was read is not the statement.
                if let Some(last) = statements.last_mut() {
                    last.kind = StatementKind::Broken;
                }
            }
            while self.accept(Token::Semicolon) {}
        }
        statements
    }

    fn at_block_end(&self) -> bool {
        matches!(self.peek(), Token::CloseBrace | Token::End) || self.at_declaration()
    }

    /// Tells whether a name follows on the line: words that may be names as well, such as `call`, are none before it.
    pub(super) fn is_before_name(&self) -> bool {
        self.peek() == Token::Name && self.peek_at(1) == Token::Name && !self.starts_line(1)
    }

    /// Whether the statement ends behind the next word.
    fn is_whole_statement(&self) -> bool {
        matches!(self.peek_at(1), Token::Semicolon | Token::CloseBrace | Token::End)
            || self.starts_line(1)
    }

    /// Reads the part behind `call`.
    fn call(&mut self) -> Read<StatementKind<'a>> {
        let name = self.name("a procedure")?;
        let open = self.span();
        let mut arguments = Vec::new();
        if self.accept(Token::Open) {
            if self.peek() != Token::Close {
                arguments = self.expressions()?;
            }
            self.close(Token::Close, &open, &["`,`", "an operator"])?;
        }
        Ok(StatementKind::Call { name, arguments })
    }

    fn at_statement_end(&self) -> bool {
        self.peek() == Token::Semicolon
            || self.at_block_end()
            || self.at_line_start()
            || self.is_after(Token::CloseBrace)
    }

    fn statement(&mut self, may_be_guard: bool) -> Statement<'a> {
        let token = self.position();
        let goes_on = self.at_word("fair") && self.word_at(1) == "idle" && self.accept_word("fair");
        let is_idle = self.accept_word("idle");
        if self.declared(token).is_some() && !is_idle {
            return self.declaration_among_statements(token);
        }
        let has_label = self.at_name() && self.peek_at(1) == Token::Colon;
        let label = if has_label { self.name("a label").ok() } else { None };
        if has_label {
            self.advance();
        }
        let start = self.span().start;
        let body =
            if self.at_word("when") && may_be_guard { self.when() } else { self.statement_body() };
        let (kind, head) = body.unwrap_or_else(|_| {
            let declares = declares(self.text_of(token)) || self.declared(token).is_some();
            self.skip_statement(token);
            if declares {
                self.note_names(token);
            }
            (StatementKind::Broken, None)
        });
        Statement { label, is_idle, goes_on, kind, span: head.unwrap_or_else(|| self.since(start)) }
    }

    fn statement_body(&mut self) -> Read<Body<'a>> {
        let start = self.span().start;
        let word = if self.peek() == Token::Name { self.word() } else { "" };
        match word {
            "call" if self.is_before_name() => {
                self.advance();
                return Ok((self.call()?, None));
            }
            "signal" | "broadcast" if self.is_before_name() => {
                self.advance();
                let verb = if word == "signal" { Verb::Signal } else { Verb::Broadcast };
                return Ok((StatementKind::Operate(verb, self.reference()?), None));
            }
            _ => {}
        }
        if word == "return" && self.is_in_procedure && self.is_whole_statement() {
            self.advance();
            return Ok((StatementKind::Return, None));
        }
        if self.at_name() {
            let is_target =
                matches!(self.peek_at(1), Token::Becomes | Token::OpenSquare | Token::Dot);
            // `acquir m` is no assignment that lacks its `:=`.
            let is_foreign = FOREIGN.iter().any(|(foreign, _)| *foreign == word);
            let is_word = is_foreign
                || nearest(word, STATEMENTS.into_iter().chain(["else"])).is_some()
                || self.peek_at(1) == Token::Name && !self.starts_line(1);
            if !is_target && is_word {
                return Err(self.expected_start(A_STATEMENT));
            }
            return Ok((self.assignment()?, None));
        }
        if let Some(verb) = verb(word) {
            self.advance();
            return Ok((StatementKind::Operate(verb, self.reference()?), None));
        }
        let simple: Option<fn(&mut Self) -> Read<StatementKind<'a>>> = match word {
            "skip" => Some(|_| Ok(StatementKind::Skip)),
            "break" => Some(|_| Ok(StatementKind::Break)),
            "continue" => Some(|_| Ok(StatementKind::Continue)),
            "stop" => Some(|_| Ok(StatementKind::Stop)),
            "assert" => Some(|c| Ok(StatementKind::Assert(c.expression()?))),
            "atomic" => Some(|c| Ok(StatementKind::Atomic { guard: None, body: c.actions(true)? })),
            "await" => Some(Self::guarded),
            "send" => Some(Self::send),
            "receive" => Some(Self::receive),
            _ => None,
        };
        if let Some(read) = simple {
            self.advance();
            return Ok((read(self)?, None));
        }
        match word {
            "if" => self.alternatives(),
            "while" => {
                let (condition, head) = self.head()?;
                Ok((StatementKind::While(condition, self.block()?), Some(head)))
            }
            "loop" => {
                self.advance();
                let head = self.since(start);
                Ok((StatementKind::Loop(self.block()?), Some(head)))
            }
            "choose" => self.choice(),
            "synchronized" => {
                self.advance();
                let lock = self.reference()?;
                let head = self.since(start);
                let body = self.block()?;
                let close = self.last_end().saturating_sub(1)..self.last_end();
                Ok((StatementKind::Synchronized(lock, body, close), Some(head)))
            }
            _ => Err(self.no_statement(word)),
        }
    }

    /// Reads `if`, `while` or `when` with its condition. A condition that cannot be read does not hide its block.
    fn head(&mut self) -> Read<(Expr<'a>, Span)> {
        let start = self.span().start;
        self.advance();
        let condition = match self.expression() {
            Ok(condition) if self.peek() == Token::OpenBrace => condition,
            read => {
                if read.is_ok() {
                    self.expected(&["`{`", "an operator"]);
                }
                let end = self.last_end();
                self.skip_to_block()?;
                // The condition in place of one that could not be read.
                Expr { kind: ExprKind::Broken, span: start..end, depth: 1, is_temporal: false }
            }
        };
        Ok((condition, self.since(start)))
    }

    fn when(&mut self) -> Read<Body<'a>> {
        let (condition, head) = self.head()?;
        Ok((StatementKind::When(condition, self.block()?), Some(head)))
    }

    fn alternatives(&mut self) -> Read<Body<'a>> {
        let mut arms: Vec<Arm<'a>> = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let (condition, span) = self.head()?;
            arms.push(Arm { condition, body: self.block()?, span });
            // The rest of the statement is read all the same.
            if self.at_name() && ["elif", "elsif", "elseif"].contains(&self.word()) {
                self.expected_start("`else if`");
                continue;
            }
            if !self.accept_word("else") {
                break;
            }
            if !self.at_word("if") {
                otherwise = self.block()?;
                break;
            }
        }
        let head = arms.first().map(|arm| arm.span.clone());
        Ok((StatementKind::If { arms, otherwise }, head))
    }

    /// Reads `choose { ... } or { ... }`; a branch may be `when condition { ... }` as a whole.
    fn choice(&mut self) -> Read<Body<'a>> {
        let start = self.span().start;
        self.advance();
        let head = self.since(start);
        let mut branches = Vec::new();
        while branches.is_empty() || self.accept_word("or") {
            let branch = if self.at_word("when") {
                vec![self.statement(true)]
            } else {
                self.block_with(true)?
            };
            // What starts there is tested before the branch is taken.
            let is_test = |first: &&Statement<'_>| matches!(first.kind, StatementKind::When(..));
            if let Some(first) = branch
                .first()
                .filter(|first| first.label.is_some() || first.is_idle)
                .filter(is_test)
            {
                let what = "a label or `idle` of `when`".to_owned();
                let wanted = "before `choose`, or in the block behind it";
                let span = first.label.map_or_else(|| first.span.clone(), |label| label.span());
                self.faults.add(SystemErrorKind::Misplaced { what, wanted }, span);
            }
            branches.push(branch);
        }
        Ok((StatementKind::Choose(branches), Some(head)))
    }

    fn no_statement(&mut self, word: &str) -> Reported {
        let wanted = match word {
            "local" => "at the start of a thread, before its statements",
            "when" => "at the start of a branch of `choose`",
            word if declares(word) => "outside of threads",
            _ => return self.expected_start(A_STATEMENT),
        };
        let span = self.span();
        self.fault(SystemErrorKind::Misplaced { what: format!("`{word}`"), wanted }, span)
    }

    /// The name that something at a token declares in the way of another language, `int x = 0`, or without a word,
    /// `x : 0 .. 3`.
    fn declared(&self, token: usize) -> Option<&'a str> {
        let ahead = token.checked_sub(self.position())?;
        let is = |k: usize, wanted: &[Token]| wanted.contains(&self.peek_at(ahead + k));
        let in_line = |k: usize| (1..=k).all(|k| !self.starts_line(ahead + k));
        let (first, second) = (self.word_at(ahead), self.word_at(ahead + 1));
        if !is(0, &[Token::Name]) || !in_line(2) {
            return None;
        }
        let is_type = !is_keyword(first) || ["bool", "thread"].contains(&first);
        let is_name = |word: &str| !is_keyword(word) && !is_between(word);
        if is_type && is(1, &[Token::Name]) && is_name(second) {
            let is_declared = is(2, &[Token::Is, Token::Becomes, Token::Colon])
                || is(2, &[Token::Semicolon]) && TYPES.contains(&first);
            return is_declared.then_some(second);
        }
        let is_typed =
            is(2, &[Token::Number]) || ["bool", "thread"].contains(&self.word_at(ahead + 2));
        (!is_keyword(first) && is(1, &[Token::Colon]) && is_typed).then_some(first)
    }

    /// Reports what declares a variable in the place of a statement.
    fn declaration_among_statements(&mut self, token: usize) -> Statement<'a> {
        let name = self.declared(token).unwrap_or_default();
        let span = self.span();
        let what = format!("{DECLARES}`{name}`");
        let wanted = "at the start of a thread, with `local`";
        self.fault(SystemErrorKind::Misplaced { what, wanted }, span.clone());
        self.advance();
        self.skip_statement(token);
        self.note_names(token);
        let kind = StatementKind::Broken;
        Statement { label: None, is_idle: false, goes_on: false, kind, span }
    }

    /// Goes to the `{` of a head that could not be read, if it is on the same line.
    fn skip_to_block(&mut self) -> Read<()> {
        while self.peek() != Token::OpenBrace {
            if self.at_line_start() || self.at_block_end() {
                return Err(Reported);
            }
            self.advance();
        }
        Ok(())
    }

    /// Goes to the end of a statement that could not be read: a `;`, the end of the block, or a new line that does
    /// not begin within brackets that the statement opened.
    fn skip_statement(&mut self, start: usize) {
        let mut depth = self.open_braces(start);
        loop {
            match self.peek() {
                Token::End => return,
                _ if self.at_declaration() => return,
                Token::CloseBrace | Token::Semicolon if depth == 0 => return,
                Token::Name if depth == 0 && self.at_line_start() && self.position() > start => {
                    return;
                }
                Token::OpenBrace => depth += 1,
                Token::CloseBrace => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }
}

/// The names of types in other languages.
const TYPES: [&str; 8] = ["int", "integer", "bool", "boolean", "long", "short", "char", "unsigned"];

/// Whether a word declares something, though not among statements.
fn declares(word: &str) -> bool {
    DECLARATIONS.contains(&word) || ["local", "thread"].contains(&word)
}

fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "acquire" => Verb::Acquire,
        "release" => Verb::Release,
        "wait" => Verb::Wait,
        "notify" => Verb::Notify,
        "notifyAll" => Verb::NotifyAll,
        "down" => Verb::Down,
        "up" => Verb::Up,
        _ => return None,
    })
}
