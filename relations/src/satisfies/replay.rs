//! The second check of a witness.

use reductio_algebra::{Formula, Term, TermKind};

use super::image::{holds, relates};
use super::model::FiniteModel;
use super::path::{How, Path};
use super::trace::process;
use super::witness::{Falsity, Side, Witness, is_refutable};

impl Witness {
    /// Decides whether the witness is a reason why `formula` is false in `model`.
    ///
    /// Everything is checked: that the premises and the conclusion are those of the formula at the indices,
    /// that the premises hold, each step of the path, and that the pair is not in the other side.
    pub fn replays(&self, formula: &Formula, model: &FiniteModel) -> bool {
        self.check(formula, model).unwrap_or(false)
    }

    fn check(&self, formula: &Formula, model: &FiniteModel) -> Option<bool> {
        let mut rest = formula.closed();
        let (mut indices, mut premises) = (self.indices.iter(), self.premises.iter());
        let mut values = self.values.iter();
        // The model with the values of the quantified symbols so far.
        let mut model = model.clone();
        loop {
            rest = match &rest {
                Formula::ForAll(binder) => {
                    let (_, value) = indices.next()?;
                    if *value >= model.processes() {
                        return Some(false);
                    }
                    binder.opened(&process(*value))
                }
                Formula::Implies(premise, conclusion) => {
                    if premises.next()? != &**premise || !holds(premise, &model)? {
                        return Some(false);
                    }
                    (**conclusion).clone()
                }
                Formula::ForAllSymbols(binder) => {
                    let (symbol, value) = values.next()?;
                    let is_other = binder.body().symbols().contains(symbol);
                    if symbol.sort != binder.sort() || symbol.arity != 0 || is_other {
                        return Some(false);
                    }
                    model = model.with(symbol, value)?;
                    let term = Term::symbol(symbol.clone(), Vec::new()).ok()?;
                    binder.opened(&term).ok()?
                }
                _ => break,
            };
        }
        let is_left = indices.next().is_some() || premises.next().is_some();
        if rest != self.conclusion || is_left || values.next().is_some() {
            return Some(false);
        }
        match (&rest, &self.failure) {
            (Formula::Apart(i, j), Falsity::Same) => Some(i == j),
            (Formula::Relation(left, relation, right), Falsity::Pair { side, path }) => {
                let (has, lacks) = match side {
                    Side::Left => (left, right),
                    Side::Right => (right, left),
                };
                Some(
                    is_refutable(*side, *relation)
                        && path.term == *has
                        && path.holds_in(&model)
                        && !relates(lacks, path.from, path.to, &model)?,
                )
            }
            _ => Some(false),
        }
    }
}

/// Whether the paths follow each other and are all for `term`.
fn follows(paths: &[Path], term: &Term, from: usize, to: usize, model: &FiniteModel) -> bool {
    let mut at = from;
    for path in paths {
        if path.from != at || path.term != *term || !path.holds_in(model) {
            return false;
        }
        at = path.to;
    }
    at == to
}

impl Path {
    /// Decides whether every step of the path is a step of the model, and the steps make up the term.
    pub fn holds_in(&self, model: &FiniteModel) -> bool {
        let ends = |path: &Path| path.from == self.from && path.to == self.to;
        if self.from.max(self.to) >= model.states() {
            return false;
        }
        match (&self.how, self.term.kind()) {
            (How::Test, _) => {
                self.term.is_predicate()
                    && self.from == self.to
                    && relates(&self.term, self.from, self.to, model) == Some(true)
            }
            (How::Step, TermKind::Symbol(..)) => {
                relates(&self.term, self.from, self.to, model) == Some(true)
            }
            (How::Anything, _) => self.term.is_top(),
            (How::Untold, _) => relates(&self.term, self.from, self.to, model) == Some(true),
            (How::Chosen(path), kind) => {
                let summand = match kind {
                    TermKind::Plus(a, b) => path.term == *a || path.term == *b,
                    TermKind::Loop(a, b) => path.term == a.omega() || path.term == a.star().seq(b),
                    TermKind::Sum(binder) => {
                        (0..model.processes()).any(|k| path.term == binder.opened(&process(k)))
                    }
                    _ => false,
                };
                summand && ends(path) && path.holds_in(model)
            }
            (How::Then(first, second), TermKind::Seq(a, b)) => {
                let parts = first.term == *a && second.term == *b;
                let joined = first.to == second.from;
                parts
                    && joined
                    && (first.from, second.to) == (self.from, self.to)
                    && first.holds_in(model)
                    && second.holds_in(model)
            }
            (How::Repeated(paths), TermKind::Star(a)) => {
                follows(paths, a, self.from, self.to, model)
            }
            (How::Forever { stem, cycle }, TermKind::Omega(a)) => {
                let start = stem.last().map_or(self.from, |path| path.to);
                !cycle.is_empty()
                    && follows(stem, a, self.from, start, model)
                    && follows(cycle, a, start, start, model)
            }
            (How::Named(path), TermKind::Defined(..)) => {
                self.term.unfolded().is_some_and(|body| body == path.term)
                    && ends(path)
                    && path.holds_in(model)
            }
            _ => false,
        }
    }
}
