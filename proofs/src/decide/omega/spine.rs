//! Omegas below omegas, and omegas with something behind them: a term as a sum `r + (+k : a_k x_k^w c_k)`.
//!
//! `r`, `a_k` and `x_k` are regular, and the *tail* `c_k` is any term, looked into by a question of its own. Every
//! term is equal to such a sum: in a product and in a star the factors behind the first omega go to its tail, and
//! `(r + a x^w c)^w = r^w + r* a x^w c (r + a x^w c)^w`. Two such sums are compared part by part: `a x^w c` lies below
//! the sum of those `b_k y_k^w d_k` with `c <= d_k` when `a x^w` lies below the sum of the `b_k y_k^w`. This is sound
//! and not complete, so it only ever adds proofs.

use reductio_algebra::{Term, TermKind};
use reductio_theorems::kernel::{axiom, loop_ind, refl, seq, star_ind_l, sym, trans};
use reductio_theorems::{Axiom, Theorem};

use super::super::monomial::missing;
use super::super::state::Stop;
use super::super::sums::{into_sum, sum, sum_below, sum_seq_below};
use super::body::{is_body, regular};
use super::laws::for_ever_then;
use super::occurs;
use crate::derived::{LAWS, antisym, le_refl, lub, omega_mono, rhs, seq_left, seq_right, weaken};
use crate::limits::DecisionLimits;
use crate::tactic::product::{product, rewritten};

/// The most parts that are compared.
const PARTS: usize = 24;
/// The depth to which tails within tails are looked into.
const DEPTH: usize = 3;

/// A part `head x^w tail`; no tail stands for the tail `1`.
#[derive(Clone)]
struct Part {
    head: Vec<Term>,
    body: Term,
    tail: Vec<Term>,
}

impl Part {
    /// The term up to the omega.
    fn omega(&self) -> Term {
        let mut factors = self.head.clone();
        factors.push(self.body.omega());
        product(&factors)
    }

    /// The whole term, grouped as `omega tail`.
    fn term(&self) -> Term {
        if self.tail.is_empty() { self.omega() } else { self.omega().seq(&self.rest()) }
    }

    fn rest(&self) -> Term {
        product(&self.tail)
    }
}

/// A term as a sum of a regular term and parts.
struct Spine {
    finite: Vec<Term>,
    parts: Vec<Part>,
    /// The theorem `term = sum of the finite part and the parts`.
    theorem: Theorem,
}

impl Spine {
    fn terms(finite: &[Term], parts: &[Part]) -> Vec<Term> {
        finite.iter().cloned().chain(parts.iter().map(Part::term)).collect()
    }
}

/// A question: decides inclusions that are regular or have omegas at the ends of products only.
pub(in crate::decide) type Ask<'a> = dyn Fn(&Term, &Term) -> Result<Option<Theorem>, Stop> + 'a;

/// `|- left <= right` by comparison part by part, if that proves it. `ask` is the decision proper.
pub(in crate::decide) fn below_by_parts(
    left: &Term,
    right: &Term,
    bound: DecisionLimits<'_>,
    ask: &Ask<'_>,
) -> Result<Option<Theorem>, Stop> {
    below(left, right, bound, ask, DEPTH)
}

fn below(
    left: &Term,
    right: &Term,
    bound: DecisionLimits<'_>,
    ask: &Ask<'_>,
    depth: usize,
) -> Result<Option<Theorem>, Stop> {
    if let Some(found) = ask(left, right)? {
        return Ok(Some(found));
    }
    if depth == 0 || !occurs(left) {
        return Ok(None);
    }
    let (Some(lower), Some(upper)) = (spine(left, bound)?, spine(right, bound)?) else {
        return Ok(None);
    };
    let above = Spine::terms(&upper.finite, &upper.parts);
    let into = into_sum(&above)?;
    let back = sym(&upper.theorem)?;
    let mut each = Vec::new();
    for finite in &lower.finite {
        match ask(finite, right)? {
            Some(found) => each.push(found),
            None => return Ok(None),
        }
    }
    for part in &lower.parts {
        let mut fits = Vec::new();
        for (k, other) in upper.parts.iter().enumerate() {
            let up = trans(&into[upper.finite.len() + k], &back)?;
            fits.extend(followed(other, part, &up, bound, ask, depth - 1)?);
        }
        let terms: Vec<Term> = fits.iter().map(|(t, _)| t.clone()).collect();
        let Some(first) = ask(&part.omega(), &sum(&terms))? else { return Ok(None) };
        let ends: Vec<Theorem> = fits.into_iter().map(|(_, t)| t).collect();
        each.push(if part.tail.is_empty() {
            trans(&first, &sum_below(&ends, right)?)?
        } else {
            let rest = part.rest();
            trans(&seq_right(&first, &rest)?, &sum_seq_below(&terms, &rest, &ends, right)?)?
        });
    }
    Ok(Some(trans(&lower.theorem, &sum_below(&each, right)?)?))
}

