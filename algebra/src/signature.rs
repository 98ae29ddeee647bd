//! The signature of omega algebra as a trait without laws, and the one evaluation of terms and formulas.

use rustc_hash::FxHashMap;

use crate::formula::{Formula, Relation, SymbolBinder};
use crate::name::Name;
use crate::term::{Binder, Index, LARGE, Sort, Symbol, Term, TermKind};

/// An algebra with the operations of S5 section 3. A model implements them; tests check the laws in it.
pub trait OmegaAlgebra {
    /// An element, for instance a relation over `n` states.
    type Element: Clone + Eq;

    /// `0`.
    fn zero(&self) -> Self::Element;
    /// `1`.
    fn one(&self) -> Self::Element;
    /// `x + y`.
    fn plus(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;
    /// `x y`.
    fn seq(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;
    /// `x*`.
    fn star(&self, x: &Self::Element) -> Self::Element;
    /// `x^w`.
    fn omega(&self, x: &Self::Element) -> Self::Element;
    /// `!p`, for a predicate `p`.
    fn complement(&self, p: &Self::Element) -> Self::Element;
    /// Decides whether the element is a predicate, that is, has a complement.
    fn is_predicate(&self, x: &Self::Element) -> bool;

    /// All elements, or all predicates, where there are at most `most`. Where there are more, or they cannot be gone
    /// through, `None`: then a formula that speaks of all actions has no value.
    fn elements(&self, sort: Sort, most: u64) -> Option<Vec<Self::Element>> {
        let _ = (sort, most);
        None
    }

    /// `x <= y`, which is `x + y = y`.
    fn is_below(&self, x: &Self::Element, y: &Self::Element) -> bool {
        self.plus(x, y) == *y
    }
}

/// The meaning of the free names of a formula: a finite nonempty index set `0..processes` and an element for each
/// symbol at each tuple of indices.
pub trait Interpretation<A: OmegaAlgebra> {
    /// The number of processes, at least 1.
    fn processes(&self) -> usize;
    /// The element that a symbol denotes, `None` when the symbol is not interpreted.
    fn symbol(&self, symbol: &Symbol, indices: &[usize]) -> Option<A::Element>;
}

/// The reason why a term or formula has no value under an interpretation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A symbol without an interpretation.
    #[error("`{}` has no interpretation", .0.name)]
    Symbol(Symbol),
    /// A predicate symbol that is interpreted by an element without complement.
    #[error("the predicate `{}` is interpreted by an element that is not a predicate", .0.name)]
    NotPredicate(Symbol),
    /// A free index without a value.
    #[error("the index `{0}` has no value")]
    Index(Box<str>),
    /// The index set is empty.
    #[error("the set of processes is empty")]
    NoProcess,
    /// The formula speaks of all actions, or of all predicates, and these are too many to be gone through.
    #[error(
        "the formula speaks of all {}s, and there are too many to try them all: the limit is {MOST_VALUES}", .0
    )]
    TooManyValues(Sort),
}

/// The most values, all together, that the quantifiers over actions and predicates of a formula may take when its
/// truth is evaluated: as many as there are relations over four states.
pub const MOST_VALUES: u64 = 1 << 16;

/// An algebra, an interpretation in it, and the values of the free indices.
pub struct Evaluator<'a, A: OmegaAlgebra, I: Interpretation<A>> {
    algebra: &'a A,
    interpretation: &'a I,
    free: Vec<(Name, usize)>,
}

/// The values of the bound indices, innermost last; and those of large terms and defined names, which may be met
/// again and again, at the values of the bound indices that they mention.
struct State<E> {
    bound: Vec<usize>,
    known: FxHashMap<(Term, Vec<usize>), E>,
    /// The values of the bound symbols, innermost last.
    symbols: Vec<E>,
    /// The values of terms that mention bound symbols, at the present values of these.
    passing: FxHashMap<(Term, Vec<usize>), E>,
    /// The number of values that bound symbols may still be given.
    left: u64,
}

impl<E> Default for State<E> {
    fn default() -> Self {
        State {
            bound: Vec::new(),
            known: FxHashMap::default(),
            symbols: Vec::new(),
            passing: FxHashMap::default(),
            left: MOST_VALUES,
        }
    }
}

impl<'a, A: OmegaAlgebra, I: Interpretation<A>> Evaluator<'a, A, I> {
    /// An evaluator without values for free indices.
    pub fn new(algebra: &'a A, interpretation: &'a I) -> Self {
        Evaluator { algebra, interpretation, free: Vec::new() }
    }

    /// The evaluator with a value for one more free index.
    #[must_use]
    pub fn with_index(mut self, name: &Name, value: usize) -> Self {
        self.free.push((name.clone(), value));
        self
    }

    /// The value of a term. Cost: one operation of the algebra per node, times the number of processes for each
    /// enclosing index sum or product; the shared parts of a large term, and the definition of a name, once.
    ///
    /// # Errors
    /// [`EvalError`] when a name has no value.
    pub fn term(&self, term: &Term) -> Result<A::Element, EvalError> {
        self.term_in(term, &mut State::default())
    }

    fn index(&self, index: &Index, bound: &[usize]) -> Result<usize, EvalError> {
        match index {
            Index::Bound(k) => bound
                .len()
                .checked_sub(1 + *k as usize)
                .map(|at| bound[at])
                .ok_or_else(|| EvalError::Index("_".into())),
            Index::Process(number) => (*number < self.interpretation.processes())
                .then_some(*number)
                .ok_or_else(|| EvalError::Index(number.to_string().into())),
            Index::Free(name) => self
                .free
                .iter()
                .rev()
                .find(|(n, _)| n == name)
                .map(|(_, value)| *value)
                .ok_or_else(|| EvalError::Index(name.as_str().into())),
        }
    }

