//! Rules applied in random order to random premises prove nothing that is false in a small model.

use std::collections::BTreeMap;

use quickcheck::{Arbitrary, Gen};
use reductio_algebra::{Evaluator, Formula, Index, Name, Sort, Substitution, Term, TermKind};
use reductio_relations::{Naive, Random};
use reductio_theorems::{Axiom, Rule, RuleError, Theorem, kernel};

#[path = "../../../algebra/tests/generate/mod.rs"]
mod generate;

use generate::{AnyFormula, AnyTerm, INDICES, below, index, term, vocabulary};

const SEED: u64 = 20_060_404;
const STEPS: usize = 30_000;
const POOL: usize = 400;
const MODELS: usize = 25;

type Made = Result<Theorem, RuleError>;

fn small(g: &mut Gen, sort: Sort) -> Term {
    let size = 1 + below(g, 4);
    term(g, vocabulary(), sort, size)
}

fn operand(g: &mut Gen, wanted: fn(&TermKind) -> bool) -> Term {
    let mut found = small(g, Sort::Action);
    while !wanted(found.kind()) {
        found = small(g, Sort::Action);
    }
    found
}

/// A theorem without premises.
fn start(g: &mut Gen) -> Made {
    let x = small(g, Sort::Action);
    let p = small(g, Sort::Predicate);
    let is_sum = |k: &TermKind| matches!(k, TermKind::Sum(_));
    let mut tiny = Gen::from_size_and_seed(4, u64::arbitrary(g));
    match below(g, 11) {
        0 | 1 => kernel::assume(&AnyFormula::arbitrary(&mut tiny).0),
        // Premises of the shapes that induction needs.
        2 => {
            let y = small(g, Sort::Action);
            let z = small(g, Sort::Action);
            let shapes = [
                Formula::below(&x.seq(&y), &y),
                Formula::below(&x.seq(&y), &x),
                Formula::below(&x, &y.seq(&x).plus(&z)),
                Formula::below(&p, &y),
            ];
            kernel::assume(g.choose(&shapes).expect("four shapes"))
        }
        3 | 4 => {
            let axiom = *g.choose(&Axiom::ALL).expect("there are axioms");
            kernel::axiom(axiom, &p, &x, &x).or_else(|_| kernel::refl(&p))
        }
        5 => kernel::sum_upper(&operand(g, is_sum), &index(g)),
        6 => kernel::sum_distrib_l(&x, &operand(g, is_sum)),
        7 => kernel::sum_distrib_r(&operand(g, is_sum), &x),
        8 => {
            let product = operand(g, |k| matches!(k, TermKind::Product(_)));
            kernel::product_lower(&product, &index(g))
        }
        9 => kernel::refl(&AnyTerm::arbitrary(&mut tiny).0),
        _ => kernel::unfold(&operand(g, |k| matches!(k, TermKind::Defined(..)))),
    }
}

fn substitution(g: &mut Gen) -> Substitution {
    let mut s = Substitution::new();
    for symbol in vocabulary().symbols() {
        if below(g, 3) == 0 {
            let parameters: Vec<Name> =
                INDICES[..symbol.arity].iter().map(|n| n.parse().unwrap()).collect();
            s.symbol(symbol, &parameters, &small(g, symbol.sort)).expect("sort and arity fit");
        }
    }
    for name in INDICES {
        s.index(&name.parse().unwrap(), &Index::Free(index(g))).expect("a free index");
    }
    s
}

