//! Sums of words that a word lies below: its normal form, and lemmas about a star beside it.

use reductio_theorems::Theorem;

use super::words::Factors;

/// The normal form of a word: `start <= sum of the words`.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    pub(super) words: Vec<Factors>,
    pub(super) theorem: Theorem,
}

/// The side of a word that the star is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// The star on the left, `e* w`.
    Left,
    /// The star on the right, `w e*`.
    Right,
}

/// A lemma `e* w <= sum of the words`, or `w e* <= ...`.
#[derive(Debug)]
pub(super) struct Lemma {
    pub(super) words: Vec<Factors>,
    pub(super) theorem: Theorem,
}
