//! Small relational systems in which S5's hypotheses hold, and the steps of a derivation evaluated in them.

use std::collections::HashMap;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Evaluator, Formula, Index, OmegaAlgebra, Symbol, Term, Theory};
use reductio_proofs::script::{Body, Chain, Derivation};
use reductio_relations::{Assignment, Naive, PairSet, Random};

const SEED: u64 = 20_060_313;
const PROCESSES: usize = 2;

/// A model, and what the symbols of the theory mean in it.
pub(crate) struct System {
    model: Naive,
    assignment: Assignment<PairSet>,
}

/// Systems in which all hypotheses of the theory hold, `count` of them, in which something happens.
pub(crate) fn systems(theory: &Theory, count: usize) -> Vec<System> {
    let mut random = Random::new(SEED);
    let mut found: Vec<System> = Vec::new();
    let symbols = theory.vocabulary().symbols();
    let symbol = |name: &str, arity: usize| {
        symbols.iter().find(|s| *s.name == *name && s.arity == arity).unwrap().clone()
    };
    let (u, v, p) = (symbol("u", 1), symbol("v", 1), symbol("p", 1));
    for round in 0..200_000 {
        if found.len() == count {
            return found;
        }
        let model = Naive { states: 2 + round % 2 };
        let mut assignment = random.assignment(model, PROCESSES, symbols);
        for i in 0..PROCESSES {
            // (18)-(20) by construction: p_i is where u_i is disabled, v_i starts there.
            let moves = assignment.get(&u, &[i]).unwrap().clone();
            let enabled: PairSet = moves.pairs().map(|(a, _)| (a, a)).collect();
            let disabled = model.complement(&enabled);
            let visible = model.seq(&disabled, assignment.get(&v, &[i]).unwrap());
            assignment.set(&p, &[i], disabled);
            assignment.set(&v, &[i], visible);
        }
        let some = |s: &Symbol| {
            (0..PROCESSES)
                .any(|i| assignment.get(s, &[i]).is_some_and(|x| x.pairs().next().is_some()))
        };
        let is_lively = some(&u) && some(&v);
        let system = System { model, assignment };
        if is_lively && theory.hypotheses().all(|h| system.holds(&h.formula)) {
            found.push(system);
        }
    }
    found
}

impl System {
    fn holds(&self, formula: &Formula) -> bool {
        Evaluator::new(&self.model, &self.assignment).formula(formula).unwrap()
    }
}

/// The steps of a derivation as formulas: for all indices, under the premises of the statement.
pub(crate) fn steps(derivation: &Derivation) -> Vec<Formula> {
    let (_, inner) = derivation.formula.stripped(&[]);
    let premises: Vec<Formula> = inner.horn().0.into_iter().cloned().collect();
    let mut out = Vec::new();
    body(&derivation.body, &premises, &mut out);
    out
}

fn body(part: &Body, premises: &[Formula], out: &mut Vec<Formula>) {
    match part {
        Body::Chain(main, below) => {
            [main].into_iter().chain(below).for_each(|c| chain(c, premises, out));
        }
        Body::Cases { i, j, equal, apart, .. } => {
            body(equal, premises, out);
            let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
            body(apart, &[premises, &[side]].concat(), out);
        }
    }
}

fn chain(chain: &Chain, premises: &[Formula], out: &mut Vec<Formula>) {
    let mut from: &Term = &chain.first;
    for link in &chain.links {
        let step = match link.sign {
            Sign::Below => Formula::below(from, &link.term),
            Sign::Equal => Formula::equal(from, &link.term),
            Sign::Above => Formula::below(&link.term, from),
        };
        let implied = premises.iter().rev().fold(step, |f, p| p.clone().implies(f));
        out.push(implied.closed());
        from = &link.term;
    }
}

/// Evaluates steps, each once.
pub(crate) struct Judge<'a> {
    systems: &'a [System],
    known: HashMap<String, bool>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(systems: &'a [System]) -> Self {
        Judge { systems, known: HashMap::new() }
    }

    /// Whether a formula holds in all systems.
    pub(crate) fn holds(&mut self, formula: &Formula) -> bool {
        let systems = self.systems;
        *self
            .known
            .entry(formula.to_string())
            .or_insert_with(|| systems.iter().all(|s| s.holds(formula)))
    }
}
