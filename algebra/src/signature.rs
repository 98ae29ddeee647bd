//! The signature of omega algebra as a trait without laws, and the one evaluation of terms and formulas.

use crate::formula::{Formula, Relation};
use crate::term::{Binder, Index, Name, Symbol, Term, TermKind};

/// The operations of S5 section 3. A model implements them; tests check the laws in it.
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
    /// Whether the element is a predicate, that is, has a complement.
    fn is_predicate(&self, x: &Self::Element) -> bool;

    /// `x <= y`, which is `x + y = y`.
    fn is_below(&self, x: &Self::Element, y: &Self::Element) -> bool {
        self.plus(x, y) == *y
    }
}

/// What the free names of a formula mean: a finite nonempty index set `0..processes` and an element
/// for each symbol at each tuple of indices.
pub trait Interpretation<A: OmegaAlgebra> {
    /// The number of processes, at least 1.
    fn processes(&self) -> usize;
    /// The element that a symbol denotes, `None` when the symbol is not interpreted.
    fn symbol(&self, symbol: &Symbol, indices: &[usize]) -> Option<A::Element>;
}

/// A term or formula that has no value under an interpretation.
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
    Index(Name),
    /// The index set is empty.
    #[error("the set of processes is empty")]
    NoProcess,
}

/// An algebra, an interpretation in it, and the values of the free indices.
pub struct Evaluator<'a, A: OmegaAlgebra, I: Interpretation<A>> {
    algebra: &'a A,
    interpretation: &'a I,
    free: Vec<(Name, usize)>,
}

impl<'a, A: OmegaAlgebra, I: Interpretation<A>> Evaluator<'a, A, I> {
    /// An evaluator without values for free indices.
    pub fn new(algebra: &'a A, interpretation: &'a I) -> Self {
        Evaluator { algebra, interpretation, free: Vec::new() }
    }

    /// The same with a value for a free index.
    #[must_use]
    pub fn with_index(mut self, name: &str, value: usize) -> Self {
        self.free.push((name.into(), value));
        self
    }

    /// The value of a term. Cost: one operation of the algebra per node, times the number of processes
    /// for each enclosing index sum or product.
    ///
    /// # Errors
    /// [`EvalError`] when a name has no value.
    pub fn term(&self, term: &Term) -> Result<A::Element, EvalError> {
        self.term_in(term, &mut Vec::new())
    }

    fn index(&self, index: &Index, bound: &[usize]) -> Result<usize, EvalError> {
        match index {
            Index::Bound(k) => bound
                .len()
                .checked_sub(1 + *k as usize)
                .map(|at| bound[at])
                .ok_or_else(|| EvalError::Index("_".into())),
            Index::Free(name) => self
                .free
                .iter()
                .rev()
                .find(|(n, _)| n == name)
                .map(|(_, value)| *value)
                .ok_or_else(|| EvalError::Index(name.clone())),
        }
    }

    fn term_in(&self, term: &Term, bound: &mut Vec<usize>) -> Result<A::Element, EvalError> {
        let algebra = self.algebra;
        Ok(match term.kind() {
            TermKind::Zero => algebra.zero(),
            TermKind::One => algebra.one(),
            TermKind::Symbol(symbol, indices) => {
                let indices: Vec<usize> =
                    indices.iter().map(|i| self.index(i, bound)).collect::<Result<_, _>>()?;
                let value = self
                    .interpretation
                    .symbol(symbol, &indices)
                    .ok_or_else(|| EvalError::Symbol(symbol.clone()))?;
                if symbol.sort == crate::Sort::Predicate && !algebra.is_predicate(&value) {
                    return Err(EvalError::NotPredicate(symbol.clone()));
                }
                value
            }
            TermKind::Plus(a, b) => {
                algebra.plus(&self.term_in(a, bound)?, &self.term_in(b, bound)?)
            }
            TermKind::Seq(a, b) => algebra.seq(&self.term_in(a, bound)?, &self.term_in(b, bound)?),
            TermKind::Loop(a, b) => {
                let (a, b) = (self.term_in(a, bound)?, self.term_in(b, bound)?);
                algebra.plus(&algebra.omega(&a), &algebra.seq(&algebra.star(&a), &b))
            }
            TermKind::Star(a) => algebra.star(&self.term_in(a, bound)?),
            TermKind::Omega(a) => algebra.omega(&self.term_in(a, bound)?),
            TermKind::Not(a) => algebra.complement(&self.term_in(a, bound)?),
            TermKind::Sum(binder) => self.fold(binder, bound, |x, y| algebra.plus(x, y))?,
            TermKind::Product(binder) => self.fold(binder, bound, |x, y| algebra.seq(x, y))?,
            TermKind::Defined(def, indices, terms) => {
                return self.term_in(&def.instance(indices, terms), bound);
            }
        })
    }

    fn fold(
        &self,
        binder: &Binder,
        bound: &mut Vec<usize>,
        op: impl Fn(&A::Element, &A::Element) -> A::Element,
    ) -> Result<A::Element, EvalError> {
        let mut total = None;
        for value in 0..self.interpretation.processes() {
            bound.push(value);
            let item = self.term_in(binder.body(), bound);
            bound.pop();
            let item = item?;
            total = Some(match total {
                None => item,
                Some(sum) => op(&sum, &item),
            });
        }
        total.ok_or(EvalError::NoProcess)
    }

    /// The truth of a formula, index quantifiers ranging over all processes.
    ///
    /// # Errors
    /// [`EvalError`] when a name has no value.
    pub fn formula(&self, formula: &Formula) -> Result<bool, EvalError> {
        if self.interpretation.processes() == 0 {
            return Err(EvalError::NoProcess);
        }
        self.formula_in(formula, &mut Vec::new())
    }

    fn formula_in(&self, formula: &Formula, bound: &mut Vec<usize>) -> Result<bool, EvalError> {
        Ok(match formula {
            Formula::Relation(a, relation, b) => {
                let (a, b) = (self.term_in(a, bound)?, self.term_in(b, bound)?);
                match relation {
                    Relation::Equal => a == b,
                    Relation::Below => self.algebra.is_below(&a, &b),
                }
            }
            Formula::Apart(i, j) => self.index(i, bound)? != self.index(j, bound)?,
            Formula::Implies(a, b) => !self.formula_in(a, bound)? || self.formula_in(b, bound)?,
            Formula::ForAll(binder) => {
                for value in 0..self.interpretation.processes() {
                    bound.push(value);
                    let holds = self.formula_in(binder.body(), bound);
                    bound.pop();
                    if !holds? {
                        return Ok(false);
                    }
                }
                true
            }
        })
    }
}
