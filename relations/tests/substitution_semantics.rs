//! Substitution is what it should be in models: the value of `s(t)` is the value of `t` where the symbols
//! and indices mean what `s` replaces them with.

#![allow(clippy::needless_pass_by_value)] // properties own their arguments

use crate::generate::{AnyFormula, AnyTerm, INDICES, below, index, term, vocabulary};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::{Evaluator, Index, Name, Substitution, Symbol, Term};
use reductio_relations::{Assignment, Naive, PairSet, Random};

const SEED: u64 = 20_060_402;
const CASES: u64 = 1_500;
const MODEL: Naive = Naive { states: 2 };

fn check(property: impl Testable) {
    println!("seed {SEED}, {CASES} cases");
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(20, SEED))
        .tests(CASES)
        .max_tests(CASES)
        .min_tests_passed(CASES)
        .quickcheck(property);
}

/// A substitution, and a model to evaluate in.
#[derive(Clone, Debug)]
struct Setting {
    symbols: Vec<(Symbol, Vec<Name>, Term)>,
    indices: Vec<(Name, Name)>,
    processes: usize,
    values: Vec<usize>,
    seed: u64,
}

impl Arbitrary for Setting {
    fn arbitrary(g: &mut Gen) -> Self {
        let names = vocabulary();
        let chosen: Vec<Symbol> =
            names.symbols().iter().filter(|_| bool::arbitrary(g)).cloned().collect();
        let replacement = |s: Symbol| {
            let parameters = INDICES[..s.arity].iter().map(|n| n.parse().unwrap()).collect();
            let size = 1 + below(g, 8);
            let to = term(g, names, s.sort, size);
            (s, parameters, to)
        };
        let symbols = chosen.into_iter().map(replacement).collect();
        let indices = INDICES.iter().map(|n| (n.parse().unwrap(), index(g))).collect();
        let processes = 1 + below(g, 3);
        let values = INDICES.iter().map(|_| below(g, processes)).collect();
        Setting { symbols, indices, processes, values, seed: u64::arbitrary(g) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let whole = self.clone();
        let fewer_symbols = (0..self.symbols.len()).map(move |at| {
            let mut less = whole.clone();
            less.symbols.remove(at);
            less
        });
        let whole = self.clone();
        let fewer_indices = (0..self.indices.len()).map(move |at| {
            let mut less = whole.clone();
            less.indices.remove(at);
            less
        });
        Box::new(fewer_symbols.chain(fewer_indices))
    }
}

type Free = Vec<(Name, usize)>;

fn evaluator<'a>(
    meaning: &'a Assignment<PairSet>,
    free: &Free,
) -> Evaluator<'a, Naive, Assignment<PairSet>> {
    free.iter().fold(Evaluator::new(&MODEL, meaning), |e, (n, v)| e.with_index(n, *v))
}

impl Setting {
    fn substitution(&self) -> Substitution {
        let mut s = Substitution::new();
        for (symbol, parameters, to) in &self.symbols {
            s.symbol(symbol, parameters, to).expect("sort and arity fit");
        }
        for (from, to) in &self.indices {
            s.index(from, &Index::Free(to.clone())).expect("a free index");
        }
        s
    }

    /// The meaning in which the result of the substitution is evaluated.
    fn after(&self) -> (Assignment<PairSet>, Free) {
        let names = vocabulary();
        let meaning = Random::new(self.seed).assignment(MODEL, self.processes, names.symbols());
        let free = INDICES.iter().map(|n| n.parse().unwrap()).zip(self.values.iter().copied());
        (meaning, free.collect())
    }

    /// The meaning in which the original has the same value: symbols and indices mean their replacements.
    fn before(&self) -> (Assignment<PairSet>, Free) {
        let (after, free) = self.after();
        let mut meaning = Assignment::new(self.processes);
        for (symbol, indices, value) in after.iter() {
            let replaced = self.symbols.iter().find(|(s, ..)| s == symbol);
            let value = replaced.map_or_else(
                || value.clone(),
                |(_, parameters, to)| {
                    let mut at = free.clone();
                    at.extend(parameters.iter().cloned().zip(indices.iter().copied()));
                    evaluator(&after, &at).term(to).expect("every name has a value")
                },
            );
            meaning.set(symbol, indices, value);
        }
        let value = |n: &Name| free.iter().find(|(m, _)| m == n).map_or(0, |(_, v)| *v);
        let image = |n: &Name| {
            let replaced = self.indices.iter().find(|(m, _)| m == n);
            replaced.map_or(n.clone(), |(_, to)| to.clone())
        };
        let renamed = free.iter().map(|(n, _)| (n.clone(), value(&image(n)))).collect();
        (meaning, renamed)
    }
}

fn term_keeps_its_value(t: AnyTerm, setting: Setting) -> TestResult {
    let AnyTerm(term) = t;
    let (after, free_after) = setting.after();
    let (before, free_before) = setting.before();
    let result = setting.substitution().apply(&term);
    let left = evaluator(&after, &free_after).term(&result);
    let right = evaluator(&before, &free_before).term(&term);
    if left.is_ok() && left == right {
        TestResult::passed()
    } else {
        TestResult::error(format!("{term} became {result}: {left:?}, not {right:?}"))
    }
}

fn formula_keeps_its_truth(f: AnyFormula, setting: Setting) -> TestResult {
    let AnyFormula(formula) = f;
    let (after, free_after) = setting.after();
    let (before, free_before) = setting.before();
    let result = formula.substituted(&setting.substitution());
    let left = evaluator(&after, &free_after).formula(&result);
    let right = evaluator(&before, &free_before).formula(&formula);
    if left.is_ok() && left == right {
        TestResult::passed()
    } else {
        TestResult::error(format!("{formula} became {result}: {left:?}, not {right:?}"))
    }
}

#[test]
fn terms_keep_their_value() {
    check(term_keeps_its_value as fn(AnyTerm, Setting) -> TestResult);
}

#[test]
fn formulas_keep_their_truth() {
    check(formula_keeps_its_truth as fn(AnyFormula, Setting) -> TestResult);
}

/// An unfolded definition has the value of its name.
#[test]
fn definitions_have_the_value_of_their_bodies() {
    fn unfolds(t: AnyTerm, setting: Setting) -> bool {
        fn agree(term: &Term, e: &Evaluator<'_, Naive, Assignment<PairSet>>) -> bool {
            let here =
                !term.is_closed() || term.unfolded().is_none_or(|u| e.term(&u) == e.term(term));
            here && term.operands().into_iter().all(|t| agree(t, e))
        }
        let (meaning, free) = setting.after();
        agree(&t.0, &evaluator(&meaning, &free))
    }
    check(unfolds as fn(AnyTerm, Setting) -> bool);
}
