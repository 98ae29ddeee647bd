//! The elements of the model, and the questions that they answer.

use std::fmt;

use super::rows::{self, Rows};
use super::word::Word;

/// A relation over a fixed number of states, as rows of bits.
///
/// Made by [`Bits`](super::Bits), whose operations it is for; two relations are equal when they have the same number
/// of states and the same pairs.
///
/// ```
/// use reductio_relations::Bits;
/// let step = Bits::new(3)?.relation([(0, 1), (1, 2)])?;
/// assert_eq!((step.states(), step.len()), (3, 2));
/// assert!(step.contains(0, 1) && !step.contains(1, 0));
/// assert_eq!(step.image([0, 1]), [1, 2]);
/// assert_eq!(step.converse().to_string(), "{(1,0), (2,1)}");
/// assert_eq!(step.domain().to_string(), "{(0,0), (1,1)}");
/// # Ok::<(), reductio_relations::ModelFault>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BitRelation(pub(super) Shape);

/// The representation of a relation, by the number of states.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// The one word of a relation over up to 8 states.
    Word(Word),
    /// The rows of a relation over more states.
    Rows(Rows),
}

impl BitRelation {
    /// The number of states.
    pub fn states(&self) -> usize {
        match &self.0 {
            Shape::Word(x) => x.states(),
            Shape::Rows(x) => x.states(),
        }
    }

    /// Decides whether state `from` is related to state `to`.
    pub fn contains(&self, from: usize, to: usize) -> bool {
        match &self.0 {
            Shape::Word(x) => x.contains(from, to),
            Shape::Rows(x) => x.contains(from, to),
        }
    }

    /// The pairs in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let (word, rows) = match &self.0 {
            Shape::Word(x) => (Some(x.pairs()), None),
            Shape::Rows(x) => (None, Some(x.pairs())),
        };
        word.into_iter().flatten().chain(rows.into_iter().flatten())
    }

    /// The number of pairs. Cost: `n^2 / 64`.
    pub fn len(&self) -> usize {
        match &self.0 {
            Shape::Word(x) => x.len(),
            Shape::Rows(x) => x.len(),
        }
    }

    /// Tells whether no state is related to any. Cost: `n^2 / 64`.
    pub fn is_empty(&self) -> bool {
        self.pairs().next().is_none()
    }

    /// The first pair of `self` that `other` lacks: a witness that `self` is not below `other`. Cost: `n^2 / 64`.
    ///
    /// # Panics
    /// When the numbers of states differ.
    pub fn first_outside(&self, other: &Self) -> Option<(usize, usize)> {
        match (&self.0, &other.0) {
            (Shape::Word(x), Shape::Word(y)) if x.states() == y.states() => {
                x.minus(*y).pairs().next()
            }
            (Shape::Rows(x), Shape::Rows(y)) if x.states() == y.states() => x.first_outside(y),
            _ => self.differs(other),
        }
    }

    /// The pairs of both relations. Cost: `n^2 / 64`.
    ///
    /// # Panics
    /// When the numbers of states differ.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.zip(other, Word::and, Rows::and)
    }

    /// The relation with all pairs turned around. Cost: `n^2 / 10`.
    #[must_use]
    pub fn converse(&self) -> Self {
        self.map(Word::converse, Rows::converse)
    }

    /// The states that are related to some state, as a predicate. Cost: `n^2 / 64`.
    #[must_use]
    pub fn domain(&self) -> Self {
        self.map(Word::domain, Rows::domain)
    }

    /// The states that some state of `from` leads to, in ascending order; states that do not exist lead
    /// nowhere. Cost: `n / 64` for each state of `from`.
    pub fn image(&self, from: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let from = from.into_iter().filter(|s| *s < self.states());
        match &self.0 {
            Shape::Word(x) => rows::members(x.image(from)).collect(),
            Shape::Rows(x) => rows::states(&x.image(from)).collect(),
        }
    }

    pub(super) fn is_predicate(&self) -> bool {
        match &self.0 {
            Shape::Word(x) => x.is_predicate(),
            Shape::Rows(x) => x.is_predicate(),
        }
    }

    pub(super) fn insert(&mut self, from: usize, to: usize) {
        match &mut self.0 {
            Shape::Word(x) => x.insert(from, to),
            Shape::Rows(x) => x.insert(from, to),
        }
    }

    pub(super) fn map(&self, word: fn(Word) -> Word, rows: fn(&Rows) -> Rows) -> Self {
        BitRelation(match &self.0 {
            Shape::Word(x) => Shape::Word(word(*x)),
            Shape::Rows(x) => Shape::Rows(rows(x)),
        })
    }

    pub(super) fn zip(
        &self,
        other: &Self,
        word: fn(Word, Word) -> Word,
        rows: fn(&Rows, &Rows) -> Rows,
    ) -> Self {
        BitRelation(match (&self.0, &other.0) {
            (Shape::Word(x), Shape::Word(y)) if x.states() == y.states() => {
                Shape::Word(word(*x, *y))
            }
            (Shape::Rows(x), Shape::Rows(y)) if x.states() == y.states() => Shape::Rows(rows(x, y)),
            _ => self.differs(other),
        })
    }

    fn differs(&self, other: &Self) -> ! {
        panic!("relations over {} and over {} states", self.states(), other.states())
    }
}

impl fmt::Display for BitRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_relation().fmt(f)
    }
}

impl fmt::Debug for BitRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} over {} states", self.states())
    }
}
