//! Rules with premises: induction rules and lemmas of the form `premise => conclusion`, applied to the
//! facts that stand before them in a hint.

use reductio_algebra::{Formula, Name, Relation, Substitution, Symbol, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{instantiate, modus_ponens, specialize};

use super::facts::{Facts, Failure, relation_of};
use crate::derived::weaken;
use crate::limits::ReplayLimits;
use crate::quantified::Goal;
use crate::script::Induction;
use crate::tactic::product::{factors_of, product};

/// A conclusion and the origins that it rests on.
pub(super) type Applied = Vec<(Theorem, Vec<usize>)>;

/// The most ways of matching premises with facts that are tried.
const MAX_TRIES: usize = 64;

/// Applies an induction rule to every fact that has the shape of its premise.
pub(super) fn induction(
    rule: Induction,
    facts: &Facts,
    values: Option<[Term; 3]>,
    apart: &[(Name, Name)],
    limits: ReplayLimits<'_>,
) -> Result<Applied, Failure> {
    let mut premises: Vec<(Term, Term)> = Vec::new();
    if let Some([x, y, z]) = values {
        premises.push(match rule {
            Induction::StarL => (x.seq(&y), y),
            Induction::StarR => (x.seq(&y), x),
            Induction::Loop => (x.clone(), y.seq(&x).plus(&z)),
        });
    } else {
        for (fact, _) in &facts.theorems {
            // A fact about an index of the step is kept for all indices.
            let (_, fact) = fact.conclusion().stripped(&[]);
            let Some((l, _, r)) = relation_of(&fact) else {
                continue;
            };
            premises.extend(premise_of(rule, l, r));
        }
    }
    let mut out = Vec::new();
    for (l, r) in premises {
        let (premise, used) = match facts.prove(&l, Relation::Below, &r, apart, limits) {
            Ok(found) => found,
            Err(Failure::NotFound(_)) => continue,
            Err(failure) => return Err(failure),
        };
        out.push((rule.apply(&weaken(&premise)?)?, used));
    }
    Ok(out)
}

/// The remedy where a rule of induction fits no fact: the rule that does, or the form of a fact that it needs.
pub(super) fn other_induction(
    rule: Induction,
    facts: &Facts,
    apart: &[(Name, Name)],
    limits: ReplayLimits<'_>,
) -> String {
    let fits = |other: &Induction| {
        induction(*other, facts, None, apart, limits).is_ok_and(|applied| !applied.is_empty())
    };
    match Induction::ALL.into_iter().filter(|other| *other != rule).find(fits) {
        Some(other) => format!("{other} fits a fact before it"),
        None => {
            format!(
                "write that fact before it, with its reason: `{{{} (below); {rule}}}`",
                rule.premise()
            )
        }
    }
}

/// The sides of a fact `l <= r` as those of a premise `x y <= y`, `x y <= x` or `x <= y x + z`, modulo associativity.
fn premise_of(rule: Induction, l: &Term, r: &Term) -> Option<(Term, Term)> {
    let (left, right) = (factors_of(l), factors_of(r));
    match rule {
        Induction::StarL => {
            let prefix = left.strip_suffix(&right[..]).filter(|p| !p.is_empty())?;
            Some((product(prefix).seq(r), r.clone()))
        }
        Induction::StarR => {
            let suffix = left.strip_prefix(&right[..]).filter(|s| !s.is_empty())?;
            Some((r.seq(&product(suffix)), r.clone()))
        }
        Induction::Loop => {
            let TermKind::Plus(a, z) = r.kind() else {
                return None;
            };
            let whole = factors_of(a);
            let prefix = whole.strip_suffix(&left[..]).filter(|p| !p.is_empty())?;
            Some((l.clone(), product(prefix).seq(l).plus(z)))
        }
    }
}

/// Applies a lemma with premises: to the values given, or to values found by matching its premises with
/// the facts. Premises are then proved from the facts.
pub(super) fn lemma(
    lemma: &Theorem,
    variables: &[Symbol],
    fixed: bool,
    facts: &Facts,
    apart: &[(Name, Name)],
    limits: ReplayLimits<'_>,
) -> Result<Applied, Failure> {
    let (names, body) = lemma.conclusion().stripped(&[]);
    let (premises, _) = body.horn();
    let mut bindings = vec![Vec::new()];
    if !fixed {
        for premise in &premises {
            // A symbol that a premise quantifies is no variable of the lemma: it matches the symbol with its name.
            let inner = Goal::of(premise, &[], &[]);
            let Some((l, _, r)) =
                relation_of(&inner.conclusion).filter(|_| inner.premises().next().is_none())
            else {
                continue;
            };
            let mut next = Vec::new();
            for binding in &bindings {
                for (fact, _) in &facts.theorems {
                    let (_, fact) = fact.conclusion().stripped(&[]);
                    let Some((fl, _, fr)) = relation_of(&fact) else {
                        continue;
                    };
                    matches(l, r, fl, fr, variables, binding, &mut next);
                }
            }
            next.truncate(MAX_TRIES);
            bindings = next;
        }
    }
    let mut out: Applied = Vec::new();
    for binding in bindings {
        let mut s = Substitution::new();
        if binding.iter().any(|(symbol, term)| s.symbol(symbol, &[], term).is_err()) {
            continue;
        }
        let mut theorem = instantiate(lemma, &s);
        for name in &names {
            theorem = specialize(&theorem, name)?;
        }
        let mut used = Vec::new();
        if let Some(theorem) = discharge(theorem, &mut used, facts, apart, limits)?
            && !out.iter().any(|(t, _)| t.conclusion() == theorem.conclusion())
        {
            out.push((theorem, used));
        }
    }
    Ok(out)
}

/// Proves the premises of an implication from the facts, one after the other.
pub(super) fn discharge(
    mut theorem: Theorem,
    used: &mut Vec<usize>,
    facts: &Facts,
    apart: &[(Name, Name)],
    limits: ReplayLimits<'_>,
) -> Result<Option<Theorem>, Failure> {
    while let Formula::Implies(premise, _) = theorem.conclusion().clone() {
        if let Formula::Apart(..) = *premise {
            theorem = crate::tactic::rule::discharge_apart(&theorem)?;
            continue;
        }
        match formula(&premise, facts, apart, limits) {
            Ok((proof, more)) => {
                used.extend(more);
                theorem = modus_ponens(&theorem, &proof)?;
            }
            Err(Failure::NotFound(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        }
    }
    Ok(Some(theorem))
}

/// Proves a formula from the facts: indices are fixed, side conditions assumed, the relation searched for.
pub(super) fn formula(
    goal: &Formula,
    facts: &Facts,
    apart: &[(Name, Name)],
    limits: ReplayLimits<'_>,
) -> Result<(Theorem, Vec<usize>), Failure> {
    // A premise about all actions may stand among the facts as it is.
    if let Some((theorem, origin)) = facts.quantified.iter().find(|(t, _)| t.conclusion() == goal) {
        return Ok((theorem.clone(), vec![*origin]));
    }
    let avoid: Vec<Name> = apart.iter().flat_map(|(i, j)| [i.clone(), j.clone()]).collect();
    let of = |t: &Theorem| {
        t.hypotheses().iter().chain([t.conclusion()]).flat_map(Formula::names).collect()
    };
    let known: Vec<Vec<Name>> = facts.theorems.iter().map(|(t, _)| of(t)).collect();
    let goal = Goal::of(goal, &avoid, &known.concat());
    let mut apart = apart.to_vec();
    for premise in goal.premises() {
        let Formula::Apart(reductio_algebra::Index::Free(i), reductio_algebra::Index::Free(j)) =
            premise
        else {
            return Err(Failure::NotFound(None));
        };
        apart.push((i.clone(), j.clone()));
    }
    let Some((l, relation, r)) = relation_of(&goal.conclusion) else {
        return Err(Failure::NotFound(None));
    };
    let (mut theorem, used) = facts.prove(l, relation, r, &apart, limits)?;
    if relation == Relation::Below {
        theorem = weaken(&theorem)?;
    }
    let theorem = goal.close(theorem)?;
    Ok((theorem, used))
}

type Values = Vec<(Symbol, Term)>;

/// Values of the variables for which the premise `l <= r` may follow from the fact `fl <= fr`: the left sides agree
/// factor by factor, and the variables that they leave open are read off the right sides.
fn matches(
    l: &Term,
    r: &Term,
    fl: &Term,
    fr: &Term,
    variables: &[Symbol],
    binding: &Values,
    out: &mut Vec<Values>,
) {
    let mut lefts = Vec::new();
    align(&factors_of(l), &factors_of(fl), variables, binding.clone(), &mut lefts);
    for left in lefts {
        let open = r.mentions(&|s| variables.contains(s) && !left.iter().any(|(v, _)| v == s));
        if open {
            align(&factors_of(r), &factors_of(fr), variables, left, out);
        } else {
            out.push(left);
        }
    }
}

/// Aligns a list of pattern factors with a list of factors; a variable takes one or more of them.
fn align(
    pattern: &[Term],
    list: &[Term],
    variables: &[Symbol],
    binding: Values,
    out: &mut Vec<Values>,
) {
    if out.len() >= MAX_TRIES {
        return;
    }
    let [first, rest @ ..] = pattern else {
        if list.is_empty() {
            out.push(binding);
        }
        return;
    };
    let variable = match first.kind() {
        TermKind::Symbol(s, _) if variables.contains(s) && s.arity == 0 => Some(s),
        _ => None,
    };
    if list.is_empty() {
        return;
    }
    let Some(symbol) = variable else {
        let mut b = binding.clone();
        // A pattern that does not fit as it stands, `x + 1` for instance, is left to the proof of the
        // premise.
        let b = if unify(first, &list[0], variables, &mut b) { b } else { binding };
        align(rest, &list[1..], variables, b, out);
        return;
    };
    for take in 1..=list.len() {
        let mut b = binding.clone();
        if bind(symbol, &product(&list[..take]), &mut b) {
            align(rest, &list[take..], variables, b, out);
        }
    }
}

/// Gives a variable a value, unless it has another one or is of a smaller sort.
fn bind(symbol: &Symbol, value: &Term, binding: &mut Values) -> bool {
    if let Some((_, known)) = binding.iter().find(|(s, _)| s == symbol) {
        return known == value;
    }
    binding.push((symbol.clone(), value.clone()));
    value.sort() <= symbol.sort
}

/// Matches a pattern with a term, operator by operator.
fn unify(pattern: &Term, term: &Term, variables: &[Symbol], binding: &mut Values) -> bool {
    use TermKind as K;
    let mut both = |p: &Term, t: &Term| unify(p, t, variables, binding);
    match (pattern.kind(), term.kind()) {
        (K::Symbol(s, _), _) if variables.contains(s) && s.arity == 0 => bind(s, term, binding),
        (K::Plus(p, q), K::Plus(t, u))
        | (K::Seq(p, q), K::Seq(t, u))
        | (K::Loop(p, q), K::Loop(t, u)) => both(p, t) && both(q, u),
        (K::Star(p), K::Star(t)) | (K::Omega(p), K::Omega(t)) | (K::Not(p), K::Not(t)) => {
            both(p, t)
        }
        (K::Sum(p), K::Sum(t)) | (K::Product(p), K::Product(t)) => both(p.body(), t.body()),
        _ => pattern == term,
    }
}
