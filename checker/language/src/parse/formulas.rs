//! Formulas of properties, from the loosest operator to the tightest: `=>` and `leads_to`; `or`; `and`; `until` and
//! `release`; `not`, `always` and `eventually`.
//!
//! Where other tools, or people, read a combination in different ways, parentheses are asked for: `=>` and `leads_to`
//! among themselves, `until` and `release` among themselves, beside `and` and `or`, and behind `always` and
//! `eventually`.

use crate::cursor::{Cursor, Read};
use crate::error::SystemErrorKind;
use crate::lexer::{STATEMENTS, Token, is_between};
use crate::syntax::{ClaimKind, Connective, Expr, ExprKind, Span};

/// An operand, and the operator in it that is not in parentheses and may have been meant for more, or for less.
struct Operand<'a> {
    expr: Expr<'a>,
    open: Option<Connective>,
}

impl<'a> Cursor<'a, '_> {
    /// Reads a formula.
    pub(super) fn formula(&mut self) -> Read<Expr<'a>> {
        self.deeper(|c| {
            let start = c.span().start;
            let left = c.disjunction()?;
            let Some(operator) = c.outer_operator() else { return Ok(left.expr) };
            c.advance();
            let right = c.disjunction()?;
            if let Some(second) = c.outer_operator() {
                return Err(c.two_readings(operator.text(), second.text(), c.span()));
            }
            c.node(ExprKind::Formula(operator, vec![left.expr, right.expr]), start)
        })
    }

    fn outer_operator(&self) -> Option<Connective> {
        match self.peek() {
            Token::Implies => Some(Connective::Implies),
            Token::Name if self.word() == "leads_to" => Some(Connective::LeadsTo),
            _ => None,
        }
    }

    fn inner_operator(&self) -> Option<Connective> {
        match self.peek() {
            Token::Name if self.word() == "until" => Some(Connective::Until),
            Token::Name if self.word() == "release" => Some(Connective::Release),
            _ => None,
        }
    }

    fn disjunction(&mut self) -> Read<Operand<'a>> {
        self.joined("or", ExprKind::Or, Self::conjunction)
    }

    fn conjunction(&mut self) -> Read<Operand<'a>> {
        self.joined("and", ExprKind::And, Self::binding)
    }

    /// Reads operands with `and`, or `or`, between them; none of them has an `until` or `release` without parentheses.
    fn joined(
        &mut self,
        word: &'static str,
        kind: fn(Vec<Expr<'a>>) -> ExprKind<'a>,
        operand: impl Fn(&mut Self) -> Read<Operand<'a>>,
    ) -> Read<Operand<'a>> {
        let start = self.span().start;
        let first = operand(self)?;
        if !self.at_word(word) {
            return Ok(first);
        }
        let mut parts = vec![self.closed(first, word)?];
        while self.accept_word(word) {
            let part = operand(self)?;
            parts.push(self.closed(part, word)?);
        }
        Ok(Operand { expr: self.node(kind(parts), start)?, open: None })
    }

    /// The operand beside `word`, unless it has an `until` or `release` without parentheses.
    fn closed(&mut self, operand: Operand<'a>, word: &'static str) -> Read<Expr<'a>> {
        match operand.open {
            Some(open @ (Connective::Until | Connective::Release)) => {
                Err(self.two_readings(open.text(), word, operand.expr.span))
            }
            _ => Ok(operand.expr),
        }
    }

    fn binding(&mut self) -> Read<Operand<'a>> {
        let start = self.span().start;
        let left = self.prefixed()?;
        let Some(operator) = self.inner_operator() else { return Ok(left) };
        if let Some(open) = left.open {
            return Err(self.two_readings(open.text(), operator.text(), self.since(start)));
        }
        self.advance();
        let right = self.prefixed()?;
        if let Some(second) = self.inner_operator() {
            return Err(self.two_readings(operator.text(), second.text(), self.span()));
        }
        let expr = self.node(ExprKind::Formula(operator, vec![left.expr, right.expr]), start)?;
        Ok(Operand { expr, open: Some(operator) })
    }

    /// Reads `not`, `always` and `eventually` with what they are about, or a condition.
    fn prefixed(&mut self) -> Read<Operand<'a>> {
        let start = self.span().start;
        if self.accept_word("not") {
            let inner = self.deeper(Self::prefixed)?;
            let expr = self.node(ExprKind::Not(Box::new(inner.expr)), start)?;
            return Ok(Operand { expr, open: inner.open });
        }
        let Some(operator) = self.prefix()? else {
            return Ok(Operand { expr: self.condition()?, open: None });
        };
        self.advance();
        let inner = self.deeper(Self::prefixed)?;
        let expr = self.node(ExprKind::Formula(operator, vec![inner.expr]), start)?;
        Ok(Operand { expr, open: Some(operator) })
    }

    /// The operator that stands before an operand here. Those of other notations are refused.
    fn prefix(&mut self) -> Read<Option<Connective>> {
        let is_box = self.peek() == Token::OpenSquare && self.peek_at(1) == Token::CloseSquare;
        let is_diamond = self.peek() == Token::Less && self.peek_at(1) == Token::Greater;
        let word = if self.is_prefix() { self.word() } else { "" };
        match word {
            "always" => Ok(Some(Connective::Always)),
            "eventually" => Ok(Some(Connective::Eventually)),
            "next" | "X" => {
                let operator = word.to_owned();
                Err(self.fault(SystemErrorKind::NextState { operator }, self.span()))
            }
            _ if is_box || word == "G" => Err(self.expected(&["`always`"])),
            _ if is_diamond || word == "F" => Err(self.expected(&["`eventually`"])),
            _ => Ok(None),
        }
    }

    /// Whether the word here, which may be a name, is an operator, since an operand follows.
    fn is_prefix(&self) -> bool {
        let is_operand = match self.peek_at(1) {
            Token::Number | Token::Open => true,
            Token::Name => !is_between(self.word_at(1)) && !self.is_declaration_at(1),
            // `always []p` and `always <>p`, in another notation.
            Token::OpenSquare => self.peek_at(2) == Token::CloseSquare,
            Token::Less => self.peek_at(2) == Token::Greater,
            _ => false,
        };
        self.peek() == Token::Name && is_operand
    }

    fn two_readings(
        &mut self,
        one: &'static str,
        other: &'static str,
        span: Span,
    ) -> crate::cursor::Reported {
        self.fault(SystemErrorKind::TwoReadings { one, other }, span)
    }

    /// Refuses a word that begins a temporal operator, in a claim about single states, or a step, in a property.
    pub(super) fn refuse_in_claim(&mut self) -> Read<()> {
        match self.claim {
            Some(ClaimKind::Property)
                if self.at_line_start() && self.peek_at(1) == Token::Becomes =>
            {
                let what = "`:=`".to_owned();
                Err(self.fault(SystemErrorKind::Action { what }, self.span()))
            }
            Some(ClaimKind::Property)
                if STATEMENTS.contains(&self.word()) && self.word() != "if" =>
            {
                let what = format!("`{}`", self.word());
                Err(self.fault(SystemErrorKind::Action { what }, self.span()))
            }
            Some(ClaimKind::Invariant | ClaimKind::Reach)
                if ["always", "eventually", "next", "X"].contains(&self.word())
                    && self.is_prefix()
                    && !self.starts_line(1) =>
            {
                Err(self.temporal_in_claim())
            }
            _ => Ok(()),
        }
    }

    /// Refuses what cannot follow the condition of a claim, where it is known what was meant.
    pub(super) fn refuse_behind_claim(&mut self) -> Read<()> {
        if self.peek() == Token::Becomes && self.claim == Some(ClaimKind::Property) {
            let what = "`:=`".to_owned();
            return Err(self.fault(SystemErrorKind::Action { what }, self.span()));
        }
        let is_operator = self.outer_operator().or(self.inner_operator()).is_some();
        if is_operator && self.claim != Some(ClaimKind::Property) && !self.at_line_start() {
            return Err(self.temporal_in_claim());
        }
        Ok(())
    }

    fn temporal_in_claim(&mut self) -> crate::cursor::Reported {
        let what = format!("`{}`", self.word());
        let wanted = "in a `property`";
        self.fault(SystemErrorKind::Misplaced { what, wanted }, self.span())
    }
}
