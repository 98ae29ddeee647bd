//! Simultaneous substitution, without capture, of terms for symbols and of indices for free indices.
//!
//! Part of the trusted base: the kernel instantiates theorems with it.

use rustc_hash::FxHashMap;

use crate::definition::Definition;
use crate::name::Name;
use crate::term::{Index, LARGE, Sort, SortError, Symbol, Term, TermKind};

/// A substitution: `i := j` for free indices, `x := t` for symbols, `u_i := t` (with `i` free in `t`
/// as the parameter) for families.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitution {
    indices: Vec<(Name, Index)>,
    symbols: Vec<(Symbol, Vec<Name>, Term)>,
}

/// The reason why a substitution refuses a replacement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubstitutionError {
    /// The replacement of a predicate symbol is no predicate.
    #[error("`{}` stands for predicates only: {source}", symbol.name)]
    Sort {
        /// The predicate symbol.
        symbol: Symbol,
        /// The replacement.
        source: SortError,
    },
    /// The number of parameters is not the arity of the symbol.
    #[error("`{}` takes {} indices, not {got}", symbol.name, symbol.arity)]
    Arity {
        /// The symbol.
        symbol: Symbol,
        /// The number of parameters that were given.
        got: usize,
    },
    /// The replacement has a bound index that no binder of it binds.
    #[error("a replacement for `{name}` has a dangling index")]
    Dangling {
        /// The symbol or index to be replaced.
        name: Name,
    },
}

impl Substitution {
    /// The empty substitution.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty() && self.symbols.is_empty()
    }

    /// The free indices that are replaced, each with its replacement.
    pub fn indices(&self) -> &[(Name, Index)] {
        &self.indices
    }

    /// The symbols that are replaced, each with its parameters and the term over them that replaces it.
    pub fn symbols(&self) -> &[(Symbol, Vec<Name>, Term)] {
        &self.symbols
    }

    /// Adds `name := to` for a free index.
    ///
    /// # Errors
    /// [`SubstitutionError::Dangling`] when `to` is a bound index, or a process of a model.
    pub fn index(&mut self, name: &Name, to: &Index) -> Result<&mut Self, SubstitutionError> {
        if !matches!(to, Index::Free(_)) {
            return Err(SubstitutionError::Dangling { name: name.clone() });
        }
        self.index_raw(name.clone(), to.clone());
        Ok(self)
    }

    /// Adds `symbol_{parameters} := to`; the parameters are the free indices of `to` that follow the
    /// indices of each occurrence.
    ///
    /// # Errors
    /// [`SubstitutionError`] when sort or arity do not fit or `to` has a dangling index.
    pub fn symbol(
        &mut self,
        symbol: &Symbol,
        parameters: &[Name],
        to: &Term,
    ) -> Result<&mut Self, SubstitutionError> {
        if to.sort() > symbol.sort {
            return Err(SubstitutionError::Sort {
                symbol: symbol.clone(),
                source: SortError { term: to.clone() },
            });
        }
        if parameters.len() != symbol.arity {
            return Err(SubstitutionError::Arity { symbol: symbol.clone(), got: parameters.len() });
        }
        if !to.is_closed() {
            return Err(SubstitutionError::Dangling { name: symbol.name.clone() });
        }
        self.symbol_raw(symbol.clone(), parameters.to_vec(), to.clone());
        Ok(self)
    }

    pub(crate) fn index_raw(&mut self, name: Name, to: Index) {
        self.indices.retain(|(n, _)| *n != name);
        self.indices.push((name, to));
    }

    pub(crate) fn symbol_raw(&mut self, symbol: Symbol, parameters: Vec<Name>, to: Term) {
        self.symbols.retain(|(s, _, _)| *s != symbol);
        self.symbols.push((symbol, parameters, to));
    }

    /// The term with all replacements made at once.
    pub fn apply(&self, term: &Term) -> Term {
        self.apply_under(term, 0)
    }

    pub(crate) fn apply_under(&self, term: &Term, under: u32) -> Term {
        if self.is_empty() {
            term.clone()
        } else {
            self.apply_in(term, under, &mut Done::default())
        }
    }

    pub(crate) fn apply_index(&self, index: &Index, under: u32) -> Index {
        if let Index::Free(name) = index
            && let Some((_, to)) = self.indices.iter().find(|(n, _)| n == name)
        {
            return match to {
                Index::Bound(k) => Index::Bound(k.saturating_add(under)),
                Index::Free(_) | Index::Process(_) => to.clone(),
            };
        }
        index.clone()
    }

    fn apply_in(&self, term: &Term, under: u32, done: &mut Done) -> Term {
        done.once(term, under, |done| self.apply_to_node(term, under, done))
    }

    fn apply_to_node(&self, term: &Term, under: u32, done: &mut Done) -> Term {
        match term.kind() {
            TermKind::Symbol(symbol, indices) => {
                let replaced = self.symbols.iter().find(|(s, _, _)| s == symbol);
                if let Some((_, parameters, to)) = replaced {
                    // The replacement moves below `under` binders; its parameters become the indices here.
                    let mut inner = Substitution::new();
                    for (parameter, index) in parameters.iter().zip(indices) {
                        inner.index_raw(parameter.clone(), self.apply_index(index, under));
                    }
                    return inner.apply(&to.lifted(under, 0));
                }
            }
            // The body of a definition is not rewritten in place: where the substitution touches it, the
            // name is replaced by what it abbreviates, so that no name changes its meaning.
            TermKind::Defined(def, indices, terms)
                if def.mentions(&|s| self.symbols.iter().any(|(t, _, _)| t == s)) =>
            {
                return self.apply_in(&def.instance(indices, terms), under, done);
            }
            _ => {}
        }
        term.rebuilt(under, &mut |t, under| self.apply_in(t, under, done), &mut |i, under| {
            self.apply_index(i, under)
        })
    }
}

