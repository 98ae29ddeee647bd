//! The beginnings of a list of factors: its partial derivatives, with guards (Antimirov 1996).
//!
//! A term `f` before a tail `k` begins by an action of `f`, or passes through `f` under a guard and begins in
//! `k`. There are linearly many tails, the products of subterms of the right side.

use std::rc::Rc;

use reductio_algebra::{Term, TermKind};
use reductio_theorems::Axiom;
use reductio_theorems::kernel::{axiom, seq, sym, trans};
use rustc_hash::FxHashMap;

use super::alphabet::{Alphabet, Factor, Guard, meet};
use super::monomial::{Monomial, Rest, Tail, Terms, guard_refl, missing};
use super::omega::guard_for_ever;
use crate::derived::{LAWS, le_refl, seq_left, seq_right};
use crate::step_error::{Attempt, StepError};
use crate::tactic::product::{Eqn, rewritten_proof, then};

/// The empty tail, `1`.
pub(super) const END: Tail = 0;

/// The tails of right sides, and the beginnings of each.
pub(super) struct Heads {
    pub(super) alphabet: Alphabet,
    pub(super) tails: Vec<Term>,
    /// The number of letters that `T` on the right has to admit.
    letters: u32,
    numbers: FxHashMap<Term, Tail>,
    parts: Vec<Option<(Term, Tail)>>,
    guards: FxHashMap<Term, Rc<Vec<Guard>>>,
    acts: FxHashMap<(Term, Tail), Rc<Vec<Monomial>>>,
    known: FxHashMap<Tail, Rc<Vec<Monomial>>>,
}

