//! Statement files (`.oa`): declarations, definitions, hypotheses, lemmas and theorems with their labels.
//!
//! ```text
//! theory S5
//! index i, j
//! action u_i, v_i, x
//! predicate p_i, q
//! definition (4) transcribed: p = (.i : p_i)
//! hypothesis (18) transcribed: p_i u_i = 0
//! lemma (26) transcribed: p u <= p
//! theorem (Theorem 1) transcribed assuming (13)-(21): p (u + v)* q <= N* R
//! ```
//!
//! Statements are for all values of their symbols and of their indices. Part of the trusted base: what a
//! label states is what this file reads.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::error::{A_DECLARATION, ParseError, ParseErrorKind, Span};
use super::errors::TextErrors;
use super::grammar::Parser;
pub use super::label::Label;
use super::lexer::Token;
use super::vocabulary::{Vocabulary, nearest};
use crate::definition::Definition;
use crate::formula::Formula;
use crate::name::Name;
use crate::term::{Index, Symbol, Term};

/// The origin of the text of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The text is as printed in the source.
    Transcribed,
    /// The text is as printed, with overlines put back that the extracted text lost.
    Restored,
    /// The statement is not in the extracted text; it is reconstructed.
    Reconstructed,
    /// The source neither prints nor announces the statement; it is ours.
    Ours,
}

impl Status {
    const ALL: [(Status, &'static str); 4] = [
        (Status::Transcribed, "transcribed"),
        (Status::Restored, "restored"),
        (Status::Reconstructed, "reconstructed"),
        (Status::Ours, "ours"),
    ];

    /// The word for the origin in statement files.
    pub fn as_str(self) -> &'static str {
        Status::ALL.iter().find(|(s, _)| *s == self).map_or("", |(_, word)| word)
    }
}

/// The role of a statement in its theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// An assumption of the theory.
    Hypothesis,
    /// A statement to be proved.
    Lemma,
    /// A main result, to be proved.
    Theorem,
}

/// A labelled formula.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The label, unique in its theory.
    pub label: Label,
    /// The role: hypothesis, lemma or theorem.
    pub kind: StatementKind,
    /// The origin of the text.
    pub status: Status,
    /// The labels of the hypotheses that a proof may use, `None` for all of the theory.
    pub assuming: Option<Vec<Label>>,
    /// The formula, quantified over all its indices.
    pub formula: Formula,
    /// The place of the formula in the file.
    pub span: Span,
}

/// A labelled definition.
#[derive(Clone, Debug)]
pub struct DefinitionItem {
    /// The label.
    pub label: Label,
    /// The origin of the text.
    pub status: Status,
    /// The definition.
    pub definition: Arc<Definition>,
    /// The definition as an equation over its parameters, `M_i = v_i u_i*`.
    pub equation: Formula,
}

/// The content of a statement file.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    name: String,
    vocabulary: Vocabulary,
    definitions: Vec<DefinitionItem>,
    statements: Vec<Statement>,
    /// The places of the labels among the definitions, or among the statements.
    places: FxHashMap<Label, Place>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Definition(usize),
    Statement(usize),
}

impl Theory {
    /// Reads a statement file. `known` are the theories that it may extend.
    ///
    /// # Errors
    /// Every faulty item of the file, each once; reading goes on at the next item.
    pub fn parse(text: &str, known: &[&Theory]) -> Result<Self, TextErrors<ParseError>> {
        let parser = Parser::new(text).map_err(|errors| TextErrors::new(text, errors))?;
        let mut reader = Reader {
            parser,
            theory: Theory::default(),
            own: FxHashMap::default(),
            errors: Vec::new(),
        };
        reader.file(known);
        if reader.errors.is_empty() {
            Ok(reader.theory)
        } else {
            Err(TextErrors::new(text, reader.errors))
        }
    }

    /// The name after `theory`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names that formulas of the theory use.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The definitions in order, those of extended theories first.
    pub fn definitions(&self) -> &[DefinitionItem] {
        &self.definitions
    }

    /// The statements in order, those of extended theories first.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The statement with a label.
    pub fn statement(&self, label: &Label) -> Option<&Statement> {
        match self.places.get(label)? {
            Place::Statement(at) => self.statements.get(*at),
            Place::Definition(_) => None,
        }
    }

    /// The definition with a label.
    pub fn definition(&self, label: &Label) -> Option<&DefinitionItem> {
        match self.places.get(label)? {
            Place::Definition(at) => self.definitions.get(*at),
            Place::Statement(_) => None,
        }
    }

