//! Index families and defined names in the search: facts at the indices of a goal, definitions unfolded everywhere,
//! and the members of products over indices.

use reductio_algebra::{Formula, Index, Name, Relation, Term, TermKind};
use reductio_theorems::kernel::{
    assume, axiom, discharge, generalize, le_elim, modus_ponens, plus, product_greatest,
    product_lower, refl, seq, specialize, sum_least, sum_upper, sym, trans, unfold,
};
use reductio_theorems::{Axiom, Theorem};
use rustc_hash::FxHashMap;

use super::made::{Made, Stop};
use crate::decide::{Decision, decide_under, omega_equal, star_equal};
use crate::derived::{antisym, rhs, weaken};
use crate::step_error::Proposer;
use crate::tactic::rule::discharge_apart;

/// The most instances of one fact.
const INSTANCES: usize = 9;
/// The most nodes, as a tree, of a term that is taken apart.
const NODES: u32 = 2_000;
/// The most levels of names that stand for one another.
const LEVELS: usize = 300;

/// A fact at all choices of these indices, where its side conditions are known; none for a fact without indices.
pub(super) fn instances(
    fact: &Theorem,
    indices: &[Name],
    apart: &[(Name, Name)],
) -> Made<Vec<Theorem>> {
    if !matches!(fact.conclusion(), Formula::ForAll(_)) {
        return Ok(Vec::new());
    }
    let mut all = vec![fact.clone()];
    while all.iter().any(|t| matches!(t.conclusion(), Formula::ForAll(_))) {
        let mut next = Vec::new();
        for t in &all {
            for i in indices {
                next.push(specialize(t, i)?);
            }
        }
        if next.is_empty() || next.len() > INSTANCES {
            return Ok(Vec::new());
        }
        all = next;
    }
    let is_known = |f: &Formula| match f {
        Formula::Apart(Index::Free(i), Index::Free(j)) => {
            apart.iter().any(|(a, b)| (a == i && b == j) || (a == j && b == i))
        }
        _ => false,
    };
    let mut found = Vec::new();
    for t in all {
        let (premises, _) = t.conclusion().horn();
        if premises.iter().all(|p| is_known(p)) {
            found.push(discharge_apart(&t)?);
        }
    }
    Ok(found)
}

/// Decides whether a defined name occurs in a formula.
pub(super) fn has_definitions(f: &Formula) -> bool {
    match f {
        Formula::Relation(l, _, r) => is_defined(l) || is_defined(r),
        Formula::Apart(..) => false,
        Formula::Implies(a, b) => has_definitions(a) || has_definitions(b),
        Formula::ForAll(b) => has_definitions(b.body()),
        Formula::ForAllSymbols(b) => has_definitions(b.body()),
    }
}

fn is_defined(t: &Term) -> bool {
    let mut found = false;
    t.for_each_part(&mut |part| {
        found |= matches!(part.kind(), TermKind::Defined(..));
        !found
    });
    found
}

/// Decides whether a formula can be taken apart: it has few enough nodes as a tree. A small term with shared parts may
/// have more.
pub(super) fn is_small(f: &Formula) -> bool {
    match f {
        Formula::Relation(l, _, r) => l.size().max(r.size()) <= NODES,
        Formula::Apart(..) => true,
        Formula::Implies(a, b) => is_small(a) && is_small(b),
        Formula::ForAll(b) => is_small(b.body()),
        Formula::ForAllSymbols(b) => is_small(b.body()),
    }
}

/// Terms with defined names, with the terms that they abbreviate. A term that occurs twice is unfolded once.
#[derive(Default)]
pub(super) struct Unfolding {
    done: FxHashMap<Term, Theorem>,
}

impl Unfolding {
    /// `|- t = t'`, where no defined name is left in `t'`; names upon names upon names are left as they are.
    pub(super) fn of(&mut self, t: &Term) -> Made<Theorem> {
        if t.unfolded_depth() > LEVELS || !is_defined(t) {
            return Ok(refl(t)?);
        }
        if let Some(known) = self.done.get(t) {
            return Ok(known.clone());
        }
        let found = self.unfolded(t)?;
        self.done.insert(t.clone(), found.clone());
        Ok(found)
    }

