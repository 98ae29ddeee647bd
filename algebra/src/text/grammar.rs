//! The grammar of terms and formulas, by recursive descent over tokens.
//!
//! ```text
//! formula  := "for all" over name ("," name)* ":" formula | premise "=>" formula | relation
//! over     := nothing | "actions" | "predicates"            (nothing: indices)
//! premise  := "(" formula ")" | relation
//! relation := term ("=" | "<=" | ">=") term | index "!=" index
//! term     := product ("+" product)*                        (right associative)
//! product  := postfix ((nothing | "." | "?") postfix)*      (right associative)
//! postfix  := atom ("*" | "^w")*
//! atom     := "0" | "1" | "T" | name indices | "!" atom | "[" term "]" | "(" term ")"
//!           | "(+" names ":" term ")" | "(." names ":" term ")"
//! ```
//!
//! Written by hand because the messages matter most here; tokens come from `logos`.

use super::cursor::KEYWORDS;
pub use super::cursor::{Parser, References, Sign};
use super::error::{ParseError, ParseErrorKind, Span};
use super::errors::TextErrors;
use super::lexer::Token;
use super::vocabulary::{Meaning, Vocabulary};
use crate::MAX_DEPTH;
use crate::formula::{Formula, Relation};
use crate::name;
use crate::name::{Name, fresh};
use crate::term::{Index, Sort, Symbol, Term};