/// `other` without its tail, and `(other without its tail) (the tail of part) <= right`, if the tails allow it.
fn followed(
    other: &Part,
    part: &Part,
    up: &Theorem,
    bound: DecisionLimits<'_>,
    ask: &Ask<'_>,
    depth: usize,
) -> Result<Option<(Term, Theorem)>, Stop> {
    let omega = other.omega();
    let theorem = match (part.tail.is_empty(), other.tail.is_empty()) {
        (true, true) => up.clone(),
        (false, true) => {
            // (h x^w) c = h (x^w c) <= h x^w
            trans(&then_anything(other, &part.rest(), bound)?, up)?
        }
        (_, false) => {
            let rest = part.rest();
            let Some(tails) = below(&rest, &other.rest(), bound, ask, depth)? else {
                return Ok(None);
            };
            let grown = trans(&seq_left(&omega, &tails)?, up)?;
            if part.tail.is_empty() {
                trans(&sym(&axiom(Axiom::SeqOne, &omega, &omega, &omega)?)?, &grown)?
            } else {
                grown
            }
        }
    };
    Ok(Some((omega, theorem)))
}

/// The theorem `(h x^w) c <= h x^w`.
fn then_anything(part: &Part, c: &Term, bound: DecisionLimits<'_>) -> Result<Theorem, Stop> {
    let head = product(&part.head);
    let (all, omega) = (part.body.omega(), part.omega());
    let split = opaque(&omega.seq(c), &head.seq(&all.seq(c)), bound)?;
    let dropped = seq_left(&head, &for_ever_then(&part.body, c)?)?;
    let joined = opaque(&head.seq(&all), &omega, bound)?;
    Ok(trans(&trans(&split, &dropped)?, &joined)?)
}

/// The theorem of an inclusion of regular algebra with omegas as letters that holds by construction.
fn opaque(left: &Term, right: &Term, bound: DecisionLimits<'_>) -> Result<Theorem, Stop> {
    if left == right {
        return Ok(le_refl(left)?);
    }
    regular(left, right, bound)?.ok_or(Stop::NoProof)
}

fn opaque_equal(left: &Term, right: &Term, bound: DecisionLimits<'_>) -> Result<Theorem, Stop> {
    if left == right {
        return Ok(refl(left)?);
    }
    Ok(antisym(&opaque(left, right, bound)?, &opaque(right, left, bound)?)?)
}

/// The spine of a term, `None` when it has too many parts.
fn spine(t: &Term, bound: DecisionLimits<'_>) -> Result<Option<Spine>, Stop> {
    let Some((finite, mut parts)) = first_omegas(t) else { return Ok(None) };
    let mut theorem = opaque_equal(t, &sum(&Spine::terms(&finite, &parts)), bound)?;
    // Parts whose body has omegas are replaced, one after the other.
    while let Some(k) = parts.iter().position(|p| !is_body(&p.body)) {
        let old = Spine::terms(&finite, &parts);
        let part = parts.remove(k);
        let Some((opened, more)) = unnested(&part.body, bound)? else { return Ok(None) };
        let head = product(&part.head);
        let (all, rest) = (part.body.omega(), part.rest());
        // h W c = h V c, where W = V, and V is a sum.
        let before = opaque_equal(&part.term(), &head.seq(&all.seq(&rest)), bound)?;
        let inside = seq(&refl(&head)?, &seq_right(&opened, &rest)?)?;
        let mut new = Vec::new();
        for inner in more {
            let mut first = part.head.clone();
            first.extend(inner.head);
            let mut last = inner.tail;
            last.extend(part.tail.iter().cloned());
            new.push(Part { head: first, body: inner.body, tail: last });
        }
        let spread: Vec<Term> = new.iter().map(Part::term).collect();
        let after = opaque_equal(&rhs(&inside), &sum(&spread), bound)?;
        let step = trans(&trans(&before, &inside)?, &after)?;
        parts.extend(new);
        if parts.len() > PARTS {
            return Ok(None);
        }
        let target = sum(&Spine::terms(&finite, &parts));
        theorem = trans(&theorem, &replaced(&old, finite.len() + k, &step, &target, bound)?)?;
    }
    Ok(Some(Spine { finite, parts, theorem }))
}

