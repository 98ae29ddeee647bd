//! Hints: the reasons why one term of a derivation follows from the one before.
//!
//! ```text
//! hint      := item ((";" | "," | "so")+ item)* | "(auto)"
//! item      := references ["with" value ("," value)*] | fact
//! value     := name ["_" index | "_{" index ("," index)* "}"] ":=" term
//! fact      := term (sign term references?)+
//! reference := "(" label ")" | "(hyp)" | "(below)" | "(* ind L)" | "(* ind R)" | "(? ind)"
//!            | "(distributivity)" | "(monotonicity)" | "(regular algebra)" | "(Boolean algebra)"
//! ```

use std::fmt;

use reductio_algebra::text::grammar::{Parser, References, Sign};
use reductio_algebra::text::lexer::Token;
use reductio_algebra::{Label, Name, ParseError, ParseErrorKind, Span, Term, Theory};

use super::induction::Induction;
use crate::laws;

/// The hint of one step.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The place of the hint, braces included.
    pub span: Span,
    /// The parts of the hint, in order.
    pub items: Vec<Item>,
}

impl Hint {
    /// Tells whether the hint is `{(auto)}`.
    pub fn is_auto(&self) -> bool {
        matches!(&self.items[..], [Item::References(references, assignments)]
            if assignments.is_empty()
                && matches!(&references[..], [one] if one.kind == ReferenceKind::Auto))
    }

    /// All references, those of facts included.
    pub fn references(&self) -> Vec<&Reference> {
        fn of(item: &Item) -> Vec<&Reference> {
            match item {
                Item::References(references, _) => references.iter().collect(),
                Item::Fact(fact) => fact.links.iter().flat_map(|l| &l.references).collect(),
            }
        }
        self.items.iter().flat_map(of).collect()
    }
}

/// A part of a hint.
#[derive(Clone, Debug)]
pub enum Item {
    /// References that speak for themselves, with values for variables.
    References(Vec<Reference>, Vec<VariableValue>),
    /// A chain of relations with the references that prove each.
    Fact(Fact),
}

/// A value for a variable of a cited statement: `x := term`, or `u_i := term`, `w_{i,j} := term` for a family.
#[derive(Clone, Debug)]
pub struct VariableValue {
    /// The name of the variable.
    pub name: Name,
    /// The indices on the left, parameters of the term.
    pub parameters: Vec<Name>,
    /// The term that it stands for.
    pub term: Term,
    /// The place of the assignment.
    pub span: Span,
}

/// A fact in a hint: a chain of relations, each with its references, `a <= b (34) = c (11)`.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The first term.
    pub first: Term,
    /// The relations, at least one.
    pub links: Vec<FactLink>,
    /// The place of the fact.
    pub span: Span,
}

/// A relation of a fact, with its references.
#[derive(Clone, Debug)]
pub struct FactLink {
    /// The sign.
    pub sign: Sign,
    /// The right side.
    pub term: Term,
    /// The references that prove it; without any, the decidable theories do.
    pub references: Vec<Reference>,
}

/// A reference with its place.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The cited thing.
    pub kind: ReferenceKind,
    /// The place of the reference.
    pub span: Span,
}

/// The kinds of things that a hint can cite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A statement or definition.
    Label(Label),
    /// The premise of the formula that is being proved.
    Hypothesis,
    /// A sub-derivation of the same proof.
    Below,
    /// A rule of induction, for a fact before it in the hint.
    Induction(Induction),
    /// Everything in scope: the step is searched for. The reference stands alone in its hint.
    Auto,
    /// A decidable theory: `(distributivity)`, `(regular algebra)`, ... The reference is a word to the reader: the
    /// step is decided in the whole theory of semirings, regular algebra, predicates and finite sums in any case.
    Theory(&'static str),
}

/// The decidable theories that a hint can name.
pub const THEORIES: [&str; 4] =
    ["distributivity", "monotonicity", "regular algebra", "Boolean algebra"];

impl ReferenceKind {
    fn of(label: &Label) -> Self {
        match label.as_str() {
            "hyp" => Self::Hypothesis,
            "below" => Self::Below,
            "auto" => Self::Auto,
            text => {
                let induction = Induction::ALL.into_iter().find(|rule| rule.name() == text);
                let theory = THEORIES.into_iter().find(|name| *name == text);
                induction
                    .map(Self::Induction)
                    .or(theory.map(Self::Theory))
                    .unwrap_or_else(|| Self::Label(label.clone()))
            }
        }
    }
}

