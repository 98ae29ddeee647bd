//! The search for a plan: why a sum of products lies below a term, given some facts.
//!
//! The left side is taken apart into guarded words, sums over indices opened at a fresh index; each word
//! is matched against the right side. Where that fails, a fact, or a law of Kleene algebra, rewrites a
//! part of the word to something larger, and the search goes on. Sub-terms are multiplied out only when
//! they do not match as they stand, and the number of states is bounded. The search only proposes: a plan
//! becomes a theorem in `build`.

use std::rc::Rc;

use reductio_algebra::{Binder, Index, Name, Term, TermKind};

use super::boolean::undecided;
use super::matching::Matcher;
use super::plan::{By, Plan, Rewrite};
use super::product::{all_factors, factors_of, product};
use super::prover::{Fuel, Goal, Prover};
use super::word::{Word, candidates};
use crate::derived::LAWS;

/// The most rewriting steps along one word.
const MAX_STEPS: u8 = 4;

impl Prover<'_> {
    /// A plan for `term <= t`.
    pub(crate) fn below(&self, term: &Term, t: &Term) -> Option<Rc<Plan>> {
        let list = factors_of(term);
        for steps in 0..=MAX_STEPS {
            for laws in [false, true] {
                let found = self.goal(&list, t, Fuel { steps, laws });
                if found.is_some() || self.is_exhausted() {
                    return found;
                }
            }
        }
        None
    }

    /// A plan for `term <= t` by matching alone.
    pub(crate) fn below_at_once(&self, term: &Term, t: &Term) -> Option<Rc<Plan>> {
        self.goal(&factors_of(term), t, Fuel { steps: 0, laws: false })
    }

    /// A goal within a goal.
    pub(crate) fn subgoal(&self, terms: &[Term], t: &Term, fuel: Fuel) -> Option<Rc<Plan>> {
        self.goal(&all_factors(terms), t, fuel)
    }

    fn goal(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Rc<Plan>> {
        let key = (list.to_vec(), t.clone());
        match self.goals.borrow().get(&key) {
            Some(Goal::Found(plan)) => return Some(plan.clone()),
            // To prove a goal from itself is no progress.
            Some(Goal::Open) => return None,
            Some(Goal::Failed(with)) if fuel.is_within(*with) => return None,
            _ => {}
        }
        if !self.charge() {
            return None;
        }
        self.goals.borrow_mut().insert(key.clone(), Goal::Open);
        let found = self.search(list, t, fuel).map(Rc::new);
        let goal = found.clone().map_or(Goal::Failed(fuel), Goal::Found);
        self.goals.borrow_mut().insert(key, goal);
        found
    }

    fn search(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Plan> {
        if let Some(k) = list.iter().position(|f| *f.kind() == TermKind::Zero) {
            return Some(Plan::Zero(k));
        }
        if let Some(path) = same(list, t) {
            return Some(Plan::Same(path));
        }
        if let Some(plan) = self.context(list, t, fuel) {
            return Some(plan);
        }
        let word = Word::new(list);
        if word.contradiction().is_some() {
            return Some(Plan::Absurd);
        }
        let matcher = Matcher::new(self, &word, fuel);
        if let Some(found) = matcher.find(t, 0, word.end()) {
            return Some(Plan::Match(found));
        }
        if let Some(split) = self.split(list, t, fuel) {
            return split;
        }
        if fuel.steps == 0 {
            return None;
        }
        if let Some(opened) = self.open_product(list, t, fuel) {
            return opened;
        }
        let less = Fuel { steps: fuel.steps - 1, ..fuel };
        self.by_facts(&matcher, &word, t, less)
            .or_else(|| if fuel.laws { self.by_laws(&matcher, list, &word, t, less) } else { None })
    }

    /// Leaves out the factors with which both sides begin, and those with which both end.
    fn context(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Plan> {
        let right = factors_of(t);
        let shorter = list.len().min(right.len());
        let before = list.iter().zip(&right).take_while(|(a, b)| a == b).count();
        let after = (list.iter().rev().zip(right.iter().rev()))
            .take_while(|(a, b)| a == b)
            .count()
            .min(shorter - before);
        if before + after == 0 {
            return None;
        }
        let inner = product(&right[before..right.len() - after]);
        let plan = self.goal(&list[before..list.len() - after], &inner, fuel)?;
        Some(Plan::Context(before, after, plan))
    }

    /// Takes the first compound factor apart. `None` when there is none.
    #[allow(clippy::option_option)]
    fn split(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Option<Plan>> {
        let with = |k: usize, to: &Term| {
            let mut next: Vec<Term> = list.to_vec();
            next[k] = to.clone();
            next
        };
        list.iter().enumerate().find_map(|(k, factor)| match factor.kind() {
            TermKind::Plus(a, b) => Some((|| {
                let left = self.subgoal(&with(k, a), t, fuel)?;
                Some(Plan::Plus(k, left, self.subgoal(&with(k, b), t, fuel)?))
            })()),
            TermKind::Sum(binder) => {
                let name = self.unused(binder, list, t);
                let opened = binder.opened(&Index::Free(name.clone()));
                Some(self.subgoal(&with(k, &opened), t, fuel).map(|plan| Plan::Sum(k, name, plan)))
            }
            _ => None,
        })
    }

    /// A name that neither the list nor the terms mention.
    fn unused(&self, binder: &Binder, list: &[Term], t: &Term) -> Name {
        let mut taken: Vec<Name> = t.free_indices();
        taken.extend(list.iter().flat_map(Term::free_indices));
        taken.extend(self.apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]));
        reductio_algebra::fresh(binder.hint(), &taken)
    }

    /// A plan for a product over indices on the right: tests lie below it when they lie below each factor. `None` when
    /// there is none.
    #[allow(clippy::option_option)]
    fn open_product(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Option<Plan>> {
        let TermKind::Product(binder) = t.kind() else { return None };
        if !list.iter().all(Term::is_predicate) {
            return None;
        }
        let name = self.unused(binder, list, t);
        let opened = binder.opened(&Index::Free(name.clone()));
        Some(self.subgoal(list, &opened, fuel).map(|plan| Plan::Product(name, plan)))
    }

    fn by_facts(
        &self,
        matcher: &Matcher<'_, '_>,
        word: &Word,
        t: &Term,
        less: Fuel,
    ) -> Option<Plan> {
        let candidates = candidates(word, t);
        for rule in self.rules {
            for (start, end, binding) in rule.matches(word) {
                for instance in rule.instances(&binding, &candidates, self.apart) {
                    let Some(matched) = matcher.find(&instance.lhs, start, end) else {
                        continue;
                    };
                    let (lhs, rhs) = (instance.lhs.clone(), instance.rhs.clone());
                    let by = By::Fact(Box::new(instance));
                    let rewrite = Rewrite { start, end, lhs, matched, by };
                    if let Some(plan) = self.rewrite(word, rewrite, &rhs, t, less) {
                        return Some(plan);
                    }
                }
            }
        }
        None
    }

    fn rewrite(
        &self,
        word: &Word,
        rewrite: Rewrite,
        rhs: &Term,
        t: &Term,
        less: Fuel,
    ) -> Option<Plan> {
        let (before, after) =
            (word.segment(0, rewrite.start), word.segment(rewrite.end, word.end()));
        let next = self.subgoal(&[before, rhs.clone(), after], t, less)?;
        Some(Plan::Rewrite(Box::new(rewrite), next))
    }

    /// Laws that need no citation: names of family sums, unfolding of stars and omegas, case distinction on
    /// a test that the right side mentions, induction with the right side as invariant.
    fn by_laws(
        &self,
        matcher: &Matcher<'_, '_>,
        list: &[Term],
        word: &Word,
        t: &Term,
        less: Fuel,
    ) -> Option<Plan> {
        let laws = &*LAWS;
        for (k, action) in word.actions.iter().enumerate() {
            if let TermKind::Defined(def, ..) = action.kind()
                && self.may_unfold(def)
                && let Some(body) = action.unfolded()
            {
                let by = By::Unfold(action.clone());
                if let Some(plan) = self.grow(matcher, word, k, k + 1, action, by, &body, t, less) {
                    self.note_unfolded(def);
                    return Some(plan);
                }
            }
        }
        for k in 1..word.end() {
            let (a, b) = (&word.actions[k - 1], &word.actions[k]);
            let law = match (a.kind(), b.kind()) {
                _ if !word.tests[k].is_empty() => continue,
                (TermKind::Star(x), _) if x == b => laws.slide_l.at(x, x),
                (_, TermKind::Star(x)) if x == a => laws.slide_r.at(x, x),
                _ => continue,
            };
            let (lhs, rhs) = (crate::derived::lhs(&law), crate::derived::rhs(&law));
            let by = By::Theorem(law);
            if let Some(plan) = self.grow(matcher, word, k - 1, k + 1, &lhs, by, &rhs, t, less) {
                return Some(plan);
            }
        }
        for (k, action) in word.actions.iter().enumerate() {
            let (x, unfoldings) = match action.kind() {
                TermKind::Star(x) => (x, &[&laws.star_unfold_l, &laws.star_unfold_r][..]),
                TermKind::Omega(x) if !action.is_top() => (x, &[&laws.omega_unfold][..]),
                _ => continue,
            };
            for law in unfoldings {
                let theorem = law.at(x, x);
                let body = crate::derived::rhs(&theorem);
                let by = By::Theorem(theorem);
                if let Some(plan) = self.grow(matcher, word, k, k + 1, action, by, &body, t, less) {
                    return Some(plan);
                }
            }
        }
        if let [first, rest @ ..] = list
            && let TermKind::Star(z) = first.kind()
            && let Some(rest) = self.subgoal(rest, t, less)
            && let Some(step) = self.subgoal(&[z.clone(), t.clone()], t, less)
        {
            return Some(Plan::StarLeft(rest, step));
        }
        if let [rest @ .., last] = list
            && !rest.is_empty()
            && let TermKind::Star(z) = last.kind()
            && let Some(rest) = self.subgoal(rest, t, less)
            && let Some(step) = self.subgoal(&[t.clone(), z.clone()], t, less)
        {
            return Some(Plan::StarRight(rest, step));
        }
        for place in 0..=word.end() {
            for p in undecided(&word.tests[place], t) {
                let Ok(not) = p.complement() else { continue };
                let (one, both) = (Term::one(), p.plus(&not));
                let by = By::Split(p);
                if let Some(plan) = self.grow(matcher, word, place, place, &one, by, &both, t, less)
                {
                    return Some(plan);
                }
            }
        }
        None
    }

    #[allow(clippy::too_many_arguments)]
    fn grow(
        &self,
        matcher: &Matcher<'_, '_>,
        word: &Word,
        start: usize,
        end: usize,
        lhs: &Term,
        by: By,
        rhs: &Term,
        t: &Term,
        less: Fuel,
    ) -> Option<Plan> {
        let matched = matcher.find(lhs, start, end)?;
        self.rewrite(word, Rewrite { start, end, lhs: lhs.clone(), matched, by }, rhs, t, less)
    }
}

/// The path to a summand of `t` that has exactly these factors.
fn same(list: &[Term], t: &Term) -> Option<Vec<bool>> {
    if let TermKind::Plus(a, b) = t.kind() {
        let (mut path, right) = match same(list, a) {
            Some(path) => (path, false),
            None => (same(list, b)?, true),
        };
        path.insert(0, right);
        return Some(path);
    }
    (factors_of(t) == list).then(Vec::new)
}
