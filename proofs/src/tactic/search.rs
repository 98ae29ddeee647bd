//! The search for a plan: why does a sum of products lie below a term, given some facts?
//!
//! The left side is taken apart into guarded words, sums over indices opened at a fresh index; each word
//! is matched against the right side. Where that fails, a fact, or a law of Kleene algebra, rewrites a
//! part of the word to something larger, and the search goes on. Sub-terms are multiplied out only when
//! they do not match as they stand, and the number of states is bounded. The search only proposes: a plan
//! becomes a theorem in `build`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use reductio_algebra::{Definition, Index, Name, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{sym, unfold};
use rustc_hash::{FxHashMap, FxHashSet};

use super::matching::{Match, Matcher};
use super::product::factors;
use super::rule::{Instance, Rule, names_a_family};
use super::word::Word;
use crate::derived::{LAWS, Step};

/// Why a product of factors lies below a term.
#[derive(Debug)]
pub(crate) enum Plan {
    /// A factor is 0.
    Zero(usize),
    /// Two tests of one place exclude each other.
    Absurd,
    /// The word matches.
    Match(Rc<Match>),
    /// The factor at a position is a sum.
    Plus(usize, Rc<Plan>, Rc<Plan>),
    /// The factor at a position is a sum over indices, opened at a name.
    Sum(usize, Name, Rc<Plan>),
    /// A part of the word grows.
    Rewrite(Box<Rewrite>, Rc<Plan>),
    /// `(* ind L)` with the right side as invariant.
    StarLeft(Rc<Plan>, Rc<Plan>),
    /// `(* ind R)` with the right side as invariant.
    StarRight(Rc<Plan>, Rc<Plan>),
}

/// `segment(start, end) <= lhs <= rhs`.
#[derive(Debug)]
pub(crate) struct Rewrite {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) lhs: Term,
    pub(crate) matched: Rc<Match>,
    by: By,
}

#[derive(Debug)]
enum By {
    Fact(Box<Instance>),
    Theorem(Theorem),
    Unfold(Term),
    Split(Term),
}

impl Rewrite {
    /// The kernel's proof of `lhs <= rhs`.
    pub(crate) fn prove(&self) -> Step {
        match &self.by {
            By::Fact(instance) => instance.prove(),
            By::Theorem(t) => Ok(t.clone()),
            By::Unfold(term) => unfold(term),
            By::Split(p) => sym(&reductio_theorems::kernel::axiom(
                reductio_theorems::Axiom::NotPlus,
                p,
                p,
                p,
            )?),
        }
    }
}

/// How many rewriting steps a word may take, and whether laws without a citation are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fuel {
    pub(crate) steps: u8,
    pub(crate) laws: bool,
}

/// The most rewriting steps along one word.
const MAX_STEPS: u8 = 4;

type Goals = FxHashMap<(Vec<Term>, Term, Fuel), Option<Rc<Plan>>>;

/// A search for one step of a derivation.
pub(crate) struct Prover<'a> {
    rules: &'a [Rule],
    unfoldable: &'a dyn Fn(&Definition) -> bool,
    apart: &'a [(Name, Name)],
    budget: Cell<u32>,
    goals: RefCell<Goals>,
    open: RefCell<FxHashSet<(Vec<Term>, Term)>>,
    unfolded: RefCell<Vec<Name>>,
}

impl<'a> Prover<'a> {
    /// A prover that may use `rules`, unfold the definitions that `unfoldable` admits, and knows which
    /// indices differ. It gives up after `budget` states.
    pub(crate) fn new(
        rules: &'a [Rule],
        unfoldable: &'a dyn Fn(&Definition) -> bool,
        apart: &'a [(Name, Name)],
        budget: u32,
    ) -> Self {
        Prover {
            rules,
            unfoldable,
            apart,
            budget: Cell::new(budget),
            goals: RefCell::default(),
            open: RefCell::default(),
            unfolded: RefCell::default(),
        }
    }