impl Definition {
    /// The body with arguments for parameters, simultaneously and without capture. The arguments may hold
    /// bound indices of binders around the place where the result will stand.
    pub(crate) fn instance(&self, indices: &[Index], terms: &[Term]) -> Term {
        let mut substitution = Substitution::new();
        for (name, index) in self.index_parameters().iter().zip(indices) {
            substitution.index_raw(name.clone(), index.clone());
        }
        for (symbol, term) in self.term_parameters().iter().zip(terms) {
            substitution.symbol_raw(symbol.clone(), Vec::new(), term.clone());
        }
        substitution.apply(self.body())
    }
}

/// The results of one rewriting so far, by term and number of binders around it, for parts that occur again and again:
/// large terms and defined names.
#[derive(Default)]
struct Done(FxHashMap<(Term, u32), Term>);

impl Done {
    fn once(&mut self, term: &Term, under: u32, make: impl FnOnce(&mut Self) -> Term) -> Term {
        if term.size() <= LARGE && !matches!(term.kind(), TermKind::Defined(..)) {
            return make(self);
        }
        let key = (term.clone(), under);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        let made = make(self);
        self.0.insert(key, made.clone());
        made
    }
}

impl Term {
    /// The right side of the definition whose name this term applies, or `None` for any other term.
    pub fn unfolded(&self) -> Option<Term> {
        match self.kind() {
            TermKind::Defined(def, indices, terms) => Some(def.instance(indices, terms)),
            _ => None,
        }
    }

    /// Adds `by` to every dangling bound index, `under` binders down.
    pub(crate) fn lifted(&self, by: u32, under: u32) -> Term {
        if by == 0 {
            return self.clone();
        }
        let skip = |t: &Term, under| t.loose() <= under;
        self.changed(under, &mut Done::default(), &skip, &|i, under| match i {
            Index::Bound(k) if *k >= under => Index::Bound(k.saturating_add(by)),
            _ => i.clone(),
        })
    }

    /// The term with other indices; parts for which `skip` holds stay as they are.
    fn changed(
        &self,
        under: u32,
        done: &mut Done,
        skip: &dyn Fn(&Term, u32) -> bool,
        index: &dyn Fn(&Index, u32) -> Index,
    ) -> Term {
        if skip(self, under) {
            return self.clone();
        }
        done.once(self, under, |done| {
            let mut each = |t: &Term, under| t.changed(under, done, skip, index);
            self.rebuilt(under, &mut each, &mut |i, under| index(i, under))
        })
    }

    /// `Bound(0)` becomes `index`; the other dangling indices lose the binder.
    pub(crate) fn opened(&self, index: &Index, under: u32) -> Term {
        let skip = |t: &Term, under| t.loose() <= under;
        self.changed(under, &mut Done::default(), &skip, &|i, under| open_index(i, index, under))
    }

    /// The bound symbols from number `from` on become what `put` makes of number, sort and the number of binders
    /// of indices around the place.
    pub(crate) fn rebound(
        &self,
        from: u32,
        under: u32,
        put: &dyn Fn(u32, Sort, u32) -> Term,
    ) -> Term {
        self.rebound_in(from, under, put, &mut Done::default())
    }

