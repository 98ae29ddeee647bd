//! Facts about all actions or predicates, and facts with premises: the search goes on from those of their instances
//! that can be proved ([`crate::instances`]).

use reductio_algebra::{Formula, Name, Relation, Term};
use reductio_theorems::Theorem;

use super::cases::Search;
use super::made::{Made, Stop};
use crate::decide::{DecideError, Decision, decide, decide_under, eliminated};
use crate::instances::{self, Instance, Terms, concluded};
use crate::limits::DecisionLimits;

/// The states of a decision about an instance.
const STATES: usize = 60;
/// The most instances whose premises are looked at, and the most that the search is given.
const LOOKED_AT: usize = 800;
/// The most instances whose premises are decided under what is known to be 0.
const UNDER_ZEROS: usize = 60;
const MOST: usize = 24;
/// The numbers of instances that the search is given at once, few first.
const STAGES: [usize; 3] = [3, 8, MOST];
/// The most instances whose premises are searched for.
const SEARCHED: usize = 6;

type Apart = [(Name, Name)];

impl Search<'_> {
    /// Proves `l R r` from the facts and from instances of `open`, then from the facts alone.
    pub(super) fn everything(
        &mut self,
        open: &[Theorem],
        goal: (&Term, Relation, &Term),
        apart: &Apart,
    ) -> Made<Option<Theorem>> {
        if !open.is_empty()
            && let Some(found) =
                self.within(2, |search| search.with_instances(open, goal, apart))?
        {
            return Ok(Some(found));
        }
        self.relation(goal.0, goal.1, goal.2, apart)
    }

    /// Proves `l R r` from the facts, and from instances of `open`.
    pub(super) fn with_instances(
        &mut self,
        open: &[Theorem],
        goal: (&Term, Relation, &Term),
        apart: &Apart,
    ) -> Made<Option<Theorem>> {
        let (l, _, r) = goal;
        let plain = self.facts().to_vec();
        let known: Vec<&Formula> = plain.iter().chain(open).map(Theorem::conclusion).collect();
        let terms = Terms::of(l, r, &known);
        let list = instances::instances(open, &terms, goal);
        let mut found: Vec<Theorem> = Vec::new();
        let mut waiting: Vec<&Instance> = Vec::new();
        let facts = [plain.clone(), open.to_vec()].concat();
        let zeros = self.zeros(&plain)?;
        // First those whose premises are decided, or known.
        for (number, instance) in list.iter().take(LOOKED_AT).enumerate() {
            if found.len() >= MOST {
                break;
            }
            self.pay(1)?;
            let zeros = if number < UNDER_ZEROS { &zeros[..] } else { &[] };
            match self.instance(open, instance, &facts, apart, zeros, false)? {
                Some(theorem) if instance.is_goal => {
                    if let Some(end) = concluded(&theorem, goal)? {
                        return Ok(Some(end));
                    }
                    found.push(theorem);
                }
                Some(theorem) => found.extend(self.news(theorem)?),
                None => waiting.push(instance),
            }
        }
        for (stage, most) in STAGES.iter().enumerate() {
            if stage > 0 && found.len() <= STAGES[stage - 1] {
                break;
            }
            let some = &found[..found.len().min(*most)];
            if let Some(end) = self.with_more(some, goal, apart)? {
                return Ok(Some(end));
            }
        }
        // Then those whose premises have to be searched for.
        let before = found.len();
        for instance in waiting.into_iter().take(SEARCHED) {
            let facts = [plain.clone(), open.to_vec(), found.clone()].concat();
            let zeros = self.zeros(&facts)?;
            let Some(theorem) = self.instance(open, instance, &facts, apart, &zeros, true)? else {
                continue;
            };
            if let Some(end) = concluded(&theorem, goal)? {
                return Ok(Some(end));
            }
            found.extend(self.news(theorem)?);
        }
        if found.len() > before {
            let last = &found[found.len().saturating_sub(MOST)..];
            return self.with_more(last, goal, apart);
        }
        Ok(None)
    }

    /// The theorem of an instance.
    fn instance(
        &mut self,
        open: &[Theorem],
        instance: &Instance,
        facts: &[Theorem],
        apart: &Apart,
        zeros: &[Theorem],
        is_searched: bool,
    ) -> Made<Option<Theorem>> {
        let cancel = self.limits.cancel;
        let bound = DecisionLimits { states: STATES, cancel };
        let avoid = instances::indices_of(facts, apart);
        let mut prove = |formula: &Formula| {
            instances::premise(formula, facts, &avoid, &mut |own, l, relation, r| {
                if let Decision::Holds(theorem) = decide(l, relation, r, bound)? {
                    return Ok(Some(theorem));
                }
                let wanted = Formula::Relation(l.clone(), relation, r.clone());
                if let Some(same) = own.iter().chain(facts).find(|f| *f.conclusion() == wanted) {
                    return Ok(Some(same.clone()));
                }
                if let Some(theorem) = under_zeros(zeros, l, relation, r, bound)? {
                    return Ok(Some(theorem));
                }
                if !is_searched {
                    return Ok(None);
                }
                self.within(8, |search| {
                    let old = search.with_facts([search.facts(), own].concat());
                    let found = search.relation(l, relation, r, &[]);
                    search.with_facts(old);
                    found
                })
            })
        };
        instances::made(&open[instance.fact], instance, &avoid, &mut prove)
    }

    /// The theorem, unless it holds outright.
    fn news(&mut self, theorem: Theorem) -> Made<Option<Theorem>> {
        let (_, body) = theorem.conclusion().stripped(&[]);
        let (_, Formula::Relation(l, relation, r)) = body.horn() else { return Ok(None) };
        let bound = DecisionLimits { states: STATES, cancel: self.limits.cancel };
        let is_trivial = matches!(decide(l, *relation, r, bound)?, Decision::Holds(_));
        Ok((!is_trivial).then_some(theorem))
    }

    /// The inclusions `z <= 0` that facts come to.
    fn zeros(&mut self, facts: &[Theorem]) -> Made<Vec<Theorem>> {
        let bound = DecisionLimits { states: STATES, cancel: self.limits.cancel };
        let mut zeros = Vec::new();
        for fact in facts {
            self.pay(1)?;
            zeros.extend(eliminated(fact, bound)?.into_iter().flatten());
        }
        Ok(zeros)
    }

    /// Proves the goal from more facts.
    fn with_more(
        &mut self,
        more: &[Theorem],
        (l, relation, r): (&Term, Relation, &Term),
        apart: &Apart,
    ) -> Made<Option<Theorem>> {
        let bound = DecisionLimits { states: STATES, cancel: self.limits.cancel };
        let all: Vec<Theorem> = [self.facts(), more].concat();
        let zeros = self.zeros(&all)?;
        if let Some(found) = under_zeros(&zeros, l, relation, r, bound)? {
            return Ok(Some(found));
        }
        self.within(4, |search| {
            let old = search.with_facts(all);
            let found = search.relation(l, relation, r, apart);
            search.with_facts(old);
            found
        })
    }
}

/// The relation, by the decision from what is known to be 0.
fn under_zeros(
    zeros: &[Theorem],
    l: &Term,
    relation: Relation,
    r: &Term,
    bound: DecisionLimits<'_>,
) -> Made<Option<Theorem>> {
    if zeros.is_empty() {
        return Ok(None);
    }
    match decide_under(zeros, l, relation, r, bound) {
        Ok(Decision::Holds(theorem)) => Ok(Some(theorem)),
        Err(DecideError::Step(e)) => Err(Stop::Step(e)),
        _ => Ok(None),
    }
}
