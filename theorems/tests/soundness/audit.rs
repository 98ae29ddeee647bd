//! Whether a sequent holds in small relational models.
//!
//! Models have 1, 2 or 3 states (1 or 2 where the sequent speaks of all actions) and, where indices occur, 1, 2 or 3
//! processes. Where there are at most [`EXHAUSTIVE`] interpretations of the symbols, all are tried, else [`SAMPLES`]
//! random ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use reductio_algebra::{EvalError, Evaluator, Formula, Name, Symbol};
use reductio_relations::{Assignment, Naive, PairSet, Random};
use reductio_theorems::Theorem;

/// Printed with each audit, so that a failure can be repeated.
const SEED: u64 = 0x5EED_0005;
const EXHAUSTIVE: u128 = 1 << 16;
const SAMPLES: usize = 300;

/// `H |- C`, for all values of the free symbols and free indices.
#[derive(Clone, Debug)]
pub(crate) struct Sequent {
    pub(crate) hyps: Vec<Formula>,
    pub(crate) concl: Formula,
}

impl From<&Theorem> for Sequent {
    fn from(theorem: &Theorem) -> Self {
        Sequent { hyps: theorem.hypotheses().to_vec(), concl: theorem.conclusion().clone() }
    }
}

impl fmt::Display for Sequent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hyps: Vec<String> = self.hyps.iter().map(ToString::to_string).collect();
        write!(f, "{} |- {}", hyps.join("; "), self.concl)
    }
}

/// The findings of an audit.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    /// Models with values of the free indices.
    pub(crate) models: usize,
    /// The number of models in which all hypotheses hold.
    pub(crate) satisfying: usize,
    /// The number of models in which the conclusion is false, hypotheses or not.
    pub(crate) failing: usize,
    /// The first in which the hypotheses hold and the conclusion is false.
    pub(crate) countermodel: Option<String>,
    /// The values that each symbol had where all hypotheses held in a model with more than one state.
    values: BTreeMap<Symbol, BTreeSet<PairSet>>,
}

impl Audit {
    /// Whether each symbol had several values where the hypotheses held.
    pub(crate) fn is_varied(&self) -> bool {
        self.values.values().all(|seen| seen.len() > 1)
    }
}

impl Sequent {
    fn symbols(&self) -> Vec<Symbol> {
        let all = self.hyps.iter().chain([&self.concl]).flat_map(Formula::symbols);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn free_indices(&self) -> Vec<Name> {
        let all = self.hyps.iter().chain([&self.concl]).flat_map(Formula::free_indices);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Evaluates the sequent in all models of the audit.
    pub(crate) fn audit(&self) -> Audit {
        self.audit_until(false)
    }

    /// The first countermodel, if there is one.
    pub(crate) fn refute(&self) -> Option<String> {
        self.audit_until(true).countermodel
    }

    fn audit_until(&self, first: bool) -> Audit {
        let symbols = self.symbols();
        let indexed = symbols.iter().any(|s| s.arity > 0) || !self.free_indices().is_empty();
        let mut audit = Audit::default();
        let mut random = Random::new(SEED);
        let mut all = self.hyps.iter().chain([&self.concl]);
        let most = if all.any(Formula::has_symbol_quantifier) { 2 } else { 3 };
        for states in 1..=most {
            for processes in 1..=if indexed { 3 } else { 1 } {
                let model = Naive { states };
                let few = model.count_assignments(processes, &symbols).filter(|n| *n <= EXHAUSTIVE);
                let found = if few.is_some() {
                    let mut all = model.assignments(processes, &symbols);
                    all.find(|a| self.evaluate(model, processes, a, &mut audit) && first)
                } else {
                    let mut some =
                        (0..SAMPLES).map(|_| random.assignment(model, processes, &symbols));
                    some.find(|a| self.evaluate(model, processes, a, &mut audit) && first)
                };
                if found.is_some() {
                    return audit;
                }
            }
        }
        audit
    }

    /// Adds a model, with all values of the free indices, to the audit; whether it is a countermodel.
    fn evaluate(
        &self,
        model: Naive,
        processes: usize,
        assignment: &Assignment<PairSet>,
        audit: &mut Audit,
    ) -> bool {
        let names = self.free_indices();
        let count = (0..names.len()).fold(1, |n, _| n * processes);
        let mut refuted = false;
        for mut code in 0..count {
            let mut evaluator = Evaluator::new(&model, assignment);
            let mut values = Vec::new();
            for name in &names {
                evaluator = evaluator.with_index(name, code % processes);
                values.push(format!("{name} = {}", code % processes));
                code /= processes;
            }
            let holds = |f: &Formula| {
                evaluator.formula(f).unwrap_or_else(|e: EvalError| panic!("{self}: {e}"))
            };
            let (premises, conclusion) = (self.hyps.iter().all(holds), holds(&self.concl));
            audit.models += 1;
            audit.failing += usize::from(!conclusion);
            audit.satisfying += usize::from(premises);
            if premises && model.states > 1 {
                for (symbol, _, value) in assignment.iter() {
                    let seen = audit.values.entry(symbol.clone()).or_default();
                    if seen.len() < 2 {
                        seen.insert(value.clone());
                    }
                }
            }
            if premises && !conclusion {
                refuted = true;
                audit.countermodel.get_or_insert_with(|| {
                    format!(
                        "{} states, {assignment}; {} (seed {SEED:#x})",
                        model.states,
                        values.join(", ")
                    )
                });
            }
        }
        refuted
    }
}
