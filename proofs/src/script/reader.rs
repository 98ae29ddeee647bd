//! The reader of proof scripts.

use std::rc::Rc;

use reductio_algebra::text::grammar::{Parser, References};
use reductio_algebra::text::lexer::Token;
use reductio_algebra::text::theory::MAX_ERRORS;
use reductio_algebra::{Name, ParseError, ParseErrorKind, Span, Term, TextErrors, Theory};

use super::hint::{hint, references_of};
use super::{Body, Chain, Derivation, Link, Script};

impl Script {
    /// Reads a script for a theory.
    ///
    /// # Errors
    /// Every faulty derivation, each with its first fault; reading goes on at the next derivation.
    pub fn parse(text: &str, theory: &Theory) -> Result<Script, TextErrors<ParseError>> {
        let parser = Parser::new(text).map_err(|errors| TextErrors::new(text, errors))?;
        let references = Rc::new(references_of(theory, true));
        let mut reader = Reader { parser, theory, references, laws: true };
        let mut errors = Vec::new();
        let top_down = reader.header().unwrap_or_else(|e| {
            errors.push(e);
            reader.skip();
            None
        });
        if !reader.laws {
            reader.references = Rc::new(references_of(theory, false));
        }
        let laws = reader.laws;
        let mut derivations: Vec<Derivation> = Vec::new();
        while reader.parser.peek() != Token::End && errors.len() < MAX_ERRORS {
            match reader.derivation() {
                Ok(d) => match derivations.iter().find(|e| e.label == d.label) {
                    Some(first) => errors.push(ParseError {
                        kind: ParseErrorKind::Duplicate {
                            what: format!("the proof of {}", d.label),
                            first: Some(first.label_span.clone()),
                        },
                        span: d.label_span,
                    }),
                    None => derivations.push(d),
                },
                Err(e) => {
                    errors.push(e);
                    reader.skip();
                }
            }
        }
        if errors.is_empty() {
            Ok(Script { text: text.to_owned(), top_down, laws, derivations })
        } else {
            Err(TextErrors::new(text, errors))
        }
    }

    /// The name of the theory that a script is for, read from its first line.
    ///
    /// # Errors
    /// The faults of the text up to there.
    pub fn theory_name(text: &str) -> Result<String, TextErrors<ParseError>> {
        let all = |errors: Vec<ParseError>| TextErrors::new(text, errors);
        let mut parser = Parser::new(text).map_err(all)?;
        let mut read = || {
            parser.expect_keyword("proofs")?;
            parser.expect_keyword("of")?;
            parser.name("the name of a theory")
        };
        read().map(|name| name.to_string()).map_err(|e| all(vec![e]))
    }
}

struct Reader<'a> {
    parser: Parser<'a>,
    theory: &'a Theory,
    references: Rc<References>,
    laws: bool,
}