    fn term_in(&self, term: &Term, state: &mut State<A::Element>) -> Result<A::Element, EvalError> {
        if term.size() <= LARGE && !matches!(term.kind(), TermKind::Defined(..)) {
            return self.node(term, state);
        }
        let seen = state.bound.len().saturating_sub(term.loose() as usize);
        let key = (term.clone(), state.bound[seen..].to_vec());
        let is_passing = term.bound_symbols() > 0;
        let known = if is_passing { &state.passing } else { &state.known };
        if let Some(known) = known.get(&key) {
            return Ok(known.clone());
        }
        let value = self.node(term, state)?;
        let known = if is_passing { &mut state.passing } else { &mut state.known };
        known.insert(key, value.clone());
        Ok(value)
    }

    fn node(&self, term: &Term, state: &mut State<A::Element>) -> Result<A::Element, EvalError> {
        let algebra = self.algebra;
        Ok(match term.kind() {
            TermKind::Zero => algebra.zero(),
            TermKind::One => algebra.one(),
            TermKind::Symbol(symbol, indices) => {
                let indices: Vec<usize> = indices
                    .iter()
                    .map(|i| self.index(i, &state.bound))
                    .collect::<Result<_, _>>()?;
                let value = self
                    .interpretation
                    .symbol(symbol, &indices)
                    .ok_or_else(|| EvalError::Symbol(symbol.clone()))?;
                if symbol.sort == Sort::Predicate && !algebra.is_predicate(&value) {
                    return Err(EvalError::NotPredicate(symbol.clone()));
                }
                value
            }
            TermKind::Bound(number, _) => {
                let at = state.symbols.len().checked_sub(1 + *number as usize);
                at.map(|at| state.symbols[at].clone())
                    .ok_or_else(|| EvalError::Index("_".into()))?
            }
            TermKind::Plus(a, b) => {
                algebra.plus(&self.term_in(a, state)?, &self.term_in(b, state)?)
            }
            TermKind::Seq(a, b) => algebra.seq(&self.term_in(a, state)?, &self.term_in(b, state)?),
            TermKind::Loop(a, b) => {
                let (a, b) = (self.term_in(a, state)?, self.term_in(b, state)?);
                algebra.plus(&algebra.omega(&a), &algebra.seq(&algebra.star(&a), &b))
            }
            TermKind::Star(a) => algebra.star(&self.term_in(a, state)?),
            TermKind::Omega(a) => algebra.omega(&self.term_in(a, state)?),
            TermKind::Not(a) => algebra.complement(&self.term_in(a, state)?),
            TermKind::Sum(binder) => self.fold(binder, state, |x, y| algebra.plus(x, y))?,
            TermKind::Product(binder) => self.fold(binder, state, |x, y| algebra.seq(x, y))?,
            TermKind::Defined(def, indices, terms) => {
                self.term_in(&def.instance(indices, terms), state)?
            }
        })
    }

    fn fold(
        &self,
        binder: &Binder,
        state: &mut State<A::Element>,
        op: impl Fn(&A::Element, &A::Element) -> A::Element,
    ) -> Result<A::Element, EvalError> {
        let mut total = None;
        for value in 0..self.interpretation.processes() {
            state.bound.push(value);
            let item = self.term_in(binder.body(), state);
            state.bound.pop();
            let item = item?;
            total = Some(match total {
                None => item,
                Some(sum) => op(&sum, &item),
            });
        }
        total.ok_or(EvalError::NoProcess)
    }

    /// The truth of a formula, index quantifiers ranging over all processes, and quantifiers over actions and
    /// predicates over all of the algebra.
    ///
    /// # Errors
    /// [`EvalError`] when a name has no value, or there are more than [`MOST_VALUES`] values to try.
    pub fn formula(&self, formula: &Formula) -> Result<bool, EvalError> {
        if self.interpretation.processes() == 0 {
            return Err(EvalError::NoProcess);
        }
        self.formula_in(formula, &mut State::default())
    }

    fn formula_in(
        &self,
        formula: &Formula,
        state: &mut State<A::Element>,
    ) -> Result<bool, EvalError> {
        Ok(match formula {
            Formula::Relation(a, relation, b) => {
                let (a, b) = (self.term_in(a, state)?, self.term_in(b, state)?);
                match relation {
                    Relation::Equal => a == b,
                    Relation::Below => self.algebra.is_below(&a, &b),
                }
            }
            Formula::Apart(i, j) => self.index(i, &state.bound)? != self.index(j, &state.bound)?,
            Formula::Implies(a, b) => !self.formula_in(a, state)? || self.formula_in(b, state)?,
            Formula::ForAll(binder) => {
                for value in 0..self.interpretation.processes() {
                    state.bound.push(value);
                    let holds = self.formula_in(binder.body(), state);
                    state.bound.pop();
                    if !holds? {
                        return Ok(false);
                    }
                }
                true
            }
            Formula::ForAllSymbols(binder) => self.for_all_values(binder, state)?,
        })
    }

    fn for_all_values(
        &self,
        binder: &SymbolBinder,
        state: &mut State<A::Element>,
    ) -> Result<bool, EvalError> {
        let too_many = || EvalError::TooManyValues(binder.sort());
        let values = self.algebra.elements(binder.sort(), state.left).ok_or_else(too_many)?;
        for value in values {
            state.left = state.left.checked_sub(1).ok_or_else(too_many)?;
            let outside = std::mem::take(&mut state.passing);
            state.symbols.push(value);
            let holds = self.formula_in(binder.body(), state);
            state.symbols.pop();
            state.passing = outside;
            if !holds? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
