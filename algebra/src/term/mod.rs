//! Terms of omega algebra (S5 section 3) over index families.
//!
//! There are two sorts. *Predicates* are a subsort of *actions*: a predicate may stand wherever an
//! action may, silently, and complement takes predicates only. The sort is computed when a node is
//! built, so a complement of an action cannot be represented.
//!
//! Bound indices are de Bruijn numbers, free ones are names. Terms that differ only in the names of
//! their bound indices are therefore equal, and nothing can be captured.

mod equality;
mod symbol;

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::definition::Definition;
use crate::name::Name;
pub use symbol::{Index, Sort, Symbol};

/// A term in which index `Bound(0)` is bound, with a name for the printer, which equality ignores.
#[derive(Clone, Debug)]
pub struct Binder {
    hint: Name,
    body: Term,
}

impl PartialEq for Binder {
    fn eq(&self, other: &Self) -> bool {
        self.body == other.body
    }
}

impl Eq for Binder {}

impl Hash for Binder {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.body.hash(state);
    }
}

impl Binder {
    /// Binds the free index `name` in `body`.
    pub fn abstracting(name: &Name, body: &Term) -> Self {
        Binder { hint: name.clone(), body: body.abstracted(name, 0) }
    }

    /// The name that the binder was written with.
    pub fn hint(&self) -> &Name {
        &self.hint
    }

    /// The body, its bound index left dangling.
    pub fn body(&self) -> &Term {
        &self.body
    }

    /// The body with `index` for the bound index.
    #[must_use]
    pub fn opened(&self, index: &Index) -> Term {
        self.body.opened(index, 0)
    }
}

/// A node of a term: an operation with its operands, a symbol, a binder, or a defined name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// `0`, magic.
    Zero,
    /// `1`, skip.
    One,
    /// A constant or variable with its indices.
    Symbol(Symbol, Vec<Index>),
    /// A symbol that a quantifier of the formula binds, by the number of quantifiers over symbols between the
    /// two: 0 is the innermost. It stands in the bodies of such quantifiers only.
    Bound(u32, Sort),
    /// `x + y`, choice.
    Plus(Term, Term),
    /// `x y`, sequential composition.
    Seq(Term, Term),
    /// `x ? y`, which is `x^w + x* y`.
    Loop(Term, Term),
    /// `x*`.
    Star(Term),
    /// `x^w`.
    Omega(Term),
    /// `!p`, the complement of a predicate.
    Not(Term),
    /// `(+i : x_i)`, the sum over the finite nonempty index set.
    Sum(Binder),
    /// `(.i : p_i)`, the product of predicates over the finite nonempty index set.
    Product(Binder),
    /// A defined name applied to indices and terms: `N_i`, `R`, `[x]`.
    Defined(Arc<Definition>, Vec<Index>, Vec<Term>),
}

impl TermKind {
    /// Calls `visit` for each operand; for a binder, for its body.
    pub(crate) fn each_operand<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        use TermKind as K;
        match self {
            K::Zero | K::One | K::Symbol(..) | K::Bound(..) => {}
            K::Plus(a, b) | K::Seq(a, b) | K::Loop(a, b) => {
                visit(a);
                visit(b);
            }
            K::Star(a) | K::Omega(a) | K::Not(a) => visit(a),
            K::Sum(b) | K::Product(b) => visit(&b.body),
            K::Defined(_, _, terms) => terms.iter().for_each(visit),
        }
    }
}

#[derive(Debug)]
struct Node {
    kind: TermKind,
    hash: u64,
    sort: Sort,
    /// One more than the largest dangling bound index, 0 if there is none.
    loose: u32,
    /// One more than the largest number of a bound symbol, 0 if there is none.
    bound: u32,
    depth: u32,
    /// The height, where a defined name counts for one level and the levels of its body.
    unfolded: u32,
    /// The number of nodes of the term as a tree, at most `u32::MAX`.
    size: u32,
}

/// A term: a shared, immutable tree. Cloning is cheap; equality looks at pointers and hashes first.
#[derive(Clone)]
pub struct Term(Arc<Node>);

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// Terms with more nodes than this are walked as the shared graphs that they are, each node once. Smaller
/// ones are walked as trees, which is quicker.
pub(crate) const LARGE: u32 = 256;