    fn rebound_in(
        &self,
        from: u32,
        under: u32,
        put: &dyn Fn(u32, Sort, u32) -> Term,
        done: &mut Done,
    ) -> Term {
        match self.kind() {
            _ if self.bound_symbols() <= from => self.clone(),
            TermKind::Bound(number, sort) => put(*number, *sort, under),
            _ => done.once(self, under, |done| {
                let mut each = |t: &Term, under| t.rebound_in(from, under, put, done);
                self.rebuilt(under, &mut each, &mut |i, _| i.clone())
            }),
        }
    }

    /// Adds `by` to every bound symbol.
    fn symbols_lifted(&self, by: u32) -> Term {
        self.rebound(0, 0, &|number, sort, _| Term::bound(number.saturating_add(by), sort))
    }

    /// The symbol that quantifier `number` binds becomes `to`; those bound further out lose the quantifier.
    pub(crate) fn symbol_opened(&self, to: &Term, number: u32, under: u32) -> Term {
        let to = to.symbols_lifted(number);
        self.rebound(number, under, &|found, sort, under| {
            if found == number { to.lifted(under, 0) } else { Term::bound(found - 1, sort) }
        })
    }

    /// The symbol becomes the one that quantifier `number` binds; those bound further out gain the quantifier.
    /// Names whose definitions mention the symbol are replaced by their definitions.
    pub(crate) fn symbol_abstracted(&self, symbol: &Symbol, number: u32, under: u32) -> Term {
        let lifted = self
            .rebound(number, under, &|found, sort, _| Term::bound(found.saturating_add(1), sort));
        let mut substitution = Substitution::new();
        substitution.symbol_raw(symbol.clone(), Vec::new(), Term::bound(number, symbol.sort));
        substitution.apply_under(&lifted, under)
    }

    /// The free index `name` becomes `Bound(0)`; the dangling indices gain a binder.
    pub(crate) fn abstracted(&self, name: &Name, under: u32) -> Term {
        let index = |i: &Index, under| abstract_index(i, name, under);
        self.changed(under, &mut Done::default(), &|_, _| false, &index)
    }

    /// Decides whether some symbol, also inside the definitions used, satisfies `test`.
    pub fn mentions(&self, test: &dyn Fn(&Symbol) -> bool) -> bool {
        let mut found = false;
        self.for_each_part(&mut |t| {
            found = found
                || match t.kind() {
                    TermKind::Symbol(s, _) => test(s),
                    TermKind::Defined(def, ..) => def.mentions(test),
                    _ => false,
                };
            !found
        });
        found
    }

    /// The operands of the outermost node; the body for a binder.
    pub fn operands(&self) -> Vec<&Term> {
        let mut operands = Vec::new();
        self.kind().each_operand(&mut |t| operands.push(t));
        operands
    }

    /// The free indices in order of first occurrence.
    pub fn free_indices(&self) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_free_indices(&mut found);
        found
    }

    pub(crate) fn collect_free_indices(&self, found: &mut Vec<Name>) {
        self.for_each_part(&mut |t| {
            if let TermKind::Symbol(_, indices) | TermKind::Defined(_, indices, _) = t.kind() {
                for index in indices {
                    if let Index::Free(name) = index
                        && !found.contains(name)
                    {
                        found.push(name.clone());
                    }
                }
            }
            true
        });
    }

    /// The symbols in order of first occurrence, those inside used definitions included and parameters
    /// of definitions left out.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut found = Vec::new();
        self.collect_symbols(&mut found);
        found
    }

    pub(crate) fn collect_symbols(&self, found: &mut Vec<Symbol>) {
        let mut add = |s: &Symbol| {
            if !found.contains(s) {
                found.push(s.clone());
            }
        };
        self.for_each_part(&mut |t| {
            match t.kind() {
                TermKind::Symbol(s, _) => add(s),
                TermKind::Defined(def, ..) => def.symbols().iter().for_each(&mut add),
                _ => {}
            }
            true
        });
    }
}

pub(crate) fn open_index(i: &Index, by: &Index, under: u32) -> Index {
    match i {
        Index::Bound(k) if *k == under => match by {
            Index::Bound(m) => Index::Bound(m.saturating_add(under)),
            Index::Free(_) | Index::Process(_) => by.clone(),
        },
        Index::Bound(k) if *k > under => Index::Bound(k - 1),
        _ => i.clone(),
    }
}

pub(crate) fn abstract_index(i: &Index, name: &Name, under: u32) -> Index {
    match i {
        Index::Free(n) if n == name => Index::Bound(under),
        Index::Bound(k) if *k >= under => Index::Bound(k.saturating_add(1)),
        _ => i.clone(),
    }
}

/// `Sort` is ordered so that `Predicate < Action`: a replacement fits when its sort is not larger.
const _: () = assert!((Sort::Predicate as u8) < (Sort::Action as u8));
