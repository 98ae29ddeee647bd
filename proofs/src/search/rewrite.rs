//! Normal forms of words under the facts: `u <= v1 + ... + vn`, where nothing can be rewritten any more.
//!
//! A word is a list of factors: letters, tests, stars, omegas. Sums are multiplied out, facts applied from left to
//! right, and where a star stands beside another factor, a lemma is made for the two of them (`closure`). Rewriting
//! an inclusion loses something, so a normal form proves much and refutes nothing.

use std::rc::Rc;

use reductio_algebra::{Formula, Index, Name, Relation, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::trans;

use super::bounds::{Normal, Side};
use super::engine::Engine;
use super::made::Made;
use super::words::{Factors, canonical, expanded, multiplied, part, terms, without_tests};
use crate::decide::{into_sum, sum, sum_below};
use crate::derived::le_refl;
use crate::tactic::product::{factors_of, product};
use crate::tactic::rule::Rule;
use crate::tactic::word::{self, Word};

/// The most rewriting steps on the way to one normal form.
const STEPS: usize = 150;
/// The longest word that is rewritten.
const LENGTH: usize = 14;

impl Engine<'_> {
    /// The normal form of the product of these factors; lemmas are made for stars while `depth` lasts.
    pub(super) fn normal(&mut self, list: &[Term], depth: usize) -> Made<Rc<Normal>> {
        let key = (list.to_vec(), depth);
        if let Some(known) = self.normals.get(&key) {
            return Ok(known.clone());
        }
        let mut steps = STEPS;
        let found = Rc::new(self.rewritten(list, depth, &mut Vec::new(), &mut steps)?);
        self.normals.insert(key, found.clone());
        Ok(found)
    }

    fn rewritten(
        &mut self,
        list: &[Term],
        depth: usize,
        seen: &mut Vec<Factors>,
        steps: &mut usize,
    ) -> Made<Normal> {
        let term = product(list);
        let same = || -> Made<Normal> {
            Ok(Normal { words: vec![list.to_vec()], theorem: le_refl(&term)? })
        };
        if *steps == 0 || list.len() > LENGTH || seen.iter().any(|known| known == list) {
            return same();
        }
        *steps -= 1;
        let Some(first) = self.step(list, depth)? else { return same() };
        seen.push(list.to_vec());
        let mut all: Vec<Factors> = Vec::new();
        let mut parts = Vec::new();
        for word in &first.words {
            let next = self.rewritten(word, depth, seen, steps)?;
            for w in &next.words {
                if !all.contains(w) {
                    all.push(w.clone());
                }
            }
            parts.push(next);
        }
        seen.pop();
        let total = sum(&terms(&all));
        let into = into_sum(&terms(&all))?;
        let mut each = Vec::new();
        for part in parts {
            let mut inner = Vec::new();
            for w in &part.words {
                let at = all.iter().position(|known| known == w).unwrap_or(0);
                inner.push(into[at].clone());
            }
            each.push(trans(&part.theorem, &sum_below(&inner, &total)?)?);
        }
        let theorem = trans(&first.theorem, &sum_below(&each, &total)?)?;
        Ok(Normal { words: all, theorem })
    }

    /// Does one step of rewriting; `None` for a normal form.
    fn step(&mut self, list: &[Term], depth: usize) -> Made<Option<Normal>> {
        let term = product(list);
        let tidy = canonical(list);
        if tidy != list {
            let words = vec![tidy];
            return self.tidied(&term, words);
        }
        if let Some(words) = multiplied(list) {
            return self.tidied(&term, words);
        }
        let word = Word::new(list);
        if word.contradiction().is_some() {
            return self.tidied(&term, Vec::new());
        }
        if let Some(shorter) = self.absorbed(list)? {
            return self.tidied(&term, vec![shorter]);
        }
        if let Some(found) = self.with_members(list)? {
            return Ok(Some(found));
        }
        let candidates = word::candidates(&word, &term);
        for zero in [true, false] {
            for rule in self.rewrites.clone() {
                if rule.is_zero() != zero {
                    continue;
                }
                if let Some(found) = self.by_rule(&rule, list, &word, &candidates)? {
                    return Ok(Some(found));
                }
            }
        }
        if depth == 0 {
            return Ok(None);
        }
        if let Some(found) = self.by_closure(list, depth)? {
            return Ok(Some(found));
        }
        // Tests may stand between a star and the factor that it moves past.
        for shorter in without_tests(list) {
            if let Some(found) = self.by_closure(&shorter, depth)?
                && let Some(first) = self.included(&term, &product(&shorter))?
            {
                let theorem = trans(&first, &found.theorem)?;
                return Ok(Some(Normal { theorem, ..found }));
            }
        }
        Ok(None)
    }

    /// The word without the factors that a star, an omega or `T` beside them makes superfluous:
    /// `x* (x + y)* = (x + y)*`, `x* (x + y)^w = (x + y)^w`, `T x <= T`.
    fn absorbed(&mut self, list: &[Term]) -> Made<Option<Factors>> {
        if let Some(at) = list.iter().position(Term::is_top)
            && at + 1 < list.len()
        {
            return Ok(Some(list[..=at].to_vec()));
        }
        for k in 1..list.len() {
            let (a, b) = (&list[k - 1], &list[k]);
            let drop = match (a.kind(), b.kind()) {
                (TermKind::Star(x), TermKind::Star(y)) => {
                    if self.included(x, y)?.is_some() {
                        Some(k - 1)
                    } else if self.included(y, x)?.is_some() {
                        Some(k)
                    } else {
                        None
                    }
                }
                (TermKind::Star(x), TermKind::Omega(y)) => {
                    self.included(x, y)?.is_some().then_some(k - 1)
                }
                _ => None,
            };
            if let Some(drop) = drop {
                let mut shorter = list.to_vec();
                shorter.remove(drop);
                return Ok(Some(shorter));
            }
        }
        Ok(None)
    }

    /// Puts beside a product over indices its members at the indices of the word.
    fn with_members(&mut self, list: &[Term]) -> Made<Option<Normal>> {
        let indices = product(list).free_indices();
        for (k, f) in list.iter().enumerate() {
            let TermKind::Product(binder) = f.kind() else { continue };
            let Some(rule) = self.member_rule(f) else { continue };
            for i in &indices {
                let member = binder.opened(&Index::Free(i.clone()));
                let mut longer = list.to_vec();
                longer.insert(k + 1, member);
                let longer = canonical(&longer);
                if longer == list {
                    continue;
                }
                if let Some(theorem) = self.one_step(&rule, &product(list), &product(&longer))? {
                    return Ok(Some(Normal { words: vec![longer], theorem }));
                }
            }
        }
        Ok(None)
    }

    /// Does a step of regular algebra, or of omega algebra.
    fn tidied(&mut self, term: &Term, words: Vec<Factors>) -> Made<Option<Normal>> {
        let target = sum(&terms(&words));
        let theorem = match self.at_once(term, &target)? {
            Some(theorem) => Some(theorem),
            None => match self.included(term, &target)? {
                Some(theorem) => Some(theorem),
                None => self.decided(term, &target)?,
            },
        };
        Ok(theorem.map(|theorem| Normal { words, theorem }))
    }

    fn by_rule(
        &mut self,
        rule: &Rc<Rule>,
        list: &[Term],
        word: &Word,
        candidates: &[Name],
    ) -> Made<Option<Normal>> {
        for (start, end, binding) in rule.matches(word) {
            for instance in rule.instances(&binding, candidates, &self.apart.clone()) {
                let mut next: Factors = part(word, 0, start);
                next.extend(factors_of(&instance.rhs));
                next.extend(part(word, end, word.end()));
                let words = expanded(&next);
                if words.iter().any(|w| w == list) || self.is_turned_back(list, &words, candidates)
                {
                    continue;
                }
                let target = sum(&terms(&words));
                if let Some(theorem) = self.one_step(rule, &product(list), &target)? {
                    return Ok(Some(Normal { words, theorem }));
                }
            }
        }
        Ok(None)
    }

    /// Whether a fact leads from the one new word back to the old one, as in `u_i u_j = u_j u_i`: of the two the one
    /// whose factors come first by name is the normal form, or the other one where equations are read backwards.
    fn is_turned_back(&self, list: &[Term], words: &[Factors], candidates: &[Name]) -> bool {
        let [next] = words else { return false };
        let text = |w: &[Term]| w.iter().map(ToString::to_string).collect::<Vec<_>>();
        if next.len() != list.len() || (text(next) < text(list)) != self.is_backwards {
            return false;
        }
        let word = Word::new(next);
        self.rewrites.iter().any(|rule| {
            rule.matches(&word).iter().any(|(start, end, binding)| {
                rule.instances(binding, candidates, &self.apart).iter().any(|instance| {
                    let mut back = part(&word, 0, *start);
                    back.extend(factors_of(&instance.rhs));
                    back.extend(part(&word, *end, word.end()));
                    canonical(&back) == list
                })
            })
        })
    }

    /// Does a step by a lemma about a star and the factors beside it.
    fn by_closure(&mut self, list: &[Term], depth: usize) -> Made<Option<Normal>> {
        for k in 0..list.len() {
            let TermKind::Star(e) = list[k].kind() else { continue };
            let mut tries: Vec<(Side, usize, usize)> = Vec::new();
            if k + 1 < list.len() {
                tries.push((Side::Left, k, k + 2));
            }
            if k > 0 {
                tries.push((Side::Right, k - 1, k + 1));
            }
            if matches!(e.kind(), TermKind::Plus(..)) {
                tries.push((Side::Left, k, k + 1));
            }
            for (side, from, to) in tries {
                let rest = match side {
                    Side::Left => &list[k + 1..to],
                    Side::Right => &list[from..k],
                };
                let Some(lemma) = self.closure(side, e, rest, depth)? else { continue };
                // A lemma that only unfolds a star could be used again and again.
                if to - from == 1 && lemma.words.iter().any(|w| w.contains(&list[k])) {
                    continue;
                }
                // A lemma that holds without any fact loses something, and gains nothing.
                let invariant = sum(&terms(&lemma.words));
                if self.included(&product(&list[from..to]), &invariant)?.is_some() {
                    continue;
                }
                let mut words = Vec::new();
                for middle in &lemma.words {
                    let mut next = list[..from].to_vec();
                    next.extend(middle.iter().cloned());
                    next.extend(list[to..].iter().cloned());
                    words.push(canonical(&next));
                }
                if words.iter().any(|w| w == list) {
                    continue;
                }
                let target = sum(&terms(&words));
                let rules = Rule::from_theorem(&lemma.theorem, &[], None);
                let Some(rule) = rules.first() else { continue };
                if let Some(theorem) = self.one_step(rule, &product(list), &target)? {
                    return Ok(Some(Normal { words, theorem }));
                }
            }
        }
        Ok(None)
    }
}

