//! From a match to kernel steps.

use reductio_algebra::{Index, Term, TermKind};
use reductio_theorems::kernel::{
    product_greatest, product_lower, seq, sum_upper, sym, trans, unfold,
};

use super::build::build;
use super::plan::{Match, Plan, Weakening};
use super::product::{flatten, or_refl, rewritten, rewritten_proof};
use super::word::WordProofs;
use crate::derived::{LAWS, omega_mono, star_into, weaken};
use crate::step_error::{Attempt, Proposer};

/// The kernel's proof of `segment(i, j) <= t`.
pub(crate) fn build_match(
    proofs: &WordProofs<'_>,
    m: &Match,
    t: &Term,
    i: usize,
    j: usize,
) -> Attempt {
    let laws = &*LAWS;
    let two = |k: usize, a: &Match, x: &Term, b: &Match, y: &Term| -> Attempt {
        let parts = seq(&build_match(proofs, a, x, i, k)?, &build_match(proofs, b, y, k, j)?)?;
        Ok(trans(&proofs.split(i, k, j)?, &parts)?)
    };
    let wrong = || Proposer::Tactic.unfit(t);
    match (m, t.kind()) {
        (Match::Action, _) => Ok(proofs.action(i)?),
        (Match::Test(at, steps), _) => {
            let mut proof = weaken(&proofs.test(i, *at)?)?;
            for step in steps {
                let here = crate::derived::rhs(&proof);
                proof = trans(
                    &proof,
                    &match step {
                        Weakening::Unfold => unfold(&here)?,
                        Weakening::Lower(name) => product_lower(&here, name)?,
                    },
                )?;
            }
            Ok(proof)
        }
        (Match::One, _) => Ok(proofs.one(i)),
        (Match::Top, _) => {
            let segment = proofs.segment(i, j);
            Ok(laws.top.at(&segment, &segment))
        }
        (Match::Left(m), TermKind::Plus(a, b)) => {
            Ok(trans(&build_match(proofs, m, a, i, j)?, &laws.inl.at(a, b))?)
        }
        (Match::Right(m), TermKind::Plus(a, b)) => {
            Ok(trans(&build_match(proofs, m, b, i, j)?, &laws.inr.at(a, b))?)
        }
        (Match::Seq(k, a, b), TermKind::Seq(x, y)) => two(*k, a, x, b, y),
        (Match::StarNil, TermKind::Star(x)) => {
            Ok(trans(&proofs.one(i), &laws.one_le_star.at(x, x))?)
        }
        (Match::StarCons(k, a, b), TermKind::Star(x)) => {
            Ok(trans(&two(*k, a, x, b, t)?, &laws.star_cons.at(x, x))?)
        }
        (Match::StarStar(plan, rest), TermKind::Star(x)) => {
            let action = &proofs.word.actions[i];
            let TermKind::Star(z) = action.kind() else {
                return Err(wrong());
            };
            let into = star_into(&goal(plan, z, t)?)?;
            let first = trans(&proofs.action(i)?, &into)?;
            let both = seq(&first, &build_match(proofs, rest, t, i + 1, j)?)?;
            let split = proofs.split(i, i + 1, j)?;
            Ok(trans(&trans(&split, &both)?, &laws.star_star.at(x, x))?)
        }
        (Match::Omega(plan), TermKind::Omega(x)) => {
            let TermKind::Omega(z) = proofs.word.actions[i].kind() else {
                return Err(wrong());
            };
            Ok(trans(&proofs.action(i)?, &omega_mono(&goal(plan, z, x)?)?)?)
        }
        (Match::OmegaFold(k, a, b), TermKind::Omega(x)) => {
            Ok(trans(&two(*k, a, x, b, t)?, &laws.omega_fold.at(x, x))?)
        }
        (Match::Sum(c, m), TermKind::Sum(binder)) => {
            let at = binder.opened(&Index::Free(c.clone()));
            Ok(trans(&build_match(proofs, m, &at, i, j)?, &sum_upper(t, c)?)?)
        }
        (Match::Product(name, m), TermKind::Product(binder)) => {
            let at = binder.opened(&Index::Free(name.clone()));
            Ok(product_greatest(name, &build_match(proofs, m, &at, i, j)?)?)
        }
        (Match::Unfold(m), _) => {
            let step = unfold(t)?;
            let body = crate::derived::rhs(&step);
            Ok(trans(&build_match(proofs, m, &body, i, j)?, &sym(&step)?)?)
        }
        (Match::Rewritten(m), _) => {
            let to = rewritten(t).ok_or_else(wrong)?;
            let step = or_refl(rewritten_proof(t)?, t)?;
            Ok(trans(&build_match(proofs, m, &to, i, j)?, &sym(&step)?)?)
        }
        (Match::Goal(plan), _) if i == j => {
            let (list, flat) = flatten(&proofs.segment(i, j))?;
            let proof = build(plan, &list, t)?;
            flat.map_or(Ok(proof.clone()), |f| Ok(trans(&f, &proof)?))
        }
        (Match::Goal(plan), _) => {
            let action = &proofs.word.actions[i];
            Ok(trans(&proofs.action(i)?, &goal(plan, action, t)?)?)
        }
        _ => Err(wrong()),
    }
}

/// The proof of `term <= t` from a plan for the factors of `term`.
pub(crate) fn goal(plan: &Plan, term: &Term, t: &Term) -> Attempt {
    let (list, flat) = flatten(term)?;
    let proof = build(plan, &list, t)?;
    Ok(weaken(&match flat {
        Some(flat) => trans(&flat, &proof)?,
        None => proof,
    })?)
}
