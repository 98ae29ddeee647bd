//! Declarations, statements and blocks, by recursive descent. A fault ends a statement or a declaration; the next one
//! is read as if nothing had happened, so that all faults of a text are found in one run.

use super::cursor::{Cursor, Read, Reported};
use super::error::{Faults, SourceErrorKind, TextLimit, nearest};
use super::lexer::{STATEMENTS, Token};
use super::syntax::{
    Expr, ExprKind, Given, LockOp, Name, PropertySource, Source, Span, Statement, StatementKind,
    ThreadSource,
};

/// Reads a text.
pub(super) fn parse(text: &str, faults: &mut Faults) -> Source {
    let size = text.len() as u64;
    if size > TextLimit::Text.most() {
        faults.add(SourceErrorKind::Limit { limit: TextLimit::Text, size }, 0..0);
        return Source::default();
    }
    let mut cursor = Cursor::new(text, faults);
    let mut source = Source::default();
    while cursor.peek() != Token::End {
        if cursor.declaration(&mut source).is_err() {
            cursor.skip_declaration();
        }
    }
    source
}

/// The content of a statement, and for one with blocks the place of its head.
type Body = (StatementKind, Option<Span>);

impl Cursor<'_, '_> {
    fn declaration(&mut self, source: &mut Source) -> Read<()> {
        while self.accept(Token::Semicolon) {}
        if self.peek() == Token::End {
            return Ok(());
        }
        let start = self.position();
        if !self.at_declaration() {
            let what = "a declaration: `program`, `volatile`, `property` or `thread`, at the start of a line";
            return Err(self.expected_start(what));
        }
        let word = self.word();
        self.advance();
        match word {
            "program" => {
                let name = self.name("the name of the program")?;
                if let Some(first) = &source.name {
                    let (what, other) = ("program", first.span.clone());
                    let kind = SourceErrorKind::Duplicate { what, name: first.text.clone() };
                    self.faults.add_with(kind, name.span, other, "the first name");
                } else {
                    source.name = Some(name);
                }
            }
            "volatile" => {
                let class = self.name("the name of a class")?;
                if !self.accept(Token::Dot) {
                    return Err(self.expected(&["`.`"]));
                }
                source.volatile.push((class, self.name("the name of a field")?));
            }
            "property" => {
                let property = self.property()?;
                source.properties.push(property);
            }
            _ => {
                let name = self.name("the name of the thread")?;
                // A thread without its block is one, so that forks of it are known.
                source.threads.push(ThreadSource { name, body: Vec::new() });
                let body = self.block()?;
                if let Some(last) = source.threads.last_mut() {
                    last.body = body;
                }
            }
        }
        let is_at_end = self.peek() == Token::End
            || self.peek() == Token::Semicolon
            || self.at_line_start()
            || self.is_after(Token::CloseBrace);
        if is_at_end && self.position() > start {
            return Ok(());
        }
        Err(self.expected(&["a new line"]))
    }

    /// Reads `"title": formula`.
    fn property(&mut self) -> Read<PropertySource> {
        if self.peek() != Token::Title {
            return Err(self.expected(&["the title of the property, in quotation marks"]));
        }
        let title = Name { text: self.word().trim_matches('"').to_owned(), span: self.span() };
        self.advance();
        if !self.accept(Token::Colon) {
            return Err(self.expected(&["`:`"]));
        }
        Ok(PropertySource { title, formula: self.formula()? })
    }

    /// Goes to the next declaration.
    fn skip_declaration(&mut self) {
        self.advance();
        while self.peek() != Token::End && !self.at_declaration() {
            self.advance();
        }
    }

    /// Reads `{ statements }`. A block that is not closed is reported, and has the statements that were found.
    fn block(&mut self) -> Read<Vec<Statement>> {
        let open = self.span();
        if !self.accept(Token::OpenBrace) {
            return Err(self.expected(&["`{`"]));
        }
        let statements = self.deeper(|c| Ok(c.statements()))?;
        // The fault has been reported; there is nothing else to do about it.
        let _ = self.close(Token::CloseBrace, &open, &[]);
        Ok(statements)
    }

