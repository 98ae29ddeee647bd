//! Is a guarded word below a term? A search over the structure of the term, polynomial like the
//! recognition of a word by a regular expression: each subterm meets each segment of the word once.

use std::cell::RefCell;
use std::rc::Rc;

use reductio_algebra::{Index, Name, Term, TermKind};
use reductio_theorems::kernel::{
    product_greatest, product_lower, seq, sum_upper, sym, trans, unfold,
};
use reductio_theorems::RuleError;
use rustc_hash::FxHashMap;

use super::build::build;
use super::product::{flatten, or_refl, rewritten, rewritten_proof};
use super::search::{Fuel, Plan, Prover};
use super::word::{Word, WordProofs};
use crate::derived::{LAWS, Step, omega_mono, star_into, weaken};

/// Why a segment of a word lies below a term.
#[derive(Debug)]
pub(crate) enum Match {
    /// The term is the one action of the segment.
    Action,
    /// The term is one of the tests of the place, or follows from one.
    Test(usize, Vec<Weakening>),
    One,
    Top,
    Left(Rc<Match>),
    Right(Rc<Match>),
    Seq(usize, Rc<Match>, Rc<Match>),
    StarNil,
    StarCons(usize, Rc<Match>, Rc<Match>),
    /// The next action is `z*`, with a proof of `z <= x*`.
    StarStar(Rc<Plan>, Rc<Match>),
    /// The one action is `z^w`, with a proof of `z <= x`.
    Omega(Rc<Plan>),
    OmegaFold(usize, Rc<Match>, Rc<Match>),
    Sum(Name, Rc<Match>),
    Product(Name, Rc<Match>),
    Unfold(Rc<Match>),
    /// `x ? y` or the complement of a compound predicate, rewritten.
    Rewritten(Rc<Match>),
    /// The segment as a goal of its own.
    Goal(Rc<Plan>),
}

/// Steps from a test to a weaker one.
#[derive(Debug)]
pub(crate) enum Weakening {
    /// A defined name to its definition.
    Unfold,
    /// `(.i : p_i)` to `p_j`.
    Lower(Name),
}

type Memo = FxHashMap<(Term, usize, usize), Option<Rc<Match>>>;

/// A word that is matched against terms.
pub(crate) struct Matcher<'p, 'a> {
    prover: &'p Prover<'a>,
    word: &'p Word,
    fuel: Fuel,
    memo: RefCell<Memo>,
}

impl<'p, 'a> Matcher<'p, 'a> {
    pub(crate) fn new(prover: &'p Prover<'a>, word: &'p Word, fuel: Fuel) -> Self {
        Matcher { prover, word, fuel, memo: RefCell::default() }
    }

    /// A reason why `segment(i, j) <= t`, if one is found.
    pub(crate) fn find(&self, t: &Term, i: usize, j: usize) -> Option<Rc<Match>> {
        let key = (t.clone(), i, j);
        if let Some(known) = self.memo.borrow().get(&key) {
            return known.clone();
        }
        // While an answer is sought, asking again is answered "no": it would not help.
        self.memo.borrow_mut().insert(key.clone(), None);
        let found = if self.prover.charge() { self.search(t, i, j).map(Rc::new) } else { None };
        self.memo.borrow_mut().insert(key, found.clone());
        found
    }

    fn search(&self, t: &Term, i: usize, j: usize) -> Option<Match> {
        if t.is_top() {
            return Some(Match::Top);
        }
        if i + 1 == j && self.word.actions[i] == *t {
            return Some(Match::Action);
        }
        if t.is_predicate() && i == j {
            if let Some(found) = self.test(t, i) {
                return Some(found);
            }
        } else if t.is_predicate() && *t.kind() != TermKind::Zero && !self.may_be_empty(i, j) {
            return None;
        }
        let found = match t.kind() {
            TermKind::One => (i == j).then_some(Match::One),
            TermKind::Plus(a, b) => self
                .find(a, i, j)
                .map(Match::Left)
                .or_else(|| self.find(b, i, j).map(Match::Right)),
            TermKind::Seq(a, b) => (i..=j).find_map(|k| {
                let left = self.find(a, i, k)?;
                Some(Match::Seq(k, left, self.find(b, k, j)?))
            }),
            TermKind::Star(x) => self.star(t, x, i, j),
            TermKind::Omega(x) => self.omega(t, x, i, j),
            TermKind::Sum(binder) => self.prover.candidates(self.word, t).into_iter().find_map(|c| {
                let found = self.find(&binder.opened(&Index::Free(c.clone())), i, j)?;
                Some(Match::Sum(c, found))
            }),
            TermKind::Product(binder) if i == j => {
                let mut taken = t.free_indices();
                taken.extend(self.word.tests[i].iter().flat_map(Term::free_indices));
                let name = reductio_algebra::fresh(binder.hint(), &taken);
                let found = self.find(&binder.opened(&Index::Free(name.clone())), i, i)?;
                Some(Match::Product(name, found))
            }
            TermKind::Defined(def, ..) if self.prover.may_unfold(def) => {
                let body = t.unfolded()?;
                let found = self.find(&body, i, j)?;
                self.prover.note_unfolded(def);
                Some(Match::Unfold(found))
            }
            TermKind::Loop(..) | TermKind::Not(_) => {
                rewritten(t).and_then(|to| self.find(&to, i, j)).map(Match::Rewritten)
            }
            _ => None,
        };
        found.or_else(|| self.as_goal(t, i, j))
    }