/// The rules by which words are rewritten: those that do not grow, read in one direction. `backwards` reads equations
/// from right to left.
pub(super) fn rewrites(facts: &[Theorem], backwards: bool) -> Vec<Rc<Rule>> {
    let mut found = Vec::new();
    for fact in facts {
        let mut rules = Rule::from_theorem(fact, &[], None);
        let is_equation = rules.len() == 2;
        if is_equation {
            let (first, second) = (is_step(&rules[0]), is_step(&rules[1]));
            let keep = usize::from(if first && second { backwards } else { second });
            rules = vec![rules.swap_remove(keep)];
        }
        found.extend(rules.into_iter().filter(|r| is_step(r)));
    }
    found
}

/// Whether a rule takes a word nearer to a normal form: its left side is a word with an action, and comes back in no
/// word of its right side, unless only tests are added.
fn is_step(rule: &Rule) -> bool {
    let (left, right) = rule.sides();
    let left = canonical(std::slice::from_ref(left));
    let actions = |w: &[Term]| w.iter().filter(|f| !f.is_predicate()).count();
    if multiplied(&left).is_some() || actions(&left) == 0 && !rule.is_zero() {
        return false;
    }
    expanded(std::slice::from_ref(right)).iter().all(|word| {
        let comes_back = word.windows(left.len().max(1)).any(|w| w == left);
        let grows = actions(&left) == 1 && actions(word) > 1;
        if comes_back || grows { actions(word) == actions(&left) } else { true }
    })
}

/// The instances of a fact without the stars on its left side: `y x <= r` for `y* x* <= r`.
pub(super) fn without_stars(fact: &Theorem) -> Made<Vec<Theorem>> {
    let Formula::Relation(l, Relation::Below, _) = fact.conclusion() else {
        return Ok(Vec::new());
    };
    let factors = factors_of(l);
    let mut lists: Vec<Factors> = vec![Vec::new()];
    for f in &factors {
        let choices = match f.kind() {
            TermKind::Star(z) => vec![f.clone(), z.clone()],
            _ => vec![f.clone()],
        };
        lists = lists
            .iter()
            .flat_map(|list| {
                choices.iter().map(|c| {
                    let mut list = list.clone();
                    list.push(c.clone());
                    list
                })
            })
            .collect();
    }
    let mut found = Vec::new();
    for list in lists.iter().skip(1).take(8) {
        if let Some(below) = crate::decide::regular(&product(list), l, 50)? {
            found.push(trans(&below, fact)?);
        }
    }
    Ok(found)
}