/// The reference as a hint has it: `(hyp)`.
impl fmt::Display for ReferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => label.fmt(f),
            Self::Hypothesis => f.write_str("(hyp)"),
            Self::Below => f.write_str("(below)"),
            Self::Induction(rule) => rule.fmt(f),
            Self::Auto => f.write_str("(auto)"),
            Self::Theory(name) => write!(f, "({name})"),
        }
    }
}

/// The references of a theory, for [`Parser::set_references`]; with the bundled laws, where they may be cited.
pub(super) fn references_of(theory: &Theory, laws: bool) -> References {
    let labels = theory.labels().map(|l| l.as_str().to_owned());
    let laws = laws::statements().filter(|_| laws).map(|law| law.label.as_str().to_owned());
    labels
        .chain(laws)
        .chain(THEORIES.iter().chain(&["hyp", "below", "auto"]).map(|s| (*s).to_owned()))
        .collect()
}

/// Reads `{...}`; the parser stands at the brace and knows the references.
pub(super) fn hint(parser: &mut Parser<'_>, theory: &Theory) -> Result<Hint, ParseError> {
    let open = parser.span();
    if !parser.accept(Token::OpenBrace) {
        return Err(parser.expected(&["a hint `{...}` that says why"]));
    }
    let mut items = Vec::new();
    loop {
        items.push(item(parser, theory)?);
        let mut separated = false;
        while parser.accept(Token::Semicolon)
            || parser.accept(Token::Comma)
            || parser.accept_keyword("so")
        {
            separated = true;
        }
        if parser.peek() == Token::CloseBrace {
            parser.advance();
            let hint = Hint { span: open.start..parser.last_span().end, items };
            return auto_alone(hint);
        }
        if !separated {
            let unclosed = parser.peek() == Token::End || parser.at_reserved();
            let expected = &["`;`", "`,`", "`}`", "a reference", "an operator"];
            return Err(match parser.close(Token::CloseBrace, &open) {
                Err(e) if unclosed && matches!(e.kind, ParseErrorKind::Unbalanced { .. }) => e,
                _ => parser.expected(expected),
            });
        }
    }
}

/// `(auto)` looks for all reasons, so there are none beside it.
fn auto_alone(hint: Hint) -> Result<Hint, ParseError> {
    let all = hint.references();
    let auto = all.iter().find(|r| r.kind == ReferenceKind::Auto);
    match auto.filter(|_| !hint.is_auto()) {
        None => Ok(hint),
        Some(auto) => {
            let expected = vec!["`(auto)` alone in its hint".to_owned()];
            let found = "`(auto)` beside other reasons".to_owned();
            let kind = ParseErrorKind::Expected { expected, found };
            Err(ParseError { kind, span: auto.span.clone() })
        }
    }
}

fn item(parser: &mut Parser<'_>, theory: &Theory) -> Result<Item, ParseError> {
    if parser.peek() == Token::CloseBrace {
        return Err(parser.expected(&["a reference such as `(34)`", "a fact such as `1 <= x*`"]));
    }
    // The paper's words for the axiom that the tactic knows: "definition of ?".
    if parser.at_keyword("definition") {
        let span = parser.span();
        parser.advance();
        parser.expect_keyword("of")?;
        parser.expect(Token::Loop)?;
        let kind = ReferenceKind::Theory("definition of ?");
        let span = span.start..parser.last_span().end;
        return Ok(Item::References(vec![Reference { kind, span }], Vec::new()));
    }
    if parser.at_reference() {
        let references = references(parser, theory)?;
        let assignments =
            if parser.accept_keyword("with") { assignments(parser, theory)? } else { Vec::new() };
        return Ok(Item::References(references, assignments));
    }
    let (start, mark) = (parser.span().start, parser.mark());
    let first = parser
        .term(theory.vocabulary())
        .map_err(|error| meant_as_reference(parser, mark, error))?;
    let mut links = Vec::new();
    while let Some(sign) = parser.sign() {
        let term = parser.term(theory.vocabulary())?;
        let references =
            if parser.at_reference() { references(parser, theory)? } else { Vec::new() };
        links.push(FactLink { sign, term, references });
    }
    if links.is_empty() {
        return Err(parser.expected(&["`<=`", "`=`", "`>=`", "an operator"]));
    }
    Ok(Item::Fact(Fact { first, links, span: start..parser.last_span().end }))
}

