//! The relational model on rows of bits: as fast as this machine's words allow.
//!
//! Row `s` of a relation is the set of the states that `s` is related to. Up to 8 states a relation is one word
//! (`word`); above that its rows are words in one buffer (`rows`). Products are in `product` and
//! `four_russians`, closures in `closure`, on the components of `components`.

#![expect(
    clippy::inline_always,
    reason = "what is compiled for wide vectors has to be inlined there"
)]

mod closure;
mod components;
mod convert;
mod element;
mod four_russians;
mod lines;
mod product;
mod rows;
mod transpose;
mod word;

use reductio_algebra::{OmegaAlgebra, Sort};

pub use element::BitRelation;
use element::Shape;
use rows::Rows;
use word::Word;

use crate::enumeration::number_of;
use crate::satisfies::{ModelFault, RelationalModel};

/// The algebra of all relations over the states `0..n`, as rows of bits: fast, where [`Naive`](crate::Naive) is
/// simple.
///
/// One relation takes `n^2 / 8` bytes. In steps on words a sum costs `n^2 / 64`; a product `n / 64` for each pair of
/// the left factor, less where rows of the result are full, and at most `n^3 / 512`; `x*` and `x^w` cost some 20
/// `n^2 / 64`, and `x*` a sum of two rows for each pair of components that no others connect.
///
/// ```
/// use reductio_algebra::OmegaAlgebra;
/// use reductio_relations::Bits;
/// let model = Bits::new(3)?;
/// // 0 may step to 1, and 1 may step to itself for ever: from 0 and 1 everything is possible.
/// let step = model.relation([(0, 1), (1, 1)])?;
/// assert_eq!(model.star(&step).to_string(), "{(0,0), (0,1), (1,1), (2,2)}");
/// assert_eq!(model.omega(&step).to_string(), "{(0,0), (0,1), (0,2), (1,0), (1,1), (1,2)}");
/// # Ok::<(), reductio_relations::ModelFault>(())
/// ```
///
/// # Panics
/// Every operation panics on elements of a `Bits` with another number of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    states: usize,
}

impl Bits {
    /// The largest number of states: one relation over so many takes 32 MiB.
    pub const MAX_STATES: usize = 16_384;

    /// The model with so many states.
    ///
    /// # Errors
    /// [`ModelFault::Size`] for no state, or more than [`Bits::MAX_STATES`].
    pub fn new(states: usize) -> Result<Self, ModelFault> {
        if (1..=Self::MAX_STATES).contains(&states) {
            Ok(Bits { states })
        } else {
            Err(ModelFault::Size { what: "states", got: states, limit: Self::MAX_STATES })
        }
    }

    /// The relation `T`: every state is related to every state.
    pub fn top(&self) -> BitRelation {
        self.make(Word::top, Rows::top)
    }

    fn make(self, word: fn(usize) -> Word, rows: fn(usize) -> Rows) -> BitRelation {
        BitRelation(if self.states <= Word::MAX_STATES {
            Shape::Word(word(self.states))
        } else {
            Shape::Rows(rows(self.states))
        })
    }

    /// Decides whether the relation is over the states of this model.
    pub fn has(&self, x: &BitRelation) -> bool {
        x.states() == self.states
    }
}

/// The operations of S5 section 3 on rows of bits.
impl OmegaAlgebra for Bits {
    type Element = BitRelation;

    /// The empty relation `0`.
    fn zero(&self) -> BitRelation {
        self.make(Word::zero, Rows::zero)
    }

    /// The identity `1`.
    fn one(&self) -> BitRelation {
        self.make(Word::one, Rows::one)
    }

    /// The union `x + y`.
    fn plus(&self, x: &BitRelation, y: &BitRelation) -> BitRelation {
        x.zip(y, Word::or, Rows::or)
    }

    /// The composition `x y`: a step of `x`, then a step of `y`.
    fn seq(&self, x: &BitRelation, y: &BitRelation) -> BitRelation {
        x.zip(y, Word::then, product::then)
    }

