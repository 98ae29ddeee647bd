//! The lines that make symbols, terms, definitions and formulas.

use std::collections::HashSet;
use std::sync::Arc;

use reductio_algebra::{Definition, Formula, Index, Name, Sort, Symbol, Term};

use super::VERSIONS;
use super::error::ReadErrorKind;
use super::fields::{Fields, Numbered, Read, number, wrong};
use super::size::{Size, Sizes};

/// Everything that the file has numbered so far, steps and items aside.
pub(super) struct Known {
    pub(super) symbols: Numbered<Symbol>,
    pub(super) terms: Numbered<(Term, Size)>,
    pub(super) definitions: Numbered<Arc<Definition>>,
    pub(super) formulas: Numbered<(Formula, Size)>,
    pub(super) sizes: Sizes,
    /// The version that the first line gives.
    pub(super) version: u32,
    symbols_seen: HashSet<Symbol>,
    definitions_seen: HashSet<Arc<Definition>>,
}

impl Known {
    pub(super) fn new() -> Self {
        Known {
            symbols: Numbered::new("symbol"),
            terms: Numbered::new("term"),
            definitions: Numbered::new("definition"),
            formulas: Numbered::new("formula"),
            sizes: Sizes::default(),
            version: VERSIONS[0],
            symbols_seen: HashSet::new(),
            definitions_seen: HashSet::new(),
        }
    }

    /// Refuses a line of version 2 in a file of version 1.
    pub(super) fn newer(&self, word: &'static str) -> Read<()> {
        if self.version >= VERSIONS[1] { Ok(()) } else { Err(ReadErrorKind::Newer { word }) }
    }

    /// Reads `y NUMBER action NAME ARITY`.
    pub(super) fn symbol(&mut self, fields: &mut Fields<'_>) -> Read<()> {
        self.symbols.next(fields)?;
        let sort = match fields.word("`action` or `predicate`")? {
            "action" => Sort::Action,
            "predicate" => Sort::Predicate,
            word => return Err(wrong("`action` or `predicate`", word)),
        };
        let name = fields.name("the name of a symbol")?;
        let arity = fields.number("a number of indices")?;
        let symbol = Symbol { name, arity, sort };
        if !self.symbols_seen.insert(symbol.clone()) {
            return Err(ReadErrorKind::Twice { what: format!("the symbol `{}`", symbol.name) });
        }
        self.symbols.push(symbol);
        Ok(())
    }

    /// Reads `t NUMBER ...`.
    pub(super) fn term(&mut self, fields: &mut Fields<'_>) -> Read<()> {
        self.terms.next(fields)?;
        let (term, size) = match fields.word("an operator")? {
            "0" => (Term::zero(), Size::over(&[])),
            "1" => (Term::one(), Size::over(&[])),
            "y" => self.applied_symbol(fields)?,
            "d" => self.applied_definition(fields)?,
            "+" => self.binary(fields, Term::plus)?,
            "." => self.binary(fields, Term::seq)?,
            "?" => self.binary(fields, Term::looping)?,
            "*" => self.unary(fields, |x| Ok(x.star()))?,
            "w" => self.unary(fields, |x| Ok(x.omega()))?,
            "!" => self.unary(fields, |x| Ok(x.complement()?))?,
            "sum" => {
                let index = fields.name("an index")?;
                self.unary(fields, |x| Ok(Term::index_sum(&index, x)))?
            }
            "prod" => {
                let index = fields.name("an index")?;
                self.unary(fields, |x| Ok(Term::index_product(&index, x)?))?
            }
            word => return Err(wrong("an operator", word)),
        };
        self.terms.push((term, size.checked()?));
        Ok(())
    }

    fn unary(
        &self,
        fields: &mut Fields<'_>,
        make: impl FnOnce(&Term) -> Read<Term>,
    ) -> Read<(Term, Size)> {
        let (x, size) = self.terms.read(fields)?;
        Ok((make(x)?, Size::over(&[*size])))
    }

    fn binary(
        &self,
        fields: &mut Fields<'_>,
        make: fn(&Term, &Term) -> Term,
    ) -> Read<(Term, Size)> {
        let (x, x_size) = self.terms.read(fields)?;
        let (y, y_size) = self.terms.read(fields)?;
        Ok((make(x, y), Size::over(&[*x_size, *y_size])))
    }

    fn applied_symbol(&self, fields: &mut Fields<'_>) -> Read<(Term, Size)> {
        let symbol = self.symbols.read(fields)?.clone();
        let indices = free_indices(fields, symbol.arity)?;
        Ok((Term::symbol(symbol, indices)?, Size::over(&[])))
    }

