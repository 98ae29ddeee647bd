//! Facts about all actions or predicates, and facts with premises, tried at the terms of a goal.
//!
//! Matching gives values to the variables of a fact where its sides are words with something to hold on to. Where it
//! leaves a variable open, or the fact is about a bare variable (`for all actions z: z <= x`), the values come from the
//! goal: its sides, their parts, 0, 1, and stars, omegas and complements of them. An instance is made by the kernel's
//! `specialize_symbol`, its premises are proved first and go away by `modus_ponens`: nothing here is trusted. The
//! number of instances is bounded; which of them are proved, and when that ends, is up to the caller.

use reductio_algebra::{Formula, Index, Name, Relation, Sort, Term, TermKind, fresh};
use reductio_theorems::kernel::{
    assume, discharge, generalize, modus_ponens, specialize, specialize_symbol, sym,
};
use reductio_theorems::{RuleError, Theorem};
use rustc_hash::FxHashSet;

use crate::derived::{LAWS, antisym, weaken};
use crate::quantified::Goal;

/// The most parts of a goal that serve as values, and the size of the largest.
const PARTS: usize = 14;
const LARGEST: u32 = 40;
/// The most instances of one fact that are looked at.
const INSTANCES: usize = 1_500;
/// The most variables of a fact that is tried.
const VARIABLES: usize = 6;

/// The terms of a goal that variables may stand for, the likeliest first, each with a weight.
#[derive(Default)]
pub(crate) struct Terms {
    actions: Vec<(Term, u32)>,
    predicates: Vec<(Term, u32)>,
}

impl Terms {
    /// The terms of a goal `l R r`, and of what is known beside it, which are less likely.
    pub(crate) fn of(l: &Term, r: &Term, known: &[&Formula]) -> Self {
        let mut parts: Vec<(Term, u32)> = Vec::new();
        for side in [l, r] {
            let start = parts.len();
            collect(side, 1, &mut parts);
            if let Some((_, weight)) = parts.get_mut(start) {
                *weight = 0;
            }
        }
        for formula in known {
            let mut more = Vec::new();
            each_side(formula, &mut |t| collect(t, 2, &mut more));
            for (t, weight) in more {
                if !parts.iter().any(|(known, _)| *known == t) {
                    parts.push((t, weight));
                }
            }
        }
        parts.sort_by_key(|(t, weight)| (*weight + t.size().min(20) / 4, t.size()));
        parts.truncate(PARTS);
        let mut terms = Terms::default();
        for (t, weight) in &parts {
            terms.add(t, weight + t.size() / 4);
        }
        terms.add(&Term::zero(), 1);
        terms.add(&Term::one(), 1);
        terms.add(&Term::top(), 3);
        for (t, weight) in &parts {
            if let Ok(not) = t.complement() {
                terms.add(&not, weight + 2);
            } else {
                terms.add(&t.star(), weight + 2);
                terms.add(&t.omega(), weight + 2);
            }
        }
        terms.actions.sort_by_key(|(_, weight)| *weight);
        terms.predicates.sort_by_key(|(_, weight)| *weight);
        terms
    }

    fn add(&mut self, t: &Term, weight: u32) {
        let is_new = |list: &[(Term, u32)]| !list.iter().any(|(known, _)| known == t);
        if t.is_predicate() && is_new(&self.predicates) {
            self.predicates.push((t.clone(), weight));
        }
        if is_new(&self.actions) {
            self.actions.push((t.clone(), weight));
        }
    }

    fn of_sort(&self, sort: Sort) -> &[(Term, u32)] {
        match sort {
            Sort::Action => &self.actions,
            Sort::Predicate => &self.predicates,
        }
    }
}

/// The parts of a term that mean something by themselves.
fn collect(t: &Term, weight: u32, parts: &mut Vec<(Term, u32)>) {
    t.for_each_part(&mut |part| {
        if part.is_closed()
            && part.size() <= LARGEST
            && !part.is_top()
            && !has_bound_symbol(part)
            && !parts.iter().any(|(known, _)| known == part)
        {
            parts.push((part.clone(), weight));
        }
        parts.len() < 8 * PARTS
    });
}

fn has_bound_symbol(t: &Term) -> bool {
    let mut found = false;
    t.for_each_part(&mut |part| {
        found |= matches!(part.kind(), TermKind::Bound(..));
        !found
    });
    found
}

fn each_side(formula: &Formula, visit: &mut dyn FnMut(&Term)) {
    match formula {
        Formula::Relation(l, _, r) => {
            visit(l);
            visit(r);
        }
        Formula::Apart(..) => {}
        Formula::Implies(a, b) => {
            each_side(a, visit);
            each_side(b, visit);
        }
        Formula::ForAll(b) => each_side(b.body(), visit),
        Formula::ForAllSymbols(b) => each_side(b.body(), visit),
    }
}

