//! Formulas about the runs of a program, from the loosest operator to the tightest: `=>` and `leads_to`; `or`; `and`;
//! `until` and `release`; `not`, `always` and `eventually`. They are those of `.sys` files, with conditions on programs
//! as atoms.
//!
//! Where other tools, or people, read a combination in different ways, parentheses are asked for, as there.

use reductio_temporal::{Binary, Formula, Unary};

use super::cursor::{Cursor, Read, Reported};
use super::error::SourceErrorKind;
use super::lexer::Token;
use super::syntax::{Expr, Span};

/// A formula whose atoms are expressions as they are written.
pub(super) type Written = Formula<Expr>;

/// The words that make what is in parentheses a formula.
const OPERATORS: [&str; 8] =
    ["always", "eventually", "until", "release", "leads_to", "next", "G", "F"];

/// An operand, with the operator in it that is not in parentheses and may have been meant for more, or for less.
struct Operand {
    formula: Written,
    open: Option<&'static str>,
}

impl Operand {
    fn closed(formula: Written) -> Self {
        Operand { formula, open: None }
    }
}

impl Cursor<'_, '_> {
    /// Reads a formula.
    pub(super) fn formula(&mut self) -> Read<Written> {
        self.deeper(|c| {
            let left = c.any_of()?;
            let Some(operator) = c.outer() else { return Ok(left.formula) };
            c.advance();
            let right = c.any_of()?;
            if let Some(second) = c.outer() {
                return Err(c.two_readings(operator.word(), second.word(), c.span()));
            }
            Ok(left.formula.binary(operator, right.formula))
        })
    }

    fn outer(&self) -> Option<Binary> {
        match self.peek() {
            Token::Implies => Some(Binary::Implies),
            Token::Name if self.word() == "leads_to" => Some(Binary::LeadsTo),
            _ => None,
        }
    }

    fn inner(&self) -> Option<Binary> {
        match self.peek() {
            Token::Name if self.word() == "until" => Some(Binary::Until),
            Token::Name if self.word() == "release" => Some(Binary::Release),
            _ => None,
        }
    }

    fn any_of(&mut self) -> Read<Operand> {
        self.joined(Binary::Or, |c| c.joined(Binary::And, Self::binding))
    }

    /// Reads operands with `and`, or `or`, between them; none of them has an `until` or `release` without parentheses.
    fn joined(
        &mut self,
        operator: Binary,
        operand: impl Fn(&mut Self) -> Read<Operand>,
    ) -> Read<Operand> {
        let start = self.span().start;
        let mut left = operand(self)?;
        while self.at_word(operator.word()) {
            if let Some(open @ ("until" | "release")) = left.open {
                return Err(self.two_readings(open, operator.word(), self.since(start)));
            }
            self.advance();
            let start = self.span().start;
            let right = operand(self)?;
            if let Some(open @ ("until" | "release")) = right.open {
                return Err(self.two_readings(open, operator.word(), self.since(start)));
            }
            left = Operand::closed(left.formula.binary(operator, right.formula));
        }
        Ok(left)
    }

    fn binding(&mut self) -> Read<Operand> {
        let start = self.span().start;
        let left = self.prefixed()?;
        let Some(operator) = self.inner() else { return Ok(left) };
        if let Some(open) = left.open {
            return Err(self.two_readings(open, operator.word(), self.since(start)));
        }
        self.advance();
        let right = self.prefixed()?;
        if let Some(second) = self.inner() {
            return Err(self.two_readings(operator.word(), second.word(), self.span()));
        }
        let formula = left.formula.binary(operator, right.formula);
        Ok(Operand { formula, open: Some(operator.word()) })
    }

    /// Reads `not`, `always` and `eventually` with what they are about, a formula in parentheses, or a condition.
    fn prefixed(&mut self) -> Read<Operand> {
        if self.accept_word("not") {
            let inner = self.deeper(Self::prefixed)?;
            return Ok(Operand { formula: inner.formula.not(), open: inner.open });
        }
        for operator in [Unary::Always, Unary::Eventually] {
            if self.is_prefix(operator.word()) {
                self.advance();
                let inner = self.deeper(Self::prefixed)?;
                return Ok(Operand {
                    formula: inner.formula.unary(operator),
                    open: Some(operator.word()),
                });
            }
        }
        if ["next", "X"].into_iter().any(|word| self.is_prefix(word)) {
            let span = self.span();
            return Err(self.fault(SourceErrorKind::NextState, span));
        }
        if self.is_prefix("G") {
            return Err(self.expected(&["`always`"]));
        }
        if self.is_prefix("F") {
            return Err(self.expected(&["`eventually`"]));
        }
        if self.peek() == Token::Open && self.holds_formula() {
            let open = self.span();
            self.advance();
            let inner = self.formula()?;
            self.close(Token::Close, &open, &["an operator"])?;
            return Ok(Operand::closed(inner));
        }
        Ok(Operand::closed(Formula::atom(self.single_condition()?)))
    }

    /// Whether a word, which may be a name, stands here as an operator, since an operand follows.
    fn is_prefix(&self, word: &str) -> bool {
        let follows = matches!(self.peek_at(1), Token::Name | Token::Number | Token::Open);
        self.at_word(word) && follows && !self.is_between(1)
    }

    /// Whether the word `ahead` tokens further stands between operands.
    fn is_between(&self, ahead: usize) -> bool {
        ["and", "or", "until", "release", "leads_to", "div", "mod"].contains(&self.word_at(ahead))
    }

    /// Whether there is an operator of formulas between the parenthesis here and the one that closes it.
    fn holds_formula(&self) -> bool {
        let mut depth = 0_usize;
        for ahead in 0.. {
            match self.peek_at(ahead) {
                Token::Open => depth += 1,
                Token::Close if depth <= 1 => return false,
                Token::Close => depth -= 1,
                Token::End => return false,
                Token::Implies => return true,
                Token::Name => {
                    let is_field = ahead > 0 && self.peek_at(ahead - 1) == Token::Dot;
                    if !is_field && OPERATORS.contains(&self.word_at(ahead)) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn two_readings(&mut self, one: &'static str, other: &'static str, span: Span) -> Reported {
        self.fault(SourceErrorKind::TwoReadings { one, other }, span)
    }
}
