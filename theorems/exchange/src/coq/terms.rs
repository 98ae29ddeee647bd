//! Terms and formulas in Coq's notation.
//!
//! A predicate stands where an action may, silently, in both languages: below a complement, a product over the
//! processes, or as an argument that must be a predicate, it is written with the operations of predicates, which
//! compute to those of actions.

use std::fmt::Write as _;

use reductio_algebra::{
    Binder, Definition, Formula, Index, Name, Relation, Sort, Symbol, SymbolBinder, Term, TermKind,
    Theory, fresh,
};

use super::names::Names;

/// The algebra and the set of processes, as the file calls them.
pub(super) const ALGEBRA: &str = "the_algebra";
pub(super) const PROCESSES: &str = "the_processes";

/// The place where a term is to stand.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum As {
    Action,
    Predicate,
}

impl As {
    pub(super) fn sort(sort: Sort) -> Self {
        if sort == Sort::Predicate { As::Predicate } else { As::Action }
    }
}

/// Binding strength, from weak to strong.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Open,
    SumLeft,
    SumRight,
    ProductRight,
    Atom,
}

/// Writes terms of one theory. Inside the section of the statements, symbols are variables of the section and
/// definitions take only their parameters; outside, definitions take the symbols behind them too.
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) theory: &'a Theory,
    pub(super) in_section: bool,
}

impl Writer<'_> {
    /// The text of a term as an argument.
    pub(super) fn atom(&self, term: &Term, wanted: As) -> String {
        let mut text = Text::of(self);
        text.whole(term, wanted, Level::Atom);
        text.out
    }

    pub(super) fn term(&self, term: &Term, wanted: As) -> String {
        let mut text = Text::of(self);
        text.whole(term, wanted, Level::Open);
        text.out
    }

    /// The text `(fun i => x_i)` of the body of a binder.
    pub(super) fn family(&self, binder: &Binder, wanted: As) -> String {
        let mut text = Text::of(self);
        let name = text.bind(binder.hint(), &binder.body().free_indices());
        let _ = write!(text.out, "(fun {name} : {PROCESSES} => ");
        text.whole(binder.body(), wanted, Level::Open);
        text.out + ")"
    }

    pub(super) fn formula(&self, formula: &Formula) -> String {
        let mut text = Text::of(self);
        text.formula(formula, false);
        text.out
    }

    /// The symbols behind a definition, in the order in which the section declares them.
    pub(super) fn behind(&self, definition: &Definition) -> Vec<Symbol> {
        let mut used = definition.body().symbols();
        used.retain(|s| !definition.term_parameters().contains(s));
        self.in_order(used)
    }

    /// The symbols in the order of the theory's declarations; those that it does not declare come last.
    pub(super) fn in_order(&self, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
        let all = self.theory.vocabulary().symbols();
        symbols.sort_by_key(|s| all.iter().position(|t| t == s).unwrap_or(usize::MAX));
        symbols
    }
}

/// The type of a symbol in Coq: `the_processes -> the_algebra` for `u_i`.
pub(super) fn type_of(symbol: &Symbol) -> String {
    let sort = match symbol.sort {
        Sort::Predicate => format!("predicate {ALGEBRA}"),
        Sort::Action => ALGEBRA.to_owned(),
    };
    format!("{PROCESSES} -> ").repeat(symbol.arity) + &sort
}

struct Text<'a> {
    writer: &'a Writer<'a>,
    out: String,
    bound: Vec<Name>,
    /// The names of the bound symbols, innermost last, as Coq has them.
    symbols: Vec<String>,
}

impl<'a> Text<'a> {
    fn of(writer: &'a Writer<'a>) -> Self {
        Text { writer, out: String::new(), bound: Vec::new(), symbols: Vec::new() }
    }

    fn index(&self, index: &Index) -> String {
        match index {
            Index::Free(name) => Names::index(name),
            // The kernel proves nothing of a process of a model.
            Index::Process(number) => format!("process_{number}"),
            Index::Bound(k) => {
                let at = self.bound.len().checked_sub(1 + *k as usize);
                at.map_or_else(|| format!("dangling_{k}"), |at| Names::index(&self.bound[at]))
            }
        }
    }

    fn bind(&mut self, hint: &Name, free: &[Name]) -> String {
        let mut taken = free.to_vec();
        taken.extend(self.bound.iter().cloned());
        let name = fresh(hint, &taken);
        self.bound.push(name.clone());
        Names::index(&name)
    }

    /// A name for a bound symbol that no other symbol of the body has, and the symbol with it. Definitions have other
    /// names than symbols in Coq, but for those without indices.
    fn bind_symbol(&mut self, binder: &SymbolBinder) -> Symbol {
        let mut taken = binder.body().names();
        let defined = self.writer.theory.definitions().iter();
        taken.extend(defined.filter_map(|d| Name::new(d.definition.name()).ok()));
        loop {
            let name = fresh(binder.hint(), &taken);
            let symbol = Symbol { name: name.clone(), arity: 0, sort: binder.sort() };
            let written = self.writer.names.symbol(&symbol);
            if !self.symbols.contains(&written) {
                self.symbols.push(written);
                return symbol;
            }
            taken.push(name);
        }
    }