/// Decides whether a fact has to be tried at terms: it speaks of all actions or predicates, or has premises other than
/// that indices differ.
pub(crate) fn is_to_be_tried(formula: &Formula) -> bool {
    match formula {
        Formula::Relation(..) | Formula::Apart(..) => false,
        Formula::Implies(premise, conclusion) => {
            !matches!(**premise, Formula::Apart(..)) || is_to_be_tried(conclusion)
        }
        Formula::ForAll(binder) => is_to_be_tried(binder.body()),
        Formula::ForAllSymbols(_) => true,
    }
}

/// A fact at values, before it is proved.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The number of the fact.
    pub(crate) fact: usize,
    /// The values of its variables, from the outermost on.
    values: Vec<Term>,
    /// Tells whether it concludes the goal.
    pub(crate) is_goal: bool,
    weight: u32,
}

/// The instances of facts at the terms of a goal, the likeliest first: those that conclude the goal, then those without
/// premises and at small terms.
pub(crate) fn instances(
    facts: &[Theorem],
    terms: &Terms,
    goal: (&Term, Relation, &Term),
) -> Vec<Instance> {
    let mut found: Vec<Instance> = Vec::new();
    for (fact, theorem) in facts.iter().enumerate() {
        let mut sorts = Vec::new();
        variables(theorem.conclusion(), &mut sorts);
        if sorts.len() > VARIABLES {
            continue;
        }
        let mut seen: FxHashSet<(Vec<Term>, Vec<Term>)> = FxHashSet::default();
        for (values, weight) in choices(&sorts, terms) {
            let Some((premises, (l, relation, r))) = at(theorem.conclusion(), &values) else {
                continue;
            };
            let key = |f: &Formula| match f {
                Formula::Relation(l, _, r) => vec![l.clone(), r.clone()],
                _ => Vec::new(),
            };
            let is_plain = premises.iter().all(|p| matches!(p, Formula::Relation(..)));
            if l == r
                || is_plain
                    && !seen.insert((
                        vec![l.clone(), r.clone()],
                        premises.iter().flat_map(key).collect(),
                    ))
            {
                continue;
            }
            let is_goal = concludes((&l, relation, &r), goal);
            let weight = weight + u32::from(!premises.is_empty());
            found.push(Instance { fact, values, is_goal, weight });
        }
    }
    found.sort_by_key(|i| (!i.is_goal, i.weight));
    found
}

/// Whether one relation says what is asked.
fn concludes((l, relation, r): (&Term, Relation, &Term), goal: (&Term, Relation, &Term)) -> bool {
    let is_same = |a: &Term, b: &Term| a == goal.0 && b == goal.2;
    match (relation, goal.1) {
        (Relation::Equal, _) => is_same(l, r) || is_same(r, l),
        (Relation::Below, Relation::Below) => is_same(l, r),
        (Relation::Below, Relation::Equal) => *goal.2.kind() == TermKind::Zero && is_same(l, r),
    }
}

/// The sorts of the symbols that a fact quantifies on the way to its conclusion.
fn variables(formula: &Formula, sorts: &mut Vec<Sort>) {
    match formula {
        Formula::ForAll(binder) => variables(binder.body(), sorts),
        Formula::ForAllSymbols(binder) => {
            sorts.push(binder.sort());
            variables(binder.body(), sorts);
        }
        Formula::Implies(_, conclusion) => variables(conclusion, sorts),
        Formula::Relation(..) | Formula::Apart(..) => {}
    }
}

/// The choices of values for variables of these sorts, the lightest first.
fn choices(sorts: &[Sort], terms: &Terms) -> Vec<(Vec<Term>, u32)> {
    let mut all: Vec<(Vec<Term>, u32)> = vec![(Vec::new(), 0)];
    for (k, sort) in sorts.iter().enumerate() {
        let list = terms.of_sort(*sort);
        // The values that are left out are the heaviest.
        let left = u32::try_from(sorts.len() - k).unwrap_or(u32::MAX);
        let room = INSTANCES / all.len().max(1);
        let most = (1..=list.len()).rev().find(|n| n.saturating_pow(left) <= room).unwrap_or(1);
        let mut next = Vec::new();
        for (values, weight) in &all {
            for (t, more) in list.iter().take(most) {
                let mut values = values.clone();
                values.push(t.clone());
                next.push((values, weight + more));
            }
        }
        all = next;
    }
    all.sort_by_key(|(_, weight)| *weight);
    all
}

/// The premises and the conclusion of a formula at values for the symbols that it quantifies.
fn at(formula: &Formula, values: &[Term]) -> Option<(Vec<Formula>, (Term, Relation, Term))> {
    let mut known = formula.free_indices();
    known.extend(values.iter().flat_map(Term::free_indices));
    let mut values = values.iter();
    let mut premises = Vec::new();
    let mut rest = formula.clone();
    loop {
        rest = match rest {
            Formula::ForAll(binder) => {
                let index = fresh(binder.hint(), &known);
                known.push(index.clone());
                binder.opened(&Index::Free(index))
            }
            Formula::ForAllSymbols(binder) => binder.opened(values.next()?).ok()?,
            Formula::Implies(premise, conclusion) => {
                if !matches!(*premise, Formula::Apart(..)) {
                    premises.push((*premise).clone());
                }
                (*conclusion).clone()
            }
            Formula::Relation(l, relation, r) => return Some((premises, (l, relation, r))),
            Formula::Apart(..) => return None,
        };
    }
}

