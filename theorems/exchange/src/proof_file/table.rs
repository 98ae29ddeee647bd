//! The tables that the writer fills: symbols, terms, definitions and formulas, each once.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use reductio_algebra::{
    Binder, Definition, Formula, Index, Name, Relation, Sort, Symbol, SymbolBinder, Term, TermKind,
    fresh,
};

use super::MAX_DEPTH;
use super::error::WriteError;

type Written<T> = Result<T, WriteError>;
type Names = Rc<BTreeSet<Name>>;

/// The text so far, and the things that have a number in it.
#[derive(Default)]
pub(super) struct Table {
    pub(super) text: String,
    symbols: HashMap<Symbol, usize>,
    terms: HashMap<Term, usize>,
    definitions: HashMap<Arc<Definition>, usize>,
    formulas: HashMap<String, usize>,
    /// Each term with the names that the file gives its bound indices, and these names.
    written: Vec<(Term, Names)>,
    written_formulas: Vec<(Formula, Names)>,
    /// Tells whether some formula or step is about all actions, or all predicates.
    pub(super) is_over_symbols: bool,
}

impl Table {
    /// The numbers of symbols, terms, definitions and formulas in the tables.
    pub(super) fn counts(&self) -> [usize; 4] {
        let (terms, formulas) = (self.written.len(), self.written_formulas.len());
        [self.symbols.len(), terms, self.definitions.len(), formulas]
    }

    /// A formula with the names that the file gives its bound indices.
    pub(super) fn written_formula(&self, number: usize) -> &Formula {
        &self.written_formulas[number].0
    }

    /// A term with the names that the file gives its bound indices.
    pub(super) fn written_term(&self, number: usize) -> &Term {
        &self.written[number].0
    }

    pub(super) fn symbol(&mut self, symbol: &Symbol) -> usize {
        if let Some(number) = self.symbols.get(symbol) {
            return *number;
        }
        let number = self.symbols.len();
        let (sort, name) = (symbol.sort, &symbol.name);
        let sort = if sort == Sort::Action { "action" } else { "predicate" };
        let _ = writeln!(self.text, "y {number} {sort} {name} {}", symbol.arity);
        self.symbols.insert(symbol.clone(), number);
        number
    }

    pub(super) fn definition(&mut self, definition: &Arc<Definition>) -> Written<usize> {
        if let Some(number) = self.definitions.get(definition) {
            return Ok(*number);
        }
        let body = self.term(definition.body())?;
        let mut parameters = String::new();
        for symbol in definition.term_parameters() {
            let _ = write!(parameters, " {}", self.symbol(symbol));
        }
        for index in definition.index_parameters() {
            let _ = write!(parameters, " {index}");
        }
        let name = definition.name();
        let number = self.definitions.len();
        let _ = writeln!(self.text, "d {number} {name}{parameters} {body}");
        self.definitions.insert(definition.clone(), number);
        Ok(number)
    }

    pub(super) fn term(&mut self, term: &Term) -> Written<usize> {
        use TermKind as K;
        if let Some(number) = self.terms.get(term) {
            return Ok(*number);
        }
        let (size, limit) = (term.depth() as u64, u64::from(MAX_DEPTH));
        if size > limit {
            return Err(WriteError::Limit { what: "the depth of a term", size, limit });
        }
        let (line, written, names) = match term.kind() {
            K::Zero => ("0".to_owned(), term.clone(), Names::default()),
            K::One => ("1".to_owned(), term.clone(), Names::default()),
            K::Symbol(symbol, indices) => {
                let line = format!("y {}{}", self.symbol(symbol), words(indices)?);
                (line, term.clone(), Names::default())
            }
            // Quantifiers over symbols are opened before their bodies are written.
            K::Bound(..) => return Err(WriteError::Dangling { what: term.to_string() }),
            K::Plus(x, y) => self.binary("+", x, y, Term::plus)?,
            K::Seq(x, y) => self.binary(".", x, y, Term::seq)?,
            K::Loop(x, y) => self.binary("?", x, y, Term::looping)?,
            K::Star(x) => self.unary("*", x, Term::star)?,
            K::Omega(x) => self.unary("w", x, Term::omega)?,
            K::Not(x) => self.unary("!", x, |x| x.complement().unwrap_or_else(|_| term.clone()))?,
            K::Sum(binder) => self.binder("sum", binder, Term::index_sum)?,
            K::Product(binder) => self.binder("prod", binder, |i, x| {
                Term::index_product(i, x).unwrap_or_else(|_| term.clone())
            })?,
            K::Defined(definition, indices, terms) => {
                let mut line = format!("d {}{}", self.definition(definition)?, words(indices)?);
                let mut arguments = Vec::new();
                let mut names = Names::default();
                for term in terms {
                    let number = self.term(term)?;
                    let _ = write!(line, " {number}");
                    arguments.push(self.written[number].0.clone());
                    names = both(&names, &self.written[number].1);
                }
                let written = Term::defined(definition, indices.clone(), arguments);
                (line, written.unwrap_or_else(|_| term.clone()), names)
            }
        };
        let number = self.written.len();
        let _ = writeln!(self.text, "t {number} {line}");
        self.terms.insert(term.clone(), number);
        self.written.push((written, names));
        Ok(number)
    }