    /// Reads statements up to a `}`. A statement that cannot be read becomes a broken one.
    fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while self.accept(Token::Semicolon) {}
        while !self.at_block_end() {
            let start = self.position();
            statements.push(self.statement());
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

    fn at_statement_end(&self) -> bool {
        self.peek() == Token::Semicolon
            || self.at_block_end()
            || self.at_line_start()
            || self.is_after(Token::CloseBrace)
    }

    fn statement(&mut self) -> Statement {
        let token = self.position();
        let has_label = self.at_name() && self.peek_at(1) == Token::Colon;
        let label = if has_label { self.name("a label").ok() } else { None };
        if has_label {
            self.advance();
        }
        let start = self.span().start;
        let (kind, head) = self.body().unwrap_or_else(|_| {
            self.skip_statement(token);
            (StatementKind::Broken, None)
        });
        Statement { label, kind, span: head.unwrap_or_else(|| self.since(start)) }
    }

    fn body(&mut self) -> Read<Body> {
        use StatementKind as S;
        let start = self.span().start;
        let word = if self.peek() == Token::Name { self.word() } else { "" };
        if self.at_name() || self.peek() == Token::Open {
            let is_target = self.peek() == Token::Open
                || matches!(self.peek_at(1), Token::Becomes | Token::Dot);
            // `acquir m` is no assignment that lacks its `:=`.
            if !is_target && nearest(word, STATEMENTS.into_iter().chain(["else"])).is_some() {
                return Err(self.expected_start("a statement"));
            }
            return Ok((self.assignment()?, None));
        }
        if !STATEMENTS.contains(&word) {
            return Err(self.expected_start("a statement"));
        }
        self.advance();
        let simple = match word {
            "skip" => S::Skip,
            "yield" => S::Yield,
            "stop" => S::Stop,
            "break" => S::Break,
            "continue" => S::Continue,
            "assert" => S::Assert(self.expression()?),
            "join" => S::Join(self.expression()?),
            "fork" => S::Fork(self.name("the name of a thread")?),
            "goto" => S::Goto(self.name("a label")?),
            "if" => return self.alternatives(start),
            "while" => {
                let (condition, head) = self.head(start, false)?;
                return Ok((S::While(condition, self.block()?), Some(head)));
            }
            "loop" => {
                let head = self.since(start);
                return Ok((S::Loop(self.block()?), Some(head)));
            }
            "synchronized" => {
                let (lock, head) = self.head(start, false)?;
                return Ok((S::Synchronized(lock, self.block()?), Some(head)));
            }
            _ => {
                let op = match word {
                    "acquire" => LockOp::Acquire,
                    "release" => LockOp::Release,
                    "wait" => LockOp::Wait,
                    "notify" => LockOp::Notify,
                    _ => LockOp::NotifyAll,
                };
                S::Lock(op, self.expression()?)
            }
        };
        Ok((simple, None))
    }

    fn assignment(&mut self) -> Read<StatementKind> {
        let target = self.place()?;
        if !self.accept(Token::Becomes) {
            return Err(self.expected(&["`:=`", "`.`"]));
        }
        let is_new_line = self.at_line_start();
        let value = match if self.peek() == Token::Name { self.word() } else { "" } {
            "new" if !is_new_line => {
                self.advance();
                Given::New(self.name("the name of a class")?)
            }
            "fork" if !is_new_line => {
                self.advance();
                Given::Fork(self.name("the name of a thread")?)
            }
            "any" => {
                self.advance();
                let low = self.bound()?;
                if !self.accept(Token::To) {
                    return Err(self.expected(&["`..`", "an operator"]));
                }
                Given::Any(low, self.bound()?)
            }
            _ => Given::Expr(self.expression()?),
        };
        match target.kind {
            ExprKind::Local(text) => {
                Ok(StatementKind::Assign(super::syntax::Name { text, span: target.span }, value))
            }
            ExprKind::Field(object, field) => {
                Ok(StatementKind::Write { object: *object, field, value })
            }
            _ => {
                let kind = SourceErrorKind::Expected {
                    expected: vec!["a local variable or a field before `:=`".to_owned()],
                    found: "a value".to_owned(),
                };
                self.faults.add(kind, target.span);
                Ok(StatementKind::Broken)
            }
        }
    }

    /// Reads the condition after `if` or `while`, or the lock after `synchronized`. One that cannot be read does not
    /// hide its block.
    fn head(&mut self, start: usize, or_goto: bool) -> Read<(Expr, Span)> {
        let condition = match self.expression() {
            Ok(condition) if self.peek() == Token::OpenBrace || or_goto && self.at_word("goto") => {
                condition
            }
            read => {
                if read.is_ok() {
                    let expected: &[&str] = if or_goto {
                        &["`{`", "`goto`", "an operator"]
                    } else {
                        &["`{`", "an operator"]
                    };
                    self.expected(expected);
                }
                self.skip_to_block()?;
                // The condition in place of one that could not be read.
                Expr { kind: ExprKind::Null, span: self.since(start) }
            }
        };
        Ok((condition, self.since(start)))
    }

    fn alternatives(&mut self, start: usize) -> Read<Body> {
        let (condition, head) = self.head(start, true)?;
        if self.accept_word("goto") {
            let label = self.name("a label")?;
            return Ok((StatementKind::IfGoto(condition, label), None));
        }
        let mut arms = vec![(condition, self.block()?)];
        let mut otherwise = Vec::new();
        while self.accept_word("else") {
            let start = self.span().start;
            if !self.accept_word("if") {
                otherwise = self.block()?;
                break;
            }
            let (condition, _) = self.head(start, false)?;
            arms.push((condition, self.block()?));
        }
        Ok((StatementKind::If { arms, otherwise }, Some(head)))
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