/// A rule applied to theorems of the pool.
fn step(g: &mut Gen, pool: &[Theorem]) -> Made {
    let a = &pool[below(g, pool.len())];
    let b = &pool[below(g, pool.len())];
    let (i, j) = (index(g), index(g));
    match below(g, 24) {
        0 => match a.hypotheses().first() {
            Some(h) => kernel::discharge(h, a),
            None => kernel::discharge(b.conclusion(), a),
        },
        1 => kernel::modus_ponens(a, b),
        2 => match a.conclusion() {
            Formula::Implies(premise, _) => {
                kernel::assume(premise).and_then(|p| kernel::modus_ponens(a, &p))
            }
            _ => kernel::modus_ponens(a, b),
        },
        3 => kernel::generalize(&i, a),
        4 => kernel::specialize(a, &j),
        20 | 21 => {
            let symbols = vocabulary().symbols();
            let symbol = &symbols[below(g, symbols.len())];
            kernel::generalize_symbol(symbol, a)
        }
        22 | 23 => {
            let is_over = |t: &&Theorem| matches!(t.conclusion(), Formula::ForAllSymbols(_));
            let over: Vec<&Theorem> = pool.iter().filter(is_over).collect();
            let premise = if over.is_empty() { a } else { over[below(g, over.len())] };
            let sort = if below(g, 2) == 0 { Sort::Predicate } else { Sort::Action };
            kernel::specialize_symbol(premise, &small(g, sort))
        }
        5 => Ok(kernel::instantiate(a, &substitution(g))),
        6 => kernel::cases(&i, &j, a, b),
        // The first case made to fit: `a` with `j` for `i`.
        7 => kernel::generalize(&i, a)
            .and_then(|t| kernel::specialize(&t, &j))
            .and_then(|t| kernel::cases(&i, &j, &t, a)),
        8 => kernel::apart_sym(a),
        9 => kernel::sym(a),
        10 => {
            let next = pool.iter().find(|b| kernel::trans(a, b).is_ok()).unwrap_or(b);
            kernel::trans(a, next)
        }
        11 => kernel::le_intro(a),
        12 => kernel::le_elim(a),
        13 => kernel::plus(a, b),
        14 => kernel::seq(a, b),
        15 => kernel::star_ind_r(a),
        16 => kernel::star_ind_l(a),
        17 => kernel::loop_ind(a),
        18 => kernel::sum_least(&i, a),
        _ => kernel::product_greatest(&i, a),
    }
}

fn is_small(theorem: &Theorem) -> bool {
    // All relations over two states are 16: three quantifiers are evaluated, more are not.
    let text = theorem.to_string();
    let quantifiers =
        text.matches("for all actions").count() + text.matches("for all predicates").count();
    let names =
        text.split("for all ").skip(1).map(|part| part.split(':').next().unwrap_or_default());
    let most = names.map(|list| list.split(',').count()).sum::<usize>();
    text.len() < 300 && (quantifiers == 0 || most <= 3)
}

/// A model in which the hypotheses hold and the conclusion does not; how often the hypotheses held.
fn refute(theorem: &Theorem, random: &mut Random) -> Result<usize, String> {
    let mut satisfied = 0;
    for round in 0..MODELS {
        let (model, processes) = (Naive { states: 1 + round % 2 }, 1 + round % 3);
        let assignment = random.assignment(model, processes, vocabulary().symbols());
        let mut evaluator = Evaluator::new(&model, &assignment);
        for name in INDICES {
            let value = usize::try_from(random.bits() % 3).unwrap_or(0) % processes;
            evaluator = evaluator.with_index(&name.parse().unwrap(), value);
        }
        let holds = |f: &Formula| evaluator.formula(f).expect("every name has a value");
        if theorem.hypotheses().iter().all(holds) {
            satisfied += 1;
            if !holds(theorem.conclusion()) {
                return Err(format!("{} states; {assignment}", model.states));
            }
        }
    }
    Ok(satisfied)
}

#[test]
fn random_derivations_hold_in_models() {
    println!("seed {SEED}, {STEPS} steps");
    let mut g = Gen::from_size_and_seed(20, SEED);
    let mut random = Random::new(SEED);
    let mut pool: Vec<Theorem> = vec![kernel::refl(&Term::one()).unwrap()];
    let mut count: BTreeMap<Rule, usize> = BTreeMap::from([(Rule::Refl, 1)]);
    for _ in 0..STEPS {
        let made = if below(&mut g, 4) == 0 { start(&mut g) } else { step(&mut g, &pool) };
        let Ok(theorem) = made else { continue };
        let rule = theorem.rule();
        if !is_small(&theorem) {
            continue;
        }
        match refute(&theorem, &mut random) {
            Err(model) => panic!("{rule} proved {theorem}, false with {model}"),
            // A theorem whose hypotheses never hold was not tested.
            Ok(0) => continue,
            Ok(_) => *count.entry(rule).or_default() += 1,
        }
        if pool.len() < POOL {
            pool.push(theorem);
        } else {
            let at = below(&mut g, POOL);
            pool[at] = theorem;
        }
    }
    println!("{count:?}");
    for rule in Rule::ALL {
        assert!(count.contains_key(&rule), "{rule} was never tested");
    }
}