    /// Whether the work limit was reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.get() == 0
    }

    /// Pays for one state.
    pub(crate) fn charge(&self) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0
    }

    pub(crate) fn may_unfold(&self, def: &Definition) -> bool {
        names_a_family(def) || (self.unfoldable)(def)
    }

    pub(crate) fn note_unfolded(&self, def: &Definition) {
        self.unfolded.borrow_mut().push(def.name().clone());
    }

    /// The names of the definitions that some match unfolded.
    pub(crate) fn unfolded(&self) -> Vec<Name> {
        self.unfolded.borrow().clone()
    }

    /// Indices worth trying for a bound index: those of the word, then any.
    pub(crate) fn candidates(&self, word: &Word, t: &Term) -> Vec<Name> {
        let mut found = Vec::new();
        for term in word.actions.iter().chain(word.tests.iter().flatten()).chain([t]) {
            for name in term.free_indices() {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        if found.is_empty() {
            found.push("i".into());
        }
        found
    }

    /// A plan for `term <= t`.
    pub(crate) fn below(&self, term: &Term, t: &Term) -> Option<Rc<Plan>> {
        let mut list = Vec::new();
        factors(term, &mut list);
        for laws in [false, true] {
            for steps in 0..=MAX_STEPS {
                let found = self.goal(&list, t, Fuel { steps, laws });
                if found.is_some() || self.is_exhausted() {
                    return found;
                }
            }
        }
        None
    }

    /// A goal within a goal.
    pub(crate) fn subgoal(&self, terms: &[Term], t: &Term, fuel: Fuel) -> Option<Rc<Plan>> {
        let mut list = Vec::new();
        terms.iter().for_each(|f| factors(f, &mut list));
        self.goal(&list, t, fuel)
    }

    fn goal(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Rc<Plan>> {
        let key = (Word::new(list).key(), t.clone(), fuel);
        // A plan belongs to the list as it stands, so only failures are shared between equal keys.
        if let Some(None) = self.goals.borrow().get(&key) {
            return None;
        }
        let open = (list.to_vec(), t.clone());
        if !self.charge() || !self.open.borrow_mut().insert(open.clone()) {
            return None;
        }
        let found = self.search(list, t, fuel).map(Rc::new);
        self.open.borrow_mut().remove(&open);
        if found.is_none() {
            self.goals.borrow_mut().insert(key, None);
        }
        found
    }

    fn search(&self, list: &[Term], t: &Term, fuel: Fuel) -> Option<Plan> {
        if let Some(k) = list.iter().position(|f| *f.kind() == TermKind::Zero) {
            return Some(Plan::Zero(k));
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
        let less = Fuel { steps: fuel.steps - 1, ..fuel };
        self.by_facts(&matcher, &word, t, less).or_else(|| {
            if fuel.laws { self.by_laws(&matcher, list, &word, t, less) } else { None }
        })
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
                let mut taken: Vec<Name> = t.free_indices();
                taken.extend(list.iter().flat_map(Term::free_indices));
                taken.extend(self.apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]));
                let name = reductio_algebra::fresh(binder.hint(), &taken);
                let opened = binder.opened(&Index::Free(name.clone()));
                Some(
                    self.subgoal(&with(k, &opened), t, fuel).map(|plan| Plan::Sum(k, name, plan)),
                )
            }
            _ => None,
        })
    }

    fn by_facts(
        &self,
        matcher: &Matcher<'_, '_>,
        word: &Word,
        t: &Term,
        less: Fuel,
    ) -> Option<Plan> {
        let candidates = self.candidates(word, t);
        for rule in self.rules {
            for (start, end, binding) in rule.matches(word) {
                for instance in rule.instances(&binding, &candidates, self.apart) {
                    let Some(matched) = matcher.find(&instance.lhs, start, end) else { continue };
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

    /// Laws that need no citation: names of family sums, unfolding of stars, case distinction on a test
    /// that the right side mentions, induction with the right side as invariant.
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
            let TermKind::Star(x) = action.kind() else { continue };
            for law in [&laws.star_unfold_l, &laws.star_unfold_r] {
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
            for p in self.undecided(&word.tests[place], t) {
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

    /// Tests of the right side, and of the facts, that a block neither asserts nor denies.
    fn undecided(&self, block: &[Term], t: &Term) -> Vec<Term> {
        let mut atoms = Vec::new();
        collect_tests(t, &mut atoms);
        atoms.retain(|p| {
            !block.contains(p) && p.complement().is_ok_and(|not| !block.contains(&not))
        });
        atoms
    }

    /// A plan for a block of tests below a predicate, by case distinction on the tests in it.
    pub(crate) fn boolean(&self, block: &[Term], t: &Term) -> Option<Rc<Plan>> {
        let mut atoms = Vec::new();
        collect_tests(t, &mut atoms);
        let steps = u8::try_from(atoms.len().min(6)).unwrap_or(6);
        let decided = |p: &Term| {
            block.contains(p) || p.complement().is_ok_and(|not| block.contains(&not))
        };
        // Compound tests have been matched part by part; what is left needs a case distinction.
        if atoms.iter().all(decided) || steps == 0 {
            return None;
        }
        self.cases(block, t, steps)
    }

    fn cases(&self, block: &[Term], t: &Term, steps: u8) -> Option<Rc<Plan>> {
        let p = self.undecided(block, t).into_iter().next()?;
        let not = p.complement().ok()?;
        let list = block.to_vec();
        let word = Word::new(&list);
        let fuel = Fuel { steps: 0, laws: false };
        let matcher = Matcher::new(self, &word, fuel);
        let matched = matcher.find(&Term::one(), 0, 0)?;
        let both = p.plus(&not);
        let rewrite =
            Rewrite { start: 0, end: 0, lhs: Term::one(), matched, by: By::Split(p.clone()) };
        // The list after the rewrite: the block, the sum, the block again; then the sum is split.
        let mut next: Vec<Term> = Vec::new();
        [word.segment(0, 0), both, word.segment(0, 0)].iter().for_each(|f| factors(f, &mut next));
        let k = block.len();
        let mut side = |case: &Term| {
            let mut list = next.clone();
            list[k] = case.clone();
            let mut flat = Vec::new();
            list.iter().for_each(|f| factors(f, &mut flat));
            self.case(&flat, t, steps - 1)
        };
        let left = side(&p)?;
        let right = side(&not)?;
        Some(Rc::new(Plan::Rewrite(Box::new(rewrite), Rc::new(Plan::Plus(k, left, right)))))
    }

    fn case(&self, list: &[Term], t: &Term, steps: u8) -> Option<Rc<Plan>> {
        if !self.charge() {
            return None;
        }
        let word = Word::new(list);
        if word.contradiction().is_some() {
            return Some(Rc::new(Plan::Absurd));
        }
        let fuel = Fuel { steps: 0, laws: false };
        if let Some(m) = Matcher::new(self, &word, fuel).find(t, 0, 0) {
            return Some(Rc::new(Plan::Match(m)));
        }
        if steps == 0 { None } else { self.cases(list, t, steps) }
    }
}

/// The tests in a term that are neither `0`, `1` nor compound.
fn collect_tests(t: &Term, out: &mut Vec<Term>) {
    match t.kind() {
        TermKind::Symbol(..) | TermKind::Defined(..) | TermKind::Product(_) => {
            if t.is_predicate() && t.is_closed() && !out.contains(t) {
                out.push(t.clone());
            }
        }
        _ => t.operands().into_iter().for_each(|o| collect_tests(o, out)),
    }
}

impl Plan {
    /// The sources of the facts that the plan uses.
    pub(crate) fn sources(&self, out: &mut FxHashSet<usize>) {
        match self {
            Plan::Zero(_) | Plan::Absurd => {}
            Plan::Match(m) => m.sources(out),
            Plan::Plus(_, a, b) | Plan::StarLeft(a, b) | Plan::StarRight(a, b) => {
                a.sources(out);
                b.sources(out);
            }
            Plan::Sum(_, _, a) => a.sources(out),
            Plan::Rewrite(rewrite, next) => {
                if let By::Fact(instance) = &rewrite.by {
                    out.extend(instance.source());
                }
                rewrite.matched.sources(out);
                next.sources(out);
            }
        }
    }
}