    fn unary(
        &mut self,
        sign: &str,
        x: &Term,
        make: impl Fn(&Term) -> Term,
    ) -> Written<(String, Term, Names)> {
        let x = self.term(x)?;
        let (written, names) = &self.written[x];
        Ok((format!("{sign} {x}"), make(written), names.clone()))
    }

    fn binary(
        &mut self,
        sign: &str,
        x: &Term,
        y: &Term,
        make: fn(&Term, &Term) -> Term,
    ) -> Written<(String, Term, Names)> {
        let (x, y) = (self.term(x)?, self.term(y)?);
        let ((left, some), (right, more)) = (&self.written[x], &self.written[y]);
        Ok((format!("{sign} {x} {y}"), make(left, right), both(some, more)))
    }

    fn binder(
        &mut self,
        sign: &str,
        binder: &Binder,
        make: impl Fn(&Name, &Term) -> Term,
    ) -> Written<(String, Term, Names)> {
        let free = binder.body().free_indices();
        let (index, x, names) = self.fresh_for(binder.hint(), free, |table, index| {
            let x = table.term(&binder.opened(index))?;
            Ok((x, table.written[x].1.clone()))
        })?;
        Ok((format!("{sign} {index} {x}"), make(&index, &self.written[x].0), names))
    }

    /// A name for a bound index that is neither free in the body nor bound within it, the number of the
    /// body opened with it, and all names bound in body and binder.
    fn fresh_for(
        &mut self,
        hint: &Name,
        mut taken: Vec<Name>,
        write: impl Fn(&mut Self, &Index) -> Written<(usize, Names)>,
    ) -> Written<(Name, usize, Names)> {
        loop {
            let name = fresh(hint, &taken);
            let (number, names) = write(self, &Index::Free(name.clone()))?;
            if !names.contains(&name) {
                let mut names = names.as_ref().clone();
                names.insert(name.clone());
                return Ok((name, number, names.into()));
            }
            taken.extend(names.iter().cloned());
        }
    }

    /// A symbol for a bound one, with a name that nothing in the body has, the number of the body over it, and all
    /// names bound in body and quantifier.
    fn fresh_symbol_for(&mut self, binder: &SymbolBinder) -> Written<(Symbol, usize, Names)> {
        let mut taken = binder.body().free_indices();
        loop {
            let (symbol, body) = binder.opened_fresh(&taken);
            let number = self.formula(&body)?;
            let names = &self.written_formulas[number].1;
            if !names.contains(&symbol.name) {
                let mut names = names.as_ref().clone();
                names.insert(symbol.name.clone());
                return Ok((symbol, number, names.into()));
            }
            taken.extend(names.iter().cloned());
        }
    }

    pub(super) fn formula(&mut self, formula: &Formula) -> Written<usize> {
        let (line, written, names) = match formula {
            Formula::Relation(x, relation, y) => {
                let (x, y) = (self.term(x)?, self.term(y)?);
                let ((left, some), (right, more)) = (&self.written[x], &self.written[y]);
                let sign = if *relation == Relation::Equal { "=" } else { "<=" };
                let written = Formula::Relation(left.clone(), *relation, right.clone());
                (format!("{sign} {x} {y}"), written, both(some, more))
            }
            Formula::Apart(i, j) => {
                let line = format!("!={}", words(&[i.clone(), j.clone()])?);
                (line, formula.clone(), Names::default())
            }
            Formula::Implies(f, g) => {
                let (f, g) = (self.formula(f)?, self.formula(g)?);
                let ((left, some), (right, more)) =
                    (&self.written_formulas[f], &self.written_formulas[g]);
                let written = left.clone().implies(right.clone());
                (format!("=> {f} {g}"), written, both(some, more))
            }
            Formula::ForAll(binder) => {
                let free = binder.body().free_indices();
                let (index, f, names) = self.fresh_for(binder.hint(), free, |table, index| {
                    let f = table.formula(&binder.opened(index))?;
                    Ok((f, table.written_formulas[f].1.clone()))
                })?;
                let written = self.written_formulas[f].0.for_all(&index);
                (format!("all {index} {f}"), written, names)
            }
            Formula::ForAllSymbols(binder) => {
                let (symbol, f, names) = self.fresh_symbol_for(binder)?;
                let written = self.written_formulas[f].0.for_all_values(&symbol, &symbol.name);
                let line = format!("every {} {f}", self.symbol(&symbol));
                self.is_over_symbols = true;
                (line, written.unwrap_or_else(|_| formula.clone()), names)
            }
        };
        if let Some(number) = self.formulas.get(&line) {
            return Ok(*number);
        }
        let number = self.written_formulas.len();
        let _ = writeln!(self.text, "f {number} {line}");
        self.formulas.insert(line, number);
        self.written_formulas.push((written, names));
        Ok(number)
    }
}

fn both(some: &Names, more: &Names) -> Names {
    if more.is_subset(some) {
        some.clone()
    } else {
        some.union(more).cloned().collect::<BTreeSet<_>>().into()
    }
}

/// Indices, each after a space. Bound ones do not come here: binders are opened.
fn words(indices: &[Index]) -> Written<String> {
    let mut text = String::new();
    for index in indices {
        match index {
            Index::Free(name) => {
                let _ = write!(text, " {name}");
            }
            other => return Err(WriteError::Dangling { what: format!("{other:?}") }),
        }
    }
    Ok(text)
}
