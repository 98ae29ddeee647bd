//! The driver: the attempts for a goal and their order, and the splitting of goals about families.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use reductio_algebra::{Formula, Index, Name, Relation, Substitution, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{cases, sum_least, sym, trans};

use super::engine::{Engine, Known};
use super::families::{Unfolding, has_definitions, instances, is_small, members};
use super::goals::Effort;
use super::infinite::solved;
use super::made::{Made, Stop};
use super::rewrite::{rewrites, without_stars};
use super::summed::summed;
use super::words::{Factors, terms};
use super::{InductionLimits, ProvedLemma};
use crate::decide::sum_below;
use crate::derived::{antisym, lhs, rhs, weaken};
use crate::limits::is_set;
use crate::tactic::product::{factors_of, product, split_sum};

/// The most times that goals are split within one another.
const SPLITS: u8 = 5;

/// A search for one formula.
pub(super) struct Search<'a> {
    facts: Vec<Theorem>,
    known: Rc<RefCell<Known>>,
    pub(super) limits: &'a InductionLimits<'a>,
    /// The most questions that may be asked by now.
    questions: u32,
    /// The questions asked so far.
    pub(super) asked: u32,
    /// The lemmas that the proof rests on.
    pub(super) lemmas: Vec<ProvedLemma>,
}

type Apart = [(Name, Name)];

/// A goal `l <= r` where some indices differ, with the efforts to be spent, and the number of splits left.
#[derive(Clone)]
struct Goal {
    l: Term,
    r: Term,
    apart: Vec<(Name, Name)>,
    levels: Range<u8>,
    splits: u8,
}

impl Goal {
    /// The goal between other terms, as a part of this one.
    fn part(&self, l: &Term, r: &Term) -> Self {
        Goal { l: l.clone(), r: r.clone(), splits: self.splits.saturating_sub(1), ..self.clone() }
    }