    fn applied_definition(&self, fields: &mut Fields<'_>) -> Read<(Term, Size)> {
        let definition = self.definitions.read(fields)?;
        let indices = free_indices(fields, definition.index_parameters().len())?;
        let mut terms = Vec::new();
        let mut sizes = Vec::new();
        for _ in definition.term_parameters() {
            let (term, size) = self.terms.read(fields)?;
            terms.push(term.clone());
            sizes.push(*size);
        }
        let size = self.sizes.applied(definition, &sizes).checked()?;
        Ok((Term::defined(definition, indices, terms)?, size))
    }

    /// Reads `d NUMBER NAME PARAMETER... TERM`.
    pub(super) fn definition(&mut self, fields: &mut Fields<'_>) -> Read<()> {
        self.definitions.next(fields)?;
        let expected = "the name of a definition";
        let mut words = Vec::new();
        let name = fields.word(expected)?;
        let is_bracket = Definition::is_bracket(name);
        if !is_bracket && !Name::is_valid(name) {
            return Err(wrong(expected, name));
        }
        while let Some(word) = fields.word_or_end() {
            words.push(word);
        }
        let body = words.pop().ok_or(ReadErrorKind::Field { expected: "a term", got: None })?;
        let (body, size) = self.terms.get(number(body).ok_or_else(|| wrong("a term", body))?)?;
        let mut indices: Vec<Name> = Vec::new();
        let mut symbols = Vec::new();
        for word in words {
            if is_bracket {
                let symbol = number(word).ok_or_else(|| wrong("a symbol", word))?;
                symbols.push(self.symbols.get(symbol)?.clone());
            } else {
                indices.push(Fields::of(word).name("an index")?);
            }
        }
        let (body, size) = (body.clone(), *size);
        let definition = Definition::new(name, indices, symbols, body)?;
        if !self.definitions_seen.insert(definition.clone()) {
            return Err(ReadErrorKind::Twice { what: format!("the definition of `{name}`") });
        }
        self.sizes.define(&definition, size);
        self.definitions.push(definition);
        Ok(())
    }

    /// Reads `f NUMBER ...`.
    pub(super) fn formula(&mut self, fields: &mut Fields<'_>) -> Read<()> {
        self.formulas.next(fields)?;
        let expected = "`=`, `<=`, `!=`, `=>`, `all` or `every`";
        let word = fields.word(expected)?;
        let (formula, size) = match word {
            "=" | "<=" => {
                let (x, x_size) = self.terms.read(fields)?;
                let (y, y_size) = self.terms.read(fields)?;
                let make = if word == "=" { Formula::equal } else { Formula::below };
                (make(x, y), Size::over(&[*x_size, *y_size]))
            }
            "!=" => {
                let i = Index::Free(fields.name("an index")?);
                let j = Index::Free(fields.name("an index")?);
                (Formula::Apart(i, j), Size::over(&[]))
            }
            "=>" => {
                let (f, f_size) = self.formulas.read(fields)?;
                let (g, g_size) = self.formulas.read(fields)?;
                (f.clone().implies(g.clone()), Size::over(&[*f_size, *g_size]))
            }
            "all" => {
                let index = fields.name("an index")?;
                let (f, size) = self.formulas.read(fields)?;
                (f.for_all(&index), Size::over(&[*size]))
            }
            "every" => {
                self.newer("every")?;
                let symbol = self.symbols.read(fields)?;
                let (f, size) = self.formulas.read(fields)?;
                (every(symbol, f)?, Size::over(&[*size]))
            }
            word => return Err(wrong(expected, word)),
        };
        self.formulas.push((formula, size.checked()?));
        Ok(())
    }
}

/// A formula for all values of a symbol. Within it the name must mean nothing else: a definition that mentions the
/// symbol would be written in its place, and mean another symbol.
fn every(symbol: &Symbol, formula: &Formula) -> Read<Formula> {
    let name = &symbol.name;
    let bound = formula.for_all_values(symbol, name)?;
    let Formula::ForAllSymbols(binder) = &bound else {
        return Err(ReadErrorKind::Unclear { name: name.clone() });
    };
    if formula.has_behind_a_name(symbol) || binder.body().names().contains(name) {
        return Err(ReadErrorKind::Unclear { name: name.clone() });
    }
    Ok(bound)
}

fn free_indices(fields: &mut Fields<'_>, count: usize) -> Read<Vec<Index>> {
    (0..count).map(|_| Ok(Index::Free(fields.name("an index")?))).collect()
}
