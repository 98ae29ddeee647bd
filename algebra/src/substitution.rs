//! Simultaneous substitution, without capture, of terms for symbols and of indices for free indices.
//!
//! Part of the trusted base: the kernel instantiates theorems with it.

use crate::term::{Index, Name, Sort, SortError, Symbol, Term, TermKind};

/// A substitution: `i := j` for free indices, `x := t` for symbols, `u_i := t` (with `i` free in `t`
/// as the parameter) for families.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitution {
    indices: Vec<(Name, Index)>,
    symbols: Vec<(Symbol, Vec<Name>, Term)>,
}

/// A replacement that a substitution cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubstitutionError {
    /// An action for a predicate symbol.
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
        /// How many parameters were given.
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

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty() && self.symbols.is_empty()
    }

    /// The free indices that are replaced, each with what replaces it.
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
    /// [`SubstitutionError::Dangling`] when `to` is a bound index.
    pub fn index(&mut self, name: &Name, to: &Index) -> Result<&mut Self, SubstitutionError> {
        if matches!(to, Index::Bound(_)) {
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

    /// The result of replacing everything at once.
    pub fn apply(&self, term: &Term) -> Term {
        if self.is_empty() { term.clone() } else { self.apply_under(term, 0) }
    }

    pub(crate) fn apply_index(&self, index: &Index, under: u32) -> Index {
        if let Index::Free(name) = index
            && let Some((_, to)) = self.indices.iter().find(|(n, _)| n == name)
        {
            return match to {
                Index::Bound(k) => Index::Bound(k.saturating_add(under)),
                Index::Free(_) => to.clone(),
            };
        }
        index.clone()
    }

    pub(crate) fn apply_under(&self, term: &Term, under: u32) -> Term {
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
                return self.apply_under(&def.instance(indices, terms), under);
            }
            _ => {}
        }
        term.rebuilt(under, &mut |t, under| self.apply_under(t, under), &mut |i, under| {
            self.apply_index(i, under)
        })
    }
}

impl Term {
    /// Adds `by` to every dangling bound index, `under` binders down.
    pub(crate) fn lifted(&self, by: u32, under: u32) -> Term {
        if by == 0 || self.loose() <= under {
            return self.clone();
        }
        self.rebuilt(under, &mut |t, under| t.lifted(by, under), &mut |i, under| match i {
            Index::Bound(k) if *k >= under => Index::Bound(k.saturating_add(by)),
            _ => i.clone(),
        })
    }

    /// `Bound(0)` becomes `index`; the other dangling indices lose the binder.
    pub(crate) fn opened(&self, index: &Index, under: u32) -> Term {
        if self.loose() <= under {
            return self.clone();
        }
        self.rebuilt(under, &mut |t, under| t.opened(index, under), &mut |i, under| {
            open_index(i, index, under)
        })
    }

    /// The free index `name` becomes `Bound(0)`; the dangling indices gain a binder.
    pub(crate) fn abstracted(&self, name: &Name, under: u32) -> Term {
        self.rebuilt(under, &mut |t, under| t.abstracted(name, under), &mut |i, under| {
            abstract_index(i, name, under)
        })
    }

    /// Whether some symbol, also inside the definitions used, satisfies `test`.
    pub fn mentions(&self, test: &dyn Fn(&Symbol) -> bool) -> bool {
        match self.kind() {
            TermKind::Symbol(s, _) => test(s),
            TermKind::Defined(def, _, terms) => {
                def.mentions(test) || terms.iter().any(|t| t.mentions(test))
            }
            _ => self.operands().iter().any(|t| t.mentions(test)),
        }
    }

    /// The operands of the outermost node; the body for a binder.
    pub fn operands(&self) -> Vec<&Term> {
        use TermKind as K;
        match self.kind() {
            K::Zero | K::One | K::Symbol(..) => Vec::new(),
            K::Plus(a, b) | K::Seq(a, b) | K::Loop(a, b) => vec![a, b],
            K::Star(a) | K::Omega(a) | K::Not(a) => vec![a],
            K::Sum(b) | K::Product(b) => vec![b.body()],
            K::Defined(_, _, terms) => terms.iter().collect(),
        }
    }

    /// The free indices in order of first occurrence.
    pub fn free_indices(&self) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_free_indices(&mut found);
        found
    }

    pub(crate) fn collect_free_indices(&self, found: &mut Vec<Name>) {
        if let TermKind::Symbol(_, indices) | TermKind::Defined(_, indices, _) = self.kind() {
            for index in indices {
                if let Index::Free(name) = index
                    && !found.contains(name)
                {
                    found.push(name.clone());
                }
            }
        }
        for operand in self.operands() {
            operand.collect_free_indices(found);
        }
    }

    /// The symbols in order of first occurrence, those inside used definitions included and parameters
    /// of definitions left out.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut found = Vec::new();
        self.collect_symbols(&[], &mut found);
        found
    }

    pub(crate) fn collect_symbols(&self, except: &[Symbol], found: &mut Vec<Symbol>) {
        match self.kind() {
            TermKind::Symbol(s, _) if !except.contains(s) && !found.contains(s) => {
                found.push(s.clone());
            }
            TermKind::Defined(def, _, _) => {
                def.body().collect_symbols(def.term_parameters(), found);
            }
            _ => {}
        }
        for operand in self.operands() {
            operand.collect_symbols(except, found);
        }
    }
}

pub(crate) fn open_index(i: &Index, by: &Index, under: u32) -> Index {
    match i {
        Index::Bound(k) if *k == under => match by {
            Index::Bound(m) => Index::Bound(m.saturating_add(under)),
            Index::Free(_) => by.clone(),
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