    /// A term with its scope where Coq cannot know it.
    fn whole(&mut self, term: &Term, wanted: As, level: Level) {
        if wanted == As::Predicate && !is_name(term) {
            self.out.push('(');
            self.term(term, wanted, Level::Open);
            self.out.push_str(")%predicate");
        } else {
            self.term(term, wanted, level);
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

    fn infix(
        &mut self,
        (a, left): (&Term, Level),
        sign: &str,
        (b, right): (&Term, Level),
        wanted: As,
    ) {
        self.term(a, wanted, left);
        self.out.push_str(sign);
        self.term(b, wanted, right);
    }

    fn term(&mut self, term: &Term, wanted: As, level: Level) {
        use Level as L;
        match term.kind() {
            TermKind::Zero => self.out.push('0'),
            TermKind::One => self.out.push('1'),
            TermKind::Symbol(symbol, indices) => {
                let name = self.writer.names.symbol(symbol);
                self.applied(&name, indices, &[], &[], level);
            }
            TermKind::Bound(k, _) => {
                let at = self.symbols.len().checked_sub(1 + *k as usize);
                let name =
                    at.map_or_else(|| format!("dangling_{k}"), |at| self.symbols[at].clone());
                self.out.push_str(&name);
            }
            TermKind::Plus(a, b) => self.grouped(level > L::SumLeft, |t| {
                t.infix((a, L::SumLeft), " + ", (b, L::SumRight), wanted);
            }),
            TermKind::Seq(a, b) => self.grouped(level > L::SumRight, |t| {
                t.infix((a, L::SumRight), " * ", (b, L::ProductRight), wanted);
            }),
            // The sign is as strong as that of the product, and both are read from the left.
            TermKind::Loop(a, b) => self.grouped(level > L::SumRight, |t| {
                t.infix((a, L::SumRight), " ? ", (b, L::ProductRight), wanted);
            }),
            TermKind::Omega(_) if term.is_top() => self.out.push('T'),
            TermKind::Star(a) => {
                self.term(a, wanted, L::Atom);
                self.out.push_str("^*");
            }
            TermKind::Omega(a) => {
                self.term(a, wanted, L::Atom);
                self.out.push_str("^w");
            }
            TermKind::Not(a) => self.grouped(level == L::Atom, |t| {
                t.out.push('!');
                t.term(a, As::Predicate, L::Atom);
            }),
            TermKind::Sum(binder) => self.binder("Sum", binder, wanted),
            TermKind::Product(binder) => self.binder("Product", binder, As::Predicate),
            TermKind::Defined(definition, indices, terms) => {
                if !self.writer.theory.definitions().iter().any(|d| d.definition == *definition) {
                    // A name that the theory does not have stands for its definition.
                    let body = term.unfolded().unwrap_or_else(Term::zero);
                    return self.term(&body, wanted, level);
                }
                let name = Names::definition(definition);
                let behind = if self.writer.in_section {
                    Vec::new()
                } else {
                    self.writer.behind(definition)
                };
                let parameters = definition.term_parameters().iter();
                let terms: Vec<_> = parameters.map(|s| As::sort(s.sort)).zip(terms).collect();
                self.applied(&name, indices, &behind, &terms, level);
            }
        }
    }

    fn applied(
        &mut self,
        name: &str,
        indices: &[Index],
        behind: &[Symbol],
        terms: &[(As, &Term)],
        level: Level,
    ) {
        let is_applied = indices.len() + behind.len() + terms.len() > 0;
        self.grouped(is_applied && level == Level::Atom, |t| {
            t.out.push_str(name);
            for symbol in behind {
                let name = t.writer.names.symbol(symbol);
                t.out.push(' ');
                t.out.push_str(&name);
            }
            for index in indices {
                let index = t.index(index);
                t.out.push(' ');
                t.out.push_str(&index);
            }
            for (wanted, term) in terms {
                t.out.push(' ');
                t.whole(term, *wanted, Level::Atom);
            }
        });
    }

    fn binder(&mut self, sign: &str, binder: &Binder, wanted: As) {
        let name = self.bind(binder.hint(), &binder.body().free_indices());
        let is_used = binder.opened(&Index::Process(0)) != *binder.body();
        // Coq knows the set of processes only from an index.
        let processes = if is_used { String::new() } else { format!(" of {PROCESSES}") };
        let _ = write!(self.out, "({sign} {name}{processes}, ");
        self.term(binder.body(), wanted, Level::Open);
        self.out.push(')');
        self.bound.pop();
    }

    fn formula(&mut self, formula: &Formula, is_premise: bool) {
        match formula {
            Formula::Relation(a, relation, b) => {
                self.term(a, As::Action, Level::Open);
                self.out.push_str(if *relation == Relation::Equal { " == " } else { " <= " });
                self.term(b, As::Action, Level::Open);
            }
            Formula::Apart(i, j) => {
                let _ = write!(self.out, "{} <> {}", self.index(i), self.index(j));
            }
            Formula::Implies(a, b) => self.grouped(is_premise, |t| {
                t.formula(a, true);
                t.out.push_str(" -> ");
                t.formula(b, false);
            }),
            Formula::ForAll(binder) => self.grouped(is_premise, |t| {
                let free = binder.body().free_indices();
                let name = t.bind(binder.hint(), &free);
                let _ = write!(t.out, "forall {name} : {PROCESSES}, ");
                t.formula(binder.body(), false);
                t.bound.pop();
            }),
            Formula::ForAllSymbols(binder) => self.grouped(is_premise, |t| {
                let symbol = t.bind_symbol(binder);
                let name = t.writer.names.symbol(&symbol);
                let _ = write!(t.out, "forall {name} : {}, ", type_of(&symbol));
                t.formula(binder.body(), false);
                t.symbols.pop();
            }),
        }
    }
}

/// Whether a term is written as one word.
fn is_name(term: &Term) -> bool {
    match term.kind() {
        TermKind::Symbol(_, indices) => indices.is_empty(),
        TermKind::Bound(..) => true,
        TermKind::Defined(_, indices, terms) => indices.is_empty() && terms.is_empty(),
        _ => false,
    }
}
