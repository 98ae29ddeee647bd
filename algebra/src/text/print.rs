//! The printer: one canonical form, in ASCII or Unicode, that the parser reads back to an equal object.
//!
//! Part of the trusted base: what a report shows is what this file writes.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::formula::{Formula, Relation, SymbolBinder};
use crate::name::{Name, fresh};
use crate::term::{Binder, Index, Term, TermKind};

/// The spelling of the operators in printed text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The ASCII spelling: `<=`, `!q`, `x^w`, `T`.
    #[default]
    Ascii,
    /// The Unicode spelling: `≤`, `¬q`, `xω`, `⊤`.
    Unicode,
}

impl Style {
    fn pick(self, ascii: &'static str, unicode: &'static str) -> &'static str {
        match self {
            Style::Ascii => ascii,
            Style::Unicode => unicode,
        }
    }

    /// The sign of a relation.
    pub fn relation(self, relation: Relation) -> &'static str {
        match relation {
            Relation::Equal => "=",
            Relation::Below => self.pick("<=", "≤"),
        }
    }
}

/// The most nodes of a term that is written out.
pub const MAX_PRINTED: u32 = 1_000_000;

/// Binding strength, from weak to strong.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Sum,
    Product,
    Postfix,
    Atom,
}

struct Printer<'a> {
    out: String,
    style: Style,
    bound: Vec<Name>,
    /// The names of the bound symbols, innermost last.
    symbols: Vec<Name>,
    avoid: &'a [Name],
}