impl Reader<'_> {
    fn header(&mut self) -> Result<Option<u32>, ParseError> {
        self.parser.expect_keyword("proofs")?;
        self.parser.expect_keyword("of")?;
        let span = self.parser.span();
        let name = self.parser.name("the name of a theory")?;
        if *name != *self.theory.name() {
            let kind = ParseErrorKind::UnknownTheory { name: name.to_string() };
            return Err(ParseError { kind, span });
        }
        if self.parser.accept_keyword("without") {
            self.parser.expect_keyword("laws")?;
            self.laws = false;
        }
        if !self.parser.accept_keyword("top") {
            return Ok(None);
        }
        self.parser.expect_keyword("down")?;
        self.parser.expect_keyword("from")?;
        let (label, span) = self.parser.label()?;
        match label.number() {
            Some(n) if self.theory.statement(&label).is_some() => Ok(Some(n)),
            _ => Err(self.theory.unknown_label(&label, span)),
        }
    }

    fn skip(&mut self) {
        self.parser.set_references(None);
        while self.parser.peek() != Token::End
            && !self.parser.at_keyword("lemma")
            && !self.parser.at_keyword("theorem")
        {
            self.parser.advance();
        }
    }

    fn derivation(&mut self) -> Result<Derivation, ParseError> {
        if !self.parser.accept_keyword("lemma") && !self.parser.accept_keyword("theorem") {
            return Err(self.parser.expected(&["`lemma`", "`theorem`", "the end of the text"]));
        }
        let (label, label_span) = self.parser.label()?;
        self.parser.expect(Token::Colon)?;
        let start = self.parser.span().start;
        let formula = self.parser.formula(self.theory.vocabulary())?;
        let span = start..self.parser.last_span().end;
        self.parser.expect_keyword("proof")?;
        // Only the indices of the statement are fixed in the proof; others would be free.
        let indices = formula.free_indices();
        let body = self.body(&indices)?;
        self.parser.expect_keyword("qed")?;
        Ok(Derivation { label, label_span, formula: formula.closed(), span, body })
    }

    fn body(&mut self, indices: &[Name]) -> Result<Body, ParseError> {
        let start = self.parser.span().start;
        if !self.parser.accept_keyword("case") {
            let main = self.chain(indices)?;
            let mut below = Vec::new();
            while self.parser.accept_keyword("below") {
                below.push(self.chain(indices)?);
            }
            return Ok(Body::Chain(main, below));
        }
        let i = self.case_index(indices)?;
        self.parser.expect(Token::Equal)?;
        let j = self.case_index(indices)?;
        let span = start..self.parser.last_span().end;
        let equal = Box::new(self.body(indices)?);
        self.parser.expect_keyword("case")?;
        let again = self.parser.span();
        let (a, b) = (self.case_index(indices)?, {
            self.parser.expect(Token::Apart)?;
            self.case_index(indices)?
        });
        if a != i || b != j {
            return Err(ParseError {
                kind: ParseErrorKind::Expected {
                    expected: vec![format!("`{i} != {j}`")],
                    found: format!("`{a} != {b}`"),
                },
                span: again.start..self.parser.last_span().end,
            });
        }
        let apart = Box::new(self.body(indices)?);
        Ok(Body::Cases { i, j, span, equal, apart })
    }

    fn case_index(&mut self, indices: &[Name]) -> Result<Name, ParseError> {
        let span = self.parser.span();
        let name = self.parser.name("an index")?;
        check_index(&name, indices, &span)?;
        Ok(name)
    }

    fn term(&mut self, indices: &[Name]) -> Result<(Term, Span), ParseError> {
        let start = self.parser.span().start;
        let term = self.parser.term(self.theory.vocabulary())?;
        let span = start..self.parser.last_span().end;
        for index in term.free_indices() {
            check_index(&index, indices, &span)?;
        }
        Ok((term, span))
    }

    fn chain(&mut self, indices: &[Name]) -> Result<Chain, ParseError> {
        let (first, span) = self.term(indices)?;
        let mut links = Vec::new();
        loop {
            let sign_span = self.parser.span();
            let Some(sign) = self.parser.sign() else {
                break;
            };
            self.parser.set_references(Some(self.references.clone()));
            let hint = hint(&mut self.parser, self.theory);
            self.parser.set_references(None);
            let hint = hint?;
            let (term, span) = self.term(indices)?;
            links.push(Link { sign, sign_span, hint, term, span });
        }
        if links.is_empty() {
            return Err(self.parser.expected(&["`=`", "`<=`", "`>=`", "an operator"]));
        }
        Ok(Chain { first, span, links })
    }
}

fn check_index(index: &Name, indices: &[Name], span: &Span) -> Result<(), ParseError> {
    if indices.contains(index) {
        Ok(())
    } else {
        let kind = ParseErrorKind::FreeIndex { index: index.to_string() };
        Err(ParseError { kind, span: span.clone() })
    }
}
