//! Products as lists of factors, and the kernel steps that regroup them.
//!
//! The product of `[a, b, c]` is `a (b c)`, of `[]` it is `1`. Functions that regroup return `None` for
//! the proof when both sides are the same term.

use reductio_algebra::{Term, TermKind};
use reductio_theorems::kernel::{axiom, refl, seq, sum_distrib_l, sum_distrib_r, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use crate::derived::{Derived, LAWS, seq_left};

/// A proof of an equation, or `None` when its sides are identical.
pub(crate) type Eqn = Option<Theorem>;

/// The product of a list of factors.
pub(crate) fn product(factors: &[Term]) -> Term {
    match factors {
        [] => Term::one(),
        [init @ .., last] => init.iter().rev().fold(last.clone(), |p, f| f.seq(&p)),
    }
}

/// The transitivity of equations.
pub(crate) fn then(a: Eqn, b: Eqn) -> Result<Eqn, RuleError> {
    Ok(match (a, b) {
        (Some(a), Some(b)) => Some(trans(&a, &b)?),
        (a, b) => a.or(b),
    })
}

/// The proof of an equation whose left side is `lhs`.
pub(crate) fn or_refl(e: Eqn, lhs: &Term) -> Derived {
    e.map_or_else(|| refl(lhs), Ok)
}

/// The equation `a b = a' b'`, from equations of its factors.
pub(crate) fn inside(a: Eqn, left: &Term, b: Eqn, right: &Term) -> Result<Eqn, RuleError> {
    if a.is_none() && b.is_none() {
        return Ok(None);
    }
    Ok(Some(seq(&or_refl(a, left)?, &or_refl(b, right)?)?))
}

fn ax(a: Axiom, x: &Term, y: &Term, z: &Term) -> Derived {
    axiom(a, x, y, z)
}

/// The theorem `|- product(a) product(b) = product(a ++ b)`.
pub(crate) fn append(a: &[Term], b: &[Term]) -> Result<Eqn, RuleError> {
    let right = product(b);
    match a {
        [] => Ok(Some(ax(Axiom::OneSeq, &right, &right, &right)?)),
        _ if b.is_empty() => {
            let left = product(a);
            Ok(Some(ax(Axiom::SeqOne, &left, &left, &left)?))
        }
        [_] => Ok(None),
        [first, rest @ ..] => {
            let assoc = sym(&ax(Axiom::SeqAssoc, first, &product(rest), &right)?)?;
            let inner = append(rest, b)?;
            let inner = match inner {
                Some(t) => Some(seq_left(first, &t)?),
                None => None,
            };
            then(Some(assoc), inner)
        }
    }
}

/// One step of rewriting at the root that brings a factor nearer to a literal: `x ? y`, complements of
/// compound predicates.
fn at_root(t: &Term) -> Option<(Term, impl Fn() -> Derived)> {
    enum Law {
        Loop(Term, Term),
        NotPlus(Term, Term),
        NotSeq(Term, Term),
        NotNot(Term),
        NotZero,
        NotOne,
    }
    let not = |p: &Term| p.complement().ok();
    let (to, law) = match t.kind() {
        TermKind::Loop(x, y) => (x.omega().plus(&x.star().seq(y)), Law::Loop(x.clone(), y.clone())),
        TermKind::Not(p) => match p.kind() {
            TermKind::Plus(a, b) => (not(a)?.seq(&not(b)?), Law::NotPlus(a.clone(), b.clone())),
            TermKind::Seq(a, b) => (not(a)?.plus(&not(b)?), Law::NotSeq(a.clone(), b.clone())),
            TermKind::Not(a) => (a.clone(), Law::NotNot(a.clone())),
            TermKind::Zero => (Term::one(), Law::NotZero),
            TermKind::One => (Term::zero(), Law::NotOne),
            _ => return None,
        },
        _ => return None,
    };
    Some((to, move || {
        let laws = &*LAWS;
        Ok(match &law {
            Law::Loop(x, y) => ax(Axiom::LoopDef, x, y, y)?,
            Law::NotPlus(a, b) => laws.not_plus.at(a, b),
            Law::NotSeq(a, b) => laws.not_seq.at(a, b),
            Law::NotNot(a) => laws.not_not.at(a, a),
            Law::NotZero => laws.not_zero.at(&Term::zero(), &Term::zero()),
            Law::NotOne => laws.not_one.at(&Term::one(), &Term::one()),
        })
    }))
}

/// The rewritten form of `x ? y` and of complements of compound predicates, if `t` is one, with proof.
pub(crate) fn rewritten(t: &Term) -> Option<Term> {
    at_root(t).map(|(to, _)| to)
}

/// The proof of `t = rewritten(t)`.
pub(crate) fn rewritten_proof(t: &Term) -> Result<Eqn, RuleError> {
    at_root(t).map(|(_, proof)| proof()).transpose()
}

/// The factors of a term, units dropped and products flattened; sums, stars and the rest stay whole.
fn factors(t: &Term, out: &mut Vec<Term>) {
    match t.kind() {
        TermKind::One => {}
        TermKind::Seq(a, b) => {
            factors(a, out);
            factors(b, out);
        }
        _ => match rewritten(t) {
            Some(to) => factors(&to, out),
            None => out.push(t.clone()),
        },
    }
}

/// The factors of the product of several terms.
pub(crate) fn all_factors<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Vec<Term> {
    let mut out = Vec::new();
    for t in terms {
        factors(t, &mut out);
    }
    out
}

/// The factors of one term.
pub(crate) fn factors_of(t: &Term) -> Vec<Term> {
    all_factors([t])
}

/// `|- t = product(factors(t))`, and the factors.
pub(crate) fn flatten(t: &Term) -> Result<(Vec<Term>, Eqn), RuleError> {
    match t.kind() {
        TermKind::One => Ok((Vec::new(), None)),
        TermKind::Seq(a, b) => {
            let (mut left, a_proof) = flatten(a)?;
            let (right, b_proof) = flatten(b)?;
            let inner = inside(a_proof, a, b_proof, b)?;
            let proof = then(inner, append(&left, &right)?)?;
            left.extend(right);
            Ok((left, proof))
        }
        _ => match at_root(t) {
            Some((to, step)) => {
                let (list, rest) = flatten(&to)?;
                Ok((list, then(Some(step()?), rest)?))
            }
            None => Ok((vec![t.clone()], None)),
        },
    }
}

/// For the sum `a + b` at position `k`: `|- product(list) = product(..a..) + product(..b..)`.
pub(crate) fn split_plus(list: &[Term], k: usize, a: &Term, b: &Term) -> Derived {
    let sum = a.plus(b);
    let mut t = if k + 1 == list.len() {
        refl(&sum)?
    } else {
        ax(Axiom::DistribR, a, b, &product(&list[k + 1..]))?
    };
    for f in list[..k].iter().rev() {
        let TermKind::Plus(x, y) = crate::derived::rhs(&t).kind().clone() else {
            break;
        };
        t = trans(&seq_left(f, &t)?, &ax(Axiom::DistribL, f, &x, &y)?)?;
    }
    Ok(t)
}

/// For a sum over indices at position `k`: `|- product(list) = (+i : product(..x_i..))`.
pub(crate) fn split_sum(list: &[Term], k: usize) -> Derived {
    let mut t = if k + 1 == list.len() {
        refl(&list[k])?
    } else {
        sum_distrib_r(&list[k], &product(&list[k + 1..]))?
    };
    for f in list[..k].iter().rev() {
        let sum = crate::derived::rhs(&t);
        t = trans(&seq_left(f, &t)?, &sum_distrib_l(f, &sum)?)?;
    }
    Ok(t)
}

/// `|- product(list) = 0`, for a list with `0` at position `k`.
pub(crate) fn annihilate(list: &[Term], k: usize) -> Derived {
    let zero = Term::zero();
    let mut t = if k + 1 == list.len() {
        refl(&zero)?
    } else {
        let tail = product(&list[k + 1..]);
        ax(Axiom::ZeroSeq, &tail, &tail, &tail)?
    };
    for f in list[..k].iter().rev() {
        t = trans(&seq_left(f, &t)?, &ax(Axiom::SeqZero, f, f, f)?)?;
    }
    Ok(t)
}