/// The names that new indices must not have, so that they stand for any process: those of theorems with their
/// hypotheses, and those that are known to differ.
pub(crate) fn indices_of(theorems: &[Theorem], apart: &[(Name, Name)]) -> Vec<Name> {
    let all = theorems.iter().flat_map(|f| f.hypotheses().iter().chain([f.conclusion()]));
    let apart = apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]);
    all.flat_map(Formula::free_indices).chain(apart).collect()
}

/// The theorem of an instance, if `prove` proves its premises; still for all its indices, which have none of the names
/// `avoid` on the way, where indices differ as the fact says.
pub(crate) fn made<E: From<RuleError>>(
    fact: &Theorem,
    instance: &Instance,
    avoid: &[Name],
    prove: &mut dyn FnMut(&Formula) -> Result<Option<Theorem>, E>,
) -> Result<Option<Theorem>, E> {
    let mut known: Vec<Name> = indices_of(std::slice::from_ref(fact), &[]);
    known.extend(avoid.iter().cloned());
    known.extend(instance.values.iter().flat_map(Term::free_indices));
    let mut values = instance.values.iter();
    let mut front: Vec<Result<Name, Formula>> = Vec::new();
    let mut theorem = fact.clone();
    loop {
        theorem = match theorem.conclusion().clone() {
            Formula::ForAll(binder) => {
                let index = fresh(binder.hint(), &known);
                known.push(index.clone());
                front.push(Ok(index.clone()));
                specialize(&theorem, &index)?
            }
            Formula::ForAllSymbols(_) => {
                let Some(value) = values.next() else { return Ok(None) };
                specialize_symbol(&theorem, value)?
            }
            Formula::Implies(premise, _) => {
                let proof = if matches!(*premise, Formula::Apart(..)) {
                    front.push(Err((*premise).clone()));
                    assume(&premise)?
                } else {
                    match prove(&premise)? {
                        Some(proof) => proof,
                        None => return Ok(None),
                    }
                };
                modus_ponens(&theorem, &proof)?
            }
            _ => break,
        };
    }
    for part in front.iter().rev() {
        theorem = match part {
            Ok(index) => generalize(index, &theorem)?,
            Err(side) => discharge(side, &theorem)?,
        };
    }
    Ok(Some(theorem))
}

/// A question: a relation under some premises, which may be assumed.
type Ask<'a, E> = dyn FnMut(&[Theorem], &Term, Relation, &Term) -> Result<Option<Theorem>, E> + 'a;

/// A proof of a premise: it is known as it stands, or `ask` proves its conclusion under its own premises.
pub(crate) fn premise<E: From<RuleError>>(
    formula: &Formula,
    facts: &[Theorem],
    avoid: &[Name],
    ask: &mut Ask<'_, E>,
) -> Result<Option<Theorem>, E> {
    if let Some(known) = facts.iter().find(|fact| fact.conclusion() == formula) {
        return Ok(Some(known.clone()));
    }
    let all = facts.iter().flat_map(|f| f.hypotheses().iter().chain([f.conclusion()]));
    let names: Vec<Name> = all.flat_map(Formula::names).collect();
    let goal = Goal::of(formula, avoid, &names);
    let own: Vec<Theorem> = goal.premises().map(assume).collect::<Result<_, _>>()?;
    let Formula::Relation(l, relation, r) = &goal.conclusion else { return Ok(None) };
    let Some(theorem) = ask(&own, l, *relation, r)? else { return Ok(None) };
    let theorem = if *relation == Relation::Below { weaken(&theorem)? } else { theorem };
    if theorem.conclusion() != &goal.conclusion {
        return Ok(None);
    }
    Ok(Some(goal.close(theorem)?))
}

/// The goal, from a theorem that concludes it: `x = y` from `y = x`, `x <= y` from `x = y`, `t = 0` from `t <= 0`.
pub(crate) fn concluded(
    theorem: &Theorem,
    (l, relation, r): (&Term, Relation, &Term),
) -> Result<Option<Theorem>, RuleError> {
    let goal = Formula::Relation(l.clone(), relation, r.clone());
    if *theorem.conclusion() == goal {
        return Ok(Some(theorem.clone()));
    }
    let Formula::Relation(a, sign, b) = theorem.conclusion() else { return Ok(None) };
    let is_turned = *sign == Relation::Equal && a == r && b == l;
    let turned = if is_turned { sym(theorem)? } else { theorem.clone() };
    let found = match relation {
        Relation::Below => weaken(&turned)?,
        Relation::Equal if *sign == Relation::Below && a == l && *b.kind() == TermKind::Zero => {
            antisym(&turned, &LAWS.zero_le.at(l, l))?
        }
        Relation::Equal => turned,
    };
    Ok((*found.conclusion() == goal).then_some(found))
}