    /// Only tests lie below predicates, unless an action of the word is itself below 1.
    fn may_be_empty(&self, i: usize, j: usize) -> bool {
        self.word.actions[i..j].iter().all(|a| !matches!(a.kind(), TermKind::Symbol(..)))
    }

    fn test(&self, t: &Term, i: usize) -> Option<Match> {
        let block = &self.word.tests[i];
        if let Some(at) = block.iter().position(|test| test == t) {
            return Some(Match::Test(at, Vec::new()));
        }
        block.iter().enumerate().find_map(|(at, test)| {
            let mut steps = Vec::new();
            let mut test = test.clone();
            if let TermKind::Defined(def, ..) = test.kind()
                && self.prover.may_unfold(def)
            {
                self.prover.note_unfolded(def);
                steps.push(Weakening::Unfold);
                test = test.unfolded()?;
            }
            let TermKind::Product(binder) = test.kind() else { return None };
            let name = t.free_indices().into_iter().chain([binder.hint().clone()]).find(|name| {
                binder.opened(&Index::Free(name.clone())) == *t
            })?;
            steps.push(Weakening::Lower(name));
            Some(Match::Test(at, steps))
        })
    }

    fn star(&self, t: &Term, x: &Term, i: usize, j: usize) -> Option<Match> {
        if i == j {
            return Some(Match::StarNil);
        }
        if let TermKind::Star(z) = self.word.actions[i].kind()
            && let Some(rest) = self.find(t, i + 1, j)
            && let Some(plan) = self.prover.subgoal(&[z.clone()], t, self.fuel)
        {
            return Some(Match::StarStar(plan, rest));
        }
        (i + 1..=j).find_map(|k| {
            let first = self.find(x, i, k)?;
            Some(Match::StarCons(k, first, self.find(t, k, j)?))
        })
    }

    fn omega(&self, t: &Term, x: &Term, i: usize, j: usize) -> Option<Match> {
        if i + 1 == j
            && let TermKind::Omega(z) = self.word.actions[i].kind()
            && let Some(plan) = self.prover.subgoal(&[z.clone()], x, self.fuel)
        {
            return Some(Match::Omega(plan));
        }
        (i + 1..=j).find_map(|k| {
            let first = self.find(x, i, k)?;
            Some(Match::OmegaFold(k, first, self.find(t, k, j)?))
        })
    }

    /// A compound factor that was not taken apart, or a compound predicate.
    fn as_goal(&self, t: &Term, i: usize, j: usize) -> Option<Match> {
        if i == j && t.is_predicate() && is_compound(t) {
            let plan = self.prover.boolean(&self.word.tests[i], t)?;
            return Some(Match::Goal(plan));
        }
        if i + 1 != j {
            return None;
        }
        let action = &self.word.actions[i];
        let same_shape = is_compound(action) && super::key::key_of(action) == super::key::key_of(t);
        if !same_shape {
            return None;
        }
        self.prover.subgoal(&[action.clone()], t, self.fuel).map(Match::Goal)
    }
}

fn is_compound(t: &Term) -> bool {
    !matches!(t.kind(), TermKind::Symbol(..) | TermKind::Zero | TermKind::One)
}