/// The error for a complement, or a product over indices, of a term that is no predicate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{term}` is not a predicate: only predicates have complements and index products")]
pub struct SortError {
    /// The offending operand.
    pub term: Term,
}

/// The error for arguments of a symbol or defined name that are too many, too few, or of the wrong sort.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// The number of indices or terms is wrong.
    #[error("`{name}` takes {expected} argument{}, not {got}", if *expected == 1 { "" } else { "s" })]
    Count {
        /// The name applied.
        name: Box<str>,
        /// The number of arguments that the name takes.
        expected: usize,
        /// The number of arguments that it was given.
        got: usize,
    },
    /// An argument is an action where the definition takes a predicate.
    #[error(transparent)]
    Sort(#[from] SortError),
}

static ZERO: LazyLock<Term> = LazyLock::new(|| Term::new(TermKind::Zero));
static ONE: LazyLock<Term> = LazyLock::new(|| Term::new(TermKind::One));
static TOP: LazyLock<Term> = LazyLock::new(|| Term::one().omega());

/// One more than the largest dangling bound index among `indices`; never 0 where one dangles.
pub(crate) fn loose_of(indices: &[Index]) -> u32 {
    let loose = |i: &Index| match i {
        Index::Free(_) => 0,
        Index::Bound(k) => k.saturating_add(1),
        Index::Process(_) => u32::MAX,
    };
    indices.iter().map(loose).max().unwrap_or(0)
}

impl Term {
    /// Builds a node whose operands already have the right sorts.
    fn new(kind: TermKind) -> Self {
        use TermKind as K;
        let (sort, loose, depth) = match &kind {
            K::Zero | K::One => (Sort::Predicate, 0, 0),
            K::Symbol(s, indices) => (s.sort, loose_of(indices), 0),
            K::Bound(_, sort) => (*sort, 0, 0),
            K::Plus(a, b) | K::Seq(a, b) => {
                (a.sort().max(b.sort()), a.0.loose.max(b.0.loose), a.0.depth.max(b.0.depth))
            }
            K::Loop(a, b) => (Sort::Action, a.0.loose.max(b.0.loose), a.0.depth.max(b.0.depth)),
            K::Star(a) | K::Omega(a) => (Sort::Action, a.0.loose, a.0.depth),
            K::Not(a) => (Sort::Predicate, a.0.loose, a.0.depth),
            K::Sum(b) | K::Product(b) => {
                (b.body.sort(), b.body.0.loose.saturating_sub(1), b.body.0.depth)
            }
            K::Defined(def, indices, terms) => (
                def.sort(),
                terms.iter().map(|t| t.0.loose).max().unwrap_or(0).max(loose_of(indices)),
                terms.iter().map(|t| t.0.depth).max().unwrap_or(0),
            ),
        };
        let hash = FxBuildHasher.hash_one(&kind);
        let (mut size, mut unfolded) = (1u32, 0);
        let mut bound = if let K::Bound(k, _) = &kind { k.saturating_add(1) } else { 0 };
        kind.each_operand(&mut |t| {
            size = size.saturating_add(t.0.size);
            unfolded = unfolded.max(t.0.unfolded);
            bound = bound.max(t.0.bound);
        });
        if let K::Defined(def, ..) = &kind {
            unfolded = unfolded.saturating_add(def.body().0.unfolded);
        }
        let unfolded = unfolded.saturating_add(1);
        Term(Arc::new(Node { kind, hash, sort, loose, bound, depth: depth + 1, unfolded, size }))
    }

    /// The constant `0`.
    pub fn zero() -> Self {
        ZERO.clone()
    }

    /// The constant `1`.
    pub fn one() -> Self {
        ONE.clone()
    }

    /// The greatest element `T`, which is `1^w`.
    pub fn top() -> Self {
        TOP.clone()
    }