    fn formula(&self) -> Formula {
        Formula::below(&self.l, &self.r)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(facts: Vec<Theorem>, limits: &'a InductionLimits<'a>) -> Self {
        let known = Rc::default();
        Search { facts, known, questions: limits.questions, limits, asked: 0, lemmas: Vec::new() }
    }

    /// Proves `l = r` or `l <= r`: with defined names as they are, then with all of them unfolded.
    pub(super) fn relation(
        &mut self,
        l: &Term,
        relation: Relation,
        r: &Term,
        apart: &Apart,
    ) -> Made<Option<Theorem>> {
        let is_defined = has_definitions(&Formula::equal(l, r));
        let levels = if is_defined { 0..2 } else { 0..4 };
        if let Some(found) = self.sides(l, relation, r, apart, levels)? {
            return Ok(Some(found));
        }
        if !is_defined && !self.facts.iter().any(|f| has_definitions(f.conclusion())) {
            return Ok(None);
        }
        let mut names = Unfolding::default();
        let (left, right) = (names.of(l)?, names.of(r)?);
        if !is_small(&Formula::below(&rhs(&left), &rhs(&right))) {
            return Ok(None);
        }
        let facts: Made<Vec<Theorem>> = self.facts.iter().map(|f| names.left_of(f)).collect();
        let old = self.with_facts(facts?);
        let (all, half) = (self.questions, self.asked + (self.questions - self.asked) / 2);
        self.questions = half;
        let found = self.left_sides(&left, relation, &right, apart);
        self.questions = all;
        self.with_facts(old);
        match found {
            Ok(Some(found)) => return Ok(Some(found)),
            Ok(None) | Err(Stop::Limit) => self.asked = self.asked.min(half),
            Err(stop) => return Err(stop),
        }
        let facts: Made<Vec<Theorem>> = self.facts.iter().map(|f| names.fact(f)).collect();
        let old = self.with_facts(facts?);
        let found = self.sides(&rhs(&left), relation, &rhs(&right), apart, 0..4);
        self.with_facts(old);
        let Some(found) = found? else { return Ok(None) };
        Ok(Some(trans(&trans(&left, &found)?, &sym(&right)?)?))
    }

    /// Proves an inclusion with names unfolded on its left side, and on that of each fact: names that rewriting brings
    /// up stay.
    fn left_sides(
        &mut self,
        left: &Theorem,
        relation: Relation,
        right: &Theorem,
        apart: &Apart,
    ) -> Made<Option<Theorem>> {
        let mut one = |l: &Theorem, r: &Theorem| -> Made<Option<Theorem>> {
            let (l, r) = (l, lhs(r));
            let apart = apart.to_vec();
            let goal = Goal { l: rhs(l), r, apart, levels: 0..4, splits: SPLITS };
            let Some(found) = self.below(&goal)? else { return Ok(None) };
            Ok(Some(trans(l, &found)?))
        };
        let Some(down) = one(left, right)? else { return Ok(None) };
        if relation == Relation::Below {
            return Ok(Some(down));
        }
        let Some(up) = one(right, left)? else { return Ok(None) };
        Ok(Some(antisym(&down, &up)?))
    }

    fn sides(
        &mut self,
        l: &Term,
        relation: Relation,
        r: &Term,
        apart: &Apart,
        levels: Range<u8>,
    ) -> Made<Option<Theorem>> {
        let (l, r, apart) = (l.clone(), r.clone(), apart.to_vec());
        let goal = Goal { l, r, apart, levels, splits: SPLITS };
        let Some(down) = self.below(&goal)? else { return Ok(None) };
        if relation == Relation::Below {
            return Ok(Some(down));
        }
        let other = Goal { l: goal.r, r: goal.l, ..goal };
        let Some(up) = self.below(&other)? else { return Ok(None) };
        Ok(Some(antisym(&down, &up)?))
    }

    /// Proves a goal with more and more effort; cheap attempts come before the goal is split.
    fn below(&mut self, goal: &Goal) -> Made<Option<Theorem>> {
        for level in goal.levels.clone() {
            for backwards in [false, true] {
                if backwards && !self.has_equations() {
                    continue;
                }
                if let Some(found) = self.attempt(goal, level, backwards)? {
                    return Ok(Some(weaken(&found)?));
                }
            }
            if level == 1 && goal.splits > 0 {
                if let Some(found) = self.opened(goal)? {
                    return Ok(Some(found));
                }
                if let Some(found) = self.by_cases(goal)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    fn has_equations(&self) -> bool {
        self.facts.iter().any(|fact| {
            let (_, body) = fact.conclusion().stripped(&[]);
            matches!(body.horn().1, Formula::Relation(_, Relation::Equal, _))
        })
    }

    fn attempt(&mut self, goal: &Goal, level: u8, backwards: bool) -> Made<Option<Theorem>> {
        let limits = self.left();
        let Goal { l, r, apart, .. } = goal;
        let indices = goal.formula().free_indices();
        let mut facts = self.facts.clone();
        for fact in &self.facts {
            facts.extend(instances(fact, &indices, apart)?);
        }
        for fact in facts.clone() {
            facts.extend(without_stars(&fact)?);
            facts.extend(solved(&fact)?);
            facts.extend(summed(&fact)?);
        }
        let rules = rewrites(&facts, backwards);
        members(l, &mut facts)?;
        members(r, &mut facts)?;
        let mut engine =
            Engine::new(&facts, (rules, backwards), apart, indices, &self.known, &limits)?;
        let found = engine.below(l, r, Effort::new(level));
        self.asked += engine.asked();
        if let Ok(Some(theorem)) = &found {
            self.lemmas.extend(engine.lemmas_behind(theorem));
        }
        found
    }

    /// The facts that the search goes on from.
    pub(super) fn facts(&self) -> &[Theorem] {
        &self.facts
    }

    /// Pays for so many questions.
    pub(super) fn pay(&mut self, cost: u32) -> Made<()> {
        if is_set(self.limits.cancel) {
            return Err(Stop::Cancelled);
        }
        self.asked += cost;
        if self.asked > self.questions { Err(Stop::Limit) } else { Ok(()) }
    }

    /// Does a part of the search with one `parts`-th of the questions that are left; a part that needs more finds
    /// nothing.
    pub(super) fn within<T>(
        &mut self,
        parts: u32,
        part: impl FnOnce(&mut Self) -> Made<Option<T>>,
    ) -> Made<Option<T>> {
        let all = self.questions;
        let end = self.asked + all.saturating_sub(self.asked) / parts;
        self.questions = end;
        let found = part(self);
        self.questions = all;
        match found {
            Err(Stop::Limit) => {
                self.asked = self.asked.min(end);
                Ok(None)
            }
            other => other,
        }
    }

    /// Goes on with other facts. Returns the old ones.
    pub(super) fn with_facts(&mut self, facts: Vec<Theorem>) -> Vec<Theorem> {
        self.known.borrow_mut().under_zeros.clear();
        std::mem::replace(&mut self.facts, facts)
    }

    /// The limits with the questions that are left.
    fn left(&self) -> InductionLimits<'a> {
        InductionLimits { questions: self.questions.saturating_sub(self.asked), ..*self.limits }
    }

    /// Proves a goal by multiplying out the left side, and opening its first sum over indices.
    fn opened(&mut self, goal: &Goal) -> Made<Option<Theorem>> {
        let limits = self.left();
        let Goal { l, r, apart, .. } = goal;
        let mut engine = Engine::new(
            &[],
            (Vec::new(), false),
            apart,
            goal.formula().free_indices(),
            &self.known,
            &limits,
        )?;
        let list = factors_of(l);
        let Some(start) = engine.included(l, &product(&list))? else { return Ok(None) };
        let normal = engine.normal(&list, 0)?;
        self.asked += engine.asked();
        let is_sum = |w: &Factors| w.iter().position(|f| matches!(f.kind(), TermKind::Sum(_)));
        if normal.words.len() == 1 && is_sum(&normal.words[0]).is_none() {
            return Ok(None);
        }
        let mut each = Vec::new();
        for (word, term) in normal.words.iter().zip(terms(&normal.words)) {
            let Some(k) = is_sum(word) else {
                match self.below(&goal.part(&term, r))? {
                    Some(found) => each.push(found),
                    None => return Ok(None),
                }
                continue;
            };
            let TermKind::Sum(binder) = word[k].kind() else { return Ok(None) };
            let mut taken = Formula::below(&term, r).free_indices();
            taken.extend(apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]));
            let i = reductio_algebra::fresh(binder.hint(), &taken);
            let mut inner = word.clone();
            inner[k] = binder.opened(&Index::Free(i.clone()));
            let inner = product(&inner);
            let Some(found) = self.below(&goal.part(&inner, r))? else { return Ok(None) };
            each.push(trans(&split_sum(word, k)?, &sum_least(&i, &found)?)?);
        }
        Ok(Some(trans(&start, &trans(&normal.theorem, &sum_below(&each, r)?)?)?))
    }

    /// Proves a goal by the cases that two free indices are the same, or differ.
    fn by_cases(&mut self, goal: &Goal) -> Made<Option<Theorem>> {
        let Goal { l, r, apart, .. } = goal;
        let free = goal.formula().free_indices();
        for (n, i) in free.iter().enumerate() {
            for j in &free[n + 1..] {
                if apart.iter().any(|(a, b)| (a == i && b == j) || (a == j && b == i)) {
                    continue;
                }
                let mut s = Substitution::new();
                if s.index(i, &Index::Free(j.clone())).is_err() {
                    return Ok(None);
                }
                let equal = goal.part(&s.apply(l), &s.apply(r));
                let Some(same) = self.below(&equal)? else { return Ok(None) };
                let mut apart = goal.part(l, r);
                apart.apart.push((i.clone(), j.clone()));
                let Some(different) = self.below(&apart)? else { return Ok(None) };
                let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
                let different = crate::tactic::rule::oriented(different, &side)?;
                return Ok(Some(cases(i, j, &same, &different)?));
            }
        }
        Ok(None)
    }
}
