//! Guarded words: alternations of tests and actions, `B0 a1 B1 a2 ... an Bn`.
//!
//! A block of tests may be read as often as one likes (`p = p p`), in any order, and may be ignored (`p <= 1`): it is
//! the knowledge at a place. So a word splits at every place into two words that both have the tests of that place,
//! and matching never has to move tests around. (Guarded strings are the standard model of Kleene algebra with tests:
//! Kozen and Smith, 1996.)

use std::cell::RefCell;

use reductio_algebra::{Name, Term, TermKind, name};
use reductio_theorems::kernel::{axiom, refl, seq, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};
use rustc_hash::FxHashMap;

use super::product::{Eqn, product, then};
use crate::derived::{Derived, LAWS, seq_left, seq_right};

/// A guarded word with `actions.len() + 1` places.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) tests: Vec<Vec<Term>>,
    pub(crate) actions: Vec<Term>,
}

impl Word {
    /// Reads a list of factors: predicates are tests, everything else is an action.
    pub(crate) fn new(list: &[Term]) -> Self {
        let mut word = Word { tests: vec![Vec::new()], actions: Vec::new() };
        for factor in list {
            if factor.is_predicate() {
                if let Some(block) = word.tests.last_mut() {
                    block.push(factor.clone());
                }
            } else {
                word.actions.push(factor.clone());
                word.tests.push(Vec::new());
            }
        }
        word
    }

    /// The last place.
    pub(crate) fn end(&self) -> usize {
        self.actions.len()
    }

    /// The tests of a place as one predicate, `1` when there are none.
    fn block(&self, place: usize) -> Term {
        product(&self.tests[place])
    }

    /// The part from place `i` to place `j` as a term: `Bi (a (B (a ... Bj)))`.
    pub(crate) fn segment(&self, i: usize, j: usize) -> Term {
        (i..j).rev().fold(self.block(j), |t, k| self.block(k).seq(&self.actions[k].seq(&t)))
    }

    /// The factors from place `i` to place `j`, the tests at both ends left out.
    pub(crate) fn inner(&self, i: usize, j: usize) -> Vec<Term> {
        let mut out = Vec::new();
        for k in i..j {
            if k > i {
                out.extend(self.tests[k].iter().cloned());
            }
            out.push(self.actions[k].clone());
        }
        out
    }

    /// A pair of contradictory tests `(place, test, complement)`.
    pub(crate) fn contradiction(&self) -> Option<(usize, usize, usize)> {
        for (place, block) in self.tests.iter().enumerate() {
            for (k, test) in block.iter().enumerate() {
                if let TermKind::Not(p) = test.kind()
                    && let Some(at) = block.iter().position(|t| t == p)
                {
                    return Some((place, at, k));
                }
            }
        }
        None
    }

    /// `|- product(list) = segment(0, end)` for the list that the word was read from.
    pub(crate) fn reading(list: &[Term]) -> Derived {
        // From the right: `block` is the block in front, `tail` what follows it, if anything.
        let mut block: Vec<Term> = Vec::new();
        let mut tail: Option<Term> = None;
        let mut proof = None;
        let mut empty = true;
        for factor in list.iter().rev() {
            let front = product(&block);
            let whole = tail.as_ref().map_or_else(|| front.clone(), |t| front.seq(t));
            if empty {
                // product([f]) is `f`; the segment of the empty word is `1`.
                empty = false;
                if factor.is_predicate() {
                    block = vec![factor.clone()];
                    proof = None;
                    continue;
                }
                let one = sym(&axiom(Axiom::SeqOne, factor, factor, factor)?)?;
                let lifted = sym(&axiom(Axiom::OneSeq, &factor.seq(&whole), factor, factor)?)?;
                proof = then(Some(one), Some(lifted))?;
                tail = Some(factor.seq(&whole));
                block = Vec::new();
                continue;
            }
            let under = proof.map(|t| seq_left(factor, &t)).transpose()?;
            let step: Eqn = if factor.is_predicate() {
                let step = match &tail {
                    // f (block tail) = (f block) tail, and f 1 = f.
                    Some(t) => {
                        let assoc = axiom(Axiom::SeqAssoc, factor, &front, t)?;
                        if block.is_empty() {
                            let unit = axiom(Axiom::SeqOne, factor, factor, factor)?;
                            Some(trans(&assoc, &seq_right(&unit, t)?)?)
                        } else {
                            Some(assoc)
                        }
                    }
                    None if block.is_empty() => Some(axiom(Axiom::SeqOne, factor, factor, factor)?),
                    None => None,
                };
                block.insert(0, factor.clone());
                step
            } else {
                let next = factor.seq(&whole);
                let step = sym(&axiom(Axiom::OneSeq, &next, factor, factor)?)?;
                tail = Some(next);
                block = Vec::new();
                Some(step)
            };
            proof = then(under, step)?;
        }
        match proof {
            Some(t) => Ok(t),
            None => refl(&product(list)),
        }
    }
}

