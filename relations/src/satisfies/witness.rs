//! Why a formula is false in a model.

use std::fmt;

use reductio_algebra::{Formula, Name, Relation, Symbol};

use super::model::set;
use super::path::Path;

/// Whether a formula holds in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfaction {
    /// It holds for all values of its indices.
    Holds,
    /// It does not, and this is why.
    Fails(Box<Witness>),
}

impl Satisfaction {
    /// Whether the formula holds.
    pub fn holds(&self) -> bool {
        matches!(self, Satisfaction::Holds)
    }

    /// The witness, where the formula does not hold.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Satisfaction::Holds => None,
            Satisfaction::Fails(witness) => Some(witness),
        }
    }
}

/// Values for the indices of a formula for which its premises hold and its conclusion does not.
///
/// In the formulas below indices are processes: `u_0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The quantified indices, outermost first, with their values.
    pub indices: Vec<(Name, usize)>,
    /// The quantified actions and predicates, outermost first, with their values.
    pub values: Vec<(Symbol, crate::PairSet)>,
    /// The premises and side conditions. They hold.
    pub premises: Vec<Formula>,
    /// The conclusion: a relation or `i != j`. It does not hold.
    pub conclusion: Formula,
    /// Why not.
    pub failure: Failure,
}

/// Why a relation or a side condition does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A pair of states is in one side and not in the other.
    Pair {
        /// The side in which the pair is.
        side: Side,
        /// Why it is there, and with it the pair.
        path: Path,
    },
    /// The two indices are the same.
    Same,
}

/// A side of `x <= y` or `x = y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `x`.
    Left,
    /// `y`.
    Right,
}

impl Side {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Side::Left => ("left", "right"),
            Side::Right => ("right", "left"),
        }
    }
}

impl Witness {
    /// The pair of states that is in one side only.
    pub fn pair(&self) -> Option<(usize, usize)> {
        match &self.failure {
            Failure::Pair { path, .. } => Some((path.from, path.to)),
            Failure::Same => None,
        }
    }

    /// How the pair arises in the side that has it.
    pub fn path(&self) -> Option<&Path> {
        match &self.failure {
            Failure::Pair { path, .. } => Some(path),
            Failure::Same => None,
        }
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.indices.is_empty() {
            let values: Vec<String> =
                self.indices.iter().map(|(i, k)| format!("{i} = {k}")).collect();
            writeln!(f, "for {}", values.join(", "))?;
        }
        for (symbol, value) in &self.values {
            writeln!(f, "for {} = {}", symbol.name, set(symbol, value))?;
        }
        for (k, premise) in self.premises.iter().enumerate() {
            writeln!(f, "{} {premise}", if k == 0 { "holds:    " } else { "          " })?;
        }
        let side = match &self.failure {
            Failure::Same => return write!(f, "fails:     {}", self.conclusion),
            Failure::Pair { side, .. } => *side,
        };
        writeln!(f, "fails:     {}", self.conclusion)?;
        let Failure::Pair { path, .. } = &self.failure else { return Ok(()) };
        let (here, there) = side.words();
        writeln!(
            f,
            "because:   ({}, {}) is in the {here} side, not in the {there} side",
            path.from, path.to
        )?;
        let Formula::Relation(left, _, right) = &self.conclusion else { return Ok(()) };
        let term = if side == Side::Left { left } else { right };
        write!(f, "path:      {path}  in {term}")
    }
}

/// Whether a pair that is in one side only makes a relation false: one of the right side, only `=`.
pub(super) fn is_refutable(side: Side, relation: Relation) -> bool {
    side == Side::Left || relation == Relation::Equal
}