impl Heads {
    /// The beginnings for left sides over the letters of `left`, without any tail yet.
    pub(super) fn new(left: &Term, opaque: bool) -> Self {
        let mut alphabet = Alphabet::new(opaque);
        alphabet.collect(left);
        Heads {
            letters: alphabet.letters(),
            alphabet,
            tails: vec![Term::one()],
            numbers: FxHashMap::default(),
            parts: vec![None],
            guards: FxHashMap::default(),
            acts: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// The terms of tails and monomials.
    pub(super) fn terms(&self) -> Terms<'_> {
        Terms { alphabet: &self.alphabet, tails: &self.tails }
    }

    /// The tail `f k`, products taken apart: `(x y) k` and `x (y k)` are the same tail.
    pub(super) fn cons(&mut self, f: &Term, k: Tail) -> Tail {
        if let TermKind::Seq(a, b) = f.kind() {
            let k = self.cons(b, k);
            return self.cons(a, k);
        }
        let term = f.seq(&self.tails[k as usize]);
        if let Some(&known) = self.numbers.get(&term) {
            return known;
        }
        let number = Tail::try_from(self.tails.len()).unwrap_or(Tail::MAX);
        self.tails.push(term.clone());
        self.parts.push(Some((f.clone(), k)));
        self.numbers.insert(term, number);
        number
    }

    /// `|- cons(f, k) = f k`, none when both are the same: a product is read factor by factor.
    pub(super) fn cons_proof(&mut self, f: &Term, k: Tail) -> Result<Eqn, StepError> {
        let TermKind::Seq(a, b) = f.kind() else { return Ok(None) };
        let tail = self.tails[k as usize].clone();
        let next = self.cons(b, k);
        let outer = self.cons_proof(a, next)?;
        let inner = self.cons_proof(b, k)?.map(|t| seq_left(a, &t)).transpose()?;
        let apart = axiom(Axiom::SeqAssoc, a, b, &tail)?;
        Ok(then(then(outer, inner)?, Some(apart))?)
    }

    /// The guards under which `f` may be passed without an action.
    pub(super) fn guards(&mut self, f: &Term) -> Rc<Vec<Guard>> {
        if let Some(known) = self.guards.get(f) {
            return known.clone();
        }
        let found: Vec<Guard> = match self.alphabet.factor(f) {
            Factor::Zero | Factor::Letter(_) => Vec::new(),
            Factor::Omega(d) => self.guards(&d).to_vec(),
            Factor::One | Factor::Star(_) | Factor::Top => vec![Guard::new()],
            Factor::Test(l) => vec![vec![l]],
            Factor::Plus(a, b) => {
                let mut all = self.guards(&a).to_vec();
                all.extend(self.guards(&b).iter().cloned());
                all.sort_unstable();
                all.dedup();
                all
            }
            Factor::Seq(a, b) => {
                let (first, second) = (self.guards(&a), self.guards(&b));
                let mut all: Vec<Guard> =
                    first.iter().flat_map(|g| second.iter().filter_map(|h| meet(g, h))).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
            Factor::Rewritten(to) => self.guards(&to).to_vec(),
        };
        let found = Rc::new(found);
        self.guards.insert(f.clone(), found.clone());
        found
    }

    /// The beginnings of `f k` by an action of `f`.
    pub(super) fn acts(&mut self, f: &Term, k: Tail) -> Rc<Vec<Monomial>> {
        if let Some(known) = self.acts.get(&(f.clone(), k)) {
            return known.clone();
        }
        let free = |rest| Monomial { guard: Guard::new(), rest };
        let act = |a, tail| free(Rest::Act(a, tail));
        let mut found: Vec<Monomial> = match self.alphabet.factor(f) {
            Factor::Zero | Factor::One | Factor::Test(_) => Vec::new(),
            Factor::Letter(a) => vec![act(a, k)],
            Factor::Top if self.may_end(k) => vec![free(Rest::Top)],
            Factor::Top => {
                let again = self.cons(f, k);
                (0..self.letters).map(|a| act(a, again)).collect()
            }
            Factor::Plus(a, b) => {
                let mut all = self.acts(&a, k).to_vec();
                all.extend(self.acts(&b, k).iter().cloned());
                all
            }
            Factor::Seq(a, b) => {
                let next = self.cons(&b, k);
                let mut all = self.acts(&a, next).to_vec();
                let guards = self.guards(&a);
                if !guards.is_empty() {
                    let more = self.acts(&b, k);
                    all.extend(guards.iter().flat_map(|g| under(g, &more)));
                }
                all
            }
            Factor::Star(a) => {
                let again = self.cons(f, k);
                self.acts(&a, again).to_vec()
            }
            Factor::Omega(d) => {
                // Nothing comes after an omega, so `d^w k` is `d^w` where `1 <= k`.
                let stop = if self.may_end(k) { END } else { k };
                let again = self.cons(f, stop);
                let mut all = self.acts(&d, again).to_vec();
                let guards = self.guards(&d);
                if !guards.is_empty() {
                    let more = self.acts(&Term::top(), stop);
                    all.extend(guards.iter().flat_map(|g| under(g, &more)));
                }
                if stop != END {
                    all.push(act(self.alphabet.letter(f), k));
                }
                all
            }
            Factor::Rewritten(to) => self.acts(&to, k).to_vec(),
        };
        found.sort_unstable();
        found.dedup();
        let found = Rc::new(found);
        self.acts.insert((f.clone(), k), found.clone());
        found
    }

    /// The beginnings of a tail.
    pub(super) fn head(&mut self, tail: Tail) -> Rc<Vec<Monomial>> {
        if let Some(known) = self.known.get(&tail) {
            return known.clone();
        }
        let found = match self.parts[tail as usize].clone() {
            None => vec![Monomial { guard: Guard::new(), rest: Rest::End }],
            Some((f, k)) => {
                let mut all = self.acts(&f, k).to_vec();
                let guards = self.guards(&f);
                if !guards.is_empty() {
                    let more = self.head(k);
                    all.extend(guards.iter().flat_map(|g| under(g, &more)));
                }
                all.sort_unstable();
                all.dedup();
                all
            }
        };
        let found = Rc::new(found);
        self.known.insert(tail, found.clone());
        found
    }

    /// Whether `1` lies below each factor of a tail.
    fn may_end(&mut self, tail: Tail) -> bool {
        let mut rest = tail;
        while let Some((f, k)) = self.parts[rest as usize].clone() {
            if !self.guards(&f).contains(&Guard::new()) {
                return false;
            }
            rest = k;
        }
        true
    }

    /// `|- 1 <= tail`, where it may end.
    fn end_proof(&mut self, tail: Tail) -> Attempt {
        let one = Term::one();
        let Some((f, k)) = self.parts[tail as usize].clone() else { return Ok(le_refl(&one)?) };
        let both = seq(&self.guard_proof(&f, &Guard::new())?, &self.end_proof(k)?)?;
        Ok(trans(&sym(&axiom(Axiom::OneSeq, &one, &one, &one)?)?, &both)?)
    }

    /// The beginnings of a tail by another round of the omega that it ends in.
    pub(super) fn renewals(&mut self, tail: Tail) -> Vec<Monomial> {
        let Some((f, k)) = self.parts[tail as usize].clone() else { return Vec::new() };
        if k == END {
            let ends = matches!(self.alphabet.factor(&f), Factor::Omega(_));
            return if ends { self.acts(&f, END).to_vec() } else { Vec::new() };
        }
        let more = self.renewals(k);
        self.guards(&f).iter().flat_map(|g| under(g, &more)).collect()
    }

    /// The bodies of the omegas that tails end in.
    pub(super) fn bodies(&mut self) -> Vec<Term> {
        let mut found = Vec::new();
        for (f, _) in self.parts.clone().into_iter().flatten().filter(|(_, k)| *k == END) {
            if let Factor::Omega(d) = self.alphabet.factor(&f) {
                found.push(d);
            }
        }
        found
    }

    /// `t k` as a tail, with `|- t k = tail`, for two tails.
    pub(super) fn append(
        &mut self,
        t: Tail,
        k: Tail,
    ) -> Result<(Tail, reductio_theorems::Theorem), StepError> {
        let end = self.tails[k as usize].clone();
        let Some((f, rest)) = self.parts[t as usize].clone() else {
            return Ok((k, axiom(Axiom::OneSeq, &end, &end, &end)?));
        };
        let (inner, same) = self.append(rest, k)?;
        let assoc = sym(&axiom(Axiom::SeqAssoc, &f, &self.tails[rest as usize], &end)?)?;
        Ok((self.cons(&f, inner), trans(&assoc, &seq_left(&f, &same)?)?))
    }

    /// `|- g <= f`, for a guard of `f`.
    fn guard_proof(&mut self, f: &Term, guard: &Guard) -> Attempt {
        match self.alphabet.factor(f) {
            Factor::Star(a) => Ok(LAWS.one_le_star.at(&a, &a)),
            Factor::Top => Ok(LAWS.top.at(&Term::one(), f)),
            Factor::Plus(a, b) => {
                if self.guards(&a).contains(guard) {
                    return Ok(trans(&self.guard_proof(&a, guard)?, &LAWS.inl.at(&a, &b))?);
                }
                Ok(trans(&self.guard_proof(&b, guard)?, &LAWS.inr.at(&a, &b))?)
            }
            Factor::Seq(a, b) => {
                let (first, second) = (self.guards(&a), self.guards(&b));
                let (g, h) = first
                    .iter()
                    .flat_map(|g| second.iter().map(move |h| (g, h)))
                    .find(|(g, h)| meet(g, h).as_ref() == Some(guard))
                    .ok_or_else(|| missing(f))?;
                let whole = self.alphabet.guard(guard);
                let twice = if guard.is_empty() {
                    sym(&axiom(Axiom::OneSeq, &whole, &whole, &whole)?)?
                } else {
                    LAWS.pred_idem.at(&whole, &whole)
                };
                let (left, right) = (self.guard_proof(&a, g)?, self.guard_proof(&b, h)?);
                let left = trans(&self.terms().guard_below(guard, g)?, &left)?;
                let right = trans(&self.terms().guard_below(guard, h)?, &right)?;
                Ok(trans(&twice, &seq(&left, &right)?)?)
            }
            Factor::Rewritten(to) => back(f, &self.guard_proof(&to, guard)?),
            Factor::One | Factor::Test(_) => Ok(guard_refl(&self.alphabet, guard)?),
            Factor::Omega(d) => {
                // g = g 1 <= g T <= d^w
                let (g, one) = (self.alphabet.guard(guard), Term::one());
                let once = sym(&axiom(Axiom::SeqOne, &g, &g, &g)?)?;
                let grown = trans(&once, &seq_left(&g, &LAWS.top.at(&one, &one))?)?;
                Ok(trans(&grown, &guard_for_ever(&self.guard_proof(&d, guard)?)?)?)
            }
            Factor::Zero | Factor::Letter(_) => Err(missing(f)),
        }
    }

    /// `|- m <= f k`, for a beginning of `f k` by an action of `f`.
    fn act_proof(&mut self, f: &Term, k: Tail, m: &Monomial) -> Attempt {
        let tail = self.tails[k as usize].clone();
        match self.alphabet.factor(f) {
            Factor::Letter(_) => Ok(le_refl(&f.seq(&tail))?),
            Factor::Top => {
                let Rest::Act(a, _) = m.rest else {
                    let once = sym(&axiom(Axiom::SeqOne, f, f, f)?)?;
                    return Ok(trans(&once, &seq_left(f, &self.end_proof(k)?)?)?);
                };
                let a = self.alphabet.letter_term(a).clone();
                let assoc = axiom(Axiom::SeqAssoc, &a, f, &tail)?;
                let at = a.seq(f);
                Ok(trans(&assoc, &seq_right(&LAWS.top.at(&at, &at), &tail)?)?)
            }
            Factor::Plus(a, b) => {
                let (part, law) = if self.acts(&a, k).contains(m) {
                    (self.act_proof(&a, k, m)?, &LAWS.inl)
                } else {
                    (self.act_proof(&b, k, m)?, &LAWS.inr)
                };
                Ok(trans(&part, &seq_right(&law.at(&a, &b), &tail)?)?)
            }
            Factor::Seq(a, b) => {
                let next = self.cons(&b, k);
                let inner = if self.acts(&a, next).contains(m) {
                    let inner = self.act_proof(&a, next, m)?;
                    match self.cons_proof(&b, k)? {
                        Some(same) => trans(&inner, &seq_left(&a, &same)?)?,
                        None => inner,
                    }
                } else {
                    let more = self.acts(&b, k);
                    let (guard, part) = self.parts_of(&a, &more, m)?;
                    let rest = self.act_proof(&b, k, &part)?;
                    self.pass(&a, &guard, &part, m, &rest)?
                };
                Ok(trans(&inner, &axiom(Axiom::SeqAssoc, &a, &b, &tail)?)?)
            }
            Factor::Star(a) => {
                let again = self.cons(f, k);
                let inner = self.act_proof(&a, again, m)?;
                let assoc = axiom(Axiom::SeqAssoc, &a, f, &tail)?;
                Ok(trans(&trans(&inner, &assoc)?, &seq_right(&LAWS.star_cons.at(&a, &a), &tail)?)?)
            }
            Factor::Omega(d) => self.round_proof(f, &d, k, m),
            Factor::Rewritten(to) => {
                let inner = self.act_proof(&to, k, m)?;
                let same = rewritten_proof(f)?.ok_or_else(|| missing(f))?;
                Ok(trans(&inner, &seq_right(&sym(&same)?, &tail)?)?)
            }
            Factor::Zero | Factor::One | Factor::Test(_) => Err(missing(f)),
        }
    }

    /// `|- m <= d^w k`, where `f` is `d^w`.
    fn round_proof(&mut self, f: &Term, d: &Term, k: Tail, m: &Monomial) -> Attempt {
        let stop = if self.may_end(k) { END } else { k };
        if stop != END && m.rest == Rest::Act(self.alphabet.letter(f), k) && m.guard.is_empty() {
            return Ok(le_refl(&f.seq(&self.tails[k as usize]))?);
        }
        let again = self.cons(f, stop);
        let end = self.tails[stop as usize].clone();
        let below = if self.acts(d, again).contains(m) {
            // m <= d (d^w k) = (d d^w) k = d^w k
            let inner = self.act_proof(d, again, m)?;
            let assoc = axiom(Axiom::SeqAssoc, d, f, &end)?;
            trans(&trans(&inner, &assoc)?, &seq_right(&LAWS.omega_fold.at(d, d), &end)?)?
        } else {
            // m <= g (T k) = (g T) k <= d^w k, for a guard g of d
            let top = Term::top();
            let more = self.acts(&top, stop);
            let (guard, part) = self.parts_of(d, &more, m)?;
            let rest = self.act_proof(&top, stop, &part)?;
            let inner = self.terms().split(m, &guard, &part)?;
            let g = self.alphabet.guard(&guard);
            let inner = trans(&inner, &seq_left(&g, &rest)?)?;
            let assoc = axiom(Axiom::SeqAssoc, &g, &top, &end)?;
            let for_ever = guard_for_ever(&self.guard_proof(d, &guard)?)?;
            trans(&trans(&inner, &assoc)?, &seq_right(&for_ever, &end)?)?
        };
        if stop == k { Ok(below) } else { Ok(trans(&below, &seq_left(f, &self.end_proof(k)?)?)?) }
    }

    /// `|- m <= tail`, for a beginning of the tail.
    pub(super) fn head_proof(&mut self, tail: Tail, m: &Monomial) -> Attempt {
        let Some((f, k)) = self.parts[tail as usize].clone() else {
            return Ok(le_refl(&Term::one())?);
        };
        if self.acts(&f, k).contains(m) {
            return self.act_proof(&f, k, m);
        }
        let more = self.head(k);
        let (guard, part) = self.parts_of(&f, &more, m)?;
        let rest = self.head_proof(k, &part)?;
        self.pass(&f, &guard, &part, m, &rest)
    }

    /// The guard of `f` and the beginning of the tail behind it that make up `m`.
    fn parts_of(
        &mut self,
        f: &Term,
        more: &[Monomial],
        m: &Monomial,
    ) -> Result<(Guard, Monomial), StepError> {
        let guards = self.guards(f);
        let fits = |g: &Guard, part: &&Monomial| {
            part.rest == m.rest && meet(g, &part.guard).as_ref() == Some(&m.guard)
        };
        guards
            .iter()
            .find_map(|g| more.iter().find(|part| fits(g, part)).map(|p| (g.clone(), p.clone())))
            .ok_or_else(|| missing(f))
    }

    /// The theorem `m <= guard part <= f k`, from `part <= k`.
    fn pass(
        &mut self,
        f: &Term,
        guard: &Guard,
        part: &Monomial,
        m: &Monomial,
        rest: &reductio_theorems::Theorem,
    ) -> Attempt {
        let through = self.guard_proof(f, guard)?;
        let split = self.terms().split(m, guard, part)?;
        let inner = seq_left(&self.alphabet.guard(guard), rest)?;
        let tail = crate::derived::rhs(rest);
        Ok(trans(&trans(&split, &inner)?, &seq_right(&through, &tail)?)?)
    }
}

fn under<'a>(guard: &'a Guard, more: &'a [Monomial]) -> impl Iterator<Item = Monomial> + 'a {
    more.iter().filter_map(|m| Some(Monomial { guard: meet(guard, &m.guard)?, rest: m.rest }))
}

/// The theorem `x <= f`, from `x <= to`, where `f` is rewritten to `to`.
fn back(f: &Term, below: &reductio_theorems::Theorem) -> Attempt {
    let same = rewritten_proof(f)?.ok_or_else(|| missing(f))?;
    Ok(trans(below, &sym(&same)?)?)
}
