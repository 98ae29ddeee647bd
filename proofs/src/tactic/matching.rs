//! Matching: whether a guarded word lies below a term. A search over the structure of the term, polynomial like the
//! recognition of a word by a regular expression: each subterm meets each segment of the word once.

use std::cell::RefCell;
use std::rc::Rc;

use reductio_algebra::{Index, Term, TermKind};
use rustc_hash::FxHashMap;

use super::plan::{Match, Weakening};
use super::product::rewritten;
use super::prover::{Fuel, Prover};
use super::word::{Word, candidates};

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
            TermKind::Plus(a, b) => {
                self.find(a, i, j).map(Match::Left).or_else(|| self.find(b, i, j).map(Match::Right))
            }
            TermKind::Seq(a, b) => (i..=j).find_map(|k| {
                let left = self.find(a, i, k)?;
                Some(Match::Seq(k, left, self.find(b, k, j)?))
            }),
            TermKind::Star(x) => self.star(t, x, i, j),
            TermKind::Omega(x) => self.omega(t, x, i, j),
            TermKind::Sum(binder) => candidates(self.word, t).into_iter().find_map(|c| {
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

    /// Whether the segment may lie below a predicate: it has tests only, or an action that is itself below 1.
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
            let TermKind::Product(binder) = test.kind() else {
                return None;
            };
            let name = t
                .free_indices()
                .into_iter()
                .chain([binder.hint().clone()])
                .find(|name| binder.opened(&Index::Free(name.clone())) == *t)?;
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
            && let Some(plan) = self.prover.subgoal(std::slice::from_ref(z), t, self.fuel)
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
            && let Some(plan) = self.prover.subgoal(std::slice::from_ref(z), x, self.fuel)
        {
            return Some(Match::Omega(plan));
        }
        (i + 1..=j).find_map(|k| {
            let first = self.find(x, i, k)?;
            Some(Match::OmegaFold(k, first, self.find(t, k, j)?))
        })
    }

    /// The match of a compound factor that was not taken apart, or a compound predicate, as a goal of its own.
    fn as_goal(&self, t: &Term, i: usize, j: usize) -> Option<Match> {
        if i == j && t.is_predicate() && is_compound(t) {
            let plan = self.prover.boolean(&self.word.tests[i], t)?;
            return Some(Match::Goal(plan));
        }
        if i + 1 != j {
            return None;
        }
        let action = &self.word.actions[i];
        // A sum that was not multiplied out, or a factor that is the same up to associativity and such.
        let is_sum = matches!(action.kind(), TermKind::Plus(..) | TermKind::Sum(_));
        let fits = is_sum && matches!(t.kind(), TermKind::Plus(..) | TermKind::Sum(_))
            || is_compound(action) && super::key::key_of(action) == super::key::key_of(t);
        if !fits {
            return None;
        }
        self.prover.subgoal(std::slice::from_ref(action), t, self.fuel).map(Match::Goal)
    }
}

fn is_compound(t: &Term) -> bool {
    !matches!(t.kind(), TermKind::Symbol(..) | TermKind::Zero | TermKind::One)
}
