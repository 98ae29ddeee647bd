//! Witnesses: why a formula is false in a model.

use std::fmt;

use reductio_algebra::{Formula, Name, Relation, Symbol};

use super::notation::set;
use super::path::Path;

/// The truth of a formula in a model, with a witness where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfaction {
    /// The formula holds for all values of its indices.
    Holds,
    /// The formula does not hold, and the witness says why.
    Fails(Box<Witness>),
}

impl Satisfaction {
    /// Tells whether the formula holds.
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

/// A witness that a formula is false in a model: values for its indices for which the premises hold and the conclusion
/// does not.
///
/// Indices in its formulas are processes: `u_0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The quantified indices, outermost first, with their values.
    pub indices: Vec<(Name, usize)>,
    /// The quantified actions and predicates, outermost first, with their values.
    pub values: Vec<(Symbol, crate::PairSet)>,
    /// The premises and side conditions, all true.
    pub premises: Vec<Formula>,
    /// The conclusion, which is false: a relation or `i != j`.
    pub conclusion: Formula,
    /// The reason why the conclusion is false.
    pub failure: Falsity,
}

/// The falsity of a relation or a side condition: why it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Falsity {
    /// A pair of states is in one side and not in the other.
    Pair {
        /// The side in which the pair is.
        side: Side,
        /// The path by which the pair is in that side; it names the pair.
        path: Path,
    },
    /// The two indices are the same.
    Same,
}

/// A side of `x <= y` or `x = y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left side, `x`.
    Left,
    /// The right side, `y`.
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
            Falsity::Pair { path, .. } => Some((path.from, path.to)),
            Falsity::Same => None,
        }
    }

    /// The path of the pair in the side that has it.
    pub fn path(&self) -> Option<&Path> {
        match &self.failure {
            Falsity::Pair { path, .. } => Some(path),
            Falsity::Same => None,
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
            Falsity::Same => return write!(f, "fails:     {}", self.conclusion),
            Falsity::Pair { side, .. } => *side,
        };
        writeln!(f, "fails:     {}", self.conclusion)?;
        let Falsity::Pair { path, .. } = &self.failure else { return Ok(()) };
        let (here, there) = side.words();
        writeln!(
            f,
            "because:   ({},{}) is in the {here} side, not in the {there} side",
            path.from, path.to
        )?;
        let Formula::Relation(left, _, right) = &self.conclusion else { return Ok(()) };
        let term = if side == Side::Left { left } else { right };
        write!(f, "path:      {path}  in {term}")
    }
}

/// Decides whether a pair that is only in this side makes a relation false: a pair of the right side makes only `=`
/// false.
pub(super) fn is_refutable(side: Side, relation: Relation) -> bool {
    side == Side::Left || relation == Relation::Equal
}
