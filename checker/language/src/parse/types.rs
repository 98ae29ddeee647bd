//! Types and binders.

use std::rc::Rc;

use crate::cursor::{Cursor, Read};
use crate::help::INDEX;
use crate::lexer::Token;
use crate::syntax::{BaseType, Binder, Expr, Name, TypeBody, TypeExpr};

impl<'a> Cursor<'a, '_> {
    /// Reads `bool`, `thread`, a range or a name, with `or none` or without.
    pub(super) fn type_expr(&mut self) -> Read<TypeExpr<'a>> {
        let start = self.span().start;
        let base = self.base_type()?;
        let or_none = self.accept_word("or");
        if or_none {
            self.expect_word("none")?;
        }
        Ok(TypeExpr { base, or_none, span: self.since(start) })
    }

    fn base_type(&mut self) -> Read<BaseType<'a>> {
        if self.accept_word("bool") {
            return Ok(BaseType::Bool);
        }
        if self.accept_word("thread") {
            return Ok(BaseType::Thread);
        }
        let is_range =
            matches!(self.peek(), Token::Number | Token::Minus | Token::Open) || self.at_name();
        if !is_range {
            return Err(self.expected(&[
                "`bool`",
                "`thread`",
                "a range such as `0 .. 3`",
                "the name of a type",
            ]));
        }
        if self.at_name() && !self.continues_bound() {
            return Ok(BaseType::Named(self.name("the name of a type")?));
        }
        let outer = std::mem::replace(&mut self.in_bound, true);
        let bounds = self.bounds();
        self.in_bound = outer;
        Ok(BaseType::Range(bounds?))
    }

    /// Whether the name here is the beginning of a bound, not a type.
    fn continues_bound(&self) -> bool {
        match self.peek_at(1) {
            Token::To | Token::Plus | Token::Minus | Token::Times => true,
            Token::Name => matches!(self.word_at(1), "div" | "mod"),
            _ => false,
        }
    }

    /// Reads `low .. high`.
    pub(super) fn bounds(&mut self) -> Read<Box<[Expr<'a>; 2]>> {
        let low = self.sum()?;
        if !self.accept(Token::To) {
            return Err(self.expected(&["`..`", "an operator"]));
        }
        Ok(Box::new([low, self.sum()?]))
    }

    /// Reads the part behind `type NAME =`.
    pub(super) fn type_body(&mut self) -> Read<TypeBody<'a>> {
        let open = self.span();
        if self.accept(Token::OpenBrace) {
            let names = self.names("the name of a value")?;
            self.close(Token::CloseBrace, &open, &["`,`"])?;
            return Ok(TypeBody::Enumeration(names));
        }
        if let Some(any) = self.any_number() {
            return Ok(any);
        }
        if !self.accept_word("record") {
            return self.type_expr().map(TypeBody::Plain);
        }
        let open = self.span();
        self.expect(Token::OpenBrace)?;
        let fields = self.fields()?;
        self.close(Token::CloseBrace, &open, &["`,`"])?;
        Ok(TypeBody::Record(fields))
    }

    /// Reads `any`, or `2 .. any`, if that is what stands here.
    fn any_number(&mut self) -> Option<TypeBody<'a>> {
        let start = self.span().start;
        if self.accept_word("any") {
            return Some(TypeBody::Any { least: 1, span: self.since(start) });
        }
        let is_from = self.peek() == Token::Number
            && self.peek_at(1) == Token::To
            && self.peek_at(2) == Token::Name
            && self.word_at(2) == "any";
        // A number that is too large is read as a bound, and refused there.
        let least = self.word().parse().ok().filter(|_| is_from)?;
        (0..3).for_each(|_| self.advance());
        Some(TypeBody::Any { least, span: self.since(start) })
    }

    fn fields(&mut self) -> Read<Vec<(Name<'a>, TypeExpr<'a>)>> {
        let mut fields = Vec::new();
        while fields.is_empty() || self.accept(Token::Comma) {
            let name = self.name("the name of a field")?;
            self.expect(Token::Colon)?;
            fields.push((name, self.type_expr()?));
        }
        Ok(fields)
    }

    /// Reads `i : T, j : T`, or `i, j : T` for names of one type.
    pub(super) fn binders(&mut self, what: &str) -> Read<Vec<Binder<'a>>> {
        let mut binders = Vec::new();
        while binders.is_empty() || self.accept(Token::Comma) {
            let names = self.names(what)?;
            self.expect(Token::Colon)?;
            let ty = Rc::new(self.type_expr()?);
            binders.extend(names.into_iter().map(|name| Binder { name, ty: ty.clone() }));
        }
        Ok(binders)
    }

    /// Reads `[i : T, ...]`, or nothing.
    pub(super) fn indices(&mut self) -> Read<Vec<Binder<'a>>> {
        let open = self.span();
        if !self.accept(Token::OpenSquare) {
            return Ok(Vec::new());
        }
        let binders = self.binders(INDEX)?;
        self.close(Token::CloseSquare, &open, &["`,`"])?;
        Ok(binders)
    }
}
