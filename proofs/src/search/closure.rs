//! Lemmas `e* w <= J` and `w e* <= J`: a Kleene iteration from `w`, words in normal form, with repetitions made stars.
//!
//! The invariant J starts as the normal form of `w`. As long as `e J` has words that J does not have, they are added;
//! `z z` in a word that came about so is read as the beginning of `z*`. An iteration that comes to its end is a proof
//! by `(* ind L)` or `(* ind R)`; one that does not, or grows too large, is given up. From `y x <= x y` comes
//! `y* x <= x y*` so, and from that `y* x* <= x* y*`.

use std::rc::Rc;

use reductio_algebra::{Binder, Formula, Index, Name, Term, TermKind};
use reductio_theorems::Axiom;
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{
    axiom, cases, star_ind_l, star_ind_r, sum_distrib_l, sum_distrib_r, sum_least, sym, trans,
};

use super::bounds::{Lemma, Side};
use super::engine::Engine;
use super::made::{Made, Stop};
use super::words::{Factors, canonical, summands, terms};
use crate::decide::{seq_sum_below, sum, sum_below, sum_seq_below};
use crate::derived::{seq_left, seq_right, weaken};
use crate::script::Induction;
use crate::step_error::Proposer;
use crate::tactic::product::{factors_of, product};

/// The words that are read as stars, beside `z z`, which is read as `z*` always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    /// Words `z z*` and `z* z`.
    Equal,
    /// Words `y z*` and `z* y` where `y <= z*`, which loses more, and ends more often.
    Below,
}

/// The most rounds of an iteration, words of an invariant, and factors of a repetition.
const ROUNDS: usize = 8;
const WORDS: usize = 14;
const BLOCK: usize = 5;

