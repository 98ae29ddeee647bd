//! Expressions, from the loosest operator to the tightest.

use crate::cursor::{Cursor, MAX_NESTING, Read};
use crate::error::SystemErrorKind;
use crate::lexer::Token;
use crate::syntax::{ClaimKind, Comparison, Connective, Expr, ExprKind, Name};
use reductio_system::Arithmetic;

impl<'a> Cursor<'a, '_> {
    /// Reads an expression: `=>`, to the right, of `or` of `and` of conditions; `if`, `exists` and `forall` may stand
    /// wherever a condition may.
    pub(crate) fn expression(&mut self) -> Read<Expr<'a>> {
        if self.claim == Some(ClaimKind::Property) {
            return self.formula();
        }
        self.deeper(|c| {
            let start = c.span().start;
            let left =
                c.chain("or", ExprKind::Or, |c| c.chain("and", ExprKind::And, Self::condition))?;
            if !c.accept(Token::Implies) {
                return Ok(left);
            }
            let right = c.expression()?;
            c.node(ExprKind::Formula(Connective::Implies, vec![left, right]), start)
        })
    }

    fn chain(
        &mut self,
        word: &str,
        kind: fn(Vec<Expr<'a>>) -> ExprKind<'a>,
        operand: impl Fn(&mut Self) -> Read<Expr<'a>>,
    ) -> Read<Expr<'a>> {
        let start = self.span().start;
        let first = operand(self)?;
        if !self.at_word(word) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept_word(word) {
            parts.push(operand(self)?);
        }
        self.node(kind(parts), start)
    }

    /// Reads a condition: a comparison, a membership, `not`, or another truth value.
    pub(super) fn condition(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        if self.accept_word("not") {
            let inner = self.deeper(Self::condition)?;
            return self.node(ExprKind::Not(Box::new(inner)), start);
        }
        let left = self.sum()?;
        if self.accept_word("in") {
            return self.membership(left, start);
        }
        if self.accept_word("at") {
            let labels = self.names("a label")?;
            return self.node(ExprKind::At(Box::new(left), labels), start);
        }
        let Some(comparison) = self.comparison() else { return Ok(left) };
        self.advance();
        let right = self.sum()?;
        if self.comparison().is_some() {
            return Err(self.expected(&["`and`", "`or`", "the end of the condition"]));
        }
        self.node(ExprKind::Compare(comparison, Box::new([left, right])), start)
    }

    /// Reads the part behind `in`: a range or a list of values.
    fn membership(&mut self, left: Expr<'a>, start: usize) -> Read<Expr<'a>> {
        let open = self.span();
        if self.accept(Token::OpenBrace) {
            let list = self.expressions()?;
            self.close(Token::CloseBrace, &open, &["`,`", "an operator"])?;
            return self.node(ExprKind::Among(Box::new(left), list), start);
        }
        let low = self.sum()?;
        if !self.accept(Token::To) {
            return Err(self.expected(&["`..`", "an operator"]));
        }
        let high = self.sum()?;
        self.node(ExprKind::Within(Box::new([left, low, high])), start)
    }

    fn comparison(&self) -> Option<Comparison> {
        Some(match self.peek() {
            Token::Equal => Comparison::Equal,
            Token::Different => Comparison::Different,
            Token::Less => Comparison::Less,
            Token::AtMost => Comparison::AtMost,
            Token::Greater => Comparison::Greater,
            Token::AtLeast => Comparison::AtLeast,
            _ => return None,
        })
    }

    /// Reads sums and differences; the bounds of ranges are of this level.
    pub(super) fn sum(&mut self) -> Read<Expr<'a>> {
        let operator = |c: &Self| match c.peek() {
            Token::Plus => Some(Arithmetic::Add),
            Token::Minus => Some(Arithmetic::Subtract),
            _ => None,
        };
        self.operations(operator, Self::product)
    }

    fn product(&mut self) -> Read<Expr<'a>> {
        let operator = |c: &Self| match c.peek() {
            Token::Times => Some(Arithmetic::Multiply),
            Token::Name if c.word() == "div" => Some(Arithmetic::Divide),
            Token::Name if c.word() == "mod" => Some(Arithmetic::Remainder),
            _ => None,
        };
        self.operations(operator, Self::unary)
    }

    fn operations(
        &mut self,
        operator: impl Fn(&Self) -> Option<Arithmetic>,
        operand: impl Fn(&mut Self) -> Read<Expr<'a>>,
    ) -> Read<Expr<'a>> {
        let start = self.span().start;
        let mut left = operand(self)?;
        while let Some(operation) = operator(self) {
            self.advance();
            let right = operand(self)?;
            left = self.node(ExprKind::Compute(operation, Box::new([left, right])), start)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        if self.peek() == Token::Minus {
            // The least integer has no positive counterpart.
            if self.peek_at(1) == Token::Number {
                self.advance();
                return self.number("-", start);
            }
            self.advance();
            let inner = self.deeper(Self::unary)?;
            return self.node(ExprKind::Negate(Box::new(inner)), start);
        }
        self.reference()
    }

    /// Reads a name with indices and fields, or another atom.
    pub(super) fn reference(&mut self) -> Read<Expr<'a>> {
        let expr = self.atom()?;
        self.suffixes(expr)
    }

    /// Reads a name with indices and fields at the start of a statement.
    pub(super) fn target(&mut self) -> Read<Expr<'a>> {
        let name = self.name("a variable")?;
        let expr = self.node(ExprKind::Name(name.text), name.start)?;
        self.suffixes(expr)
    }

    fn suffixes(&mut self, expr: Expr<'a>) -> Read<Expr<'a>> {
        let start = expr.span.start;
        let mut expr = expr;
        loop {
            let open = self.span();
            // On a new line, `[` and `.` start nothing either: they belong to what is before them.
            if self.accept(Token::OpenSquare) {
                let indices = self.without_bound(Self::expressions)?;
                self.close(Token::CloseSquare, &open, &["`,`", "an operator"])?;
                expr = self.node(ExprKind::Index(Box::new(expr), indices), start)?;
            } else if self.peek() == Token::Dot && !self.in_bound {
                self.advance();
                let field = self.name("the name of a field")?;
                expr = self.node(ExprKind::Field(Box::new(expr), field), start)?;
            } else {
                return Ok(expr);
            }
        }
    }

    fn atom(&mut self) -> Read<Expr<'a>> {
        let open = self.span();
        match self.peek() {
            Token::Number => self.number("", open.start),
            Token::Open => {
                self.advance();
                let inner = self.without_bound(Self::expression)?;
                self.close(Token::Close, &open, &["an operator"])?;
                Ok(Expr { span: self.since(open.start), ..inner })
            }
            Token::Name => self.word_atom(),
            _ => Err(self.expected(&["an expression"])),
        }
    }

    fn word_atom(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        self.refuse_in_claim()?;
        let kind = match self.word() {
            "true" => ExprKind::Truth(true),
            "false" => ExprKind::Truth(false),
            "none" => ExprKind::None,
            "me" => ExprKind::Me,
            "if" => return self.conditional(),
            "exists" | "forall" => return self.quantified(),
            "count" if self.at_count() => return self.counted(),
            "try" if self.is_before_name() => {
                self.advance();
                let lock = self.reference()?;
                return self.node(ExprKind::Try(Box::new(lock)), start);
            }
            // `x :=` with the next statement on the next line.
            word if self.at_name() && !self.starts_statement() => ExprKind::Name(word),
            _ => return Err(self.expected(&["an expression"])),
        };
        self.advance();
        self.node(kind, start)
    }

    fn starts_statement(&self) -> bool {
        self.at_line_start() && matches!(self.peek_at(1), Token::Becomes | Token::Colon)
    }

    fn conditional(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        self.advance();
        let condition = self.expression()?;
        if !self.accept_word("then") {
            return Err(self.expected(&["`then`", "an operator"]));
        }
        let this = self.expression()?;
        if !self.accept_word("else") {
            return Err(self.expected(&["`else`", "an operator"]));
        }
        let that = self.expression()?;
        self.node(ExprKind::If(Box::new([condition, this, that])), start)
    }

    fn quantified(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        let is_forall = self.at_word("forall");
        self.advance();
        let binders = self.binders("a name to quantify over")?;
        if !self.accept(Token::Dot) {
            return Err(self.expected(&["`.` and what is quantified", "`,`"]));
        }
        let body = self.without_bound(Self::expression)?;
        self.node(ExprKind::Quantified { is_forall, binders, body: Box::new(body) }, start)
    }

    /// Whether `count` is no name here: one to quantify over follows.
    fn at_count(&self) -> bool {
        self.peek_at(1) == Token::Name
            && !self.starts_line(1)
            && matches!(self.peek_at(2), Token::Colon | Token::Comma)
    }

    fn counted(&mut self) -> Read<Expr<'a>> {
        let start = self.span().start;
        self.advance();
        let binders = self.binders("a name to quantify over")?;
        if !self.accept(Token::Dot) {
            return Err(self.expected(&["`.` and what is counted", "`,`"]));
        }
        let body = self.without_bound(Self::condition)?;
        self.node(ExprKind::Count { binders, body: Box::new(body) }, start)
    }

    fn number(&mut self, sign: &str, start: usize) -> Read<Expr<'a>> {
        let text = format!("{sign}{}", self.word());
        let span = start..self.span().end;
        let Ok(value) = text.parse() else {
            let fault = self.fault(SystemErrorKind::BigNumber { what: format!("`{text}`") }, span);
            self.advance();
            return Err(fault);
        };
        self.advance();
        self.node(ExprKind::Number(value), start)
    }

    /// Reads one or more expressions with commas between.
    pub(super) fn expressions(&mut self) -> Read<Vec<Expr<'a>>> {
        let mut list = vec![self.expression()?];
        while self.accept(Token::Comma) {
            list.push(self.expression()?);
        }
        Ok(list)
    }

    /// Reads one or more names with commas between.
    pub(super) fn names(&mut self, what: &str) -> Read<Vec<Name<'a>>> {
        let mut list = vec![self.name(what)?];
        while self.accept(Token::Comma) {
            list.push(self.name(what)?);
        }
        Ok(list)
    }

    fn without_bound<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = std::mem::replace(&mut self.in_bound, false);
        let result = read(self);
        self.in_bound = outer;
        result
    }

    /// A node of the tree, if it is not too high.
    pub(super) fn node(&mut self, kind: ExprKind<'a>, start: usize) -> Read<Expr<'a>> {
        let depth = 1 + kind.parts().iter().map(|part| part.depth).max().unwrap_or(0);
        if usize::from(depth) > MAX_NESTING {
            return Err(self.too_deep());
        }
        let is_temporal = match &kind {
            ExprKind::Formula(Connective::Implies, parts) => parts.iter().any(|p| p.is_temporal),
            ExprKind::Formula(..) => true,
            kind => kind.parts().iter().any(|part| part.is_temporal),
        };
        Ok(Expr { kind, span: self.since(start), depth, is_temporal })
    }
}