    /// The labels of all definitions and statements.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        (self.definitions.iter().map(|d| &d.label)).chain(self.statements.iter().map(|s| &s.label))
    }

    /// The hypotheses of the theory.
    pub fn hypotheses(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(|s| s.kind == StatementKind::Hypothesis)
    }

    /// The error for a label that the theory does not have.
    pub fn unknown_label(&self, label: &Label, span: Span) -> ParseError {
        let near = nearest(label.as_str(), self.labels().map(Label::as_str));
        ParseError {
            kind: ParseErrorKind::UnknownLabel {
                label: label.to_string(),
                nearest: near.map(|l| format!("({l})")),
            },
            span,
        }
    }
}

const ITEMS: [&str; 7] =
    ["index", "action", "predicate", "definition", "hypothesis", "lemma", "theorem"];

/// The most faults of one file that are reported.
pub const MAX_ERRORS: usize = 100;

struct Reader<'a> {
    parser: Parser<'a>,
    theory: Theory,
    /// Every label, with its place where it is of this file.
    own: FxHashMap<Label, Option<Span>>,
    errors: Vec<ParseError>,
}

impl Reader<'_> {
    fn file(&mut self, known: &[&Theory]) {
        if let Err(e) = self.header(known) {
            self.errors.push(e);
            self.skip();
        }
        while self.parser.peek() != Token::End && self.errors.len() < MAX_ERRORS {
            if let Err(e) = self.item() {
                self.errors.push(e);
                self.skip();
            }
        }
    }

    fn skip(&mut self) {
        while self.parser.peek() != Token::End && !ITEMS.iter().any(|k| self.parser.at_keyword(k)) {
            self.parser.advance();
        }
    }

    fn header(&mut self, known: &[&Theory]) -> Result<(), ParseError> {
        self.parser.expect_keyword("theory")?;
        let name = self.parser.name("the name of the theory")?;
        if self.parser.accept_keyword("extends") {
            let span = self.parser.span();
            let base = self.parser.name("the name of a theory")?;
            let Some(found) = known.iter().find(|t| *t.name == *base) else {
                let kind = ParseErrorKind::UnknownTheory { name: base.to_string() };
                return Err(ParseError { kind, span });
            };
            self.theory = (*found).clone();
            self.own = found.labels().map(|l| (l.clone(), None)).collect();
        }
        name.as_ref().clone_into(&mut self.theory.name);
        Ok(())
    }

    fn item(&mut self) -> Result<(), ParseError> {
        let word = self.parser.word();
        if !ITEMS.contains(&word) {
            return Err(self.parser.expected(&[
                "`definition`",
                "`hypothesis`",
                "`lemma`",
                "`theorem`",
                A_DECLARATION,
            ]));
        }
        self.parser.advance();
        match word {
            "index" => loop {
                let name = self.parser.name("an index")?;
                self.theory.vocabulary.declare_index(name);
                if !self.parser.accept(Token::Comma) {
                    return Ok(());
                }
            },
            "action" | "predicate" => loop {
                self.declare(word == "predicate")?;
                if !self.parser.accept(Token::Comma) {
                    return Ok(());
                }
            },
            "definition" => self.definition(),
            "hypothesis" => self.statement(StatementKind::Hypothesis),
            "lemma" => self.statement(StatementKind::Lemma),
            _ => self.statement(StatementKind::Theorem),
        }
    }

    /// `u_i`: the indices only count, their names do not matter.
    fn parameters(&mut self) -> Result<Vec<Name>, ParseError> {
        let mut indices = Vec::new();
        if self.parser.accept(Token::Underscore) {
            let open = self.parser.span();
            if self.parser.accept(Token::OpenBrace) {
                loop {
                    indices.push(self.parser.name("an index")?);
                    if !self.parser.accept(Token::Comma) {
                        break;
                    }
                }
                self.parser.close(Token::CloseBrace, &open)?;
            } else {
                indices.push(self.parser.name("an index")?);
            }
        }
        Ok(indices)
    }

    fn declare(&mut self, predicate: bool) -> Result<(), ParseError> {
        let start = self.parser.span();
        let name = self.parser.name("a name")?;
        let arity = self.parameters()?.len();
        let symbol =
            if predicate { Symbol::predicate(name, arity) } else { Symbol::action(name, arity) };
        self.theory.vocabulary.declare_at(symbol, start)
    }

    fn heading(&mut self) -> Result<(Label, Status), ParseError> {
        let (label, span) = self.parser.label()?;
        if let Some(first) = self.own.get(&label) {
            let (what, first) = (format!("the label {label}"), first.clone());
            return Err(ParseError { kind: ParseErrorKind::Duplicate { what, first }, span });
        }
        self.own.insert(label.clone(), Some(span));
        let word = self.parser.word();
        let Some((status, _)) = Status::ALL.iter().find(|(_, w)| *w == word) else {
            let all: Vec<String> = Status::ALL.iter().map(|(_, w)| format!("`{w}`")).collect();
            return Err(self.parser.expected(&all.iter().map(String::as_str).collect::<Vec<_>>()));
        };
        self.parser.advance();
        Ok((label, *status))
    }

    fn definition(&mut self) -> Result<(), ParseError> {
        let (label, status) = self.heading()?;
        self.parser.expect(Token::Colon)?;
        let start = self.parser.span();
        let (name, indices, terms) = self.definition_head()?;
        self.parser.expect(Token::Equal)?;
        // The index parameters are in scope on the right, and only there; so are term parameters.
        let body = self.parser.term_over(&indices, &self.theory.vocabulary)?;
        let span = start.start..self.parser.last_span().end;
        let at = |kind: ParseErrorKind| ParseError { kind, span: span.clone() };
        let definition = Definition::new(&name, indices.clone(), terms.clone(), body.clone())
            .map_err(|e| at(e.into()))?;
        let arguments = terms
            .iter()
            .map(|s| Term::symbol(s.clone(), Vec::new()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|e| at(e.into()))?;
        let free = indices.iter().cloned().map(Index::Free).collect();
        let head = Term::defined(&definition, free, arguments).map_err(|e| at(e.into()))?;
        if !self.theory.vocabulary.define(definition.clone()) {
            let what = format!("`{head}`");
            return Err(at(ParseErrorKind::Duplicate { what, first: None }));
        }
        let equation = Formula::equal(&head, &body);
        let place = Place::Definition(self.theory.definitions.len());
        self.theory.places.insert(label.clone(), place);
        self.theory.definitions.push(DefinitionItem { label, status, definition, equation });
        Ok(())
    }

    /// `p`, `M_i`, or `[x]` with declared symbols as term parameters.
    fn definition_head(&mut self) -> Result<(String, Vec<Name>, Vec<Symbol>), ParseError> {
        let open = self.parser.span();
        if !self.parser.accept(Token::OpenSquare) {
            let name = self.parser.name("a name or `[`")?;
            return Ok((name.to_string(), self.parameters()?, Vec::new()));
        }
        let mut terms = Vec::new();
        loop {
            let span = self.parser.span();
            let parameter = self.parser.name("a variable")?;
            let vocabulary = &self.theory.vocabulary;
            let Some(symbol) =
                vocabulary.symbols().iter().find(|s| s.name == parameter && s.arity == 0)
            else {
                let nearest = vocabulary.nearest(&parameter, 0);
                let kind = ParseErrorKind::UnknownName { name: parameter.to_string(), nearest };
                return Err(ParseError { kind, span });
            };
            terms.push(symbol.clone());
            if !self.parser.accept(Token::Comma) {
                break;
            }
        }
        let primes = self.parser.word().trim_start_matches(']').to_owned();
        self.parser.close(Token::CloseSquare, &open)?;
        Ok((format!("[]{primes}"), Vec::new(), terms))
    }

    /// `(13), (14a), (16)-(21)`.
    fn assumptions(&mut self) -> Result<Vec<Label>, ParseError> {
        let mut labels = Vec::new();
        loop {
            let (label, span) = self.parser.label()?;
            let first = self.hypothesis_position(&label, span)?;
            let last = if self.parser.accept(Token::Hyphen) {
                let (label, span) = self.parser.label()?;
                self.hypothesis_position(&label, span)?
            } else {
                first
            };
            let all: Vec<&Statement> = self.theory.hypotheses().collect();
            labels.extend(all[first.min(last)..=last.max(first)].iter().map(|s| s.label.clone()));
            if !self.parser.accept(Token::Comma) {
                return Ok(labels);
            }
        }
    }

    fn hypothesis_position(&self, label: &Label, span: Span) -> Result<usize, ParseError> {
        if let Some(at) = self.theory.hypotheses().position(|s| s.label == *label) {
            return Ok(at);
        }
        if self.theory.places.contains_key(label) {
            let kind = ParseErrorKind::NotHypothesis { label: label.to_string() };
            return Err(ParseError { kind, span });
        }
        Err(self.theory.unknown_label(label, span))
    }

    fn statement(&mut self, kind: StatementKind) -> Result<(), ParseError> {
        let (label, status) = self.heading()?;
        let assuming =
            if kind != StatementKind::Hypothesis && self.parser.accept_keyword("assuming") {
                Some(self.assumptions()?)
            } else {
                None
            };
        self.parser.expect(Token::Colon)?;
        let start = self.parser.span();
        let formula = self.parser.formula(&self.theory.vocabulary)?.closed();
        let span = start.start..self.parser.last_span().end;
        let place = Place::Statement(self.theory.statements.len());
        self.theory.places.insert(label.clone(), place);
        self.theory.statements.push(Statement { label, kind, status, assuming, formula, span });
        if self.parser.peek() != Token::End && !ITEMS.iter().any(|k| self.parser.at_keyword(k)) {
            return Err(self.parser.expected(&["an operator", "the next item"]));
        }
        Ok(())
    }
}
