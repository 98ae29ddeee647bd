//! Goals and the attempts to prove them, cheapest first.

use reductio_algebra::{Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{star_ind_l, star_ind_r, trans};

use super::engine::Engine;
use super::made::Made;
use super::words::{Factors, canonical, multiplied, terms};
use crate::decide::sum_below;
use crate::derived::{seq_left, seq_right, weaken};
use crate::tactic::product::{factors_of, product};

/// The effort for a goal: how deep goals are tried within goals, and lemmas within lemmas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    level: u8,
    within: u8,
}

impl Effort {
    pub(super) fn new(level: u8) -> Self {
        Effort { level, within: level }
    }

    /// The effort for a goal within a goal.
    pub(super) fn less(self) -> Self {
        Effort { within: self.within.saturating_sub(1), ..self }
    }

    /// The states of the tactic.
    pub(super) fn states(self) -> u32 {
        [150, 600, 2_000, 6_000][usize::from(self.level.min(3))]
    }

    /// The words that are tried at other places.
    pub(super) fn words(self) -> usize {
        [0, 0, 60, 150][usize::from(self.level.min(3))]
    }

    /// The depth of lemmas within a lemma.
    pub(super) fn depth(self) -> usize {
        usize::from(self.level) + 1
    }
}

impl Engine<'_> {
    /// Proves `s <= t`.
    pub(super) fn below(&mut self, s: &Term, t: &Term, effort: Effort) -> Made<Option<Theorem>> {
        if let Some(found) = self.leaf(s, t, effort.states())? {
            return Ok(Some(found));
        }
        if effort.within == 0 && effort.words() == 0 {
            return Ok(None);
        }
        let list = factors_of(s);
        let Some(start) = self.included(s, &product(&list))? else { return Ok(None) };
        if effort.within == 0 {
            let found = self.elsewhere(&list, t, effort)?;
            return Ok(found.map(|found| trans(&start, &found)).transpose()?);
        }
        // Words as they are, then in normal form.
        let plain = self.normal(&list, 0)?;
        if let Some(found) = self.words_below(&plain.words, t, effort)? {
            return Ok(Some(trans(&start, &trans(&plain.theorem, &found)?)?));
        }
        let normal = self.normal(&list, effort.depth())?;
        if normal.words != plain.words
            && let Some(found) = self.words_below(&normal.words, t, effort)?
        {
            return Ok(Some(trans(&start, &trans(&normal.theorem, &found)?)?));
        }
        // What a fact rewrites may have said more: `y` of `y = x y`, which lies below `x^w`.
        let word = canonical(&list);
        if effort.words() > 0
            && multiplied(&word).is_none()
            && plain.words.iter().all(|w| *w != word)
            && let Some(tidy) = self.included(&product(&list), &product(&word))?
            && let Some(found) = self.words_below(&[word], t, effort)?
        {
            return Ok(Some(trans(&start, &trans(&tidy, &found)?)?));
        }
        Ok(None)
    }

    fn words_below(
        &mut self,
        words: &[Factors],
        t: &Term,
        effort: Effort,
    ) -> Made<Option<Theorem>> {
        let mut each = Vec::new();
        for (word, term) in words.iter().zip(terms(words)) {
            let mut found = self.leaf(&term, t, effort.states())?;
            if found.is_none() {
                found = self.by_induction(word, t, effort)?;
            }
            if found.is_none() {
                found = self.coinduct(&term, t, effort.less())?;
            }
            if found.is_none() && effort.words() > 0 {
                found = self.elsewhere(word, t, effort)?;
            }
            match found {
                Some(found) => each.push(found),
                None => return Ok(None),
            }
        }
        Ok(Some(sum_below(&each, t)?))
    }

    /// Proves a goal from a star at an end of the word, with the right side as invariant.
    fn by_induction(&mut self, word: &[Term], t: &Term, effort: Effort) -> Made<Option<Theorem>> {
        if effort.within == 0 {
            return Ok(None);
        }
        let less = effort.less();
        if let [first, rest @ ..] = word
            && let TermKind::Star(e) = first.kind()
        {
            let rest = product(rest);
            if let Some(start) = self.below(&rest, t, less)?
                && let Some(step) = self.below(&e.seq(t), t, less)?
            {
                let swallow = weaken(&star_ind_l(&weaken(&step)?)?)?;
                let found = trans(&seq_left(first, &start)?, &swallow)?;
                return self.ended_in(word, &found);
            }
        }
        if let [rest @ .., last] = word
            && let TermKind::Star(e) = last.kind()
        {
            let rest = product(rest);
            if let Some(start) = self.below(&rest, t, less)?
                && let Some(step) = self.below(&t.seq(e), t, less)?
            {
                let swallow = weaken(&star_ind_r(&weaken(&step)?)?)?;
                let found = trans(&seq_right(&start, last)?, &swallow)?;
                return self.ended_in(word, &found);
            }
        }
        Ok(None)
    }

    /// The theorem about the product of the word: `e* 1` is `e*`.
    fn ended_in(&mut self, word: &[Term], found: &Theorem) -> Made<Option<Theorem>> {
        let start = self.included(&product(word), &crate::derived::lhs(found))?;
        let Some(start) = start else { return Ok(None) };
        Ok(Some(trans(&start, found)?))
    }
}
