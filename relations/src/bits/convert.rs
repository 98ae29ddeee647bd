//! From pairs to rows of bits and back.

use reductio_algebra::{Interpretation, OmegaAlgebra};

use super::{BitRelation, Bits};
use crate::satisfies::ModelFault;
use crate::{Assignment, Naive, PairSet};

impl Bits {
    /// The relation of these pairs.
    ///
    /// # Errors
    /// [`ModelFault::State`] for a state that the model does not have.
    pub fn relation(
        &self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<BitRelation, ModelFault> {
        let mut relation = self.zero();
        for (from, to) in pairs {
            let state = from.max(to);
            if state >= self.states {
                return Err(ModelFault::State { state, states: self.states });
            }
            relation.insert(from, to);
        }
        Ok(relation)
    }

    /// An assignment with its values as rows of bits: `satisfies(formula, &bits, &bits.assignment(meaning)?)`
    /// evaluates a formula by this model.
    ///
    /// ```
    /// use reductio_algebra::{Symbol, Vocabulary, name};
    /// use reductio_relations::{Assignment, Bits, PairSet, satisfies};
    /// let x = Symbol::action(name!("x"), 0);
    /// let mut names = Vocabulary::new();
    /// assert!(names.declare(x.clone()));
    /// let claim = names.parse_formula("x x <= x")?;
    /// let meaning = Assignment::new(1).with(&x, &[], PairSet::from([(0, 1), (1, 2)]));
    /// let bits = Bits::new(3).unwrap();
    /// let verdict = satisfies(&claim, &bits, &bits.assignment(&meaning).unwrap()).unwrap();
    /// assert_eq!(verdict.witness().unwrap().path().unwrap().to_string(), "0 -x-> 1 -x-> 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelFault::State`] for a state that the model does not have.
    pub fn assignment(
        &self,
        meaning: &Assignment<PairSet>,
    ) -> Result<Assignment<BitRelation>, ModelFault> {
        let mut all = Assignment::new(Interpretation::<Naive>::processes(meaning));
        for (symbol, indices, value) in meaning.iter() {
            all.set(symbol, indices, self.relation(value.pairs())?);
        }
        Ok(all)
    }
}

impl BitRelation {
    /// The relation as a set of pairs.
    pub fn to_relation(&self) -> PairSet {
        self.pairs().collect()
    }
}