    /// The reflexive transitive closure `x*`: any number of steps.
    fn star(&self, x: &BitRelation) -> BitRelation {
        x.map(Word::star, closure::star)
    }

    /// The infinite iteration `x^w`: a state with an infinite path is related to every state.
    fn omega(&self, x: &BitRelation) -> BitRelation {
        x.map(Word::omega, closure::omega)
    }

    /// The complement `!p`: the states where `p` does not hold.
    fn complement(&self, p: &BitRelation) -> BitRelation {
        p.map(Word::complement, Rows::complement)
    }

    /// Whether the relation is a predicate: it relates states to themselves only.
    fn is_predicate(&self, x: &BitRelation) -> bool {
        x.is_predicate()
    }

    fn elements(&self, sort: Sort, most: u64) -> Option<Vec<BitRelation>> {
        let count = number_of(self.states, sort).filter(|n| *n <= most)?;
        let states = self.states;
        let pair = |cell: usize| match sort {
            Sort::Predicate => (cell, cell),
            Sort::Action => (cell / states, cell % states),
        };
        let element = |code: u64| {
            let mut relation = self.zero();
            for cell in (0..64).filter(|cell| code >> cell & 1 == 1) {
                let (from, to) = pair(cell);
                relation.insert(from, to);
            }
            relation
        };
        Some((0..count).map(element).collect())
    }

    /// Whether every pair of `x` is a pair of `y`.
    fn is_below(&self, x: &BitRelation, y: &BitRelation) -> bool {
        x.first_outside(y).is_none()
    }
}

impl RelationalModel for Bits {
    fn states(&self) -> usize {
        self.states
    }

    fn relates(&self, x: &BitRelation, from: usize, to: usize) -> bool {
        x.contains(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relation over `states` states whose pair `(s, t)` is bit `states s + t` of `code`, in both shapes.
    fn both(states: usize, code: usize) -> (Word, Rows) {
        let (mut word, mut rows) = (Word::zero(states), Rows::zero(states));
        for bit in (0..states * states).filter(|bit| code >> bit & 1 == 1) {
            word.insert(bit / states, bit % states);
            rows.insert(bit / states, bit % states);
        }
        (word, rows)
    }

    fn same(word: Word, rows: &Rows) -> bool {
        word.pairs().eq(rows.pairs())
    }

    /// With few states words are used, and never rows: here rows are held against words.
    #[test]
    fn words_and_rows_agree_on_all_relations_with_up_to_three_states() {
        for states in 1..=3 {
            let all: Vec<_> = (0..1 << (states * states)).map(|code| both(states, code)).collect();
            assert!(same(Word::one(states), &Rows::one(states)));
            assert!(same(Word::top(states), &Rows::top(states)));
            for (word, rows) in &all {
                assert!(same(word.star(), &closure::star(rows)));
                assert!(same(word.omega(), &closure::omega(rows)));
                assert!(same(word.converse(), &rows.converse()));
                assert!(same(word.domain(), &rows.domain()));
                assert!(same(word.complement(), &rows.complement()));
                assert_eq!(word.is_predicate(), rows.is_predicate());
                assert_eq!(word.len(), rows.len());
            }
            for (word, rows) in &all {
                for (other_word, other_rows) in &all {
                    let tables = |x: &Rows, y: &Rows| {
                        let mut out = Rows::zero(states);
                        four_russians::by_tables(x, y, &mut out, 0);
                        out
                    };
                    let expected = word.then(*other_word);
                    assert!(same(expected, &product::then(rows, other_rows)));
                    assert!(same(expected, &tables(rows, other_rows)));
                    assert!(same(word.or(*other_word), &rows.or(other_rows)));
                    assert!(same(word.and(*other_word), &rows.and(other_rows)));
                    let first = word.minus(*other_word).pairs().next();
                    assert_eq!(first, rows.first_outside(other_rows));
                }
            }
        }
    }
}