/// The theorem `|- sum(old) = target`, where `step` gives the term that the summand at a place is equal to.
fn replaced(
    old: &[Term],
    place: usize,
    step: &Theorem,
    target: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Theorem, Stop> {
    let mut new = old.to_vec();
    new[place] = rhs(step);
    let mut same = match old.last() {
        Some(_) if place + 1 == old.len() => step.clone(),
        Some(last) => refl(last)?,
        None => return Err(Stop::Step(missing(target))),
    };
    for (k, t) in old.iter().enumerate().rev().skip(1) {
        let own = if k == place { step.clone() } else { refl(t)? };
        same = reductio_theorems::kernel::plus(&own, &same)?;
    }
    Ok(trans(&same, &opaque_equal(&sum(&new), target, bound)?)?)
}

/// `|- a^w = r^w + r* P a^w`, for `a = r + P`, and the parts of the right side.
fn unnested(a: &Term, bound: DecisionLimits<'_>) -> Result<Option<(Theorem, Vec<Part>)>, Stop> {
    let Some(Spine { finite, parts, theorem }) = spine(a, bound)? else { return Ok(None) };
    let (r, all) = (sum(&finite), a.omega());
    let others: Vec<Term> = parts.iter().map(Part::term).collect();
    let p = sum(&others);
    let (round, once) = (r.star(), p.seq(&all));
    let both = trans(&theorem, &opaque_equal(&rhs(&theorem), &r.plus(&p), bound)?)?;
    // W = a W = (r + P) W = r W + P W
    let unfold = axiom(Axiom::OmegaUnfold, a, a, a)?;
    let split = trans(&unfold, &seq_right(&both, &all)?)?;
    let split = trans(&split, &axiom(Axiom::DistribR, &r, &p, &all)?)?;
    let down = trans(&loop_ind(&weaken(&split)?)?, &axiom(Axiom::LoopDef, &r, &once, &r)?)?;
    let back = weaken(&sym(&split)?)?;
    let (left, right) = (r.seq(&all), once.clone());
    let stay = trans(&LAWS.inl.at(&left, &right), &back)?;
    let enter = trans(&LAWS.inr.at(&left, &right), &back)?;
    let inside = trans(&LAWS.inl.at(&r, &p), &weaken(&sym(&both)?)?)?;
    let again = trans(&seq_left(&round, &enter)?, &weaken(&star_ind_l(&stay)?)?)?;
    let up = lub(&omega_mono(&inside)?, &again)?;
    let same = antisym(&down, &up)?;
    let mut found = vec![Part { head: Vec::new(), body: r.clone(), tail: Vec::new() }];
    for part in parts {
        let mut head = vec![round.clone()];
        head.extend(part.head);
        let mut tail = part.tail;
        tail.push(all.clone());
        found.push(Part { head, body: part.body, tail });
    }
    Ok(Some((same, found)))
}

/// The summands without omega, and those with a first omega, whose body may have omegas.
fn first_omegas(t: &Term) -> Option<(Vec<Term>, Vec<Part>)> {
    let is_plain = |t: &Term| !occurs(t) && !has_top(t);
    if is_plain(t) {
        let none = *t.kind() == TermKind::Zero;
        return Some((if none { Vec::new() } else { vec![t.clone()] }, Vec::new()));
    }
    let (finite, parts) = match t.kind() {
        TermKind::Omega(x) => {
            (Vec::new(), vec![Part { head: Vec::new(), body: x.clone(), tail: Vec::new() }])
        }
        TermKind::Plus(a, b) => {
            let (mut finite, mut parts) = first_omegas(a)?;
            let (more, others) = first_omegas(b)?;
            finite.extend(more);
            parts.extend(others);
            (finite, parts)
        }
        TermKind::Seq(a, b) => {
            let (before, mut parts) = first_omegas(a)?;
            for part in &mut parts {
                part.tail.push(b.clone());
            }
            let mut finite = Vec::new();
            if !before.is_empty() {
                let (after, others) = first_omegas(b)?;
                for x in &before {
                    finite.extend(after.iter().map(|y| x.seq(y)));
                    for part in &others {
                        let mut head = vec![x.clone()];
                        head.extend(part.head.iter().cloned());
                        parts.push(Part { head, ..part.clone() });
                    }
                }
            }
            (finite, parts)
        }
        TermKind::Star(a) => {
            let (finite, mut parts) = first_omegas(a)?;
            let round = sum(&finite).star();
            for part in &mut parts {
                part.head.insert(0, round.clone());
                part.tail.push(t.clone());
            }
            (vec![round], parts)
        }
        TermKind::Loop(..) => return first_omegas(&rewritten(t)?),
        // Indexed sums and defined names are letters, whatever they contain.
        _ => (vec![t.clone()], Vec::new()),
    };
    (finite.len() + parts.len() <= PARTS).then_some((finite, parts))
}

fn has_top(t: &Term) -> bool {
    match t.kind() {
        TermKind::Omega(_) => t.is_top(),
        TermKind::Plus(a, b) | TermKind::Seq(a, b) | TermKind::Loop(a, b) => {
            has_top(a) || has_top(b)
        }
        TermKind::Star(a) => has_top(a),
        _ => false,
    }
}