impl Printer<'_> {
    fn new(style: Style) -> Self {
        Printer { out: String::new(), style, bound: Vec::new(), symbols: Vec::new(), avoid: &[] }
    }

    fn index(&mut self, index: &Index) {
        match index {
            Index::Free(name) => self.out.push_str(name),
            Index::Process(number) => {
                let _ = write!(self.out, "{number}");
            }
            Index::Bound(k) => {
                let at = self.bound.len().checked_sub(1 + *k as usize);
                match at {
                    Some(at) => self.out.push_str(&self.bound[at].clone()),
                    None => {
                        let _ = write!(self.out, "#{k}");
                    }
                }
            }
        }
    }

    fn subscript(&mut self, indices: &[Index]) {
        match indices {
            [] => {}
            [one] => {
                self.out.push('_');
                self.index(one);
            }
            many => {
                self.out.push_str("_{");
                for (k, index) in many.iter().enumerate() {
                    if k > 0 {
                        self.out.push(',');
                    }
                    self.index(index);
                }
                self.out.push('}');
            }
        }
    }

    fn grouped(&mut self, wrap: bool, inner: impl FnOnce(&mut Self)) {
        if wrap {
            self.out.push('(');
        }
        inner(self);
        if wrap {
            self.out.push(')');
        }
    }

    fn term(&mut self, term: &Term, level: Level) {
        // A term that shares its parts may be of any size as text. What stands here is no term to any reader.
        if term.size() > MAX_PRINTED {
            let _ = write!(self.out, "<{} or more nodes>", term.size());
            return;
        }
        match term.kind() {
            TermKind::Zero => self.out.push('0'),
            TermKind::One => self.out.push('1'),
            TermKind::Symbol(symbol, indices) => {
                self.out.push_str(&symbol.name);
                self.subscript(indices);
            }
            TermKind::Bound(k, _) => match self.symbols.len().checked_sub(1 + *k as usize) {
                Some(at) => self.out.push_str(&self.symbols[at].clone()),
                None => {
                    let _ = write!(self.out, "#{k}");
                }
            },
            TermKind::Plus(a, b) => self.grouped(level > Level::Sum, |p| {
                p.term(a, Level::Product);
                p.out.push_str(" + ");
                p.term(b, Level::Sum);
            }),
            TermKind::Seq(a, b) => self.grouped(level > Level::Product, |p| {
                p.term(a, Level::Postfix);
                p.out.push(' ');
                p.term(b, Level::Product);
            }),
            TermKind::Loop(a, b) => self.grouped(level > Level::Product, |p| {
                p.term(a, Level::Postfix);
                p.out.push_str(p.style.pick(" ? ", " ⋆ "));
                p.term(b, Level::Product);
            }),
            TermKind::Star(a) => self.grouped(level > Level::Postfix, |p| {
                p.term(a, Level::Postfix);
                p.out.push('*');
            }),
            TermKind::Omega(_) if term.is_top() => self.out.push_str(self.style.pick("T", "⊤")),
            TermKind::Omega(a) => self.grouped(level > Level::Postfix, |p| {
                p.term(a, Level::Postfix);
                p.out.push_str(p.style.pick("^w", "ω"));
            }),
            TermKind::Not(a) => {
                self.out.push_str(self.style.pick("!", "¬"));
                self.term(a, Level::Atom);
            }
            TermKind::Sum(b) => self.binder("+", b, |t| match t.kind() {
                TermKind::Sum(b) => Some(b),
                _ => None,
            }),
            TermKind::Product(b) => {
                self.binder(self.style.pick(".", "·"), b, |t| match t.kind() {
                    TermKind::Product(b) => Some(b),
                    _ => None,
                });
            }
            TermKind::Defined(def, indices, terms) => {
                if let Some(primes) = def.name().strip_prefix("[]") {
                    self.out.push('[');
                    for (k, t) in terms.iter().enumerate() {
                        if k > 0 {
                            self.out.push_str(", ");
                        }
                        self.term(t, Level::Sum);
                    }
                    self.out.push(']');
                    self.out.push_str(primes);
                } else {
                    self.out.push_str(def.name());
                    self.subscript(indices);
                }
            }
        }
    }

    fn push_bound(&mut self, hint: &Name, free: &[Name]) -> Name {
        let mut taken = free.to_vec();
        taken.extend(self.bound.iter().chain(&self.symbols).chain(self.avoid).cloned());
        let name = fresh(hint, &taken);
        self.bound.push(name.clone());
        name
    }

    /// A name for a bound symbol that nothing around it and nothing in the body has.
    fn push_symbol(&mut self, binder: &SymbolBinder) -> Name {
        let mut taken = binder.body().names();
        taken.extend(binder.body().free_indices());
        taken.extend(self.bound.iter().chain(&self.symbols).chain(self.avoid).cloned());
        let name = fresh(binder.hint(), &taken);
        self.symbols.push(name.clone());
        name
    }

    fn binder(&mut self, sign: &str, binder: &Binder, again: impl Fn(&Term) -> Option<&Binder>) {
        let depth = self.bound.len();
        self.out.push('(');
        self.out.push_str(sign);
        let name = self.push_bound(binder.hint(), &binder.body().free_indices());
        self.out.push_str(&name);
        let mut body = binder.body();
        while let Some(inner) = again(body) {
            let name = self.push_bound(inner.hint(), &inner.body().free_indices());
            self.out.push(',');
            self.out.push_str(&name);
            body = inner.body();
        }
        self.out.push_str(" : ");
        self.term(body, Level::Sum);
        self.out.push(')');
        self.bound.truncate(depth);
    }

    fn formula(&mut self, formula: &Formula, premise: bool) {
        match formula {
            Formula::Relation(a, relation, b) => {
                self.term(a, Level::Sum);
                let _ = write!(self.out, " {} ", self.style.relation(*relation));
                self.term(b, Level::Sum);
            }
            Formula::Apart(i, j) => {
                self.index(i);
                self.out.push_str(self.style.pick(" != ", " ≠ "));
                self.index(j);
            }
            Formula::Implies(a, b) => self.grouped(premise, |p| {
                p.formula(a, true);
                p.out.push_str(p.style.pick(" => ", " ⇒ "));
                p.formula(b, false);
            }),
            Formula::ForAll(_) => self.grouped(premise, |p| {
                let depth = p.bound.len();
                p.out.push_str("for all ");
                let mut body = formula;
                while let Formula::ForAll(binder) = body {
                    if p.bound.len() > depth {
                        p.out.push_str(", ");
                    }
                    let name = p.push_bound(binder.hint(), &binder.body().free_indices());
                    p.out.push_str(&name);
                    body = binder.body();
                }
                p.out.push_str(": ");
                p.formula(body, false);
                p.bound.truncate(depth);
            }),
            Formula::ForAllSymbols(first) => self.grouped(premise, |p| {
                let depth = p.symbols.len();
                let _ = write!(p.out, "for all {}s ", first.sort());
                let mut body = formula;
                while let Formula::ForAllSymbols(binder) = body
                    && binder.sort() == first.sort()
                {
                    if p.symbols.len() > depth {
                        p.out.push_str(", ");
                    }
                    let name = p.push_symbol(binder);
                    p.out.push_str(&name);
                    body = binder.body();
                }
                p.out.push_str(": ");
                p.formula(body, false);
                p.symbols.truncate(depth);
            }),
        }
    }
}

impl Term {
    /// The term as text.
    pub fn to_text(&self, style: Style) -> String {
        let mut printer = Printer::new(style);
        printer.term(self, Level::Sum);
        printer.out
    }
}

impl Formula {
    /// The formula as text, all quantifiers written.
    pub fn to_text(&self, style: Style) -> String {
        let mut printer = Printer::new(style);
        printer.formula(self, false);
        printer.out
    }

    /// The formula as the papers print it: outer index quantifiers are left out where reading the text
    /// as a statement puts the same ones back. Their names must then be declared indices; a name made
    /// up to tell two quantifiers apart is not, so these are kept.
    pub fn to_statement(&self, style: Style) -> String {
        let (names, body) = self.stripped(&[]);
        let mut hints = Vec::new();
        let mut rest = self;
        while let Formula::ForAll(binder) = rest {
            hints.push(binder.hint().clone());
            rest = binder.body();
        }
        if names == hints && body.closed() == *self {
            body.to_text(style)
        } else {
            self.to_text(style)
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(if f.alternate() { Style::Unicode } else { Style::Ascii }))
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(if f.alternate() { Style::Unicode } else { Style::Ascii }))
    }
}
