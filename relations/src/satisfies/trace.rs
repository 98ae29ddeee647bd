//! Evaluation that gives reasons.

use std::cell::RefCell;
use std::collections::HashMap;

use reductio_algebra::{
    EvalError, Evaluator, Formula, Index, Interpretation, MOST_VALUES, OmegaAlgebra, Relation,
    Symbol, Term, TermKind,
};

use super::path::{How, Path};
use super::walk::walk;
use super::witness::{Falsity, Satisfaction, Side, Witness};
use crate::naive::Naive;

/// An algebra whose elements are relations over finitely many states.
pub trait RelationalModel: OmegaAlgebra {
    /// The number of states.
    fn states(&self) -> usize;
    /// Decides whether `x` relates the state `from` to the state `to`.
    fn relates(&self, x: &Self::Element, from: usize, to: usize) -> bool;
}

impl RelationalModel for Naive {
    fn states(&self) -> usize {
        self.states
    }

    fn relates(&self, x: &Self::Element, from: usize, to: usize) -> bool {
        x.contains(from, to)
    }
}

/// The truth of a formula for all values of its indices, free ones included, with a witness where it is false.
///
/// Cost: every subterm of the conclusion that fails is evaluated once more than evaluation needs.
///
/// ```
/// use reductio_algebra::{Symbol, Vocabulary, name};
/// use reductio_relations::{Assignment, Naive, PairSet, satisfies};
/// let (x, y) = (Symbol::action(name!("x"), 0), Symbol::action(name!("y"), 0));
/// let mut names = Vocabulary::new();
/// assert!(names.declare(x.clone()) && names.declare(y.clone()));
/// let claim = names.parse_formula("(x + y)^w = x^w + y^w")?;
/// let meaning = Assignment::new(1)
///     .with(&x, &[], PairSet::from([(0, 1)]))
///     .with(&y, &[], PairSet::from([(1, 0)]));
/// let verdict = satisfies(&claim, &Naive { states: 2 }, &meaning).unwrap();
/// let path = verdict.witness().unwrap().path().unwrap();
/// assert_eq!(path.to_string(), "0 (-x-> 1 -y-> 0)^w ~> 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`EvalError`] when a symbol has no value.
pub fn satisfies<A: RelationalModel, I: Interpretation<A>>(
    formula: &Formula,
    algebra: &A,
    interpretation: &I,
) -> Result<Satisfaction, EvalError> {
    let closed = formula.closed();
    let processes = interpretation.processes();
    let extended = Extended { base: interpretation, more: RefCell::default() };
    let evaluator = Evaluator::new(algebra, &extended);
    if evaluator.formula(&closed)? {
        return Ok(Satisfaction::Holds);
    }
    let mut tracer = Tracer {
        algebra,
        evaluator,
        meaning: &extended,
        processes,
        values: HashMap::new(),
        left: MOST_PARTS,
    };
    tracer.refute(&closed).map(|witness| Satisfaction::Fails(Box::new(witness)))
}

/// A process as an index: so terms say which process they are about.
pub(super) fn process(value: usize) -> Index {
    Index::Process(value)
}

/// An interpretation with values for the symbols that quantifiers bind.
struct Extended<'a, A: OmegaAlgebra, I> {
    base: &'a I,
    more: RefCell<Vec<(Symbol, A::Element)>>,
}

impl<A: OmegaAlgebra, I: Interpretation<A>> Interpretation<A> for Extended<'_, A, I> {
    fn processes(&self) -> usize {
        self.base.processes()
    }

    fn symbol(&self, symbol: &Symbol, indices: &[usize]) -> Option<A::Element> {
        let more = self.more.borrow();
        let found = more.iter().rev().find(|(s, _)| s == symbol && indices.is_empty());
        found.map(|(_, value)| value.clone()).or_else(|| self.base.symbol(symbol, indices))
    }
}