impl Parser<'_> {
    fn resolve_index(
        &self,
        name: Name,
        span: Span,
        names: &Vocabulary,
    ) -> Result<Index, ParseError> {
        if self.scope.contains(&name) || names.is_index(&name) {
            Ok(Index::Free(name))
        } else {
            Err(ParseError { kind: ParseErrorKind::FreeIndex { index: name.to_string() }, span })
        }
    }

    /// Reads an index.
    ///
    /// # Errors
    /// [`ParseErrorKind::FreeIndex`] when it is neither bound nor declared.
    pub fn index(&mut self, names: &Vocabulary) -> Result<Index, ParseError> {
        let span = self.span();
        let name = self.name("an index")?;
        self.resolve_index(name, span, names)
    }

    fn subscript(&mut self, names: &Vocabulary) -> Result<Vec<Index>, ParseError> {
        if self.peek() == Token::Subscript {
            let mut indices = Vec::new();
            while self.peek() == Token::Subscript {
                let name = match self.word() {
                    "ᵢ" => name!("i"),
                    "ⱼ" => name!("j"),
                    "ₖ" => name!("k"),
                    "ₗ" => name!("l"),
                    "ₘ" => name!("m"),
                    _ => name!("n"),
                };
                indices.push(self.resolve_index(name, self.span(), names)?);
                self.advance();
            }
            return Ok(indices);
        }
        if !self.accept(Token::Underscore) {
            return Ok(Vec::new());
        }
        let open = self.span();
        if !self.accept(Token::OpenBrace) {
            return Ok(vec![self.index(names)?]);
        }
        let mut indices = vec![self.index(names)?];
        while self.accept(Token::Comma) {
            indices.push(self.index(names)?);
        }
        self.close(Token::CloseBrace, &open)?;
        Ok(indices)
    }

    fn guard<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        // One level more than brackets: a formula is a level, and brackets are counted by the lexer.
        if self.depth > MAX_DEPTH {
            return Err(self.error(ParseErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A sum or product of `length` operands is at least as high. Refused before the term is built: a
    /// term of a million levels could not even be dropped.
    fn checked_length(&self, length: usize, start: &Span) -> Result<(), ParseError> {
        if length > MAX_DEPTH {
            return Err(ParseError {
                kind: ParseErrorKind::TooDeep { limit: MAX_DEPTH },
                span: start.start..self.last_span().end,
            });
        }
        Ok(())
    }

    fn checked(&self, term: Term, start: &Span) -> Result<Term, ParseError> {
        self.checked_length(term.depth(), start)?;
        Ok(term)
    }

    /// Reads a term in which the given indices are bound by a binder before it.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn term_over(&mut self, indices: &[Name], names: &Vocabulary) -> Result<Term, ParseError> {
        self.scope.extend(indices.iter().cloned());
        let term = self.term(names);
        self.scope.truncate(self.scope.len() - indices.len());
        term
    }

    /// Reads a term.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn term(&mut self, names: &Vocabulary) -> Result<Term, ParseError> {
        let start = self.span();
        let mut summands = vec![self.product(names)?];
        while self.accept(Token::Plus) {
            summands.push(self.product(names)?);
            self.checked_length(summands.len(), &start)?;
        }
        let sum = summands.into_iter().rev().reduce(|sum, t| t.plus(&sum));
        self.checked(sum.unwrap_or_else(Term::zero), &start)
    }

    fn starts_atom(&self) -> bool {
        match self.peek() {
            Token::Number | Token::Top | Token::Not | Token::Open | Token::OpenSquare => true,
            Token::Ident => !KEYWORDS.contains(&self.word()),
            _ => false,
        }
    }

    fn product(&mut self, names: &Vocabulary) -> Result<Term, ParseError> {
        let start = self.span();
        let mut factors = vec![(self.postfix(names)?, false)];
        loop {
            self.checked_length(factors.len(), &start)?;
            let looping = match self.peek() {
                Token::Loop => true,
                Token::Dot => false,
                _ if self.starts_atom() && !self.at_reference() => {
                    let factor = self.postfix(names)?;
                    factors.push((factor, false));
                    continue;
                }
                _ => break,
            };
            self.advance();
            let factor = self.postfix(names)?;
            factors.push((factor, looping));
        }
        let mut factors = factors.into_iter().rev();
        let (mut product, mut looping) = factors.next().unwrap_or((Term::one(), false));
        for (factor, before) in factors {
            product = if looping { factor.looping(&product) } else { factor.seq(&product) };
            looping = before;
        }
        self.checked(product, &start)
    }
    fn postfix(&mut self, names: &Vocabulary) -> Result<Term, ParseError> {
        let start = self.span();
        let mut term = self.atom(names)?;
        loop {
            if self.accept(Token::Star) {
                term = term.star();
            } else if self.accept(Token::Omega) {
                term = term.omega();
            } else {
                return self.checked(term, &start);
            }
            self.checked(term.clone(), &start)?;
        }
    }

    fn atom(&mut self, names: &Vocabulary) -> Result<Term, ParseError> {
        let start = self.span();
        match self.peek() {
            Token::Number if matches!(self.word(), "0" | "1") => {
                let zero = self.word() == "0";
                self.advance();
                Ok(if zero { Term::zero() } else { Term::one() })
            }
            Token::Top => {
                self.advance();
                Ok(Term::top())
            }
            Token::Not => {
                self.advance();
                let inner_start = self.span();
                let inner = self.guard(|p| p.atom(names))?;
                inner.complement().map_err(|e| ParseError {
                    kind: e.into(),
                    span: inner_start.start..self.last_span().end,
                })
            }
            Token::OpenSquare => {
                self.advance();
                let mut terms = vec![self.guard(|p| p.term(names))?];
                while self.accept(Token::Comma) {
                    terms.push(self.guard(|p| p.term(names))?);
                }
                let primes = self.word().trim_start_matches(']');
                let name = format!("[]{primes}");
                self.close(Token::CloseSquare, &start)?;
                self.apply(&name, Vec::new(), terms, start, names)
            }
            Token::Open if matches!(self.peek_at(1), Token::Plus | Token::Dot) => {
                self.big(names, &start)
            }
            Token::Open => {
                self.advance();
                let inner = self.guard(|p| p.term(names))?;
                self.close(Token::Close, &start)?;
                Ok(inner)
            }
            Token::Ident if !KEYWORDS.contains(&self.word()) => {
                let name = self.word();
                self.advance();
                let indices = self.subscript(names)?;
                self.apply(name, indices, Vec::new(), start, names)
            }
            _ => Err(self.expected(&["a term"])),
        }
    }

    /// `(+i,j : x)` or `(.i : p)`.
    fn big(&mut self, names: &Vocabulary, start: &Span) -> Result<Term, ParseError> {
        self.advance();
        let sum = self.peek() == Token::Plus;
        self.advance();
        let mut bound = vec![self.name("an index")?];
        while self.accept(Token::Comma) {
            bound.push(self.name("an index")?);
        }
        self.expect(Token::Colon)?;
        self.scope.extend(bound.iter().cloned());
        let inner = self.span();
        let body = self.guard(|p| p.term(names));
        self.scope.truncate(self.scope.len() - bound.len());
        let mut term = body?;
        let inner = inner.start..self.last_span().end;
        self.close(Token::Close, start)?;
        for name in bound.iter().rev() {
            term = if sum {
                Term::index_sum(name, &term)
            } else {
                Term::index_product(name, &term)
                    .map_err(|e| ParseError { kind: e.into(), span: inner.clone() })?
            };
        }
        Ok(term)
    }

    fn apply(
        &self,
        name: &str,
        indices: Vec<Index>,
        terms: Vec<Term>,
        start: Span,
        names: &Vocabulary,
    ) -> Result<Term, ParseError> {
        let span = start.start..self.last_span().end;
        let is_bound = |(bound, _): &&(Name, Symbol)| **bound == *name && indices.is_empty();
        if let Some((_, symbol)) = self.symbols.iter().rev().find(is_bound) {
            return Ok(Term::variable(symbol));
        }
        let built = match names.meaning(name, indices.len()) {
            Some(Meaning::Symbol(symbol)) => Term::symbol(symbol.clone(), indices),
            Some(Meaning::Definition(def)) => Term::defined(def, indices, terms),
            None => {
                let shown = self.text[span.clone()].to_owned();
                let nearest = names.nearest(name, indices.len());
                return Err(ParseError {
                    kind: ParseErrorKind::UnknownName { name: shown, nearest },
                    span,
                });
            }
        };
        built.map_err(|e| ParseError { kind: e.into(), span })
    }
    /// Whether the parenthesis that opens here holds a formula rather than a term.
    fn at_formula_in_parentheses(&self) -> bool {
        let mut depth = 0usize;
        for (token, _) in &self.tokens[self.at..] {
            match token {
                Token::Open => depth += 1,
                Token::Close => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                Token::Below | Token::Above | Token::Equal | Token::Apart | Token::Implies => {
                    return true;
                }
                Token::End => return false,
                _ => {}
            }
        }
        false
    }

    /// Reads a formula. Its free indices must be declared; they stay free.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn formula(&mut self, names: &Vocabulary) -> Result<Formula, ParseError> {
        self.guard(|p| p.formula_inner(names))
    }

    fn formula_inner(&mut self, names: &Vocabulary) -> Result<Formula, ParseError> {
        if self.at_keyword("for") {
            self.advance();
            self.expect_keyword("all")?;
            if let Some(sort) = self.quantified_sort() {
                self.advance();
                return self.for_all_values(sort, names);
            }
            let start = self.span();
            let mut bound = vec![self.name("an index")?];
            while self.accept(Token::Comma) {
                bound.push(self.name("an index")?);
                self.checked_length(bound.len(), &start)?;
            }
            let span = start.start..self.last_span().end;
            self.expect(Token::Colon)?;
            self.scope.extend(bound.iter().cloned());
            let body = self.below(bound.len(), &start, names);
            self.scope.truncate(self.scope.len() - bound.len());
            let body = body?;
            self.check_indices(&bound, &body, &span, names)?;
            return Ok(bound.iter().rev().fold(body, |f, name| f.for_all(name)));
        }
        let premise = if self.peek() == Token::Open && self.at_formula_in_parentheses() {
            let open = self.span();
            self.advance();
            let inner = self.formula(names)?;
            self.close(Token::Close, &open)?;
            inner
        } else {
            self.relation(names)?
        };
        if self.accept(Token::Implies) {
            Ok(premise.implies(self.formula(names)?))
        } else {
            Ok(premise)
        }
    }

    /// A formula below quantifiers over so many names, each of which is a level.
    fn below(
        &mut self,
        count: usize,
        start: &Span,
        names: &Vocabulary,
    ) -> Result<Formula, ParseError> {
        self.checked_length(self.depth + count, start)?;
        self.depth += count;
        let body = self.formula(names);
        self.depth -= count;
        body
    }

    /// Refuses `for all z: z <= R` where `z` is an action and neither a declared index nor used as one: the
    /// quantifier would be over indices, and about nothing.
    fn check_indices(
        &self,
        bound: &[Name],
        body: &Formula,
        span: &Span,
        names: &Vocabulary,
    ) -> Result<(), ParseError> {
        let inner = self.symbols.iter().rev();
        let symbol = |name: &Name| {
            let known = inner.clone().find(|(bound, _)| bound == name).map(|(_, symbol)| symbol);
            known.or_else(|| match names.meaning(name, 0) {
                Some(Meaning::Symbol(symbol)) => Some(symbol),
                _ => None,
            })
        };
        let is_used = |name: &Name| names.is_index(name) || body.has_free_index(name);
        for name in bound.iter().filter(|name| !is_used(name)) {
            if let Some(symbol) = symbol(name)
                && body.symbols().contains(symbol)
            {
                let kind = ParseErrorKind::NotIndex { name: name.to_string(), sort: symbol.sort };
                return Err(ParseError { kind, span: span.clone() });
            }
        }
        Ok(())
    }

    /// The sort, where `actions` or `predicates` stands here and a name behind it; alone, either is an index.
    fn quantified_sort(&self) -> Option<Sort> {
        let sort = match self.word() {
            "actions" | "action" => Sort::Action,
            "predicates" | "predicate" => Sort::Predicate,
            _ => return None,
        };
        (self.peek() == Token::Ident && self.peek_at(1) == Token::Ident).then_some(sort)
    }

    /// `z, w: formula`, after `for all actions`.
    fn for_all_values(&mut self, sort: Sort, names: &Vocabulary) -> Result<Formula, ParseError> {
        let before = self.symbols.len();
        let start = self.span();
        let read = self.bind_symbols(sort, names);
        let count = self.symbols.len() - before;
        let body = read.and_then(|()| self.below(count, &start, names));
        let bound = self.symbols.split_off(before);
        bound.iter().rev().try_fold(body?, |formula, (name, symbol)| {
            formula
                .for_all_values(symbol, name)
                .map_err(|e| ParseError { kind: e.into(), span: start.start..self.last_span().end })
        })
    }

    /// `z, w:`. The symbol that stands for a bound name is none that a definition mentions, which does not speak of the
    /// bound one, and none that stands for another bound name. What the theory declares by this name is hidden.
    fn bind_symbols(&mut self, sort: Sort, names: &Vocabulary) -> Result<(), ParseError> {
        let behind = names.definitions().iter().flat_map(|d| d.symbols());
        let behind = behind.filter(|s| s.arity == 0 && s.sort == sort);
        let mut taken: Vec<Name> = behind.map(|s| s.name.clone()).collect();
        taken.extend(self.symbols.iter().map(|(_, symbol)| symbol.name.clone()));
        let (start, before) = (self.span(), self.symbols.len());
        loop {
            let name = self.name("a name")?;
            let symbol = Symbol { name: fresh(&name, &taken), arity: 0, sort };
            taken.push(symbol.name.clone());
            self.symbols.push((name, symbol));
            self.checked_length(self.symbols.len() - before, &start)?;
            if !self.accept(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Colon)?;
        Ok(())
    }

    fn relation(&mut self, names: &Vocabulary) -> Result<Formula, ParseError> {
        if self.peek() == Token::Ident && self.peek_at(1) == Token::Apart {
            let i = self.index(names)?;
            self.advance();
            let j = self.index(names)?;
            return Ok(Formula::Apart(i, j));
        }
        let lhs = self.term(names)?;
        let Some(sign) = self.sign() else {
            return Err(self.expected(&["`<=`", "`=`", "`>=`", "an operator"]));
        };
        let rhs = self.term(names)?;
        Ok(match sign {
            Sign::Equal => Formula::Relation(lhs, Relation::Equal, rhs),
            Sign::Below => Formula::Relation(lhs, Relation::Below, rhs),
            Sign::Above => Formula::Relation(rhs, Relation::Below, lhs),
        })
    }
}

