//! The engine of a search: facts, limits, and the questions that are answered at once.

use std::cell::RefCell;
use std::rc::Rc;

use reductio_algebra::{Definition, Formula, Name, Relation, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{sym, trans};
use rustc_hash::FxHashMap;

use super::bounds::{Lemma, Normal, Side};
use super::families::{Unfolding, has_definitions, is_small, with_members};
use super::made::{Made, Stop};
use super::words::Factors;
use super::{InductionLimits, ProvedLemma};
use crate::decide::{Decision, decide, decide_under, eliminated, regular};
use crate::derived::{le_refl, lhs, rhs, weaken};
use crate::limits::{DecisionLimits, is_set};
use crate::script::Induction;
use crate::tactic::Prover;
use crate::tactic::rule::Rule;

/// The states of the decision for a question that is asked on the way.
const STATES: usize = 200;
/// The states of the decision under many facts, which make a question harder.
const STATES_UNDER_ZEROS: usize = 60;
/// The most facts that are all used at once.
const FEW: usize = 12;
/// The states of the tactic for a step that is known to be one rewriting.
const ONE_STEP: u32 = 600;

/// The answers that do not depend on the facts, for all goals of a search.
#[derive(Default)]
pub(super) struct Known {
    inclusions: FxHashMap<(Term, Term), Option<Theorem>>,
    decided: FxHashMap<(Term, Term), Option<Theorem>>,
    at_once: FxHashMap<(Term, Term), Option<Theorem>>,
    /// The answers under the facts that a term is 0, by the number of pairs of indices that differ; only for the same
    /// facts.
    pub(super) under_zeros: FxHashMap<(Term, Term, usize), Option<Theorem>>,
    /// The terms that defined names abbreviate.
    pub(super) names: Unfolding,
}

/// A search for one goal, from some facts.
pub(super) struct Engine<'a> {
    limits: &'a InductionLimits<'a>,
    asked: u32,
    /// All facts, for the tactic.
    rules: Vec<Rc<Rule>>,
    /// The facts that words are rewritten by, in the direction that is tried.
    pub(super) rewrites: Vec<Rc<Rule>>,
    /// Tells whether equations among them are read from right to left.
    pub(super) is_backwards: bool,
    /// Facts that say that some term is 0, as the decision eliminates them.
    zeros: Vec<Theorem>,
    /// Inclusions with a star in their left sides.
    stars: Vec<Theorem>,
    pub(super) apart: Vec<(Name, Name)>,
    /// The indices of the goal; those that the search makes differ from these and from one another.
    pub(super) indices: Vec<Name>,
    /// The bodies of the omegas that are 0 by a fact.
    pub(super) ended: Vec<Term>,
    answers: FxHashMap<(Term, Term, u32), Option<Theorem>>,
    /// The lemmas, by star and neighbour; where there is none, the depth to which it was looked for.
    pub(super) closures: FxHashMap<(Side, Term, Factors), Result<Rc<Lemma>, usize>>,
    pub(super) normals: FxHashMap<(Factors, usize), Rc<Normal>>,
    known: Rc<RefCell<Known>>,
    /// Lemmas that were found on the way.
    pub(super) lemmas: RefCell<Vec<(Theorem, Induction)>>,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        facts: &[Theorem],
        (rewrites, is_backwards): (Vec<Rc<Rule>>, bool),
        apart: &[(Name, Name)],
        mut indices: Vec<Name>,
        known: &Rc<RefCell<Known>>,
        limits: &'a InductionLimits<'a>,
    ) -> Made<Self> {
        indices.extend(apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]));
        let mut rules = Vec::new();
        let mut zeros = Vec::new();
        for fact in facts {
            rules.extend(Rule::from_theorem(fact, &[], None));
            let bound = DecisionLimits { states: STATES, cancel: limits.cancel };
            zeros.extend(eliminated(fact, bound)?.into_iter().flatten());
        }
        let mut stars = Vec::new();
        for fact in facts {
            if let Formula::Relation(l, ..) = fact.conclusion()
                && has_star(l)
            {
                stars.push(weaken(fact)?);
            }
        }
        let ended = facts.iter().filter_map(ended).collect();
        Ok(Engine {
            limits,
            asked: 0,
            rules,
            rewrites,
            is_backwards,
            zeros,
            stars,
            apart: apart.to_vec(),
            indices,
            known: known.clone(),
            ended,
            answers: FxHashMap::default(),
            closures: FxHashMap::default(),
            normals: FxHashMap::default(),
            lemmas: RefCell::default(),
        })
    }

    /// Pays for a question that costs about as much as so many small ones.
    pub(super) fn charge(&mut self, cost: u32) -> Made<()> {
        if is_set(self.limits.cancel) {
            return Err(Stop::Cancelled);
        }
        self.asked += cost;
        if self.asked > self.limits.questions { Err(Stop::Limit) } else { Ok(()) }
    }

    /// The limits of a decision.
    pub(super) fn bound(&self) -> DecisionLimits<'a> {
        DecisionLimits { states: STATES, cancel: self.limits.cancel }
    }

    /// The limits of the tactic.
    fn tactic(&self, states_per_step: u32) -> crate::ReplayLimits<'a> {
        let cancel = self.limits.cancel;
        crate::ReplayLimits { states_per_step, suggestions: false, induction: false, cancel }
    }

    /// From now on, an index that the search made differs from these.
    pub(super) fn differs(&mut self, i: &Name, others: &[Name]) {
        for j in others {
            let pair = (i.clone(), j.clone());
            if !self.apart.contains(&pair) {
                self.apart.push(pair);
            }
        }
    }

    /// The number of questions that were asked.
    pub(super) fn asked(&self) -> u32 {
        self.asked
    }

    /// `|- s <= t` of regular algebra, omegas being letters.
    pub(super) fn included(&mut self, s: &Term, t: &Term) -> Made<Option<Theorem>> {
        if s == t {
            return Ok(Some(le_refl(s)?));
        }
        let key = (s.clone(), t.clone());
        if let Some(known) = self.known.borrow().inclusions.get(&key) {
            return Ok(known.clone());
        }
        self.charge(1)?;
        let found = regular(s, t, self.bound())?;
        self.known.borrow_mut().inclusions.insert(key, found.clone());
        Ok(found)
    }

    /// The theorem `|- s <= t`, if the decision proves it.
    pub(super) fn decided(&mut self, s: &Term, t: &Term) -> Made<Option<Theorem>> {
        let key = (s.clone(), t.clone());
        if let Some(known) = self.known.borrow().decided.get(&key) {
            return Ok(known.clone());
        }
        self.charge(2)?;
        let found = match decide(s, Relation::Below, t, self.bound())? {
            Decision::Holds(theorem) => Some(theorem),
            _ => None,
        };
        self.known.borrow_mut().decided.insert(key, found.clone());
        Ok(found)
    }

    /// All facts, as rules.
    pub(super) fn all_rules(&self) -> Vec<Rc<Rule>> {
        self.rules.clone()
    }

    /// The rule that a product over indices lies below its members.
    pub(super) fn member_rule(&self, product: &Term) -> Option<Rc<Rule>> {
        self.rules.iter().find(|rule| rule.sides().0 == product).cloned()
    }

    /// The theorem `s <= t`, from one use of one fact.
    pub(super) fn one_step(
        &mut self,
        rule: &Rc<Rule>,
        s: &Term,
        t: &Term,
    ) -> Made<Option<Theorem>> {
        self.charge(1)?;
        self.searched(std::slice::from_ref(rule), s, t, ONE_STEP)
    }

    /// The theorem `s <= t`, by the tactic: with names as they stand, which may stand for much, then with their
    /// definitions.
    fn searched(
        &self,
        rules: &[Rc<Rule>],
        s: &Term,
        t: &Term,
        states: u32,
    ) -> Made<Option<Theorem>> {
        let has_names = has_definitions(&Formula::below(s, t));
        for unfolds in [false, true].into_iter().skip(usize::from(!has_names)) {
            let may_unfold = |_: &Definition| unfolds;
            let prover = Prover::new(rules, &may_unfold, &self.apart, self.tactic(states));
            if let Some(found) = prover.prove(s, Relation::Below, t)? {
                return Ok(Some(weaken(&found.theorem)?));
            }
        }
        Ok(None)
    }

    /// The theorem `s <= t`, by matching alone.
    pub(super) fn at_once(&mut self, s: &Term, t: &Term) -> Made<Option<Theorem>> {
        if s == t {
            return Ok(Some(le_refl(s)?));
        }
        let key = (s.clone(), t.clone());
        if let Some(known) = self.known.borrow().at_once.get(&key) {
            return Ok(known.clone());
        }
        self.charge(1)?;
        let prover = Prover::new(&[], &anything, &[], self.tactic(ONE_STEP));
        let found = prover.prove_at_once(s, Relation::Below, t)?;
        let found = found.map(|found| weaken(&found.theorem)).transpose()?;
        self.known.borrow_mut().at_once.insert(key, found.clone());
        Ok(found)
    }

    /// The theorem `s <= t`, by the tactic, from all facts and within so many states, or by the decision.
    pub(super) fn leaf(&mut self, s: &Term, t: &Term, states: u32) -> Made<Option<Theorem>> {
        let key = (s.clone(), t.clone(), states);
        if let Some(known) = self.answers.get(&key) {
            return Ok(known.clone());
        }
        let mut found = self.as_it_stands(s, t, states)?;
        if found.is_none() {
            found = self.taken_apart(s, t, states)?;
        }
        let found = found.map(|f| weaken(&f)).transpose()?;
        self.answers.insert(key, found.clone());
        Ok(found)
    }

    fn as_it_stands(&mut self, s: &Term, t: &Term, states: u32) -> Made<Option<Theorem>> {
        let mut found = self.at_once(s, t)?;
        if found.is_none() {
            found = self.decided(s, t)?;
        }
        if found.is_none() {
            found = self.between(s, t)?;
        }
        if found.is_none() && !self.rules.is_empty() {
            self.charge(1 + states / 150)?;
            found = self.searched(&self.rules, s, t, states)?;
        }
        if found.is_none() && !self.zeros.is_empty() {
            found = self.under_zeros(s, t)?;
        }
        Ok(found)
    }

    /// The theorem `s <= l <= r <= t`, for a fact `l <= r` about stars, of which no word is an instance.
    fn between(&mut self, s: &Term, t: &Term) -> Made<Option<Theorem>> {
        for k in 0..self.stars.len() {
            let fact = self.stars[k].clone();
            let (l, r) = (lhs(&fact), rhs(&fact));
            if let Some(first) = self.included(s, &l)?
                && let Some(last) = self.included(&r, t)?
            {
                return Ok(Some(trans(&trans(&first, &fact)?, &last)?));
            }
        }
        Ok(None)
    }

    /// The theorem `s <= t`, by the decision under those facts that say that a term is 0; of many, those whose symbols
    /// all occur in `s`.
    fn under_zeros(&mut self, s: &Term, t: &Term) -> Made<Option<Theorem>> {
        let key = (s.clone(), t.clone(), self.apart.len());
        if let Some(known) = self.known.borrow().under_zeros.get(&key) {
            return Ok(known.clone());
        }
        let symbols = Formula::below(s, s).symbols();
        let speaks_of = |zero: &&Theorem| {
            self.zeros.len() <= FEW
                || zero.conclusion().symbols().iter().all(|symbol| symbols.contains(symbol))
        };
        let zeros: Vec<Theorem> = self.zeros.iter().filter(speaks_of).cloned().collect();
        let mut found = None;
        if !zeros.is_empty() {
            self.charge(10)?;
            let is_hard = self.zeros.len() > FEW;
            let states = if is_hard { STATES_UNDER_ZEROS } else { STATES };
            let bound = DecisionLimits { states, ..self.bound() };
            if let Ok(Decision::Holds(theorem)) = decide_under(&zeros, s, Relation::Below, t, bound)
            {
                found = Some(theorem);
            }
        }
        self.known.borrow_mut().under_zeros.insert(key, found.clone());
        Ok(found)
    }

    /// The theorem `s <= t`, where names are unfolded and sums over indices on the right stand beside their members.
    fn taken_apart(&mut self, s: &Term, t: &Term, states: u32) -> Made<Option<Theorem>> {
        let mut known = self.known.borrow_mut();
        let (left, right) = (known.names.of(s)?, known.names.of(t)?);
        drop(known);
        let indices = Formula::below(s, t).free_indices();
        let Some(members) = with_members(&rhs(&right), &indices)? else { return Ok(None) };
        let (from, to) = (rhs(&left), rhs(&members));
        let is_new = from != *s || to != *t;
        if !is_new || !is_small(&Formula::below(&from, &to)) {
            return Ok(None);
        }
        let Some(found) = self.as_it_stands(&from, &to, states)? else { return Ok(None) };
        let up = trans(&right, &members)?;
        Ok(Some(trans(&trans(&left, &found)?, &sym(&up)?)?))
    }

    /// The term with its defined names unfolded.
    pub(super) fn opened_name(&self, t: &Term) -> Made<Term> {
        Ok(rhs(&self.known.borrow_mut().names.of(t)?))
    }

    /// Remembers a lemma, with the rule that made it.
    pub(super) fn note(&self, theorem: &Theorem, rule: Induction) {
        self.lemmas.borrow_mut().push((theorem.clone(), rule));
    }

    /// The lemmas that a theorem rests on.
    pub(super) fn lemmas_behind(&self, theorem: &Theorem) -> Vec<ProvedLemma> {
        let proof = reductio_theorems::Proof::of([theorem]);
        let lemmas = self.lemmas.borrow();
        let mut found: Vec<ProvedLemma> = Vec::new();
        for (lemma, rule) in lemmas.iter().filter(|(lemma, _)| proof.number(lemma).is_some()) {
            let proved = ProvedLemma { formula: lemma.conclusion().clone(), rule: *rule };
            if !found.contains(&proved) {
                found.push(proved);
            }
        }
        found
    }
}

/// The permission to unfold every definition: it only says what a name abbreviates.
fn anything(_: &Definition) -> bool {
    true
}

fn has_star(t: &Term) -> bool {
    let mut found = false;
    t.for_each_part(&mut |part| {
        found |= matches!(part.kind(), TermKind::Star(_));
        !found
    });
    found
}

/// The body of an omega that a fact says is 0.
fn ended(fact: &Theorem) -> Option<Term> {
    let Formula::Relation(l, _, r) = fact.conclusion() else { return None };
    let TermKind::Omega(x) = l.kind() else { return None };
    (*r.kind() == TermKind::Zero).then(|| x.clone())
}