/// Kernel steps about one word, each made once.
pub(crate) struct WordProofs<'a> {
    pub(crate) word: &'a Word,
    splits: RefCell<FxHashMap<(usize, usize, usize), Theorem>>,
    segments: RefCell<FxHashMap<(usize, usize), Term>>,
}

impl<'a> WordProofs<'a> {
    pub(crate) fn new(word: &'a Word) -> Self {
        WordProofs { word, splits: RefCell::default(), segments: RefCell::default() }
    }

    /// The term [`Word::segment`], built once.
    pub(crate) fn segment(&self, i: usize, j: usize) -> Term {
        if let Some(t) = self.segments.borrow().get(&(i, j)) {
            return t.clone();
        }
        let block = self.word.block(i);
        let t = if i == j {
            block
        } else {
            block.seq(&self.word.actions[i].seq(&self.segment(i + 1, j)))
        };
        self.segments.borrow_mut().insert((i, j), t.clone());
        t
    }

    /// `|- segment(i, j) = segment(i, k) segment(k, j)`, for `i <= k <= j`.
    pub(crate) fn split(&self, i: usize, k: usize, j: usize) -> Derived {
        if let Some(t) = self.splits.borrow().get(&(i, k, j)) {
            return Ok(t.clone());
        }
        let t = self.make_split(i, k, j)?;
        self.splits.borrow_mut().insert((i, k, j), t.clone());
        Ok(t)
    }

    fn make_split(&self, i: usize, k: usize, j: usize) -> Derived {
        let word = self.word;
        let block = word.block(i);
        if i == k {
            // b X = (b b) X = b (b X)
            let twice = if block == Term::one() {
                sym(&axiom(Axiom::OneSeq, &block, &block, &block)?)?
            } else {
                LAWS.pred_idem.at(&block, &block)
            };
            if k == j {
                return Ok(twice);
            }
            let rest = word.actions[i].seq(&self.segment(i + 1, j));
            let doubled = seq_right(&twice, &rest)?;
            return trans(&doubled, &sym(&axiom(Axiom::SeqAssoc, &block, &block, &rest)?)?);
        }
        // b (a S) = b (a (L R)) = b ((a L) R) = (b (a L)) R
        let action = &word.actions[i];
        let inner = self.split(i + 1, k, j)?;
        let (left, right) = (self.segment(i + 1, k), self.segment(k, j));
        let a = seq_left(action, &inner)?;
        let b = trans(&a, &axiom(Axiom::SeqAssoc, action, &left, &right)?)?;
        let c = seq_left(&block, &b)?;
        trans(&c, &axiom(Axiom::SeqAssoc, &block, &action.seq(&left), &right)?)
    }

    /// `|- segment(i, i) <= test`, for the test at a position of the block.
    pub(crate) fn test(&self, i: usize, at: usize) -> Derived {
        block_below(&self.word.tests[i], at)
    }

    /// `|- segment(i, i) <= 1`.
    pub(crate) fn one(&self, i: usize) -> Theorem {
        let block = self.word.block(i);
        LAWS.pred_le_one.at(&block, &block)
    }

    /// `|- segment(i, i + 1) <= a`, the action between the two places.
    pub(crate) fn action(&self, i: usize) -> Derived {
        let action = &self.word.actions[i];
        let after = drop_right(action, &self.one(i + 1))?;
        let before = seq(&self.one(i), &after)?;
        trans(&before, &axiom(Axiom::OneSeq, action, action, action)?)
    }
}

/// The theorem `x b <= x`, from `b <= 1`.
fn drop_right(x: &Term, below_one: &Theorem) -> Derived {
    trans(&seq_left(x, below_one)?, &axiom(Axiom::SeqOne, x, x, x)?)
}

pub(crate) fn block_below(tests: &[Term], at: usize) -> Result<Theorem, RuleError> {
    let test = &tests[at];
    let rest = &tests[at + 1..];
    let mut t = if rest.is_empty() {
        refl(test)?
    } else {
        let rest = product(rest);
        drop_right(test, &LAWS.pred_le_one.at(&rest, &rest))?
    };
    for before in tests[..at].iter().rev() {
        let step = seq(&LAWS.pred_le_one.at(before, before), &t)?;
        t = trans(&step, &axiom(Axiom::OneSeq, test, test, test)?)?;
    }
    Ok(t)
}

/// Indices worth trying for a bound index: those of the word, then any.
pub(crate) fn candidates(word: &Word, t: &Term) -> Vec<Name> {
    let mut found = Vec::new();
    for term in word.actions.iter().chain(word.tests.iter().flatten()).chain([t]) {
        for name in term.free_indices() {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    if found.is_empty() {
        found.push(name!("i"));
    }
    found
}