impl Vocabulary {
    /// Reads a term that fills the whole text.
    ///
    /// # Errors
    /// The faults of the text.
    pub fn parse_term(&self, text: &str) -> Result<Term, TextErrors<ParseError>> {
        self.parse_whole(text, Parser::term).map_err(|errors| TextErrors::new(text, errors))
    }

    /// Reads a formula that fills the whole text. Its free indices stay free: see [`Formula::closed`].
    ///
    /// # Errors
    /// The faults of the text.
    pub fn parse_formula(&self, text: &str) -> Result<Formula, TextErrors<ParseError>> {
        self.parse_whole(text, Parser::formula).map_err(|errors| TextErrors::new(text, errors))
    }

    fn parse_whole<'t, T>(
        &self,
        text: &'t str,
        read: impl FnOnce(&mut Parser<'t>, &Vocabulary) -> Result<T, ParseError>,
    ) -> Result<T, Vec<ParseError>> {
        let mut parser = Parser::new(text)?;
        let value = read(&mut parser, self).map_err(|e| vec![e])?;
        if parser.peek() == Token::End {
            Ok(value)
        } else {
            Err(vec![parser.expected(&["an operator", "the end of the text"])])
        }
    }

    /// Declares the symbol, or says that its name is taken.
    ///
    /// # Errors
    /// [`ParseErrorKind::Duplicate`].
    pub fn declare_at(&mut self, symbol: Symbol, span: Span) -> Result<(), ParseError> {
        let what = format!("`{}` with {} indices", symbol.name, symbol.arity);
        if self.declare(symbol) {
            Ok(())
        } else {
            Err(ParseError { kind: ParseErrorKind::Duplicate { what, first: None }, span })
        }
    }
}
