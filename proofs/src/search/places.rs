//! Words that are reached from a word by other steps than those of its normal form: a factor moved round a star or past
//! it, and facts used in either direction. The decision is asked about each.

use std::rc::Rc;

use reductio_algebra::{Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{star_ind_l, star_ind_r, trans};

use super::engine::Engine;
use super::goals::Effort;
use super::made::Made;
use super::words::{Factors, canonical, expanded, part, terms};
use crate::decide::sum_below;
use crate::derived::{lhs, rhs, seq_left, seq_right, weaken};
use crate::tactic::product::{factors_of, product};
use crate::tactic::rule::Rule;
use crate::tactic::word::{Word, candidates};

/// The most factors of a word, and steps on the way to it.
const LENGTH: usize = 12;
const DEPTH: usize = 4;
/// The states of the tactic for the question whether a factor goes past a star.
const STATES: u32 = 600;

impl Engine<'_> {
    /// Proves that a word lies below a term: some word above it does, by the decision.
    pub(super) fn elsewhere(
        &mut self,
        word: &[Term],
        t: &Term,
        effort: Effort,
    ) -> Made<Option<Theorem>> {
        let most = effort.words();
        let start = canonical(word);
        let Some(tidy) = self.included(&product(word), &product(&start))? else { return Ok(None) };
        let mut seen: Vec<Factors> = vec![start.clone()];
        // A factor at another side of a star may meet another one there, and make a lemma with it.
        for next in slid(&start) {
            let Some(step) = self.included(&product(&start), &product(&next))? else { continue };
            let normal = self.normal(&next, effort.depth())?;
            let mut each = Vec::new();
            for w in terms(&normal.words) {
                match self.included(&w, t)? {
                    Some(below) => each.push(below),
                    None => break,
                }
            }
            if each.len() == normal.words.len() {
                let all = trans(&normal.theorem, &sum_below(&each, t)?)?;
                return Ok(Some(trans(&trans(&tidy, &step)?, &all)?));
            }
        }
        let mut open: Vec<(Factors, Theorem, usize)> = vec![(start, tidy, 0)];
        // Short words first.
        let shortest = |open: &[(Factors, Theorem, usize)]| {
            (0..open.len()).min_by_key(|k| open[*k].0.len() + open[*k].2)
        };
        while let Some(at) = shortest(&open) {
            let (list, theorem, depth) = open.remove(at);
            for (next, step) in self.neighbours(&list)? {
                if seen.len() > most || seen.contains(&next) || next.len() > LENGTH {
                    continue;
                }
                let theorem = trans(&theorem, &step)?;
                if let Some(end) = self.included(&product(&next), t)? {
                    return Ok(Some(trans(&theorem, &end)?));
                }
                seen.push(next.clone());
                if depth + 1 < DEPTH {
                    open.push((next, theorem, depth + 1));
                }
            }
        }
        Ok(None)
    }

    /// The words above a word by one step, each with its theorem.
    fn neighbours(&mut self, list: &[Term]) -> Made<Vec<(Factors, Theorem)>> {
        let term = product(list);
        let mut found = Vec::new();
        for next in slid(list) {
            if let Some(step) = self.included(&term, &product(&next))? {
                found.push((next, step));
            }
        }
        found.extend(self.exchanged(list)?);
        let word = Word::new(list);
        let names = candidates(&word, &term);
        for rule in self.all_rules() {
            for next in self.by_one(&rule, list, &word, &names) {
                if let Some(step) = self.one_step(&rule, &term, &product(&next))? {
                    found.push((next, step));
                }
            }
        }
        Ok(found)
    }

    /// The words that one use of a fact leads to.
    fn by_one(
        &self,
        rule: &Rc<Rule>,
        list: &[Term],
        word: &Word,
        names: &[reductio_algebra::Name],
    ) -> Vec<Factors> {
        let mut found: Vec<Factors> = Vec::new();
        for (start, end, binding) in rule.matches(word) {
            for instance in rule.instances(&binding, names, &self.apart) {
                let mut next: Factors = part(word, 0, start);
                next.extend(factors_of(&instance.rhs));
                next.extend(part(word, end, word.end()));
                let words = expanded(&next);
                if let [one] = &words[..]
                    && one != list
                    && !found.contains(one)
                {
                    found.push(one.clone());
                }
            }
        }
        found
    }

    /// The words that are above a word because a factor goes past a star: `w e* <= e* w` where `w e <= e w`, and the
    /// mirror image.
    fn exchanged(&mut self, list: &[Term]) -> Made<Vec<(Factors, Theorem)>> {
        let mut found = Vec::new();
        for (k, f) in list.iter().enumerate() {
            let TermKind::Star(e) = f.kind() else { continue };
            if k > 0
                && let w = &list[k - 1]
                && w != f
                && let Some(step) = self.leaf(&w.seq(e), &e.seq(w), STATES)?
            {
                // (e* w) e <= e* (e w) <= e* w, so (e* w) e* = e* w.
                let x = f.seq(w);
                let round = seq_left(f, &weaken(&step)?)?;
                if let Some(start) = self.included(&x.seq(e), &lhs(&round))?
                    && let Some(end) = self.included(&rhs(&round), &x)?
                    && let Some(first) = self.included(&w.seq(f), &x.seq(f))?
                {
                    let still = star_ind_r(&trans(&trans(&start, &round)?, &end)?)?;
                    let step = trans(&first, &still)?;
                    found.extend(self.placed(list, k - 1, &[f.clone(), w.clone()], &step)?);
                }
            }
            if let Some(w) = list.get(k + 1)
                && w != f
                && let Some(step) = self.leaf(&e.seq(w), &w.seq(e), STATES)?
            {
                let x = w.seq(f);
                let round = seq_right(&weaken(&step)?, f)?;
                if let Some(start) = self.included(&e.seq(&x), &lhs(&round))?
                    && let Some(end) = self.included(&rhs(&round), &x)?
                    && let Some(first) = self.included(&f.seq(w), &f.seq(&x))?
                {
                    let still = star_ind_l(&trans(&trans(&start, &round)?, &end)?)?;
                    let step = trans(&first, &still)?;
                    found.extend(self.placed(list, k, &[w.clone(), f.clone()], &step)?);
                }
            }
        }
        Ok(found)
    }

    /// The word with two factors replaced by others, which lie above them.
    fn placed(
        &mut self,
        list: &[Term],
        at: usize,
        to: &[Term],
        step: &Theorem,
    ) -> Made<Option<(Factors, Theorem)>> {
        let mut next = list[..at].to_vec();
        next.extend_from_slice(to);
        next.extend(list[at + 2..].iter().cloned());
        let next = canonical(&next);
        if next == list {
            return Ok(None);
        }
        let rules = Rule::from_theorem(&weaken(step)?, &[], None);
        let Some(rule) = rules.first() else { return Ok(None) };
        let step = self.one_step(rule, &product(list), &product(&next))?;
        Ok(step.map(|step| (next, step)))
    }
}

/// The words that are equal to a word because a factor goes round a star: `x (y x)* = (x y)* x`.
fn slid(list: &[Term]) -> Vec<Factors> {
    let mut found: Vec<Factors> = Vec::new();
    for (k, f) in list.iter().enumerate() {
        let TermKind::Star(body) = f.kind() else { continue };
        let inner = factors_of(body);
        if inner.is_empty() {
            continue;
        }
        for m in 1..=inner.len() {
            let (front, back) = inner.split_at(inner.len() - m);
            if list[..k].ends_with(back) {
                let star = product(&[back, front].concat()).star();
                let mut next = list[..k - m].to_vec();
                next.push(star);
                next.extend(back.iter().cloned());
                next.extend(list[k + 1..].iter().cloned());
                found.push(canonical(&next));
            }
            let (front, back) = inner.split_at(m);
            if list[k + 1..].starts_with(front) {
                let star = product(&[back, front].concat()).star();
                let mut next = list[..k].to_vec();
                next.extend(front.iter().cloned());
                next.push(star);
                next.extend(list[k + 1 + m..].iter().cloned());
                found.push(canonical(&next));
            }
        }
    }
    found.retain(|next| next != list);
    found
}