/// The kernel's proof of `segment(i, j) <= t`.
pub(crate) fn build_match(
    proofs: &WordProofs<'_>,
    m: &Match,
    t: &Term,
    i: usize,
    j: usize,
) -> Step {
    let laws = &*LAWS;
    let two = |k: usize, a: &Match, x: &Term, b: &Match, y: &Term| -> Step {
        let parts = seq(&build_match(proofs, a, x, i, k)?, &build_match(proofs, b, y, k, j)?)?;
        trans(&proofs.split(i, k, j)?, &parts)
    };
    let wrong = || RuleError::Shape { rule: "match", needed: "another term", got: t.clone() };
    match (m, t.kind()) {
        (Match::Action, _) => proofs.action(i),
        (Match::Test(at, steps), _) => {
            let mut proof = weaken(&proofs.test(i, *at)?)?;
            for step in steps {
                let here = crate::derived::rhs(&proof);
                proof = trans(&proof, &match step {
                    Weakening::Unfold => unfold(&here)?,
                    Weakening::Lower(name) => product_lower(&here, name)?,
                })?;
            }
            Ok(proof)
        }
        (Match::One, _) => proofs.one(i),
        (Match::Top, _) => {
            let segment = proofs.word.segment(i, j);
            Ok(laws.top.at(&segment, &segment))
        }
        (Match::Left(m), TermKind::Plus(a, b)) => {
            trans(&build_match(proofs, m, a, i, j)?, &laws.inl.at(a, b))
        }
        (Match::Right(m), TermKind::Plus(a, b)) => {
            trans(&build_match(proofs, m, b, i, j)?, &laws.inr.at(a, b))
        }
        (Match::Seq(k, a, b), TermKind::Seq(x, y)) => two(*k, a, x, b, y),
        (Match::StarNil, TermKind::Star(x)) => trans(&proofs.one(i)?, &laws.one_le_star.at(x, x)),
        (Match::StarCons(k, a, b), TermKind::Star(x)) => {
            trans(&two(*k, a, x, b, t)?, &laws.star_cons.at(x, x))
        }
        (Match::StarStar(plan, rest), TermKind::Star(x)) => {
            let action = &proofs.word.actions[i];
            let TermKind::Star(z) = action.kind() else { return Err(wrong()) };
            let into = star_into(&goal(plan, z, t)?)?;
            let first = trans(&proofs.action(i)?, &into)?;
            let both = seq(&first, &build_match(proofs, rest, t, i + 1, j)?)?;
            let split = proofs.split(i, i + 1, j)?;
            trans(&trans(&split, &both)?, &laws.star_star.at(x, x))
        }
        (Match::Omega(plan), TermKind::Omega(x)) => {
            let TermKind::Omega(z) = proofs.word.actions[i].kind() else { return Err(wrong()) };
            trans(&proofs.action(i)?, &omega_mono(&goal(plan, z, x)?)?)
        }
        (Match::OmegaFold(k, a, b), TermKind::Omega(x)) => {
            trans(&two(*k, a, x, b, t)?, &laws.omega_fold.at(x, x))
        }
        (Match::Sum(c, m), TermKind::Sum(binder)) => {
            let at = binder.opened(&Index::Free(c.clone()));
            trans(&build_match(proofs, m, &at, i, j)?, &sum_upper(t, c)?)
        }
        (Match::Product(name, m), TermKind::Product(binder)) => {
            let at = binder.opened(&Index::Free(name.clone()));
            product_greatest(name, &build_match(proofs, m, &at, i, j)?)
        }
        (Match::Unfold(m), _) => {
            let step = unfold(t)?;
            let body = crate::derived::rhs(&step);
            trans(&build_match(proofs, m, &body, i, j)?, &sym(&step)?)
        }
        (Match::Rewritten(m), _) => {
            let to = rewritten(t).ok_or_else(wrong)?;
            let step = or_refl(rewritten_proof(t)?, t)?;
            trans(&build_match(proofs, m, &to, i, j)?, &sym(&step)?)
        }
        (Match::Goal(plan), _) if i == j => {
            let (list, flat) = flatten(&proofs.word.segment(i, j))?;
            let proof = build(plan, &list, t)?;
            flat.map_or(Ok(proof.clone()), |f| trans(&f, &proof))
        }
        (Match::Goal(plan), _) => {
            let action = &proofs.word.actions[i];
            trans(&proofs.action(i)?, &goal(plan, action, t)?)
        }
        _ => Err(wrong()),
    }
}

/// The proof of `term <= t` from a plan for the factors of `term`.
pub(crate) fn goal(plan: &Plan, term: &Term, t: &Term) -> Step {
    let (list, flat) = flatten(term)?;
    let proof = build(plan, &list, t)?;
    weaken(&match flat {
        Some(flat) => trans(&flat, &proof)?,
        None => proof,
    })
}

impl Match {
    /// The sources of the facts that the match uses.
    pub(crate) fn sources(&self, out: &mut rustc_hash::FxHashSet<usize>) {
        match self {
            Match::Action
            | Match::Test(..)
            | Match::One
            | Match::Top
            | Match::StarNil => {}
            Match::Left(m)
            | Match::Right(m)
            | Match::Sum(_, m)
            | Match::Product(_, m)
            | Match::Unfold(m)
            | Match::Rewritten(m) => m.sources(out),
            Match::Seq(_, a, b) | Match::StarCons(_, a, b) | Match::OmegaFold(_, a, b) => {
                a.sources(out);
                b.sources(out);
            }
            Match::StarStar(plan, m) => {
                plan.sources(out);
                m.sources(out);
            }
            Match::Omega(plan) | Match::Goal(plan) => plan.sources(out),
        }
    }
}