    /// A symbol applied to indices.
    ///
    /// # Errors
    /// [`ArgumentError::Count`] when the number of indices is not the symbol's arity.
    pub fn symbol(symbol: Symbol, indices: Vec<Index>) -> Result<Self, ArgumentError> {
        if indices.len() != symbol.arity {
            return Err(ArgumentError::Count {
                name: symbol.name.as_str().into(),
                expected: symbol.arity,
                got: indices.len(),
            });
        }
        Ok(Term::new(TermKind::Symbol(symbol, indices)))
    }

    /// An action variable without indices.
    pub fn action(name: Name) -> Self {
        Term::new(TermKind::Symbol(Symbol::action(name, 0), Vec::new()))
    }

    /// A predicate variable without indices.
    pub fn predicate(name: Name) -> Self {
        Term::new(TermKind::Symbol(Symbol::predicate(name, 0), Vec::new()))
    }

    /// A symbol as a term without indices, also where the symbol takes some.
    pub(crate) fn variable(symbol: &Symbol) -> Self {
        Term::new(TermKind::Symbol(symbol.clone(), Vec::new()))
    }

    /// The symbol that the quantifier with this number binds.
    pub(crate) fn bound(number: u32, sort: Sort) -> Self {
        Term::new(TermKind::Bound(number, sort))
    }

    /// The sum `self + other`.
    #[must_use]
    pub fn plus(&self, other: &Term) -> Self {
        Term::new(TermKind::Plus(self.clone(), other.clone()))
    }

    /// The product `self other`.
    #[must_use]
    pub fn seq(&self, other: &Term) -> Self {
        Term::new(TermKind::Seq(self.clone(), other.clone()))
    }

    /// The loop `self ? other`, which is `self^w + self* other`.
    #[must_use]
    pub fn looping(&self, other: &Term) -> Self {
        Term::new(TermKind::Loop(self.clone(), other.clone()))
    }

    /// The iteration `self*`.
    #[must_use]
    pub fn star(&self) -> Self {
        Term::new(TermKind::Star(self.clone()))
    }

    /// The infinite iteration `self^w`.
    #[must_use]
    pub fn omega(&self) -> Self {
        Term::new(TermKind::Omega(self.clone()))
    }

    /// The complement `!self`.
    ///
    /// # Errors
    /// [`SortError`] when `self` is not a predicate.
    pub fn complement(&self) -> Result<Self, SortError> {
        if self.is_predicate() {
            Ok(Term::new(TermKind::Not(self.clone())))
        } else {
            Err(SortError { term: self.clone() })
        }
    }

    /// The sum `(+name : body)` over the processes.
    pub fn index_sum(name: &Name, body: &Term) -> Self {
        Term::from_sum(Binder::abstracting(name, body))
    }

    /// The sum `(+i : ...)` over the processes, for a body that is a binder already.
    pub fn from_sum(binder: Binder) -> Self {
        Term::new(TermKind::Sum(binder))
    }

    /// The product `(.name : body)` of predicates over the processes.
    ///
    /// # Errors
    /// [`SortError`] when `body` is not a predicate: a product over an unordered index set needs factors
    /// that commute.
    pub fn index_product(name: &Name, body: &Term) -> Result<Self, SortError> {
        // The error shows the body as it was given, its index not yet bound.
        let unbound = |_| SortError { term: body.clone() };
        Term::from_product(Binder::abstracting(name, body)).map_err(unbound)
    }

    /// The product `(.i : ...)` of predicates over the processes, for a body that is a binder already.
    ///
    /// # Errors
    /// [`SortError`] when the body is not a predicate.
    pub fn from_product(binder: Binder) -> Result<Self, SortError> {
        if binder.body.is_predicate() {
            Ok(Term::new(TermKind::Product(binder)))
        } else {
            Err(SortError { term: binder.body })
        }
    }

    /// A defined name applied to its arguments.
    ///
    /// # Errors
    /// [`ArgumentError`] when number or sort of the arguments does not fit the definition.
    pub fn defined(
        def: &Arc<Definition>,
        indices: Vec<Index>,
        terms: Vec<Term>,
    ) -> Result<Self, ArgumentError> {
        let expected = def.index_parameters().len() + def.term_parameters().len();
        if indices.len() != def.index_parameters().len()
            || terms.len() != def.term_parameters().len()
        {
            return Err(ArgumentError::Count {
                name: def.name().into(),
                expected,
                got: indices.len() + terms.len(),
            });
        }
        for (symbol, term) in def.term_parameters().iter().zip(&terms) {
            if term.sort() > symbol.sort {
                return Err(SortError { term: term.clone() }.into());
            }
        }
        Ok(Term::new(TermKind::Defined(def.clone(), indices, terms)))
    }