    fn unfolded(&mut self, t: &Term) -> Made<Theorem> {
        let fresh = |hint: &Name| reductio_algebra::fresh(hint, &t.free_indices());
        Ok(match t.kind() {
            TermKind::Plus(a, b) => plus(&self.of(a)?, &self.of(b)?)?,
            TermKind::Seq(a, b) => seq(&self.of(a)?, &self.of(b)?)?,
            TermKind::Star(a) => star_equal(&self.of(a)?)?,
            TermKind::Omega(a) => omega_equal(&self.of(a)?)?,
            TermKind::Loop(a, b) => {
                let open = axiom(Axiom::LoopDef, a, b, a)?;
                trans(&open, &self.of(&rhs(&open))?)?
            }
            TermKind::Not(p) => {
                let inner = self.of(p)?;
                if rhs(&inner).size() > NODES {
                    return Ok(refl(t)?);
                }
                let not = rhs(&inner)
                    .complement()
                    .map_err(|_| Stop::Step(Proposer::Induction.unfit(t)))?;
                match decide_under(&[inner], t, Relation::Equal, &not, 100) {
                    Ok(Decision::Holds(theorem)) => theorem,
                    _ => refl(t)?,
                }
            }
            TermKind::Sum(b) => {
                let i = fresh(b.hint());
                let inner = self.of(&b.opened(&Index::Free(i.clone())))?;
                let to = Term::index_sum(&i, &rhs(&inner));
                let down = trans(&weaken(&inner)?, &sum_upper(&to, &i)?)?;
                let up = trans(&weaken(&sym(&inner)?)?, &sum_upper(t, &i)?)?;
                antisym(&sum_least(&i, &down)?, &sum_least(&i, &up)?)?
            }
            TermKind::Product(b) => {
                let i = fresh(b.hint());
                let inner = self.of(&b.opened(&Index::Free(i.clone())))?;
                let to = Term::index_product(&i, &rhs(&inner))
                    .map_err(|_| Stop::Step(Proposer::Induction.unfit(t)))?;
                let down = trans(&product_lower(t, &i)?, &inner)?;
                let up = trans(&product_lower(&to, &i)?, &sym(&inner)?)?;
                antisym(&product_greatest(&i, &down)?, &product_greatest(&i, &up)?)?
            }
            TermKind::Defined(..) => {
                let open = unfold(t)?;
                trans(&open, &self.of(&rhs(&open))?)?
            }
            TermKind::Zero | TermKind::One | TermKind::Symbol(..) | TermKind::Bound(..) => refl(t)?,
        })
    }

    /// A fact without defined names in its conclusion; a fact that would become too large as it is.
    pub(super) fn fact(&mut self, fact: &Theorem) -> Made<Theorem> {
        self.restated(fact, &|_| true)
    }

    /// A fact without defined names on the left side of an inclusion, or in an equation.
    pub(super) fn left_of(&mut self, fact: &Theorem) -> Made<Theorem> {
        self.restated(fact, &|relation| relation == Relation::Equal)
    }

    fn restated(
        &mut self,
        fact: &Theorem,
        is_right_too: &dyn Fn(Relation) -> bool,
    ) -> Made<Theorem> {
        if !has_definitions(fact.conclusion()) {
            return Ok(fact.clone());
        }
        let avoid: Vec<Name> = fact.hypotheses().iter().flat_map(Formula::free_indices).collect();
        let (names, body) = fact.conclusion().stripped(&avoid);
        let (premises, conclusion) = body.horn();
        let Formula::Relation(l, relation, r) = conclusion else { return Ok(fact.clone()) };
        let mut t = fact.clone();
        for i in &names {
            t = specialize(&t, i)?;
        }
        for premise in &premises {
            t = modus_ponens(&t, &assume(premise)?)?;
        }
        t = trans(&sym(&self.of(l)?)?, &t)?;
        if is_right_too(*relation) {
            t = trans(&t, &self.of(r)?)?;
        }
        for premise in premises.iter().rev() {
            t = discharge(premise, &t)?;
        }
        for i in names.iter().rev() {
            t = generalize(i, &t)?;
        }
        Ok(if is_small(t.conclusion()) { t } else { fact.clone() })
    }
}