/// The error for a term of a hint that cannot be read, from a mark on: it may have been meant as a reference, as `(h)`
/// for `(H)`, `H` and `34` without their parentheses.
fn meant_as_reference(parser: &mut Parser<'_>, mark: usize, error: ParseError) -> ParseError {
    parser.rewind(mark);
    let is_first = parser.span() == error.span;
    match (&error.kind, parser.peek()) {
        (ParseErrorKind::Expected { .. }, Token::Number) if is_first => parser
            .expected(&["a reference in parentheses such as `(34)`", "a fact such as `1 <= x*`"]),
        (ParseErrorKind::UnknownName { .. }, Token::Ident) if is_first => {
            without_parentheses(parser, &error.span).unwrap_or(error)
        }
        (ParseErrorKind::UnknownName { .. }, Token::Open) => {
            unknown_reference(parser).unwrap_or(error)
        }
        _ => error,
    }
}

/// The error for the words of a reference that stand without parentheses from a place on, if they are those of one.
fn without_parentheses(parser: &Parser<'_>, place: &Span) -> Option<ParseError> {
    let rest = &parser.source()[place.start..];
    let words = rest[..rest.find(['}', ';', ',']).unwrap_or(rest.len())].trim();
    let found = parser.nearest_reference(words)?;
    let is_alike = found[1..found.len() - 1].eq_ignore_ascii_case(words);
    let kind = ParseErrorKind::UnknownName { name: words.to_owned(), nearest: Some(found) };
    is_alike.then(|| ParseError { kind, span: place.start..place.start + words.len() })
}

/// The error for an item of a hint that has the form of a reference and is none.
fn unknown_reference(parser: &mut Parser<'_>) -> Option<ParseError> {
    let (label, span) = parser.label().ok()?;
    let ends = matches!(parser.peek(), Token::Semicolon | Token::Comma | Token::CloseBrace)
        || parser.at_keyword("so")
        || parser.at_keyword("with");
    let rule = Induction::meant_by(label.as_str()).map(|rule| rule.to_string());
    // Those laws have another name here.
    let laws = label.as_str().starts_with("Kleene").then(|| "(regular algebra)".to_owned());
    let nearest = rule.or(laws).or_else(|| parser.nearest_reference(label.as_str()));
    let kind = ParseErrorKind::UnknownLabel { label: label.to_string(), nearest };
    ends.then_some(ParseError { kind, span })
}

fn references(parser: &mut Parser<'_>, theory: &Theory) -> Result<Vec<Reference>, ParseError> {
    let mut found = Vec::new();
    loop {
        let (label, span) = parser.label()?;
        let is_own = theory.statement(&label).is_some() || theory.definition(&label).is_some();
        let kind = match ReferenceKind::of(&label) {
            // Words to the reader make way for what the theory calls by that name.
            ReferenceKind::Theory(_) if is_own => ReferenceKind::Label(label),
            kind => kind,
        };
        if let ReferenceKind::Label(label) = &kind
            && !is_own
            && laws::statement(label).is_none()
        {
            return Err(theory.unknown_label(label, span));
        }
        found.push(Reference { kind, span });
        let mark = parser.mark();
        parser.accept(Token::Comma);
        if !parser.at_reference() {
            parser.rewind(mark);
            return Ok(found);
        }
    }
}

fn assignments(parser: &mut Parser<'_>, theory: &Theory) -> Result<Vec<VariableValue>, ParseError> {
    let mut found = Vec::new();
    loop {
        let start = parser.span().start;
        let name = parser.name("a variable")?;
        let mut parameters = Vec::new();
        if parser.accept(Token::Underscore) {
            let open = parser.span();
            let several = parser.accept(Token::OpenBrace);
            parameters.push(parser.name("an index")?);
            while several && parser.accept(Token::Comma) {
                if parameters.iter().any(|p| p.as_str() == parser.word()) {
                    return Err(parser.expected(&["another index"]));
                }
                parameters.push(parser.name("an index")?);
            }
            if several {
                parser.close(Token::CloseBrace, &open)?;
            }
        }
        parser.expect(Token::Becomes)?;
        let term = parser.term(theory.vocabulary())?;
        let span = start..parser.last_span().end;
        found.push(VariableValue { name, parameters, term, span });
        let mark = parser.mark();
        if !parser.accept(Token::Comma) {
            return Ok(found);
        }
        // A comma may also separate the next item of the hint.
        if !at_assignment(parser) {
            parser.rewind(mark);
            return Ok(found);
        }
    }
}

/// Whether `x :=`, `x_i :=` or `x_{i,j} :=` comes next.
fn at_assignment(parser: &Parser<'_>) -> bool {
    let mut after_name = 1;
    if parser.peek_at(1) == Token::Underscore {
        after_name = 3;
        if parser.peek_at(2) == Token::OpenBrace {
            while matches!(parser.peek_at(after_name), Token::Ident | Token::Comma) {
                after_name += 1;
            }
            after_name += 1;
        }
    }
    parser.peek() == Token::Ident && parser.peek_at(after_name) == Token::Becomes
}
