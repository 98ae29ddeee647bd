//! Assignments: the meaning of the symbols of a formula in a model.

use std::collections::BTreeMap;
use std::fmt;

use reductio_algebra::{Interpretation, OmegaAlgebra, Symbol};

/// The meaning of symbols in a model: a number of processes, and an element for each symbol at each tuple of indices.
///
/// It is a map, so that a countermodel can be printed, and compared with another.
///
/// ```
/// use reductio_algebra::{Evaluator, Symbol, Vocabulary, name};
/// use reductio_relations::{Assignment, Naive, PairSet};
/// let mut names = Vocabulary::new();
/// names.declare_index(name!("i"));
/// let u = Symbol::action(name!("u"), 1);
/// names.declare(u.clone());
/// let system = Assignment::new(2)
///     .with(&u, &[0], PairSet::from([(0, 1)]))
///     .with(&u, &[1], PairSet::from([(1, 0)]));
/// let ping_pong = names.parse_formula("(+i : u_i)^w = T")?;
/// assert_eq!(Evaluator::new(&Naive { states: 2 }, &system).formula(&ping_pong), Ok(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment<E> {
    processes: usize,
    values: BTreeMap<Symbol, BTreeMap<Vec<usize>, E>>,
}

impl<E> Assignment<E> {
    /// The assignment in which no symbol has a value yet; indices range over `0..processes`.
    pub fn new(processes: usize) -> Self {
        Assignment { processes, values: BTreeMap::new() }
    }

    /// Gives `symbol` a value at `indices`, in place of any earlier one.
    pub fn set(&mut self, symbol: &Symbol, indices: &[usize], value: E) {
        if let Some(family) = self.values.get_mut(symbol) {
            family.insert(indices.to_vec(), value);
        } else {
            self.values.insert(symbol.clone(), BTreeMap::from([(indices.to_vec(), value)]));
        }
    }

    /// The assignment with a value for `symbol` at `indices`, in place of any earlier one.
    #[must_use]
    pub fn with(mut self, symbol: &Symbol, indices: &[usize], value: E) -> Self {
        self.set(symbol, indices, value);
        self
    }

    /// The value of `symbol` at `indices`.
    pub fn get(&self, symbol: &Symbol, indices: &[usize]) -> Option<&E> {
        self.values.get(symbol)?.get(indices)
    }

    /// All values, in the order of symbols and indices.
    pub fn iter(&self) -> impl Iterator<Item = (&Symbol, &[usize], &E)> {
        self.values.iter().flat_map(|(s, f)| f.iter().map(move |(at, e)| (s, at.as_slice(), e)))
    }
}

impl<A: OmegaAlgebra> Interpretation<A> for Assignment<A::Element> {
    fn processes(&self) -> usize {
        self.processes
    }

    fn symbol(&self, symbol: &Symbol, indices: &[usize]) -> Option<A::Element> {
        self.get(symbol, indices).cloned()
    }
}

impl<E: fmt::Display> fmt::Display for Assignment<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} process{}", self.processes, if self.processes == 1 { "" } else { "es" })?;
        for (symbol, indices, value) in self.iter() {
            let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
            write!(f, "; {}", symbol.name)?;
            match indices.as_slice() {
                [] => {}
                [one] => write!(f, "_{one}")?,
                many => write!(f, "_{{{}}}", many.join(","))?,
            }
            write!(f, " = {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Naive, PairSet};
    use reductio_algebra::name;

    #[test]
    fn names_are_told_apart_by_sort_arity_and_indices() {
        let (u, u_i) = (Symbol::action(name!("u"), 0), Symbol::action(name!("u"), 1));
        let all = Assignment::new(1).with(&u, &[], 1).with(&u_i, &[0], 2);
        assert_eq!(all.get(&u, &[]), Some(&1));
        assert_eq!(all.get(&u_i, &[0]), Some(&2));
        assert_eq!(all.get(&u_i, &[1]), None);
        assert_eq!(all.get(&Symbol::predicate(name!("u"), 0), &[]), None);
    }

    #[test]
    fn a_later_value_replaces_an_earlier_one() {
        let x = Symbol::action(name!("x"), 0);
        let all = Assignment::new(1).with(&x, &[], 1).with(&x, &[], 2);
        assert_eq!(all.iter().map(|(_, _, value)| *value).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn an_assignment_is_printed_symbol_by_symbol() {
        let w = Symbol::action(name!("w"), 2);
        let one = PairSet::from([(0, 1)]);
        let all = Assignment::new(2).with(&w, &[0, 1], one.clone()).with(
            &Symbol::predicate(name!("q"), 0),
            &[],
            PairSet::new(),
        );
        assert_eq!(all.to_string(), "2 processes; q = {}; w_{0,1} = {(0,1)}");
        let seen = Interpretation::<Naive>::symbol(&all, &w, &[0, 1]);
        assert_eq!(seen, Some(one));
    }
}
