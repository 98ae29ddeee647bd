//! Goals with infinite repetition: coinduction by `(? ind)`.
//!
//! `s <= t` follows from `s <= y s + t`, where `y^w <= t` and `y t <= t`. So `y` ranges over the bodies of omegas of
//! `t`, and of omegas that are 0. To see that `s <= y s + t`, an omega of `s` is unfolded: `e^w = e e^w`, or
//! `(a + b)^w = b^w + b* a (a + b)^w`, or a star likewise, and the factors before it are rewritten.

use reductio_algebra::{Formula, Relation, Term, TermKind};
use reductio_theorems::Axiom;
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{axiom, loop_ind, star_ind_l, trans};

use super::engine::Engine;
use super::goals::Effort;
use super::made::Made;
use super::words::{Factors, summands, terms};
use crate::decide::{Decision, decide, sum, sum_below};
use crate::derived::{is_equation, lub, rhs, weaken};
use crate::script::Induction;
use crate::tactic::product::{factors_of, product};

impl Engine<'_> {
    /// Proves `s <= t` by coinduction, for a word `s`.
    pub(super) fn coinduct(&mut self, s: &Term, t: &Term, effort: Effort) -> Made<Option<Theorem>> {
        let mut bodies = bodies_of(t);
        for y in self.ended.clone() {
            if !bodies.contains(&y) {
                bodies.push(y);
            }
        }
        for y in bodies {
            if let Some(found) = self.coinduct_by(s, &y, t, effort)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn coinduct_by(
        &mut self,
        s: &Term,
        y: &Term,
        t: &Term,
        effort: Effort,
    ) -> Made<Option<Theorem>> {
        let Some(around) = self.below(&y.seq(t), t, effort.less())? else { return Ok(None) };
        let Some(for_ever) = self.leaf(&y.omega(), t, effort.states())? else { return Ok(None) };
        let target = y.seq(s).plus(t);
        let Some(step) = self.progress(s, y, &target, effort)? else { return Ok(None) };
        // s <= y ? t = y^w + y* t <= t
        let looped = trans(&loop_ind(&weaken(&step)?)?, &axiom(Axiom::LoopDef, y, t, t)?)?;
        let last = weaken(&star_ind_l(&weaken(&around)?)?)?;
        let found = trans(&looped, &lub(&for_ever, &last)?)?;
        self.note(&found, Induction::Loop);
        Ok(Some(found))
    }

    /// Proves `s <= target` with an omega or a star of `s` unfolded.
    fn progress(
        &mut self,
        s: &Term,
        y: &Term,
        target: &Term,
        effort: Effort,
    ) -> Made<Option<Theorem>> {
        let opened = self.opened_name(y)?;
        if let Some(found) = self.leaf(s, target, effort.states())? {
            return Ok(Some(found));
        }
        let factors = factors_of(s);
        for (k, f) in factors.iter().enumerate() {
            for unfolded in unfoldings(f, &[y, &opened]) {
                let mut next: Factors = factors[..k].to_vec();
                next.push(unfolded);
                next.extend(factors[k + 1..].iter().cloned());
                let next = product(&next);
                // The unfolding is a law of omega algebra.
                let Decision::Holds(first) = decide(s, Relation::Below, &next, self.bound())?
                else {
                    continue;
                };
                let list = factors_of(&next);
                let Some(flat) = self.included(&next, &product(&list))? else { continue };
                let first = trans(&first, &flat)?;
                let normal = self.normal(&list, effort.depth())?;
                let mut each = Vec::new();
                for w in terms(&normal.words) {
                    match self.leaf(&w, target, effort.states())? {
                        Some(below) => each.push(below),
                        None => break,
                    }
                }
                if each.len() == normal.words.len() {
                    let all = trans(&normal.theorem, &sum_below(&each, target)?)?;
                    return Ok(Some(trans(&first, &all)?));
                }
            }
        }
        Ok(None)
    }
}

/// The terms that an omega, or the star of a sum, may be unfolded to; those with the wanted bodies come first.
fn unfoldings(all: &Term, wanted: &[&Term]) -> Vec<Term> {
    let (e, mut found) = match all.kind() {
        TermKind::Omega(e) if !all.is_top() => (e, vec![e.seq(all)]),
        TermKind::Star(e) => (e, Vec::new()),
        _ => return Vec::new(),
    };
    let is_omega = !found.is_empty();
    let parts = summands(e);
    if parts.len() > 1 {
        let (first, last): (Vec<usize>, Vec<usize>) =
            (0..parts.len()).partition(|k| wanted.contains(&&parts[*k]));
        for k in first.into_iter().chain(last) {
            let a = &parts[k];
            let mut others = parts.clone();
            others.remove(k);
            let others = sum(&others);
            let end = if is_omega { others.omega() } else { others.star() };
            found.push(end.plus(&others.star().seq(&a.seq(all))));
        }
    }
    found
}

/// The bodies of the omegas of a term, `T` left out.
fn bodies_of(t: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut stack = vec![t.clone()];
    while let Some(t) = stack.pop() {
        match t.kind() {
            TermKind::Omega(x) if !t.is_top() && !found.contains(x) => found.push(x.clone()),
            TermKind::Loop(x, y) => {
                if !found.contains(x) {
                    found.push(x.clone());
                }
                stack.push(y.clone());
            }
            TermKind::Plus(a, b) | TermKind::Seq(a, b) => stack.extend([b.clone(), a.clone()]),
            _ => {}
        }
    }
    found
}

/// The theorem `x <= y^w + y* z`, from a fact `x <= y x + z`.
pub(super) fn solved(fact: &Theorem) -> Made<Vec<Theorem>> {
    let Formula::Relation(x, _, r) = fact.conclusion() else { return Ok(Vec::new()) };
    let mut sides = vec![(x.clone(), r.clone(), weaken(fact)?)];
    if is_equation(fact) {
        let back = reductio_theorems::kernel::sym(fact)?;
        sides.push((r.clone(), x.clone(), weaken(&back)?));
    }
    let mut found = Vec::new();
    for (x, r, below) in sides {
        let last = factors_of(&x);
        if last.is_empty() || *x.kind() == TermKind::Zero {
            continue;
        }
        let (mut rounds, mut rest) = (Vec::new(), Vec::new());
        for s in summands(&r) {
            let factors = factors_of(&s);
            match factors.strip_suffix(&last[..]) {
                // A test before an action is no loop.
                Some(y) if !y.iter().all(Term::is_predicate) => rounds.push(product(y)),
                _ => rest.push(s),
            }
        }
        if rounds.is_empty() {
            continue;
        }
        let (y, z) = (sum(&rounds), sum(&rest));
        let target = y.seq(&x).plus(&z);
        let Some(same) = crate::decide::regular(&r, &target, 50)? else { continue };
        let step = trans(&below, &same)?;
        let looped = trans(&loop_ind(&weaken(&step)?)?, &axiom(Axiom::LoopDef, &y, &z, &z)?)?;
        if rhs(&looped) != x {
            found.push(weaken(&looped)?);
        }
    }
    Ok(found)
}