struct Tracer<'a, A: RelationalModel, I: Interpretation<A>> {
    algebra: &'a A,
    evaluator: Evaluator<'a, A, Extended<'a, A, I>>,
    meaning: &'a Extended<'a, A, I>,
    processes: usize,
    values: HashMap<Term, A::Element>,
    /// The number of parts of the path that may still be told.
    left: usize,
}

/// The most parts of a path that are told.
const MOST_PARTS: usize = 2_000;

impl<A: RelationalModel, I: Interpretation<A>> Tracer<'_, A, I> {
    /// The witness against a closed formula that is false.
    fn refute(&mut self, formula: &Formula) -> Result<Witness, EvalError> {
        let (mut indices, mut premises, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut taken = formula.names();
        let mut rest = formula.clone();
        loop {
            rest = match &rest {
                Formula::ForAll(binder) => {
                    let mut found = None;
                    for value in 0..self.processes {
                        let instance = binder.opened(&process(value));
                        if !self.evaluator.formula(&instance)? {
                            indices.push((binder.hint().clone(), value));
                            found = Some(instance);
                            break;
                        }
                    }
                    found.expect("a false quantified formula has a false instance")
                }
                Formula::Implies(premise, conclusion) => {
                    premises.push((**premise).clone());
                    (**conclusion).clone()
                }
                Formula::ForAllSymbols(binder) => {
                    let (symbol, instance) = binder.opened_fresh(&taken);
                    let value = self.refuting(&symbol, &instance)?;
                    taken.push(symbol.name.clone());
                    values.push((symbol, value));
                    instance
                }
                Formula::Apart(..) => {
                    return Ok(Witness {
                        indices,
                        values,
                        premises,
                        conclusion: rest,
                        failure: Falsity::Same,
                    });
                }
                Formula::Relation(left, relation, right) => {
                    let failure = self.separate(left, *relation, right)?;
                    return Ok(Witness { indices, values, premises, conclusion: rest, failure });
                }
            };
        }
    }

    /// Gives a symbol the first value for which the formula is false; there is one. Returns the value as pairs of
    /// states.
    fn refuting(
        &mut self,
        symbol: &Symbol,
        formula: &Formula,
    ) -> Result<crate::PairSet, EvalError> {
        let all = self.algebra.elements(symbol.sort, MOST_VALUES);
        for value in all.ok_or(EvalError::TooManyValues(symbol.sort))? {
            let related = all_pairs(self.algebra.states())
                .filter(|(from, to)| self.algebra.relates(&value, *from, *to));
            let pairs: crate::PairSet = related.collect();
            self.meaning.more.borrow_mut().push((symbol.clone(), value));
            if !self.evaluator.formula(formula)? {
                return Ok(pairs);
            }
            self.meaning.more.borrow_mut().pop();
        }
        unreachable!("a false quantified formula has a false instance")
    }

    /// A pair that is in one side only.
    fn separate(&mut self, l: &Term, relation: Relation, r: &Term) -> Result<Falsity, EvalError> {
        let (left, right) = (self.value(l)?, self.value(r)?);
        let sides = [(Side::Left, l, &left, &right), (Side::Right, r, &right, &left)];
        let sides = sides.into_iter().filter(|(s, ..)| super::witness::is_refutable(*s, relation));
        for (side, term, has, lacks) in sides {
            for (from, to) in all_pairs(self.algebra.states()) {
                let a = self.algebra;
                if a.relates(has, from, to) && !a.relates(lacks, from, to) {
                    let path = self.path(term, from, to)?;
                    return Ok(Falsity::Pair { side, path });
                }
            }
        }
        unreachable!("a relation that is false has a pair in one side only")
    }

    fn value(&mut self, term: &Term) -> Result<A::Element, EvalError> {
        if let Some(known) = self.values.get(term) {
            return Ok(known.clone());
        }
        let value = self.evaluator.term(term)?;
        self.values.insert(term.clone(), value.clone());
        Ok(value)
    }

    fn has(&mut self, term: &Term, from: usize, to: usize) -> Result<bool, EvalError> {
        let value = self.value(term)?;
        Ok(self.algebra.relates(&value, from, to))
    }

    /// The reason why `(from, to)`, which is in the value of `term`, is there.
    fn path(&mut self, term: &Term, from: usize, to: usize) -> Result<Path, EvalError> {
        let how = match self.left.checked_sub(1) {
            None => How::Untold,
            Some(left) => {
                self.left = left;
                self.how(term, from, to)?
            }
        };
        Ok(Path { term: term.clone(), from, to, how })
    }

    fn how(&mut self, term: &Term, from: usize, to: usize) -> Result<How, EvalError> {
        if term.is_predicate() {
            return Ok(How::Test);
        }
        if term.is_top() {
            return Ok(How::Anything);
        }
        match term.kind() {
            TermKind::Zero | TermKind::One | TermKind::Not(_) | TermKind::Product(_) => {
                Ok(How::Test)
            }
            TermKind::Symbol(..) | TermKind::Bound(..) => Ok(How::Step),
            TermKind::Plus(a, b) => self.chosen([a.clone(), b.clone()], from, to),
            // The finite reason first: it is easier to follow.
            TermKind::Loop(a, b) => self.chosen([a.star().seq(b), a.omega()], from, to),
            TermKind::Sum(binder) => {
                let items: Vec<Term> =
                    (0..self.processes).map(|k| binder.opened(&process(k))).collect();
                self.chosen(items, from, to)
            }
            TermKind::Seq(a, b) => {
                for middle in 0..self.algebra.states() {
                    if self.has(a, from, middle)? && self.has(b, middle, to)? {
                        let first = self.path(a, from, middle)?;
                        let second = self.path(b, middle, to)?;
                        return Ok(How::Then(first.into(), second.into()));
                    }
                }
                unreachable!("a pair of a product has a state between")
            }
            TermKind::Star(a) if from == to => {
                self.value(a)?;
                Ok(How::Repeated(Vec::new()))
            }
            TermKind::Star(a) => {
                let states = self.walk(a, from, |state| state == to)?;
                Ok(How::Repeated(self.along(a, &states)?))
            }
            TermKind::Omega(a) => self.lasso(a, from),
            TermKind::Defined(..) => {
                let body = term.unfolded().expect("a defined name has a right side");
                Ok(How::Named(self.path(&body, from, to)?.into()))
            }
        }
    }

    fn chosen(
        &mut self,
        terms: impl IntoIterator<Item = Term>,
        from: usize,
        to: usize,
    ) -> Result<How, EvalError> {
        for term in terms {
            if self.has(&term, from, to)? {
                return Ok(How::Chosen(self.path(&term, from, to)?.into()));
            }
        }
        unreachable!("a pair of a sum is in a summand")
    }

    /// The states of a shortest walk of one or more steps of `term`; empty when there is none.
    fn walk(
        &mut self,
        term: &Term,
        from: usize,
        goal: impl Fn(usize) -> bool,
    ) -> Result<Vec<usize>, EvalError> {
        let step = self.value(term)?;
        Ok(walk(self.algebra.states(), from, |a, b| self.algebra.relates(&step, a, b), goal))
    }

    fn along(&mut self, term: &Term, states: &[usize]) -> Result<Vec<Path>, EvalError> {
        states.windows(2).map(|pair| self.path(term, pair[0], pair[1])).collect()
    }

    fn lasso(&mut self, term: &Term, from: usize) -> Result<How, EvalError> {
        let mut on_cycle = Vec::new();
        for state in 0..self.algebra.states() {
            on_cycle.push(!self.walk(term, state, |s| s == state)?.is_empty());
        }
        let (stem, start) = if on_cycle[from] {
            (Vec::new(), from)
        } else {
            let walk = self.walk(term, from, |s| on_cycle[s])?;
            let start = *walk.last().expect("an infinite path of finitely many states has a cycle");
            (self.along(term, &walk)?, start)
        };
        let around = self.walk(term, start, |s| s == start)?;
        Ok(How::Forever { stem, cycle: self.along(term, &around)? })
    }
}

fn all_pairs(states: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..states).flat_map(move |from| (0..states).map(move |to| (from, to)))
}
