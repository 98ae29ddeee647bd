//! Expressions, from the loosest operator to the tightest.

use super::cursor::{Cursor, MAX_NESTING, Read};
use super::error::SourceErrorKind;
use super::lexer::Token;
use super::syntax::{Expr, ExprKind};
use crate::instruction::{BinaryOp, UnaryOp};

/// An expression with the height of its tree.
struct High(Expr, usize);

impl Cursor<'_, '_> {
    /// Reads an expression: `or` of `and` of conditions.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        Ok(self.disjunction()?.0)
    }

    /// Reads a condition without `and` or `or`, but in parentheses.
    pub(super) fn single_condition(&mut self) -> Read<Expr> {
        Ok(self.condition()?.0)
    }

    fn disjunction(&mut self) -> Read<High> {
        self.deeper(|c| c.chain(&[BinaryOp::Or], |c| c.chain(&[BinaryOp::And], Self::condition)))
    }

    /// Reads operands with some operators between, from the left.
    fn chain(
        &mut self,
        operators: &[BinaryOp],
        operand: impl Fn(&mut Self) -> Read<High>,
    ) -> Read<High> {
        let start = self.span().start;
        let mut left = operand(self)?;
        loop {
            // On a new line, `-` starts nothing: it belongs to what is before it.
            let here = if self.peek() == Token::End { "" } else { self.word() };
            let found = operators.iter().find(|operator| operator.word().0 == here);
            let Some(operator) = found else { return Ok(left) };
            self.advance();
            let right = operand(self)?;
            let height = left.1.max(right.1);
            let kind = ExprKind::Binary(*operator, Box::new(left.0), Box::new(right.0));
            left = self.node(kind, start, height)?;
        }
    }

    /// Reads a condition: a comparison, `not`, or another value.
    fn condition(&mut self) -> Read<High> {
        use BinaryOp as B;
        const COMPARISONS: [BinaryOp; 6] =
            [B::Equal, B::Different, B::Less, B::AtMost, B::Greater, B::AtLeast];
        let start = self.span().start;
        if self.accept_word("not") {
            let High(of, height) = self.deeper(Self::condition)?;
            return self.node(ExprKind::Unary(UnaryOp::Not, Box::new(of)), start, height);
        }
        let left = self.sum()?;
        let comparison = |c: &Self| {
            let here = if c.peek() == Token::End { "" } else { c.word() };
            COMPARISONS.into_iter().find(|operator| operator.word().0 == here)
        };
        let Some(operator) = comparison(self) else { return Ok(left) };
        self.advance();
        let right = self.sum()?;
        if comparison(self).is_some() {
            return Err(self.expected(&["`and`", "`or`", "the end of the condition"]));
        }
        let height = left.1.max(right.1);
        let kind = ExprKind::Binary(operator, Box::new(left.0), Box::new(right.0));
        self.node(kind, start, height)
    }

    fn sum(&mut self) -> Read<High> {
        self.chain(&[BinaryOp::Add, BinaryOp::Subtract], |c| {
            c.chain(&[BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Modulo], Self::unary)
        })
    }

    /// Reads a bound of a choice.
    pub(super) fn bound(&mut self) -> Read<Expr> {
        Ok(self.sum()?.0)
    }

    fn unary(&mut self) -> Read<High> {
        let start = self.span().start;
        if !self.accept(Token::Minus) {
            return self.path();
        }
        if self.peek() == Token::Number {
            return self.number("-", start);
        }
        let High(of, height) = self.deeper(Self::unary)?;
        self.node(ExprKind::Unary(UnaryOp::Negate, Box::new(of)), start, height)
    }

    /// Reads a value, and the fields through which it is followed.
    fn path(&mut self) -> Read<High> {
        let start = self.span().start;
        let found = self.atom()?;
        self.fields(found, start)
    }

    fn fields(&mut self, mut found: High, start: usize) -> Read<High> {
        while self.accept(Token::Dot) {
            let field = self.name("the name of a field")?;
            let kind = ExprKind::Field(Box::new(found.0), field);
            found = self.node(kind, start, found.1)?;
        }
        Ok(found)
    }

    /// Reads a local variable, and the fields through which it is followed: what can be assigned to.
    pub(super) fn place(&mut self) -> Read<Expr> {
        if !self.at_name() {
            return Ok(self.path()?.0);
        }
        let start = self.span().start;
        let local = ExprKind::Local(self.word().to_owned());
        self.advance();
        let local = self.node(local, start, 0)?;
        Ok(self.fields(local, start)?.0)
    }

    fn atom(&mut self) -> Read<High> {
        let open = self.span();
        match self.peek() {
            Token::Number => self.number("", open.start),
            Token::Open => {
                self.advance();
                let High(inner, height) = self.disjunction()?;
                self.close(Token::Close, &open, &["an operator"])?;
                Ok(High(Expr { span: self.since(open.start), ..inner }, height))
            }
            Token::Name => {
                let kind = match self.word() {
                    "true" => ExprKind::Number(1),
                    "false" => ExprKind::Number(0),
                    "null" => ExprKind::Null,
                    // `x :=` with the next statement on the next line.
                    word if self.at_name() && !self.starts_statement() => {
                        ExprKind::Local(word.to_owned())
                    }
                    _ => return Err(self.expected(&["an expression"])),
                };
                self.advance();
                self.node(kind, open.start, 0)
            }
            _ => Err(self.expected(&["an expression"])),
        }
    }

    fn starts_statement(&self) -> bool {
        self.at_line_start() && matches!(self.peek_at(1), Token::Becomes | Token::Colon)
    }

    fn number(&mut self, sign: &str, start: usize) -> Read<High> {
        let text = format!("{sign}{}", self.word());
        let span = start..self.span().end;
        let Ok(value) = text.parse() else {
            let shown: String = text.chars().take(30).collect();
            let what = if shown == text { format!("`{text}`") } else { format!("`{shown}...`") };
            let fault = self.fault(SourceErrorKind::BigNumber(what), span);
            self.advance();
            return Err(fault);
        };
        self.advance();
        self.node(ExprKind::Number(value), start, 0)
    }

    /// A node of the tree, if it is not too high.
    fn node(&mut self, kind: ExprKind, start: usize, height: usize) -> Read<High> {
        if height >= MAX_NESTING {
            return Err(self.too_deep());
        }
        Ok(High(Expr { kind, span: self.since(start) }, height + 1))
    }
}