impl Engine<'_> {
    /// The lemma about a star beside a word, if the iteration comes to its end.
    pub(super) fn closure(
        &mut self,
        side: Side,
        e: &Term,
        list: &[Term],
        depth: usize,
    ) -> Made<Option<Rc<Lemma>>> {
        let key = (side, e.clone(), list.to_vec());
        match self.closures.get(&key) {
            Some(Ok(known)) => return Ok(Some(known.clone())),
            Some(Err(tried)) if *tried >= depth => return Ok(None),
            _ => {}
        }
        // The lemma is not looked for within itself.
        self.closures.insert(key.clone(), Err(usize::MAX));
        let mut found = None;
        for fold in [Fold::Equal, Fold::Below] {
            if found.is_none() {
                found = self.iterated(side, e, list, fold, depth - 1)?.map(Rc::new);
            }
        }
        if let Some(lemma) = &found {
            let rule = match side {
                Side::Left => Induction::StarL,
                Side::Right => Induction::StarR,
            };
            self.note(&lemma.theorem, rule);
            self.normals.clear();
        }
        self.closures.insert(key, found.clone().ok_or(depth));
        Ok(found)
    }

    fn iterated(
        &mut self,
        side: Side,
        e: &Term,
        list: &[Term],
        fold: Fold,
        depth: usize,
    ) -> Made<Option<Lemma>> {
        let steps = summands(e);
        let first = self.normal(list, depth)?;
        let mut words = first.words.clone();
        for _ in 0..ROUNDS {
            let total = sum(&terms(&words));
            let mut new: Vec<Factors> = Vec::new();
            for w in words.clone() {
                for s in &steps {
                    for v in self.moved(side, s, &w, depth)?.0 {
                        if !new.contains(&v) && self.included(&product(&v), &total)?.is_none() {
                            new.push(v);
                        }
                    }
                }
            }
            if new.is_empty() {
                return self.induced(side, e, &steps, list, &words, depth);
            }
            words.extend(new);
            words = self.widened(&words, fold)?;
            if words.len() > WORDS {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The normal form of a word after, or before, one step; sums over indices are opened and closed again.
    fn moved(
        &mut self,
        side: Side,
        step: &Term,
        word: &[Term],
        depth: usize,
    ) -> Made<(Vec<Factors>, Theorem)> {
        let TermKind::Sum(binder) = step.kind() else {
            let normal = self.normal(&joined(side, step, word), depth)?;
            let start = self.regrouped(side, step, word)?;
            return Ok((normal.words.clone(), trans(&start, &normal.theorem)?));
        };
        match self.each_index(side, step, binder, word, depth)? {
            Some(found) => Ok(found),
            None => Ok((vec![joined(side, step, word)], self.regrouped(side, step, word)?)),
        }
    }

    /// The normal form where the step is a sum over indices: of the step at an index that differs from all others, and
    /// at each of the others from which the proof needs it to differ.
    fn each_index(
        &mut self,
        side: Side,
        step: &Term,
        binder: &Binder,
        word: &[Term],
        depth: usize,
    ) -> Made<Option<(Vec<Factors>, Theorem)>> {
        let mut taken: Vec<Name> = word.iter().flat_map(Term::free_indices).collect();
        taken.extend(step.free_indices());
        taken.extend(self.indices.iter().cloned());
        let i = reductio_algebra::fresh(binder.hint(), &taken);
        self.differs(&i, &taken);
        let at = |j: &Name| binder.opened(&Index::Free(j.clone()));
        let (words, theorem) = self.moved(side, &at(&i), word, depth)?;
        let others: Vec<Name> =
            taken.iter().filter(|j| rests_on(&theorem, &i, j)).cloned().collect();
        let mut parts = vec![(words, theorem)];
        for j in &others {
            parts.push(self.moved(side, &at(j), word, depth)?);
        }
        let mut closed: Vec<Factors> = Vec::new();
        for w in parts.iter().flat_map(|(words, _)| words).map(|w| summed(w, &i)) {
            if !closed.contains(&w) {
                closed.push(w);
            }
        }
        let target = sum(&terms(&closed));
        let mut below = Vec::new();
        for (words, theorem) in &parts {
            let mut each = Vec::new();
            for w in words {
                let Some(up) = self.at_once(&product(w), &target)? else { return Ok(None) };
                each.push(up);
            }
            below.push(weaken(&trans(theorem, &sum_below(&each, &target)?)?)?);
        }
        let mut all = below[0].clone();
        for (j, same) in others.iter().zip(&below[1..]) {
            let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
            all = cases(&i, j, same, &crate::tactic::rule::oriented(all, &side)?)?;
        }
        // The theorem may rest on an index that was taken for another one further down.
        let Ok(least) = sum_least(&i, &all) else { return Ok(None) };
        let rest = product(word);
        let spread = match side {
            Side::Left => sum_distrib_r(step, &rest)?,
            Side::Right => sum_distrib_l(&rest, step)?,
        };
        Ok(Some((closed, trans(&spread, &least)?)))
    }

    /// The theorem `step word <= product of the factors of both`.
    fn regrouped(&mut self, side: Side, step: &Term, word: &[Term]) -> Made<Theorem> {
        let (rest, to) = (product(word), product(&joined(side, step, word)));
        let from = match side {
            Side::Left => step.seq(&rest),
            Side::Right => rest.seq(step),
        };
        let found = match self.at_once(&from, &to)? {
            Some(found) => Some(found),
            None => self.included(&from, &to)?,
        };
        found.ok_or_else(|| Stop::Step(Proposer::Induction.unfit(&from)))
    }

    /// The lemma, from an invariant that each step leads back to.
    fn induced(
        &mut self,
        side: Side,
        e: &Term,
        steps: &[Term],
        list: &[Term],
        words: &[Factors],
        depth: usize,
    ) -> Made<Option<Lemma>> {
        let invariant = sum(&terms(words));
        let mut each = Vec::new();
        let all = sum(steps);
        let Some(parts) = self.included(e, &all)? else { return Ok(None) };
        for w in words {
            let mut rounds = Vec::new();
            for s in steps {
                let (found, theorem) = self.moved(side, s, w, depth)?;
                let Some(below) = self.all_below(&found, &invariant)? else { return Ok(None) };
                rounds.push(trans(&theorem, &below)?);
            }
            let w = product(w);
            each.push(match side {
                Side::Left => {
                    let round = sum_seq_below(steps, &w, &rounds, &invariant)?;
                    trans(&seq_right(&parts, &w)?, &round)?
                }
                Side::Right => {
                    let round = seq_sum_below(&w, steps, &rounds, &invariant)?;
                    trans(&seq_left(&w, &parts)?, &round)?
                }
            });
        }
        let first = self.normal(list, depth)?;
        let Some(start) = self.all_below(&first.words, &invariant)? else { return Ok(None) };
        let start = trans(&first.theorem, &start)?;
        let term = product(list);
        let theorem = match side {
            Side::Left => {
                let step = seq_sum_below(e, &terms(words), &each, &invariant)?;
                let end = star_ind_l(&weaken(&step)?)?;
                trans(&seq_left(&e.star(), &start)?, &end)?
            }
            Side::Right => {
                let step = sum_seq_below(&terms(words), e, &each, &invariant)?;
                let end = star_ind_r(&weaken(&step)?)?;
                trans(&seq_right(&start, &e.star())?, &end)?
            }
        };
        let theorem = if list.is_empty() {
            let star = e.star();
            let unit = if side == Side::Left { Axiom::SeqOne } else { Axiom::OneSeq };
            trans(&sym(&axiom(unit, &star, &term, &term)?)?, &theorem)?
        } else {
            theorem
        };
        Ok(Some(Lemma { words: words.to_vec(), theorem: weaken(&theorem)? }))
    }

    /// The theorem `sum of the words <= t`.
    fn all_below(&mut self, words: &[Factors], t: &Term) -> Made<Option<Theorem>> {
        let mut each = Vec::new();
        for w in words {
            match self.included(&product(w), t)? {
                Some(below) => each.push(below),
                None => return Ok(None),
            }
        }
        Ok(Some(sum_below(&each, t)?))
    }

    /// The words with repetitions made stars, and those below others left out.
    fn widened(&mut self, words: &[Factors], fold: Fold) -> Made<Vec<Factors>> {
        let mut all: Vec<Factors> = Vec::new();
        for w in words {
            let w = self.folded(w, fold)?;
            if !all.contains(&w) {
                all.push(w);
            }
        }
        let mut kept: Vec<Factors> = all.clone();
        for w in all.iter().rev() {
            let others: Vec<Factors> = kept.iter().filter(|v| *v != w).cloned().collect();
            if self.included(&product(w), &sum(&terms(&others)))?.is_some() {
                kept = others;
            }
        }
        Ok(kept)
    }

    /// The word with repetitions read as stars.
    fn folded(&mut self, word: &[Term], fold: Fold) -> Made<Factors> {
        let mut word = word.to_vec();
        while let Some(next) = self.fold(&word, fold)? {
            word = next;
        }
        Ok(word)
    }

    fn is_swallowed(&mut self, block: &[Term], star: &Term, fold: Fold) -> Made<bool> {
        Ok(match (fold, star.kind()) {
            (Fold::Equal, TermKind::Star(body)) => {
                product(block) == *body || product(block) == *star
            }
            _ => self.included(&product(block), star)?.is_some(),
        })
    }

    fn fold(&mut self, word: &[Term], fold: Fold) -> Made<Option<Factors>> {
        let with = |from: usize, star: &Term, to: usize| {
            let mut shorter = word[..from].to_vec();
            shorter.push(star.clone());
            shorter.extend(word[to..].iter().cloned());
            canonical(&shorter)
        };
        for length in 1..=BLOCK.min(word.len()) {
            for at in 0..=word.len() - length {
                let block = &word[at..at + length];
                if block.iter().all(Term::is_predicate) {
                    continue;
                }
                let end = at + length;
                if word[end..].starts_with(block) {
                    let body = product(block);
                    let star = if is_star(&body) { body } else { body.star() };
                    return Ok(Some(with(at, &star, end + length)));
                }
                if let Some(star) = word.get(end).filter(|f| is_star(f))
                    && self.is_swallowed(block, star, fold)?
                {
                    return Ok(Some(with(at, star, end + 1)));
                }
                if at > 0
                    && is_star(&word[at - 1])
                    && self.is_swallowed(block, &word[at - 1], fold)?
                {
                    return Ok(Some(with(at - 1, &word[at - 1], end)));
                }
            }
        }
        Ok(None)
    }
}

fn is_star(t: &Term) -> bool {
    matches!(t.kind(), TermKind::Star(_))
}

/// The word summed over an index: from the first factor that it occurs in to the last.
fn summed(word: &[Term], i: &Name) -> Factors {
    let has = |f: &Term| f.free_indices().contains(i);
    let (Some(from), Some(to)) = (word.iter().position(has), word.iter().rposition(has)) else {
        return word.to_vec();
    };
    let mut found = word[..from].to_vec();
    found.push(Term::index_sum(i, &product(&word[from..=to])));
    found.extend(word[to + 1..].iter().cloned());
    found
}

/// Whether a theorem has the hypothesis that two indices differ.
fn rests_on(theorem: &Theorem, i: &Name, j: &Name) -> bool {
    let (i, j) = (Index::Free(i.clone()), Index::Free(j.clone()));
    let hypotheses = theorem.hypotheses();
    hypotheses.contains(&Formula::Apart(i.clone(), j.clone()))
        || hypotheses.contains(&Formula::Apart(j, i))
}

/// The factors of a step and a word.
fn joined(side: Side, step: &Term, word: &[Term]) -> Factors {
    let step = factors_of(step);
    match side {
        Side::Left => canonical(&[step, word.to_vec()].concat()),
        Side::Right => canonical(&[word.to_vec(), step].concat()),
    }
}
