//! Statements without blocks of statements: assignments, guarded commands, messages.

use crate::cursor::{Cursor, Read};
use crate::error::SystemErrorKind;
use crate::lexer::Token;
use crate::syntax::{Actions, Assign, Decision, Expr, StatementKind};

impl<'a> Cursor<'a, '_> {
    /// Reads `target := value` or `target := any`.
    pub(super) fn assignment(&mut self) -> Read<StatementKind<'a>> {
        let start = self.span().start;
        let target = self.target()?;
        self.becomes()?;
        if self.accept_word("any") {
            let range = if self.at_range() { Some(self.bounds()?) } else { None };
            return Ok(StatementKind::Any { target, range });
        }
        let value = self.expression()?;
        Ok(StatementKind::Assign(Assign { target, value, span: self.since(start) }))
    }

    fn becomes(&mut self) -> Read<()> {
        if self.accept(Token::Becomes) { Ok(()) } else { Err(self.expected(&["`:=`"])) }
    }

    /// Whether a range follows `any`: it stands on the same line.
    fn at_range(&self) -> bool {
        let is_bound =
            matches!(self.peek(), Token::Number | Token::Minus | Token::Open) || self.at_name();
        is_bound && !self.at_line_start()
    }

    /// Reads `{ target := value; ... }`: assignments, and before them `if` where a decision may stand.
    pub(super) fn actions(&mut self, may_decide: bool) -> Read<Actions<'a>> {
        self.deeper(|c| c.actions_here(may_decide))
    }

    fn actions_here(&mut self, may_decide: bool) -> Read<Actions<'a>> {
        let open = self.span();
        self.expect(Token::OpenBrace)?;
        let decision = if may_decide && self.at_word("if") {
            let decision = Box::new(self.decision()?);
            while self.accept(Token::Semicolon) {}
            Some(decision)
        } else {
            None
        };
        let mut actions = Vec::new();
        while self.peek() != Token::CloseBrace {
            if may_decide && self.at_word("if") {
                let what = "`if` behind an assignment".to_owned();
                let wanted =
                    "before the assignments of `atomic`: it is decided in the state before them";
                return Err(self.fault(SystemErrorKind::Misplaced { what, wanted }, self.span()));
            }
            if !self.at_name() {
                self.close(Token::CloseBrace, &open, &["an assignment"])?;
            }
            let start = self.span().start;
            let target = self.target()?;
            self.becomes()?;
            let value = self.expression()?;
            actions.push(Assign { target, value, span: self.since(start) });
            if !self.accept(Token::Semicolon)
                && !self.at_line_start()
                && self.peek() != Token::CloseBrace
            {
                self.close(Token::CloseBrace, &open, &["`;`", "a new line", "an operator"])?;
            }
        }
        self.advance();
        Ok(Actions { decision, assigns: actions })
    }

    /// Reads `if condition { ... } else if condition { ... } else { ... }` in `atomic`.
    fn decision(&mut self) -> Read<Decision<'a>> {
        let mut arms = Vec::new();
        loop {
            self.expect_word("if")?;
            let condition = self.expression()?;
            arms.push((condition, self.actions(true)?));
            if !self.accept_word("else") {
                return Ok(Decision { arms, otherwise: Actions::default() });
            }
            if !self.at_word("if") {
                return Ok(Decision { arms, otherwise: self.actions(true)? });
            }
        }
    }

    /// Reads the part behind `await`.
    pub(super) fn guarded(&mut self) -> Read<StatementKind<'a>> {
        let guard = self.expression()?;
        if !self.accept_word("then") {
            return Ok(StatementKind::Await(guard));
        }
        Ok(StatementKind::Atomic { guard: Some(guard), body: self.actions(false)? })
    }

    /// Reads the part behind `send`: one value, or one for each field in parentheses.
    pub(super) fn send(&mut self) -> Read<StatementKind<'a>> {
        let queue = self.reference()?;
        let open = self.span();
        let values = if self.peek() == Token::Open && self.at_list() {
            self.advance();
            let values = self.expressions()?;
            self.close(Token::Close, &open, &["`,`", "an operator"])?;
            values
        } else {
            vec![self.expression()?]
        };
        Ok(StatementKind::Send { queue, values })
    }

    /// Reads the part behind `receive`.
    pub(super) fn receive(&mut self) -> Read<StatementKind<'a>> {
        let queue = self.reference()?;
        self.expect_word("into")?;
        let mut targets: Vec<Expr<'a>> = vec![self.reference()?];
        while self.accept(Token::Comma) {
            targets.push(self.reference()?);
        }
        Ok(StatementKind::Receive { queue, targets })
    }
}