    /// The outermost node.
    pub fn kind(&self) -> &TermKind {
        &self.0.kind
    }

    /// The least sort of the term.
    pub fn sort(&self) -> Sort {
        self.0.sort
    }

    /// Tells whether the term is built from predicates alone.
    pub fn is_predicate(&self) -> bool {
        self.0.sort == Sort::Predicate
    }

    /// Tells whether the term is `T`.
    pub fn is_top(&self) -> bool {
        matches!(self.kind(), TermKind::Omega(x) if *x.kind() == TermKind::One)
    }

    /// The height of the tree; a symbol has height 1.
    pub fn depth(&self) -> usize {
        self.0.depth as usize
    }

    /// The height of the tree with definitions unfolded: a name is one level, and the levels of its body stand below
    /// it.
    pub fn unfolded_depth(&self) -> usize {
        self.0.unfolded as usize
    }

    /// The number of nodes of the term as a tree, with defined names as they stand; at most `u32::MAX`. The
    /// term itself may be much smaller, because it shares its parts.
    pub fn size(&self) -> u32 {
        self.0.size
    }

    /// Calls `visit` for the term and all its parts, those of a large term once each. Where `visit` says no,
    /// the parts of a part are left out.
    pub fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Term) -> bool) {
        let mut seen = FxHashSet::default();
        self.parts(&mut seen, visit);
    }

    fn parts<'a>(
        &'a self,
        seen: &mut FxHashSet<*const Node>,
        visit: &mut dyn FnMut(&'a Term) -> bool,
    ) {
        if self.0.size > LARGE && !seen.insert(Arc::as_ptr(&self.0)) {
            return;
        }
        if visit(self) {
            self.kind().each_operand(&mut |t| t.parts(seen, visit));
        }
    }

    /// The number of bound indices that point outside the term.
    pub(crate) fn loose(&self) -> u32 {
        self.0.loose
    }

    /// One more than the largest number of a bound symbol, 0 if there is none: terms bind no symbols.
    pub(crate) fn bound_symbols(&self) -> u32 {
        self.0.bound
    }

    /// Tells whether every bound index is bound inside the term, and no symbol is bound outside of it.
    pub fn is_closed(&self) -> bool {
        self.0.loose == 0 && self.0.bound == 0
    }

    /// The node with other operands. `under` is the number of binders that the change has passed.
    pub(crate) fn rebuilt(
        &self,
        under: u32,
        term: &mut impl FnMut(&Term, u32) -> Term,
        index: &mut impl FnMut(&Index, u32) -> Index,
    ) -> Term {
        use TermKind as K;
        let kind = match self.kind() {
            K::Zero | K::One | K::Bound(..) => return self.clone(),
            K::Symbol(s, indices) => {
                K::Symbol(s.clone(), indices.iter().map(|i| index(i, under)).collect())
            }
            K::Plus(a, b) => K::Plus(term(a, under), term(b, under)),
            K::Seq(a, b) => K::Seq(term(a, under), term(b, under)),
            K::Loop(a, b) => K::Loop(term(a, under), term(b, under)),
            K::Star(a) => K::Star(term(a, under)),
            K::Omega(a) => K::Omega(term(a, under)),
            K::Not(a) => K::Not(term(a, under)),
            K::Sum(b) => K::Sum(Binder { hint: b.hint.clone(), body: term(&b.body, under + 1) }),
            K::Product(b) => {
                K::Product(Binder { hint: b.hint.clone(), body: term(&b.body, under + 1) })
            }
            K::Defined(d, indices, terms) => K::Defined(
                d.clone(),
                indices.iter().map(|i| index(i, under)).collect(),
                terms.iter().map(|t| term(t, under)).collect(),
            ),
        };
        Term::new(kind)
    }
}