/// `|- t = t'`, where each sum over indices stands beside its members at some indices; none for too large terms.
pub(super) fn with_members(t: &Term, indices: &[Name]) -> Made<Option<Theorem>> {
    if t.size() > NODES {
        return Ok(None);
    }
    beside(t, indices).map(Some)
}

fn beside(t: &Term, indices: &[Name]) -> Made<Theorem> {
    Ok(match t.kind() {
        TermKind::Plus(a, b) => plus(&beside(a, indices)?, &beside(b, indices)?)?,
        TermKind::Seq(a, b) => seq(&beside(a, indices)?, &beside(b, indices)?)?,
        TermKind::Star(a) => star_equal(&beside(a, indices)?)?,
        TermKind::Omega(a) if !t.is_top() => omega_equal(&beside(a, indices)?)?,
        TermKind::Sum(_) if t.is_closed() => {
            let mut same = refl(t)?;
            for i in indices {
                // m <= t, so t = m + t.
                let member = le_elim(&sum_upper(t, i)?)?;
                let m = crate::derived::lhs(&sum_upper(t, i)?);
                same = trans(&sym(&member)?, &plus(&refl(&m)?, &same)?)?;
            }
            same
        }
        _ => refl(t)?,
    })
}

/// `for all j: (.i : p_i) <= p_j`, for each product over indices of a term.
pub(super) fn members(t: &Term, found: &mut Vec<Theorem>) -> Made<()> {
    let mut products: Vec<(&Term, &Name)> = Vec::new();
    t.for_each_part(&mut |part| {
        if let TermKind::Product(b) = part.kind()
            && part.is_closed()
        {
            products.push((part, b.hint()));
        }
        true
    });
    for (t, hint) in products {
        let j = reductio_algebra::fresh(hint, &t.free_indices());
        let member = generalize(&j, &product_lower(t, &j)?)?;
        if !found.iter().any(|known| known.conclusion() == member.conclusion()) {
            found.push(member);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reductio_algebra::Theory;

    /// `d1 = d0 d0`, `d2 = d1 d1`, ... is gone through as the shared graph that it is, and a complement of the like
    /// too.
    #[test]
    fn sixty_doublings_are_unfolded_at_once() {
        use std::fmt::Write as _;
        let mut text = "theory D\naction x\npredicate p\n".to_owned();
        text += "definition (a) ours: d0 = x\ndefinition (b) ours: c0 = p\n";
        for k in 1..=60 {
            let l = k - 1;
            let _ = writeln!(text, "definition (d, {k}) ours: d{k} = d{l} d{l} + d{l}*");
            let _ = writeln!(text, "definition (c, {k}) ours: c{k} = c{l} + c{l}");
        }
        text += "hypothesis (h) ours: d60 <= x\nlemma (l) ours: !c60 d60 <= d60* + (+i : d59)\n";
        let theory = Theory::parse(&text, &[]).unwrap_or_else(|e| panic!("{e:?}"));
        let lemma = &theory.statements().last().unwrap().formula;
        let Formula::Relation(l, _, r) = lemma else { panic!("{lemma}") };
        let mut names = Unfolding::default();
        for t in [l, r] {
            let Ok(found) = names.of(t) else { panic!("the kernel refuses a step") };
            assert_eq!(crate::derived::lhs(&found), *t);
            assert!(rhs(&found).size() > 1_000_000);
        }
        assert!(!is_defined(&rhs(&names.of(r).unwrap_or_else(|_| panic!()))));
        // A fact that would be too large stays as it is.
        let fact = assume(&theory.statements()[0].formula).unwrap();
        let Ok(same) = names.fact(&fact) else { panic!("the kernel refuses a step") };
        assert_eq!(same.conclusion(), fact.conclusion());
    }
}
